import {
  columnLabel,
  isAdhocColumn,
  isAdhocMetric,
  isJsonObject,
  type JsonObject,
  metricLabel,
} from '@chartroom/model';
import { storedObject } from '../../records/stored-json.ts';

/** What a chart asks with: its form data, and its stored question in JSON. */
export interface AskingChart {
  form: JsonObject;
  query_context: string | null;
}

/** Names of what charts use of a dataset. */
export interface UsedParts {
  columns: ReadonlySet<string>;
  metrics: ReadonlySet<string>;
}

/** Members of form data that name metrics. */
const METRICS = [
  'metric',
  'metric_2',
  'metrics',
  'metrics_b',
  'percent_metrics',
  'secondary_metric',
  'size',
  'x',
  'y',
];
/** Members of form data that name columns. */
const COLUMNS = ['all_columns', 'all_columns_x', 'columns', 'entity', 'groupby', 'order_by_cols', 'series'];

/** The columns and metrics that charts use (contract/api.md §2.4, `/datasets`): in their form data, their filters and their stored questions. */
export function usedParts(charts: readonly AskingChart[]): UsedParts {
  const metrics = new Set<string>();
  const columns = new Set<string>();
  for (const { form, query_context } of charts) {
    for (const metric of METRICS.flatMap((key) => listOf(form[key]))) {
      if (typeof metric === 'string') metrics.add(metric);
      else if (isAdhocMetric(metric)) {
        metrics.add(metricLabel(metric));
        if (metric.column?.column_name) columns.add(metric.column.column_name);
      }
    }
    for (const filter of listOf(form.adhoc_filters).filter(isJsonObject)) {
      if (filter.clause === 'WHERE' && typeof filter.subject === 'string') columns.add(filter.subject);
    }
    const asked = listOf(storedObject(query_context).queries).filter(isJsonObject);
    const named =
      asked.length > 0
        ? asked.flatMap((query) => listOf(query.columns))
        : COLUMNS.flatMap((key) => listOf(form[key]));
    for (const column of named)
      if (typeof column === 'string' || isAdhocColumn(column)) columns.add(columnLabel(column));
  }
  return { columns, metrics };
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
