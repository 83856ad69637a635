import type { Cell } from '../frame.ts';
import { columnOf } from './aggregate.ts';
import type { OperationOptions } from './operation-options.ts';
import { compareCells, type ShapedTable, takeRows } from './table.ts';

/** `sort`: rows by columns or by their labels; nulls last in both directions, equal rows keep their order. */
export function sort(table: ShapedTable, options: OperationOptions): ShapedTable {
  const names = options.names('by');
  options.requireColumns(table, names);
  const byIndex = options.flag('is_sort_index', false);
  if (!byIndex && names.length === 0) return table;
  const keys = byIndex ? indexKeys(table) : names.map((name) => columnOf(table, name, options).values);
  const directions = directionsOf(keys.length, options);
  const { length } = table;
  const work = length * Math.ceil(Math.log2(length + 1)) * keys.length + length * table.columns.length;
  options.makes(table, { rows: length, columns: table.columns.length, cells: 0, work });
  const rows = Array.from({ length: table.length }, (_, row) => row);
  options.work.sort(rows, (a, b) => {
    for (const [place, values] of keys.entries()) {
      const order = compareNullsLast(
        values[a] ?? null,
        values[b] ?? null,
        directions[place] === false ? -1 : 1,
      );
      if (order !== 0) return order;
    }
    return a - b;
  });
  return takeRows(table, rows);
}

function indexKeys({ index, length }: ShapedTable): Cell[][] {
  return index.length > 0 ? index.map(({ values }) => values) : [Array.from({ length }, (_, row) => row)];
}

function directionsOf(count: number, options: OperationOptions): boolean[] {
  const list = options.list('ascending');
  if (!list) return new Array<boolean>(count).fill(options.flag('ascending', true));
  if (list.length !== count) throw options.error('the option "ascending" must have as many entries as "by"');
  return list.map((each) => each !== false);
}

function compareNullsLast(a: Cell, b: Cell, sign: 1 | -1): number {
  const [missingA, missingB] = [a === null || Number.isNaN(a), b === null || Number.isNaN(b)];
  if (missingA || missingB) return Number(missingA) - Number(missingB);
  return compareCells(a, b) * sign;
}
