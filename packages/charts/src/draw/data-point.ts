import {
  type ChartDataResult,
  type ChartFormData,
  type ColumnRef,
  columnLabel,
  GenericType,
} from '@chartroom/model';
import type { DrillFilter } from '../chart-type.ts';
import { grainFormatter } from '../format/time-by-grain.ts';
import { grainedColumn, TIMESTAMP, xAxisLabel } from '../question/base-axis.ts';
import { groupingColumns } from '../question/drill-form.ts';
import { textOf } from '../question/read-form.ts';
import { scalar } from './cross-filter.ts';
import { columnTypes, dimensionText } from './row-names.ts';

/** A column of an answer and a value of it. */
export type ColumnValue = readonly [column: string, value: unknown];

/**
 * The conditions that some values of an answer stand for (contract/charts.md §1.14). A moment on an axis with a grain
 * stands for its bucket.
 */
export function drillFilters(
  form: ChartFormData,
  result: Pick<ChartDataResult, 'colnames' | 'coltypes'> | undefined,
  values: readonly ColumnValue[],
): DrillFilter[] {
  const types = columnTypes(result ?? { colnames: [], coltypes: [] });
  return values.map(([name, value]) => {
    const col = groupingColumn(form, name);
    const isTime = types.get(name) === GenericType.TEMPORAL;
    const grain = isTime ? grainOf(form, col) : undefined;
    const isMoment = isTime && (typeof value === 'number' || typeof value === 'string');
    return {
      col,
      op: '==',
      val: value === null || value === undefined ? null : scalar(value),
      text: isMoment ? grainFormatter(grain)(value) : dimensionText(value, undefined),
      ...(grain === undefined ? {} : { grain }),
    };
  });
}

/** The column that is called so in the answer. */
function groupingColumn(form: ChartFormData, name: string): ColumnRef {
  if (name === TIMESTAMP) return form.granularity_sqla ?? name;
  return groupingColumns(form).find((column) => columnLabel(column) === name) ?? name;
}

/** The grain at which the moments of a column were grouped. */
function grainOf(form: ChartFormData, column: ColumnRef): string | undefined {
  const axis = xAxisLabel(form);
  const isAxis = axis === columnLabel(column) || (axis === TIMESTAMP && column === form.granularity_sqla);
  if (!isAxis && grainedColumn(form, column) === undefined) return undefined;
  return form.extra_form_data?.time_grain_sqla ?? textOf(form.time_grain_sqla);
}
