import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../security/accounts.ts';
import { ensurePair } from '../security/role-setup.ts';
import { answerOf, openTestApp, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { member } from '../testing/things.ts';

/** Numbers are those of the contract's catalogue of safety cases. */
describe.each(RECORD_KINDS)('accounts and sessions on %s', (kind) => {
  let house: TestApp;
  /** A second server on the same records. */
  let second: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind, {
      settings: { CHARTROOM_SESSION_COOKIE_SECURE: 'true', CHARTROOM_TRUSTED_PROXIES: '10.5.0.1' },
    });
    const { RECORDS_URL, SECRET_KEY } = house.services.config;
    const settings = { CHARTROOM_RECORDS_URL: RECORDS_URL, CHARTROOM_SECRET_KEY: SECRET_KEY };
    second = await openTestApp('sqlite', { settings, firstRunToken: 'none' });
  });
  afterAll(async () => {
    await second.close();
    await house.close();
  });

  const me = async (cookie: string, where = house) => {
    const answer = await where.as('nobody', 'GET', '/api/v1/me/', {
      headers: { cookie: `session=${cookie}` },
    });
    return answer.status === 200 ? String(member(answer.body, 'result', 'username')) : answer.status;
  };
  /** As long as another server may take an account for what it was. */
  const aMoment = () => new Promise((resolve) => setTimeout(resolve, 1_100));
  const stampOf = async (id: number) =>
    (
      await house.services.db
        .selectFrom('users')
        .select('stamp')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).stamp;
  const begin = async (id: number) => house.services.sessions.begin({ id, stamp: await stampOf(id) });
  const person = (username: string) => ({
    username,
    password: 'Correct-horse-9',
    first_name: username,
    last_name: 'Many',
    email: `${username}@example.org`,
    active: true,
    roles: [],
    groups: [],
  });

  test('S3: every public call that takes something refuses keys it does not know and objects for texts, without effect', async () => {
    const open = house.app.declarations.filter(
      ({ access, method }) => access === 'public' && ['POST', 'PUT', 'DELETE'].includes(method),
    );
    expect(open.map(({ url }) => url)).toEqual(
      expect.arrayContaining([
        '/login/',
        '/first-run',
        '/api/v1/security/login',
        '/api/v1/security/password_link/',
      ]),
    );
    const visitor = house.services.sessions.visitor();
    const headers = {
      cookie: `session=${visitor}`,
      'x-csrftoken': house.services.sessions.csrfToken(visitor),
    };
    const held = async () => {
      const counts = [];
      for (const table of ['users', 'sessions', 'identities', 'password_links', 'user_roles'] as const) {
        counts.push((await house.services.db.selectFrom(table).selectAll().execute()).length);
      }
      return counts;
    };
    const before = await held();
    const wholly = { username: 'alpha', password: house.password, provider: 'db', token: 'x' };
    for (const { url, method } of open) {
      for (const body of [
        { ...wholly, unknown: 1 },
        { ...wholly, username: { $ne: '' }, token: { raw: '1 = 1' } },
        [],
        'text',
        1,
      ]) {
        if (url === '/login/' && typeof body === 'object' && 'unknown' in body) continue;
        const answer = await house.as(
          'nobody',
          method === 'POST' ? 'POST' : 'PUT',
          url.replaceAll(/:\w+/g, 'x'),
          { body, headers },
        );
        expect([url, answer.status]).toEqual([
          url,
          expect.toSatisfy((status: number) => status >= 400 && status < 500),
        ]);
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    }
    expect(await held()).toEqual(before);
  });

  test.each([
    [
      'signing out',
      (cookie: string) => house.as('nobody', 'GET', '/logout/', { headers: { cookie: `session=${cookie}` } }),
    ],
    [
      'ending all access',
      () => house.as('admin', 'DELETE', `/api/v1/security/users/${house.ids.other}/sessions/`),
    ],
    [
      'a new password',
      () =>
        house.as('admin', 'PUT', `/api/v1/security/users/${house.ids.other}`, {
          body: { password: 'Another-horse-9' },
        }),
    ],
    [
      'switching the account off',
      () =>
        house.as('admin', 'PUT', `/api/v1/security/users/${house.ids.other}`, { body: { active: false } }),
    ],
  ])('S7: %s ends a session on every server', async (_what, end) => {
    const cookie = await begin(house.ids.other);
    expect([await me(cookie), await me(cookie, second)]).toEqual(['other', 'other']);
    expect((await end(cookie)).status).toBeLessThan(400);
    expect(await me(cookie)).toBe(401);
    await aMoment();
    expect(await me(cookie, second)).toBe(401);
  });

  test('S8: no cookie is readable by scripts, sent along by other sites or sent without encryption', async () => {
    const visitor = house.services.sessions.visitor();
    const headers = {
      cookie: `session=${visitor}`,
      'x-csrftoken': house.services.sessions.csrfToken(visitor),
    };
    const answers = [
      await house.as('nobody', 'GET', '/login/'),
      await house.as('nobody', 'POST', '/login/', {
        body: { username: 'alpha', password: house.password },
        headers,
      }),
      await house.as('alpha', 'GET', '/api/v1/security/csrf_token/'),
    ];
    for (const { headers: sent } of answers) {
      const cookies = [sent['set-cookie'] ?? []].flat();
      expect(cookies.length).toBeGreaterThan(0);
      for (const each of cookies)
        for (const word of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(each).toContain(word);
    }
  });

  test('S12: no link sets a password of an account that signs in elsewhere', async () => {
    const { db, now } = house.services;
    const user_id = await createAccount(db, person('elsewhere'), { by: null, now: now() });
    await db
      .insertInto('identities')
      .values({ provider: 'corp', subject: 's', user_id, created_on: now().toISOString() })
      .execute();
    const answer = await house.as('admin', 'POST', `/api/v1/security/users/${user_id}/password_link/`);
    expect(answer.status).toBe(422);
    expect(
      await db.selectFrom('password_links').select('hash').where('user_id', '=', user_id).execute(),
    ).toEqual([]);
  });

  test('S13: of many who use a link at once, one sets the password, and it is that account’s', async () => {
    const made = await house.as('admin', 'POST', `/api/v1/security/users/${house.ids.gamma}/password_link/`);
    const token = new URL(String(member(made.body, 'url'))).searchParams.get('token');
    const visitor = house.services.sessions.visitor();
    const headers = {
      cookie: `session=${visitor}`,
      'x-csrftoken': house.services.sessions.csrfToken(visitor),
    };
    const use = (body: object) =>
      house.as('nobody', 'POST', '/api/v1/security/password_link/', { body, headers });
    for (const more of [{ user_id: house.ids.admin }, { username: 'admin' }]) {
      expect((await use({ token, password: 'Stolen-horse-9', ...more })).status).toBe(400);
    }
    const tries = Array.from({ length: 8 }, (_, at) => use({ token, password: `Chosen-horse-${at}` }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const chosen = `Chosen-horse-${statuses.indexOf(200)}`;
    const login = (username: string) =>
      house.as('nobody', 'POST', '/api/v1/security/login', {
        body: { username, password: chosen, provider: 'db' },
      });
    expect([(await login('gamma')).status, (await login('admin')).status]).toEqual([200, 401]);
  });

  test('S14: a thousand requests of twenty people at once: everybody is who they are', async () => {
    const { db, now, callers } = house.services;
    const names = Array.from({ length: 20 }, (_, at) => `many${at}`);
    const cookies = new Map<string, string>();
    for (const name of names)
      cookies.set(name, await begin(await createAccount(db, person(name), { by: null, now: now() })));
    callers.forget();
    const asked = Array.from({ length: 1_000 }, (_, at) => names[at % names.length] ?? '');
    const told = await Promise.all(
      asked.map((name, at) => me(cookies.get(name) ?? '', at % 2 === 0 ? house : second)),
    );
    expect(told).toEqual(asked);
  }, 60_000);

  test('S15: the last administrator can be neither demoted, switched off nor deleted', async () => {
    const user = `/api/v1/security/users/${house.ids.admin}`;
    const gamma = await house.services.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Gamma')
      .executeTakeFirstOrThrow();
    expect((await house.as('admin', 'PUT', user, { body: { roles: [gamma.id] } })).status).toBe(409);
    expect((await house.as('admin', 'PUT', user, { body: { active: false } })).status).toBe(409);
    const { db, callers } = house.services;
    const remover = await db
      .insertInto('roles')
      .values({ name: 'Removes people' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const permission_view_id = await ensurePair(db, 'can_delete', 'User');
    await db.insertInto('role_permissions').values({ role_id: remover.id, permission_view_id }).execute();
    await db.insertInto('user_roles').values({ user_id: house.ids.alpha, role_id: remover.id }).execute();
    callers.forget();
    expect((await house.as('alpha', 'DELETE', user)).status).toBe(409);
    expect((await house.as('admin', 'DELETE', user)).status).toBe(422);
    expect((await house.as('admin', 'GET', user)).status).toBe(200);
  });

  test('S17: the address that a trusted proxy tells counts, the one that anybody else tells does not', async () => {
    const wrong = { username: 'analyst', password: 'Wrong-horse-9', provider: 'db' };
    const attempt = async (remoteAddress: string, forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded };
      return answerOf(
        await house.app.inject({
          method: 'POST',
          url: '/api/v1/security/login',
          remoteAddress,
          headers,
          payload: wrong,
        }),
      ).status;
    };
    const behind: number[] = [];
    for (let at = 0; at < 6; at += 1) behind.push(await attempt('10.5.0.1', '203.0.113.7'));
    expect(behind).toEqual([401, 401, 401, 401, 401, 429]);
    // What a visitor wrote stands before what the proxy saw.
    expect(await attempt('10.5.0.1', '198.51.100.1, 203.0.113.7')).toBe(429);
    expect(await attempt('10.5.0.1', '203.0.113.8')).toBe(401);
    const forged: number[] = [];
    for (let at = 0; at < 6; at += 1) forged.push(await attempt('10.6.0.1', `203.0.113.${at + 20}`));
    expect(forged.at(-1)).toBe(429);
  });

  test('S31: a route that declares no access does not come into being', () => {
    expect(house.app.declarations.length).toBeGreaterThan(100);
    expect(house.app.declarations.every(({ access }) => access !== undefined)).toBe(true);
  });
});
