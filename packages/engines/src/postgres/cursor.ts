import type { Cell, ColumnBatch, ResultColumn } from '@chartroom/query';
import type { PoolClient } from 'pg';
import Cursor from 'pg-cursor';
import { describeColumn, parserOf } from './values.ts';

/** Rows of the first read: small, so that the first rows come soon; later reads are larger. */
const FIRST_ROWS = 1_000;
const MORE_ROWS = 5_000;

/** An open cursor: its columns, and the rows it read to learn them. */
export interface OpenCursor {
  columns: ResultColumn[];
  /** The next rows, at most `limit`; null at the end. */
  next(limit: number): Promise<ColumnBatch | null>;
  close(): Promise<void>;
}

/** Sends a statement and reads its first rows. Only one statement passes: the extended protocol takes no more. */
export async function openCursor(client: PoolClient, sql: string): Promise<OpenCursor> {
  const cursor = client.query(new Cursor<Cell[]>(sql, [], { rowMode: 'array', types: { getTypeParser: parserOf } }));
  const first = await read(cursor, FIRST_ROWS);
  let pending: Cell[][] | undefined = first.rows;
  let ended = first.rows.length < FIRST_ROWS;
  const width = first.columns.length;
  return {
    columns: first.columns,
    async next(limit) {
      let rows = pending;
      pending = undefined;
      if (!rows) {
        if (ended) return null;
        const size = Math.min(MORE_ROWS, limit);
        rows = (await read(cursor, size)).rows;
        ended = rows.length < size;
      }
      if (rows.length === 0) return null;
      return toColumns(rows.length > limit ? rows.slice(0, limit) : rows, width);
    },
    close: () => cursor.close(),
  };
}

function read(cursor: Cursor<Cell[]>, size: number): Promise<{ rows: Cell[][]; columns: ResultColumn[] }> {
  return new Promise((resolve, reject) => {
    cursor.read(size, (error, rows, result) => {
      if (error) reject(error);
      else resolve({ rows, columns: (result.fields ?? []).map((field) => describeColumn(field.name, field.dataTypeID)) });
    });
  });
}

function toColumns(rows: Cell[][], width: number): ColumnBatch {
  const columns: Cell[][] = [];
  for (let column = 0; column < width; column++) {
    const cells: Cell[] = new Array(rows.length);
    for (let row = 0; row < rows.length; row++) cells[row] = rows[row]?.[column] ?? null;
    columns.push(cells);
  }
  return { length: rows.length, columns };
}
