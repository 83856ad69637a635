import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import type { LoadCommand } from '../child/protocol.ts';
import type { OnInterrupt } from '../child/serve.ts';
import { type OpenFile, openFileReader } from './file-reader.ts';
import { quoteName } from './sql-text.ts';

/** Rows between two reports of progress. */
const PROGRESS_ROWS = 100_000;

interface Load {
  connection: DuckDBConnection;
  command: LoadCommand;
  onInterrupt: OnInterrupt;
  onProgress(rows: number): void;
}

/**
 * Reads a file in an instance of its own that may open this one file and nothing else, and appends its rows
 * to the database. One transaction: when anything fails, the table is as it was.
 */
export async function loadFile({ connection, command, onInterrupt, onProgress }: Load): Promise<number> {
  const existing = await tableColumns(connection, command);
  if (existing && command.mode === 'fail') {
    throw Object.assign(new Error(`Table "${command.table}" already exists.`), { code: 'TABLE_EXISTS' });
  }
  const file = await openFileReader(command.source, onInterrupt);
  try {
    let interrupted = false;
    onInterrupt(() => {
      interrupted = true;
      file.connection.interrupt();
      connection.interrupt();
    });
    const select =
      existing && command.mode === 'append'
        ? await fitted(file.connection, file.select, existing)
        : file.select;
    const result = await streamed(file, select);
    await connection.run('BEGIN TRANSACTION');
    try {
      if (command.mode !== 'append' || !existing) await createTable(connection, command, result);
      const rows = await appendRows({ connection, command, result, onProgress, stopped: () => interrupted });
      await connection.run('COMMIT');
      return rows;
    } catch (error) {
      await connection.run('ROLLBACK').catch(() => undefined);
      throw file.explain(error);
    }
  } finally {
    await file.close();
  }
}

async function streamed(file: OpenFile, select: string): Promise<DuckDBResult> {
  try {
    return await file.connection.stream(select);
  } catch (error) {
    throw file.explain(error);
  }
}

function target(command: LoadCommand): string {
  return `${quoteName(command.schema ?? 'main')}.${quoteName(command.table)}`;
}

interface TableColumn {
  name: string;
  type: string;
}

/** Columns of the table to be written, or undefined when there is none. */
async function tableColumns(
  connection: DuckDBConnection,
  command: LoadCommand,
): Promise<TableColumn[] | undefined> {
  const found = await connection.runAndReadAll(
    `SELECT column_name, data_type FROM information_schema.columns
     WHERE table_catalog = current_database() AND table_schema = $1 AND table_name = $2 ORDER BY ordinal_position`,
    [command.schema ?? 'main', command.table],
  );
  const columns = found.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
  return columns.length > 0 ? columns : undefined;
}

/** The file's columns by name in the table's order and types; a column that the table lacks is an error, one that the file lacks is null. */
async function fitted(input: DuckDBConnection, select: string, existing: TableColumn[]): Promise<string> {
  const described = await input.runAndReadAll(`DESCRIBE ${select}`);
  const names = new Set(described.getRows().map(([name]) => String(name)));
  const unknown = [...names].filter((name) => !existing.some((column) => column.name === name));
  if (unknown.length > 0)
    throw new Error(`Binder Error: the table has no column ${unknown.map((name) => `"${name}"`).join(', ')}`);
  const items = existing.map(
    ({ name, type }) =>
      `CAST(${names.has(name) ? quoteName(name) : 'NULL'} AS ${type}) AS ${quoteName(name)}`,
  );
  return `SELECT ${items.join(', ')} FROM (${select})`;
}

async function createTable(
  connection: DuckDBConnection,
  command: LoadCommand,
  result: DuckDBResult,
): Promise<void> {
  const types = result.columnTypes();
  const columns = result
    .columnNames()
    .map((name, index) => `${quoteName(name)} ${types[index]?.alias ?? types[index] ?? 'VARCHAR'}`);
  if (command.mode === 'replace') await connection.run(`DROP TABLE IF EXISTS ${target(command)}`);
  await connection.run(`CREATE TABLE ${target(command)} (${columns.join(', ')})`);
}

async function appendRows(load: {
  connection: DuckDBConnection;
  command: LoadCommand;
  result: DuckDBResult;
  onProgress(rows: number): void;
  stopped(): boolean;
}): Promise<number> {
  const appender = await load.connection.createAppender(
    load.command.table,
    load.command.schema ?? 'main',
    load.command.catalog,
  );
  let rows = 0;
  let reported = 0;
  try {
    for (;;) {
      const chunk = await load.result.fetchChunk();
      if (load.stopped()) throw new Error('INTERRUPT Error: Interrupted!');
      if (!chunk || chunk.rowCount === 0) break;
      appender.appendDataChunk(chunk);
      rows += chunk.rowCount;
      if (rows - reported >= PROGRESS_ROWS) {
        reported = rows;
        load.onProgress(rows);
      }
    }
    appender.flushSync();
  } finally {
    appender.closeSync();
  }
  return rows;
}
