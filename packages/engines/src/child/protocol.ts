import type { Cell, ColumnBatch, ResultColumn } from '@chartroom/query';
import { type AnswerBounds, tooLargeCell } from '../answer-bounds.ts';

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
  /** How large the answer and its cells may be; absent = the defaults. */
  bounds?: AnswerBounds | undefined;
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

/** Code of the error of an answer that is larger than it may be. */
export const TOO_LARGE = 'RESULT_TOO_LARGE';

/** Credit for rows that may be under way before the reader takes some. */
export const INITIAL_CREDITS = 8;
/** Cells that take one credit: of wide rows fewer are under way. */
const CELLS_PER_CREDIT = 65_536;
/** Credit that a reader collects before it is told: each telling wakes the other process. */
export const CREDITS_PER_MESSAGE = 2;
/** Rows after which a message is sent. */
export const ROWS_PER_MESSAGE = 8192;
/** Bytes after which a message is sent, however few its rows are: the reader takes each in one piece. */
export const BYTES_PER_MESSAGE = 2 ** 20;
/** Bytes that take one credit: as many as the plainest cells of one. */
const BYTES_PER_CREDIT = 2 ** 20;

/** What a message of rows of so many bytes takes of the reader's credit. */
export function costOf(batches: readonly PackedBatch[], bytes: number): number {
  const cells = batches.reduce((sum, { length, columns }) => sum + length * columns.length, 0);
  return Math.max(1, Math.ceil(Math.max(cells / CELLS_PER_CREDIT, bytes / BYTES_PER_CREDIT)));
}

/** Bytes of the cells of a batch. @throws ChartroomError 413 for a cell beyond `mostOfCell` */
export function bytesOfPacked({ columns, length }: PackedBatch, mostOfCell: number): number {
  let bytes = 0;
  for (const column of columns) bytes += PLAIN_BYTES * length + textBytes(column, mostOfCell);
  return bytes;
}

const PLAIN_BYTES = 8;

function textBytes(column: PackedColumn, most: number): number {
  if (column.form === 'numbers') return 0;
  let bytes = 0;
  if (column.form === 'texts') {
    const { texts, places } = column;
    for (const place of places) bytes += texts[place]?.length ?? 0;
    if (bytes > most && texts.some((text) => text.length > most)) throw tooLargeCell(most);
    return bytes;
  }
  for (const cell of column.values) {
    if (typeof cell !== 'string') continue;
    if (cell.length > most) throw tooLargeCell(most);
    bytes += cell.length;
  }
  return bytes;
}

/** The batch in parts of at most about `most` bytes, of at least one row. */
export function partsOf(batch: PackedBatch, bytes: number, most: number): PackedBatch[] {
  if (bytes <= most || batch.length <= 1) return [batch];
  const rows = Math.max(1, Math.floor((batch.length * most) / bytes));
  const parts: PackedBatch[] = [];
  for (let from = 0; from < batch.length; from += rows) parts.push(slicedRows(batch, from, Math.min(from + rows, batch.length)));
  return parts;
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
  return batch.length <= length ? batch : slicedRows(batch, 0, length);
}

function slicedRows({ columns }: PackedBatch, from: number, to: number): PackedBatch {
  const sliced = columns.map((column): PackedColumn => {
    if (column.form === 'cells') return { form: 'cells', values: column.values.slice(from, to) };
    if (column.form === 'texts') return slicedTexts(column.texts, column.places.slice(from, to));
    if (column.form === 'decimals') return { form: 'decimals', values: column.values.slice(from, to) };
    return { form: 'numbers', values: column.values.slice(from, to), nulls: column.nulls?.slice(from, to) ?? null };
  });
  return { length: to - from, columns: sliced };
}

/** Texts that occur in these rows only: the others would cross with them. */
function slicedTexts(texts: readonly string[], places: Uint16Array): PackedColumn {
  const found = new Map<number, number>();
  const kept: string[] = [];
  const moved = places.map((place) => {
    if (place === NOTHING) return NOTHING;
    const known = found.get(place);
    if (known !== undefined) return known;
    found.set(place, kept.length);
    kept.push(texts[place] ?? '');
    return kept.length - 1;
  });
  return { form: 'texts', texts: kept, places: moved };
}

/** A batch as the rest of the house reads it. */
export function unpackBatch(batch: PackedBatch, wrap: (digits: string) => Cell): ColumnBatch {
  return { length: batch.length, columns: batch.columns.map((column) => unpackColumn(column, wrap)) };
}
