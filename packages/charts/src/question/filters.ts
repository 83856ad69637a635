import type { AdhocFilter, FilterValue, QueryFilter } from '@chartroom/model';

/** Operators that take no value. */
const UNARY = new Set(['IS NOT NULL', 'IS NULL', 'IS TRUE', 'IS FALSE', 'LATEST PARTITION']);

export interface SplitFilters {
  filters: QueryFilter[];
  /** Free SQL, joined; empty text when there is none. */
  where: string;
  having: string;
}

/**
 * Splits ad-hoc filters into simple ones and free SQL (contract, base query 2). Simple HAVING conditions are
 * dropped: the query object has no place for them.
 *
 * @param filters simple filters that come before them
 * @param where free SQL of old charts, before that of the ad-hoc filters; their free HAVING is not asked
 */
export function splitFilters(
  adhoc: readonly AdhocFilter[],
  filters: readonly QueryFilter[] = [],
  where: readonly string[] = [],
): SplitFilters {
  const simple: QueryFilter[] = [...filters];
  const sql: Record<'where' | 'having', string[]> = { where: [...where], having: [] };
  for (const filter of adhoc) {
    const inHaving = filter.clause === 'HAVING';
    if (filter.expressionType === 'SQL') (inHaving ? sql.having : sql.where).push(filter.sqlExpression ?? '');
    else if (!inHaving) simple.push(simpleFilter(filter));
  }
  return { filters: simple, where: joined(sql.where), having: joined(sql.having) };
}

function simpleFilter(filter: AdhocFilter): QueryFilter {
  const op = filter.operator ?? '';
  const col = filter.subject ?? '';
  if (UNARY.has(op)) return { col, op };
  // A moment that was drilled by stands for its bucket.
  const grain = typeof filter.grain === 'string' ? { grain: filter.grain } : {};
  return { col, op, val: filterValue(filter.comparator), ...grain };
}

function filterValue(value: unknown): FilterValue | undefined {
  if (Array.isArray(value)) return value.filter(isScalar);
  return isScalar(value) ? value : undefined;
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  );
}

/** A comment at the end of a condition must not swallow the bracket that closes it. */
function joined(conditions: readonly string[]): string {
  return conditions.map((condition) => `(${condition}${condition.includes('--') ? '\n' : ''})`).join(' AND ');
}

/** Whether a value is an ad-hoc filter. */
export function isAdhocFilter(value: unknown): value is AdhocFilter {
  return typeof value === 'object' && value !== null && 'expressionType' in value;
}
