import { floatText } from '../encode/csv-cells.ts';
import { columnOf } from './aggregate.ts';
import { groupRows } from './grouping.ts';
import type { OperationOptions } from './operation-options.ts';
import { largest, smallest, sum } from './statistics.ts';
import { COMPUTED, numbersOf, type ShapedTable, type TableColumn } from './table.ts';
import { withinBound } from './work.ts';

/** `histogram`: how many values of a column lie in each of some equally wide intervals, group by group. */
export function histogram(table: ShapedTable, options: OperationOptions): ShapedTable {
  const name = options.text('column');
  const names = options.names('groupby');
  options.requireColumns(table, [name]);
  options.requireColumns(table, names);
  const numbers = numbersIn(columnOf(table, name, options), options);
  const present = numbers.filter((value) => !Number.isNaN(value));
  if (present.length === 0) return table;
  const edges = edgesOf(present, options);
  const keys = names.map((each) => columnOf(table, each, options));
  const groups = groupRows(
    keys.map(({ values }) => values),
    table.length,
    options.work,
  );
  const bins = edges.length - 1;
  options.makes(table, {
    rows: groups.length,
    columns: names.length + bins,
    cells: groups.length * (names.length + bins),
  });
  const counts = options.work
    .map(
      groups,
      (group) => bins + group.rows.length * 4,
      ({ key, rows: members }) => ({ key, counts: counted(members, numbers, edges) }),
    )
    .filter((group) => names.length === 0 || sum(group.counts) > 0);
  const shaped = options.flag('cumulative', false)
    ? counts.map((group) => ({ ...group, counts: running(group.counts) }))
    : counts;
  const divisor = options.flag('normalize', false) ? sum(shaped.flatMap((group) => group.counts)) : 1;
  const grouped = keys.map(
    (column, place): TableColumn => ({ ...column, values: shaped.map(({ key }) => key[place] ?? null) }),
  );
  const columns = options.work.map(edges.slice(1), shaped.length, (edge, bin): TableColumn => {
    const label = `${floatText(edges[bin] ?? edge)} - ${floatText(edge)}`;
    return { ...COMPUTED, parts: [label], values: shaped.map((group) => (group.counts[bin] ?? 0) / divisor) };
  });
  return { columns: [...grouped, ...columns], levels: [null], index: [], length: shaped.length };
}

function numbersIn(column: TableColumn, options: OperationOptions): number[] {
  const numbers = numbersOf(column.values);
  const wrong = column.values.findIndex(
    (cell, row) => cell !== null && Number.isNaN(numbers[row]) && !Number.isNaN(cell),
  );
  if (wrong >= 0)
    throw options.error(
      `the column "${options.text('column')}" holds "${String(column.values[wrong])}", which is no number`,
    );
  return numbers;
}

/** Borders of the intervals over all values; a single value gets half a unit to each side. */
function edgesOf(numbers: readonly number[], options: OperationOptions): number[] {
  const bins = options.number('bins', 5);
  if (!Number.isInteger(bins) || bins < 1)
    throw options.error(`the option "bins" must be a whole number above 0, not ${bins}`);
  withinBound('histogram: the option "bins"', bins, options.work.bounds.MAX_HISTOGRAM_BINS);
  let [low, high] = [smallest(numbers), largest(numbers)];
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const step = (high - low) / bins;
  return Array.from({ length: bins + 1 }, (_, edge) => (edge === bins ? high : low + edge * step));
}

/** Intervals hold their lower border; the last one both. */
function counted(rows: readonly number[], numbers: readonly number[], edges: readonly number[]): number[] {
  const counts = new Array<number>(edges.length - 1).fill(0);
  for (const row of rows) {
    const value = numbers[row] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const bin = Math.min(firstAbove(edges, value), counts.length) - 1;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/** Place of the first border above a value; borders rise. */
function firstAbove(edges: readonly number[], value: number): number {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((edges[middle] ?? Number.NaN) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

function running(counts: readonly number[]): number[] {
  let total = 0;
  return counts.map((count) => {
    total += count;
    return total;
  });
}
