import { Readable } from 'node:stream';
import { ChartroomError } from '@chartroom/model';
import type { Cell, ColumnKind, ResultColumn } from '@chartroom/query';
import { openFile } from '../duckdb/read-file.ts';
import type { TableLoad, TableRef } from '../engine.ts';
import { refuseUnknownColumns, tableIsThere } from '../files/load-refusals.ts';
import { readRows } from '../files/read-rows.ts';
import { tabLines } from '../files/tab-lines.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** What loading asks of the server. */
export interface LoadServer {
  ask(sql: string): Promise<Cell[][]>;
  /** Runs a statement that changes tables. */
  execute(sql: string): Promise<void>;
  /** Sends lines of a format to `INSERT INTO <table> (<columns>)`. */
  insert(table: string, columns: readonly string[], lines: Readable): Promise<void>;
  engineName: string;
}

/** A table as statements name it. */
export function nameOf({ schema, table }: Pick<TableRef, 'schema' | 'table'>): string {
  return [schema, table].flatMap((part) => (part === undefined ? [] : quoteName(part))).join('.');
}

/**
 * Makes a table of a file; resolves with the number of rows. There are no transactions: the rows go into a table of their
 * own, which takes the name in one step, or whose rows are added once all of them are known to fit. The file is read in a
 * process of its own and streams into the INSERT, so its size does not matter.
 */
export async function loadTable(server: LoadServer, load: TableLoad): Promise<number> {
  const existing = await existingColumns(server, load.table);
  if (existing && load.mode === 'fail') throw tableIsThere(load.table.table, server.engineName);
  const reader = openFile(load.source);
  const staging = nameOf({
    schema: load.table.schema,
    table: `chartroom_load_${crypto.randomUUID().replaceAll('-', '')}`,
  });
  try {
    const file = await reader.query('SELECT * FROM file LIMIT 0', load.signal);
    await readRows(file);
    const columns = file.columns.map((column) => column.name);
    if (existing && load.mode === 'append')
      refuseUnknownColumns(columns, [...existing.keys()], server.engineName);
    await server.execute(
      `CREATE TABLE ${staging} (${file.columns.map(definition).join(', ')}) ENGINE = MergeTree ORDER BY tuple()`,
    );
    const lines = await tabLines(reader, file.columns, load, lineText);
    await send(server, staging, columns, lines.chunks);
    load.signal.throwIfAborted();
    if (!existing) await server.execute(`RENAME TABLE ${staging} TO ${nameOf(load.table)}`);
    else if (load.mode === 'append')
      await add(server, { staging, load, file: file.columns, types: existing });
    else await server.execute(`EXCHANGE TABLES ${staging} AND ${nameOf(load.table)}`);
    return lines.count();
  } catch (error) {
    throw explained(error, server.engineName);
  } finally {
    await reader.close();
    await removeLeftover(server, staging);
  }
}

/** Sends all lines. What fails while they are read is what the caller is told; the server then keeps what it has, under the passing name. */
async function send(
  server: LoadServer,
  table: string,
  columns: readonly string[],
  chunks: AsyncIterable<string>,
): Promise<void> {
  let failure: { error: unknown } | undefined;
  const guarded = async function* (): AsyncGenerator<string> {
    try {
      yield* chunks;
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    await server.insert(table, columns, Readable.from(guarded(), { objectMode: false }));
  } catch (error) {
    throw failure ? failure.error : error;
  }
  if (failure) throw failure.error;
}

const UNKNOWN_DAY = 'holds a day that ClickHouse does not know, which knows those of the years 1900 to 2299';

/** A day that the server would make another one of is the file's fault, not that of the engine which reads it. */
function explained(error: unknown, engine_name: string): unknown {
  const message = error instanceof Error ? /The column "[\s\S]*/.exec(error.message)?.[0] : undefined;
  if (!message?.includes(UNKNOWN_DAY)) return error;
  return new ChartroomError(message, {
    status: 422,
    error_type: 'GENERIC_COMMAND_ERROR',
    extra: { engine_name },
  });
}

/** Adds the rows to a table with types of its own, once all of them are known to fit: the server makes nothing of what does not, or something else. */
async function add(
  server: LoadServer,
  {
    staging,
    load,
    file,
    types,
  }: { staging: string; load: TableLoad; file: readonly ResultColumn[]; types: ReadonlyMap<string, string> },
): Promise<void> {
  const columns = file.map((column) => ({ column, type: types.get(column.name) ?? 'Nullable(String)' }));
  const [misfits = []] = await server.ask(
    `SELECT ${columns.map(({ column, type }) => `countIf(${misfit(column, type)})`).join(', ')} FROM ${staging}`,
  );
  const at = misfits.findIndex((count) => Number(count) > 0);
  const wrong = columns[at];
  if (wrong) {
    throw new ChartroomError(
      `The column "${wrong.column.name}" has ${String(misfits[at])} values that do not fit the table, where it is ${wrong.type}.`,
      { status: 422, error_type: 'GENERIC_COMMAND_ERROR', extra: { engine_name: server.engineName } },
    );
  }
  const names = columns.map(({ column }) => quoteName(column.name)).join(', ');
  const items = columns.map(({ column, type }) => converted(column, type)).join(', ');
  await server.execute(`INSERT INTO ${nameOf(load.table)} (${names}) SELECT ${items} FROM ${staging}`);
}

const converted = ({ name }: ResultColumn, type: string): string =>
  `accurateCast(${quoteName(name)}, ${quoteText(type)})`;

/** Kinds of which a conversion that is called accurate may keep a part only. */
const CUT: ReadonlySet<ColumnKind> = new Set(['timestamp', 'date', 'decimal']);

/** Whether a value is there before its conversion and not after it, or is another one. */
function misfit(column: ResultColumn, type: string): string {
  const [value, made] = [quoteName(column.name), converted(column, type)];
  const same = CUT.has(column.kind)
    ? `coalesce(accurateCastOrNull(${made}, ${quoteText(typeOf(column))}) = ${value}, 0)`
    : `isNotNull(${made})`;
  return `isNotNull(${value}) AND NOT ${same}`;
}

/** Also the former table, which an exchange leaves under the passing name. What stays behind is told to the operator. */
async function removeLeftover(server: LoadServer, staging: string): Promise<void> {
  try {
    await server.execute(`DROP TABLE IF EXISTS ${staging} SYNC`);
  } catch (error) {
    process.emitWarning(
      `The table ${staging} could not be removed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Types of the table's columns by name, or undefined when there is none. */
async function existingColumns(
  server: LoadServer,
  { table, schema }: TableRef,
): Promise<Map<string, string> | undefined> {
  const rows = await server.ask(
    `SELECT name, type FROM system.columns WHERE table = ${quoteText(table)}
     AND database = ${schema === undefined ? 'currentDatabase()' : quoteText(schema)} ORDER BY position`,
  );
  return rows.length === 0 ? undefined : new Map(rows.map(([name, type]) => [String(name), String(type)]));
}

const TYPES: Readonly<Record<ColumnKind, string>> = {
  int: 'Int64',
  float: 'Float64',
  decimal: 'Decimal',
  bool: 'Bool',
  timestamp: 'DateTime64(6)',
  date: 'Date32',
  time: 'String',
  interval: 'String',
  string: 'String',
  uuid: 'UUID',
  json: 'String',
  bytes: 'String',
};
const WIDE_INTEGERS: Readonly<Record<string, string>> = {
  UBIGINT: 'UInt64',
  HUGEINT: 'Int128',
  UHUGEINT: 'UInt128',
};

function typeOf({ kind, nativeType }: ResultColumn): string {
  return kind === 'decimal'
    ? nativeType.replace('DECIMAL', 'Decimal')
    : (WIDE_INTEGERS[nativeType] ?? TYPES[kind]);
}

const definition = (column: ResultColumn): string => `${quoteName(column.name)} Nullable(${typeOf(column)})`;

/** What the server reads in another form than the usual text. Days that it does not know would become other days. */
function lineText(column: string, { name, kind, nativeType }: ResultColumn): string | undefined {
  if (kind === 'bytes') return `regexp_replace(hex(${column}), '(..)', '\\\\x\\1', 'g')`;
  if (kind !== 'timestamp' && kind !== 'date') return undefined;
  const value = nativeType.endsWith('TIME ZONE') ? `timezone('UTC', ${column})` : column;
  const problem = `'The column "${name.replaceAll("'", "''")}" ${UNKNOWN_DAY}: ' || ${value}::VARCHAR`;
  return `CASE WHEN ${value} IS NULL THEN NULL WHEN year(${value}) BETWEEN 1900 AND 2299 THEN ${value}::VARCHAR ELSE error(${problem}) END`;
}
