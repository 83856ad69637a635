import type { GenericType } from '@chartroom/model';

/**
 * A decimal number with the digits the engine gave. Kept as text so that nothing is rounded; on the
 * wire it is a bare JSON number with these digits.
 */
export class Decimal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/**
 * One cell. By the column's `kind`: int → number, or bigint beyond 2^53; float → number (NaN and
 * ±Infinity allowed); decimal → Decimal; bool → boolean; timestamp and date → epoch milliseconds
 * (number; wall clock read as UTC, fractions allowed); everything else → its text as the engine prints it
 * (json: JSON text; bytes: text, see contract/query.md §1.13; interval: `1 days 02:03:04`).
 */
export type Cell = null | boolean | number | bigint | string | Decimal;

export type ColumnKind =
  | 'int'
  | 'float'
  | 'decimal'
  | 'bool'
  | 'timestamp'
  | 'date'
  | 'time'
  | 'interval'
  | 'string'
  | 'uuid'
  | 'json'
  | 'bytes';

/** Description of a result column, known before any row arrives. */
export interface ResultColumn {
  name: string;
  kind: ColumnKind;
  generic: GenericType;
  /** The engine's own name of the type, e.g. `BIGINT`, `timestamp with time zone`. */
  nativeType: string;
}

/** Some rows, by column: `columns[c][r]`. */
export interface ColumnBatch {
  length: number;
  columns: Cell[][];
}

/** A whole answer by columns; every `values` has `length` cells. */
export interface FrameColumn extends ResultColumn {
  values: Cell[];
}
export interface Frame {
  columns: FrameColumn[];
  length: number;
}

/** Native type of a computed `json` column whose cells are lists of numbers: they travel as lists, not as text. */
export const NUMBER_LIST = 'list of numbers';
