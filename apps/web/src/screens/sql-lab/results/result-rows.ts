import { type GridSort, movedKey, type RecordColumn, sortedOrder } from '@chartroom/ui';
import { filterOf } from './column-filter.ts';

type Row = Readonly<Record<string, unknown>>;

/** What somebody has done to the columns of a result. */
export interface ColumnsView {
  /** Keys in the order in which they stand; those that stay in sight are first. */
  order: readonly string[];
  pinned: readonly string[];
  hidden: readonly string[];
  /** What is written in the filters, by column. */
  filters: Readonly<Record<string, string>>;
  sort: GridSort | undefined;
}

/** Nothing was done to these columns yet. */
export function plainView(columns: readonly RecordColumn[]): ColumnsView {
  return { order: columns.map(({ key }) => key), pinned: [], hidden: [], filters: {}, sort: undefined };
}

/** Rows that pass the filters and the search, in their order. */
export function viewedRows(
  rows: readonly Row[],
  columns: readonly RecordColumn[],
  { filters, hidden, sort }: ColumnsView,
  search: string,
): readonly Row[] {
  const tests = Object.entries(filters).flatMap(([key, text]) => {
    const passes = filterOf(text);
    return passes ? [{ key, passes }] : [];
  });
  const passing =
    tests.length > 0 ? rows.filter((row) => tests.every(({ key, passes }) => passes(row[key]))) : rows;
  if (!sort && search.trim() === '') return passing;
  const seen = columns.filter(({ key }) => !hidden.includes(key));
  const order = sortedOrder(passing, seen, sort, search);
  return order.flatMap((place) => {
    const row = passing[place];
    return row ? [row] : [];
  });
}

/** The columns in sight, in their order, and how many of them stay there. */
export function viewedColumns(
  columns: readonly RecordColumn[],
  { order, pinned, hidden }: ColumnsView,
): { columns: RecordColumn[]; pinned: number } {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const seen = order.filter((key) => !hidden.includes(key));
  const fixed = seen.filter((key) => pinned.includes(key));
  const free = seen.filter((key) => !pinned.includes(key));
  return { columns: [...fixed, ...free].flatMap((key) => byKey.get(key) ?? []), pinned: fixed.length };
}

/** A column in the place of another: among those that stay in sight, it stays in sight. */
export function moved(view: ColumnsView, key: string, to: string): ColumnsView {
  const isPinned = view.pinned.includes(to);
  const isFixed = (each: string) => view.pinned.includes(each);
  const order = [...view.order.filter(isFixed), ...view.order.filter((each) => !isFixed(each))];
  const others = view.pinned.filter((each) => each !== key);
  return { ...view, order: movedKey(order, key, to), pinned: isPinned ? [...others, key] : others };
}

/** A key added to a list, or taken from it. */
export function toggled(keys: readonly string[], key: string): string[] {
  return keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key];
}
