import { type ColumnRef, isAdhocColumn, isAdhocMetric } from '@chartroom/model';
import { type NormalQuery, TIMESTAMP } from '../query-object.ts';
import type { DatasetModel } from './dataset-model.ts';

/**
 * Whether compiling a question checks SQL of people, so that the parser has to be loaded first: clauses, expressions
 * that are no columns of the dataset, row rules and the predicate of the dataset.
 */
export function holdsFreeSql(
  query: NormalQuery,
  dataset: Pick<DatasetModel, 'columns' | 'fetch_values_predicate'>,
  rules: readonly unknown[],
): boolean {
  if (rules.length > 0 || dataset.fetch_values_predicate || query.extras.where || query.extras.having)
    return true;
  const known = new Set([TIMESTAMP, ...dataset.columns.map(({ column_name }) => column_name)]);
  const isFree = (ref: ColumnRef | unknown): boolean => {
    if (isAdhocMetric(ref)) return ref.expressionType === 'SQL';
    if (isAdhocColumn(ref)) return !known.has(ref.sqlExpression);
    return false;
  };
  return (
    query.columns.some((ref) => (typeof ref === 'string' ? !known.has(ref) : isFree(ref))) ||
    [
      ...(query.metrics ?? []),
      ...query.orderby.map(([ref]) => ref),
      ...query.filters.map(({ col }) => col),
      ...query.series_columns,
    ].some(isFree) ||
    isFree(query.series_limit_metric)
  );
}
