import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { member, memberId } from '../testing/things.ts';

let house: TestApp;
let numbers: number;
beforeAll(async () => {
  house = await openTestApp('sqlite', { settings: { CHARTROOM_BODY_LIMIT: '64000000' } });
  const body = {
    database: house.uploads,
    table_name: 'numbers',
    sql: "select range as n, 't' || range as t, date '2024-01-01' + (range % 9)::int as d from range(100)",
  };
  numbers = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
});
afterAll(() => house.close());

type Query = Record<string, unknown>;
const ask = (query: Query, more: object = {}) =>
  house.as('admin', 'POST', '/api/v1/chart/data', {
    body: {
      datasource: { id: numbers, type: 'table' },
      queries: [{ columns: ['n'], row_limit: 3, ...query }],
      ...more,
    },
  });
const many = (count: number, item: (place: number) => unknown) =>
  Array.from({ length: count }, (_, place) => item(place));
const LONG = 'x'.repeat(5_000_000);
const metric = (sqlExpression: unknown, label: unknown = 'm') => ({
  expressionType: 'SQL',
  sqlExpression,
  label,
});
const column = (sqlExpression: unknown, label: unknown = 'c') => ({
  expressionType: 'SQL',
  sqlExpression,
  label,
});
const nested = (open: string, inside: string, close: string, depth: number) =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`;
function deep(depth: number): unknown {
  let made: unknown = 1;
  for (let level = 0; level < depth; level += 1) made = [made];
  return made;
}

describe('F4, F22, F23: a question beyond the bounds is refused before it is worked on', () => {
  test.each<[string, Query, RegExp]>([
    [
      'columns',
      { columns: many(220_000, () => 'n') },
      /entries of all its lists is 220001; at most 200000 is allowed/,
    ],
    [
      'metrics',
      { metrics: many(20_000, (n) => metric('sum(n)', `m${n}`)) },
      /metrics: the number of entries is 20000; at most 10000/,
    ],
    ['orders', { orderby: many(50_000, () => ['n', true]) }, /orderby: the number of entries is 50000/],
    [
      'series columns',
      { series_columns: many(100_000, () => 'n') },
      /series_columns: the number of entries is 100000/,
    ],
    [
      'filters',
      { filters: many(1_001, () => ({ col: 'n', op: '>', val: 1 })) },
      /filters: the number of entries is 1001; at most 1000/,
    ],
    [
      'values',
      { filters: [{ col: 'n', op: 'IN', val: many(220_000, (n) => n) }] },
      /entries of all its lists is 220003; at most 200000/,
    ],
    [
      'other times',
      { time_offsets: many(51, (n) => `${n} days ago`) },
      /time_offsets: the number of entries is 51; at most 50/,
    ],
    [
      'layers',
      { annotation_layers: many(101, () => ({ annotationType: 'EVENT' })) },
      /annotation_layers: the number of entries is 101/,
    ],
    [
      'steps',
      { post_processing: many(101, () => ({ operation: 'flatten' })) },
      /post_processing: the number of entries is 101/,
    ],
    [
      'a label',
      { columns: [column('n', LONG)] },
      /the length of the label of a column is 5000000; at most 10000/,
    ],
    ['a name', { columns: [LONG] }, /the length of the label of a column is 5000000/],
    ['a metric', { metrics: [metric('sum(n)', LONG)] }, /the length of the label of a metric is 5000000/],
    ['the column of a filter', { filters: [{ col: LONG, op: '>', val: 1 }] }, /is 5000000; at most/],
    [
      'an expression',
      { columns: [column(LONG)] },
      /the length of an SQL expression is 5000000; at most 100000/,
    ],
    [
      'a condition',
      { extras: { where: `n = 1${' or n = 1'.repeat(200_000)}` } },
      /the length of an SQL expression is 1800005/,
    ],
    [
      'operators',
      { extras: { where: `n = 1${' or n = 1'.repeat(9_000)}` } },
      /an SQL expression: the number of operators that follow one another is 5001; at most 5000/,
    ],
    [
      'signs',
      { columns: [column(`${'- '.repeat(20_000)}n`)] },
      /number of operators that follow one another is 5001/,
    ],
    [
      'negations',
      { extras: { having: `${'not '.repeat(20_000)}true` }, metrics: ['count'] },
      /operators that follow one another/,
    ],
    [
      'brackets',
      { columns: [column(nested('(', 'n', ')', 20_000))] },
      /the depth of brackets is 201; at most 200/,
    ],
    ['calls', { metrics: [metric(nested('abs(', 'sum(n)', ')', 15_000))] }, /the depth of brackets is 201/],
    [
      'cases',
      { columns: [column(nested('case when true then ', 'n', ' end', 2_000))] },
      /the depth of brackets is 201/,
    ],
    ['a time range', { time_range: `${LONG} : now` }, /the length of a time is 5000006; at most 1000/],
    ['a time shift', { time_shift: LONG }, /the length of a time is 5000000/],
    [
      'a time in a filter',
      { filters: [{ col: 'd', op: 'TEMPORAL_RANGE', val: LONG }] },
      /filters\[0\]\.val is 5000000/,
    ],
    ['another time', { time_offsets: [LONG] }, /the length of a time is 5000000/],
    [
      '20,000 nested DATEADD',
      { time_range: `${nested('DATEADD(', "DATETIME('now')", ', 1, day)', 20_000)} : ` },
      /the length of a time is/,
    ],
    [
      '60 nested DATEADD',
      { time_range: `${nested('DATEADD(', "DATETIME('now')", ',1,day)', 50)}x : ` },
      /Cannot read the time expression/,
    ],
    ['depth', { custom_params: { a: deep(500) } }, /queries\[0\]: the depth is 101; at most 100/],
    [
      'a window',
      {
        post_processing: [
          { operation: 'rolling', options: { rolling_type: 'sum', window: 1e9, columns: { n: 'n' } } },
        ],
      },
      /rolling: the option "window" is 1000000000; at most 100000/,
    ],
    [
      'intervals',
      { post_processing: [{ operation: 'histogram', options: { column: 'n', bins: 1e9 } }] },
      /histogram: the option "bins" is 1000000000; at most 10000/,
    ],
  ])('%s', async (_name, query, message) => {
    const begun = performance.now();
    const answer = await ask(query);
    expect([answer.status, member(answer.body, 'message')]).toEqual([400, expect.stringMatching(message)]);
    expect(answer.text.length).toBeLessThan(3_000);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test('many questions', async () => {
    const answer = await ask({}, { queries: many(101, () => ({ columns: ['n'] })) });
    expect([answer.status, member(answer.body, 'message')]).toEqual([
      400,
      'queries: the number of entries is 101; at most 100 is allowed',
    ]);
  });
});

describe('F22: lists of what is not expected', () => {
  test.each([
    'columns',
    'metrics',
    'filters',
    'orderby',
    'post_processing',
    'time_offsets',
    'annotation_layers',
  ])('in %s are refused in few words, however long', async (key) => {
    for (const count of [150, 150_000, 1_000_000]) {
      const begun = performance.now();
      const answer = await ask({ [key]: many(count, () => 7) });
      expect([count, answer.status, answer.text]).toEqual([
        count,
        400,
        expect.stringMatching(/Request is incorrect/),
      ]);
      expect(answer.text.length).toBeLessThan(60_000);
      expect(performance.now() - begun).toBeLessThan(5_000);
    }
  });

  test('in other requests too', async () => {
    const lists: [string, object][] = [
      ['/api/v1/dataset/', { database: house.uploads, table_name: 'x', owners: many(1_000_000, () => 'x') }],
      ['/api/v1/dashboard/', { dashboard_title: 'x', owners: many(150_000, () => 'x') }],
      [`/api/v1/tag/`, { name: 'x', objects_to_tag: many(150_000, () => 'x') }],
      ['/datasource/samples', { filters: many(150_000, () => 7) }],
    ];
    for (const [path, body] of lists) {
      const answer = await house.as('admin', 'POST', path, { body });
      expect([path, answer.status < 500]).toEqual([path, true]);
    }
  });
});

describe('numbers beyond all reason', () => {
  const NUMBERS = [1e9, -1e9, 1e308, -1e308, 1.5, 2 ** 53];
  const KEYS = ['row_limit', 'row_offset', 'series_limit', 'timeseries_limit'];
  test.each(KEYS.flatMap((key) => NUMBERS.map((value) => [key, value] as const)))(
    '%s of %s is answered or refused',
    async (key, value) => {
      const answer = await ask({ metrics: ['count'], columns: ['t'], series_columns: ['t'], [key]: value });
      expect([answer.text, [200, 400].includes(answer.status)]).toEqual([expect.anything(), true]);
    },
  );
});

describe('what is sensible is answered', () => {
  test.each<[string, Query]>([
    ['100,000 values', { filters: [{ col: 'n', op: 'IN', val: many(100_000, (n) => n) }] }],
    ['500 filters', { filters: many(500, (n) => ({ col: 'n', op: '!=', val: n + 3 })) }],
    [
      'a long condition',
      {
        extras: {
          where: `n in (${many(10_000, (n) => n).join(',')}) and ${many(400, (n) => `n <> ${n + 3}`).join(' and ')}`,
        },
      },
    ],
    [
      'a case of 1,000 branches',
      {
        columns: [
          column(
            `case ${many(1_000, (n) => `when n = ${n} and t = 't${n}' then ${n}`).join(' ')} else 0 end`,
          ),
        ],
      },
    ],
    ['25 brackets', { columns: [column(nested('(', 'n', ')', 25))] }],
    [
      'nested times',
      {
        time_range: `${nested('DATEADD(', "DATETIME('2024-01-05')", ', -1, day)', 20)} : now`,
        granularity: 'd',
      },
    ],
  ])('%s', async (_name, query) => {
    const answer = await ask(query);
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  });
});

describe('F23: SQL that is too long or too deep to be read', () => {
  const cases: [string, string, RegExp][] = [
    [
      '20,000 ORs',
      `select 1 where 1 = 1${' or 1 = 1'.repeat(20_000)}`,
      /sql: the number of operators that follow one another is 5001; at most 5000/,
    ],
    [
      '20,000 brackets',
      `select ${nested('(', '1', ')', 20_000)}`,
      /sql: the depth of brackets is 201; at most 200/,
    ],
    [
      'six megabytes',
      `select '${'x'.repeat(6_000_000)}'`,
      /sql: the number of characters is 6000009; at most 1000000/,
    ],
  ];
  test.each(cases)(
    'of %s is refused by the lab, the dataset, the checker and the printer',
    async (_name, sql, message) => {
      const asked: [string, object][] = [
        ['/api/v1/sqllab/execute/', { database_id: house.uploads, sql }],
        ['/api/v1/dataset/', { database: house.uploads, table_name: 'never', sql }],
        ['/api/v1/sqllab/format_sql/', { sql, engine: 'duckdb' }],
        [`/api/v1/database/${house.uploads}/validate_sql/`, { sql }],
        ['/api/v1/sqllab/estimate/', { database_id: house.uploads, sql }],
      ];
      for (const [path, body] of asked) {
        const begun = performance.now();
        const answer = await house.as('admin', 'POST', path, { body });
        expect([path, answer.status, answer.text]).toEqual([
          path,
          expect.toSatisfy((status: number) => status === 400 || status === 422),
          expect.stringMatching(message),
        ]);
        expect(performance.now() - begun).toBeLessThan(4_000);
      }
    },
  );
});
