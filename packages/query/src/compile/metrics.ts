import { AGGREGATES, isAdhocMetric } from '@chartroom/model';
import { queryError } from '../query-error.ts';
import { type Metric, metricName } from '../query-object.ts';
import { datasetColumnSql, freeSql, owned } from './expressions.ts';
import type { Scope } from './scope.ts';
import type { SelectItem } from './select.ts';

/** Name of the count that stands in where a query has no metric of its own. */
const COUNT_ALL: SelectItem = { sql: 'COUNT(*)', alias: 'ccount' };

/**
 * SQL of a metric (contract/query.md §1.3): saved ones verbatim, simple ones as an aggregate, free SQL checked.
 * @throws ChartroomError 400 for unknown metrics and columns
 */
export function metricSql(metric: Metric, scope: Scope): string {
  if (typeof metric === 'string') {
    const saved = scope.metrics.get(metric);
    if (!saved) throw queryError(`Metric '${metric}' does not exist`);
    return owned(saved.expression, scope.dialect);
  }
  if (metric.expressionType === 'SQL') return freeSql(metric.sqlExpression ?? '', scope.dialect);
  const name = metric.column?.column_name ?? '';
  const column = scope.columns.get(name);
  if (!column && !name) throw queryError(`Metric '${metricName(metric)}' names no column`);
  const sql = column ? datasetColumnSql(column, scope.dialect) : scope.dialect.quoteIdentifier(name);
  const { aggregate } = metric;
  // Becomes part of the SQL as it is.
  if (!aggregate || !AGGREGATES.includes(aggregate))
    throw queryError(`Metric '${metricName(metric)}' names no aggregate`);
  return aggregate === 'COUNT_DISTINCT' ? `COUNT(DISTINCT ${sql})` : `${aggregate}(${sql})`;
}

/** The metric that ranks where nothing else is said: the first one, else the number of rows. */
export function mainMetric(scope: Scope): string {
  const [first] = scope.query.metrics ?? [];
  return first === undefined ? COUNT_ALL.sql : metricSql(first, scope);
}

/** Whether a sort reference is a metric: made on the spot, or saved, or selected under this label. */
export function isMetricRef(ref: unknown, scope: Scope): boolean {
  if (isAdhocMetric(ref)) return true;
  return (
    typeof ref === 'string' &&
    (scope.metrics.has(ref) || scope.query.metric_names.includes(ref)) &&
    !scope.columns.has(ref)
  );
}
