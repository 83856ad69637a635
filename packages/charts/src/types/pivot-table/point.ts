import { type ChartDataResult, type ChartFormData, columnLabel } from '@chartroom/model';
import type { CrossFilter, DataPoint } from '../../chart-type.ts';
import { drillFilters } from '../../draw/data-point.ts';
import { columnsOf } from '../../question/read-form.ts';

/**
 * What a cell or a heading with this filter stands for; nothing without one. Another column takes the place of the axis
 * that its first dimension stands on.
 */
export function filterPoint(
  form: ChartFormData,
  result: ChartDataResult | undefined,
  crossFilter: CrossFilter | undefined,
): DataPoint | undefined {
  const [first] = crossFilter?.filters ?? [];
  if (!crossFilter || !first) return undefined;
  const values = crossFilter.filters.map(({ col, val }) => [col, Array.isArray(val) ? val[0] : val] as const);
  const filters = drillFilters(form, result, values);
  const isRow = columnsOf(form.groupbyRows).some((column) => columnLabel(column) === first.col);
  return {
    crossFilter,
    detail: filters,
    drillBy: { field: isRow ? 'groupbyRows' : 'groupbyColumns', filters },
  };
}
