import type { ColumnKind, ResultColumn } from '@chartroom/query';
import type { PoolClient } from 'pg';
import { openFile } from '../duckdb/read-file.ts';
import type { TableLoad } from '../engine.ts';
import { refuseUnknownColumns, tableIsThere } from '../files/load-refusals.ts';
import { readRows } from '../files/read-rows.ts';
import { tabLines } from '../files/tab-lines.ts';
import { copyInto } from './copy.ts';
import { quoteName, quoteText } from './sql-text.ts';

/**
 * Makes a table of a file in the transaction that the connection is in; resolves with the number of rows. The
 * file is read in a process of its own and streams into COPY, so its size does not matter.
 */
export async function loadTable(client: PoolClient, load: TableLoad): Promise<number> {
  const target = [load.table.schema, load.table.table].filter((part) => part !== undefined);
  const name = target.map(quoteName).join('.');
  const existing = await existingColumns(client, name);
  if (existing && load.mode === 'fail') throw tableIsThere(load.table.table, 'PostgreSQL');
  const reader = openFile(load.source);
  try {
    const file = await reader.query('SELECT * FROM file LIMIT 0', load.signal);
    await readRows(file);
    const columns = file.columns.map((column) => column.name);
    if (existing && load.mode === 'append') refuseUnknownColumns(columns, existing, 'PostgreSQL');
    else await createTable(client, name, file.columns);
    const lines = await tabLines(reader, file.columns, load, lineText);
    await copyInto(client, `COPY ${name} (${columns.map(quoteName).join(', ')}) FROM STDIN`, lines.chunks);
    return lines.count();
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
  bytes: 'BYTEA',
};

/** Whole numbers beyond 64 bits become NUMERIC. */
function columnType({ kind, nativeType }: ResultColumn): string {
  if (kind === 'int' && /^(U?HUGEINT|UBIGINT)$/.test(nativeType)) return 'NUMERIC';
  return kind === 'decimal' ? nativeType.replace('DECIMAL', 'NUMERIC') : TYPES[kind];
}

/** What COPY reads in another form than the usual text. */
function lineText(column: string, { kind }: ResultColumn): string | undefined {
  if (kind === 'bytes') return `'\\\\x' || hex(${column})`;
  return kind === 'timestamp' || kind === 'date' ? `replace(${column}::VARCHAR, '(BC)', 'BC')` : undefined;
}
