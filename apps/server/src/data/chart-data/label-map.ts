import { type ColumnRef, columnLabel, isAdhocColumn, isAdhocMetric } from '@chartroom/model';
import type { Frame, NormalQuery } from '@chartroom/query';

/** A place where a pivoted name is cut: a comma and a space that no value wrote (those are escaped). */
const CUT = /(?<!\\), /;

/** What every column of an answer is made of (contract/query.md §8, contract/charts.md §1.10). */
export function labelMap(
  frame: Frame,
  query: Pick<NormalQuery, 'columns' | 'metrics' | 'metric_names'>,
): Record<string, string[]> {
  const map = new Map<string, string[]>();
  for (const { name } of frame.columns) map.set(plainName(name), name.split(CUT).map(plainName));
  for (const column of query.columns) map.set(columnLabel(column), [sourceOf(column)]);
  for (const [index, metric] of (query.metrics ?? []).entries()) {
    const label = query.metric_names[index] ?? '';
    map.set(label, [
      isAdhocMetric(metric) && metric.expressionType === 'SQL' ? (metric.sqlExpression ?? label) : label,
    ]);
  }
  const present = new Set(frame.columns.map(({ name }) => plainName(name)));
  return Object.fromEntries([...map].filter(([name]) => present.has(name)));
}

/** A column's name with the commas of its values written plainly again. */
export function plainName(name: string): string {
  return name.replaceAll('\\,', ',');
}

function sourceOf(column: ColumnRef): string {
  return isAdhocColumn(column) ? column.sqlExpression : column;
}
