import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { member, memberId } from '../testing/things.ts';

/** Limits that an operator sets; each is smaller than what is asked for. */
const LIMITS = {
  CHARTROOM_ROW_LIMIT: '20',
  CHARTROOM_SAMPLES_ROW_LIMIT: '5',
  CHARTROOM_FILTER_SELECT_ROW_LIMIT: '7',
  CHARTROOM_SQL_MAX_ROW: '30',
  CHARTROOM_TABLE_VIZ_MAX_ROW_SERVER: '40',
  CHARTROOM_DISPLAY_MAX_ROW: '12',
  CHARTROOM_SQLLAB_TIMEOUT: '4',
  CHARTROOM_QUERY_TIMEOUT: '5',
  CHARTROOM_BODY_LIMIT: '50000',
};
/** Some minutes of work for the engine. */
const SLOW = 'select count(*) as n from range(600000) a, range(600000) b where (a.range * b.range) % 7 = 3';

let house: TestApp;
let numbers: number;
let slow: number;
beforeAll(async () => {
  house = await openTestApp('sqlite', { settings: LIMITS });
  const dataset = async (table_name: string, sql: string) => {
    const body = { database: house.uploads, table_name, sql };
    return memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
  };
  numbers = await dataset('numbers', 'select range as n from range(1000)');
  slow = await dataset('fast when it is made', 'select 1 as n');
  const row = { sql: SLOW };
  await house.services.db.updateTable('datasets').set(row).where('id', '=', slow).execute();
  house.services.sources.forget();
});
afterAll(() => house.close());

const ask = (id: number, query: object, more: object = {}) =>
  house.as('admin', 'POST', '/api/v1/chart/data', {
    body: { datasource: { id, type: 'table' }, queries: [{ columns: ['n'], ...query }], ...more },
  });
const rows = async (query: object, more: object = {}) =>
  member((await ask(numbers, query, more)).body, 'result', 0, 'rowcount');
const run = (sql: string, more: object = {}) =>
  house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
    body: { database_id: house.uploads, sql, ...more },
  });

describe('as many rows as are set', () => {
  test('of a chart: its own limit, the usual one, the largest one', async () => {
    expect(await rows({ row_limit: 3 })).toBe(3);
    expect(await rows({})).toBe(20);
    expect(await rows({ row_limit: 0 })).toBe(20);
    expect(await rows({ row_limit: 1_000_000 })).toBe(30);
    expect(await rows({ row_limit: 1_000_000 }, { form_data: { server_pagination: true } })).toBe(40);
    expect(await rows({}, { result_type: 'samples' })).toBe(5);
    const csv = await ask(numbers, { row_limit: 1_000_000 }, { result_format: 'csv' });
    expect(csv.text.trim().split('\n').length).toBe(31);
  });

  test('of samples and of the values of a filter', async () => {
    const data = await house.services.data();
    const who = { id: house.ids.admin, username: 'admin', email: undefined, roles: ['Admin'] };
    const asked = {
      source: { type: 'table' as const, id: numbers },
      page: 1,
      perPage: 1_000,
      force: false,
      body: null,
    };
    const { body } = await data.samples(asked, who, new AbortController().signal);
    const answer: unknown = JSON.parse(String(body));
    expect([member(answer, 'result', 'rowcount'), member(answer, 'result', 'total_count')]).toEqual([
      5, 1_000,
    ]);
    const values = await house.as('admin', 'GET', `/api/v1/datasource/table/${numbers}/column/n/values/`);
    expect(member(values.body, 'result')).toHaveLength(7);
  });

  test('of SQL: those that are run, and those that are shown, which it tells', async () => {
    const answer = await run('select range as n from range(1000)', { queryLimit: 1_000_000 });
    expect(answer.body).toMatchObject({
      displayLimitReached: true,
      query: { limit: 30, rows: 30, limitingFactor: 'DROPDOWN' },
    });
    expect(member(answer.body, 'data')).toHaveLength(12);
    expect((await run('select range as n from range(9)')).body).toMatchObject({
      query: { limitingFactor: 'NOT_LIMITED', rows: 9 },
    });
  });
});

describe('as long as is set', () => {
  test('a chart is asked, and the engine is free again', async () => {
    const begun = performance.now();
    const answer = await ask(slow, { metrics: ['count'] });
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(answer).toMatchObject({
      status: 408,
      body: { errors: [{ error_type: 'BACKEND_TIMEOUT_ERROR' }] },
    });
    expect(await rows({ row_limit: 2 })).toBe(2);
  });

  test('SQL runs', async () => {
    const answer = await run(SLOW);
    expect(answer.status).toBe(408);
    expect(member(answer.body, 'errors', 0)).toMatchObject({
      error_type: expect.stringMatching(/TIMEOUT_ERROR$/),
      extra: { timeout: 4 },
    });
  });
});

test('a question larger than is set is refused with 413, others go on', async () => {
  const answer = await ask(numbers, {
    filters: [{ col: 'n', op: 'IN', val: Array.from({ length: 20_000 }, (_, n) => n) }],
  });
  expect(answer.status).toBe(413);
  expect(await rows({ row_limit: 1 })).toBe(1);
});
