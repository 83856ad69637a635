import { type ChartFormData, type ColumnRef, columnLabel, type DataRow, metricLabel } from '@chartroom/model';
import type { DataPoint, DrawInput } from '../chart-type.ts';
import { columnsOf, metricsOf } from '../question/read-form.ts';
import { rowCrossFilter } from './cross-filter.ts';
import { drillFilters } from './data-point.ts';
import { amountOf } from './row-names.ts';

/** The columns by whose values a mark stands apart, and the field of form data that another one is put into. */
interface MarkColumns {
  columns: readonly ColumnRef[];
  field: string;
}

/**
 * What a mark stands for that draws one row of the answer.
 *
 * @param key what identifies the mark in its drawing
 * @param given the chart's dimensions when they are not told
 */
export function rowPoint(
  { form, results }: Pick<DrawInput, 'form' | 'results'>,
  row: DataRow,
  key: string,
  given: MarkColumns = { columns: columnsOf(form.groupby), field: 'groupby' },
): DataPoint {
  const dimensions = [...new Set(given.columns.map(columnLabel))];
  const values = dimensions.map((name) => [name, row[name]] as const);
  const filters = drillFilters(form, results[0], values);
  return {
    crossFilter: rowCrossFilter(dimensions, row, key),
    detail: filters,
    drillBy: { field: given.field, filters },
    ...amountIn(form, row),
  };
}

/** The number of a row, of a chart with one metric. */
function amountIn({ metric, metrics }: ChartFormData, row: DataRow): Pick<DataPoint, 'amount'> {
  const all = metricsOf(metric ?? metrics);
  const label = all.length === 1 && all[0] !== undefined ? metricLabel(all[0]) : '';
  const value = amountOf(row[label]);
  return value === null ? {} : { amount: { metric: label, value } };
}
