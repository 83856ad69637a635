import type { ReactNode } from 'react';

/** A column of the grid. */
export interface GridColumn {
  key: string;
  label: string;
  align: 'left' | 'right' | 'center';
  /** Pixels, until somebody drags its edge. */
  width: number;
  /** Shown under the pointer over the header. */
  hint?: string | undefined;
  /** Stands beside the label: a menu. */
  aside?: ReactNode;
}

/** A column of rows that are records. */
export interface RecordColumn {
  /** Key of the cell in each row. */
  key: string;
  label: string;
  numeric?: boolean;
  /** Shown under the pointer over the header, e.g. the engine's type. */
  hint?: string;
  /** Text of a cell; absent = the value as it is, with null marked. */
  format?: (value: unknown) => string;
  /** Stands beside the label: a menu. */
  aside?: ReactNode;
}

export type GridRecord = Readonly<Record<string, unknown>>;

export interface GridSort {
  key: string;
  desc: boolean;
}

export interface Focus {
  row: number;
  column: number;
}

/** Cells that are marked together: rows from one to another, and columns as they were given. */
export interface GridArea {
  from: number;
  to: number;
  columns: readonly number[];
}

/** The cells between two corners. */
export function areaOf(one: Focus, other: Focus, order: readonly number[]): GridArea {
  const left = Math.min(one.column, other.column);
  const right = Math.max(one.column, other.column);
  return {
    from: Math.min(one.row, other.row),
    to: Math.max(one.row, other.row),
    columns: order.slice(left, right + 1),
  };
}

/** Texts of what has no value. */
const NULL_TEXT = 'NULL';
const LEAST = 72;
const MOST = 420;
/** Pixels of a header around its label, and of what stands beside that. */
const HEADER_AROUND = 44;
const ASIDE = 36;
/** Rows looked at to find a column's width. */
const SAMPLE = 60;
/** Rows that a press of Page Down passes. */
const PAGE = 20;

/** What a cell of a record shows; of truth values the words that all screens have for them. */
export function cellText(column: RecordColumn, value: unknown): string {
  if (value === null || value === undefined) return NULL_TEXT;
  if (column.format) return column.format(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

/** Widths in pixels from the header and the first rows, measured with the page's font where there is one. */
export function columnWidths(columns: readonly RecordColumn[], rows: readonly GridRecord[]): number[] {
  const measure = textMeasure();
  return columns.map((column) => {
    let widest = measure(column.label) + HEADER_AROUND + (column.aside ? ASIDE : 0);
    for (const row of rows.slice(0, SAMPLE))
      widest = Math.max(widest, measure(cellText(column, row[column.key]).slice(0, 80)) + 32);
    return Math.round(Math.max(LEAST, Math.min(MOST, widest)));
  });
}

/** Places of the rows to show, searched and sorted; nulls last, numbers by size, texts by the language. */
export function sortedOrder(
  rows: readonly GridRecord[],
  columns: readonly RecordColumn[],
  sort: GridSort | undefined,
  search: string,
): number[] {
  const wanted = search.trim().toLowerCase();
  const order: number[] = [];
  rows.forEach((row, index) => {
    if (!wanted || columns.some((column) => cellText(column, row[column.key]).toLowerCase().includes(wanted)))
      order.push(index);
  });
  if (!sort) return order;
  const sign = sort.desc ? -1 : 1;
  const texts = new Intl.Collator(undefined, { numeric: true });
  return order.sort((a, b) => {
    const left = rows[a]?.[sort.key];
    const right = rows[b]?.[sort.key];
    const leftEmpty = left === null || left === undefined;
    const rightEmpty = right === null || right === undefined;
    if (leftEmpty || rightEmpty) return Number(leftEmpty) - Number(rightEmpty);
    if (typeof left === 'number' && typeof right === 'number') return sign * byNumber(left, right);
    return sign * texts.compare(String(left), String(right));
  });
}

/** By size; what is no number comes after all that are, as engines have it. */
function byNumber(left: number, right: number): number {
  if (left === right) return 0;
  if (Number.isNaN(left) || Number.isNaN(right))
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  return left < right ? -1 : 1;
}

/** The order after a click on a header: ascending, descending, as it came. */
export function nextSort(sort: GridSort | undefined, key: string): GridSort | undefined {
  if (sort?.key !== key) return { key, desc: false };
  return sort.desc ? undefined : { key, desc: true };
}

/** The keys after one of them was put in the place of another. */
export function movedKey(keys: readonly string[], key: string, to: string): string[] {
  const target = keys.indexOf(to);
  if (target < 0 || !keys.includes(key)) return [...keys];
  return keys.filter((each) => each !== key).toSpliced(target, 0, key);
}

/** Widths that fill the room there is, each by its share; too little room changes nothing. */
export function filledWidths(widths: readonly number[], room: number): number[] {
  const total = widths.reduce((sum, width) => sum + width, 0);
  const factor = total > 0 ? Math.max(1, room / total) : 1;
  return widths.map((width) => width * factor);
}

/** Where columns begin, and where the last one ends. */
export function columnEdges(widths: readonly number[], begin: number): number[] {
  const edges = [begin];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width);
  return edges;
}

/**
 * Rules that place the cells of each column, by classes: a name and the number of the column, or `n` for the numbers of
 * rows. A place is one in the sheet, so that scrolling sideways moves no other cell. They are no styles of the cells
 * themselves: Chromium compares such with those of all cells that were shown before, ten times slower after a second
 * of scrolling.
 */
export function columnRules(name: string, edges: readonly number[]): string {
  const rules = [`.${name}n{width:${edges[0] ?? 0}px}`];
  for (let at = 0; at < edges.length - 1; at += 1) {
    const begin = edges[at] ?? 0;
    const width = (edges[at + 1] ?? 0) - begin;
    rules.push(`.${name}${at}{width:${width}px;inset-inline-start:${begin}px}`);
  }
  return rules.join('\n');
}

/** The places from one to another, after those that always stay in sight. */
export function placesInView(pinned: number, from: number, to: number): number[] {
  const fixed = Array.from({ length: Math.min(pinned, from) }, (_, index) => index);
  return [...fixed, ...Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)];
}

interface Spanning {
  span?: number | undefined;
}

/**
 * The cells of a line that are seen in some of its columns, each with the column in which it begins. A place without a
 * cell is covered: by one further left, or by one of a line above.
 */
export function cellsInView<C extends Spanning>(
  cellAt: (column: number) => C | undefined,
  shown: readonly number[],
): { at: number; cell: C }[] {
  const found: { at: number; cell: C }[] = [];
  let last = -1;
  for (const column of shown) {
    let at = column;
    let cell = cellAt(at);
    while (!cell && at - 1 > last) {
      at -= 1;
      cell = cellAt(at);
    }
    last = column;
    if (cell && at + (cell.span ?? 1) > column) found.push({ at, cell });
  }
  return found;
}

/** A cell that reaches over rows below its own. */
export interface TallCell {
  row: number;
  rowSpan: number;
}

/** Rows before the first in view of which a cell reaches into the view. */
export function rowsReaching(tall: readonly TallCell[], first: number): number[] {
  const rows = new Set<number>();
  for (const { row, rowSpan } of tall) if (row < first && row + rowSpan > first) rows.add(row);
  return [...rows].toSorted((a, b) => a - b);
}

/**
 * Which element shows which row. A row that has left the view leaves its element to one that comes: to make and to throw
 * away elements is most of the work of scrolling.
 */
export class RowPlaces {
  #places = new Map<number, number>();
  #made = 0;

  /** The element of each of these rows, by a number. */
  of(rows: readonly number[]): number[] {
    const wanted = new Set(rows);
    const free = [...this.#places].flatMap(([row, place]) => (wanted.has(row) ? [] : place));
    const next = new Map<number, number>();
    for (const row of rows) next.set(row, this.#places.get(row) ?? free.shift() ?? this.#made++);
    this.#places = next;
    return [...next.values()];
  }
}

/** Where a key leads from a cell; undefined for a key that moves nothing. */
export function nextFocus(
  key: string,
  from: Focus,
  rows: number,
  columns: number,
  far: boolean,
): Focus | undefined {
  const last = { row: rows - 1, column: columns - 1 };
  const moves: Record<string, Focus> = {
    ArrowDown: { ...from, row: far ? last.row : from.row + 1 },
    ArrowUp: { ...from, row: far ? 0 : from.row - 1 },
    ArrowRight: { ...from, column: far ? last.column : from.column + 1 },
    ArrowLeft: { ...from, column: far ? 0 : from.column - 1 },
    PageDown: { ...from, row: from.row + PAGE },
    PageUp: { ...from, row: from.row - PAGE },
    Home: { ...from, column: 0, row: far ? 0 : from.row },
    End: { ...from, column: last.column, row: far ? last.row : from.row },
  };
  const to = moves[key];
  if (!to) return undefined;
  return {
    row: Math.max(0, Math.min(last.row, to.row)),
    column: Math.max(0, Math.min(last.column, to.column)),
  };
}

function textMeasure(): (text: string) => number {
  const context = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (!context) return (text) => text.length * 7.2;
  context.font = '13px system-ui, sans-serif';
  return (text) => context.measureText(text).width;
}
