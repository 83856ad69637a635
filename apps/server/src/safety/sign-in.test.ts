import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../base/config.ts';
import { createAccount } from '../security/accounts.ts';
import { answerOf, openTestApp, type TestApp } from '../testing/test-app.ts';
import { member } from '../testing/things.ts';

/** Numbers are those of the contract's catalogue of safety cases. */
let house: TestApp;
beforeAll(async () => {
  house = await openTestApp('sqlite');
});
afterAll(() => house.close());

describe('S1: the secret key', () => {
  const homes: string[] = [];
  const home = async () => {
    const made = await mkdtemp(join(tmpdir(), 'chartroom-key-'));
    homes.push(made);
    return made;
  };
  afterEach(async () => {
    for (const each of homes.splice(0)) await rm(each, { recursive: true, force: true });
  });

  test.each([
    ['short', 'abc'],
    ['one character repeated', 'a'.repeat(64)],
    ['a published one', 'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET'],
    ['another published one', 'CHANGE_ME_SECRET_KEY_CHANGE_ME_SECRET_KEY'],
  ])('S1: %s stops the start and is named', async (_what, SECRET_KEY) => {
    const folder = await home();
    const reading = readConfig({ CHARTROOM_HOME: folder, CHARTROOM_SECRET_KEY: SECRET_KEY }, folder);
    await expect(reading).rejects.toThrow(/CHARTROOM_SECRET_KEY: must/);
  });

  test('S1: without one, a random one is made and kept whole', async () => {
    const folder = await home();
    const [first, second] = [
      await readConfig({ CHARTROOM_HOME: folder }, folder),
      await readConfig({ CHARTROOM_HOME: folder }, folder),
    ];
    expect(first.SECRET_KEY.length).toBeGreaterThanOrEqual(64);
    expect(second.SECRET_KEY).toBe(first.SECRET_KEY);
    const other = await home();
    expect((await readConfig({ CHARTROOM_HOME: other }, other)).SECRET_KEY).not.toBe(first.SECRET_KEY);
    expect(await readdir(folder)).toEqual(['secret.key']);
  });

  test('S1: a damaged kept one stops the start: another would make every stored password unreadable', async () => {
    const folder = await home();
    await writeFile(join(folder, 'secret.key'), 'half');
    await expect(readConfig({ CHARTROOM_HOME: folder }, folder)).rejects.toThrow(/secret\.key.*damaged/);
  });

  test.each(['', 'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET', 'x'.repeat(32)])(
    'S1: a token signed with "%s" is refused',
    async (key) => {
      const claims = new SignJWT({ type: 'access', stamp: 0 })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(house.ids.admin));
      const token = await claims.setExpirationTime('1h').sign(Buffer.from(key === '' ? '\0' : key));
      const answer = await house.as('nobody', 'GET', '/api/v1/me/', {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([401, 422]).toContain(answer.status);
    },
  );

  test('S1: a token that claims to need no signature is refused', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { type: 'access', stamp: 0, sub: String(house.ids.admin), exp: Date.now() };
    const token = `${part({ alg: 'none' })}.${part(claims)}.`;
    const answer = await house.as('nobody', 'GET', '/api/v1/me/', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([401, 422]).toContain(answer.status);
  });
});

describe('S2, S3: public calls', () => {
  const credentials = () => ({ username: 'admin', password: house.password, provider: 'db' });

  test('S2: the first-run call is shut when there are accounts', async () => {
    const person = {
      username: 'eve',
      password: 'Correct-horse-9',
      first_name: 'E',
      last_name: 'V',
      email: 'eve@example.org',
    };
    const { cookie, csrf } = await visitor();
    const headers = { cookie, 'x-csrftoken': csrf };
    const answer = await house.as('nobody', 'POST', '/first-run', {
      body: { token: 'x', ...person },
      headers,
    });
    expect(answer.status).toBe(403);
    expect(
      await house.services.db.selectFrom('users').select('id').where('username', '=', 'eve').execute(),
    ).toEqual([]);
  });

  test.each([
    ['an unknown key', { unknown: 1 }],
    ['a prototype', JSON.parse('{"__proto__": {"admin": true}, "constructor": 1}')],
    ['an object for the name', { username: { $ne: '' } }],
    ['a list for the name', { username: ['admin'] }],
    ['an object for the password', { password: { raw: '1 OR 1=1' } }],
    ['null for the password', { password: null }],
    ['a number for the name', { username: 1 }],
    ['another text for the flag', { refresh: 'maybe' }],
    ['a list for the flag', { refresh: ['true'] }],
    ['another number for the flag', { refresh: 2 }],
    ['null for the flag', { refresh: null }],
  ])('S3: the sign-in call refuses %s', async (_what, odd) => {
    const answer = await house.as('nobody', 'POST', '/api/v1/security/login', {
      body: { ...credentials(), ...odd },
    });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('access_token');
  });

  test('S3: the form takes texts only', async () => {
    const { cookie, csrf } = await visitor();
    const headers = { cookie, 'x-csrftoken': csrf };
    const answer = await house.as('nobody', 'POST', '/login/', {
      body: { ...credentials(), username: { a: 1 } },
      headers,
    });
    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('S4–S10, S16, S17: sessions and guessing', () => {
  test('S4: an unknown name and a wrong password get the same answer, after about the same work', async () => {
    const timed = async (username: string, address: string) => {
      const times: number[] = [];
      let text = '';
      for (let tries = 0; tries < 4; tries += 1) {
        // Work of this process alone, whatever else keeps the machine busy.
        const before = process.cpuUsage();
        const answer = await tryPassword({ username, password: 'Wrong-horse-9', address });
        const { user, system } = process.cpuUsage(before);
        times.push(user + system);
        expect(answer.status).toBe(401);
        text = answer.text;
      }
      return { text, fastest: Math.min(...times) };
    };
    const wrong = await timed('admin', '10.0.4.1');
    const unknown = await timed('nobody-of-this-name', '10.0.4.2');
    expect(unknown.text).toBe(wrong.text);
    expect(unknown.fastest).toBeGreaterThan(wrong.fastest / 3);
    expect(unknown.fastest).toBeLessThan(wrong.fastest * 3);
  });

  test('S5: fifty bad sign-ins at once run into 429; the right password from elsewhere works', async () => {
    const address = '10.0.5.1';
    const tries = Array.from({ length: 50 }, () =>
      tryPassword({ username: 'gamma', password: 'Wrong-horse-9', address }),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(45);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused[0]?.text).toMatch(/Too many failed sign-ins/);
    expect(
      (await tryPassword({ username: 'gamma', password: house.password, address: '10.0.5.2' })).status,
    ).toBe(200);
  });

  test('F13: tries on one account from many addresses run into 429, where it came in before it still does', async () => {
    const { stamp } = await house.services.db
      .selectFrom('users')
      .select('stamp')
      .where('id', '=', house.ids.analyst)
      .executeTakeFirstOrThrow();
    await house.services.sessions.begin(
      { id: house.ids.analyst, stamp },
      { address: '10.0.13.250', agent: 'Firefox' },
    );
    const statuses: number[] = [];
    for (let tries = 0; tries < 44; tries += 1) {
      const address = `10.0.13.${1 + Math.floor(tries / 4)}`;
      statuses.push(
        (
          await tryPassword({
            username: tries % 2 ? 'analyst' : ' ANALYST ',
            password: 'Wrong-horse-9',
            address,
          })
        ).status,
      );
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    expect(
      (await tryPassword({ username: 'analyst', password: house.password, address: '10.0.13.251' })).status,
    ).toBe(429);
    expect(
      (await tryPassword({ username: 'analyst', password: house.password, address: '10.0.13.250' })).status,
    ).toBe(200);
    expect(
      (await tryPassword({ username: 'gamma', password: house.password, address: '10.0.13.251' })).status,
    ).toBe(200);
    // A name that nobody has is counted the same.
    const unknown: number[] = [];
    for (let tries = 0; tries < 32; tries += 1)
      unknown.push(
        (await tryPassword({ username: 'no-such-name', password: 'x', address: `10.1.13.${tries}` })).status,
      );
    expect(unknown.slice(-2)).toEqual([429, 429]);
  });

  test('S5, S17: a forged X-Forwarded-For does not open a new account of tries', async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${tries}` };
      statuses.push(
        (await tryPassword({ username: 'gamma', password: 'Wrong-horse-9', address: '10.0.17.1', headers }))
          .status,
      );
    }
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  test('S6, S8: a session gets a new cookie, which scripts cannot read and other sites do not send', async () => {
    const before = await visitor();
    const session = await signIn('gamma', before);
    expect(session.cookie).not.toBe(before.cookie);
    expect(session.flags).toMatch(/HttpOnly/i);
    expect(session.flags).toMatch(/SameSite=Lax/i);
    expect(session.flags).toMatch(/Path=\//i);
  });

  test('S7: signing out, a new password and a closed account end every session', async () => {
    const me = (cookie: string) => house.as('nobody', 'GET', '/api/v1/me/', { headers: { cookie } });
    const out = await signIn('other');
    expect((await me(out.cookie)).status).toBe(200);
    await house.as('nobody', 'GET', '/logout/', { headers: { cookie: out.cookie } });
    expect((await me(out.cookie)).status).toBe(401);

    const changed = await signIn('other');
    const password = 'Another-horse-9';
    const { tokens, apiKeys } = house.services;
    const claims = { userId: house.ids.other, stamp: 0 };
    const [token, refresh] = await Promise.all([
      tokens.issue('access', claims),
      tokens.issue('refresh', claims),
    ]);
    const { key } = await apiKeys.make(house.ids.other, 'nightly', undefined);
    const reads = async (bearer: string) =>
      (await house.as('nobody', 'GET', '/api/v1/chart/', { headers: { authorization: `Bearer ${bearer}` } }))
        .status;
    const renews = async () =>
      (
        await house.as('nobody', 'POST', '/api/v1/security/refresh', {
          headers: { authorization: `Bearer ${refresh}` },
        })
      ).status;
    expect([await reads(token), await renews(), await reads(key)]).toEqual([200, 200, 200]);
    expect(
      (await house.as('admin', 'PUT', `/api/v1/security/users/${house.ids.other}`, { body: { password } }))
        .status,
    ).toBe(200);
    expect((await me(changed.cookie)).status).toBe(401);
    // F19: whoever knew the old password may have made the key.
    expect([await reads(token), await renews(), await reads(key)]).toEqual([401, 401, 401]);

    const closed = await signIn('other', undefined, password);
    expect((await me(closed.cookie)).status).toBe(200);
    expect(
      (
        await house.as('admin', 'PUT', `/api/v1/security/users/${house.ids.other}`, {
          body: { active: false },
        })
      ).status,
    ).toBe(200);
    expect((await me(closed.cookie)).status).toBe(401);
    expect((await house.as('other', 'GET', '/api/v1/me/')).status).toBe(401);
    expect(await reads(key)).toBe(401);
  });

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/a/..//evil.example/',
    '/./\\/evil.example',
    '/%2e%2e//evil.example',
    '/\t/evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http:evil.example',
  ])('S10: after signing in, "%s" leads to a page of this installation', async (next) => {
    const { cookie, csrf } = await visitor();
    const body = { username: 'alpha', password: house.password };
    const headers = { cookie, 'x-csrftoken': csrf };
    const answer = await house.as('nobody', 'POST', `/login/?next=${encodeURIComponent(next)}`, {
      body,
      headers,
    });
    expect(answer.status).toBe(302);
    const target = URL.parse(String(answer.headers.location), 'http://house.example');
    expect(target?.origin).toBe('http://house.example');
    expect(String(answer.headers.location)).not.toMatch(/^\/[/\\]/);
  });

  test('a user name that is somebody else’s mail address shuts nobody out', async () => {
    const { db, now } = house.services;
    const sly = {
      username: 'alpha@example.org',
      password: 'Sly-horse-9',
      first_name: 'Sly',
      last_name: 'Tester',
      email: 'sly@example.org',
    };
    const id = await createAccount(
      db,
      { ...sly, active: true, roles: [], groups: [] },
      { by: null, now: now() },
    );
    const login = (username: string, password: string) =>
      house.as('nobody', 'POST', '/api/v1/security/login', { body: { username, password, provider: 'db' } });
    expect((await login('alpha@example.org', house.password)).status).toBe(200);
    expect((await login('ALPHA@example.org', sly.password)).status).toBe(200);
    expect((await login('alpha@example.org', 'neither')).status).toBe(401);
    await db.deleteFrom('users').where('id', '=', id).execute();
  });

  test('S16: a long password with signs of every kind counts to its last character', async () => {
    const password = `${'ä🙂'.repeat(40)}!1aA`;
    expect(
      (await house.as('admin', 'PUT', `/api/v1/security/users/${house.ids.alpha}`, { body: { password } }))
        .status,
    ).toBe(200);
    expect((await tryPassword({ username: 'alpha', password, address: '10.0.16.1' })).status).toBe(200);
    expect(
      (await tryPassword({ username: 'alpha', password: password.slice(0, -1), address: '10.0.16.1' }))
        .status,
    ).toBe(401);
  });
});

interface Try {
  username: string;
  password: string;
  address: string;
  headers?: Record<string, string>;
}

async function tryPassword({ username, password, address, headers = {} }: Try) {
  const request = { method: 'POST' as const, url: '/api/v1/security/login', remoteAddress: address, headers };
  return answerOf(await house.app.inject({ ...request, payload: { username, password, provider: 'db' } }));
}

/** A browser that has not signed in: its cookie and the token that belongs to it. */
async function visitor(): Promise<{ cookie: string; csrf: string }> {
  const cookie = house.services.sessions.visitor();
  return { cookie: `session=${cookie}`, csrf: house.services.sessions.csrfToken(cookie) };
}

async function signIn(
  username: string,
  before?: { cookie: string; csrf: string },
  password = house.password,
) {
  const { cookie, csrf } = before ?? (await visitor());
  const headers = { cookie, 'x-csrftoken': csrf };
  const answer = await house.as('nobody', 'POST', '/login/', { body: { username, password }, headers });
  expect(answer.status).toBe(302);
  const set = [member(answer.headers, 'set-cookie')].flat().map(String);
  const session = set.find((each) => each.startsWith('session='));
  expect(session).toBeDefined();
  return { cookie: String(session).split(';')[0] ?? '', flags: String(session) };
}
