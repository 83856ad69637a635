import {
  type AdhocColumn,
  type ChartFormData,
  type ColumnRef,
  columnLabel,
  isAdhocColumn,
  type QueryObject,
} from '@chartroom/model';
import { columnsOf, membersOf, textOf } from './read-form.ts';

/** Name of the implicit time column when a chart has no x-axis. */
export const TIMESTAMP = '__timestamp';

/** The column of the x-axis, when the chart has set one. */
export function xAxisOf(form: ChartFormData): ColumnRef | undefined {
  return columnsOf(form.x_axis).find((column) => column !== '');
}

/** Name of the x-axis in the answer: the x-axis column, or the implicit time column. */
export function xAxisLabel(form: ChartFormData): string | undefined {
  const column = xAxisOf(form);
  if (column !== undefined) return columnLabel(column);
  return form.granularity_sqla ? TIMESTAMP : undefined;
}

/** Marks a column as the axis that time grain and time shift apply to. */
export function baseAxis(column: ColumnRef, timeGrain: string | null | undefined): AdhocColumn {
  const grain = timeGrain === undefined ? {} : { timeGrain };
  if (typeof column !== 'string') return { ...grain, ...column, columnType: 'BASE_AXIS' };
  return {
    ...grain,
    columnType: 'BASE_AXIS',
    sqlExpression: column,
    label: column,
    expressionType: 'SQL',
    isColumnReference: true,
  };
}

/**
 * A dimension of a table truncated to the grain, when the form data knows that it is a time; undefined when it is
 * none or no grain is set. The dashboard's grain goes first.
 */
export function grainedColumn(form: ChartFormData, column: ColumnRef): AdhocColumn | undefined {
  const grain = form.extra_form_data?.time_grain_sqla ?? textOf(form.time_grain_sqla);
  if (typeof column !== 'string' || !grain || !membersOf(form.temporal_columns_lookup)[column])
    return undefined;
  return {
    timeGrain: grain,
    columnType: 'BASE_AXIS',
    sqlExpression: column,
    label: column,
    expressionType: 'SQL',
  };
}

/** The query with its x-axis column, if it has one, marked as the base axis. */
export function withBaseAxis(query: QueryObject, form: ChartFormData): QueryObject {
  const axis = xAxisOf(form);
  const columns = query.columns ?? [];
  const at = axis === undefined ? -1 : columns.findIndex((column) => isSameColumn(column, axis));
  const found = columns[at];
  if (found === undefined) return query;
  const { is_timeseries: _replacedByTheAxis, ...rest } = query;
  return { ...rest, columns: columns.with(at, baseAxis(found, query.extras?.time_grain_sqla)) };
}

function isSameColumn(column: ColumnRef, axis: ColumnRef): boolean {
  if (isAdhocColumn(column) && isAdhocColumn(axis)) return column.sqlExpression === axis.sqlExpression;
  return column === axis;
}
