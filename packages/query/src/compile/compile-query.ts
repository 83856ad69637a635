import {
  type ColumnRef,
  columnLabel,
  type GenericType,
  isAdhocColumn,
  isAdhocMetric,
  type QueryObject,
} from '@chartroom/model';
import type { Dialect } from '../dialect.ts';
import { queryError } from '../query-error.ts';
import { type NormalQuery, normalizeQuery, type SortRef, TIMESTAMP } from '../query-object.ts';
import { checkClause, checkOrderExpression } from '../sql/clause.ts';
import { type AppliedFilters, appliedFilters } from './applied-filters.ts';
import type { DatasetModel, ModelColumn } from './dataset-model.ts';
import {
  columnExpression,
  columnOrSql,
  datasetColumnSql,
  groupSql,
  isTemporal,
  timestampExpression,
} from './expressions.ts';
import { filterConditions, timeConditions } from './filters.ts';
import { labelAlias } from './label-alias.ts';
import { isMetricRef, metricSql } from './metrics.ts';
import { checkedRule } from './row-rules.ts';
import type { Scope, TimeBounds } from './scope.ts';
import { printSelect, type Select, type SelectItem, type SortItem, tableAlias } from './select.ts';
import { limitSeries, type TopSeries } from './series-limit.ts';
import { sourceOf } from './source.ts';
import { timeBounds, withTimeRange } from './time-bounds.ts';

export interface CompileInput {
  /** As it arrived, or already in its normal form. */
  query: QueryObject | NormalQuery;
  dataset: DatasetModel;
  dialect: Dialect;
  now: Date;
  /** Conditions every row must meet, from `combineRowRules`. */
  rowRules?: readonly string[];
  /** Bounds that replace those of the query's time range, e.g. of a shifted comparison. Naive epoch ms. */
  bounds?: TimeBounds;
  /** Bounds of the series-limiting sub-query where they differ from the outer ones. */
  innerBounds?: TimeBounds;
  /** Kinds of free SQL expressions, where the caller has probed them. */
  expressionTypes?: ReadonlyMap<string, GenericType>;
  /** Columns whose filters a template has taken over. */
  removedFilters?: ReadonlySet<string>;
  /** Answer of `seriesQuery`, for engines without joins. */
  topSeries?: TopSeries;
}

/** What one column of the answer is. */
export interface OutputColumn {
  /** Name in the answer. */
  label: string;
  /** Name in the SQL: the label under the engine's rules. */
  alias: string;
  role: 'timestamp' | 'column' | 'metric';
  /** Whether its values are moments by the dataset's flag. */
  temporal: boolean;
  /** The dataset column it shows, unless it is an expression. */
  column?: ModelColumn;
  /** Whether it is the x axis. */
  axis: boolean;
}

export interface CompiledQuery extends AppliedFilters {
  sql: string;
  /** Columns of the answer in the order of the SQL; the engine's own names are replaced by position. */
  columns: OutputColumn[];
  query: NormalQuery;
  /** Naive epoch milliseconds; null is unbounded. */
  fromDttm: number | null;
  toDttm: number | null;
  /** Hours to add to the temporal columns of the answer. */
  offset: number;
  /** To be run first and given back as `topSeries`: ranks the series on an engine without joins. */
  seriesQuery?: string;
}

/**
 * A question as SQL (contract/query.md §1). Exactly one statement comes out; every piece of free SQL in
 * it is one bracketed expression.
 * @throws ChartroomError 400 with the contract's message for what cannot be asked, 403 for sub-queries in filters
 */
export function compileQuery(input: CompileInput): CompiledQuery {
  const { dataset, dialect } = input;
  const query = withTimeRange(
    'metric_names' in input.query && isNormal(input.query) ? input.query : normalizeQuery(input.query),
  );
  const scope = scopeOf(query, input);
  const grouped = isGrouped(scope);
  const outputs = unhiding(grouped ? groupedOutputs(scope) : rawOutputs(scope), grouped, scope);
  if (outputs.length === 0) throw queryError('Empty query?');
  const { conditions, ...filters } = filterConditions(scope);
  const fixed = [
    ...conditions,
    ...(input.rowRules ?? []).map((rule) => checkedRule(rule, dialect)),
    ...extraWhere(scope),
  ];
  const select: Select = {
    items: outputs.map((output) => output.item),
    ...sourceOf(dataset, dialect),
    where: [...timeConditions(scope, scope.bounds), ...fixed],
    groupBy: grouped
      ? outputs.filter((output) => output.role !== 'metric').map((output) => output.item.sql)
      : [],
    having: query.extras.having ? [checkClause(query.extras.having, dialect)] : [],
    orderBy: query.orderby.map((sort) => sortItem(sort, outputs, grouped, scope)),
    ...(query.row_limit ? { limit: query.row_limit } : {}),
    ...(query.row_offset ? { offset: query.row_offset } : {}),
  };
  const inner = [...timeConditions(scope, input.innerBounds ?? scope.bounds), ...fixed];
  const limited = limitSeries(select, inner, scope, input.topSeries);
  return {
    sql: textOf(limited.select, scope),
    columns: query.is_rowcount ? [ROWCOUNT] : outputs.map(({ item, ...output }) => output),
    query,
    ...appliedFilters(filters, scope),
    fromDttm: scope.bounds.from,
    toDttm: scope.bounds.to,
    offset: dataset.offset,
    ...(limited.seriesQuery ? { seriesQuery: printSelect(limited.seriesQuery, dialect) } : {}),
  };
}

/** Free SQL of the query whose kind the caller may want to probe: x axes with a grain that are no dataset column. */
export function expressionsToProbe(query: NormalQuery, dataset: DatasetModel): string[] {
  const known = new Set(dataset.columns.map((column) => column.column_name));
  return query.columns.flatMap((ref) =>
    isAdhocColumn(ref) && ref.columnType === 'BASE_AXIS' && ref.timeGrain && !known.has(ref.sqlExpression)
      ? [ref.sqlExpression]
      : [],
  );
}

const ROWCOUNT: OutputColumn = {
  label: 'rowcount',
  alias: 'rowcount',
  role: 'metric',
  temporal: false,
  axis: false,
};

interface Output extends OutputColumn {
  item: SelectItem;
}

function isNormal(query: QueryObject | NormalQuery): query is NormalQuery {
  return Array.isArray(query.metric_names) && Array.isArray(query.column_names);
}

/** All that the parts of the compiler look at, of one question. */
export function scopeOf(query: NormalQuery, input: CompileInput): Scope {
  const columns = new Map(input.dataset.columns.map((column) => [column.column_name, column]));
  return {
    query,
    dataset: input.dataset,
    dialect: input.dialect,
    now: input.now,
    bounds: input.bounds ?? timeBounds(query, input.now),
    columns,
    metrics: new Map(input.dataset.metrics.map((metric) => [metric.metric_name, metric])),
    timeColumn: timeColumnOf(query, input.dataset, columns),
    expressionTypes: input.expressionTypes ?? new Map(),
    removedFilters: input.removedFilters ?? new Set(),
  };
}

/** The granularity column; one that is not temporal gives way to the dataset's main time column. */
function timeColumnOf(
  query: NormalQuery,
  dataset: DatasetModel,
  columns: ReadonlyMap<string, ModelColumn>,
): ModelColumn | null {
  if (!query.granularity) {
    if (query.is_timeseries)
      throw queryError(
        'Datetime column not provided as part table configuration and is required by this type of chart',
      );
    return null;
  }
  const column = columns.get(query.granularity);
  if (column?.is_dttm) return column;
  return (dataset.main_dttm_col ? columns.get(dataset.main_dttm_col) : undefined) ?? column ?? null;
}

function isGrouped(scope: Scope): boolean {
  const { metrics, columns, orderby } = scope.query;
  if (metrics !== null) return true;
  return columns.length > 0 && orderby.some(([ref]) => isMetricRef(ref, scope));
}

/** What a question that groups selects, in its order. */
export function groupedOutputs(scope: Scope): Output[] {
  const { query } = scope;
  const outputs: Output[] = [];
  if (query.is_timeseries && scope.timeColumn) {
    outputs.push(
      output(
        TIMESTAMP,
        timestampExpression(scope),
        { role: 'timestamp', temporal: true, column: scope.timeColumn, axis: true },
        scope,
      ),
    );
  }
  for (const ref of query.columns) {
    if (ref === TIMESTAMP) continue;
    outputs.push(
      output(columnLabel(ref), groupSql(ref, columnOrSql(ref, scope), scope), columnFacts(ref, scope), scope),
    );
  }
  for (const [index, metric] of (query.metrics ?? []).entries()) {
    const label = query.metric_names[index] ?? '';
    outputs.push(
      output(label, metricSql(metric, scope), { role: 'metric', temporal: false, axis: false }, scope),
    );
  }
  return firstOfEach(outputs);
}

function rawOutputs(scope: Scope): Output[] {
  return firstOfEach(
    scope.query.columns
      .filter((ref) => ref !== TIMESTAMP)
      .map((ref) => output(columnLabel(ref), columnOrSql(ref, scope).sql, columnFacts(ref, scope), scope)),
  );
}

function columnFacts(ref: ColumnRef, scope: Scope): Omit<OutputColumn, 'label' | 'alias'> {
  const expression = columnExpression(ref, scope) ?? { sql: '' };
  const axis = isAdhocColumn(ref) && ref.columnType === 'BASE_AXIS';
  const temporal = isTemporal(ref, expression, scope);
  return { role: 'column', temporal, axis, ...(expression.column ? { column: expression.column } : {}) };
}

function output(
  label: string,
  sql: string,
  facts: Omit<OutputColumn, 'label' | 'alias'>,
  scope: Scope,
): Output {
  const alias = labelAlias(label, scope.dialect);
  return { label, alias, item: { sql, alias }, ...facts };
}

function firstOfEach(outputs: Output[]): Output[] {
  const seen = new Set<string>();
  return outputs.filter(({ label }) => !seen.has(label) && seen.add(label));
}

/** Conditions of the question's free SQL, and those of the dataset that it asks for. */
export function extraWhere({ query, dataset, dialect }: Scope): string[] {
  const conditions = query.extras.where ? [checkClause(query.extras.where, dialect)] : [];
  if (query.apply_fetch_values_predicate && dataset.fetch_values_predicate) {
    conditions.push(checkedRule(dataset.fetch_values_predicate, dialect));
  }
  return conditions;
}

/** The outputs under aliases that hide no column which the order needs; the answer has their labels all the same. */
function unhiding(outputs: Output[], grouped: boolean, scope: Scope): Output[] {
  if (!scope.dialect.aliasesHideColumns) return outputs;
  const orders = scope.query.orderby.map(([ref]) => sortSql(ref, outputs, grouped, scope));
  const needed = new Set(orders.flatMap((sql) => namesIn(sql.slice(sql.indexOf('(') + 1 || sql.length))));
  return outputs.map((each) => {
    if (!needed.has(each.alias.toLowerCase())) return each;
    const alias = `${each.alias}__`;
    return { ...each, alias, item: { ...each.item, alias } };
  });
}

/** Names and words of an expression, in small letters. */
function namesIn(sql: string): string[] {
  return [...sql.matchAll(/"(?<quoted>(?:[^"]|"")+)"|(?<word>[\p{L}_][\p{L}\p{N}_]*)/gu)].map(
    ({ groups = {} }) => (groups.quoted?.replaceAll('""', '"') ?? groups.word ?? '').toLowerCase(),
  );
}

function sortItem([ref, ascending]: SortRef, outputs: Output[], grouped: boolean, scope: Scope): SortItem {
  return { sql: sortSql(ref, outputs, grouped, scope), ascending };
}

function sortSql(ref: SortRef[0], outputs: Output[], grouped: boolean, scope: Scope): string {
  const { dialect } = scope;
  const named = (selected: Output) =>
    dialect.capabilities.aliasInOrderBy ? dialect.quoteIdentifier(selected.alias) : selected.item.sql;
  if (isAdhocMetric(ref)) {
    const sql =
      ref.expressionType === 'SQL'
        ? checkOrderExpression(ref.sqlExpression ?? '', dialect)
        : metricSql(ref, scope);
    const same = outputs.find((selected) => selected.item.sql === sql);
    return same ? named(same) : sql;
  }
  const label = columnLabel(ref);
  const selected = outputs.find((each) => each.label === label);
  if (selected) return named(selected);
  if (typeof ref !== 'string') return columnOrSql(ref, scope).sql;
  if (scope.metrics.has(ref) && (grouped || !scope.columns.has(ref))) return metricSql(ref, scope);
  const column = scope.columns.get(ref);
  if (column) return datasetColumnSql(column, dialect);
  throw queryError(`Unknown column used in orderby: ${ref}`);
}

function textOf(select: Select, { query, dialect }: Scope): string {
  if (!query.is_rowcount) return printSelect(select, dialect);
  const { with: expressions, ...counted } = select;
  const isCut = select.limit !== undefined || select.offset !== undefined;
  // How many there are does not depend on their order, and such engines take none here.
  const inner = dialect.rowLimit === 'top' && !isCut ? { ...counted, orderBy: [] } : counted;
  const before = expressions === undefined ? '' : `WITH ${expressions}\n`;
  return `${before}SELECT COUNT(*) AS ${dialect.quoteIdentifier('rowcount')}\nFROM (\n${printSelect(inner, dialect)}\n) ${tableAlias('rowcount_qry', dialect)}`;
}
