import type { DivisibleSelect, QuerySize } from '@chartroom/engines';
import { ChartroomError } from '@chartroom/model';
import {
  type Dialect,
  firstRowsOf,
  loadSqlParser,
  type ParsedStatement,
  type SqlParser,
  type TableName,
  wayParts,
} from '@chartroom/query';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataConfig } from '../data-config.ts';
import type { DataPorts, Principal, UsualPlace } from '../ports.ts';
import { broughtSelect } from './across-select.ts';
import { rulePlace, toldNothing } from './render-request.ts';
import { withRules } from './ruled-sql.ts';
import { requireTables, type TablePlace, tablePlaces } from './table-access.ts';

/** Who asks across databases, and with what. */
export interface AcrossAsker {
  who: Principal;
  /** Where names are looked for that do not say it. */
  usual: UsualPlace;
  ports: DataPorts;
  config: DataConfig;
}

/** A table of another connection that a statement reads. */
export interface AbroadTable {
  /** As it is written. */
  written: TableName;
  /** The same as one text. */
  name: string;
  database: OpenDatabase;
  /** What is read of it, with the rules that hold for whoever asks. */
  sql: string;
  /** How it may be read in parts; absent where rules or a limit decide which rows there are. */
  divisible: DivisibleSelect | undefined;
  columns: string[];
  isNarrowed: boolean;
}

/** A statement that reads tables of other connections. */
export interface AbroadStatement {
  statement: ParsedStatement;
  parser: SqlParser;
  tables: AbroadTable[];
}

/**
 * What one statement reads of other connections, once it is known that whoever asks may; undefined when it reads nothing there.
 * @throws ChartroomError 403 naming a table, 422 for statements and places in which such tables cannot be read
 */
export async function abroad(
  database: OpenDatabase,
  sql: string,
  asker: AcrossAsker,
): Promise<AbroadStatement | undefined> {
  if (!database.session.runWith) return undefined;
  const { dialect } = database.engine;
  const parser = await loadSqlParser();
  const [statement, ...others] = parser.parse(sql, dialect);
  if (!statement || others.length > 0) return undefined;
  const { who, usual, ports } = asker;
  const places = (await tablePlaces(database, statement.touched, usual, ports)).filter(
    ({ isBrought }) => isBrought,
  );
  if (places.length === 0) return undefined;
  requireReading(statement, places, dialect);
  // Rights may have gone since the script was looked at.
  await requireTables(
    database,
    { tables: places.map(({ written }) => written), isTransparent: true },
    usual,
    who,
    ports,
  );
  const needs = parser.needsOf(statement, dialect);
  const tables = await Promise.all(
    places.map(async (place) => {
      const uses = needs.conditionsOf(place.written);
      // Rows that another place needs as well are not left out.
      const isOnce = statement.uses.filter((use) => nameOf(use) === nameOf(place.written)).length === 1;
      const conditions = isOnce && uses.length === 1 ? (uses[0] ?? []) : [];
      const firstRows = places.length === 1 ? needs.firstRows : undefined;
      return abroadTable(
        database,
        place,
        { names: needs.namesOf(place.written), conditions, firstRows },
        asker,
      );
    }),
  );
  return { statement, parser, tables };
}

async function abroadTable(
  database: OpenDatabase,
  { written, databaseId, table }: TablePlace,
  needs: Parameters<typeof broughtSelect>[2] & { firstRows: number | undefined },
  { who, ports, config }: AcrossAsker,
): Promise<AbroadTable> {
  const source = await ports.database(databaseId, who);
  if (!source) throw new Error(`There is no database ${databaseId}, and yet its tables may be read.`);
  const other = database.beside(source);
  const { schema } = table;
  const place = { table: table.table, ...(schema !== null && { schema }) };
  const described = await other.session.describe(place);
  const select = broughtSelect(table, described.columns, needs, other.engine.dialect);
  // The same rules as where SQL Lab asks that database itself.
  const ruled = config.rls_in_sqllab
    ? await withRules(
        select.sql,
        rulePlace(
          {
            database: other,
            ports,
            who,
            now: ports.now(),
            usual: { schema, catalog: null },
            bounds: config.bounds,
          },
          () => toldNothing({}),
        ),
      )
    : select.sql;
  // Rules decide first which rows there are.
  const sql =
    needs.firstRows === undefined ? ruled : firstRowsOf(ruled, needs.firstRows, other.engine.dialect);
  const { columns, isNarrowed, where } = select;
  const divisible = sql === select.sql ? { table: place, where } : undefined;
  return { sql, divisible, columns, isNarrowed, written, name: nameOf(written), database: other };
}

/** What the engine of a table tells of how much is read; undefined where it does not. */
export function sizeOf(
  { database, sql, written }: AbroadTable,
  signal: AbortSignal,
): Promise<QuerySize | undefined> {
  const { session } = database;
  const place = written.schema === null ? {} : { schema: written.schema };
  const size = session.size?.(sql, { table: written.table, ...place }, { signal, ...place });
  return size ?? Promise.resolve(undefined);
}

/** A table as it is written, in one text. */
export function nameOf({ catalog, schema, table }: TableName): string {
  return [catalog, schema, table].filter((part) => part !== null).join('.');
}

/** @throws ChartroomError 422 where tables of other connections cannot be read by a statement */
function requireReading(
  statement: ParsedStatement,
  places: readonly TablePlace[],
  { lexical }: Pick<Dialect, 'lexical'>,
): void {
  const names = places.map(({ written }) => nameOf(written)).join(', ');
  if (!statement.isQuery || !statement.reads || !statement.isTransparent)
    throw refusal(`Tables of other databases (${names}) can be read by a query alone, a SELECT in SQL Lab.`);
  const characters = [...statement.sql];
  for (const { written } of places) {
    if (written.schema === null)
      throw refusal(
        `"${nameOf(written)}" says no schema: tables of other databases are written as database.schema.table.`,
      );
    for (const { place, ...use } of statement.uses.filter((each) => nameOf(each) === nameOf(written))) {
      const parts = place && wayParts(characters.slice(place.start, place.end).join(''), lexical);
      const isPlain =
        parts?.length === 3 && parts[0] === use.catalog && parts[1] === use.schema && parts[2] === use.table;
      if (!isPlain)
        throw refusal(
          `"${nameOf(written)}" cannot be told apart into database, schema and table. Names of databases that hold a dot cannot be written here.`,
        );
    }
  }
}

/** Refuses what a dataset cannot stand on. @throws ChartroomError 422 naming the tables of other connections */
export async function refuseBrought(
  database: OpenDatabase,
  statements: readonly ParsedStatement[],
  usual: UsualPlace,
  ports: DataPorts,
): Promise<void> {
  const touched = statements.flatMap((statement) => statement.touched);
  const brought = (await tablePlaces(database, touched, usual, ports)).filter(({ isBrought }) => isBrought);
  if (brought.length === 0) return;
  const names = brought.map(({ written }) => nameOf(written)).join(', ');
  throw refusal(
    `Datasets and charts cannot read tables of other databases (${names}): only a query in SQL Lab does. Its rows can be downloaded and uploaded as a table.`,
  );
}

function refusal(message: string): ChartroomError {
  return new ChartroomError(message, { status: 422, error_type: 'INVALID_SQL_ERROR', level: 'error' });
}
