import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { memberId } from '../../testing/things.ts';

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
