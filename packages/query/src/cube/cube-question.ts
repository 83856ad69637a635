import { columnLabel, isAdhocMetric, type QueryFilter } from '@chartroom/model';
import {
  type CompileInput,
  expressionsToProbe,
  extraWhere,
  groupedOutputs,
  scopeOf,
} from '../compile/compile-query.ts';
import { datasetColumnSql } from '../compile/expressions.ts';
import { filterCondition, filterConditions, timeConditions } from '../compile/filters.ts';
import { metricSql } from '../compile/metrics.ts';
import { checkedRule } from '../compile/row-rules.ts';
import type { Scope } from '../compile/scope.ts';
import type { Select } from '../compile/select.ts';
import { rankedSeries } from '../compile/series-limit.ts';
import { sourceOf } from '../compile/source.ts';
import type { NormalQuery, SortRef } from '../query-object.ts';
import { aggregatesOf, type CubeMetric, cubeMetric, writtenMetric } from './cube-metrics.ts';

/** Operators of filters that pick groups of a cube by the values of one column. */
const SLICING: ReadonlySet<string> = new Set([
  'IN',
  'NOT IN',
  '==',
  '=',
  '!=',
  '<>',
  'IS NULL',
  'IS NOT NULL',
]);

/** One column of the answer: what it is grouped by, or a metric. */
export type CubeOutput = { alias: string } & ({ key: string } | { metric: CubeMetric });

/** A filter that picks groups of a cube. */
export interface CubeSlice {
  /** SQL of its column. */
  key: string;
  /** The condition on what stands for the column. */
  condition(column: string): string;
}

/** What an answer is sorted by: one of its columns by place, or a metric that it does not show. */
export type CubeSort = { ascending: boolean } & ({ output: number } | { metric: CubeMetric });

/** The series that are kept: the first by a metric. */
export interface CubeRanking {
  /** SQL of what makes a series. */
  series: string[];
  by: CubeMetric;
  ascending: boolean;
  limit: number;
}

/** A question as a cube can answer it. */
export interface CubeQuestion {
  /** What is summed up: equal for questions that slices alone tell apart. */
  source: Pick<Select, 'with' | 'from' | 'where'>;
  outputs: CubeOutput[];
  sorts: CubeSort[];
  slices: CubeSlice[];
  /** Undefined where all series are kept. */
  ranking: CubeRanking | undefined;
  limit: number | null;
}

/**
 * A question as a cube can answer it; undefined for one that no cube can. `query` is in its normal form and has been
 * compiled: what is wrong with it was said.
 */
export function cubeQuestion(input: CompileInput & { query: NormalQuery }): CubeQuestion | undefined {
  const { query, dataset, dialect, removedFilters } = input;
  if (!isPlain(query) || expressionsToProbe(query, dataset).length > 0) return undefined;
  if (removedFilters && removedFilters.size > 0) return undefined;
  if (query.column_names.concat(query.metric_names).some(isOurs) || dataset.columns.some(isOurColumn))
    return undefined;
  const scope = scopeOf(query, input);
  const { slices, others } = split(query.filters, scope);
  const outputs = outputsOf(scope);
  const sorts = outputs && sortsOf(query.orderby, outputs, scope);
  const ranked = rankedSeries(scope);
  const ranking = ranked && rankingOf(ranked, scope);
  if (!outputs || !sorts || (ranked && !ranking)) return undefined;
  const { conditions } = filterConditions({ ...scope, query: { ...query, filters: others } });
  return {
    source: {
      ...sourceOf(dataset, dialect),
      where: [
        ...timeConditions(scope, scope.bounds),
        ...conditions,
        ...(input.rowRules ?? []).map((rule) => checkedRule(rule, dialect)),
        ...extraWhere(scope),
      ],
    },
    outputs: outputs.map(({ alias, ...what }) => ({ alias, ...what })),
    sorts,
    slices,
    ranking,
    limit: query.row_limit,
  };
}

/** Whether a name is like those that cubes give: it could be taken for one of them. */
function isOurs(name: string): boolean {
  return /^cube_/i.test(name);
}

function isOurColumn({ column_name }: { column_name: string }): boolean {
  return isOurs(column_name);
}

/** Whether nothing is asked but groups and their metrics. */
function isPlain(query: NormalQuery): boolean {
  return (
    query.metrics !== null &&
    !query.is_rowcount &&
    query.row_offset === 0 &&
    !query.group_others_when_limit_reached &&
    query.time_offsets.length === 0 &&
    !query.extras.having
  );
}

function split(
  filters: readonly QueryFilter[],
  scope: Scope,
): { slices: CubeSlice[]; others: QueryFilter[] } {
  const slices: CubeSlice[] = [];
  const others: QueryFilter[] = [];
  for (const filter of filters) {
    const column = typeof filter.col === 'string' ? scope.columns.get(filter.col) : undefined;
    const isSlice = column && filter.op && SLICING.has(filter.op.toUpperCase()) && !filter.grain;
    if (!isSlice) others.push(filter);
    else
      slices.push({
        key: datasetColumnSql(column, scope.dialect),
        condition: (name) => filterCondition(filter, { sql: name, column }, scope),
      });
  }
  return { slices, others };
}

/** Averages are ranked by the engine as it rounds them. */
function rankingOf({ series, by }: { series: string[]; by: string }, scope: Scope): CubeRanking | undefined {
  const { order_desc, series_limit: limit } = scope.query;
  const metric = writtenMetric(by, scope);
  if (!metric || aggregatesOf(metric).some(({ aggregate }) => aggregate === 'AVG')) return undefined;
  return { series, by: metric, ascending: !order_desc, limit };
}

type Labelled = CubeOutput & { label: string; sql: string };

function outputsOf(scope: Scope): Labelled[] | undefined {
  const { metrics, metric_names } = scope.query;
  const found: Labelled[] = [];
  for (const { label, alias, role, item } of groupedOutputs(scope)) {
    const common = { label, alias, sql: item.sql };
    if (role !== 'metric') {
      found.push({ ...common, key: item.sql });
      continue;
    }
    const written = metrics?.[metric_names.indexOf(label)];
    const metric = written === undefined ? undefined : cubeMetric(written, scope);
    if (!metric) return undefined;
    found.push({ ...common, metric });
  }
  return found;
}

function sortsOf(
  orderby: readonly SortRef[],
  outputs: readonly Labelled[],
  scope: Scope,
): CubeSort[] | undefined {
  const sorts: CubeSort[] = [];
  for (const [ref, ascending] of orderby) {
    const output = selectedBy(ref, outputs, scope);
    if (output >= 0) {
      sorts.push({ ascending, output });
      continue;
    }
    const metric = hiddenMetric(ref, outputs, scope);
    if (!metric) return undefined;
    sorts.push({ ascending, metric });
  }
  return sorts;
}

/** The place of the column of the answer that a sort means, found as the compiler finds it; -1 for none. */
function selectedBy(ref: SortRef[0], outputs: readonly Labelled[], scope: Scope): number {
  if (isAdhocMetric(ref)) {
    if (ref.expressionType === 'SQL') return -1;
    const sql = metricSql(ref, scope);
    return outputs.findIndex((each) => each.sql === sql);
  }
  const label = columnLabel(ref);
  return outputs.findIndex((each) => each.label === label);
}

/** A metric that is only sorted by, where no column of the answer could be taken for what it sums up. */
function hiddenMetric(ref: SortRef[0], outputs: readonly Labelled[], scope: Scope): CubeMetric | undefined {
  if (!isAdhocMetric(ref) && (typeof ref !== 'string' || !scope.metrics.has(ref))) return undefined;
  const metric = cubeMetric(ref, scope);
  if (!metric) return undefined;
  const summed = aggregatesOf(metric).map(({ of }) => of.toLowerCase());
  const isTaken = outputs.some(({ alias }) => summed.some((of) => of.includes(alias.toLowerCase())));
  return isTaken ? undefined : metric;
}
