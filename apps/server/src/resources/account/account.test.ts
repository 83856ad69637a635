import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('ways into an account on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());

  /** Sends a request as the browser that holds a session. */
  async function browser(
    cookie: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
  ): Promise<Answer> {
    const answer = await house.app.inject({
      method,
      url,
      cookies: { session: cookie },
      headers: { 'x-csrftoken': house.services.sessions.csrfToken(cookie) },
      ...(body ? { payload: body } : {}),
    });
    const json = answer.headers['content-type']?.includes('json');
    return {
      status: answer.statusCode,
      body: json ? answer.json() : undefined,
      text: answer.body,
      headers: answer.headers,
    };
  }
  const begin = async (who: 'gamma' | 'alpha', agent: string) => {
    const { stamp } = await house.services.db
      .selectFrom('users')
      .select('stamp')
      .where('id', '=', house.ids[who])
      .executeTakeFirstOrThrow();
    return house.services.sessions.begin({ id: house.ids[who], stamp }, { address: '192.0.2.7', agent });
  };
  const bearer = (key: string, url: string, method: 'GET' | 'POST' = 'GET') =>
    house.app.inject({ method, url, headers: { authorization: `Bearer ${key}` } });

  test('a person sees their sessions and ends one, or all others', async () => {
    const [here, there, elsewhere] = await Promise.all([
      begin('gamma', 'Firefox'),
      begin('gamma', 'Chromium'),
      begin('gamma', 'Safari'),
    ]);
    const foreign = await begin('alpha', 'Lynx');
    const seen = await browser(here, 'GET', '/api/v1/me/sessions/');
    const list = member(seen.body, 'result');
    expect(list).toHaveLength(3);
    expect(list).toContainEqual(
      expect.objectContaining({ agent: 'Firefox', address: '192.0.2.7', current: true }),
    );
    expect(JSON.stringify(list)).not.toContain(here);
    const theirs = house.services.sessions.idOf(foreign);
    expect((await browser(here, 'DELETE', `/api/v1/me/sessions/${theirs}`)).status).toBe(404);
    expect(
      (await browser(here, 'DELETE', `/api/v1/me/sessions/${house.services.sessions.idOf(there)}`)).status,
    ).toBe(200);
    expect((await browser(there, 'GET', '/api/v1/me/')).status).toBe(401);
    expect((await browser(here, 'DELETE', '/api/v1/me/sessions/')).status).toBe(200);
    expect((await browser(elsewhere, 'GET', '/api/v1/me/')).status).toBe(401);
    expect((await browser(here, 'GET', '/api/v1/me/')).status).toBe(200);
    expect((await browser(foreign, 'GET', '/api/v1/me/')).status).toBe(200);
  });

  test('a new password ends other sessions and voids tokens, and the browser that set it goes on', async () => {
    const [here, there] = await Promise.all([begin('gamma', 'Firefox'), begin('gamma', 'Chromium')]);
    const token = await house.services.tokens.issue('access', {
      userId: house.ids.gamma,
      stamp: await stampOf(),
    });
    expect((await bearer(token, '/api/v1/chart/')).statusCode).toBe(200);
    const put = (body: object) =>
      browser(here, 'PUT', '/api/v1/me/', { password: 'Another-horse-10', ...body });
    // F19: an open browser is not the account.
    expect(await put({})).toMatchObject({
      status: 400,
      body: { message: { current_password: [expect.stringContaining('needs')] } },
    });
    expect(await put({ current_password: 'Wrong-horse-9' })).toMatchObject({
      status: 400,
      body: { message: { current_password: [expect.stringContaining('not your')] } },
    });
    const { key } = await house.services.apiKeys.make(house.ids.gamma, 'nightly', undefined);
    expect((await bearer(key, '/api/v1/chart/')).statusCode).toBe(200);
    expect((await put({ current_password: house.password })).status).toBe(200);
    expect((await bearer(key, '/api/v1/chart/')).statusCode).toBe(401);
    expect((await browser(here, 'GET', '/api/v1/me/')).status).toBe(200);
    expect((await browser(there, 'GET', '/api/v1/me/')).status).toBe(401);
    expect((await bearer(token, '/api/v1/chart/')).statusCode).toBe(401);
    async function stampOf(): Promise<number> {
      return (
        await house.services.db
          .selectFrom('users')
          .select('stamp')
          .where('id', '=', house.ids.gamma)
          .executeTakeFirstOrThrow()
      ).stamp;
    }
  });

  test('a key works as its maker, is told once, cannot make another, and ends with its days or its removal', async () => {
    const here = await begin('gamma', 'Firefox');
    const made = await browser(here, 'POST', '/api/v1/me/api_keys/', { name: 'nightly', days: 1 });
    expect(made.status).toBe(201);
    const key = String(member(made.body, 'key'));
    expect((await bearer(key, '/api/v1/chart/')).statusCode).toBe(200);
    expect((await bearer(key, '/api/v1/security/users/')).statusCode).toBe(403);
    expect((await bearer(key, '/api/v1/me/api_keys/')).statusCode).toBe(401);
    expect((await bearer(`${key}x`, '/api/v1/chart/')).statusCode).toBe(401);
    const listed = await browser(here, 'GET', '/api/v1/me/api_keys/');
    expect(member(listed.body, 'result')).toEqual([
      expect.objectContaining({ name: 'nightly', hint: key.slice(0, 8) }),
    ]);
    expect(listed.text).not.toContain(key);
    await house.services.db.updateTable('api_keys').set({ expires_on: '2001-01-01T00:00:00.000Z' }).execute();
    expect((await bearer(key, '/api/v1/chart/')).statusCode).toBe(401);
    await house.services.db.updateTable('api_keys').set({ expires_on: null }).execute();
    expect((await bearer(key, '/api/v1/chart/')).statusCode).toBe(200);
    expect((await browser(here, 'DELETE', `/api/v1/me/api_keys/${member(made.body, 'id')}`)).status).toBe(
      200,
    );
    expect((await bearer(key, '/api/v1/chart/')).statusCode).toBe(401);
    expect((await browser(here, 'POST', '/api/v1/me/api_keys/', { name: '', days: 0 })).status).toBe(400);
  });

  test('an administrator ends all access of somebody, and gives them a link that sets a new password once', async () => {
    const here = await begin('alpha', 'Firefox');
    const users = `/api/v1/security/users/${house.ids.alpha}`;
    expect((await house.as('other', 'POST', `${users}/password_link/`)).status).toBe(403);
    expect((await house.as('admin', 'POST', '/api/v1/security/users/99999999/password_link/')).status).toBe(
      404,
    );
    expect((await house.as('admin', 'DELETE', `${users}/sessions/`)).status).toBe(200);
    expect((await browser(here, 'GET', '/api/v1/me/')).status).toBe(401);
    const made = await house.as('admin', 'POST', `${users}/password_link/`);
    expect(made.status).toBe(201);
    const token = new URL(String(member(made.body, 'url'))).searchParams.get('token') ?? '';
    const visitor = house.services.sessions.visitor();
    const set = (password: string, given = token) =>
      browser(visitor, 'POST', '/api/v1/security/password_link/', { token: given, password });
    expect((await set('short')).status).toBe(400);
    expect((await set('A-new-password-1', 'guessed')).status).toBe(400);
    expect((await set('A-new-password-1')).status).toBe(200);
    expect((await set('A-new-password-2')).status).toBe(400);
    const login = { username: 'alpha', password: 'A-new-password-1', provider: 'db' };
    expect(
      (await house.app.inject({ method: 'POST', url: '/api/v1/security/login', payload: login })).statusCode,
    ).toBe(200);
    const late = await house.as('admin', 'POST', `${users}/password_link/`);
    await house.services.db
      .updateTable('password_links')
      .set({ expires_on: '2001-01-01T00:00:00.000Z' })
      .execute();
    const expired = new URL(String(member(late.body, 'url'))).searchParams.get('token') ?? '';
    expect((await set('A-new-password-3', expired)).status).toBe(400);
  });
});
