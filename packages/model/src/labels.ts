import type { AdhocColumn, AdhocMetric, ColumnRef, MetricRef } from './query-object.ts';

/** Whether a column reference is an SQL expression. */
export function isAdhocColumn(column: unknown): column is AdhocColumn {
  return typeof column === 'object' && column !== null && 'label' in column && 'sqlExpression' in column;
}

/** Whether a metric reference is made on the spot. */
export function isAdhocMetric(metric: unknown): metric is AdhocMetric {
  return typeof metric === 'object' && metric !== null && 'expressionType' in metric;
}

/** Name of a column in the result: its own name, the label, or the SQL text. */
export function columnLabel(column: ColumnRef): string {
  return typeof column === 'string' ? column : column.label || column.sqlExpression;
}

/** Name of a metric in the result (contract/charts.md §1.2). */
export function metricLabel(metric: MetricRef): string {
  if (typeof metric === 'string') return metric;
  if (metric.label) return metric.label;
  if (!isAdhocMetric(metric)) return '';
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? '';
  return `${metric.aggregate ?? ''}(${metric.column?.column_name ?? ''})`;
}
