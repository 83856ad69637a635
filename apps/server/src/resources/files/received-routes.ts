import { extname, join } from 'node:path';
import type { FileSource } from '@chartroom/engines';
import {
  type DroppedFile,
  datasetUrl,
  FILE_TYPES,
  type FilePreview,
  type FilePreviewed,
  type FileSettings,
  type FileType,
  fileKind,
  receivedFilesApi,
  type TableOfFile,
} from '@chartroom/model';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { allowedExtensions } from '../../base/settings/data-settings.ts';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import { callerId, type WithCallers } from '../../security/caller.ts';
import type { WithSources } from '../../security/data-sources.ts';
import { uploadsDatabase } from '../database/embedded-databases.ts';
import { mayFill, takeFile } from '../database/take-file.ts';
import { type FileFormat, formatOf, tableNameOf, wordsAsName } from './file-names.ts';
import { freeTableName, takenNames } from './free-name.ts';
import { inOwnFolder, receiveFile } from './received-file.ts';
import {
  fileOfDataset,
  forgetFile,
  type KeptFile,
  keepFile,
  keptFile,
  keptUntil,
  noteDataset,
  readingFile,
} from './received-store.ts';

type Look = NonNullable<z.infer<typeof receivedFilesApi.progress.answer>['preview']>;
type Services = Ground & WithCallers & WithData & WithSources;

/** Where tables of files stand. */
const SCHEMA = 'main';
/** Types as the engine that reads files names them. */
const NATIVE: Readonly<Record<FileType, string>> = {
  text: 'VARCHAR',
  whole: 'BIGINT',
  number: 'DOUBLE',
  date: 'DATE',
  moment: 'TIMESTAMP',
  truth: 'BOOLEAN',
};

/** `/files/received/`: a file is received and looked at, and becomes tables as its owner says. Needs the multipart reader. */
export function registerReceivedFiles(app: FastifyInstance, services: Services): void {
  const defineRoute = routesOf(app, services);
  /** Rows of tables that are being made, by their files' keys. */
  const underWay = new Map<string, number>();
  /** How far previews have read, by their files' keys. */
  const looks = new Map<string, Look>();
  const access = { permission: 'can_upload', view: 'Database' };
  const { UPLOAD_LIMIT: limit } = services.config;
  defineRoute({
    ...receivedFilesApi.receive,
    access,
    options: { bodyLimit: limit + 65_536 },
    handle: async ({ request, act }) => {
      const part = await request.file();
      if (!part) throw badRequest('file: no file was sent');
      const name = part.filename;
      const format = kindOf(part, services.config);
      const file = await inOwnFolder(services, async (folder) => {
        const path = join(folder, 'file');
        await receiveFile(part, path, { limit, signal: request.leaving });
        return keepFile(services, { path, name, format, user: ownerOf(act) });
      });
      return told(file);
    },
  });
  defineRoute({
    ...receivedFilesApi.preview,
    access,
    handle: async ({ act, param, body }) => {
      const file = await keptFile(services, param('key'), ownerOf(act));
      const preview = await toldPreview(file, body, act, looks);
      return { ...(await namesOf(file, body.settings, act)), preview };
    },
  });
  defineRoute({
    ...receivedFilesApi.table,
    access,
    handle: async ({ act, param, body }) => {
      const file = await keptFile(services, param('key'), ownerOf(act));
      underWay.set(file.key, 0);
      try {
        return await tableOf(file, body, act, (rows) => underWay.set(file.key, rows));
      } finally {
        underWay.delete(file.key);
      }
    },
  });
  defineRoute({
    ...receivedFilesApi.progress,
    access,
    handle: async ({ act, param }) => {
      const { key } = await keptFile(services, param('key'), ownerOf(act));
      return { rows: underWay.get(key) ?? null, preview: looks.get(key) ?? null };
    },
  });
  defineRoute({
    ...receivedFilesApi.remove,
    access,
    handle: async ({ act, param }) => {
      await forgetFile(await keptFile(services, param('key'), ownerOf(act)));
      return { message: 'OK' };
    },
  });
  defineRoute({
    ...receivedFilesApi.ofDataset,
    access,
    handle: async ({ act, idParam }) => {
      const dataset = idParam('pk') ?? 0;
      const takes_files = await takesFiles(dataset, act);
      const found = takes_files ? await fileOfDataset(services, dataset, ownerOf(act)) : undefined;
      if (!found) return { takes_files, file: null };
      const { file, settings } = found;
      return { takes_files, file: { ...told(file), settings, kept_until: keptUntil(file) } };
    },
  });
}

const ownerOf = ({ caller }: Pick<Act, 'caller'>): number => callerId(caller);

const told = ({ key, name }: KeptFile) => ({ key, name, table_name: tableNameOf(name) });

/** Whether the table of a dataset is one that the caller may fill by files. */
async function takesFiles(id: number, act: Act<Services>): Promise<boolean> {
  const database = await uploads(act);
  const dataset = await act.services.db
    .selectFrom('datasets')
    .select(['table_name', 'schema', 'sql', 'database_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!dataset || dataset.sql || dataset.database_id !== database.id || dataset.schema !== SCHEMA)
    return false;
  return mayFill({ schema: SCHEMA, table_name: dataset.table_name }, database, act);
}

async function uploads({ services }: Pick<Act<Services>, 'services'>): Promise<Row<'databases'>> {
  const id = await uploadsDatabase(services.db);
  return services.db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** What the table is to be called, and whether one of that name is there: further sheets have their names behind the file's. */
async function namesOf(
  file: KeptFile,
  { sheet }: FileSettings,
  act: Act<Services>,
): Promise<Omit<FilePreviewed, 'preview'>> {
  const base = tableNameOf(file.name);
  const table_name = sheet === undefined ? base : wordsAsName(`${base}_${sheet}`);
  const taken = await takenNames(await uploadsDatabase(act.services.db), act);
  return { table_name, is_taken: taken.has(table_name.toLowerCase()) };
}

/** What kind of file it is: as the form says of an ending that the installation takes, else as its ending tells. */
function kindOf(part: MultipartFile, config: Ground['config']): FileFormat {
  const { type } = part.fields;
  const said = fileKind.safeParse(type && 'value' in type ? type.value : undefined);
  const ending = extname(part.filename).slice(1).toLowerCase();
  return said.success && allowedExtensions(config).includes(ending) ? said.data : formatOf(part.filename);
}

/** A preview; how far it has read stands in `looks` meanwhile. Of two previews of a file the last one is told of. */
async function toldPreview(
  file: KeptFile,
  { settings, first }: z.output<typeof receivedFilesApi.preview.body>,
  act: Act<Services>,
  looks: Map<string, Look>,
): Promise<FilePreview> {
  const own: Look = { pass: 1, part: 0 };
  if (!first) looks.set(file.key, own);
  try {
    const onLook = (look: Look) => Object.assign(own, look);
    return await previewOf(file, settings, act, { isFirst: first, onLook });
  } finally {
    if (looks.get(file.key) === own) looks.delete(file.key);
  }
}

async function previewOf(
  file: KeptFile,
  settings: FileSettings,
  act: Act<Services>,
  looking: { isFirst: boolean | undefined; onLook: (look: Look) => void },
): Promise<FilePreview> {
  const { format } = file;
  const { previewFile } = await import('@chartroom/engines');
  const { layout, sheets, columns, ...report } = await readingFile(file, act, (path) =>
    previewFile(sourceOf({ path, format }, settings, act), { ...looking, signal: act.signal }),
  );
  return {
    sheets,
    sheet: settings.sheet ?? sheets[0] ?? null,
    delimiter: format === 'csv' ? (layout?.delimiter ?? null) : null,
    encoding: format === 'csv' ? (layout?.encoding ?? null) : null,
    header_row: settings.header_row === undefined ? (layout?.above ?? 0) : settings.header_row,
    decimal: report.decimal,
    day_first: report.dayFirst,
    columns: columns.map(({ name: column, nativeType, doubt, nearly }) => ({
      name: column,
      type: typeOf(nativeType),
      native_type: nativeType,
      doubt,
      nearly: nearly && { ...nearly, type: typeOf(nearly.type) ?? 'text' },
    })),
    names: report.names,
    rows: report.rows,
    line_count: report.lineCount,
    lines: report.lines,
    more_cells: report.moreCells,
    first_rows: report.firstRows,
  };
}

const typeOf = (native: string): FileType | null =>
  FILE_TYPES.find((type) => NATIVE[type] === native) ?? null;

function sourceOf(
  { path, format }: Pick<KeptFile, 'path' | 'format'>,
  settings: FileSettings,
  { services: { config } }: Pick<Act, 'services'>,
): FileSource {
  const types = Object.entries(settings.types ?? {}).map(([name, type]) => [name, NATIVE[type]]);
  return {
    path,
    format,
    detect: true,
    sheet: settings.sheet,
    delimiter: settings.delimiter,
    encoding: settings.encoding,
    header: settings.header_row,
    decimalSeparator: settings.decimal,
    dayFirst: settings.day_first,
    columns: settings.columns && settings.columns.length > 0 ? settings.columns : undefined,
    types: types.length > 0 ? Object.fromEntries(types) : undefined,
    // Who asks for a type has been told what does not fit it.
    misfits: 'empty',
    longLines: settings.long_lines ?? 'keep',
    maxColumns: config.MAX_UPLOAD_COLUMNS,
    maxLineBytes: config.MAX_UPLOAD_LINE_BYTES,
  };
}

async function tableOf(
  file: KeptFile,
  { settings, table_name, already_exists }: TableOfFile,
  act: Act<Services>,
  onProgress: (rows: number) => void,
): Promise<DroppedFile> {
  const database = await uploads(act);
  const wanted = wordsAsName(table_name);
  const table = already_exists === 'both' ? await freeTableName(wanted, database.id, act) : wanted;
  const alreadyExists = already_exists === 'both' ? 'fail' : already_exists;
  const made = await readingFile(file, act, (path) => {
    const source = sourceOf({ path, format: file.format }, settings, act);
    const { name } = file;
    return takeFile({ name, source, schema: SCHEMA, table, alreadyExists, onProgress }, database, act);
  });
  await noteDataset(file, made.dataset, settings);
  return {
    dataset_id: made.dataset,
    table_name: table,
    rows: made.rows,
    explore_url: datasetUrl(made.dataset),
  };
}
