import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('signing in on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());

  const cookieOf = (headers: Record<string, unknown>) =>
    String([headers['set-cookie']].flat()[0] ?? '').split(';')[0] ?? '';

  /** Signs in as a browser does; answers the session's cookie. */
  async function enter(username: string, password: string) {
    const page = await house.app.inject({ method: 'GET', url: '/login/', headers: { accept: 'text/html' } });
    const csrf_token = /name="csrf_token"[^>]*value="([^"]*)"/.exec(page.body)?.[1] ?? '';
    const answer = await house.app.inject({
      method: 'POST',
      url: '/login/?next=%2Fdashboard%2Flist%2F',
      headers: { cookie: cookieOf(page.headers), 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username, password, csrf_token }).toString(),
    });
    return { answer, cookie: cookieOf(answer.headers) };
  }

  test('the form gives a session that stands until it is ended', async () => {
    const { answer, cookie } = await enter('alpha', house.password);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('/dashboard/list/');
    expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
    const me = () => house.app.inject({ method: 'GET', url: '/api/v1/me/', headers: { cookie } });
    expect((await me()).json()).toMatchObject({ result: { username: 'alpha', is_anonymous: false } });
    const roles = await house.app.inject({ method: 'GET', url: '/api/v1/me/roles/', headers: { cookie } });
    expect(roles.json()).toMatchObject({
      result: { userId: house.ids.alpha, roles: { Alpha: expect.arrayContaining([['can_read', 'Chart']]) } },
    });
    await house.app.inject({ method: 'GET', url: '/logout/', headers: { cookie } });
    expect((await me()).statusCode).toBe(401);
  });

  test('a session writes only with its own token, and never for another site', async () => {
    const { cookie } = await enter('alpha', house.password);
    const post = (headers: Record<string, string>) =>
      house.app.inject({
        method: 'POST',
        url: '/api/v1/dashboard/',
        headers: { cookie, 'content-type': 'application/json', ...headers },
        payload: '{}',
      });
    expect((await post({})).statusCode).toBe(400);
    expect((await post({ 'x-csrftoken': 'guessed' })).statusCode).toBe(400);
    const token = await house.app.inject({
      method: 'GET',
      url: '/api/v1/security/csrf_token/',
      headers: { cookie },
    });
    const good = { 'x-csrftoken': String(member(token.json(), 'result')) };
    expect((await post(good)).statusCode).toBe(201);
    expect((await post({ ...good, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await post({ ...good, origin: 'https://elsewhere.example' })).statusCode).toBe(403);
  });

  test('tokens: made for a password, renewed by a refresh token, void after a new password', async () => {
    const login = (body: unknown) => house.as('nobody', 'POST', '/api/v1/security/login', { body });
    const good = await login({ username: 'other', password: house.password, provider: 'db', refresh: true });
    const access = String(member(good.body, 'access_token'));
    const refresh = String(member(good.body, 'refresh_token'));
    const list = (token: string) =>
      house.as('nobody', 'GET', '/api/v1/chart/', { headers: { authorization: `Bearer ${token}` } });
    const renew = (token: string) =>
      house.as('nobody', 'POST', '/api/v1/security/refresh', {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await list(access)).status).toBe(200);
    expect((await list(refresh)).status).toBe(422);
    expect((await renew(refresh)).status).toBe(200);
    expect((await renew(access)).status).toBe(422);
    expect((await login({ username: 'other' })).status).toBe(400);
    const changed = await house.as('admin', 'PUT', `/api/v1/security/users/${house.ids.other}`, {
      body: { password: 'A-new-word-1' },
    });
    expect(changed.status).toBe(200);
    expect((await list(access)).status).toBe(401);
    expect((await renew(refresh)).status).toBe(401);
  });

  test('a refresh token may be asked for in every form that clients send', async () => {
    const answers = async (refresh: unknown) => {
      const body = { username: 'alpha', password: house.password, provider: 'db', refresh };
      const answer = await house.as('nobody', 'POST', '/api/v1/security/login', { body });
      expect([refresh, answer.status]).toEqual([refresh, 200]);
      return typeof member(answer.body, 'refresh_token') === 'string';
    };
    for (const yes of [
      true,
      1,
      '1',
      't',
      'T',
      'true',
      'True',
      'TRUE',
      'on',
      'On',
      'ON',
      'y',
      'Y',
      'yes',
      'YES',
    ])
      expect([yes, await answers(yes)]).toEqual([yes, true]);
    for (const no of [undefined, false, 0, '0', 'f', 'F', 'false', 'False', 'FALSE', 'off', 'OFF', 'n', 'No'])
      expect([no, await answers(no)]).toEqual([no, false]);
  });

  test('guessing is slowed down', async () => {
    const login = (password: string) =>
      house.as('nobody', 'POST', '/api/v1/security/login', {
        body: { username: 'gamma', password, provider: 'db' },
      });
    const answers: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) answers.push((await login(`wrong ${tries}`)).status);
    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await login(house.password)).status).toBe(429);
  });
});

test('the first administrator is made with the token of the console, once', async () => {
  const house = await openTestApp('sqlite', { firstRunToken: 'printed' });
  const page = await house.app.inject({ method: 'GET', url: '/login/' });
  const csrf = /name="csrf_token"[^>]*value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  const cookie = String([page.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  const account = {
    username: 'boss',
    password: 'Long-enough-1',
    first_name: 'B',
    last_name: 'O',
    email: 'b@example.org',
  };
  const make = (token: string) =>
    house.as('nobody', 'POST', '/first-run', {
      body: { ...account, token },
      headers: { cookie, 'x-csrftoken': csrf },
    });
  expect((await make('guessed')).status).toBe(403);
  const made = await make('printed');
  expect(made.status).toBe(200);
  const session = String([made.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  const roles = await house.app.inject({
    method: 'GET',
    url: '/api/v1/me/roles/',
    headers: { cookie: session },
  });
  expect(roles.json()).toMatchObject({ result: { username: 'boss', roles: { Admin: expect.anything() } } });
  expect((await make('printed')).status).toBe(403);
  await house.close();
});
