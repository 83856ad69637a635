import { columnLabel } from '@chartroom/model';
import type { DataPoint, DrawInput } from '../../chart-type.ts';
import { rowCrossFilter } from '../../draw/cross-filter.ts';
import { drillFilters } from '../../draw/data-point.ts';
import { columnsOf } from '../../question/read-form.ts';
import type { Bar } from './bars.ts';

/** What tells the bars of a category and a series from the others. */
export function barKey({ category, series }: Bar): string {
  return series === '' ? category : `${category}, ${series}`;
}

/** A bar stands for its category and, where there is one, its series; by the latter it can be taken apart. */
export function barPoint({ form, results }: DrawInput, bar: Bar): DataPoint {
  const series = columnsOf(form.series).slice(0, 1).map(columnLabel);
  const dimensions = [...new Set([...columnsOf(form.y_axis).map(columnLabel), ...series])];
  const detail = drillFilters(
    form,
    results[0],
    dimensions.map((name) => [name, bar.row[name]] as const),
  );
  return {
    crossFilter: rowCrossFilter(dimensions, bar.row, barKey(bar)),
    detail,
    drillBy: { field: series.length > 0 ? 'series' : 'y_axis', filters: detail },
  };
}
