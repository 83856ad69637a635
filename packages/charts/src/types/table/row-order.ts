import type { TableModel, TableModelCell } from '../../chart-type.ts';
import { compareNames } from '../../format/collated.ts';
import type { GridSort } from '../../view/table-grid.tsx';

/** The rows with a text in any cell, in the order of one column; missing values go last. */
export function arrangedRows(
  table: TableModel,
  search: string,
  sort: GridSort | undefined,
): TableModelCell[][] {
  const wanted = search.trim().toLowerCase();
  const found =
    wanted === ''
      ? table.rows
      : table.rows.filter((row) => row.some((cell) => cell.text.toLowerCase().includes(wanted)));
  const at = sort === undefined ? -1 : table.columns.findIndex((column) => column.key === sort.key);
  if (sort === undefined || at < 0) return found;
  const direction = sort.desc ? -1 : 1;
  return found.toSorted((a, b) => compareCells(a[at], b[at], direction));
}

function compareCells(
  a: TableModelCell | undefined,
  b: TableModelCell | undefined,
  direction: number,
): number {
  const [left, right] = [a?.value ?? null, b?.value ?? null];
  if (left === null || right === null) {
    if (left === right) return 0;
    return left === null ? 1 : -1;
  }
  if (typeof left === 'number' && typeof right === 'number') return direction * (left - right);
  return direction * compareNames(String(left), String(right));
}

/** Cells above which a table whose page length is not set gets pages. */
const MANY_CELLS = 5000;
const AUTOMATIC_PAGE = 200;

/** Rows per page of a table that pages by itself: 0 = all (contract, table: draw). */
export function pageLength(set: number | undefined, rows: number, columns: number): number {
  if (set !== undefined) return set;
  return rows * columns > MANY_CELLS ? AUTOMATIC_PAGE : 0;
}
