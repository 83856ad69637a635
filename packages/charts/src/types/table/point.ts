import type { ChartDataResult, ChartFormData } from '@chartroom/model';
import type { DataPoint, TableModel, TableModelCell } from '../../chart-type.ts';
import { type ColumnValue, drillFilters } from '../../draw/data-point.ts';
import { dimensionLabels, tableMode } from './settings.ts';

/**
 * What a cell stands for: the dimensions of its row. A cell of a dimension is taken apart by its own value, one of a
 * metric by all of them; a raw row is as far apart as can be.
 */
export function cellPoint(
  form: ChartFormData,
  result: ChartDataResult | undefined,
  { columns }: Pick<TableModel, 'columns'>,
  cell: TableModelCell,
  row: readonly TableModelCell[],
): DataPoint {
  const own: ColumnValue[] = (cell.crossFilter?.filters ?? []).map(({ col }) => [col, cell.value]);
  const filters = (values: readonly ColumnValue[]) => drillFilters(form, result, values);
  if (tableMode(form) === 'raw') return { crossFilter: cell.crossFilter, detail: filters(own) };
  const names = dimensionLabels(form);
  const dimensions = columns.flatMap(({ key }, at): ColumnValue[] =>
    names.includes(key) ? [[key, row[at]?.value]] : [],
  );
  const place = filters(own.length > 0 ? own : dimensions);
  return {
    crossFilter: cell.crossFilter,
    detail: filters(dimensions),
    ...(place.length > 0 ? { drillBy: { field: 'groupby', filters: place } } : {}),
  };
}
