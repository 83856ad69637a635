import { join } from 'node:path';
import { type DroppedFile, datasetUrl, uploadApi } from '@chartroom/model';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import type { WithCallers } from '../../security/caller.ts';
import type { WithSources } from '../../security/data-sources.ts';
import { uploadsDatabase } from '../database/embedded-databases.ts';
import { createDataset } from '../dataset/dataset-writes.ts';
import { type FileFormat, formatOf, tableNameOf } from './file-names.ts';
import { freeTableName } from './free-name.ts';
import { inOwnFolder, namingFile, receiveFile } from './received-file.ts';
import { registerReceivedFiles } from './received-routes.ts';

/** A file that is sent becomes a table of `uploads`, a dataset and an open chart, at once or after it was looked at. */
export async function registerFiles(
  app: FastifyInstance,
  services: Ground & WithCallers & WithData & WithSources,
): Promise<void> {
  await app.register(multipart, { limits: { fileSize: services.config.UPLOAD_LIMIT, files: 1, fields: 20 } });
  registerReceivedFiles(app, services);
  routesOf(
    app,
    services,
  )({
    ...uploadApi.drop,
    access: { permission: 'can_upload', view: 'Database' },
    options: { bodyLimit: services.config.UPLOAD_LIMIT + 65_536 },
    handle: async ({ request, act }) => {
      const part = await request.file();
      if (!part) throw badRequest('file: no file was sent');
      const format = formatOf(part.filename);
      return inOwnFolder(services, async (folder) => {
        const path = join(folder, `file.${format}`);
        await receiveFile(part, path, { limit: services.config.UPLOAD_LIMIT, signal: request.leaving });
        return tableOfFile({ name: part.filename, path, format }, act);
      });
    },
  });
}

async function tableOfFile(
  file: { name: string; path: string; format: FileFormat },
  act: Act<Ground & WithCallers & WithData & WithSources>,
): Promise<DroppedFile> {
  const data = await act.services.data();
  const databaseId = await uploadsDatabase(act.services.db);
  const table = await freeTableName(tableNameOf(file.name), databaseId, act);
  const load = {
    databaseId,
    schema: 'main',
    tableName: table,
    source: {
      path: file.path,
      format: file.format,
      maxColumns: act.services.config.MAX_UPLOAD_COLUMNS,
      maxLineBytes: act.services.config.MAX_UPLOAD_LINE_BYTES,
      detect: true,
      longLines: 'keep' as const,
    },
    alreadyExists: 'fail' as const,
    who: act.caller.principal,
    signal: act.signal,
  };
  const { rows } = await namingFile(file.name, () => data.importFile(load));
  try {
    const dataset = {
      database: databaseId,
      schema: 'main',
      table_name: table,
      normalize_columns: false,
      always_filter_main_dttm: false,
    };
    const { id } = await createDataset(dataset, act);
    return {
      dataset_id: id,
      table_name: table,
      rows,
      explore_url: datasetUrl(id),
    };
  } catch (error) {
    await data.dropTable(databaseId, 'main', table, act.caller.principal);
    throw error;
  }
}
