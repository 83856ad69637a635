import type { DataPoint, DrawInput } from '../../chart-type.ts';
import { rowPoint } from '../../draw/row-point.ts';
import { columnsOf } from '../../question/read-form.ts';
import type { Bar } from './bars.ts';

/** What tells the bars of a category and a series from the others. */
export function barKey({ category, series }: Bar): string {
  return series === '' ? category : `${category}, ${series}`;
}

/** A bar stands for its category and, where there is one, its series; by the latter it can be taken apart. */
export function barPoint(input: DrawInput, bar: Bar): DataPoint {
  const series = columnsOf(input.form.series).slice(0, 1);
  return rowPoint(input, bar.row, barKey(bar), {
    columns: [...columnsOf(input.form.y_axis), ...series],
    field: series.length > 0 ? 'series' : 'y_axis',
  });
}
