import { ChartroomError, type ColumnRef, columnLabel, type MetricRef, metricLabel } from '@chartroom/model';
import { isColumnRef, isMetricRef, listed, uniqueBy } from './read-form.ts';

/** What a form key contributes to. */
export type QueryField = 'columns' | 'metrics' | 'orderby';

export type OrderBy = [MetricRef | ColumnRef, boolean][];

/** Keys of form data that mean columns, metrics or an order, whatever the chart type (contract, base query). */
const FIELD_OF_KEY: Readonly<Record<string, QueryField>> = {
  columns: 'columns',
  all_columns: 'columns',
  groupby: 'columns',
  series: 'columns',
  metrics: 'metrics',
  metric: 'metrics',
  metric_2: 'metrics',
  secondary_metric: 'metrics',
  x: 'metrics',
  y: 'metrics',
  size: 'metrics',
  orderby: 'orderby',
  order_by_cols: 'orderby',
};

/** Keys that an aggregating table ignores because they belong to its raw mode. */
const RAW_ONLY = new Set(['columns', 'all_columns']);
/** Keys that a raw table ignores because they belong to its aggregating mode. */
const DIMENSIONS = new Set(['groupby', 'series']);

export interface QueryFields {
  columns: ColumnRef[];
  /** Absent for raw rows. */
  metrics: MetricRef[] | undefined;
  orderby: OrderBy | undefined;
}

/**
 * Collects columns, metrics and order from form data, in the order of its keys; doubles (by label) are dropped.
 *
 * @param aliases further keys of a chart type and what they mean
 * @throws ChartroomError when an order is text that is not JSON
 */
export function queryFields(
  form: Readonly<Record<string, unknown>>,
  aliases: Readonly<Record<string, QueryField>> = {},
): QueryFields {
  const fields = { ...FIELD_OF_KEY, ...aliases };
  const mode = form.query_mode;
  const columns: ColumnRef[] = [];
  const metrics: MetricRef[] = [];
  const orders: unknown[] = [];
  for (const [key, value] of Object.entries(form)) {
    const field = fields[key];
    if (field === undefined) continue;
    if (mode === 'aggregate' && RAW_ONLY.has(key)) continue;
    if (mode === 'raw' && (DIMENSIONS.has(key) || field === 'metrics')) continue;
    if (field === 'columns') columns.push(...listed(value).filter(isColumnRef));
    else if (field === 'metrics') metrics.push(...listed(value).filter(isMetricRef));
    else orders.push(...listed(value));
  }
  return {
    columns: uniqueBy(
      columns.filter((column) => column !== ''),
      columnLabel,
    ),
    metrics: mode === 'raw' ? undefined : uniqueBy(metrics, metricLabel),
    orderby: orders.length > 0 ? orders.map(orderOf) : undefined,
  };
}

function orderOf(value: unknown): OrderBy[number] {
  const pair = typeof value === 'string' ? parsed(value) : value;
  if (!Array.isArray(pair)) throw invalidOrder(value);
  const [by, ascending] = pair;
  return [isColumnRef(by) || isMetricRef(by) ? by : '', ascending];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidOrder(text, cause);
  }
}

function invalidOrder(value: unknown, cause?: unknown): ChartroomError {
  return new ChartroomError('Found invalid orderby options', {
    status: 400,
    error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
    extra: { orderby: JSON.stringify(value) ?? null },
    cause,
  });
}
