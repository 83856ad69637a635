import type { Cell, ColumnKind, ResultColumn } from '@chartroom/query';
import { openFile } from '../duckdb/read-file.ts';
import type { Result, TableLoad } from '../engine.ts';
import { refuseUnknownColumns, tableIsThere } from '../files/load-refusals.ts';
import { readRows } from '../files/read-rows.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** Rows between two reports of progress. */
const PROGRESS_ROWS = 100_000;
/** Characters after which an INSERT is sent; servers take 4 MB or more at once. */
const INSERT_LENGTH = 1_000_000;

/** What loading asks of the server. */
export interface LoadServer {
  /** Runs a statement on the connection of the load, which is in a transaction. */
  execute(sql: string): Promise<Cell[][]>;
  /** Runs a statement on a connection of its own, whatever became of the other. */
  cleanUp(sql: string): Promise<void>;
  engineName: string;
}

/**
 * Makes a table of a file; resolves with the number of rows. The server has no transactions over tables'
 * definitions: a new table is filled under a name of its own and then renamed, which is one step.
 */
export async function loadTable(server: LoadServer, load: TableLoad): Promise<number> {
  const nameOf = (table: string): string =>
    [load.table.schema, table].flatMap((part) => (part === undefined ? [] : quoteName(part))).join('.');
  const name = nameOf(load.table.table);
  const existing = await existingColumns(server, load);
  if (existing && load.mode === 'fail') throw tableIsThere(load.table.table, server.engineName);
  const reader = openFile(load.source);
  const passing = (kind: string): string =>
    nameOf(`chartroom_${kind}_${crypto.randomUUID().replaceAll('-', '')}`);
  const staging = existing && load.mode === 'append' ? undefined : passing('load');
  try {
    const file = await reader.query('SELECT * FROM file LIMIT 0', load.signal);
    await readRows(file);
    const columns = file.columns.map((column) => column.name);
    if (staging === undefined) refuseUnknownColumns(columns, existing ?? [], server.engineName);
    else
      await server.execute(
        `CREATE TABLE ${staging} (${file.columns.map(definition).join(', ')}) CHARACTER SET utf8mb4`,
      );
    const rows = await reader.query(`SELECT ${file.columns.map(readItem).join(', ')} FROM file`, load.signal);
    const head = `INSERT INTO ${staging ?? name} (${columns.map(quoteName).join(', ')}) VALUES `;
    const count = await insert(server, { rows, head, kinds: file.columns.map(({ kind }) => kind), load });
    if (staging !== undefined) {
      await server.execute('COMMIT');
      const former = passing('former');
      await server.execute(`RENAME TABLE ${existing ? `${name} TO ${former}, ` : ''}${staging} TO ${name}`);
      if (existing) await server.execute(`DROP TABLE ${former}`);
    }
    return count;
  } catch (error) {
    if (staging !== undefined) await removeLeftover(server, staging);
    throw error;
  } finally {
    await reader.close();
  }
}

/** What went wrong first is what the caller is told; a table that stays behind is told to the operator. */
async function removeLeftover(server: LoadServer, staging: string): Promise<void> {
  try {
    await server.cleanUp(`DROP TABLE IF EXISTS ${staging}`);
  } catch (error) {
    process.emitWarning(
      `The unfinished table ${staging} could not be removed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Columns of the table, or undefined when there is none. */
async function existingColumns(server: LoadServer, { table }: TableLoad): Promise<string[] | undefined> {
  const rows = await server.execute(
    `SELECT column_name FROM information_schema.columns WHERE table_name = ${quoteText(table.table)}
     AND table_schema = ${table.schema === undefined ? 'DATABASE()' : quoteText(table.schema)}`,
  );
  return rows.length === 0 ? undefined : rows.map(([column]) => String(column));
}

const TYPES: Readonly<Record<ColumnKind, string>> = {
  int: 'BIGINT',
  float: 'DOUBLE',
  decimal: 'DECIMAL',
  bool: 'BOOLEAN',
  timestamp: 'DATETIME(6)',
  date: 'DATE',
  time: 'TIME(6)',
  interval: 'VARCHAR(100)',
  string: 'LONGTEXT',
  uuid: 'CHAR(36)',
  json: 'LONGTEXT',
  bytes: 'LONGBLOB',
};

/** Whole numbers beyond 64 bits become DECIMAL. */
function definition({ name, kind, nativeType }: ResultColumn): string {
  const isWide = kind === 'int' && /^(U?HUGEINT|UBIGINT)$/.test(nativeType);
  const usual = kind === 'decimal' ? nativeType : TYPES[kind];
  const type = isWide ? 'DECIMAL(39, 0)' : usual;
  return `${quoteName(name)} ${type} NULL`;
}

/** A column as the text that stands in the INSERT, written by the engine that reads the file. */
function readItem({ name, kind, nativeType }: ResultColumn): string {
  const column = `"${name.replaceAll('"', '""')}"`;
  if (kind === 'bytes') return `hex(${column})`;
  if (kind === 'json') return `to_json(${column})::VARCHAR`;
  // Not a number: nothing. The server knows neither this nor infinity, which it refuses.
  if (kind === 'float') return `CASE WHEN isnan(${column}) THEN NULL ELSE ${column}::VARCHAR END`;
  if (kind === 'timestamp' && nativeType.endsWith('TIME ZONE')) return `timezone('UTC', ${column})::VARCHAR`;
  return `${column}::VARCHAR`;
}

const BARE: ReadonlySet<ColumnKind> = new Set(['int', 'float', 'decimal', 'bool']);

function literal(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return 'NULL';
  const text = String(cell);
  if (kind === 'bytes') return `x'${text}'`;
  return BARE.has(kind) && /^(?:[-+.\deE]+|true|false)$/.test(text) ? text : quoteText(text);
}

/** Sends the rows in INSERTs of many rows; resolves with their number. */
async function insert(
  server: LoadServer,
  { rows, head, kinds, load }: { rows: Result; head: string; kinds: ColumnKind[]; load: TableLoad },
): Promise<number> {
  let count = 0;
  let pending: string[] = [];
  let length = 0;
  const send = async (): Promise<void> => {
    if (pending.length > 0) await server.execute(head + pending.join(', '));
    pending = [];
    length = 0;
  };
  for await (const batch of rows.batches) {
    for (let row = 0; row < batch.length; row++) {
      const written = `(${kinds.map((kind, column) => literal(batch.columns[column]?.[row] ?? null, kind)).join(', ')})`;
      if (length + written.length > INSERT_LENGTH) await send();
      pending.push(written);
      length += written.length;
    }
    const before = count;
    count += batch.length;
    if (Math.floor(count / PROGRESS_ROWS) > Math.floor(before / PROGRESS_ROWS)) load.onProgress?.(count);
  }
  await send();
  return count;
}
