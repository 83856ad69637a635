import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeDataset, member, memberId } from '../../testing/things.ts';

const VIEWS = '/api/v1/security/resources/';
const PAIRS = '/api/v1/security/permissions-resources/';

describe.each(RECORD_KINDS)('views and permissions on them, records in %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());
  const idOf = async (table: 'permissions' | 'views', name: string) =>
    (
      await house.services.db
        .selectFrom(table)
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
    ).id;
  const makeView = async (name: string) =>
    memberId((await house.as('admin', 'POST', VIEWS, { body: { name } })).body);

  test('are for administrators, and have to be named', async () => {
    expect((await house.as('nobody', 'POST', VIEWS, { body: { name: 'x' } })).status).toBe(401);
    expect((await house.as('alpha', 'POST', VIEWS, { body: { name: 'x' } })).status).toBe(403);
    expect((await house.as('alpha', 'POST', PAIRS, { body: {} })).status).toBe(403);
    expect((await house.as('admin', 'POST', VIEWS, { body: { name: '' } })).status).toBe(422);
    expect((await house.as('admin', 'POST', PAIRS, { body: { permission_id: 1 } })).status).toBe(422);
    const unknown = { permission_id: 999_999, view_menu_id: await idOf('views', 'Chart') };
    expect(await house.as('admin', 'POST', PAIRS, { body: unknown })).toMatchObject({
      status: 422,
      body: { message: { permission_id: ['There is no such permission.'] } },
    });
  });

  test('a view is made, renamed and removed, and with it what was permitted on it', async () => {
    const view = await makeView('Warehouse keys');
    expect((await house.as('admin', 'POST', VIEWS, { body: { name: 'Warehouse keys' } })).status).toBe(422);
    expect(await house.as('admin', 'PUT', `${VIEWS}${view}`, { body: { name: 'Keys' } })).toMatchObject({
      status: 200,
      body: { result: { name: 'Keys' } },
    });
    expect((await house.as('admin', 'PUT', `${VIEWS}${view}`, { body: {} })).body).toEqual({
      result: { name: 'Keys' },
    });
    const pair = { permission_id: await idOf('permissions', 'can_read'), view_menu_id: view };
    const id = memberId((await house.as('admin', 'POST', PAIRS, { body: pair })).body);
    expect((await house.as('admin', 'POST', PAIRS, { body: pair })).status).toBe(422);
    const shown = await house.as('admin', 'GET', `${PAIRS}${id}`);
    expect(member(shown.body, 'result')).toMatchObject({
      permission: { name: 'can_read' },
      view_menu: { name: 'Keys' },
    });
    const written = { permission_id: await idOf('permissions', 'can_write') };
    expect((await house.as('admin', 'PUT', `${PAIRS}${id}`, { body: written })).status).toBe(200);
    expect((await house.as('admin', 'PUT', `${PAIRS}${id}`, { body: {} })).body).toMatchObject({
      result: written,
    });
    expect((await house.as('admin', 'DELETE', `${VIEWS}${view}`)).status).toBe(200);
    expect((await house.as('admin', 'GET', `${PAIRS}${id}`)).status).toBe(404);
    expect((await house.as('admin', 'GET', `${VIEWS}${view}`)).status).toBe(404);
  });

  test('a permission that is put on a role counts at once, and goes with its pair', async () => {
    const pair = {
      permission_id: await idOf('permissions', 'can_read'),
      view_menu_id: await makeView('Doors'),
    };
    const id = memberId((await house.as('admin', 'POST', PAIRS, { body: pair })).body);
    const role = await house.services.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Gamma')
      .executeTakeFirstOrThrow();
    await house.services.db
      .insertInto('role_permissions')
      .values({ role_id: role.id, permission_view_id: id })
      .execute();
    house.services.callers.forget();
    const held = async () =>
      (await house.services.callers.byId(house.ids.gamma))?.pairs.has('can_read Doors');
    expect(await held()).toBe(true);
    expect((await house.as('admin', 'DELETE', `${PAIRS}${id}`)).status).toBe(200);
    expect(await held()).toBe(false);
  });

  test('what the installation itself asks for stays as it is', async () => {
    await makeDataset(house, 'guarded');
    const { id: own } = await house.services.db
      .selectFrom('views')
      .select('id')
      .where('name', 'like', '%[guarded]%')
      .executeTakeFirstOrThrow();
    for (const id of [await idOf('views', 'Chart'), own]) {
      expect((await house.as('admin', 'PUT', `${VIEWS}${id}`, { body: { name: 'mine' } })).status).toBe(403);
      expect((await house.as('admin', 'DELETE', `${VIEWS}${id}`)).status).toBe(403);
      const pair = await house.services.db
        .selectFrom('permission_views')
        .select('id')
        .where('view_id', '=', id)
        .executeTakeFirstOrThrow();
      expect((await house.as('admin', 'DELETE', `${PAIRS}${pair.id}`)).status).toBe(403);
      expect((await house.as('admin', 'PUT', `${PAIRS}${pair.id}`, { body: {} })).status).toBe(403);
    }
  });

  test('administrators write lines into the log, in their own name and at this moment', async () => {
    expect((await house.as('gamma', 'POST', '/api/v1/log/', { body: { action: 'x' } })).status).toBe(403);
    expect(
      (await house.as('admin', 'POST', '/api/v1/log/', { body: { action: 'x', user_id: 1 } })).status,
    ).toBe(422);
    const made = await house.as('admin', 'POST', '/api/v1/log/', {
      body: { action: 'stocktaking', json: '{"shelf": 3}' },
    });
    expect(made.status).toBe(201);
    const line = await house.as('admin', 'GET', `/api/v1/log/${memberId(made.body)}`);
    expect(member(line.body, 'result')).toMatchObject({
      action: 'stocktaking',
      json: '{"shelf": 3}',
      user: { username: 'admin' },
    });
  });
});
