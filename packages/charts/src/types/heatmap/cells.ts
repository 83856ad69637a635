import { type ChartFormData, columnLabel, type DataRow, GenericType, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { amountOf, columnTypes, dimensionText, NULL_TEXT } from '../../draw/row-names.ts';
import { compareNames } from '../../format/collated.ts';
import { SMART_DATE } from '../../format/time.ts';
import { xAxisLabel } from '../../question/base-axis.ts';
import { columnsOf, metricsOf, textOf } from '../../question/read-form.ts';

/** Column of the answer with the rank of a cell, 0 … 1. */
const RANK = 'rank';

export interface HeatmapCell {
  /** Names of the categories; those of times are their numbers, as texts. */
  x: string;
  y: string;
  /** Null leaves the cell empty. */
  value: number | null;
  rank: number | null;
  row: DataRow;
}

export interface HeatmapData {
  cells: HeatmapCell[];
  /** Categories of both axes, in order; undefined: as they come. */
  xNames: string[] | undefined;
  yNames: string[] | undefined;
  xColumn: string;
  yColumn: string;
  metric: string;
  /** How a category reads. */
  xText(name: string | number): string;
  yText(name: string | number): string;
}

/** The cells of an answer, in its order. */
export function heatmapData({ form, results }: DrawInput): HeatmapData {
  const [result] = results;
  const [reference] = metricsOf(form.metric);
  const metric = reference === undefined ? '' : metricLabel(reference);
  const xColumn = xAxisLabel(form) ?? '';
  const yColumn = columnsOf(form.groupby).map(columnLabel)[0] ?? '';
  const types = result ? columnTypes(result) : new Map<string, GenericType>();
  const cells = (result?.data ?? []).map(
    (row): HeatmapCell => ({
      x: nameOf(row[xColumn]),
      y: nameOf(row[yColumn]),
      value: amountOf(row[metric]),
      rank: amountOf(row[RANK]),
      row,
    }),
  );
  const format = textOf(form.x_axis_time_format) ?? SMART_DATE;
  const writer = (column: string) => (name: string | number) => {
    const type = types.get(column);
    const isMoment = type === 2 && name !== NULL_TEXT && !Number.isNaN(Number(name));
    return isMoment ? dimensionText(Number(name), type, format) : String(name);
  };
  const byNumber = (column: string, nameOfCell: (cell: HeatmapCell) => string) =>
    types.get(column) === GenericType.NUMERIC ? inNumericOrder(cells.map(nameOfCell)) : undefined;
  return {
    cells,
    xNames: ordered(cells, (cell) => cell.x, form, 'sort_x_axis') ?? byNumber(xColumn, (cell) => cell.x),
    yNames: ordered(cells, (cell) => cell.y, form, 'sort_y_axis') ?? byNumber(yColumn, (cell) => cell.y),
    xColumn,
    yColumn,
    metric,
    xText: writer(xColumn),
    yText: writer(yColumn),
  };
}

function nameOf(value: unknown): string {
  return dimensionText(value, undefined);
}

/** Numbers in their order, which no answer promises; years are numbers more often than moments. */
function inNumericOrder(names: readonly string[]): string[] {
  const different = [...new Set(names)];
  const numbers = different.filter((name) => name !== NULL_TEXT);
  const sorted = numbers.toSorted((one, other) => Number(one) - Number(other));
  return different.length > numbers.length ? [...sorted, NULL_TEXT] : sorted;
}

/** Categories by name or by the sum of their cells; undefined when no order is asked for. */
function ordered(
  cells: readonly HeatmapCell[],
  nameOfCell: (cell: HeatmapCell) => string,
  form: ChartFormData,
  key: 'sort_x_axis' | 'sort_y_axis',
): string[] | undefined {
  const wanted = textOf(form[key]);
  if (wanted === undefined) return undefined;
  const sums = new Map<string, number>();
  for (const cell of cells) sums.set(nameOfCell(cell), (sums.get(nameOfCell(cell)) ?? 0) + (cell.value ?? 0));
  const sign = wanted.endsWith('desc') ? -1 : 1;
  const bySum = (a: string, b: string) => (sums.get(a) ?? 0) - (sums.get(b) ?? 0);
  return [...sums.keys()].toSorted(
    (a, b) => sign * (wanted.startsWith('value') ? bySum(a, b) : compareNames(a, b)),
  );
}
