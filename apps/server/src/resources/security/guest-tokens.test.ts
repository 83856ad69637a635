import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purposeKey } from '../../base/config.ts';
import { type GuestWorld, openGuestWorld } from '../../testing/guest-world.ts';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { grant, member, memberId } from '../../testing/things.ts';

test('guests hold the role that the settings name, which strangers do not', async () => {
  const house = await openTestApp('sqlite', { settings: { CHARTROOM_GUEST_ROLE_NAME: 'Visitors' } });
  try {
    await house.services.db.insertInto('roles').values({ name: 'Visitors' }).execute();
    await grant(house, 'Visitors', 'can_read', 'Dashboard');
    const board = memberId(
      (await house.as('admin', 'POST', '/api/v1/dashboard/', { body: { dashboard_title: 'Shown' } })).body,
    );
    await house.as('admin', 'POST', `/api/v1/dashboard/${board}/embedded`, { body: { allowed_domains: [] } });
    const body = {
      user: { username: 'visitor' },
      resources: [{ type: 'dashboard', id: String(board) }],
      rls: [],
    };
    const token = String(
      member((await house.as('admin', 'POST', '/api/v1/security/guest_token/', { body })).body, 'token'),
    );
    const path = `/api/v1/dashboard/${board}`;
    expect((await house.as('nobody', 'GET', path, { headers: { 'x-guesttoken': token } })).status).toBe(200);
    expect((await house.as('nobody', 'GET', path)).status).toBe(401);
  } finally {
    await house.close();
  }
});

test('a server that knows the secret makes tokens itself, which come in the header that the settings name', async () => {
  const secret = 'a-secret-of-7-servers-and-of-3-houses';
  const settings = {
    CHARTROOM_GUEST_TOKEN_JWT_SECRET: secret,
    CHARTROOM_GUEST_TOKEN_HEADER_NAME: 'X-Visitor',
  };
  const house = await openTestApp('sqlite', { settings });
  try {
    const made = await house.as('admin', 'POST', '/api/v1/dashboard/', {
      body: { dashboard_title: 'Shown' },
    });
    const id = String(memberId(made.body));
    await house.as('admin', 'POST', `/api/v1/dashboard/${id}/embedded`, { body: { allowed_domains: [] } });
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      user: { username: 'visitor' },
      resources: [{ type: 'dashboard', id }],
      rls_rules: [],
      type: 'guest',
    };
    const sign = (key: string, aud = 'chartroom') =>
      new SignJWT({ ...claims, aud, iat: now, exp: now + 60 })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(key));
    const me = async (headers: Record<string, string>) =>
      (await house.as('nobody', 'GET', '/api/v1/me/roles/', { headers })).status;
    expect(await me({ 'x-visitor': await sign(secret) })).toBe(200);
    expect(await me({ 'x-guesttoken': await sign(secret) })).toBe(401);
    expect(await me({ 'x-visitor': await sign(`${secret}x`) })).toBe(401);
    expect(await me({ 'x-visitor': await sign(secret, 'another-house') })).toBe(401);
  } finally {
    await house.close();
  }
});

describe.each(RECORD_KINDS)('guests on %s', (kind) => {
  let world: GuestWorld;
  let house: TestApp;
  let dataset: number;
  let board: number;
  let other: number;
  let uuid: string;
  beforeAll(async () => {
    world = await openGuestWorld(kind);
    ({ house, dataset, board, other, uuid } = world);
  });
  afterAll(() => house.close());

  test('tokens are given by those who may, for dashboards that are embedded', async () => {
    const body = { user: {}, resources: [{ type: 'dashboard', id: uuid }], rls: [] };
    expect((await house.as('gamma', 'POST', '/api/v1/security/guest_token/', { body })).status).toBe(403);
    const strange = {
      ...body,
      resources: [{ type: 'dashboard', id: '00000000-0000-4000-8000-000000000000' }],
    };
    expect((await house.as('admin', 'POST', '/api/v1/security/guest_token/', { body: strange })).status).toBe(
      400,
    );
    const hidden = { ...body, resources: [{ type: 'dashboard', id: String(other) }] };
    expect((await house.as('admin', 'POST', '/api/v1/security/guest_token/', { body: hidden })).status).toBe(
      400,
    );
    expect(
      (await house.as('admin', 'POST', '/api/v1/security/guest_token/', { body: { user: {} } })).status,
    ).toBe(400);
  });

  test('S87: a guest opens the dashboard of the token, learns nothing of the installation, and changes nothing', async () => {
    const token = await world.tokenFor();
    const opened = await world.as(token, 'GET', `/api/v1/dashboard/${board}`);
    expect(member(opened.body, 'result', 'dashboard_title')).toBe('Shown');
    expect(opened.text).not.toContain('Tester');
    expect((await world.as(token, 'GET', `/api/v1/dashboard/${other}`)).status).toBe(404);
    const datasets = await world.as(token, 'GET', `/api/v1/dashboard/${board}/datasets`);
    expect(member(datasets.body, 'result', 0, 'columns', 0, 'column_name')).toBe('town');
    for (const word of ['Oslo', 'uploads', 'Tester']) expect(datasets.text).not.toContain(word);
    expect(
      (await world.as(token, 'PUT', `/api/v1/dashboard/${board}`, { dashboard_title: 'x' })).status,
    ).toBe(403);
    expect((await world.as(token, 'DELETE', `/api/v1/dashboard/${board}`)).status).toBe(403);
    expect((await world.as(token, 'GET', '/api/v1/dataset/')).status).toBe(403);
    expect((await world.as(token, 'GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')).status).toBe(
      403,
    );
  });

  test('a guest may drill into what the dashboard of the token shows, and learns nothing of people', async () => {
    await grant(house, 'Public', 'can_get_drill_info', 'Dataset');
    const token = await world.tokenFor();
    const path = `/api/v1/dataset/${dataset}/drill_info/`;
    expect((await world.as(token, 'GET', path)).status).toBe(404);
    expect((await world.as(token, 'GET', `${path}?q=(dashboard_id:${other})`)).status).toBe(404);
    const told = await world.as(token, 'GET', `${path}?q=(dashboard_id:${board})`);
    expect(told).toMatchObject({
      status: 200,
      body: { result: { id: dataset, columns: [{ column_name: 'town' }, { column_name: 'secret' }] } },
    });
    expect(Object.keys(Object(member(told.body, 'result')))).toEqual(['id', 'table_name', 'columns']);
    const elsewhere = memberId(
      (
        await house.as('admin', 'POST', '/api/v1/dataset/', {
          body: { database: house.uploads, table_name: 'apart', sql: 'select 1 as a' },
        })
      ).body,
    );
    expect(
      (await world.as(token, 'GET', `/api/v1/dataset/${elsewhere}/drill_info/?q=(dashboard_id:${board})`))
        .status,
    ).toBe(404);
  });

  test('a guest is told who they are, and nothing that belongs to accounts', async () => {
    const body = {
      user: { username: 'visitor', first_name: 'Vera' },
      resources: [{ type: 'dashboard', id: uuid }],
      rls: [],
    };
    const made = await house.as('admin', 'POST', '/api/v1/security/guest_token/', { body });
    const token = String(member(made.body, 'token'));
    const me = { username: 'visitor', first_name: 'Vera', is_active: true, is_anonymous: false };
    expect((await world.as(token, 'GET', '/api/v1/me/')).body).toEqual({ result: me });
    expect((await world.as(token, 'GET', '/api/v1/me/roles/')).body).toEqual({
      result: {
        username: 'visitor',
        firstName: 'Vera',
        isActive: true,
        isAnonymous: false,
        roles: { Public: expect.arrayContaining([['can_read', 'Dashboard']]) },
        permissions: { database_access: [], datasource_access: [] },
      },
    });
    expect((await world.as(token, 'PUT', '/api/v1/me/', { first_name: 'Eve' })).status).toBe(403);
    expect((await house.as('nobody', 'GET', '/api/v1/me/')).status).toBe(401);
  });

  test('S83: tokens that are none, over, for others, or of dashboards no longer embedded open nothing', async () => {
    const token = await world.tokenFor();
    const key = purposeKey(house.services.config.SECRET_KEY, 'guest tokens');
    const made = (claims: object, audience: string, end: string, secret = key) =>
      new SignJWT({
        user: {},
        resources: [{ type: 'dashboard', id: uuid }],
        rls_rules: [],
        type: 'guest',
        ...claims,
      })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(end)
        .sign(secret);
    const open = async (given: string) => (await world.as(given, 'GET', `/api/v1/dashboard/${board}`)).status;
    expect(await open(await made({}, 'chartroom', '5m'))).toBe(200);
    const bad = [
      await made({}, 'another', '5m'),
      await made({}, 'chartroom', '-1m'),
      await made({ rls_rules: undefined }, 'chartroom', '5m'),
      await made({ type: 'access' }, 'chartroom', '5m'),
      await made({}, 'chartroom', '5m', Buffer.alloc(32, 1)),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
      'junk',
    ];
    for (const given of bad) expect(await open(given)).toBe(404);
    await house.as('admin', 'DELETE', `/api/v1/dashboard/${board}/embedded`);
    expect(await open(token)).toBe(404);
  });
});
