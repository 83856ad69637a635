import { ChartroomError } from '@chartroom/model';
import type { ParsedStatement, TableName } from '@chartroom/query';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataPorts, Principal, UsualPlace } from '../ports.ts';
import { usualCatalog } from './usual-catalog.ts';

/** What cannot be seen through may reach every table: only who may read all of them passes. */
const ANY_TABLE = '*';

/**
 * Refuses tables that somebody may not read. In engines where one connection reaches several databases of the installation,
 * each table counts for the database that its name leads to.
 * @throws ChartroomError 403 naming the tables
 */
export async function requireTables(
  database: OpenDatabase,
  touched: { tables: readonly TableName[]; isTransparent: boolean },
  usual: UsualPlace,
  who: Principal,
  ports: DataPorts,
): Promise<void> {
  const { session, source } = database;
  const byDatabase = new Map<number, TableName[]>([[source.id, []]]);
  const { schema, places } = await placesOf(database, touched.tables, usual, ports);
  for (const { databaseId, table, isBrought } of places)
    if (!isBrought) byDatabase.set(databaseId, [...(byDatabase.get(databaseId) ?? []), table]);
  if (!touched.isTransparent)
    byDatabase.get(source.id)?.push({ catalog: usual.catalog, schema, table: ANY_TABLE });
  const named = async () => ({ schema: await session.defaultSchema(), catalog: usualCatalog(source) });
  for (const [id, tables] of byDatabase) await ports.mayReadTables(who, id, tables, named);
  for (const place of places) if (place.isBrought) await requireBrought(database, place, who, ports);
}

/**
 * Refuses a table of another connection that somebody may not read, by the name that they wrote: nothing tells whether there
 * is such a connection. @throws ChartroomError 403
 */
async function requireBrought(
  database: OpenDatabase,
  { written, databaseId, table }: TablePlace,
  who: Principal,
  ports: DataPorts,
): Promise<void> {
  const source = await ports.database(databaseId, who);
  const other = source && database.beside(source);
  const named = async () => ({
    schema: (await other?.session.defaultSchema()) ?? null,
    catalog: source ? usualCatalog(source) : null,
  });
  try {
    await ports.mayReadTables(who, databaseId, [table], named);
  } catch (error) {
    if (!(error instanceof ChartroomError) || error.status !== 403) throw error;
    throw new ChartroomError(
      `You need access to the following tables: \`${nameOf(written)}\`, \`all_database_access\` or \`all_datasource_access\` permission`,
      {
        status: 403,
        error_type: 'TABLE_SECURITY_ACCESS_ERROR',
        level: 'warning',
        extra: { link: error.extra.link ?? '', tables: [nameOf(written)] },
      },
    );
  }
  if (source && other) return;
  throw new ChartroomError(
    `There is no connected database "${written.catalog}" in SQL Lab. Tables of others are written as database.schema.table, with the name of the database as its list shows it.`,
    { status: 422, error_type: 'TABLE_DOES_NOT_EXIST_ERROR', level: 'error' },
  );
}

/** A table as it is written, and where in the installation that leads. */
export interface TablePlace {
  written: TableName;
  databaseId: number;
  table: TableName;
  /** It is of another connection, by whose name it is written: its rows are brought from there, with the rules that hold there. */
  isBrought: boolean;
}

/** Where names of tables lead: to the database that is asked, or to another one of the installation that it reaches. */
export async function tablePlaces(
  database: OpenDatabase,
  tables: readonly TableName[],
  usual: UsualPlace,
  ports: DataPorts,
): Promise<TablePlace[]> {
  return (await placesOf(database, tables, usual, ports)).places;
}

async function placesOf(
  database: OpenDatabase,
  tables: readonly TableName[],
  usual: UsualPlace,
  ports: DataPorts,
): Promise<{ schema: string | null; places: TablePlace[] }> {
  const { session, source } = database;
  const schema =
    usual.schema ?? (tables.some((table) => table.schema === null) ? await session.defaultSchema() : null);
  const places: TablePlace[] = [];
  for (const written of tables) {
    const elsewhere = await foreignPlace(database, written, ports);
    const own = {
      catalog: written.catalog ?? usual.catalog,
      schema: written.schema ?? schema,
      table: written.table,
    };
    places.push({
      written,
      databaseId: elsewhere?.id ?? source.id,
      table: elsewhere?.table ?? own,
      isBrought: elsewhere?.isBrought ?? false,
    });
  }
  return { schema, places };
}

/**
 * Whether a dataset stands on a table. Names that are told apart by capitals alone count as one: rather a rule too many
 * than one too few. What a dataset or a name does not say is looked for where names usually lead.
 */
export async function standsAt(
  dataset: UsualPlace & { table_name: string },
  table: TableName,
  database: OpenDatabase,
): Promise<boolean> {
  if (!isSame(dataset.table_name, table.table)) return false;
  const schemas = [dataset.schema, table.schema].map((schema) => schema || null);
  const usualSchema = schemas.includes(null) ? await database.session.defaultSchema() : null;
  const catalogs = [dataset.catalog, table.catalog].map(
    (catalog) => catalog || usualCatalog(database.source),
  );
  const [ownSchema, schema] = schemas.map((each) => each ?? usualSchema);
  const [ownCatalog, catalog] = catalogs;
  const isSamePart = (one: string | null | undefined, other: string | null | undefined) =>
    !one || !other || isSame(one, other);
  return isSamePart(ownSchema, schema) && isSamePart(ownCatalog, catalog);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Refuses statements that write into another database than the one they are sent to: that one's own settings decide
 * what may be written there.
 * @throws ChartroomError 403
 */
export async function refuseForeignWrites(
  database: OpenDatabase,
  statements: readonly ParsedStatement[],
  ports: DataPorts,
): Promise<void> {
  for (const statement of statements) {
    if (statement.reads) continue;
    const read = new Set(statement.tables.map(nameOf));
    for (const table of statement.touched) {
      if (read.has(nameOf(table)) || !(await foreignPlace(database, table, ports))) continue;
      throw new ChartroomError(
        `The table ${nameOf(table)} belongs to another database. Run the statement there.`,
        {
          status: 403,
          error_type: 'DML_NOT_ALLOWED_ERROR',
          level: 'error',
        },
      );
    }
  }
}

async function foreignPlace(
  database: OpenDatabase,
  table: TableName,
  ports: DataPorts,
): Promise<{ id: number; table: TableName; isBrought: boolean } | undefined> {
  const written = {
    table: table.table,
    ...(table.schema !== null && { schema: table.schema }),
    ...(table.catalog !== null && { catalog: table.catalog }),
  };
  const place = database.session.placeOf?.(written);
  if (place?.stranger !== undefined) {
    const id = database.session.runWith && (await databaseNamed(place.stranger, ports));
    // A name that is no connection's is refused as one is of which nothing may be read.
    return { id: id ?? -1, table: { ...table, catalog: null }, isBrought: true };
  }
  if (place?.uri === undefined) return undefined;
  const id = await ports.databaseAt(place.uri);
  // A file of the installation that no connection stands for is nobody's to read.
  return {
    id: id ?? -1,
    table: { catalog: place.catalog ?? null, schema: place.schema ?? null, table: place.table },
    isBrought: false,
  };
}

/** The connection that a name means, by its capitals where several differ in them alone; undefined where that is not said. */
async function databaseNamed(name: string, ports: DataPorts): Promise<number | undefined> {
  const found = await ports.databasesNamed(name);
  const exact = found.find((each) => each.name === name) ?? found[0];
  return found.length > 1 && exact?.name !== name ? undefined : exact?.id;
}

function nameOf({ catalog, schema, table }: TableName): string {
  return [catalog, schema, table].filter((part) => part !== null).join('.');
}
