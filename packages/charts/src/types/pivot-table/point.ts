import { type ChartDataResult, type ChartFormData, columnLabel } from '@chartroom/model';
import type { DataPoint, TableModelCell } from '../../chart-type.ts';
import { drillFilters } from '../../draw/data-point.ts';
import { columnsOf } from '../../question/read-form.ts';

/**
 * What a cell or a heading stands for; nothing where it stands for all. Another column takes the place of the axis that its
 * first dimension stands on.
 */
export function pivotPoint(
  form: ChartFormData,
  result: ChartDataResult | undefined,
  { stands = [], crossFilter }: Pick<TableModelCell, 'crossFilter' | 'stands'>,
): DataPoint | undefined {
  const [first] = stands;
  if (!first) return undefined;
  const filters = drillFilters(form, result, stands);
  const isRow = columnsOf(form.groupbyRows).some((column) => columnLabel(column) === first[0]);
  return {
    crossFilter,
    detail: filters,
    drillBy: { field: isRow ? 'groupbyRows' : 'groupbyColumns', filters },
  };
}
