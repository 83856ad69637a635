import { type Cell, type ColumnBatch, Decimal } from './frame.ts';

/** A cell that crosses from one process to another as it is; a decimal as its digits. */
export type PlainCell = Exclude<Cell, Decimal> | { digits: string };

/**
 * Cells of a column on their way from one process to another: numbers as they lie in memory; of texts that recur each once
 * (the place `NOTHING` stands for null); other texts, and the digits of decimals, as one text, since to copy many costs more
 * than to cut one; what is neither, or mixed, one by one.
 */
export type PackedColumn =
  | { form: 'numbers'; values: Float64Array | Int32Array; nulls: Uint8Array | null }
  | { form: 'texts'; texts: string[]; places: Uint16Array }
  | { form: 'joined'; text: string; ends: Uint32Array; nulls: Uint8Array | null; isDecimal: boolean }
  | { form: 'cells'; values: PlainCell[] };

/** The place of no text. */
export const NOTHING = 0xffff;

export interface PackedBatch {
  length: number;
  columns: PackedColumn[];
}

/** Letters of one text beyond which texts cross one by one: cut out of one, each would keep all of it in memory. */
const MOST_LETTERS = 1 << 22;

/** Rows in the form in which they cross. */
export function packedBatch({ columns, length }: ColumnBatch): PackedBatch {
  return { length, columns: columns.map(packedColumn) };
}

/** Rows as they were before they crossed. */
export function unpackedBatch({ columns, length }: PackedBatch): ColumnBatch {
  return { length, columns: columns.map(unpackedColumn) };
}

/** Cells of a column in the form that crosses quickest. */
export function packedColumn(cells: readonly Cell[]): PackedColumn {
  const first = cells.find((cell) => cell !== null);
  const isDecimal = first instanceof Decimal;
  const isNumeric = first === undefined || typeof first === 'number';
  const isText = typeof first === 'string' || isDecimal;
  const numbers = isNumeric && !isText ? numberColumn(cells) : undefined;
  const column = isText ? joinedColumn(cells, isDecimal) : numbers;
  return (
    column ?? {
      form: 'cells',
      values: cells.map((cell) => (cell instanceof Decimal ? { digits: cell.text } : cell)),
    }
  );
}

function numberColumn(cells: readonly Cell[]): PackedColumn | undefined {
  const values = new Float64Array(cells.length);
  let nulls: Uint8Array | null = null;
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    if (typeof cell === 'number') values[row] = cell;
    else if (cell === null) {
      nulls ??= new Uint8Array(cells.length);
      nulls[row] = 1;
    } else return undefined;
  }
  return { form: 'numbers', values, nulls };
}

function joinedColumn(cells: readonly Cell[], isDecimal: boolean): PackedColumn | undefined {
  const ends = new Uint32Array(cells.length);
  let nulls: Uint8Array | null = null;
  // Joined at once: a text that grew by each cell would keep all of them in memory.
  const parts: string[] = [];
  let letters = 0;
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    if (cell === null) {
      nulls ??= new Uint8Array(cells.length);
      nulls[row] = 1;
    } else {
      const digits = cell instanceof Decimal ? cell.text : undefined;
      const own = isDecimal ? digits : cell;
      if (typeof own !== 'string') return undefined;
      parts.push(own);
      letters += own.length;
    }
    if (letters > MOST_LETTERS) return undefined;
    ends[row] = letters;
  }
  return { form: 'joined', text: parts.join(''), ends, nulls, isDecimal };
}

function unpackedColumn(column: PackedColumn): Cell[] {
  if (column.form === 'cells')
    return column.values.map((cell) =>
      typeof cell === 'object' && cell !== null ? new Decimal(cell.digits) : cell,
    );
  if (column.form === 'joined') return cutTexts(column);
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

function cutTexts({ text, ends, nulls, isDecimal }: Extract<PackedColumn, { form: 'joined' }>): Cell[] {
  const cells: Cell[] = new Array(ends.length);
  let begin = 0;
  for (let row = 0; row < ends.length; row++) {
    const end = ends[row] ?? begin;
    const own = text.slice(begin, end);
    const cell = isDecimal ? new Decimal(own) : own;
    cells[row] = nulls?.[row] ? null : cell;
    begin = end;
  }
  return cells;
}

/** The batch in parts of at most about `most` bytes, of at least one row. */
export function partsOf(batch: PackedBatch, bytes: number, most: number): PackedBatch[] {
  if (bytes <= most || batch.length <= 1) return [batch];
  const rows = Math.max(1, Math.floor((batch.length * most) / bytes));
  const parts: PackedBatch[] = [];
  for (let from = 0; from < batch.length; from += rows)
    parts.push(slicedRows(batch, from, Math.min(from + rows, batch.length)));
  return parts;
}

/** The first `length` rows of a batch. */
export function firstRows(batch: PackedBatch, length: number): PackedBatch {
  return batch.length <= length ? batch : slicedRows(batch, 0, length);
}

function slicedRows({ columns }: PackedBatch, from: number, to: number): PackedBatch {
  const sliced = columns.map((column): PackedColumn => {
    if (column.form === 'cells') return { form: 'cells', values: column.values.slice(from, to) };
    if (column.form === 'texts') return slicedTexts(column.texts, column.places.slice(from, to));
    const nulls = column.nulls?.slice(from, to) ?? null;
    if (column.form === 'numbers') return { form: 'numbers', values: column.values.slice(from, to), nulls };
    const begin = column.ends[from - 1] ?? 0;
    const ends = column.ends.slice(from, to).map((end) => end - begin);
    return { ...column, text: column.text.slice(begin, begin + (ends.at(-1) ?? 0)), ends, nulls };
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
