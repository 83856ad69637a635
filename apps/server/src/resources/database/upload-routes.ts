import { mkdir, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { needs } from '../../http/access.ts';
import { type Act, actOf } from '../../http/act.ts';
import { forbidden, invalidFields, unprocessable } from '../../http/errors.ts';
import { reasonsByField } from '../../http/validation.ts';
import { taking } from '../../http/wire-shape.ts';
import type { Row } from '../../records/tables.ts';
import { placeGranted } from '../../security/data-grants.ts';
import type { Services } from '../../services.ts';
import { datasetResource } from '../dataset/dataset-resource.ts';
import { requireSource } from '../dataset/dataset-source.ts';
import { createDataset, followSource } from '../dataset/dataset-writes.ts';
import { namingFile, receiveFile } from '../files/received-file.ts';
import { requireOwned } from '../resource-queries.ts';
import { uploadSchemas } from './database-browse.ts';
import { seenDatabase } from './seen-database.ts';
import { sourceOf, type UploadForm, uploadFormSchema, uploadMetadataSchema } from './upload-form.ts';

/** Endings of files that are taken, and the kind that each is. */
const ENDINGS: Record<string, UploadForm['type']> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.xls': 'excel',
  '.xlsx': 'excel',
  '.parquet': 'columnar',
};

/**
 * `/database/{pk}/upload/`: a file becomes a table of a database, and a dataset; `/database/upload_metadata/`: what a
 * file holds (contract §2.1). Needs the multipart reader.
 */
export function registerUploads(app: FastifyInstance, services: Services): void {
  const upload = needs('can_upload', 'Database');
  const bodyLimit = services.config.UPLOAD_LIMIT + 65_536;
  const whole = { ...taking(upload, { form: uploadFormSchema, file: 'file' }), bodyLimit };
  const glance = { ...taking(upload, { form: uploadMetadataSchema, file: 'file' }), bodyLimit };
  app.post('/api/v1/database/:pk/upload/', whole, async (request, reply) => {
    const act = actOf(services, request);
    const database = await seenDatabase(request, act);
    await withFile(uploadFormSchema, request, services, (form, file) => take(form, file, database, act));
    return reply.status(201).send({ message: 'OK' });
  });
  app.post('/api/v1/database/upload_metadata/', glance, async (request) => {
    const { fileTables } = await import('@chartroom/engines');
    const items = await withFile(uploadMetadataSchema, request, services, ({ type, delimiter, header_row }, file) =>
      namingFile(file.name, () =>
        fileTables({ path: file.path, format: type, delimiter: delimiter || undefined, header: header_row }, request.leaving),
      ),
    );
    return { result: { items } };
  });
}

/** Receives a form with a file whose name ends as its `type` says, and removes the file when the work is done. */
async function withFile<S extends z.ZodType<{ type: UploadForm['type'] }>, Answer>(
  schema: S,
  request: FastifyRequest,
  services: Services,
  work: (form: z.output<S>, file: { name: string; path: string }) => Promise<Answer>,
): Promise<Answer> {
  const received = await receive(request, services);
  try {
    const read = schema.safeParse(received.fields);
    if (!read.success) throw invalidFields(reasonsByField(read.error, received.fields));
    if (!received.ending) throw invalidFields({ file: ['Field is required.'] });
    if (ENDINGS[received.ending] !== read.data.type) throw invalidFields({ file: [`File extension is not allowed: ${received.ending}`] });
    return await work(read.data, received);
  } finally {
    await rm(received.path, { force: true });
  }
}

/** Writes the file of a form to the disk as it arrives, and collects the other fields. */
async function receive(
  request: FastifyRequest,
  services: Services,
): Promise<{ name: string; path: string; ending: string; fields: Record<string, string> }> {
  const folder = join(services.config.HOME, 'incoming');
  await mkdir(folder, { recursive: true });
  const fields: Record<string, string> = {};
  let path = join(folder, services.uuid());
  let ending = '';
  let name = '';
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      ending = extname(part.filename).toLowerCase();
      path = ending in ENDINGS ? `${path}${ending}` : path;
      name = part.filename;
      await receiveFile(part, path, { limit: services.config.UPLOAD_LIMIT, signal: request.leaving });
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { name, path, ending, fields };
}

/** Makes the table, then the dataset: the caller's own, or the one that is there, brought up to date. */
async function take(form: UploadForm, file: { name: string; path: string }, database: Row<'databases'>, act: Act): Promise<void> {
  if (database.allow_file_upload === 0) throw unprocessable('The database does not take files.');
  const data = await act.services.data();
  const schema = form.schema || (await (await data.session(database.id)).defaultSchema());
  const allowed = uploadSchemas(database);
  if (allowed && (schema === null || !allowed.includes(schema))) throw forbidden('Schema is not allowed for file uploads.');
  const known = await knownDataset({ schema, table_name: form.table_name }, database, act);
  const load = {
    databaseId: database.id,
    schema,
    tableName: form.table_name,
    source: sourceOf(form, file.path),
    alreadyExists: form.already_exists,
    signal: act.signal,
  };
  await namingFile(file.name, () => data.importFile(load));
  await data.forgetDatabase(database.id);
  if (known) await followSource(known.id, act);
  else {
    const table = { database: database.id, schema, table_name: form.table_name };
    await createDataset({ ...table, normalize_columns: false, always_filter_main_dttm: false }, act);
  }
}

/**
 * The dataset on the table that a file is to become, if there is one. Whoever fills a table has to be allowed to read
 * it; without a grant on its place they also have to own that dataset.
 * @throws ChartroomError 403
 */
async function knownDataset(table: { schema: string | null; table_name: string }, database: Row<'databases'>, act: Act) {
  const { schema, table_name } = table;
  const place = { database_id: database.id, catalog: null, schema };
  await requireSource(database, { ...place, table_name, sql: null, template_params: null }, act);
  const known = await act.services.db
    .selectFrom('datasets')
    .select('id')
    .where('database_id', '=', database.id)
    .where('table_name', '=', table_name)
    .where('schema', schema === null ? 'is' : '=', schema)
    .executeTakeFirst();
  if (known && !placeGranted(act.caller.grants, place)) await requireOwned(datasetResource, [known.id], act);
  return known;
}
