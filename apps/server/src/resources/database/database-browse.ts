import type { TableDescription } from '@chartroom/engines';
import { ChartroomError, type TableEntry, type TableMetadata, takesFilesInto } from '@chartroom/model';
import { sql } from 'kysely';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { listed } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import { storedObject } from '../../records/stored-json.ts';
import type { Row } from '../../records/tables.ts';
import { datasetReadable, placeGranted } from '../../security/data-grants.ts';
import { databaseExtra } from './database-rows.ts';
import { latestPartition } from './latest-partition.ts';

/** Whether everything in a database lies open to the caller. */
function wholeDatabase(database: Row<'databases'>, act: Act): boolean {
  return act.caller.grants.allDatabases || act.caller.grants.databases.has(database.id);
}

/** Catalogs the caller may look into; empty for engines without such. */
export async function openCatalogs(
  database: Row<'databases'>,
  act: Act<Ground & WithData>,
): Promise<string[]> {
  const data = await act.services.data();
  const all = await (await data.session(database.id, act.caller.principal)).catalogs();
  if (wholeDatabase(database, act)) return all;
  const readable = await readableTables(database.id, act);
  const { catalogs, schemas } = act.caller.grants;
  const { usualCatalog } = await import('../../data/sql/usual-catalog.ts');
  const usual = usualCatalog({ backend: database.backend, uri: database.sqlalchemy_uri });
  const open = new Set<string | null>(
    [...catalogs, ...schemas]
      .filter((each) => each.databaseId === database.id)
      .map((each) => each.catalog ?? usual),
  );
  for (const table of readable) open.add(table.catalog ?? usual);
  return open.has(null) ? all : all.filter((catalog) => open.has(catalog));
}

/** Schemas the caller may look into (contract/api.md §2.1). `upload`: only those that files may be put in. */
export async function openSchemas(
  database: Row<'databases'>,
  options: { catalog: string | null; upload: boolean },
  act: Act<Ground & WithData>,
): Promise<string[]> {
  if (options.upload && database.allow_file_upload === 0) return [];
  const data = await act.services.data();
  const all = await (await data.session(database.id, act.caller.principal)).schemas(
    options.catalog ?? undefined,
  );
  const allowed = options.upload
    ? all.filter((schema) => takesFilesInto(databaseExtra(database), schema))
    : all;
  if (wholeDatabase(database, act)) return allowed;
  const readable = new Set((await readableTables(database.id, act)).map((table) => table.schema));
  return allowed.filter(
    (schema) =>
      placeGranted(act.caller.grants, { database_id: database.id, catalog: options.catalog, schema }) ||
      readable.has(schema),
  );
}

/** Tables and views of a schema that the caller may read, by name. */
export async function openTables(
  database: Row<'databases'>,
  place: { schema: string; catalog: string | null },
  act: Act<Ground & WithData>,
): Promise<{ count: number; result: TableEntry[] }> {
  const data = await act.services.data();
  const relations = await data.relations(database.id, place.schema, place.catalog, act.caller.principal);
  const whole = placeGranted(act.caller.grants, { database_id: database.id, ...place });
  const readable = new Set(
    (await readableTables(database.id, act))
      .filter((each) => each.schema === place.schema && !each.sql)
      .map((each) => each.table_name),
  );
  const extras = await datasetExtras(database.id, place.schema, act);
  const result = relations
    .filter((relation) => whole || readable.has(relation.name))
    .map(
      (relation): TableEntry => ({
        value: relation.name,
        type: relation.type === 'table' ? 'table' : 'view',
        extra: extras.get(relation.name) ?? null,
      }),
    )
    .sort((a, b) => (a.value < b.value ? -1 : 1));
  return { count: result.length, result };
}

/** Nothing is said of where names are looked for. */
const NO_PLACE = { schema: null, catalog: null };

interface TablePlace {
  catalog: string | null;
  schema: string | null;
  table_name: string;
  /** Of a virtual dataset, which stands on no table of its name. */
  sql: string | null;
}

async function readableTables(databaseId: number, act: Act): Promise<TablePlace[]> {
  const { rows } = await sql<TablePlace>`select t.catalog, t.schema, t.table_name, t.sql from datasets as t
    where t.database_id = ${databaseId} and ${datasetReadable(act.caller.grants, act.caller.user?.id, 't')}`.execute(
    act.services.db,
  );
  return rows;
}

/** What datasets say about their tables: certification and warnings. */
async function datasetExtras(databaseId: number, schema: string, act: Act) {
  const rows = await act.services.db
    .selectFrom('datasets')
    .select(['table_name', 'extra'])
    .where('database_id', '=', databaseId)
    .where('schema', '=', schema)
    .where('extra', 'is not', null)
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const { certification = null, warning_markdown = null } = storedObject(row.extra);
      return certification || warning_markdown
        ? [[row.table_name, { certification, warning_markdown }] as const]
        : [];
    }),
  );
}

/** A table as SQL Lab shows it (`table_metadata`). Rejects with 404 when it is missing or may not be read. */
export async function tableMetadata(
  database: Row<'databases'>,
  table: { table: string; schema: string | null; catalog: string | null },
  act: Act<Ground & WithData>,
): Promise<TableMetadata> {
  await requireTable(database, table, act);
  const data = await act.services.data();
  const described = await data.describe(database.id, table, act.caller.principal);
  const { engineById } = await import('@chartroom/engines');
  const { selectStar } = await import('./select-star.ts');
  const engine = engineById(database.backend);
  const keys = keysOf(described);
  const partitions = engine && (await latestPartition(database.id, engine.dialect, table, act));
  return {
    name: table.table,
    comment: described.comment,
    columns: described.columns.map((column) => ({
      name: column.name,
      type: shownType(column.nativeType).split('(')[0]?.trim() ?? column.nativeType,
      longType: shownType(column.nativeType),
      keys: keys.filter((key) => key.column_names.includes(column.name)),
      comment: column.comment,
    })),
    primaryKey: keys.find((key) => key.type === 'pk') ?? {},
    foreignKeys: keys.filter((key) => key.type === 'fk'),
    indexes: keys,
    selectStar: engine ? selectStar(engine.dialect, table) : '',
    ...(partitions && { partitions }),
  };
}

/** A type as clients of the contract know it: one word, with its sizes; a zone is not told. */
function shownType(nativeType: string): string {
  if (nativeType.endsWith('[]')) return 'ARRAY';
  return nativeType.replace(/ WITH(OUT)? TIME ZONE$/i, '').replace(/^DOUBLE PRECISION$/i, 'DOUBLE_PRECISION');
}

/** Throws 404 TABLE_NOT_FOUND_ERROR unless the caller may read the table: whoever may not is not told that it is there. */
export async function requireTable(
  database: Row<'databases'>,
  table: { table: string; schema: string | null; catalog: string | null },
  act: Act<Ground & WithData>,
): Promise<void> {
  try {
    const data = await act.services.data();
    await data.requireTables(
      database.id,
      { tables: [table], isTransparent: true },
      NO_PLACE,
      act.caller.principal,
    );
  } catch (error) {
    if (!(error instanceof ChartroomError) || error.status !== 403) throw error;
    throw listed(404, 'TABLE_NOT_FOUND_ERROR', 'No such table', 'error');
  }
}

function keysOf(described: TableDescription) {
  return [
    ...(described.primaryKey ? [{ ...described.primaryKey, type: 'pk' as const }] : []),
    ...described.foreignKeys.map((key) => ({ ...key, options: {}, type: 'fk' as const })),
    ...described.indexes.map((key) => ({ ...key, type: 'index' as const })),
  ];
}
