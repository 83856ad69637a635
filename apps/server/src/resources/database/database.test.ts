import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeDataset, member, NOBODY } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('databases on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());
  const post = (path: string, body: unknown, who: 'admin' | 'alpha' = 'admin') =>
    house.as(who, 'POST', `/api/v1/database/${path}`, { body });

  test('strangers are asked who they are, people without the permission are refused, junk is named', async () => {
    expect((await house.as('nobody', 'GET', '/api/v1/database/')).status).toBe(401);
    expect((await post('', { database_name: 'x' }, 'alpha')).status).toBe(403);
    expect(await post('', {})).toMatchObject({
      status: 400,
      body: { message: { database_name: ['Missing data for required field.'] } },
    });
    expect((await house.as('admin', 'GET', '/api/v1/database/99999999')).status).toBe(404);
    expect((await house.as('gamma', 'GET', `/api/v1/database/${house.uploads}`)).status).toBe(404);
  });

  test('a connection is tried before it is stored, and names stand once', async () => {
    const dead = { database_name: 'dead', sqlalchemy_uri: 'postgresql://u:secret@127.0.0.1:1/x' };
    const tried = await post('test_connection/', dead);
    expect(tried).toMatchObject({ status: 400, body: { errors: [{ level: 'error' }] } });
    expect(tried.text).not.toContain('secret');
    expect((await post('', dead)).status).toBe(400);
    for (const [field, form] of Object.entries({
      sqlalchemy_uri: { sqlalchemy_uri: 'not a uri' },
      server_cert: { server_cert: 'not a certificate' },
      extra: { extra: '{"metadata_params":{"wings":2}}' },
    })) {
      const refused = { status: 400, body: { message: { [field]: [expect.any(String)] } } };
      expect(await post('', { ...dead, database_name: 'never', ...form })).toMatchObject(refused);
      expect(await post('test_connection/', { ...dead, ...form })).toMatchObject(refused);
    }
    expect((await post('test_connection/', { sqlalchemy_uri: 'nosuchengine://h/d' })).status).toBe(422);
    const again = { database_name: 'uploads', sqlalchemy_uri: 'duckdb:///uploads.duckdb' };
    expect(await post('', again)).toMatchObject({
      status: 422,
      body: { message: { database_name: expect.anything() } },
    });
  });

  test('its schemas and tables are listed, its tables described', async () => {
    const id = house.uploads;
    const data = await house.services.data();
    const session = await data.session(id, NOBODY);
    const schema = (await session.defaultSchema()) ?? 'main';
    const made = await session.run('create table fees (name varchar, fee double)', {
      signal: AbortSignal.timeout(10_000),
      timeoutMs: 10_000,
      readOnly: false,
    });
    for await (const _ of made.batches);
    const at = `/api/v1/database/${id}`;
    expect(member((await house.as('admin', 'GET', `${at}/schemas/`)).body, 'result')).toContain(schema);
    expect((await house.as('admin', 'GET', `${at}/tables/?q=(schema_name:${schema})`)).body).toMatchObject({
      count: 1,
      result: [{ value: 'fees', type: 'table', extra: null }],
    });
    expect((await house.as('admin', 'GET', `${at}/tables/`)).status).toBe(400);
    expect(
      (await house.as('admin', 'GET', `${at}/table_metadata/?name=fees&schema=${schema}`)).body,
    ).toMatchObject({
      name: 'fees',
      columns: [{ name: 'name', type: 'VARCHAR' }, { name: 'fee' }],
      selectStar: `SELECT\n  *\nFROM ${schema}.fees\nLIMIT 100`,
    });
    expect((await house.as('admin', 'GET', `${at}/table_metadata/?name=nope&schema=${schema}`)).status).toBe(
      404,
    );
    expect((await house.as('admin', 'GET', `${at}/table_metadata/`)).status).toBe(422);
    expect((await house.as('gamma', 'GET', `${at}/table_metadata/?name=fees&schema=${schema}`)).status).toBe(
      404,
    );
  });

  test('keeps its settings, tells them to administrators, and stays while datasets need it', async () => {
    const id = house.uploads;
    const changed = await house.as('admin', 'PUT', `/api/v1/database/${id}`, {
      body: { database_name: 'files', cache_timeout: 9 },
    });
    expect(changed.status).toBe(200);
    expect((await house.as('admin', 'GET', `/api/v1/database/${id}/connection`)).body).toMatchObject({
      id,
      result: { database_name: 'files', cache_timeout: 9, parameters_schema: { type: 'object' } },
    });
    expect((await house.as('alpha', 'GET', `/api/v1/database/${id}/connection`)).status).toBe(403);
    await makeDataset(house, 'in the way');
    expect(await house.as('admin', 'DELETE', `/api/v1/database/${id}`)).toMatchObject({
      status: 422,
      body: { message: 'Cannot delete a database that has datasets attached' },
    });
    const available = await house.as('gamma', 'GET', '/api/v1/database/available/');
    expect(member(available.body, 'databases')).toContainEqual(
      expect.objectContaining({ engine: 'postgresql', name: 'PostgreSQL' }),
    );
  });
});
