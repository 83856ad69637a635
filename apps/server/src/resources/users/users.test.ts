import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SettingError } from '../../base/config.ts';
import { makePublicLike } from '../../security/role-setup.ts';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member, memberId } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('people and roles on %s', (kind) => {
  let house: TestApp;
  let roles: Record<string, number>;
  beforeAll(async () => {
    house = await openTestApp(kind);
    const rows = await house.services.db.selectFrom('roles').select(['id', 'name']).execute();
    roles = Object.fromEntries(rows.map((row) => [row.name, row.id]));
  });
  afterAll(() => house.close());
  const change = (id: number, body: unknown, who: 'admin' | 'alpha' = 'admin') =>
    house.as(who, 'PUT', `/api/v1/security/users/${id}`, { body });

  test('strangers are asked who they are, others are refused, junk is named', async () => {
    expect((await house.as('nobody', 'GET', '/api/v1/security/users/')).status).toBe(401);
    expect((await house.as('alpha', 'GET', '/api/v1/security/users/')).status).toBe(403);
    expect((await change(house.ids.alpha, { roles: [roles.Admin] }, 'alpha')).status).toBe(403);
    const junk = await house.as('admin', 'POST', '/api/v1/security/users/', {
      body: { username: { $ne: '' }, wings: 1 },
    });
    expect(junk).toMatchObject({
      status: 400,
      body: { message: { username: ['Not a valid string.'], wings: ['Unknown field.'] } },
    });
  });

  test('people who have not signed in may do what a role may that the settings name', async () => {
    const { db, callers } = house.services;
    const status = async (path: string) => (await house.as('nobody', 'GET', `/api/v1/${path}`)).status;
    expect(await status('chart/')).toBe(401);
    await expect(makePublicLike(db, 'Public', 'Nobody has this')).rejects.toThrow(SettingError);
    for (const _start of [1, 2]) await makePublicLike(db, 'Public', 'Gamma');
    callers.forget();
    expect([await status('chart/'), await status('security/users/')]).toEqual([200, 401]);
    await db
      .deleteFrom('role_permissions')
      .where('role_id', '=', roles.Public ?? -1)
      .execute();
    callers.forget();
  });

  test('passwords and their hashes never come back', async () => {
    const listed = await house.as('admin', 'GET', '/api/v1/security/users/?q=(page_size:100)');
    expect(listed.text).not.toMatch(/password|argon2|stamp/);
    expect(
      (
        await house.as(
          'admin',
          'GET',
          '/api/v1/security/users/?q=(filters:!((col:password_hash,opr:sw,value:a)))',
        )
      ).status,
    ).toBe(400);
    expect(
      (await house.as('admin', 'GET', '/api/v1/security/users/?q=(order_column:password_hash)')).status,
    ).toBe(400);
  });

  test('somebody is made, given other roles, and counts by them at once', async () => {
    const body = {
      username: 'new',
      password: 'Long-enough-1',
      first_name: 'N',
      last_name: 'W',
      email: 'new@example.org',
      roles: [roles.Gamma],
    };
    const id = memberId((await house.as('admin', 'POST', '/api/v1/security/users/', { body })).body);
    expect(
      (await house.as('admin', 'POST', '/api/v1/security/users/', { body: { ...body, username: 'NEW' } }))
        .status,
    ).toBe(422);
    const token = await house.services.tokens.issue('access', { userId: id, stamp: 0 });
    const lists = () =>
      house.as('nobody', 'GET', '/api/v1/css_template/', { headers: { authorization: `Bearer ${token}` } });
    expect((await lists()).status).toBe(403);
    expect((await change(id, { roles: [roles.Alpha] })).status).toBe(200);
    expect((await lists()).status).toBe(200);
    expect((await change(id, { active: false })).status).toBe(200);
    expect((await lists()).status).toBe(401);
    const unknown = { message: { roles: ['Role(s) with ID(s) [99999998, 99999999] not found.'] } };
    expect(await change(id, { roles: [99999999, 99999998] })).toMatchObject({ status: 404, body: unknown });
    const made = { ...body, username: 'other-new', email: 'other@example.org' };
    const create = (more: object) =>
      house.as('admin', 'POST', '/api/v1/security/users/', { body: { ...made, ...more } });
    expect(await create({ roles: [99999999, 99999998] })).toMatchObject({ status: 400, body: unknown });
    expect(await create({ roles: [] })).toMatchObject({
      status: 400,
      body: { message: { _schema: ["At least one of 'roles' or 'groups' must be provided and non-empty."] } },
    });
  });

  test('an account keeps a role or a group, whichever of them is taken away', async () => {
    const group = memberId(
      (await house.as('admin', 'POST', '/api/v1/security/groups/', { body: { name: 'some' } })).body,
    );
    const refused = (message: string) => ({ status: 400, body: { message } });
    const ofRoles = refused('Cannot clear all roles unless at least one group is assigned!');
    const ofGroups = refused('Cannot clear all groups unless at least one role is assigned!');
    expect(await change(house.ids.alpha, { roles: [] })).toMatchObject(ofRoles);
    expect((await change(house.ids.alpha, { groups: [group] })).status).toBe(200);
    const both = await change(house.ids.alpha, { roles: [], groups: [] });
    expect(both).toMatchObject(refused('User must have at least one role or group!'));
    expect((await change(house.ids.alpha, { roles: [] })).status).toBe(200);
    expect(await change(house.ids.alpha, { groups: [] })).toMatchObject(ofGroups);
    expect((await change(house.ids.alpha, { roles: [roles.Alpha], groups: [] })).status).toBe(200);
  });

  test('a change of a role that says nothing leaves it, and pairs that are gone are left out of what it permits', async () => {
    const path = `/api/v1/security/roles/${memberId((await house.as('admin', 'POST', '/api/v1/security/roles/', { body: { name: 'plain' } })).body)}`;
    const put = (body: object) => house.as('admin', 'PUT', path, { body });
    expect(await put({})).toMatchObject({ status: 200, body: { result: { name: 'plain' } } });
    expect(await put({ name: 'x'.repeat(65) })).toMatchObject({
      status: 422,
      body: { message: { name: ['Longer than maximum length 64.'] } },
    });
    const permit = (ids: number[]) =>
      house.as('admin', 'POST', `${path}/permissions`, { body: { permission_view_menu_ids: ids } });
    expect(await permit([1, 99999999, 2])).toMatchObject({
      status: 200,
      body: { result: { permission_view_menu_ids: [1, 2] } },
    });
    const held = await house.as('admin', 'GET', `${path}/permissions/`);
    expect(held.body).toMatchObject({ result: [{ id: 1 }, { id: 2 }] });
    expect(
      await house.as('admin', 'GET', '/api/v1/security/roles/search/?q=(order_column:wings)'),
    ).toMatchObject({
      status: 400,
      body: { message: 'Invalid order column: wings' },
    });
    expect((await house.as('admin', 'DELETE', path)).status).toBe(200);
  });

  test('groups name the roles and people that are not there', async () => {
    const create = (more: object) =>
      house.as('admin', 'POST', '/api/v1/security/groups/', { body: { name: 'odd', ...more } });
    const refused = (field: string, reason: string) => ({
      status: 400,
      body: { message: { [field]: [reason] } },
    });
    expect(await create({ roles: [99999999] })).toMatchObject(
      refused('roles', 'Role(s) with ID(s) [99999999] do not exist.'),
    );
    expect(await create({ users: [0] })).toMatchObject(
      refused('users', 'User(s) with ID(s) [0] do not exist.'),
    );
    expect((await create({ roles: [String(roles.Gamma)] })).status).toBe(201);
  });

  test('roles are searched a hundred at a time at the most, and pictures of people asked for with a token too', async () => {
    const search = (q: string) => house.as('admin', 'GET', `/api/v1/security/roles/search/?q=${q}`);
    expect((await search('(page_size:1000)')).body).toMatchObject({
      count: Object.keys(roles).length,
      ids: { length: Object.keys(roles).length },
    });
    expect(member((await search('(page_size:1,page:1)')).body, 'ids')).toHaveLength(1);
    expect((await house.as('gamma', 'GET', `/api/v1/user/${house.ids.admin}/avatar.png`)).status).toBe(204);
    expect((await house.as('gamma', 'GET', '/api/v1/user/99999999/avatar.png')).status).toBe(404);
    expect((await house.as('nobody', 'GET', `/api/v1/user/${house.ids.admin}/avatar.png`)).status).toBe(401);
  });

  test('the last administrator stays one', async () => {
    expect((await change(house.ids.admin, { roles: [roles.Gamma] })).status).toBe(409);
    expect((await change(house.ids.admin, { active: false })).status).toBe(409);
    expect(
      (
        await house.as('admin', 'PUT', `/api/v1/security/roles/${roles.Admin}/users`, {
          body: { user_ids: [] },
        })
      ).status,
    ).toBe(409);
    expect((await house.as('admin', 'DELETE', `/api/v1/security/users/${house.ids.admin}`)).status).toBe(422);
    const me = await house.as('admin', 'GET', `/api/v1/security/users/${house.ids.admin}`);
    expect(member(me.body, 'result', 'roles', 0, 'name')).toBe('Admin');
  });
});

test('people whom the settings name are offered nowhere, and stay where they are', async () => {
  const house = await openTestApp('sqlite', {
    settings: { CHARTROOM_EXCLUDE_USERS_FROM_LISTS: 'other, gamma' },
  });
  try {
    const offered = async (path: string) => {
      const { body } = await house.as('admin', 'GET', `/api/v1/${path}`);
      const result = member(body, 'result');
      return Array.isArray(result) ? result.map((each: unknown) => member(each, 'value')) : [];
    };
    const { admin, alpha, analyst, gamma } = house.ids;
    for (const path of ['dashboard/related/owners', 'chart/related/created_by', 'query/related/user'])
      expect((await offered(path)).sort()).toEqual([admin, alpha, analyst].sort());
    expect(await offered(`dataset/related/owners?q=(include_ids:!(${gamma}))`)).not.toContain(gamma);
    const body = { dashboard_title: 'Owned by gamma', owners: [gamma] };
    expect((await house.as('admin', 'POST', '/api/v1/dashboard/', { body })).status).toBe(201);
    expect((await house.as('admin', 'GET', '/api/v1/dashboard/')).text).toContain('"last_name":"Tester"');
  } finally {
    await house.close();
  }
});
