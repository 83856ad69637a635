import type { ColumnRef, MetricRef } from './query-object.ts';

/** One entry of `adhoc_filters` (contract/charts.md §1.3). */
export interface AdhocFilter {
  expressionType: 'SIMPLE' | 'SQL';
  clause?: 'WHERE' | 'HAVING' | null;
  subject?: ColumnRef | null;
  operator?: string | null;
  operatorId?: string | null;
  comparator?: unknown;
  sqlExpression?: string | null;
  filterOptionName?: string;
  isExtra?: boolean;
  [key: string]: unknown;
}

/** What a dashboard adds to a chart's question (contract/charts.md §1.6). */
export interface ExtraFormData {
  filters?: { col: ColumnRef; op: string; val?: unknown; [key: string]: unknown }[];
  adhoc_filters?: AdhocFilter[];
  time_range?: string;
  granularity_sqla?: string;
  time_grain_sqla?: string;
  [key: string]: unknown;
}

/**
 * Settings of a chart as saved in `params`. Keys are written as they are stored: both spellings of the
 * camel-cased ones are part of the format and are never renamed (contract/charts.md §0).
 */
export interface ChartFormData {
  datasource: string;
  viz_type: string;
  slice_id?: number | null;
  metrics?: MetricRef[] | null;
  metric?: MetricRef | null;
  groupby?: ColumnRef[] | null;
  x_axis?: ColumnRef | null;
  adhoc_filters?: AdhocFilter[] | null;
  time_range?: string | null;
  granularity_sqla?: string | null;
  time_grain_sqla?: string | null;
  extra_form_data?: ExtraFormData | null;
  [key: string]: unknown;
}

/** Reads `"<id>__<type>"`; anything but `query` is a table. Undefined when it is not such a key. */
export function parseDatasourceKey(key: string): { id: number; type: 'table' | 'query' } | undefined {
  const match = /^(\d+)__(\w+)$/.exec(key);
  return match ? { id: Number(match[1]), type: match[2] === 'query' ? 'query' : 'table' } : undefined;
}
