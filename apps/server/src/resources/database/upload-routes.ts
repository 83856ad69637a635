import { extname, join } from 'node:path';
import { type UploadForm, uploadApi } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { allowedExtensions } from '../../base/settings/data-settings.ts';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { invalidFields } from '../../http/errors.ts';
import { reasonsByField } from '../../http/validation.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import { callerId, type WithCallers } from '../../security/caller.ts';
import type { WithSources } from '../../security/data-sources.ts';
import { inOwnFolder, namingFile, receiveFile } from '../files/received-file.ts';
import { type KeptFile, keptFile, readingFile } from '../files/received-store.ts';
import { seenDatabase } from './seen-database.ts';
import { takeFile } from './take-file.ts';
import { sourceOf } from './upload-form.ts';

/**
 * `/database/{pk}/upload/`: a file becomes a table of a database, and a dataset; `/database/upload_metadata/`: what a
 * file holds (contract/api.md §2.1). Needs the multipart reader.
 */
export function registerUploads(
  app: FastifyInstance,
  services: Ground & WithCallers & WithData & WithSources,
): void {
  const defineRoute = routesOf(app, services);
  const access = { permission: 'can_upload', view: 'Database' };
  const options = { bodyLimit: services.config.UPLOAD_LIMIT + 65_536 };
  defineRoute({
    ...uploadApi.upload,
    access,
    options,
    handle: async ({ id, request, act }) => {
      const database = await seenDatabase(id, act);
      await withFile(uploadApi.upload.form, request, act, (form, file) => take(form, file, database, act));
      return { message: 'OK' };
    },
  });
  defineRoute({
    ...uploadApi.glance,
    access,
    options,
    handle: async ({ request, act }) => {
      const { fileTables } = await import('@chartroom/engines');
      const maxColumns = services.config.MAX_UPLOAD_COLUMNS;
      const items = await withFile(
        uploadApi.glance.form,
        request,
        act,
        ({ type: format, delimiter, header_row: header }, { name, path }) =>
          namingFile(name, () =>
            fileTables(
              { path, format, delimiter: delimiter || undefined, header, maxColumns },
              request.leaving,
            ),
          ),
      );
      return { result: { items } };
    },
  });
}

/** Receives a form with a file of a kind that is taken, or with the key of one that was received; removes what came when the work is done. */
async function withFile<
  S extends z.ZodType<{ type: KeptFile['format']; received?: string | undefined }>,
  Answer,
>(
  schema: S,
  request: FastifyRequest,
  act: Act,
  work: (form: z.output<S>, file: { name: string; path: string }) => Promise<Answer>,
): Promise<Answer> {
  const { services } = act;
  return inOwnFolder(services, async (folder) => {
    const received = await receive(request, services.config, folder);
    const read = schema.safeParse(received.fields);
    if (!read.success) throw invalidFields(reasonsByField(read.error, received.fields));
    const { received: key, type } = read.data;
    if (key !== undefined && received.name === undefined) {
      const file = await keptFile(services, key, callerId(act.caller));
      if (file.format !== type)
        throw invalidFields({ type: [`The file that was received is ${file.format}.`] });
      return readingFile(file, act, (path) => work(read.data, { name: file.name, path }));
    }
    if (received.name === undefined) throw invalidFields({ file: ['Field may not be null.'] });
    if (!received.isTaken) throw invalidFields({ file: ['File extension is not allowed.'] });
    return work(read.data, { name: received.name, path: received.path });
  });
}

interface Received {
  /** As the file was called; undefined when there was none. */
  name: string | undefined;
  path: string;
  /** Whether its ending is one of those that are taken. */
  isTaken: boolean;
  fields: Record<string, string>;
}

/** Writes the file of a form into a folder as it arrives, and collects the other fields. */
async function receive(request: FastifyRequest, config: Ground['config'], folder: string): Promise<Received> {
  const received: Received = { name: undefined, path: join(folder, 'file'), isTaken: false, fields: {} };
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      received.fields[part.fieldname] = String(part.value);
      continue;
    }
    const ending = extname(part.filename).slice(1).toLowerCase();
    received.isTaken = allowedExtensions(config).includes(ending);
    if (received.isTaken) received.path = `${received.path}.${ending}`;
    received.name = part.filename || undefined;
    await receiveFile(part, received.path, { limit: config.UPLOAD_LIMIT, signal: request.leaving });
  }
  return received;
}

async function take(
  form: UploadForm,
  { name, path }: { name: string; path: string },
  database: Row<'databases'>,
  act: Act<Ground & WithCallers & WithData & WithSources>,
): Promise<void> {
  const source = sourceOf(form, path, act.services.config);
  const { schema, table_name: table, already_exists: alreadyExists } = form;
  await takeFile({ name, source, schema, table, alreadyExists }, database, act);
}
