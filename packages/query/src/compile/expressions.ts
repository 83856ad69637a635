import { type AdhocColumn, type ColumnRef, GenericType, isAdhocColumn } from '@chartroom/model';
import type { Dialect } from '../dialect.ts';
import { queryError } from '../query-error.ts';
import { TIMESTAMP } from '../query-object.ts';
import { checkClause, checkOwned } from '../sql/clause.ts';
import type { ModelColumn } from './dataset-model.ts';
import type { Scope } from './scope.ts';
import { bracketed } from './select.ts';

/** A column of the query as SQL, without grain. */
export interface Expression {
  /** Safe wherever an expression may stand alone; `operand` before combining it. */
  sql: string;
  /** The dataset column behind it, if it is one. */
  column?: ModelColumn;
}

/**
 * SQL of a column reference: a dataset column, a calculated one, or free SQL that was checked.
 * Undefined for a plain name that the dataset does not have.
 */
export function columnExpression(ref: ColumnRef, scope: Scope): Expression | undefined {
  if (typeof ref !== 'string') return adhocExpression(ref, scope);
  const column = scope.columns.get(ref);
  return column && { sql: datasetColumnSql(column, scope.dialect), column };
}

/** A plain name that is not a column is free SQL (contract/query.md §1.3). */
export function columnOrSql(ref: ColumnRef, scope: Scope): Expression {
  return columnExpression(ref, scope) ?? { sql: bracketed(freeSql(String(ref), scope.dialect)) };
}

/** SQL of a dataset column: its quoted name or its expression. */
export function datasetColumnSql(column: ModelColumn, dialect: Dialect): string {
  return column.expression ? owned(column.expression, dialect) : dialect.quoteIdentifier(column.column_name);
}

/** Free SQL inside a metric or column; a sub-query in it is a plain 400 there. */
export function freeSql(text: string, dialect: Dialect): string {
  try {
    return checkClause(text, dialect);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Custom SQL fields'))
      throw queryError(error.message);
    throw error;
  }
}

/** SQL that can be part of a larger expression: bracketed unless it is a name, a literal or one call. */
export function operand(sql: string): string {
  return isAtom(sql) ? sql : bracketed(sql);
}

/** Grain over a column that may hold epochs (contract/query.md §3.2, §3.4). */
export function timeExpression(
  expression: Expression,
  grain: string | null | undefined,
  dialect: Dialect,
): string {
  const format = expression.column?.python_date_format;
  let sql = operand(expression.sql);
  const epoch = format === 'epoch_s' ? dialect.epochSeconds : dialect.epochMilliseconds;
  if (format === 'epoch_s' || format === 'epoch_ms') {
    if (epoch === undefined) throw queryError(`How ${dialect.id} turns epochs into moments is not known`);
    sql = fill(epoch, sql);
  }
  if (!grain) return sql === operand(expression.sql) ? expression.sql : sql;
  const template = Object.hasOwn(dialect.grains, grain) ? dialect.grains[grain] : undefined;
  if (template === undefined) throw queryError(`No grain spec for ${grain} for database ${dialect.id}`);
  return fill(typed(template, expression, format), sql);
}

/** The type of the column in grains that name it; moments of unknown type and epochs are timestamps. */
function typed(template: string, { column }: Expression, format: string | null | undefined): string {
  const native = format?.startsWith('epoch')
    ? undefined
    : /^(?:datetime|date|time)\b/i.exec(column?.type ?? '')?.[0].toUpperCase();
  const type = native ?? 'TIMESTAMP';
  return template.replaceAll('{type}', type).replaceAll('{func}', `${type}_TRUNC`);
}

/** SQL by which a selected column groups: at the query's grain when it is the time column, at its own when it is the x axis. */
export function groupSql(ref: ColumnRef, expression: Expression, scope: Scope): string {
  const { query, dialect } = scope;
  const isTime = ref === query.granularity;
  const grain =
    isTime && expression.column?.is_dttm ? query.extras.time_grain_sqla : axisGrain(ref, expression, scope);
  return isTime || grain ? timeExpression(expression, grain, dialect) : expression.sql;
}

/** Whether the x axis asks for a grain that applies: temporal column, BASE_AXIS, a grain. */
function axisGrain(ref: ColumnRef, expression: Expression, scope: Scope): string | undefined {
  if (!isAdhocColumn(ref) || ref.columnType !== 'BASE_AXIS' || !ref.timeGrain) return undefined;
  return isTemporal(ref, expression, scope) ? ref.timeGrain : undefined;
}

/** Whether a selected column is temporal: the dataset's flag, or what probing found out. */
export function isTemporal(ref: ColumnRef, { column }: Expression, scope: Scope): boolean {
  if (column) return column.is_dttm;
  const probed = isAdhocColumn(ref) ? scope.expressionTypes.get(ref.sqlExpression) : undefined;
  return probed === undefined
    ? isAdhocColumn(ref) && Boolean(ref.timeGrain)
    : probed === GenericType.TEMPORAL;
}

/** Expression of the query's time column at its grain. */
export function timestampExpression(scope: Scope): string {
  const column = scope.timeColumn;
  if (!column)
    throw queryError(
      'Datetime column not provided as part table configuration and is required by this type of chart',
    );
  return timeExpression(
    { sql: datasetColumnSql(column, scope.dialect), column },
    scope.query.extras.time_grain_sqla,
    scope.dialect,
  );
}

/** Whether a reference is the pseudo-column that stands for the time column at its grain. */
export function isTimestamp(ref: unknown): boolean {
  return ref === TIMESTAMP;
}

function adhocExpression(ref: AdhocColumn, scope: Scope): Expression {
  if (ref.label === '') throw queryError(`The column "${ref.sqlExpression}" has no label`);
  const column = scope.columns.get(ref.sqlExpression);
  if (column) return { sql: datasetColumnSql(column, scope.dialect), column };
  if (ref.isColumnReference) return { sql: scope.dialect.quoteIdentifier(ref.sqlExpression) };
  return { sql: freeSql(ref.sqlExpression, scope.dialect) };
}

/**
 * SQL that the owner of a dataset has written: taken as it is, but its last comment must not swallow what follows.
 * @throws ChartroomError 400 for functions that nobody may call
 */
export function owned(expression: string, dialect: Dialect): string {
  checkOwned(expression, dialect);
  return expression.includes('--') ? `${expression}\n` : expression;
}

function fill(template: string, sql: string): string {
  return template.replaceAll('{col}', () => sql);
}

const ATOM =
  /^(?:[\w$]+|"(?:[^"]|"")+"|`[^`]+`|\[(?:[^\]]|\]\])+\]|'(?:[^']|'')*')(?:\.(?:\w+|"(?:[^"]|"")+"|\[(?:[^\]]|\]\])+\]))*$/;
const CALL = /^[\w.]+\((?:[^()'"]|'(?:[^']|'')*'|"(?:[^"]|"")*"|\([^()'"]*\))*\)$/;

function isAtom(sql: string): boolean {
  return ATOM.test(sql) || CALL.test(sql) || isBracketed(sql);
}

function isBracketed(sql: string): boolean {
  return /^\([^()'"]*\)$/.test(sql);
}
