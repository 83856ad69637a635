import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member } from '../../testing/things.ts';

/** More than any engine does in a moment, over a table that has more rows than a sample. */
const SLOW =
  'SELECT count(*) AS n FROM many a, range(100000) b, range(100000) c WHERE a.x % 7 = b.range % 11';

describe.each(RECORD_KINDS)('live SQL on %s', (kind) => {
  let house: TestApp;
  let slow: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind, { settings: { CHARTROOM_SQLLAB_LIVE_BUDGET: '20000' } });
    slow = await openTestApp(kind, {
      settings: { CHARTROOM_SQLLAB_LIVE_BUDGET: '800', CHARTROOM_SQLLAB_LIVE_SAMPLE: '10' },
    });
    for (const each of [house, slow]) {
      const url = `/api/v1/database/${each.uploads}`;
      expect((await each.as('admin', 'PUT', url, { body: { allow_dml: true } })).status).toBe(200);
      const body = {
        database_id: each.uploads,
        sql: 'CREATE TABLE many AS SELECT range AS x FROM range(50000)',
      };
      expect((await each.as('admin', 'POST', '/api/v1/sqllab/execute/', { body })).status).toBe(200);
    }
  });
  afterAll(async () => {
    await house.close();
    await slow.close();
  });
  const live = (text: string, more: object = {}, who: PersonName | 'nobody' = 'admin', at = house) =>
    at.as(who, 'POST', '/api/v1/sqllab/live/', {
      body: { database_id: at.uploads, sql: text, tab: '1', ...more },
    });
  const told = async (text: string, more: object = {}) => (await live(text, more)).body;

  test('it is for those who may run SQL', async () => {
    expect((await live('SELECT 1', {}, 'nobody')).status).toBe(401);
    expect((await live('SELECT 1', {}, 'gamma')).status).toBe(403);
    expect((await live('SELECT 1', { sql: 5 })).status).toBe(400);
    expect((await live('SELECT 1', { tab: 'x'.repeat(65) })).status).toBe(400);
    expect((await live('SELECT 1', { database_id: 99_999_999 })).status).toBe(404);
  });

  test('the first rows of one query come, and whether there are more', async () => {
    expect(await told("SELECT 1 AS n, 'x' AS t")).toEqual({
      state: 'rows',
      columns: [
        { column_name: 'n', name: 'n', type: 'INTEGER', type_generic: 0, is_dttm: false },
        { column_name: 't', name: 't', type: 'VARCHAR', type_generic: 1, is_dttm: false },
      ],
      data: [{ n: 1, t: 'x' }],
      isCut: false,
      sampled: null,
      budget: 20_000,
    });
    const many = await told('SELECT x FROM many ORDER BY x');
    expect([member(many, 'data', 'length'), member(many, 'data', 49), member(many, 'isCut')]).toEqual([
      ...[50, { x: 49 }, true],
    ]);
    expect(await told('SELECT x FROM many LIMIT 2')).toMatchObject({ data: [{}, {}], isCut: false });
    expect(await told('SELECT {{ n }} AS n', { templateParams: '{"n": 7}' })).toMatchObject({
      data: [{ n: 7 }],
    });
  });

  test('each common table expression can be looked at, while the rest is half written', async () => {
    const text = 'WITH a AS (SELECT 1 AS one), b AS (SELECT one + 1 AS two FROM a) SELECT';
    expect(await told(text, { cte: 'a' })).toMatchObject({ data: [{ one: 1 }] });
    expect(await told(text, { cte: 'B' })).toMatchObject({ data: [{ two: 2 }] });
    expect(await told(text, { cte: 'c' })).toMatchObject({ state: 'refused' });
    expect(await told(text)).toMatchObject({ state: 'problem' });
  });

  test.each([
    'DELETE FROM many',
    'INSERT INTO many VALUES (1)',
    'CREATE TABLE other AS SELECT 1',
    'WITH a AS (SELECT 1) DELETE FROM many',
    'SELECT 1; SELECT 2',
    'SELECT 1; DROP TABLE many',
    "SET timezone = 'UTC'",
    'EXPLAIN ANALYZE SELECT 1',
    'PRAGMA version',
    "ATTACH 'x'",
    '-- nothing',
    '{{ "DROP TABLE many" }}',
  ])('only queries that read are run: %s', async (text) => {
    expect(await told(text)).toMatchObject({
      state: expect.stringMatching(/^(refused|problem)$/),
      message: expect.stringMatching(/./),
    });
    expect(await told('SELECT count(*) AS n FROM many')).toMatchObject({ data: [{ n: 50_000 }] });
  });

  test('what is wrong is told with its place', async () => {
    expect(await told('SELECT x\nFRM many')).toMatchObject({ state: 'problem', line: 2 });
    expect(await told('SELECT absent FROM many')).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('absent'),
    });
    expect(await told("SELECT * FROM read_csv('/etc/passwd')")).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('read_csv'),
    });
    const wide = "SELECT repeat('x', 100000) AS t FROM range(50)";
    expect(await told(wide)).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('too large'),
    });
  });

  test('what takes too long is stopped in the engine, and answered of a sample where there is one', async () => {
    const late = await live(SLOW, {}, 'admin', slow);
    expect(late.body).toEqual({ state: 'late', budget: 800 });
    const heavy = 'SELECT count(*) AS n FROM many a, many b, many c WHERE hash(a.x + b.x * c.x) % 7 < 9';
    expect((await live(heavy, {}, 'admin', slow)).body).toMatchObject({
      state: 'rows',
      sampled: 10,
      data: [{ n: 1000 }],
    });
    // The engine has nothing left to do.
    const begun = performance.now();
    const { body } = await slow.as('admin', 'POST', '/api/v1/sqllab/execute/', {
      body: { database_id: slow.uploads, sql: 'SELECT count(*) AS n FROM many' },
    });
    expect(member(body, 'data')).toEqual([{ n: 50_000 }]);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test('of a tab only the last statement runs, and none is recorded', async () => {
    const counted = sql<{ n: number }>`select count(*) as n from queries`;
    const before = (await counted.execute(house.services.db)).rows;
    const begun = performance.now();
    const first = live(SLOW);
    const elsewhere = live('SELECT 2 AS n', { tab: '2' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const next = live('SELECT 3 AS n');
    expect((await first).body).toEqual({ state: 'replaced' });
    expect((await elsewhere).body).toMatchObject({ data: [{ n: 2 }] });
    expect((await next).body).toMatchObject({ data: [{ n: 3 }] });
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect((await counted.execute(house.services.db)).rows).toEqual(before);
  });
});
