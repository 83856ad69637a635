import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whileHealthy } from '../testing/health-time.ts';
import type { TestApp } from '../testing/test-app.ts';
import { openTestApp, RECORD_KINDS } from '../testing/test-app.ts';
import { member, memberId } from '../testing/things.ts';

const POSTGRES =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';
const MEGABYTE = 2 ** 20;

let house: TestApp;
beforeAll(async () => {
  house = await openTestApp('sqlite', {
    settings: {
      CHARTROOM_MAX_ANSWER_BYTES: String(8 * MEGABYTE),
      CHARTROOM_MAX_FILE_BYTES: String(16 * MEGABYTE),
      CHARTROOM_MAX_CELL_BYTES: String(MEGABYTE),
      CHARTROOM_ENGINE_MEMORY_MB: '1024',
    },
  });
});
afterAll(() => house.close());

async function dataset(database: number, table_name: string, sql: string): Promise<number> {
  const answer = await house.as('admin', 'POST', '/api/v1/dataset/', { body: { database, table_name, sql } });
  expect(answer).toMatchObject({ status: 201 });
  return memberId(answer.body);
}
const chart = (id: number, query: object, more: object = {}) =>
  house.as('admin', 'POST', '/api/v1/chart/data', {
    body: { datasource: { id, type: 'table' }, queries: [query], ...more },
  });
const run = (database_id: number, sql: string) =>
  house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body: { database_id, sql } });

const PLACES: [name: string, database: () => Promise<number>, large: string, rows: string][] = [
  [
    'DuckDB',
    async () => house.uploads,
    "select range as n, repeat('x', case range when 0 then 1 else 2000000 end) as t from range(2)",
    "select range as n, repeat('x', 500000) as t from range(100)",
  ],
];
if (RECORD_KINDS.includes('postgres')) {
  PLACES.push([
    'PostgreSQL',
    async () => {
      const made = await house.as('admin', 'POST', '/api/v1/database/', {
        body: { database_name: 'large', sqlalchemy_uri: POSTGRES, expose_in_sqllab: true },
      });
      return memberId(made.body);
    },
    "select n, repeat('x', case n when 1 then 1 else 20000000 end) as t from generate_series(1, 2) n",
    "select n, repeat('x', 500000) as t from generate_series(1, 100) n",
  ]);
}

describe.each(PLACES)('answers of %s that are too large', (name, place, large, rows) => {
  let database: number;
  let cell: number;
  let many: number;
  beforeAll(async () => {
    database = await place();
    cell = await dataset(database, `one large cell of ${name}`, large);
    many = await dataset(database, `many large cells of ${name}`, rows);
  });

  test('F4: charts are refused by name of the bound', async () => {
    const one = await whileHealthy(house, chart(cell, { columns: ['n', 't'], metrics: [] }));
    expect(one).toMatchObject({ status: 413, body: { errors: [{ error_type: 'RESULT_TOO_LARGE_ERROR' }] } });
    expect(member(one.body, 'message')).toMatch(name === 'DuckDB' ? /MAX_CELL_BYTES/ : /MAX_ANSWER_BYTES/);
    const all = await whileHealthy(house, chart(many, { columns: ['n', 't'], metrics: [] }));
    expect(all).toMatchObject({ status: 413, body: { errors: [{ error_type: 'RESULT_TOO_LARGE_ERROR' }] } });
    expect(member(all.body, 'message')).toMatch(/8 MB .*MAX_ANSWER_BYTES/);
    expect((await chart(many, { columns: ['n'], metrics: [] })).status).toBe(200);
  });

  test('F4: so are files, samples, values of filters and SQL Lab', async () => {
    for (const result_format of ['csv', 'xlsx']) {
      const file = await chart(many, { columns: ['n', 't'], metrics: [] }, { result_format });
      expect([file.status, file.text]).toEqual([413, expect.stringMatching(/16 MB .*MAX_FILE_BYTES/)]);
    }
    const samples = await house.as(
      'admin',
      'POST',
      `/datasource/samples?datasource_id=${many}&datasource_type=table`,
      { body: {} },
    );
    expect([samples.status, samples.text]).toEqual([413, expect.stringMatching(/MAX_ANSWER_BYTES/)]);
    const values = await house.as('admin', 'GET', `/api/v1/datasource/table/${cell}/column/t/values/`);
    expect([values.status, values.text]).toEqual([413, expect.stringMatching(/MAX_(CELL|ANSWER)_BYTES/)]);
    const lab = await whileHealthy(house, run(database, rows));
    expect([lab.status, lab.text]).toEqual([413, expect.stringMatching(/MAX_ANSWER_BYTES/)]);
    expect((await run(database, 'select 1 as one')).status).toBe(200);
  });
});

describe('answers that are heavy, but not too large', () => {
  const ROWS = 40_000;
  let id: number;
  beforeAll(async () => {
    const sql = `select range as n, range % 7 as a, 'text ' || range as t, (range / 4)::decimal(12, 2) as d from range(${ROWS})`;
    id = await dataset(house.uploads, 'heavy', sql);
  });
  const columns = ['n', 'a', 't', 'd'];
  const query = { columns, metrics: [], orderby: [['n', true]], row_limit: ROWS };
  const workers = () => {
    try {
      return execFileSync('pgrep', ['-P', String(process.pid), '-f', 'room-worker'])
        .toString()
        .trim()
        .split('\n')
        .map(Number);
    } catch {
      return [];
    }
  };

  test('are made beside the server, in every form', async () => {
    const json = await whileHealthy(house, chart(id, query));
    expect(workers()).toHaveLength(1);
    expect(member(json.body, 'result', 0, 'rowcount')).toBe(ROWS);
    expect(member(json.body, 'result', 0, 'coltypes')).toEqual([0, 0, 1, 0]);
    expect(member(json.body, 'result', 0, 'data', ROWS - 1)).toEqual({
      n: ROWS - 1,
      a: 39_999 % 7,
      t: 'text 39999',
      d: 9999.75,
    });
    const summed = {
      ...query,
      post_processing: [{ operation: 'cum', options: { operator: 'sum', columns: { a: 'sum' } } }],
    };
    const csv = await whileHealthy(house, chart(id, summed, { result_format: 'csv' }));
    expect(csv.text.split('\n')).toHaveLength(ROWS + 2);
    const sheet = await whileHealthy(house, chart(id, summed, { result_format: 'xlsx' }));
    expect([sheet.status, sheet.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('spreadsheetml'),
    ]);
    const lab = await house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
      body: {
        database_id: house.uploads,
        sql: `select range as n, range + 1 as m, range + 2 as o, 'x' as t from range(${ROWS})`,
        queryLimit: ROWS,
      },
    });
    expect(member(lab.body, 'data', ROWS - 1)).toEqual({ n: ROWS - 1, m: ROWS, o: ROWS + 1, t: 'x' });
  });
});

describe('an engine that ends under a query', () => {
  test('F25: is 503 in words, and the next question is answered', async () => {
    const id = await dataset(
      house.uploads,
      'slow',
      'select a.range * b.range as n from range(60000) a, range(100000) b',
    );
    const asked = chart(id, {
      columns: [],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'sum(n % 7)', label: 's' }],
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const laboured = run(
      house.uploads,
      'select count(*) as n from range(60000) a, range(100000) b where a.range * b.range % 7 = 4',
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const [engine = ''] = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'duckdb/child'])
      .toString()
      .split('\n');
    process.kill(Number(engine), 'SIGKILL');
    for (const answer of await whileHealthy(house, Promise.all([asked, laboured]))) {
      expect([answer.status, answer.text]).toEqual([
        503,
        expect.stringMatching(/DuckDB process ended unexpectedly/),
      ]);
    }
    expect((await run(house.uploads, 'select 1 as one')).status).toBe(200);
  });
});
