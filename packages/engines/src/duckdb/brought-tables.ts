import { readFile } from 'node:fs/promises';
import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import type { RunCommand, TakenFile, TakenTable } from '../child/protocol.ts';
import type { CopiedColumn } from '../engine.ts';
import { ColumnVectors } from './column-vectors.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** Digits that a decimal may have, and those up to which it is quick to reckon with. */
const MOST_DIGITS = 38;
const QUICK_DIGITS = 18;
/** Bytes of a line up to which the reader's own buffer does. */
const USUAL_LINE = 2 ** 20;

/** What makes the tables of one statement. */
interface Bringing {
  /** The statement's own connection. */
  connection: DuckDBConnection;
  /** One that can open the files and nothing else. */
  reader: DuckDBConnection;
  command: Pick<RunCommand, 'tables'>;
  files: AsyncIterable<TakenFile>;
}

/**
 * Makes the tables that a statement brings with it, as temporary tables of its connection, of the files that come; ends when
 * all rows of all of them are there.
 */
export async function bringTables({ connection, reader, command, files }: Bringing): Promise<void> {
  const { tables = [] } = command;
  for (const { name, columns } of tables) {
    const definitions = columns.map((column) => `${quoteName(column.name)} ${column.type}`);
    await connection.run(`CREATE TEMP TABLE ${quoteName(name)} (${definitions.join(', ')})`);
  }
  if (tables.length === 0) return;
  const arriving = await Promise.all(tables.map((table) => arrivingTable(connection, reader, table)));
  let open = tables.length;
  try {
    for await (const file of files) {
      const [table, own] = [tables[file.table], arriving[file.table]];
      if (!table || !own) throw new Error('Rows came for a table that there is not.');
      if (file.path !== null) await own.take(file.path, file);
      else {
        own.appender.flushSync();
        await fitDecimals(connection, table);
        open -= 1;
        if (open === 0) return;
      }
    }
  } finally {
    for (const { appender } of arriving) appender.closeSync();
  }
}

/** A table while its rows come: they are appended as long as files come, since each beginning anew costs as much as many rows. */
interface Arriving {
  appender: DuckDBAppender;
  take(path: string, file: TakenFile): Promise<void>;
}

async function arrivingTable(
  connection: DuckDBConnection,
  reader: DuckDBConnection,
  { name, columns, areColumns }: TakenTable,
): Promise<Arriving> {
  const appender = await connection.createAppender(name, 'main', 'temp');
  if (!areColumns) {
    const take: Arriving['take'] = (path, file) => appendLines(appender, reader, columns, path, file);
    return { appender, take };
  }
  const vectors = new ColumnVectors(appender, columns);
  return { appender, take: async (path) => vectors.take(await readFile(path)) };
}

async function appendLines(
  appender: DuckDBAppender,
  reader: DuckDBConnection,
  columns: readonly CopiedColumn[],
  path: string,
  file: TakenFile,
): Promise<void> {
  const explain = (error: unknown): Error => unreadable(error, columns);
  const result = await reader.stream(selectOf(columns, path, file)).catch((error: unknown) => {
    throw explain(error);
  });
  for (;;) {
    const chunk = await result.fetchChunk().catch((error: unknown) => {
      throw explain(error);
    });
    if (!chunk || chunk.rowCount === 0) return;
    appender.appendDataChunk(chunk);
  }
}

/** What the reader says of a value, in words that know the column and not the file. */
function unreadable(error: unknown, columns: readonly CopiedColumn[]): Error {
  const message = error instanceof Error ? error.message : String(error);
  const place = /column "c(\d+)"/.exec(message)?.[1];
  const reason = /(Could not convert|Failed to cast|invalid|Invalid|Maximum line)[^\n]*/.exec(message)?.[0];
  if (reason === undefined) return error instanceof Error ? error : new Error(message);
  const column = columns[Number(place)]?.name;
  const what = column === undefined ? 'A value of another database' : `A value of the column "${column}"`;
  return new Error(`Conversion Error: ${what} cannot be read exactly: ${reason}`);
}

/** Reads a file with nothing left to be guessed. */
function selectOf(columns: readonly CopiedColumn[], path: string, { longest, hasEras }: TakenFile): string {
  const isText = ({ form }: CopiedColumn): boolean => form === 'hex' || (form === 'era' && hasEras);
  const types = columns.map(
    (column, place) => `'c${place}': ${quoteText(isText(column) ? 'VARCHAR' : column.type)}`,
  );
  const items = columns.map((column, place) => {
    if (!isText(column)) return `c${place}`;
    return column.form === 'hex'
      ? `unhex(c${place})`
      : `regexp_replace(c${place}, '^(\\S+)(.*) BC$', '\\1 (BC)\\2')::${column.type}`;
  });
  const line = longest > USUAL_LINE ? `, max_line_size = ${longest + 1_024}` : '';
  const options =
    "auto_detect = false, header = false, delim = ',', quote = '\"', escape = '\"', new_line = '\\n', nullstr = '', allow_quoted_nulls = false, null_padding = false";
  return `SELECT ${items.join(', ')} FROM read_csv(${quoteText(path)}, ${options}, columns = {${types.join(', ')}}${line})`;
}

/** Gives decimals of unknown width the one that all of their values fit in exactly; what no decimal can be stays text. */
async function fitDecimals(connection: DuckDBConnection, { name, columns }: TakenTable): Promise<void> {
  for (const column of columns) {
    if (column.form !== 'digits') continue;
    const own = quoteName(column.name);
    const found = await connection.runAndReadAll(
      `SELECT max(length(ltrim(split_part(${own}, '.', 1), '-')))::INT, max(length(split_part(${own}, '.', 2)))::INT,
         bool_and(regexp_full_match(${own}, '-?[0-9]+([.][0-9]+)?')) FROM temp.main.${quoteName(name)}`,
    );
    const [whole, parts, isPlain] = found.getRows()[0] ?? [];
    if (isPlain === false) continue;
    const scale = Number(parts ?? 0);
    const digits = Number(whole ?? 1) + scale;
    if (digits > MOST_DIGITS) continue;
    const width = digits <= QUICK_DIGITS ? QUICK_DIGITS : MOST_DIGITS;
    await connection.run(
      `ALTER TABLE temp.main.${quoteName(name)} ALTER ${own} SET DATA TYPE DECIMAL(${width}, ${scale})`,
    );
  }
}
