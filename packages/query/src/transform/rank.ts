import { columnOf } from './aggregate.ts';
import { groupRows } from './grouping.ts';
import type { OperationOptions } from './operation-options.ts';
import { computed, numbersOf, type ShapedTable } from './table.ts';

/** `rank`: adds the share of rows (of the group) up to each value, above 0 and up to 1; equal values share theirs. */
export function rank(table: ShapedTable, options: OperationOptions): ShapedTable {
  const metric = options.text('metric');
  const group = options.optionalText('group_by');
  const numbers = numbersOf(columnOf(table, metric, options).values);
  options.makesColumns(table, 1);
  const rows = Array.from({ length: table.length }, (_, row) => row);
  const groups =
    group === undefined
      ? [rows]
      : groupRows([columnOf(table, group, options).values], table.length, options.work).map(
          (each) => each.rows,
        );
  const ranks = new Array<number>(table.length).fill(Number.NaN);
  for (const members of groups) {
    const present = options.work.sort(
      members.filter((row) => !Number.isNaN(numbers[row])),
      (a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0),
    );
    for (let start = 0; start < present.length; ) {
      let end = start;
      while (end < present.length && numbers[present[end] ?? -1] === numbers[present[start] ?? -1]) end += 1;
      // Equal values take the middle of the places they fill.
      for (const row of present.slice(start, end)) ranks[row] = (start + 1 + end) / 2 / present.length;
      start = end;
    }
  }
  return { ...table, columns: [...table.columns, computed(['rank'], ranks)] };
}
