import { ChartroomError } from '@chartroom/model';
import type { Cell, ColumnBatch, ColumnKind, ResultColumn } from '@chartroom/query';
import type { PoolClient } from 'pg';
import { openFile } from '../duckdb/read-file.ts';
import type { Result, TableLoad } from '../engine.ts';
import { copyInto } from './copy.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** Rows between two reports of progress. */
const PROGRESS_ROWS = 100_000;

/**
 * Makes a table of a file in the transaction that the connection is in; resolves with the number of rows. The
 * file is read in a process of its own and streams into COPY, so its size does not matter.
 */
export async function loadTable(client: PoolClient, load: TableLoad): Promise<number> {
  const target = [load.table.schema, load.table.table].filter((part) => part !== undefined);
  const name = target.map(quoteName).join('.');
  const existing = await existingColumns(client, name);
  if (existing && load.mode === 'fail') {
    throw new ChartroomError(`Table "${load.table.table}" already exists.`, {
      status: 422,
      error_type: 'GENERIC_COMMAND_ERROR',
      extra: { engine_name: 'PostgreSQL' },
    });
  }
  const reader = openFile(load.source);
  try {
    const rows = await reader.query('SELECT * FROM file', load.signal);
    const columns = rows.columns.map((column) => column.name);
    if (existing && load.mode === 'append') checkColumns(columns, existing);
    else await createTable(client, name, rows.columns);
    let count = 0;
    const counted = countRows(rows, (length) => {
      if (Math.floor((count + length) / PROGRESS_ROWS) > Math.floor(count / PROGRESS_ROWS)) load.onProgress?.(count + length);
      count += length;
    });
    await copyInto(client, `COPY ${name} (${columns.map(quoteName).join(', ')}) FROM STDIN`, counted);
    return count;
  } finally {
    await reader.close();
  }
}

/** Columns of the table, or undefined when there is none. */
async function existingColumns(client: PoolClient, name: string): Promise<string[] | undefined> {
  const { rows } = await client.query<{ names: string[] | null }>(
    `SELECT array_agg(attname::text) AS names FROM pg_attribute WHERE attrelid = to_regclass(${quoteText(name)}) AND attnum > 0 AND NOT attisdropped`,
  );
  return rows[0]?.names ?? undefined;
}

function checkColumns(columns: string[], existing: string[]): void {
  const unknown = columns.filter((column) => !existing.includes(column));
  if (unknown.length === 0) return;
  throw new ChartroomError(`The table has no column ${unknown.map((column) => `"${column}"`).join(', ')}.`, {
    status: 422,
    error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
    extra: { engine_name: 'PostgreSQL' },
  });
}

async function createTable(client: PoolClient, name: string, columns: ResultColumn[]): Promise<void> {
  const definitions = columns.map((column) => `${quoteName(column.name)} ${columnType(column)}`);
  await client.query(`DROP TABLE IF EXISTS ${name}`);
  await client.query(`CREATE TABLE ${name} (${definitions.join(', ')})`);
}

const TYPES: Readonly<Record<ColumnKind, string>> = {
  int: 'BIGINT',
  float: 'DOUBLE PRECISION',
  decimal: 'NUMERIC',
  bool: 'BOOLEAN',
  timestamp: 'TIMESTAMP',
  date: 'DATE',
  time: 'TIME',
  interval: 'INTERVAL',
  string: 'TEXT',
  uuid: 'UUID',
  json: 'TEXT',
  bytes: 'TEXT',
};

/** Whole numbers beyond 64 bits become NUMERIC. */
function columnType({ kind, nativeType }: ResultColumn): string {
  if (kind === 'int' && /^(U?HUGEINT|UBIGINT)$/.test(nativeType)) return 'NUMERIC';
  return kind === 'decimal' ? nativeType.replace('DECIMAL', 'NUMERIC') : TYPES[kind];
}

async function* countRows(result: Result, onRows: (length: number) => void): AsyncGenerator<string> {
  const kinds = result.columns.map((column) => column.kind);
  for await (const batch of result.batches) {
    yield copyText(batch, kinds);
    onRows(batch.length);
  }
}

/** Rows in the text format of COPY. */
function copyText(batch: ColumnBatch, kinds: readonly ColumnKind[]): string {
  const lines: string[] = new Array(batch.length);
  for (let row = 0; row < batch.length; row++) {
    lines[row] = batch.columns.map((column, index) => copyCell(column[row] ?? null, kinds[index])).join('\t');
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function copyCell(cell: Cell, kind: ColumnKind | undefined): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'number' && (kind === 'timestamp' || kind === 'date')) return momentText(cell);
  return String(cell).replace(/[\\\n\r\t]/g, (char) => ESCAPES[char] ?? char);
}

/** A moment as PostgreSQL reads it, to the microsecond. */
function momentText(ms: number): string {
  if (!Number.isFinite(ms)) return ms > 0 ? 'infinity' : '-infinity';
  const whole = Math.floor(ms);
  const date = new Date(whole);
  const micros = String(Math.round((ms - whole) * 1000)).padStart(3, '0');
  const year = date.getUTCFullYear();
  const text = date.toISOString();
  const rest = text.slice(text.indexOf('-', 1), -1);
  return `${String(year > 0 ? year : 1 - year).padStart(4, '0')}${rest.replace('T', ' ')}${micros}${year > 0 ? '' : ' BC'}`;
}
