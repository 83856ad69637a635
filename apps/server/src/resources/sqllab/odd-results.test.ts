import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('results that are seldom, on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());

  const run = (sql: string, more: object = {}) =>
    house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
      body: { database_id: house.uploads, sql, ...more },
    });

  test('two thousand columns, and several of one name', async () => {
    const columns = Array.from({ length: 2_000 }, (_, at) => `${at} as c${at}`).join(', ');
    const wide = await run(`select ${columns}`);
    expect(wide.status).toBe(200);
    expect(member(wide.body, 'data', 0, 'c1999')).toBe(1_999);
    const alike = await run('select 1 as a, 2 as a, 3 as A, 4 as a');
    expect(alike.status).toBe(200);
    const names = [0, 1, 2, 3].map((at) => String(member(alike.body, 'columns', at, 'column_name')));
    expect(new Set(names).size).toBe(4);
    expect(names.map((name) => member(alike.body, 'data', 0, name))).toEqual([1, 2, 3, 4]);
  });

  const ODD = `select 'infinity'::double as i, 'nan'::double as n, '\\x00\\xFF'::blob as b, 1.50::decimal(5, 2) as d,
    timestamp '9999-12-31 23:59:59' as late, date '0044-03-15 (BC)' as early, 9007199254740993 as large`;

  test('values at the ends of their types are the same at once and from the background', async () => {
    const now = await run(ODD);
    expect(now.status).toBe(200);
    expect(now.body).toMatchObject({
      data: [{ i: null, n: null, late: '9999-12-31T23:59:59', large: '9007199254740993' }],
      notFinite: [
        { column: 'i', value: 'Infinity', rows: [0] },
        { column: 'n', value: 'NaN', rows: [0] },
      ],
    });
    expect(String(member(now.body, 'data', 0, 'early'))).toContain('-000043-03-15');
    expect(await run(ODD, { runAsync: true, client_id: 'odd' })).toMatchObject({ status: 202 });
    const key = async () =>
      (
        await house.services.db
          .selectFrom('queries')
          .select('results_key')
          .where('client_id', '=', 'odd')
          .executeTakeFirst()
      )?.results_key;
    await expect.poll(key, { timeout: 10_000 }).toBeTruthy();
    const later = await house.as('admin', 'GET', `/api/v1/sqllab/results/?q=(key:'${await key()}')`);
    for (const told of ['data', 'notFinite'])
      expect(member(later.body, told)).toEqual(member(now.body, told));
    const earlier = await run(`${ODD}; select 'nan'::double as x, null::double as y union all select 1, 2`);
    expect(earlier.body).toMatchObject({
      earlier: [{ notFinite: [{ column: 'i' }, { column: 'n' }] }],
      notFinite: [{ column: 'x', value: 'NaN', rows: [0] }],
    });
    expect((await run('select 1.5::double as x')).body).not.toHaveProperty('notFinite');
  });

  test('a cell of fifty megabytes is refused in words, and the next query is answered', async () => {
    const large = await run("select repeat('x', 50000000) as big");
    expect(large.status).toBe(413);
    expect(String(member(large.body, 'errors', 0, 'message'))).toContain('MAX_CELL_BYTES');
    expect((await run('select 1 as n')).status).toBe(200);
  });
});
