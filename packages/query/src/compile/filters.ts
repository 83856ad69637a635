import { type ColumnRef, columnLabel, GenericType, type QueryFilter } from '@chartroom/model';
import { queryError } from '../query-error.ts';
import { parseTimeRange } from '../time-range/parse-time-range.ts';
import type { ModelColumn } from './dataset-model.ts';
import {
  columnExpression,
  datasetColumnSql,
  type Expression,
  isTimestamp,
  operand,
  timeExpression,
} from './expressions.ts';
import { literal, momentLiteral, type Scalar, targetKind, type ValueTarget } from './literals.ts';
import type { Scope, TimeBounds } from './scope.ts';

/** Filters as conditions, and which of them took part. */
export interface FilterOutcome {
  conditions: string[];
  applied: ColumnRef[];
  rejected: ColumnRef[];
}

/** Conditions of `filters` (contract/query.md §1.6). Those on unknown columns are left out and named. */
export function filterConditions(scope: Scope): FilterOutcome {
  const outcome: FilterOutcome = { conditions: [], applied: [], rejected: [] };
  for (const filter of scope.query.filters) {
    if (!filter.col || !filter.op) continue;
    const expression = filterExpression(filter, scope);
    if (!expression) {
      outcome.rejected.push(filter.col);
      continue;
    }
    outcome.applied.push(filter.col);
    if (scope.removedFilters.has(columnLabel(filter.col))) continue;
    const condition = filterCondition(filter, expression, scope);
    if (condition !== '') outcome.conditions.push(condition);
  }
  return outcome;
}

/** `col >= from AND col < to` on the raw column, so that an index can serve it. Empty when unbounded. */
export function rangeCondition(expression: Expression, bounds: TimeBounds, scope: Scope): string {
  const sql = operand(expression.sql);
  const parts: string[] = [];
  if (bounds.from !== null)
    parts.push(`${sql} >= ${momentLiteral(bounds.from, expression.column, scope.dialect)}`);
  if (bounds.to !== null)
    parts.push(`${sql} < ${momentLiteral(bounds.to, expression.column, scope.dialect)}`);
  return parts.join(' AND ');
}

/** Bounds of the query's time column, and of the dataset's main one where the dataset asks for it. */
export function timeConditions(scope: Scope, bounds: TimeBounds): string[] {
  const { timeColumn, dataset, columns, dialect } = scope;
  if (!timeColumn) return [];
  const filtered: ModelColumn[] = [timeColumn];
  const main = dataset.main_dttm_col ? columns.get(dataset.main_dttm_col) : undefined;
  if (dataset.always_filter_main_dttm && main && main !== timeColumn) filtered.unshift(main);
  return filtered
    .filter(({ column_name }) => !scope.removedFilters.has(column_name))
    .map((column) => rangeCondition({ sql: datasetColumnSql(column, dialect), column }, bounds, scope))
    .filter((condition) => condition !== '');
}

function filterExpression(filter: QueryFilter, scope: Scope): Expression | undefined {
  if (isTimestamp(filter.col) && scope.timeColumn) {
    return { sql: datasetColumnSql(scope.timeColumn, scope.dialect), column: scope.timeColumn };
  }
  const expression = columnExpression(filter.col, scope);
  if (!expression || !filter.grain) return expression;
  return { ...expression, sql: timeExpression(expression, filter.grain, scope.dialect) };
}

/** One filter as a condition on what stands for its column; empty when it says nothing. */
export function filterCondition(filter: QueryFilter, expression: Expression, scope: Scope): string {
  const op = filter.op.toUpperCase();
  const sql = operand(expression.sql);
  const asText = op === 'LIKE' || op === 'ILIKE' || op === 'NOT LIKE' || op === 'NOT ILIKE';
  const kind = targetKind(expression.column, scope.dialect);
  const target: ValueTarget = { column: expression.column, kind, dialect: scope.dialect, asText };
  switch (op) {
    case 'IS NULL':
    case 'IS NOT NULL':
      return `${sql} ${op}`;
    case 'IS TRUE':
    case 'IS FALSE':
      return `${sql} ${scope.dialect.capabilities.isTrue ? 'IS' : '='} ${scope.dialect.booleans[op === 'IS TRUE' ? 0 : 1]}`;
    case 'IN':
    case 'NOT IN':
      return listCondition(sql, op, valuesOf(filter), target);
    case 'TEMPORAL_RANGE':
      return temporalRange(filter, expression, scope);
    case 'LIKE':
    case 'ILIKE':
    case 'NOT LIKE':
    case 'NOT ILIKE':
      return likeCondition(
        kind === GenericType.STRING ? sql : `CAST(${expression.sql} AS ${scope.dialect.textType})`,
        op,
        firstOf(filter),
        target,
      );
    case '==':
    case '=':
    case '!=':
    case '<>':
      return equality(sql, op.startsWith('='), literal(firstOf(filter), target));
    case '>':
    case '<':
    case '>=':
    case '<=':
      return `${sql} ${op} ${required(literal(firstOf(filter), target), filter)}`;
    default:
      throw queryError(`'${filter.op}' is not a valid FilterOperator`);
  }
}

function equality(sql: string, equal: boolean, value: string | null): string {
  if (value === null) return `${sql} IS ${equal ? '' : 'NOT '}NULL`;
  return `${sql} ${equal ? '=' : '<>'} ${value}`;
}

function listCondition(sql: string, op: 'IN' | 'NOT IN', values: Scalar[], target: ValueTarget): string {
  if (values.length === 0) throw queryError('Filter value list cannot be empty');
  const literals = values.map((value) => literal(value, target));
  const known = literals.filter((each) => each !== null);
  const list = known.join(', ');
  if (known.length === literals.length) return `${sql} ${op} (${list})`;
  if (known.length === 0) return equality(sql, op === 'IN', null);
  const either = `${sql} IS NULL OR ${sql} IN (${list})`;
  return op === 'IN' ? either : `NOT (${either})`;
}

function likeCondition(sql: string, op: string, value: Scalar, target: ValueTarget): string {
  const pattern = literal(value, target);
  if (pattern === null) throw queryError('Must specify a value for filters with comparison operators');
  const not = op.startsWith('NOT') ? 'NOT ' : '';
  if (!op.endsWith('ILIKE')) return `${sql} ${not}LIKE ${pattern}`;
  return target.dialect.capabilities.ilike
    ? `${sql} ${not}ILIKE ${pattern}`
    : `lower(${sql}) ${not}LIKE lower(${pattern})`;
}

function temporalRange(filter: QueryFilter, expression: Expression, scope: Scope): string {
  if (typeof filter.val !== 'string') return '';
  const { extras, time_shift } = scope.query;
  const { since, until } = parseTimeRange(filter.val, {
    now: scope.now,
    relativeStart: extras.relative_start ?? 'today',
    relativeEnd: extras.relative_end ?? 'today',
    timeShift: time_shift ?? undefined,
  });
  return rangeCondition(expression, { from: since, to: until }, scope);
}

function required(value: string | null, filter: QueryFilter): string {
  if (value === null)
    throw queryError(
      `Must specify a value for filters with comparison operators: ${columnLabel(filter.col)} ${filter.op}`,
    );
  return value;
}

function valuesOf({ val }: QueryFilter): Scalar[] {
  return Array.isArray(val) ? val : [val ?? null];
}

function firstOf({ val }: QueryFilter): Scalar {
  return Array.isArray(val) ? (val[0] ?? null) : (val ?? null);
}
