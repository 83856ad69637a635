import { dialects } from '@chartroom/engines';
import { isJsonObject, type JsonObject } from '@chartroom/model';
import {
  loadSqlParser,
  type SqlParser,
  type TemplateDataset,
  type TemplateFilter,
  TemplateProblem,
  TemplateRenderer,
  type TemplateRequest,
} from '@chartroom/query';
import { listOf, recordOf } from '../charts/recorded.ts';
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

/** Templates to SQL. Cases of engines that are not in the installation are left out. */
export const templateTables: TableCheck[] = [
  queryTable('jinja', templateCase),
  {
    name: 'jinja-tables',
    file: 'jinja-tables.json',
    run: async (content) => {
      const parser = await loadSqlParser();
      return queryTable('jinja-tables', (each) => reachCase(parser, each)).run(content);
    },
  },
];

/** What a script reaches once its templates are rendered. */
function reachCase(parser: SqlParser, each: QueryCase): Comparison | undefined {
  const dialect = dialects[String(each.engine)];
  if (!dialect) return undefined;
  const renderer = new TemplateRenderer(() =>
    requestOf({ context: each.template_params }, { now: '2024-02-29T10:30:00' }, dialect),
  );
  const sql = rendered(renderer, String(each.sql));
  const expected = expectedError(each.out);
  if (sql instanceof TemplateProblem) return { expected: each.out, actual: { error: sql.kind } };
  const parsed = attempt(() => parser.parse(sql, dialect));
  if (parsed.thrown !== undefined) return { expected: each.out, actual: { error: 'parse' } };
  if (expected) return { expected, actual: sql };
  const tables = [
    ...parsed.value.flatMap((statement) => statement.tables),
    ...renderer.trace.tables.values(),
  ].map(({ catalog, schema, table }) => JSON.stringify([catalog, schema, table]));
  const { out } = each;
  return {
    expected: {
      ...recordOf(out),
      tables: listOf(recordOf(out).tables)
        .map((table) => JSON.stringify(table))
        .sort(),
    },
    actual: {
      tables: tables.sort(),
      statements: parsed.value.length,
      mutation: parsed.value.some((statement) => statement.isMutating),
    },
  };
}

function templateCase(each: QueryCase, shared: Shared): Comparison | undefined {
  const dialect = dialects[String(each.engine)];
  if (!dialect) return undefined;
  const renderer = new TemplateRenderer(() => requestOf(each, shared, dialect));
  const expected = expectedError(each.out);
  const got = rendered(renderer, String(each.sql));
  if (expected) {
    const { message } = expected;
    if (got instanceof TemplateProblem) {
      return {
        expected,
        actual: {
          error: ERROR_NAMES[got.kind],
          ...(message !== undefined && { message: withPrefix(message, got.reason) }),
        },
      };
    }
    return { expected, actual: got };
  }
  const out = recordOf(each.out);
  const { cacheKeys, applied, removed } = renderer.trace;
  const seen = 'applied_filters' in out || applied.size > 0 || removed.size > 0;
  return {
    expected: { ...out, sql: plain(String(out.sql)) },
    actual: {
      sql: got instanceof TemplateProblem ? got.message : plain(got),
      cache_keys: cacheKeys,
      ...(seen && { removed_filters: [...removed], applied_filters: [...applied] }),
    },
  };
}

const ERROR_NAMES: Readonly<Record<TemplateProblem['kind'], string>> = {
  syntax: 'syntax',
  undefined: 'undefined',
  security: 'security',
  limit: 'limit',
  dataset: 'dataset',
  metric: 'template',
  value: 'other',
};

/** The reference says which of its classes it threw; what counts is what follows. */
function withPrefix(message: string, reason: string): string {
  return `${/^Jinja2 template error \(\w+\): /.exec(message)?.[0] ?? ''}${reason}`;
}

function rendered(renderer: TemplateRenderer, sql: string): string | TemplateProblem {
  try {
    return renderer.render(sql);
  } catch (error) {
    if (error instanceof TemplateProblem) return error;
    throw error;
  }
}

/** Sub-selects of datasets are compared without line breaks and quotes. */
function plain(sql: string): string {
  if (!sql.includes('AS dataset_')) return sql;
  return sql.replace(/"/g, '').replace(/\s+/g, ' ').trim();
}

function requestOf(each: QueryCase, shared: Shared, dialect: TemplateRequest['dialect']): TemplateRequest {
  const form = recordOf(each.form_data);
  const user = isJsonObject(each.user) ? each.user : undefined;
  const roles = user ? listOf(user.roles).map(String) : ['Public'];
  const flights = each.dataset === 'flights';
  return {
    dialect,
    now: new Date(clockOf(shared.now)),
    person: { id: numberOf(user?.id), username: textOf(user?.username), email: textOf(user?.email), roles },
    filters: filtersOf(form),
    timeRange: textOf(form.time_range) ?? null,
    urlParams: { ...recordOf(form.url_params), ...recordOf(each.url_params_of_request) },
    values: jsonOf(each.context),
    own: (flights ? 1 : askedDataset(recordOf(each.body))) === 1 ? { id: 1, ...FLIGHTS.model } : undefined,
    ruleClauses: [],
    columnTypes: new Map(flights ? [['departure', 'TIMESTAMP WITHOUT TIME ZONE']] : []),
    datasets: new Map<number, TemplateDataset | null>([
      [1, FLIGHTS],
      [2, { rules: [], model: model('airports', ['iata', 'name'], [['count', 'COUNT(*)']]) }],
      [99999, null],
    ]),
    partition: () => null,
  };
}

const FLIGHT_METRICS: [string, string][] = [
  ['mean_delay', 'AVG(delay)'],
  ['late_share', 'AVG(CASE WHEN delay > 15 THEN 1.0 ELSE 0.0 END)'],
  ['count', 'COUNT(*)'],
];

const FLIGHTS: TemplateDataset = {
  rules: [],
  model: model('flights', ['departure', 'origin'], FLIGHT_METRICS),
};

function model(table: string, columns: string[], metrics: [string, string][]): TemplateDataset['model'] {
  return {
    table_name: table,
    schema: 'public',
    catalog: null,
    sql: null,
    columns: columns.map((column_name) => ({
      column_name,
      expression: null,
      is_dttm: false,
      type: null,
      type_generic: null,
      python_date_format: null,
    })),
    metrics: metrics.map(([metric_name, expression]) => ({ metric_name, expression })),
    main_dttm_col: null,
    always_filter_main_dttm: false,
    offset: 0,
    fetch_values_predicate: null,
  };
}

/** Filters of a query, of an old form, and those of a new form, in one list. */
function filtersOf(form: Record<string, unknown>): TemplateFilter[] {
  const adhoc = listOf(form.adhoc_filters)
    .map(recordOf)
    .filter(({ expressionType, clause }) => expressionType === 'SIMPLE' && clause === 'WHERE')
    .map(({ subject, operator, comparator }) => ({ col: subject, op: operator, val: comparator }));
  return [...adhoc, ...listOf(form.filters).map(recordOf), ...listOf(form.extra_filters).map(recordOf)].map(
    ({ col, op, val }) => ({
      col: String(col),
      op: String(op).toUpperCase(),
      val: jsonOf({ val }).val ?? null,
    }),
  );
}

function askedDataset(body: Record<string, unknown>): number | undefined {
  const { id } = recordOf(body.datasource);
  return numberOf(id) ?? numberOf(Number.parseInt(String(recordOf(body.form_data).datasource), 10));
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function jsonOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
