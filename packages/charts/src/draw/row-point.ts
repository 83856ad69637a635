import { columnLabel, type DataRow } from '@chartroom/model';
import type { DataPoint, DrawInput } from '../chart-type.ts';
import { columnsOf } from '../question/read-form.ts';
import { rowCrossFilter } from './cross-filter.ts';
import { drillFilters } from './data-point.ts';

/**
 * What a mark stands for that draws one row of the answer, named by the chart's dimensions.
 *
 * @param key what identifies the mark in its drawing
 */
export function rowPoint(
  { form, results }: Pick<DrawInput, 'form' | 'results'>,
  row: DataRow,
  key: string,
): DataPoint {
  const dimensions = columnsOf(form.groupby).map(columnLabel);
  const values = dimensions.map((name) => [name, row[name]] as const);
  const filters = drillFilters(form, results[0], values);
  return {
    crossFilter: rowCrossFilter(dimensions, row, key),
    detail: filters,
    drillBy: { field: 'groupby', filters },
  };
}
