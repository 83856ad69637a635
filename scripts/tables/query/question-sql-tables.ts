import { dialects } from '@chartroom/engines';
import { queryObjectSchema } from '@chartroom/model';
import {
  type CompileInput,
  checkClause,
  compileQuery,
  type DatasetModel,
  type Dialect,
} from '@chartroom/query';
import { isRecord, listOf, recordOf } from '../charts/recorded.ts';
import type { TableCheck } from '../table.ts';
import {
  attempt,
  type Comparison,
  clockOf,
  expectedError,
  type QueryCase,
  queryTable,
  type Shared,
  textOf,
} from './query-cases.ts';
import { canonicalSql } from './same-sql.ts';

/** Questions to SQL and what engines do, for the engines that are there. */
export const questionSqlTables: TableCheck[] = [
  queryTable('where-sql', whereSql),
  queryTable('grain-sql', grainSql),
  queryTable('sql-clause', sqlClause),
];

/** Engine classes that go by the name of another engine in the reference. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'hive/Spark': 'spark' };

/** Our wire name for an engine class (`mysql/AuroraMySQLDataAPI` is `mysql`). */
export function engineIdOf(engineClass: unknown): string {
  const name = String(engineClass);
  return OTHER_NAMES[name] ?? name.split('/')[0] ?? '';
}

/** The dialect of a case about one engine class; undefined for engines that are not there. */
export function dialectOf(engineClass: unknown): Dialect | undefined {
  return dialects[engineIdOf(engineClass)];
}

function whereSql(each: QueryCase, shared: Shared): Comparison | undefined {
  const dialect = dialectOf(each.engine);
  if (!dialect) return undefined;
  const given = recordOf(each.query);
  const { filter, from_dttm, to_dttm, ...rest } = given;
  const query = queryObjectSchema.parse({
    columns: ['id'],
    ...rest,
    ...(filter === undefined ? {} : { filters: filter }),
  });
  const bounds = from_dttm ? { bounds: { from: clockOf(from_dttm), to: clockOf(to_dttm) } } : {};
  const input: CompileInput = {
    query,
    dataset: datasetOf(shared),
    dialect,
    now: new Date(clockOf(shared.now)),
    ...bounds,
  };
  const got = attempt(() => compileQuery(input));
  const out = recordOf(each.out);
  if (expectedError(out))
    return { expected: 'an error', actual: got.thrown === undefined ? got.value.sql : 'an error' };
  const rejected = listOf(out.rejected);
  if (got.thrown !== undefined) return { expected: out.sql, actual: got.thrown };
  return {
    expected: { sql: canonicalSql(String(out.sql)), rejected },
    actual: {
      sql: canonicalSql(got.value.sql),
      rejected: got.value.rejectedFilters.map(({ column }) => column),
    },
  };
}

function datasetOf(shared: Shared): DatasetModel {
  const columns = listOf(shared.columns).map((value) => {
    const column = recordOf(value);
    return {
      column_name: String(column.column_name),
      type: textOf(column.type) ?? null,
      type_generic: null,
      is_dttm: column.is_dttm === true,
      python_date_format: textOf(column.python_date_format) ?? null,
      expression: textOf(column.expression) ?? null,
    };
  });
  const metrics = Object.entries(recordOf(shared.metrics)).map(([metric_name, expression]) => ({
    metric_name,
    expression: String(expression),
  }));
  return {
    table_name: String(shared.table),
    schema: null,
    catalog: null,
    sql: null,
    columns,
    metrics,
    main_dttm_col: null,
    always_filter_main_dttm: false,
    offset: 0,
    fetch_values_predicate: null,
  };
}

const FLAGS: readonly (readonly [flag: string, capability: keyof Dialect['capabilities']])[] = [
  ['allows_joins', 'joins'],
  ['allows_subqueries', 'subqueries'],
  ['allows_alias_in_orderby', 'aliasInOrderBy'],
  ['allows_cte_in_subquery', 'cteInSubquery'],
  ['supports_cross_catalog_queries', 'crossCatalog'],
];

function grainSql(each: QueryCase, _shared: Shared): Comparison[] | undefined {
  const dialect = dialectOf(each.id);
  if (!dialect) return undefined;
  const { null: _plain, ...grains } = recordOf(each.grains);
  const wanted = Object.fromEntries(
    Object.entries(grains).map(([grain, template]) => [grain, spaced(template)]),
  );
  const flags = (read: (flag: string, capability: keyof Dialect['capabilities']) => unknown) =>
    Object.fromEntries(FLAGS.map(([flag, capability]) => [flag, read(flag, capability)]));
  return [
    {
      part: 'grains',
      expected: wanted,
      actual: Object.fromEntries(
        Object.entries(dialect.grains).map(([grain, template]) => [grain, spaced(template)]),
      ),
    },
    { part: 'epoch_s', expected: spaced(each.epoch_s), actual: spaced(dialect.epochSeconds ?? null) },
    { part: 'epoch_ms', expected: spaced(each.epoch_ms), actual: spaced(dialect.epochMilliseconds ?? null) },
    { part: 'literals', expected: literalsOf(each), actual: ourLiterals(each, dialect) },
    {
      part: 'flags',
      expected: flags((flag) => each[flag]),
      actual: flags((_flag, capability) => dialect.capabilities[capability]),
    },
    { part: 'length', expected: each.max_column_name_length ?? null, actual: dialect.maxLabelLength ?? null },
  ];
}

function spaced(template: unknown): string {
  return String(template).replace(/\s+/g, ' ').trim();
}

/** Literal of each type and moment that the record names. */
function literalsOf(each: QueryCase): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const entry of listOf(each.datetime_literals)) {
    const { types, ...literals } = recordOf(entry);
    for (const type of listOf(types)) found[String(type)] = literals;
  }
  return found;
}

function ourLiterals(each: QueryCase, dialect: Dialect): Record<string, unknown> {
  const types = Object.entries(literalsOf(each));
  return Object.fromEntries(
    types.map(([type, literals]) => {
      const moments = isRecord(literals) ? Object.keys(literals) : [];
      return [
        type,
        Object.fromEntries(moments.map((moment) => [moment, dialect.dateTimeLiteral(clockOf(moment), type)])),
      ];
    }),
  );
}

/** Accepted or refused is the contract; sub-queries are refused here already, elsewhere in the recording. */
function sqlClause(each: QueryCase): Comparison | undefined {
  const dialect = dialectOf(each.engine);
  if (!dialect) return undefined;
  const got = attempt(() => checkClause(String(each.clause), dialect));
  const verdict =
    got.thrown === undefined || got.thrown.startsWith('Custom SQL fields') ? 'accepted' : 'refused';
  return { expected: expectedError(each) ? 'refused' : 'accepted', actual: verdict };
}
