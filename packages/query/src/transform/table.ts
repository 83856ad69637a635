import { GenericType } from '@chartroom/model';
import { momentText } from '../encode/csv-cells.ts';
import { type Cell, Decimal, type Frame, type FrameColumn, type ResultColumn } from '../frame.ts';

/** A part of a column's name. Values of a dimension keep their kind, so that they sort as what they are. */
export type NamePart = Cell;

/** A column while a frame is being shaped: its name has as many parts as the table has levels. */
export interface TableColumn extends Omit<ResultColumn, 'name'> {
  parts: NamePart[];
  values: Cell[];
}

/** A column that labels the rows. */
export interface IndexColumn extends Omit<ResultColumn, 'name'> {
  /** Null for row numbers that an operation left behind. */
  name: string | null;
  values: Cell[];
}

/** A frame between two operations: names may have several levels and rows may have labels. */
export interface ShapedTable {
  columns: TableColumn[];
  /** Names of the levels of column names; the first level, that of the metrics, has none. */
  levels: (string | null)[];
  /** Empty when the rows are just numbered 0, 1, 2, … */
  index: IndexColumn[];
  length: number;
}

/** What a computed column of numbers is. */
export const COMPUTED: Omit<ResultColumn, 'name'> = {
  kind: 'float',
  generic: GenericType.NUMERIC,
  nativeType: '',
};

/** Separates the parts of a flat name. */
const SEPARATOR = ', ';

export function tableOf(frame: Frame): ShapedTable {
  return {
    columns: frame.columns.map(({ name, ...column }) => ({ ...column, parts: [name] })),
    levels: [null],
    index: [],
    length: frame.length,
  };
}

/** The plain frame: labels of rows lead, names of several parts are joined. Numbers of rows are left out. */
export function frameOf(table: ShapedTable): Frame {
  const labels = table.index.flatMap(({ name, ...column }): FrameColumn[] =>
    name === null ? [] : [{ ...column, name }],
  );
  const columns = table.columns.map(
    ({ parts, ...column }): FrameColumn => ({
      ...column,
      name: parts.length === 1 ? partText(parts[0] ?? null) : flatName(parts),
    }),
  );
  return { columns: [...labels, ...columns], length: table.length };
}

/** Parts of a name as one text; parts that are null are left out, commas inside are escaped. */
export function flatName(parts: readonly NamePart[]): string {
  return parts
    .filter((part) => part !== null)
    .map((part) => escapeSeparator(partText(part)))
    .join(SEPARATOR);
}

export function escapeSeparator(text: string): string {
  return text.replaceAll(',', '\\,');
}

/**
 * The text that `escapeSeparator` was given.
 * @internal only the recorded facts are played against it
 */
export function unescapeSeparator(text: string): string {
  return text.replaceAll('\\,', ',');
}

/** A part of a name as people read it. */
export function partText(part: NamePart): string {
  if (part === null) return '';
  if (typeof part === 'boolean') return part ? 'True' : 'False';
  return String(part);
}

/** A cell of a dimension as a part of a name: moments become text, the rest stays what it is. */
export function namePart(cell: Cell, kind: ResultColumn['kind']): NamePart {
  return typeof cell === 'number' && (kind === 'timestamp' || kind === 'date') ? momentText(cell) : cell;
}

/** Some rows, in the order given. Numbered rows that are no longer 0, 1, 2, … keep their number as label. */
export function takeRows(table: ShapedTable, rows: readonly number[]): ShapedTable {
  const take = (values: Cell[]): Cell[] => rows.map((row) => values[row] ?? null);
  const numbered = table.index.length === 0 && rows.some((row, place) => row !== place);
  const index = numbered
    ? [{ ...COMPUTED, name: null, values: [...rows] }]
    : table.index.map((column) => ({ ...column, values: take(column.values) }));
  return {
    ...table,
    index,
    columns: table.columns.map((column) => ({ ...column, values: take(column.values) })),
    length: rows.length,
  };
}

/** A cell as a number: NaN for null and for text that is none. */
export function numberOf(cell: Cell): number {
  if (typeof cell === 'number') return cell;
  if (cell === null || cell === '') return Number.NaN;
  return Number(cell instanceof Decimal ? cell.text : cell);
}

export function numbersOf(values: readonly Cell[]): number[] {
  return values.map(numberOf);
}

/** A number as a cell: NaN is null. */
export function cellOf(value: number): Cell {
  return Number.isNaN(value) ? null : value;
}

/** A computed column under the parts of another. */
export function computed(parts: NamePart[], values: readonly number[]): TableColumn {
  return { ...COMPUTED, parts, values: values.map(cellOf) };
}

/** Whether the column holds numbers. */
export function isNumeric({ kind }: Pick<TableColumn, 'kind'>): boolean {
  return kind === 'int' || kind === 'float' || kind === 'decimal';
}

/** Order of cells: numbers by value, text by code point, numbers before text; null is for the caller. */
export function compareCells(a: Cell, b: Cell): number {
  const [x, y] = [ordered(a), ordered(b)];
  if (typeof x === typeof y) {
    if (x < y) return -1;
    return x > y ? 1 : 0;
  }
  return typeof x === 'string' ? 1 : -1;
}

function ordered(cell: Cell): number | bigint | string {
  if (typeof cell === 'string' || typeof cell === 'bigint') return cell;
  return typeof cell === 'number' ? cell : numberOf(cell);
}
