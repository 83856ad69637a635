import { type ColumnRef, columnLabel, type DataRow } from '@chartroom/model';
import type { CrossFilter, DataPoint, DrawInput } from '../chart-type.ts';
import { rowCrossFilter, scalar } from '../draw/cross-filter.ts';
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

/** The filter of rows that are drawn as one: the values that they have in some columns. */
export function cellFilter(
  rows: readonly DataRow[],
  columns: readonly string[],
  key: string,
): CrossFilter | undefined {
  if (columns.length === 0) return undefined;
  return {
    filters: columns.map((col) => ({
      col,
      op: 'IN',
      val: [...new Set(rows.map((row) => scalar(row[col] ?? null)))],
    })),
    label: rows.length === 1 ? '1 place' : `${rows.length} places`,
    key,
  };
}
