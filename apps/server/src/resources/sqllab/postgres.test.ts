import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member, memberId, openDataset } from '../../testing/things.ts';

const ADDRESS =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';

describe.runIf(RECORD_KINDS.includes('postgres'))('SQL Lab asks PostgreSQL', () => {
  let house: TestApp;
  let database: number;
  beforeAll(async () => {
    house = await openTestApp('sqlite');
    const body = { database_name: 'warehouse', sqlalchemy_uri: ADDRESS, expose_in_sqllab: true };
    database = memberId((await house.as('admin', 'POST', '/api/v1/database/', { body })).body);
  });
  afterAll(() => house.close());

  const run = async (sql: string, more: object = {}) =>
    (
      await house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
        body: { database_id: database, sql, ...more },
      })
    ).body;
  const THREE = 'SELECT n FROM generate_series(1, 9) n ORDER BY n';

  test('a limit is found in whatever form it is asked for, and the smaller one counts', async () => {
    expect(await run(`${THREE} FETCH FIRST 2 ROWS ONLY`)).toMatchObject({
      data: [{ n: 1 }, { n: 2 }],
      query: { limit: 2, limitingFactor: 'QUERY' },
    });
    expect(await run(`${THREE} FETCH FIRST 5 ROWS ONLY`, { queryLimit: 1 })).toMatchObject({
      data: [{ n: 1 }],
      query: { limit: 1 },
    });
    expect(await run(`${THREE} LIMIT 1 + 1`)).toMatchObject({
      data: [{ n: 1 }, { n: 2 }],
      query: { limitingFactor: 'NOT_LIMITED' },
    });
    expect(await run(`${THREE} LIMIT 4 + 4`, { queryLimit: 2 })).toMatchObject({
      data: [{ n: 1 }, { n: 2 }],
      query: { rows: 2, limit: 2, limitingFactor: 'DROPDOWN' },
    });
  });

  test('what is no query is limited by nothing, unless it yields more than is wanted', async () => {
    for (const sql of ['SHOW search_path', 'EXPLAIN SELECT 1', 'VALUES (1), (2)', "SET timezone = 'UTC'"]) {
      expect([sql, member(await run(sql), 'query', 'limitingFactor')]).toEqual([sql, 'NOT_LIMITED']);
    }
    expect(await run('SHOW ALL', { queryLimit: 3 })).toMatchObject({
      query: { rows: 3, limitingFactor: 'DROPDOWN' },
    });
  });

  test('the tables of a query are kept with it, each once', async () => {
    const sql =
      'SELECT r.iso FROM regions r JOIN public.regions s USING (iso) JOIN regions t USING (iso), generate_series(1, 2)';
    await run(sql);
    const kept = await house.as(
      'admin',
      'GET',
      '/api/v1/query/?q=(order_column:start_time,order_direction:desc,page_size:1)',
    );
    expect(member(kept.body, 'result', 0, 'sql_tables')).toEqual([
      { catalog: null, schema: null, table: 'regions' },
      { catalog: null, schema: 'public', table: 'regions' },
    ]);
  });

  test('moments without end are shown as the engine writes them', async () => {
    expect(
      member(
        await run("SELECT 'infinity'::date a, '-infinity'::timestamp b, '1000000-01-01'::date c"),
        'data',
      ),
    ).toEqual([{ a: 'infinity', b: '-infinity', c: '1000000-01-01' }]);
  });

  test('a table is made by SELECT INTO, and a remark written, only where data may be changed', async () => {
    const remark = 'COMMENT ON TABLE regions IS NULL';
    for (const sql of ['SELECT 1 AS a INTO made_here', remark]) {
      expect([sql, member(await run(sql), 'errors', 0, 'error_type')]).toEqual([
        sql,
        'DML_NOT_ALLOWED_ERROR',
      ]);
    }
    await house.as('admin', 'PUT', `/api/v1/database/${database}`, { body: { allow_dml: true } });
    expect(await run(remark)).toMatchObject({ status: 'success' });
    const script =
      'SELECT n INTO made_here FROM generate_series(1, 9) n; SELECT count(*)::int c FROM made_here; DROP TABLE made_here';
    expect(await run(script, { queryLimit: 2 })).toMatchObject({ status: 'success' });
    expect(
      member(
        await run(script.replace(/; DROP.*/, '; ROLLBACK; SELECT 7 AS left_over'), { queryLimit: 2 }),
        'data',
      ),
    ).toEqual([{ left_over: 7 }]);
    const counted =
      'SELECT n INTO TEMP made_here FROM generate_series(1, 9) n; SELECT count(*)::int c FROM made_here';
    expect(member(await run(counted, { queryLimit: 2 }), 'data')).toEqual([{ c: 9 }]);
  });

  test('who may read one table only does not make its name mean another one', async () => {
    const body = { database, schema: 'staging', table_name: 'orders' };
    const dataset = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
    await openDataset(house, dataset, 'sql_lab');
    const ask = async (sql: string) =>
      (
        await house.as('analyst', 'POST', '/api/v1/sqllab/execute/', {
          body: { database_id: database, schema: 'staging', sql },
        })
      ).status;
    expect(await ask('SELECT count(*) AS n FROM orders')).toBe(200);
    expect(await ask("SET work_mem = '4MB'; SELECT count(*) AS n FROM orders")).toBe(200);
    for (const turn of [
      'SET search_path TO public',
      "SET SCHEMA 'public'",
      'SET LOCAL "search_path" = public',
      'RESET search_path',
    ]) {
      expect([turn, await ask(`${turn}; SELECT count(*) AS n FROM orders`)]).toEqual([turn, 403]);
    }
    expect(await ask('COMMIT; SELECT count(*) AS n FROM orders')).toBe(200);
  });

  test('a file holds the same whether the server writes its lines or not', async () => {
    const told = async (sql: string, id: string): Promise<string> => {
      await run(sql, { client_id: id, queryLimit: 10 });
      return (await house.as('admin', 'GET', `/api/v1/sqllab/export/${id}/?rows=all`)).text;
    };
    const rows =
      "SELECT n AS a, n / 2.0::float8 AS b, '=' || n AS t FROM generate_series(1, 3) n ORDER BY n DESC";
    const file = "\uFEFFa,b,t\n3,1.5,'=3\n2,1.0,'=2\n1,0.5,'=1\n";
    expect(await told(rows, 'lines')).toBe(file);
    expect(await told(`${rows} -- as cells`, 'commented')).toBe(file);
    expect(await told("SELECT 1 AS a, ';' AS a", 'twice')).toBe('\uFEFFa,a__1\n1,;\n');
    expect(await told("SELECT ''::text AS alone", 'alone')).toBe('\uFEFFalone\n""\n');
    await run('SELECT 1 / (n - 2) AS a, 1 AS b FROM generate_series(1, 1) n', { client_id: 'fine' });
    expect(await told('SELECT 1 / (n - 2) AS a, 1 AS b FROM generate_series(1, 2) n', 'broken')).toContain(
      'division by zero',
    );
  });
});
