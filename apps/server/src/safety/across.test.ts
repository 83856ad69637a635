import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { member } from '../testing/things.ts';
import { type AcrossWorld, hasPostgres, openAcrossWorld } from './across-world.ts';

/** Queries of the embedded engine that read tables of other connections: rights, row rules, bounds, and what is left behind. */
describe.runIf(hasPostgres)('across databases', () => {
  let world: AcrossWorld;
  let orders: string;
  let secret: string;
  beforeAll(async () => {
    world = await openAcrossWorld({ CHARTROOM_MAX_FOREIGN_BYTES: '2000000' });
    orders = `pg_sales.${world.schema}.orders`;
    secret = `pg_sales.${world.schema}.secret`;
    expect(await world.run('SELECT 1')).toMatchObject({ status: 200 });
    await world.house.as('admin', 'PUT', `/api/v1/database/${world.house.uploads}`, {
      body: { allow_dml: true },
    });
    expect(
      await world.run('CREATE TABLE notes AS SELECT range AS customer, range * 10 AS weight FROM range(3)'),
    ).toMatchObject({ status: 200 });
    expect(
      await world.run(`CREATE SCHEMA pg_sales; CREATE TABLE pg_sales.orders AS SELECT 'own' AS whose`),
    ).toMatchObject({ status: 200 });
    await world.rule(await world.open('orders'), "id > {{ 0 if current_username() == 'admin' else 6 }}");
  });
  afterAll(() => world.close());

  const rows = async (sql: string, who: 'admin' | 'analyst' = 'admin') => {
    const answer = await world.run(sql, who);
    expect([sql, answer.status, answer.text]).toEqual([sql, 200, expect.anything()]);
    const data = member(answer.body, 'data');
    return Array.isArray(data) ? data : [];
  };
  const refusal = async (sql: string, who: 'admin' | 'analyst' = 'admin') => {
    const answer = await world.run(sql, who);
    return { status: answer.status, message: String(member(answer.body, 'errors', 0, 'message')) };
  };

  test('tables of a server, of another server and of uploads are joined', async () => {
    const found = await rows(
      `SELECT o.customer, n.weight, sum(o.amount)::DOUBLE AS amount FROM ${orders} o JOIN notes n USING (customer) GROUP BY ALL ORDER BY 1`,
    );
    expect(found).toEqual([
      { customer: 0, weight: 0, amount: 27 },
      { customer: 1, weight: 10, amount: 18 },
      { customer: 2, weight: 20, amount: 22.5 },
    ]);
    if (!world.crm) return;
    expect(
      await rows(
        `SELECT c.name, c.joined::VARCHAR AS joined, c.score::VARCHAR AS score, c.weight, count(*) AS n FROM crm.${world.crm}.${world.schema}_customers c JOIN ${orders} o ON o.customer = c.id GROUP BY ALL ORDER BY c.name DESC`,
      ),
    ).toEqual([
      { name: 'a,"b"', joined: null, score: null, weight: null, n: 3 },
      {
        name: 'Zoë',
        joined: '2024-02-29 12:00:00.000001',
        score: '12345678901234567890.0123456789',
        weight: 0.1,
        n: 3,
      },
      { name: '', joined: '1969-12-31 23:59:59', score: '-0.5000000000', weight: -1e300, n: 3 },
    ]);
  });

  /** Positions in which a table may be read; each answers the ids that are seen, or says that it is refused. */
  const SHAPES: Record<string, (table: string) => string> = {
    'by itself': (t) => `SELECT id FROM ${t}`,
    'with a name': (t) => `SELECT x.id FROM ${t} AS x`,
    'with its whole way': (t) => `SELECT ${t}.id FROM ${t}`,
    'as a star': (t) => `SELECT id FROM (SELECT * FROM ${t})`,
    'first of all': (t) => `FROM ${t} SELECT id`,
    'as rows': (t) => `SELECT r.id FROM (SELECT x AS r FROM ${t} x)`,
    'in a join': (t) => `SELECT x.id FROM notes n RIGHT JOIN ${t} x ON x.id = n.customer`,
    'in a comma': (t) => `SELECT DISTINCT x.id FROM notes, ${t} x`,
    'with itself': (t) => `SELECT a.id FROM ${t} a JOIN ${t} b ON a.id = b.id WHERE b.id > 0`,
    'in a common table expression': (t) => `WITH o AS (SELECT id FROM ${t}) SELECT id FROM o`,
    'in a name that shadows it': (t) => `WITH orders AS (SELECT id FROM ${t}) SELECT id FROM orders`,
    'in a recursion': (t) =>
      `WITH RECURSIVE r AS (SELECT id FROM ${t} UNION SELECT id FROM r WHERE id < 0) SELECT id FROM r`,
    'in FROM': (t) => `SELECT q.id FROM (SELECT id FROM ${t}) q`,
    'in a condition': (t) => `SELECT i AS id FROM range(20) r(i) WHERE i IN (SELECT id FROM ${t})`,
    'in EXISTS': (t) =>
      `SELECT i AS id FROM range(20) r(i) WHERE EXISTS (SELECT 1 FROM ${t} x WHERE x.id = i)`,
    'in NOT EXISTS': (t) =>
      `SELECT i AS id FROM range(1, 10) r(i) WHERE NOT NOT EXISTS (SELECT 1 FROM ${t} x WHERE x.id = i)`,
    'in a value': (t) => `SELECT unnest((SELECT list(id) FROM ${t})) AS id`,
    'in a lateral': (t) => `SELECT l.id FROM range(1) r(i), LATERAL (SELECT id FROM ${t} x WHERE x.id > i) l`,
    'in a union': (t) => `SELECT id FROM ${t} WHERE id = 7 UNION SELECT id FROM ${t}`,
    'behind an order': (t) => `SELECT id FROM ${t} ORDER BY (SELECT max(id) FROM ${t}) - id`,
    'in HAVING': (t) => `SELECT i AS id FROM range(20) r(i) GROUP BY i HAVING i IN (SELECT id FROM ${t})`,
    'in a negated pattern': (t) => `SELECT id FROM ${t} x WHERE NOT x.id LIKE (SELECT 'a' FROM ${t} LIMIT 1)`,
    'with a condition': (t) => `SELECT id FROM ${t} WHERE id >= 1 AND id BETWEEN -5 AND 100`,
    'in quotes': (t) =>
      `SELECT id FROM ${t
        .split('.')
        .map((part) => `"${part}"`)
        .join('.')}`,
    'in capitals': (t) => `SELECT ID FROM ${t.replace('pg_sales', 'PG_Sales')}`,
    'in comments': (t) => `SELECT id /* ${t} */ FROM ${t.replaceAll('.', ' /* . */ . ')} -- ${t}`,
  };
  const seen = async (sql: string, who: 'admin' | 'analyst') =>
    (await rows(sql, who)).map((row: unknown) => Number(Object.values(Object(row))[0])).sort((a, b) => a - b);

  /** Shapes that the parser leaves unread in part: nobody can say what they read. */
  const REFUSED = ['in a negated pattern'];

  test.each(Object.entries(SHAPES))('%s: everybody sees the rows that they may', async (name, shape) => {
    const sql = shape(orders);
    if (REFUSED.includes(name)) {
      for (const who of ['admin', 'analyst'] as const)
        expect(await refusal(sql, who)).toEqual({
          status: 422,
          message: expect.stringContaining('by a query alone'),
        });
      return;
    }
    expect([await seen(sql, 'admin'), await seen(sql, 'analyst')]).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
      [7, 8, 9],
    ]);
  });

  test.each(Object.entries(SHAPES))('%s: who may not read the table is told that', async (_name, shape) => {
    const answer = await refusal(shape(secret), 'analyst');
    expect(answer).toEqual({ status: 403, message: expect.stringContaining('secret') });
    // Nothing tells whether there is such a connection.
    const unknown = await refusal(shape(secret.replace('pg_sales', 'pg_other')), 'analyst');
    const alike = (message: string) => message.toLowerCase().replaceAll('pg_other', 'pg_sales');
    expect(unknown).toEqual({ status: 403, message: expect.anything() });
    expect(alike(unknown.message)).toBe(alike(answer.message));
    const beside = `SELECT 1 FROM ${orders}, (${shape(secret)}\n) AS s`;
    expect(await refusal(beside, 'analyst')).toMatchObject({ status: 403 });
  });

  test('names with every sign, and own tables of the same name', async () => {
    expect(
      await rows(`SELECT "The Id" AS a, "select" AS b FROM pg_sales.${world.schema}."Odd ""Name"`),
    ).toEqual([{ a: 1, b: 'one' }]);
    expect(await rows('SELECT whose FROM pg_sales.orders')).toEqual([{ whose: 'own' }]);
    expect(await rows('SELECT whose FROM uploads.pg_sales.orders')).toEqual([{ whose: 'own' }]);
    expect(await refusal(`SELECT 1 FROM "pg.sales".${world.schema}.orders`)).toMatchObject({
      status: expect.toSatisfy((status) => status >= 400),
    });
    expect(await refusal('SELECT 1 FROM nowhere.main.orders')).toEqual({
      status: 422,
      message: expect.stringContaining('"nowhere"'),
    });
    expect(await refusal(`SELECT 1 FROM pg_sales.${world.schema}.missing`)).toMatchObject({
      message: expect.stringContaining('missing'),
    });
  });

  test('nothing but a query reads there, and nothing is written', async () => {
    for (const sql of [
      `CREATE TABLE copy AS SELECT * FROM ${orders}`,
      `CREATE VIEW copy AS SELECT * FROM ${orders}`,
      `INSERT INTO notes SELECT id, id FROM ${orders}`,
      `DELETE FROM ${orders}`,
      `UPDATE ${orders} SET id = 1`,
      `INSERT INTO ${orders} SELECT * FROM ${orders}`,
      `DROP TABLE ${orders}`,
      `DESCRIBE ${orders}`,
      `SUMMARIZE ${orders}`,
      `EXPLAIN SELECT * FROM ${orders}`,
    ]) {
      const answer = await world.run(sql);
      expect([sql, answer.status]).toEqual([
        sql,
        expect.toSatisfy((status) => status >= 400 && status < 500),
      ]);
    }
    const { rows: left } = await world.postgres.query(
      `SELECT count(*)::int AS n FROM ${world.schema}.orders`,
    );
    expect(left).toEqual([{ n: 9 }]);
  });

  test('nothing runs there while it is written', async () => {
    const body = { database_id: world.house.uploads, sql: `SELECT id FROM ${orders}`, tab: 'one' };
    const { status, body: answer } = await world.house.as('admin', 'POST', '/api/v1/sqllab/live/', { body });
    expect([status, answer]).toEqual([
      200,
      { state: 'refused', message: 'Live SQL reads no tables of other databases: run the query.' },
    ]);
  });

  test('datasets and charts refuse such tables plainly', async () => {
    const body = { database: world.house.uploads, table_name: 'across', sql: `SELECT id FROM ${orders}` };
    const made = await world.house.as('admin', 'POST', '/api/v1/dataset/', { body });
    expect([made.status, made.text]).toEqual([422, expect.stringContaining('only a query in SQL Lab')]);
    const asked = await world.run(`SELECT id FROM ${orders}`);
    const chart = await world.house.as('admin', 'POST', '/api/v1/chart/data', {
      body: {
        datasource: { id: member(asked.body, 'query', 'queryId'), type: 'query' },
        queries: [{ columns: ['id'], metrics: [] }],
      },
    });
    expect([chart.status, chart.text]).toEqual([422, expect.stringContaining('only a query in SQL Lab')]);
  });

  test('what a query reads is estimated, and too much of it refused before and while it is read', async () => {
    const estimate = async (sql: string, who: 'admin' | 'analyst' = 'admin') =>
      world.house.as(who, 'POST', '/api/v1/sqllab/estimate/', {
        body: { database_id: world.house.uploads, sql },
      });
    const small = await estimate(`SELECT sum(amount) FROM ${orders} WHERE id <= 3`);
    expect(small.body).toMatchObject({
      result: [
        { [`Reads of ${orders}`]: expect.stringMatching(/^about \d+ bytes, \d+ rows; columns: id, amount$/) },
      ],
    });
    expect((await estimate(`SELECT * FROM ${secret}`, 'analyst')).status).toBe(403);
    await world.postgres.query(
      `CREATE TABLE ${world.schema}.large AS SELECT n AS id, repeat('x', 100) AS word FROM generate_series(1, 40000) AS n; ANALYZE ${world.schema}.large;
       CREATE FUNCTION ${world.schema}.unknown() RETURNS SETOF ${world.schema}.large LANGUAGE sql ROWS 1 AS 'SELECT * FROM ${world.schema}.large';
       CREATE VIEW ${world.schema}.surprise AS SELECT id, word || id AS word FROM (SELECT * FROM ${world.schema}.unknown() OFFSET 0) AS q`,
    );
    expect(await refusal(`SELECT * FROM pg_sales.${world.schema}.large ORDER BY id`)).toEqual({
      status: 413,
      message: expect.stringMatching(
        /would read about \d(\.\d)? MB of pg_sales\.\w+\.large: more than the 1\.9 MB .*WHERE.*CHARTROOM_MAX_FOREIGN_BYTES/,
      ),
    });
    expect(await rows(`SELECT count(*) AS n FROM pg_sales.${world.schema}.large WHERE id <= 100`)).toEqual([
      { n: 100 },
    ]);
    // What is only shown reads no more than is shown.
    expect(await rows(`SELECT * FROM pg_sales.${world.schema}.large`)).toHaveLength(1_000);
    expect(await refusal(`SELECT sum(length(word)) FROM pg_sales.${world.schema}.surprise`)).toEqual({
      status: 413,
      message: expect.stringMatching(/has read \d.* by now/),
    });
  });

  test('nothing is left behind, and the results are kept and downloaded as of any other query', async () => {
    const asked = await world.run(`SELECT id, note FROM ${orders} ORDER BY id`, 'analyst', {
      client_id: 'acrossfile1',
    });
    expect(asked.status).toBe(200);
    const file = await world.house.as('analyst', 'GET', '/api/v1/sqllab/export/acrossfile1/');
    expect([file.status, file.text]).toEqual([200, expect.stringContaining('7,note 7')]);
    expect(file.text).not.toContain('note 6');
    const folder = join(world.house.services.config.HOME, 'incoming');
    await expect.poll(() => (existsSync(folder) ? readdirSync(folder) : [])).toEqual([]);
  });

  test('stopping reaches the other server', async () => {
    await world.postgres.query(
      `CREATE VIEW ${world.schema}.slow AS SELECT n AS id, pg_sleep(0.2)::text AS word FROM generate_series(1, 500) AS n`,
    );
    const sql = `SELECT max(word) FROM pg_sales.${world.schema}.slow`;
    const asked = world.run(sql, 'admin', { client_id: 'acrossslow1' });
    const active = async () => {
      const { rows: found } = await world.postgres.query(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE $1 AND pid <> pg_backend_pid()",
        [`%${world.schema}"."slow%`],
      );
      return Number(found[0]?.n);
    };
    await expect.poll(active, { timeout: 5_000 }).toBe(1);
    const told = await world.house.as('admin', 'GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)');
    expect(told.text).toContain(`of pg_sales.${world.schema}.slow`);
    await world.house.as('admin', 'POST', '/api/v1/query/stop', { body: { client_id: 'acrossslow1' } });
    expect((await asked).text).toContain('stopped');
    await expect.poll(active, { timeout: 5_000 }).toBe(0);
  });
});
