import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type PersonName, type TestApp } from '../../testing/test-app.ts';
import { grant, member, memberId, openDataset } from '../../testing/things.ts';

const PATH = '/api/v1/sqllab/embedded/';
let house: TestApp;
beforeAll(async () => {
  house = await openTestApp('sqlite', {
    settings: { CHARTROOM_EMBEDDED_SUPERSET: 'true', CHARTROOM_RLS_IN_SQLLAB: 'true' },
  });
  const body = { allow_dml: true };
  expect((await house.as('admin', 'PUT', `/api/v1/database/${house.uploads}`, { body })).status).toBe(200);
  for (const sql of ['CREATE TABLE main.fees (a INTEGER)', 'INSERT INTO main.fees VALUES (1), (2)'])
    await house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
      body: { database_id: house.uploads, sql },
    });
});
afterAll(() => house.close());

const embed = (sql: string, more: object = {}, who: PersonName | 'nobody' = 'admin') =>
  house.as(who, 'POST', PATH, {
    body: {
      dbId: house.uploads,
      name: 'Fees',
      sql,
      allowed_domains: ['https://wiki.example.org'],
      ...more,
    },
  });
const rows = (key: unknown, who: PersonName | 'nobody') => house.as(who, 'POST', `${PATH}${key}/rows`);

test('strangers, people without the right, and embeddings for every site are refused', async () => {
  expect((await embed('SELECT 1 AS one', {}, 'nobody')).status).toBe(401);
  expect((await embed('SELECT 1 AS one', {}, 'gamma')).status).toBe(403);
  expect((await embed('SELECT 1 AS one', { allowed_domains: [] })).status).toBe(400);
  expect((await embed('SELECT 1 AS one', { dbId: 99_999 })).status).toBe(404);
  expect((await rows('unknown', 'admin')).status).toBe(404);
});

test('a query runs with the rights of who looks, and keeps its key', async () => {
  const made = { database: house.uploads, schema: 'main', table_name: 'fees' };
  const dataset = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body: made })).body);
  const key = member((await embed('SELECT a FROM main.fees ORDER BY a')).body, 'key');
  expect((await rows(key, 'nobody')).status).toBe(401);
  expect((await rows(key, 'gamma')).status).toBe(403);
  expect((await rows(key, 'analyst')).status).toBe(403);
  await openDataset(house, dataset, 'sql_lab');
  expect((await rows(key, 'analyst')).body).toMatchObject({
    columns: [{ name: 'a' }],
    data: [{ a: 1 }, { a: 2 }],
    isCut: false,
  });
  const { id: role } = await house.services.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'sql_lab')
    .executeTakeFirstOrThrow();
  const rule = { name: 'few', filter_type: 'Regular', tables: [dataset], roles: [role], clause: 'a = 2' };
  expect((await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body: rule })).status).toBe(201);
  expect((await rows(key, 'analyst')).body).toMatchObject({ data: [{ a: 2 }] });
  expect((await rows(key, 'admin')).body).toMatchObject({ data: [{ a: 1 }, { a: 2 }] });
  const again = await embed('SELECT a FROM main.fees ORDER BY a', { allowed_domains: ['wiki.example.org'] });
  expect(member(again.body, 'key')).toBe(key);
});

test('nothing is run that does more than read, also where the database allows it and a template says it later', async () => {
  expect((await embed('DELETE FROM main.fees')).status).toBe(403);
  const later = `{% if current_username() == 'admin' %}SELECT 1 AS one{% else %}DELETE FROM main.fees{% endif %}`;
  const key = member((await embed(later)).body, 'key');
  expect((await rows(key, 'admin')).body).toMatchObject({ data: [{ one: 1 }] });
  expect(await rows(key, 'analyst')).toMatchObject({
    status: 403,
    text: expect.stringContaining('Only queries that read'),
  });
});

test('who made it takes it back', async () => {
  await grant(house, 'sql_lab', 'can_write', 'SqlLabPermalinkRestApi');
  const key = member((await embed('SELECT 2 AS two')).body, 'key');
  expect((await house.as('analyst', 'DELETE', `${PATH}${key}`)).status).toBe(403);
  expect((await house.as('admin', 'DELETE', `${PATH}${key}`)).status).toBe(200);
  expect((await rows(key, 'admin')).status).toBe(404);
});

test('nothing is embedded where that is switched off', async () => {
  const closed = await openTestApp('sqlite');
  const body = { dbId: closed.uploads, name: 'x', sql: 'SELECT 1 AS one', allowed_domains: ['x.org'] };
  expect((await closed.as('admin', 'POST', PATH, { body })).status).toBe(404);
  await closed.close();
});
