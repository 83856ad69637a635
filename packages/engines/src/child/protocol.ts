import type { Cell, ColumnBatch, ResultColumn } from '@chartroom/query';

/** A cell that crosses a process boundary as it is; decimals travel as their digits (see `PackedColumn`). */
export type PlainCell = null | boolean | number | bigint | string;

/**
 * One column of a batch as it crosses the pipe: typed where that is cheap. Of texts that recur each crosses once; the
 * place `NOTHING` stands for null.
 */
export type PackedColumn =
  | { form: 'numbers'; values: Float64Array | Int32Array; nulls: Uint8Array | null }
  | { form: 'cells'; values: PlainCell[] }
  | { form: 'texts'; texts: string[]; places: Uint16Array }
  | { form: 'decimals'; values: (string | null)[] };

/** The place of no text. */
export const NOTHING = 0xffff;

export interface PackedBatch {
  length: number;
  columns: PackedColumn[];
}

/** A file that becomes a table. `path` is the only file the import may open. */
export interface FileSource {
  path: string;
  format: 'csv' | 'columnar' | 'excel';
  /** Sheet of a workbook; absent = the first. */
  sheet?: string | undefined;
  /** Field separator of a CSV; absent = found by looking at the file. */
  delimiter?: string | undefined;
  decimalSeparator?: string | undefined;
  /** Zero-based line of the header; null = the file has none. Absent = the first line. */
  header?: number | null | undefined;
  skipRows?: number | undefined;
  maxRows?: number | undefined;
  /** Columns that the file may have; absent = any number. */
  maxColumns?: number | undefined;
  /** Bytes that one line of a CSV may have; absent = 16 MiB. */
  maxLineBytes?: number | undefined;
  nullValues?: string[] | undefined;
  /** Names of the columns to keep; absent = all. */
  columns?: string[] | undefined;
  /** Type per column, as the engine that reads the file names it. */
  types?: Record<string, string> | undefined;
  /** Columns to read as moments. */
  dateColumns?: string[] | undefined;
  dayFirst?: boolean | undefined;
  skipInitialSpace?: boolean | undefined;
  /** `rows`: an empty line of a CSV is a row without values; otherwise it is left out. */
  blankLines?: 'rows' | undefined;
  /** `sniff` reads a file that is not UTF-8 as Latin-1; otherwise it is refused. UTF-16 is known by its mark. */
  encoding?: 'sniff' | undefined;
  /** Columns that look like dates become dates; otherwise they stay text unless named in `dateColumns`. */
  detectDates?: boolean | undefined;
  /** Name of the index, which becomes the first column: `indexColumn`, or else the numbers of the rows from 0. Absent = no index. */
  indexLabel?: string | undefined;
  /** The column that is the index, and none of the other columns. */
  indexColumn?: string | undefined;
}

export interface RunCommand {
  sql: string;
  readOnly: boolean;
  /** Database of the engine in which names are looked up. */
  catalog?: string | undefined;
  schema?: string | undefined;
  maxRows?: number | undefined;
}
export interface LoadCommand {
  catalog: string;
  schema: string | null;
  table: string;
  mode: 'fail' | 'replace' | 'append';
  source: FileSource;
}

export type ToChild =
  | { type: 'open'; settings: Record<string, string> }
  | ({ type: 'run'; id: number } & RunCommand)
  | ({ type: 'load'; id: number } & LoadCommand)
  | { type: 'credit'; id: number; count: number }
  | { type: 'cancel'; id: number }
  | { type: 'close' };

/** `rows` carries the columns the first time; `cost` is what it takes of the reader's credit; `done` says that nothing follows. */
export type FromChild =
  | { type: 'opened' }
  | { type: 'open-failed'; message: string; code?: string | undefined }
  | { type: 'rows'; id: number; columns?: ResultColumn[]; batches: PackedBatch[]; cost: number; done: boolean }
  | { type: 'progress'; id: number; rows: number }
  | { type: 'loaded'; id: number; rows: number }
  | { type: 'error'; id: number; message: string; code?: string | undefined };

/** Credit for rows that may be under way before the reader takes some. */
export const INITIAL_CREDITS = 8;
/** Cells that take one credit: of wide rows fewer are under way. */
const CELLS_PER_CREDIT = 65_536;
/** Credit that a reader collects before it is told: each telling wakes the other process. */
export const CREDITS_PER_MESSAGE = 2;
/** Rows after which a message is sent. */
export const ROWS_PER_MESSAGE = 8192;

/** What a message of rows takes of the reader's credit. */
export function costOf(batches: readonly PackedBatch[]): number {
  const cells = batches.reduce((sum, { length, columns }) => sum + length * columns.length, 0);
  return Math.max(1, Math.ceil(cells / CELLS_PER_CREDIT));
}

/** Turns a packed column back into cells; `wrap` makes a decimal of its digits. */
export function unpackColumn(column: PackedColumn, wrap: (digits: string) => Cell): Cell[] {
  if (column.form === 'cells') return column.values;
  if (column.form === 'decimals') return column.values.map((digits) => (digits === null ? null : wrap(digits)));
  if (column.form === 'texts') {
    const { texts, places } = column;
    const cells: Cell[] = new Array(places.length);
    for (let row = 0; row < places.length; row++) cells[row] = texts[places[row] ?? NOTHING] ?? null;
    return cells;
  }
  const { values, nulls } = column;
  const cells: Cell[] = new Array(values.length);
  for (let row = 0; row < values.length; row++) cells[row] = nulls?.[row] ? null : (values[row] ?? null);
  return cells;
}

/** The first `length` rows of a batch. */
export function firstRows(batch: PackedBatch, length: number): PackedBatch {
  if (batch.length <= length) return batch;
  const columns = batch.columns.map((column): PackedColumn => {
    if (column.form === 'cells') return { form: 'cells', values: column.values.slice(0, length) };
    if (column.form === 'texts') return { ...column, places: column.places.slice(0, length) };
    if (column.form === 'decimals') return { form: 'decimals', values: column.values.slice(0, length) };
    return { form: 'numbers', values: column.values.slice(0, length), nulls: column.nulls?.slice(0, length) ?? null };
  });
  return { length, columns };
}

/** A batch as the rest of the house reads it. */
export function unpackBatch(batch: PackedBatch, wrap: (digits: string) => Cell): ColumnBatch {
  return { length: batch.length, columns: batch.columns.map((column) => unpackColumn(column, wrap)) };
}
