import { type ColumnRef, columnLabel, type DataRow } from '@chartroom/model';
import type { DataPoint, DrawInput } from '../chart-type.ts';
import { columnsOf } from '../question/read-form.ts';
import { rowCrossFilter } from './cross-filter.ts';
import { drillFilters } from './data-point.ts';

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
  };
}
