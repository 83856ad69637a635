import { ownMember } from '@chartroom/model';
import type { Cell } from '../frame.ts';
import type { OperationOptions } from './operation-options.ts';
import { resampleRule } from './resample-rule.ts';
import { mean, quantile, sum } from './statistics.ts';
import {
  COMPUTED,
  cellOf,
  type IndexColumn,
  numberOf,
  numbersOf,
  type ShapedTable,
  type TableColumn,
} from './table.ts';

const BINNED: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum,
  mean,
  median: (values) => quantile(values, 0.5),
};

/** `resample`: rows at regular moments; gaps are filled or interpolated, or the rows of a period summed up. */
export function resample(table: ShapedTable, options: OperationOptions): ShapedTable {
  const [time] = table.index;
  if (!time || table.index.length > 1 || (time.kind !== 'timestamp' && time.kind !== 'date')) {
    throw options.recordedError('Resample operation requires DatetimeIndex');
  }
  const moments = numbersOf(time.values);
  const grid = gridOf(moments, table, options);
  const method = options.text('method');
  const place = new Map(grid.moments.map((moment, row) => [moment, row]));
  const binned = ownMember(BINNED, method);
  const places = moments.map((moment) => place.get(grid.label(moment)) ?? -1);
  const columns = options.work.map(
    table.columns,
    4 * (table.length + grid.moments.length),
    (column): TableColumn => {
      if (binned)
        return {
          ...COMPUTED,
          parts: column.parts,
          values: inPeriods(column, places, grid.moments.length, binned),
        };
      return { ...column, values: filled(column, moments, grid.moments, method, options) };
    },
  );
  const index: IndexColumn = { ...time, values: grid.moments };
  return { ...table, columns, index: [index], length: grid.moments.length };
}

interface Grid {
  moments: number[];
  label(ms: number): number;
}

function gridOf(moments: readonly number[], table: ShapedTable, options: OperationOptions): Grid {
  const text = options.text('rule');
  const sorted = moments.filter((moment) => !Number.isNaN(moment)).sort((a, b) => a - b);
  const [first = 0] = sorted;
  const rule = resampleRule(text, first);
  if (!rule) throw options.error(`the rule "${text}" is not known`);
  const last = sorted.at(-1) ?? first;
  const grid: number[] = [];
  if (sorted.length === 0) return { moments: grid, label: rule.label };
  const [from, to] = [rule.label(first), rule.label(last)];
  const rows = Math.max(Math.ceil(rule.count(from, to)), 1);
  options.makes(table, { rows, columns: table.columns.length, cells: rows * table.columns.length });
  for (let label = from; label <= to && grid.length < rows; label = rule.next(label)) grid.push(label);
  return { moments: grid, label: rule.label };
}

function inPeriods(
  column: TableColumn,
  places: readonly number[],
  length: number,
  formula: (values: readonly number[]) => number,
): Cell[] {
  const bins = new Map<number, number[]>();
  for (const [row, cell] of column.values.entries()) {
    const number = numberOf(cell);
    const place = places[row] ?? -1;
    const bin = bins.get(place);
    if (Number.isNaN(number)) continue;
    if (bin) bin.push(number);
    else bins.set(place, [number]);
  }
  const nothing = cellOf(formula([]));
  return Array.from({ length }, (_, place) => {
    const values = bins.get(place);
    return values ? cellOf(formula(values)) : nothing;
  });
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
      throw options.error(
        `there is no method "${method}" (one of asfreq, bfill, ffill, linear, median, mean, sum)`,
      );
  }
}

function exactCells({ values }: TableColumn, moments: readonly number[], grid: readonly number[]): Cell[] {
  const cells = new Map(moments.map((moment, row) => [moment, values[row] ?? null]));
  return grid.map((moment) => cells.get(moment) ?? null);
}

/** The cell of the last row up to (`direction` −1: of the first row from) each moment. */
function nearestCells(
  { values }: TableColumn,
  moments: readonly number[],
  grid: readonly number[],
  direction: 1 | -1,
): Cell[] {
  const rows = moments
    .map((moment, row) => ({ moment, row }))
    .sort((a, b) => (a.moment - b.moment) * direction);
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
    for (let gap = before + 1; before >= 0 && gap < row; gap++)
      result[gap] = start + ((value - start) * (gap - before)) / (row - before);
    before = row;
  }
  if (before >= 0) result.fill(numbers[before] ?? Number.NaN, before + 1);
  return result.map(cellOf);
}
