import { type ColumnRef, columnLabel, GenericType, isAdhocMetric } from '@chartroom/model';
import type { Cell } from '../frame.ts';
import { Decimal } from '../frame.ts';
import { queryError } from '../query-error.ts';
import { TIMESTAMP } from '../query-object.ts';
import { columnOrSql, type Expression, groupSql, operand } from './expressions.ts';
import { labelAlias } from './label-alias.ts';
import { literal, momentLiteral, targetKind } from './literals.ts';
import { mainMetric, metricSql } from './metrics.ts';
import type { Scope } from './scope.ts';
import { bracketed, type Join, type Select } from './select.ts';

/** Rows of the ranking query: one list of cells a series, in the order of the series columns. */
export type TopSeries = Cell[][];

interface Series {
  expression: Expression;
  sql: string;
  /** Alias of the outer column, and of the ranking's. */
  alias: string;
  inner: string;
}

const RANKING = 'series_limit';
const INNER_METRIC = 'mme_inner__';

/**
 * Keeps the series that rank first (contract/query.md §1.8): by a join with a ranking sub-select, or, on
 * engines without joins, by conditions over the rows of a ranking query that was run before.
 */
export function limitSeries(
  select: Select,
  innerWhere: string[],
  scope: Scope,
  topSeries: TopSeries | undefined,
): { select: Select; seriesQuery?: Select } {
  const { query, dialect } = scope;
  const columns = query.series_columns.filter((ref) => ref !== TIMESTAMP);
  if (query.series_limit <= 0 || columns.length === 0) return { select };
  const series = columns.map((ref) => seriesOf(ref, scope));
  const ranking = rankingSelect(select.from, series, innerWhere, scope);
  const before = select.with === undefined ? {} : { with: select.with };
  if (dialect.capabilities.joins && dialect.capabilities.subqueries) {
    const on = series.map(({ sql, inner }) => `${operand(sql)} = ${dialect.quoteIdentifier(inner)}`);
    const others = query.group_others_when_limit_reached;
    const join: Join = { type: others ? 'LEFT OUTER JOIN' : 'JOIN', select: ranking, alias: RANKING, on };
    const joined = { ...select, join };
    if (!others) return { select: joined };
    const isTop = series
      .map(({ inner }) => `${dialect.quoteIdentifier(RANKING)}.${dialect.quoteIdentifier(inner)} IS NOT NULL`)
      .join(' AND ');
    return { select: withOthers(joined, series, isTop, scope) };
  }
  if (!topSeries) return { select, seriesQuery: { ...before, ...ranking } };
  const isTop = topSeries
    .map((row) =>
      bracketed(series.map((each, index) => equals(each, row[index] ?? null, scope)).join(' AND ')),
    )
    .join(' OR ');
  if (isTop === '') return { select };
  if (query.group_others_when_limit_reached) return { select: withOthers(select, series, isTop, scope) };
  return { select: { ...select, where: [...select.where, isTop] } };
}

/** SQL of the series of which only the first are kept, and of what they are ranked by; undefined where all are kept. */
export function rankedSeries(scope: Scope): { series: string[]; by: string } | undefined {
  const { series_columns, series_limit, series_limit_metric: given } = scope.query;
  const columns = series_columns.filter((ref) => ref !== TIMESTAMP);
  if (series_limit <= 0 || columns.length === 0) return undefined;
  return {
    series: columns.map((ref) => seriesOf(ref, scope).sql),
    by: given ? rankSql(given, scope) : mainMetric(scope),
  };
}

function seriesOf(ref: ColumnRef, scope: Scope): Series {
  const expression = columnOrSql(ref, scope);
  const sql = groupSql(ref, expression, scope);
  const label = columnLabel(ref);
  return {
    expression,
    sql,
    alias: labelAlias(label, scope.dialect),
    inner: labelAlias(`${label}__`, scope.dialect),
  };
}

function rankingSelect(from: string, series: Series[], where: string[], scope: Scope): Select {
  const { query, dialect } = scope;
  const given = query.series_limit_metric;
  const alias = labelAlias(INNER_METRIC, dialect);
  const main = mainMetric(scope);
  const named = dialect.capabilities.aliasInOrderBy ? dialect.quoteIdentifier(alias) : main;
  return {
    items: [...series.map(({ sql, inner }) => ({ sql, alias: inner })), { sql: main, alias }],
    from,
    where,
    groupBy: series.map(({ sql }) => sql),
    having: [],
    orderBy: [{ sql: given ? rankSql(given, scope) : named, ascending: !query.order_desc }],
    limit: query.series_limit,
  };
}

function rankSql(metric: NonNullable<Scope['query']['series_limit_metric']>, scope: Scope): string {
  if (isAdhocMetric(metric)) return metricSql(metric, scope);
  const name = typeof metric === 'string' ? metric : (metric.label ?? '');
  if (scope.metrics.has(name)) return metricSql(name, scope);
  const selected = scope.query.metrics?.[scope.query.metric_names.indexOf(name)];
  if (selected !== undefined) return metricSql(selected, scope);
  throw queryError(`Metric '${name}' does not exist`);
}

/** Series that did not rank are shown together as one. */
function withOthers(select: Select, series: Series[], isTop: string, scope: Scope): Select {
  const { dialect } = scope;
  const cases = new Map(
    series.map(({ expression, sql }) => {
      const kind = targetKind(expression.column, dialect);
      const text = kind === GenericType.STRING ? sql : `CAST(${sql} AS ${dialect.textType})`;
      return [sql, `CASE WHEN ${bracketed(isTop)} THEN ${text} ELSE ${dialect.quoteString('Others')} END`];
    }),
  );
  const replaced = (sql: string) => cases.get(sql) ?? sql;
  return {
    ...select,
    items: select.items.map((item) => ({ ...item, sql: replaced(item.sql) })),
    groupBy: select.groupBy.map(replaced),
  };
}

function equals({ expression, sql }: Series, cell: Cell, { dialect }: Scope): string {
  const { column } = expression;
  if (cell === null) return `${operand(sql)} IS NULL`;
  const kind = targetKind(column, dialect);
  if (typeof cell === 'number' && kind === GenericType.TEMPORAL)
    return `${operand(sql)} = ${momentLiteral(cell, column, dialect)}`;
  if (typeof cell === 'bigint' || cell instanceof Decimal) return `${operand(sql)} = ${cell}`;
  return `${operand(sql)} = ${literal(cell, { column, kind, dialect, asText: false }) ?? 'NULL'}`;
}
