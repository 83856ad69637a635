import { type ColumnRef, columnLabel, type DataRow } from '@chartroom/model';
import type { DataPoint, DrawInput } from '../chart-type.ts';
import { rowCrossFilter } from '../draw/cross-filter.ts';
import { drillFilters } from '../draw/data-point.ts';

/**
 * What a mark at a place stands for: the values of the columns that say where it is.
 *
 * @param key what identifies the mark in its drawing
 */
export function placePoint(
  { form, results }: Pick<DrawInput, 'form' | 'results'>,
  row: DataRow,
  columns: readonly ColumnRef[],
  key: string,
): DataPoint {
  const names = columns.map(columnLabel);
  return {
    crossFilter: rowCrossFilter(names, row, key),
    detail: drillFilters(
      form,
      results[0],
      names.map((name) => [name, row[name]] as const),
    ),
  };
}
