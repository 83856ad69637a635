import type { HeavyRequest } from './heavy-requests.ts';
import type { HeavyWorld } from './heavy-world.ts';
import type { Seeded } from './seeded.ts';

type Json = Record<string, unknown>;

/** Sizes that people ask for. */
const ROWS = [1_000, 10_000, 50_000, 100_000, 500_000, 1_000_000];
const COUNTS = [2, 7, 30, 365, 1_000, 5_000, 20_000, 100_000];

const metric = (sqlExpression: string, label: string) => ({ expressionType: 'SQL', sqlExpression, label });
const SUM = metric('sum(v)', 'sum');

/** Questions that are allowed and heavy, one by chance: large answers, steps at their bounds, long scripts, exports. */
export function heavyWork(world: HeavyWorld, seeded: Seeded): HeavyRequest {
  const [name, url, body] = seeded.of(KINDS)(world, seeded);
  const method = body === undefined ? 'GET' : 'POST';
  const payload =
    body === undefined ? {} : { type: 'application/json', payload: () => Buffer.from(JSON.stringify(body)) };
  return { label: `heavy: ${name}`, sender: 'admin', method, url, ...payload };
}

type Kind = (world: HeavyWorld, seeded: Seeded) => [name: string, url: string, body?: Json];

const KINDS: readonly Kind[] = [
  (world, seeded) => {
    const [row_limit, result_format] = [seeded.of(ROWS), seeded.of(['json', 'csv', 'xlsx'])];
    const query = { columns: ['n', 't', 'u', 'd', 'v'], row_limit };
    return [
      `${row_limit} rows as ${result_format}`,
      ...asked(seeded.of([world.big, world.inFile, world.mid]), query, { result_format }),
    ];
  },
  (world, seeded) => {
    const column = seeded.of(['t', 'u', 'n', 'd']);
    return [
      `groups by ${column}`,
      ...asked(world.big, {
        columns: [column],
        metrics: [SUM, metric('count(distinct u)', 'users')],
        row_limit: seeded.of(ROWS),
      }),
    ];
  },
  (world, seeded) => {
    const [index, columns, row_limit] = [
      seeded.of(['d', 'n', 'u']),
      seeded.of(['t', 'u', 'n']),
      seeded.of(ROWS),
    ];
    const options = {
      index: [index],
      columns: [columns],
      aggregates: { sum: { operator: seeded.of(['sum', 'median', 'nunique']) } },
    };
    const more = { drop_missing_columns: false, marginal_distributions: seeded.of([true, false]) };
    return [
      `pivot ${index} by ${columns} of ${row_limit}`,
      ...asked(world.big, {
        columns: [index, columns],
        metrics: [SUM],
        row_limit,
        post_processing: [{ operation: 'pivot', options: { ...options, ...more } }],
      }),
    ];
  },
  (world, seeded) => {
    const [window, rolling_type] = [
      seeded.of(COUNTS),
      seeded.of(['sum', 'median', 'quantile', 'std', 'kurt', 'max']),
    ];
    const options = {
      rolling_type,
      window,
      columns: { sum: 'sum' },
      min_periods: 0,
      rolling_type_options: rolling_type === 'quantile' ? { quantile: 0.9 } : {},
    };
    return [
      `rolling ${rolling_type} of ${window}`,
      ...asked(world.big, {
        columns: ['n'],
        metrics: [SUM],
        row_limit: seeded.of(ROWS),
        post_processing: [{ operation: 'rolling', options }],
      }),
    ];
  },
  (world, seeded) => {
    const rule = seeded.of(['1s', '1T', '1H', '1D', '7D', '1ms']);
    const pivot = {
      operation: 'pivot',
      options: { index: ['d'], columns: seeded.of([[], ['t']]), aggregates: { sum: { operator: 'sum' } } },
    };
    const method = seeded.of(['asfreq', 'linear', 'ffill']);
    return [
      `resample ${rule} ${method}`,
      ...asked(world.mid, {
        columns: ['d', 't'],
        metrics: [SUM],
        row_limit: 50_000,
        post_processing: [pivot, { operation: 'resample', options: { rule, method } }],
      }),
    ];
  },
  (world, seeded) => {
    const bins = seeded.of(COUNTS);
    return [
      `histogram of ${bins}`,
      ...asked(world.big, {
        columns: ['v', 't'],
        row_limit: seeded.of(ROWS),
        post_processing: [{ operation: 'histogram', options: { column: 'v', groupby: ['t'], bins } }],
      }),
    ];
  },
  (world, seeded) => {
    const operation = seeded.of(['boxplot', 'cum', 'diff', 'rank', 'sort', 'contribution']);
    const options: Record<string, Json> = {
      boxplot: { groupby: ['t'], metrics: ['v'], whisker_type: 'tukey' },
      cum: { operator: 'sum', columns: { v: 'v' } },
      diff: { columns: { v: 'v' }, periods: seeded.of(COUNTS) },
      rank: { metric: 'v', group_by: 't' },
      sort: { by: ['t', 'v'], ascending: [true, false] },
      contribution: { columns: ['v'], orientation: 'column' },
    };
    return [
      operation,
      ...asked(world.big, {
        columns: ['n', 't', 'v'],
        row_limit: seeded.of(ROWS),
        post_processing: [{ operation, options: options[operation] }],
      }),
    ];
  },
  (world, seeded) => {
    const row_limit = seeded.of([3, 30, 300]);
    return [
      `${row_limit} cells of some 500 kB`,
      ...asked(
        world.wide,
        { columns: ['n', 'w'], row_limit },
        { result_format: seeded.of(['json', 'csv', 'xlsx']) },
      ),
    ];
  },
  (world, seeded) => {
    const time_offsets = Array.from(
      { length: seeded.of([5, 20, 50]) },
      (_each, index) => `${index + 1} days ago`,
    );
    const base = {
      columnType: 'BASE_AXIS',
      timeGrain: 'PT1H',
      sqlExpression: 'd',
      label: 'd',
      expressionType: 'SQL',
    };
    return [
      `${time_offsets.length} other times`,
      ...asked(world.mid, {
        columns: [base, 't'],
        metrics: [SUM],
        granularity: 'd',
        time_range: '2020-01-01 : 2021-01-01',
        time_offsets,
        row_limit: 10_000,
      }),
    ];
  },
  (world, seeded) => {
    const form_data = {
      viz_type: 'pivot_table_v2',
      groupbyRows: ['u'],
      groupbyColumns: ['t'],
      metrics: [SUM],
      aggregateFunction: 'Sum',
      rowTotals: true,
      colTotals: true,
    };
    return [
      'a pivot table to read',
      ...asked(
        world.big,
        { columns: ['u', 't'], metrics: [SUM], row_limit: seeded.of(ROWS) },
        { form_data, result_type: 'post_processed', result_format: seeded.of(['json', 'csv']) },
      ),
    ];
  },
  (world, seeded) => {
    const long = `repeat('l', ${seeded.of([1_000, 10_000])}) || t`;
    const label = { sqlExpression: long, label: 'long', expressionType: 'SQL' };
    const options = { index: ['d'], columns: ['long'], aggregates: { sum: { operator: 'sum' } } };
    return [
      'labels of 10,000 characters',
      ...asked(world.mid, {
        columns: ['d', label],
        metrics: [SUM],
        row_limit: 20_000,
        post_processing: [{ operation: 'pivot', options }, { operation: 'flatten' }],
      }),
    ];
  },
  (world, seeded) => {
    const label = 'x'.repeat(seeded.of([100, 10_000]));
    const columns = Array.from({ length: seeded.of([5, 50, 500]) }, (_each, index) => ({
      sqlExpression: `n + ${index}`,
      label: `${label}${index}`,
      expressionType: 'SQL',
    }));
    return [
      `${columns.length} columns of long names`,
      ...asked(world.mid, { columns, row_limit: seeded.of([100, 5_000, 20_000]) }),
    ];
  },
  (world, seeded) => {
    const [sql, name] = seeded.of(SCRIPTS);
    const body = {
      database_id: seeded.of([world.uploads, world.uploads, world.file]),
      sql,
      schema: 'main',
      runAsync: false,
      queryLimit: seeded.of([1_000, 100_000, 1_000_000]),
    };
    return [`SQL Lab ${name}`, '/api/v1/sqllab/execute/', body];
  },
  (world, seeded) => {
    const sql = seeded.of(SCRIPTS)[0];
    return seeded.of<[string, string, Json]>([
      ['to format a script', '/api/v1/sqllab/format_sql/', { sql }],
      ['to validate a script', `/api/v1/database/${world.uploads}/validate_sql/`, { sql, schema: 'main' }],
      [
        'to estimate a script',
        '/api/v1/sqllab/estimate/',
        { database_id: world.uploads, sql, schema: 'main' },
      ],
    ]);
  },
  (world, seeded) => {
    const url = seeded.of([
      'assets/export/',
      'dashboard/export/?q=!(1)',
      'dataset/export/?q=!(1)',
      'chart/export/?q=!(1)',
      '_openapi',
      `dashboard/${world.dashboard}/datasets`,
    ]);
    return [`${url}`, `/api/v1/${url}`];
  },
  (world, seeded) => {
    const column = seeded.of(['u', 'n', 't', 'v']);
    return [`values of ${column}`, `/api/v1/datasource/table/${world.big}/column/${column}/values/`];
  },
];

function asked(id: number, query: Json, more: Json = {}): [url: string, body: Json] {
  return [
    '/api/v1/chart/data',
    {
      datasource: { id, type: 'table' },
      queries: [query],
      result_type: 'full',
      result_format: 'json',
      force: true,
      ...more,
    },
  ];
}

const many = (count: number, part: (index: number) => string, between: string) =>
  Array.from({ length: count }, (_each, index) => part(index)).join(between);

/** Scripts that are long, wide, deep, or whose answers are. */
const SCRIPTS: readonly (readonly [sql: string, name: string])[] = [
  ["select range as n, 'text ' || range as t from range(1000000)", 'a million rows'],
  ["select repeat('x', 600000000) as x", 'a text of 600 MB'],
  ["select repeat('x', 50000000) as x from range(50)", 'fifty texts of 50 MB'],
  ["select repeat('x', 1000000) as x from range(500)", 'five hundred texts of 1 MB'],
  ['select list_value(range, range) as l from range(300000)', 'lists'],
  ['select range(1000000) as l', 'a list of a million'],
  ["select map([1,2],['a','b']) as m, {'a': range} as s from range(100000)", 'maps'],
  [many(400, (index) => `select ${index}`, ';\n'), '400 statements'],
  [many(20_000, (index) => `select ${index}`, ';\n'), '20,000 statements'],
  [`select ${many(5_000, (index) => `${index} as c${index}`, ', ')}`, '5,000 columns'],
  [`select ${many(4_000, (index) => `${index}`, ' + ')}`, '4,000 operators'],
  [`select ${'('.repeat(150)}1${')'.repeat(150)}`, '150 brackets'],
  [`select 1 where 1 in (${many(100_000, (index) => `${index}`, ',')})`, '100,000 values'],
  [`select '${'y'.repeat(4_000_000)}' as y`, 'a literal of 4 MB'],
  [`select ${many(3_000, (index) => `case when ${index} then 1 end as c${index}`, ',')}`, '3,000 cases'],
  [many(300, () => 'select 1', ' union all '), '300 unions'],
  [`/* ${'*'.repeat(3_000_000)} */ select 1`, 'a comment of 3 MB'],
  [`select ${'-- x\n'.repeat(200_000)} 1`, '200,000 comments'],
  ['with recursive r(n) as (select 1 union all select n + 1 from r) select n from r', 'what never ends'],
  ['select count(*) from range(100000000) a, range(1000) b where a.range + b.range = 7', 'a long join'],
  ['{% for i in range(1000000) %}select {{ i }};{% endfor %}', 'a template of a million rounds'],
  [
    "{% set x = 'aaaaaaaaaa' %}{% for i in range(30) %}{% set x = x ~ x %}{% endfor %}select '{{ x }}'",
    'a template that doubles',
  ],
];
