import { columnLabel, type DataRow, GenericType, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { columnTypes, dimensionText, finiteOf, NULL_TEXT } from '../../draw/row-names.ts';
import { sum } from '../../draw/statistics.ts';
import { timeFormatter } from '../../format/time.ts';
import { xAxisOf } from '../../question/base-axis.ts';
import { columnsOf, metricsOf, textOf } from '../../question/read-form.ts';

/** What the last bar is called, and those that sum up a period. */
export const TOTAL_NAME = 'Total';

/** One bar: a gain or a loss, or what all before it add up to. */
export interface Step {
  /** Its place on the axis: a word, or a moment as a number. */
  category: string | number;
  /** How its place reads. */
  name: string;
  kind: 'increase' | 'decrease' | 'total';
  /** What it adds; of a total all that is added up. */
  amount: number;
  /** The sums before and after it. */
  before: number;
  after: number;
}

/** The steps of an answer, with a total after each period where periods are broken down, else one at the end. */
export function stepsOf({ form, results }: DrawInput): Step[] {
  const [result] = results;
  const [metric] = metricsOf(form.metric).map(metricLabel);
  if (result === undefined || metric === undefined || result.data.length === 0) return [];
  const types = columnTypes(result);
  const axis = axisColumn(form);
  const [breakdown] = columnsOf(form.groupby).map(columnLabel);
  const placeOf = (row: DataRow, column: string | undefined, named: (value: unknown) => string) => {
    const value = column === undefined ? null : row[column];
    return { category: typeof value === 'number' ? value : categoryText(value), name: named(value) };
  };
  const isTime = axis !== undefined && types.get(axis) === GenericType.TEMPORAL;
  const moments = timeFormatter(textOf(form.x_axis_time_format));
  const axisName = (value: unknown) =>
    isTime && (typeof value === 'number' || typeof value === 'string') ? moments(value) : categoryText(value);
  const periods = [...Map.groupBy(result.data, (row) => (axis === undefined ? '' : categoryText(row[axis])))];
  const steps: Step[] = [];
  const add = (place: Pick<Step, 'category' | 'name'>, amount: number) => {
    const before = steps.at(-1)?.after ?? 0;
    steps.push({
      ...place,
      kind: amount < 0 ? 'decrease' : 'increase',
      amount,
      before,
      after: before + amount,
    });
  };
  const sumUp = (place: Pick<Step, 'category' | 'name'>) => {
    const amount = steps.at(-1)?.after ?? 0;
    steps.push({ ...place, kind: 'total', amount, before: amount, after: amount });
  };
  const amountOf = (row: DataRow) => finiteOf(row[metric]) ?? 0;
  for (const [, rows] of periods) {
    const [first = {}] = rows;
    const period = placeOf(first, axis, axisName);
    if (breakdown === undefined) add(period, sum(rows.map(amountOf)));
    else {
      for (const row of rows) {
        const text = (value: unknown) => dimensionText(value, types.get(breakdown));
        add(placeOf(row, breakdown, text), amountOf(row));
      }
      sumUp(period);
    }
  }
  if (breakdown === undefined) sumUp({ category: TOTAL_NAME, name: TOTAL_NAME });
  return steps;
}

function axisColumn(form: DrawInput['form']): string | undefined {
  const column = xAxisOf(form);
  return column === undefined ? textOf(form.granularity_sqla) : columnLabel(column);
}

function categoryText(value: unknown): string {
  return value === null || value === undefined ? NULL_TEXT : dimensionText(value, undefined);
}
