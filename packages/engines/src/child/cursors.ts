import type { PackedBatch, ResultColumn } from '@chartroom/query/rows';

/** A query that runs: rows are pulled, `interrupt` stops it, `finish` gives its connection back. */
export interface RowCursor {
  columns: ResultColumn[];
  /** The next rows, or null at the end. */
  next(): Promise<PackedBatch | null>;
  finish(): Promise<void>;
}

/** The same of a query whose rows are lines. */
export interface LineCursor {
  /** The next lines, so many at most, or null at the end. */
  lines(most: number): Promise<LineBatch | null>;
  finish(): Promise<void>;
}

export type Cursor = RowCursor | LineCursor;

/** Lines as the bytes they are, and whether they stand as they do in our own files. */
export interface LineBatch {
  length: number;
  lines: Uint8Array;
  isOurs: boolean;
}
