import { type Cell, type ColumnBatch, Decimal } from '@chartroom/query';

/**
 * Cells of a column on their way to a worker. Numbers are handed over as they lie in memory; texts as one text, since to
 * copy many costs more than to cut one; what is neither, or mixed, one by one.
 */
type CrossingColumn =
  | { form: 'numbers'; values: Float64Array<ArrayBuffer>; nulls: Uint8Array<ArrayBuffer> | null }
  | { form: 'texts'; text: string; ends: Uint32Array<ArrayBuffer>; nulls: Uint8Array<ArrayBuffer> | null; isDecimal: boolean }
  | { form: 'cells'; values: (Exclude<Cell, Decimal> | { digits: string })[] };

/** Some rows on their way to a worker. */
export interface CrossingRows {
  length: number;
  columns: CrossingColumn[];
}

/** Letters of one text beyond which texts cross one by one: cut out of one, each would keep all of it in memory. */
const MOST_LETTERS = 1 << 22;

/** Rows as they cross. */
export function toCrossing({ columns, length }: ColumnBatch): CrossingRows {
  return { length, columns: columns.map((cells) => columnToCrossing(cells)) };
}

function columnToCrossing(cells: readonly Cell[]): CrossingColumn {
  const first = cells.find((cell) => cell !== null);
  const packed =
    typeof first === 'string' || first instanceof Decimal
      ? texts(cells, first instanceof Decimal)
      : first === undefined || typeof first === 'number'
        ? numbers(cells)
        : undefined;
  return packed ?? { form: 'cells', values: cells.map((cell) => (cell instanceof Decimal ? { digits: cell.text } : cell)) };
}

function numbers(cells: readonly Cell[]): CrossingColumn | undefined {
  const values = new Float64Array(cells.length);
  let nulls: Uint8Array<ArrayBuffer> | null = null;
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

function texts(cells: readonly Cell[], isDecimal: boolean): CrossingColumn | undefined {
  const ends = new Uint32Array(cells.length);
  let nulls: Uint8Array<ArrayBuffer> | null = null;
  // Joined at once: a text that grew by each cell would keep all of them in memory.
  const parts: string[] = [];
  let letters = 0;
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    if (cell === null) {
      nulls ??= new Uint8Array(cells.length);
      nulls[row] = 1;
    } else {
      const own = isDecimal ? (cell instanceof Decimal ? cell.text : undefined) : cell;
      if (typeof own !== 'string') return undefined;
      parts.push(own);
      letters += own.length;
    }
    if (letters > MOST_LETTERS) return undefined;
    ends[row] = letters;
  }
  return { form: 'texts', text: parts.join(''), ends, nulls, isDecimal };
}

/** Rows as they were before they crossed. */
export function fromCrossing({ columns, length }: CrossingRows): ColumnBatch {
  return { length, columns: columns.map(columnFromCrossing) };
}

function columnFromCrossing(column: CrossingColumn): Cell[] {
  if (column.form === 'cells')
    return column.values.map((cell) => (typeof cell === 'object' && cell !== null ? new Decimal(cell.digits) : cell));
  if (column.form === 'numbers') {
    const { values, nulls } = column;
    return Array.from(values, (value, row): Cell => (nulls?.[row] ? null : value));
  }
  const { text, ends, nulls, isDecimal } = column;
  const cells: Cell[] = new Array(ends.length);
  let begin = 0;
  for (let row = 0; row < ends.length; row++) {
    const end = ends[row] ?? begin;
    if (nulls?.[row]) cells[row] = null;
    else {
      const own = text.slice(begin, end);
      cells[row] = isDecimal ? new Decimal(own) : own;
    }
    begin = end;
  }
  return cells;
}
