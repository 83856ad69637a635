import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { memberId } from '../../testing/things.ts';

const WAREHOUSE =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';

describe.each(RECORD_KINDS)('tabs whose database or saved query goes, on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());

  const openTab = (tab: object) =>
    house.as('admin', 'POST', '/tabstateview/', {
      body: { queryEditor: JSON.stringify({ dbId: house.uploads, sql: 'select 1', ...tab }) },
    });
  const tab = async (id: number) => (await house.as('admin', 'GET', `/tabstateview/${id}`)).body;
  const savedQuery = async () =>
    memberId(
      (
        await house.as('admin', 'POST', '/api/v1/saved_query/', {
          body: { label: 'kept', db_id: house.uploads, sql: 'select 2' },
        })
      ).body,
    );

  test('a tab of a saved query that is gone is opened and kept all the same', async () => {
    const saved = await savedQuery();
    expect(await tab(memberId((await openTab({ remoteId: saved })).body))).toMatchObject({
      saved_query: { id: saved },
    });
    expect((await house.as('admin', 'DELETE', `/api/v1/saved_query/${saved}`)).status).toBe(200);
    for (const remoteId of [saved, 2 ** 40]) {
      const id = memberId((await openTab({ remoteId })).body);
      expect(await tab(id)).toMatchObject({ sql: 'select 1', saved_query: null });
    }
    const id = memberId((await openTab({})).body);
    const changes = { saved_query_id: String(saved), database_id: '99999999', sql: '"select 3"' };
    expect((await house.as('admin', 'PUT', `/tabstateview/${id}`, { body: changes })).status).toBe(200);
    expect(await tab(id)).toMatchObject({ sql: 'select 3', saved_query: null, database_id: null });
  });

  const LONG =
    'select count(*) as n from range(40000000) as a, range(100000) as b where a.range % 7 = b.range % 11';
  const SLOW = 'select count(*) as n from generate_series(1, 30000) a, generate_series(1, 30000) b';
  const connect = async (body: object) =>
    memberId((await house.as('admin', 'POST', '/api/v1/database/', { body })).body);

  test.each([
    ['the embedded engine', LONG, { database_name: 'going', sqlalchemy_uri: 'duckdb:///:memory:' }],
    ['another server', SLOW, { database_name: 'going', sqlalchemy_uri: WAREHOUSE }],
  ])(
    'queries of a database that is deleted end, in %s',
    async (_engine, sql, connection) => {
      const database_id = await connect({ ...connection, expose_in_sqllab: true });
      const run = (client_id: string, more: object = {}) =>
        house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
          body: { database_id, sql, client_id, ...more },
        });
      const { db, jobs } = house.services;
      const record = (id: string) =>
        db.selectFrom('queries').select(['uuid', 'status']).where('client_id', '=', id).executeTakeFirst();
      expect((await run('later', { runAsync: true })).status).toBe(202);
      const waited = run('waited');
      const states = async () => [(await record('later'))?.status, (await record('waited'))?.status];
      await expect.poll(states, { timeout: 10_000 }).toEqual(['running', 'running']);
      const job = (await record('later'))?.uuid ?? '';
      const begun = performance.now();
      expect((await house.as('admin', 'DELETE', `/api/v1/database/${database_id}`)).status).toBe(200);
      expect(await waited).toMatchObject({
        status: 404,
        body: { errors: [{ error_type: 'DATABASE_NOT_FOUND_ERROR' }] },
      });
      await expect.poll(() => jobs.status('sql', job)).toBeUndefined();
      expect(performance.now() - begun).toBeLessThan(8_000);
      expect(await states()).toEqual([undefined, undefined]);
    },
    30_000,
  );

  test('a database that is deleted leaves what was written for it', async () => {
    const saved = await savedQuery();
    const id = memberId((await openTab({ remoteId: saved })).body);
    expect((await house.as('admin', 'DELETE', `/api/v1/database/${house.uploads}`)).status).toBe(200);
    expect(await tab(id)).toMatchObject({
      sql: 'select 1',
      database_id: null,
      saved_query: { id: saved },
    });
    expect((await house.as('admin', 'GET', `/api/v1/saved_query/${saved}`)).body).toMatchObject({
      result: { sql: 'select 2', database: null },
    });
    const list = await house.as('admin', 'GET', '/api/v1/saved_query/');
    expect(list).toMatchObject({ status: 200, body: { count: 1 } });
  });
});
