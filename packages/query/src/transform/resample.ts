import type { Cell } from '../frame.ts';
import type { OperationOptions } from './operation-options.ts';
import { resampleRule } from './resample-rule.ts';
import { mean, quantile, sum } from './statistics.ts';
import { COMPUTED, cellOf, type IndexColumn, numberOf, numbersOf, type ShapedTable, type TableColumn } from './table.ts';

/** Rows that a single rule may make: a second's grid over a century is a mistake. */
const MOST_ROWS = 1_000_000;

const BINNED: Readonly<Record<string, (values: number[]) => number>> = { sum, mean, median: (values) => quantile(values, 0.5) };

/** `resample`: rows at regular moments; gaps are filled or interpolated, or the rows of a period summed up. */
export function resample(table: ShapedTable, options: OperationOptions): ShapedTable {
  const [time] = table.index;
  if (!time || table.index.length > 1 || (time.kind !== 'timestamp' && time.kind !== 'date')) {
    throw options.recordedError('Resample operation requires DatetimeIndex');
  }
  const moments = numbersOf(time.values);
  const grid = gridOf(moments, options);
  const method = options.text('method');
  const place = new Map(grid.moments.map((moment, row) => [moment, row]));
  const binned = BINNED[method];
  const columns = table.columns.map((column): TableColumn => {
    if (binned) return { ...COMPUTED, parts: column.parts, values: inPeriods(column, moments, grid, place, binned) };
    return { ...column, values: filled(column, moments, grid.moments, method, options) };
  });
  const index: IndexColumn = { ...time, values: grid.moments };
  return { ...table, columns, index: [index], length: grid.moments.length };
}

interface Grid {
  moments: number[];
  label(ms: number): number;
}

function gridOf(moments: readonly number[], options: OperationOptions): Grid {
  const text = options.text('rule');
  const sorted = moments.filter((moment) => !Number.isNaN(moment)).sort((a, b) => a - b);
  const [first = 0] = sorted;
  const rule = resampleRule(text, first);
  if (!rule) throw options.error(`the rule "${text}" is not known`);
  const last = sorted.at(-1) ?? first;
  const grid: number[] = [];
  for (let label = rule.label(first); sorted.length > 0 && label <= rule.label(last); label = rule.next(label)) {
    grid.push(label);
    if (grid.length > MOST_ROWS) throw options.error(`the rule "${text}" makes more than ${MOST_ROWS} rows`);
  }
  return { moments: grid, label: rule.label };
}

function inPeriods(
  column: TableColumn,
  moments: readonly number[],
  grid: Grid,
  place: ReadonlyMap<number, number>,
  formula: (values: number[]) => number,
): Cell[] {
  const bins: number[][] = grid.moments.map(() => []);
  for (const [row, cell] of column.values.entries()) {
    const number = numberOf(cell);
    const bin = bins[place.get(grid.label(moments[row] ?? Number.NaN)) ?? -1];
    if (!Number.isNaN(number)) bin?.push(number);
  }
  return bins.map((values) => cellOf(formula(values)));
}

function filled(
  column: TableColumn,
  moments: readonly number[],
  grid: readonly number[],
  method: string,
  options: OperationOptions,
): Cell[] {
  switch (method) {
    case 'asfreq': {
      const exact = exactCells(column, moments, grid);
      const fill = options.number('fill_value');
      return fill === undefined ? exact : exact.map((cell) => cell ?? fill);
    }
    case 'linear':
      return interpolated(exactCells(column, moments, grid));
    case 'ffill':
      return carried(nearestCells(column, moments, grid, 1));
    case 'bfill':
      return carried(nearestCells(column, moments, grid, -1).reverse()).reverse();
    default:
      throw options.error(`there is no method "${method}" (one of asfreq, bfill, ffill, linear, median, mean, sum)`);
  }
}

function exactCells({ values }: TableColumn, moments: readonly number[], grid: readonly number[]): Cell[] {
  const cells = new Map(moments.map((moment, row) => [moment, values[row] ?? null]));
  return grid.map((moment) => cells.get(moment) ?? null);
}

/** The cell of the last row up to (`direction` −1: of the first row from) each moment. */
function nearestCells({ values }: TableColumn, moments: readonly number[], grid: readonly number[], direction: 1 | -1): Cell[] {
  const rows = moments.map((moment, row) => ({ moment, row })).sort((a, b) => (a.moment - b.moment) * direction);
  const cells = new Map<number, Cell>();
  let next = 0;
  let current: Cell = null;
  for (const moment of direction > 0 ? grid : [...grid].reverse()) {
    for (let row = rows[next]; row && row.moment * direction <= moment * direction; row = rows[next]) {
      current = values[row.row] ?? null;
      next += 1;
    }
    cells.set(moment, current);
  }
  return grid.map((moment) => cells.get(moment) ?? null);
}

function carried(cells: readonly Cell[]): Cell[] {
  let last: Cell = null;
  return cells.map((cell) => {
    last = cell ?? last;
    return last;
  });
}

/** Straight lines between the cells that are there; the last one is carried on. */
function interpolated(cells: readonly Cell[]): Cell[] {
  const numbers = numbersOf(cells);
  const result = [...numbers];
  let before = -1;
  for (const [row, value] of numbers.entries()) {
    if (Number.isNaN(value)) continue;
    const start = numbers[before] ?? Number.NaN;
    for (let gap = before + 1; before >= 0 && gap < row; gap++) result[gap] = start + ((value - start) * (gap - before)) / (row - before);
    before = row;
  }
  if (before >= 0) result.fill(numbers[before] ?? Number.NaN, before + 1);
  return result.map(cellOf);
}
