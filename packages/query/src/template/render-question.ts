import {
  type ColumnRef,
  columnLabel,
  isAdhocColumn,
  isAdhocMetric,
  type JsonObject,
  type JsonValue,
  type QueryFilter,
} from '@chartroom/model';
import type { DatasetModel } from '../compile/dataset-model.ts';
import { naiveTimestamp } from '../compile/naive-timestamp.ts';
import { timeBounds, timeRangeOf } from '../compile/time-bounds.ts';
import type { Metric, NormalQuery, SortRef } from '../query-object.ts';
import type { TemplateFilter, TemplateRequest } from './macros/macro.ts';
import type { TemplateRenderer } from './template-renderer.ts';

type QuestionFacts = Pick<TemplateRequest, 'filters' | 'timeRange' | 'values'>;

/** What a question tells the templates that are rendered for it (contract/query.md §4.2). */
export function questionFacts(
  query: NormalQuery,
  dataset: DatasetModel,
  templateParams: JsonObject,
  now: Date,
): QuestionFacts {
  const bounds = timeBounds(query, now);
  const columns = plain(query.columns);
  return {
    filters: query.filters.map(templateFilter),
    timeRange: query.time_range ?? (query.filters.some(isTimeRange) ? null : timeRangeOf(query)),
    values: {
      columns,
      groupby: columns,
      metrics: plain(query.metrics),
      row_limit: query.row_limit,
      row_offset: query.row_offset,
      filter: plain(query.filters),
      from_dttm: momentText(bounds.from),
      to_dttm: momentText(bounds.to),
      time_column: query.granularity,
      time_grain: query.extras.time_grain_sqla ?? null,
      table_columns: dataset.columns.map((column) => column.column_name),
      ...templateParams,
    },
  };
}

/** A query with the templates in its free SQL rendered. Names, labels and values are never templates. */
export function renderQuery(query: NormalQuery, renderer: TemplateRenderer): NormalQuery {
  const column = (ref: ColumnRef): ColumnRef =>
    isAdhocColumn(ref) ? { ...ref, sqlExpression: renderer.render(ref.sqlExpression) } : ref;
  const metric = (ref: Metric): Metric =>
    isAdhocMetric(ref) && ref.sqlExpression
      ? { ...ref, sqlExpression: renderer.render(ref.sqlExpression) }
      : ref;

  const sort = ([ref, ascending]: SortRef): SortRef => {
    if (isAdhocMetric(ref)) return [metric(ref), ascending];
    return [isAdhocColumn(ref) ? column(ref) : ref, ascending];
  };
  const ranking = query.series_limit_metric;
  const { where, having } = query.extras;
  return {
    ...query,
    columns: query.columns.map(column),
    series_columns: query.series_columns.map(column),
    metrics: query.metrics?.map(metric) ?? null,
    orderby: query.orderby.map(sort),
    series_limit_metric: isAdhocMetric(ranking) ? metric(ranking) : ranking,
    filters: query.filters.map((filter): QueryFilter => ({ ...filter, col: column(filter.col) })),
    extras: {
      ...query.extras,
      ...(where && { where: renderer.render(where) }),
      ...(having && { having: renderer.render(having) }),
    },
  };
}

/**
 * A dataset with the templates in its texts rendered, as far as the query mentions what they belong to: a broken
 * template in one metric does not stop the questions that leave it alone.
 */
export function renderDataset<Dataset extends DatasetModel>(
  dataset: Dataset,
  query: NormalQuery,
  renderer: TemplateRenderer,
): Dataset {
  const mentioned = namesIn(query);
  if (dataset.main_dttm_col) mentioned.add(dataset.main_dttm_col);
  return {
    ...dataset,
    sql: dataset.sql && renderer.render(dataset.sql.trim().replace(/;\s*$/, '')),
    columns: dataset.columns.map((column) =>
      column.expression && mentioned.has(column.column_name)
        ? { ...column, expression: renderer.render(column.expression) }
        : column,
    ),
    metrics: dataset.metrics.map((metric) =>
      mentioned.has(metric.metric_name)
        ? { ...metric, expression: renderer.render(metric.expression) }
        : metric,
    ),
    fetch_values_predicate:
      dataset.fetch_values_predicate && query.apply_fetch_values_predicate
        ? renderer.render(dataset.fetch_values_predicate)
        : dataset.fetch_values_predicate,
  };
}

/** Every text of a query: whatever it names is among them. */
export function namesIn(query: NormalQuery): Set<string> {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.add(value);
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) collect(part);
  };
  collect(query);
  return found;
}

function templateFilter({ col, op, val }: QueryFilter): TemplateFilter {
  return { col: columnLabel(col), op: op.toUpperCase(), val: val ?? null };
}

function isTimeRange({ op }: QueryFilter): boolean {
  return op.toUpperCase() === 'TEMPORAL_RANGE';
}

function momentText(ms: number | null): string | null {
  return ms === null ? null : naiveTimestamp(ms).replace(' ', 'T').replace(/\.0+$/, '');
}

function plain(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value ?? null));
}
