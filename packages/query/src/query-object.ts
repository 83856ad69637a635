import {
  type AdhocMetric,
  type ColumnRef,
  columnLabel,
  isAdhocColumn,
  isAdhocMetric,
  type MetricRef,
  type PostProcessing,
  type QueryExtras,
  type QueryFilter,
  type QueryObject,
} from '@chartroom/model';
import { queryError } from './query-error.ts';

/** Metric after loading: the old `{label}` reference has become the name. */
export type Metric = string | AdhocMetric;
export type SortRef = [Metric | ColumnRef, boolean];

/** A query with every default filled in (contract/query.md §1.1). Wire names are kept. */
export interface NormalQuery {
  apply_fetch_values_predicate: boolean;
  columns: ColumnRef[];
  extras: QueryExtras;
  filters: QueryFilter[];
  granularity: string | null;
  is_rowcount: boolean;
  is_timeseries: boolean;
  metrics: Metric[] | null;
  order_desc: boolean;
  orderby: SortRef[];
  row_limit: number | null;
  row_offset: number;
  series_columns: ColumnRef[];
  series_limit: number;
  series_limit_metric: MetricRef | null;
  group_others_when_limit_reached: boolean;
  time_range: string | null;
  time_shift: string | null;
  post_processing: PostProcessing[];
  time_offsets: string[];
  annotation_layers: Record<string, unknown>[];
  applied_time_extras: Record<string, unknown>;
  metric_names: string[];
  column_names: string[];
}

/** The column that stands for the time column at the query's grain. */
export const TIMESTAMP = '__timestamp';

/**
 * The normal form of a query as it arrives: old names moved, defaults filled in, labels checked.
 * @throws ChartroomError 400 for series columns that are not selected, labels used twice and offsets that are ranges
 */
export function normalizeQuery(query: QueryObject): NormalQuery {
  const columns = query.groupby?.length ? query.groupby : (query.columns ?? []);
  const metrics = query.metrics ? query.metrics.map(metricOf) : null;
  const is_timeseries = query.is_timeseries ?? columns.includes(TIMESTAMP);
  const given = query.series_columns ?? [];
  const usual = query.is_timeseries && metrics?.length ? columns : [];
  const series_columns = given.length > 0 ? given : usual;
  const normal: NormalQuery = {
    apply_fetch_values_predicate: query.apply_fetch_values_predicate ?? false,
    columns,
    extras: extrasOf(query),
    filters: query.filters ?? [],
    granularity: query.granularity_sqla || query.granularity || null,
    is_rowcount: query.is_rowcount ?? false,
    is_timeseries,
    metrics,
    order_desc: query.order_desc ?? true,
    orderby: (query.orderby ?? []).map(([ref, ascending]): SortRef => [sortRef(ref), ascending]),
    row_limit: query.row_limit ?? null,
    row_offset: query.row_offset ?? 0,
    series_columns,
    series_limit: query.timeseries_limit || (query.series_limit ?? 0),
    series_limit_metric: query.timeseries_limit_metric ?? query.series_limit_metric ?? null,
    group_others_when_limit_reached: query.group_others_when_limit_reached ?? false,
    time_range: query.time_range ?? null,
    time_shift: query.time_shift ?? null,
    post_processing: (query.post_processing ?? []).filter((step) => step !== null),
    time_offsets: query.time_offsets ?? [],
    annotation_layers: (query.annotation_layers ?? []).filter((layer) => layer.annotationType !== 'FORMULA'),
    applied_time_extras: query.applied_time_extras ?? {},
    metric_names: (metrics ?? []).map(metricName),
    column_names: columns.map(columnLabel),
  };
  checkSeriesColumns(normal);
  checkLabels(normal);
  checkOffsets(normal);
  return normal;
}

/** Display name of a metric: label, else SQL text, else `AGG(column)`, else the column (contract/query.md §1.1). */
export function metricName(metric: Metric): string {
  if (typeof metric === 'string') return metric;
  if (metric.label) return metric.label;
  if (metric.expressionType === 'SQL' && metric.sqlExpression) return metric.sqlExpression;
  const column = metric.column?.column_name;
  if (metric.expressionType === 'SIMPLE' && column)
    return metric.aggregate ? `${metric.aggregate}(${column})` : column;
  throw queryError('A metric has neither a label nor what to compute');
}

function metricOf(metric: MetricRef): Metric {
  return typeof metric === 'string' || isAdhocMetric(metric) ? metric : (metric.label ?? '');
}

function sortRef(ref: MetricRef | ColumnRef): Metric | ColumnRef {
  return isAdhocColumn(ref) && !isAdhocMetric(ref) ? ref : metricOf(ref);
}

function extrasOf(query: QueryObject): QueryExtras {
  const extras: QueryExtras = { ...query.extras };
  if (query.where) extras.where = query.where;
  if (query.having) extras.having = query.having;
  return extras;
}

function checkSeriesColumns({ series_columns, columns }: NormalQuery): void {
  const known = new Set(columns.map(columnLabel));
  const missing = series_columns.map(columnLabel).filter((label) => !known.has(label));
  if (missing.length === 0) return;
  const list = missing.map((label) => `"${label}"`).join(', ');
  throw queryError(`The following entries in \`series_columns\` are missing in \`columns\`: ${list}. `);
}

/** Ranges of dates as offsets belong to a feature that is not offered. */
function checkOffsets({ time_offsets }: NormalQuery): void {
  if (!time_offsets.some((offset) => offset.includes(' : '))) return;
  throw queryError(
    'Date range timeshifts are not enabled. Please contact your administrator to enable the DATE_RANGE_TIMESHIFTS_ENABLED feature flag.',
  );
}

function checkLabels({ metric_names, column_names }: NormalQuery): void {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const label of [...metric_names, ...column_names]) (seen.has(label) ? twice : seen).add(label);
  if (twice.size === 0) return;
  const list = [...twice].map((label) => `"${label}"`).join(', ');
  throw queryError(
    `Duplicate column/metric labels: ${list}. Please make sure all columns and metrics have a unique label.`,
  );
}
