import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlainProvider, type PlainProvider } from '../../testing/plain-provider.ts';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import {
  openTestProvider,
  providerSetting,
  signInAtProvider,
  type TestProvider,
} from '../../testing/test-provider.ts';
import { member } from '../../testing/things.ts';
import { unknownRoles } from './outside-people.ts';

const HOUSE = 'http://house.example';

describe.each(RECORD_KINDS)('identity providers, accounts on %s', (kind) => {
  let corp: TestProvider;
  let partner: TestProvider;
  let addressed: TestProvider;
  let plain: PlainProvider;
  let house: TestApp;
  beforeAll(async () => {
    corp = await openTestProvider(HOUSE, 'corp', {
      'sub-ada': {
        preferred_username: 'ada',
        email: 'ada@corp.example',
        email_verified: true,
        given_name: 'Ada',
        groups: ['analysts'],
      },
      'sub-gamma': { preferred_username: 'Gamma', groups: ['chiefs'] },
      'sub-bob': { preferred_username: 'bob', email: 'alpha@example.org' },
    });
    partner = await openTestProvider(HOUSE, 'partner', {
      'sub-x': { preferred_username: 'ada' },
      'sub-admin': { preferred_username: 'admin' },
    });
    addressed = await openTestProvider(HOUSE, 'addressed', {
      'sub-eve': { preferred_username: 'eve', groups: ['analysts'] },
    });
    const { issuer: _, ...named } = providerSetting(addressed.issuer, 'addressed');
    const byAddresses = {
      ...named,
      authorize_url: `${addressed.issuer}/auth`,
      token_url: `${addressed.issuer}/token`,
      userinfo_url: `${addressed.issuer}/me`,
      scope: 'openid profile email',
    };
    plain = await openPlainProvider();
    house = await openTestApp(kind, {
      settings: {
        CHARTROOM_OAUTH_PROVIDERS: JSON.stringify([
          providerSetting(corp.issuer, 'corp', { link_accounts: true, logout: true }),
          providerSetting(partner.issuer, 'partner'),
          providerSetting('http://127.0.0.1:9', 'gone'),
          byAddresses,
          plain.setting,
        ]),
        CHARTROOM_AUTH_USER_REGISTRATION: 'true',
        CHARTROOM_AUTH_USER_REGISTRATION_ROLE: 'Gamma',
        CHARTROOM_AUTH_ROLES_MAPPING: JSON.stringify({ analysts: ['sql_lab'], chiefs: ['Alpha'] }),
        CHARTROOM_AUTH_ROLES_SYNC_AT_LOGIN: 'true',
      },
    });
  });
  afterAll(async () => {
    await house.close();
    await corp.close();
    await partner.close();
    await addressed.close();
    plain.close();
  });

  type Headers = Record<string, string>;
  const visit = async (url: string, cookie = '', headers: Headers = {}) => {
    const answer = await house.as('nobody', 'GET', url.replace(HOUSE, ''), {
      headers: { host: 'house.example', cookie, ...headers },
    });
    const set = [answer.headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0] ?? '');
    return {
      ...answer,
      location: String(answer.headers.location ?? ''),
      set,
      flags: String(answer.headers['set-cookie']),
    };
  };
  const cookieNamed = (set: string[], name: string) =>
    set.find((each) => each.startsWith(`${name}=`) && !each.endsWith('=')) ?? '';

  /** Begins at a provider; answers where it sends the browser back to, and the cookie of the journey. */
  async function leave(provider: string, sub: string, next = '') {
    const begun = await visit(`/login/${provider}${next && `?next=${encodeURIComponent(next)}`}`);
    expect(begun.status).toBe(302);
    return {
      back: await signInAtProvider(begun.location, sub),
      journey: cookieNamed(begun.set, 'sign_in_journey'),
      begun,
    };
  }
  async function enter(provider: string, sub: string, next = '') {
    const { back, journey } = await leave(provider, sub, next);
    const answer = await visit(back, journey);
    return { answer, session: cookieNamed(answer.set, 'session') };
  }
  const rolesOf = async (session: string) => {
    const roles = await visit('/api/v1/me/roles/', session);
    return {
      username: member(roles.body, 'result', 'username'),
      roles: Object.keys(Object(member(roles.body, 'result', 'roles'))).sort(),
    };
  };

  test('the whole journey: out with state, nonce and PKCE, back to where one wanted to go', async () => {
    const { back, journey, begun } = await leave('corp', 'sub-ada', '/chart/list/?q=a');
    const asked = new URL(begun.location).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name)?.length).toBeGreaterThan(20);
    expect(begun.flags).toMatch(/sign_in_journey=[^;]+;.*HttpOnly; SameSite=Lax/);
    expect(decodeURIComponent(begun.flags)).not.toContain(asked.get('state'));
    const answer = await visit(back, journey);
    expect(answer).toMatchObject({ status: 302, location: '/chart/list/?q=a' });
    expect(await rolesOf(cookieNamed(answer.set, 'session'))).toEqual({
      username: 'ada',
      roles: ['Gamma', 'sql_lab'],
    });
    const account = await house.services.db
      .selectFrom('users')
      .selectAll()
      .where('username', '=', 'ada')
      .executeTakeFirst();
    expect(account).toMatchObject({ email: 'ada@corp.example', first_name: 'Ada', login_count: 1 });
  });

  test('the same person comes back: one account, roles by the claims of today, no password of this installation', async () => {
    corp.people.set('sub-ada', { preferred_username: 'ada-renamed', groups: ['chiefs'] });
    const { session } = await enter('corp', 'sub-ada');
    expect(await rolesOf(session)).toEqual({ username: 'ada', roles: ['Alpha', 'Gamma'] });
    const csrf = house.services.sessions.csrfToken(session.slice('session='.length));
    const own = await house.as('nobody', 'PUT', '/api/v1/me/', {
      body: { password: 'Second-way-in-1', current_password: 'any' },
      headers: { cookie: session, 'x-csrftoken': csrf },
    });
    expect(own).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('does not sign in with a password') },
    });
    for (const password of ['', ' ', 'any', 'Second-way-in-1']) {
      const answer = await house.as('nobody', 'POST', '/api/v1/security/login', {
        body: { username: 'ada', password, provider: 'db' },
      });
      expect([400, 401]).toContain(answer.status);
    }
  });

  test('S11: an answer of the provider counts once, in the browser that began, and at its provider', async () => {
    const { back, journey } = await leave('corp', 'sub-ada');
    const refused = async (url: string, cookie: string) => {
      const answer = await visit(url, cookie);
      expect(answer.status).toBe(400);
      expect(cookieNamed(answer.set, 'session')).toBe('');
    };
    await refused(back, '');
    await refused(back, 'sign_in_journey=v1.forged');
    const other = await leave('corp', 'sub-gamma');
    await refused(back, other.journey);
    await refused(back.replace('/corp', '/partner'), journey);
    expect((await leave('corp', 'sub-ada')).journey).not.toBe(journey);
    const mine = await leave('corp', 'sub-ada');
    expect((await visit(mine.back, mine.journey)).status).toBe(302);
    await refused(mine.back, mine.journey);
    const odd = await leave('corp', 'sub-ada');
    await refused(odd.back.replace(/code=[^&]+/, 'code=guessed'), odd.journey);
    const page = await visit(back, '', { accept: 'text/html' });
    expect(page).toMatchObject({ status: 302, location: '/login/?problem=failed' });
  });

  test('A60: a user name of another provider gives nobody the account of somebody else', async () => {
    for (const sub of ['sub-x', 'sub-admin']) {
      const { answer, session } = await enter('partner', sub);
      expect(answer).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('another account') },
      });
      expect(session).toBe('');
    }
    const linked = await enter('corp', 'sub-gamma');
    expect(await rolesOf(linked.session)).toMatchObject({ username: 'gamma' });
    corp.people.set('sub-impostor', { preferred_username: 'gamma' });
    expect((await enter('corp', 'sub-impostor')).answer.status).toBe(403);
    const taken = await enter('corp', 'sub-bob');
    expect(taken.answer).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('is taken') },
    });
  });

  test.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'S10: "%s" is no place to go on to',
    async (next) => {
      const { answer } = await enter('corp', 'sub-ada', next);
      expect(answer.status).toBe(302);
      expect(new URL(answer.location, HOUSE).origin).toBe(HOUSE);
    },
  );

  test('a provider that does not describe itself is told by its addresses', async () => {
    const { begun } = await leave('addressed', 'sub-eve');
    const asked = new URL(begun.location).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.has('nonce')).toBe(false);
    const { answer, session } = await enter('addressed', 'sub-eve');
    expect(answer.status).toBe(302);
    expect(await rolesOf(session)).toEqual({ username: 'eve', roles: ['Gamma', 'sql_lab'] });
  });

  test('one that signs nothing and calls things by names of its own', async () => {
    const go = async (verifierOf = (cookie: string) => cookie) => {
      const begun = await visit('/login/plain');
      const back = await fetch(begun.location, { redirect: 'manual' });
      return visit(back.headers.get('location') ?? '', verifierOf(cookieNamed(begun.set, 'sign_in_journey')));
    };
    const answer = await go();
    expect(answer.status).toBe(302);
    expect(await rolesOf(cookieNamed(answer.set, 'session'))).toMatchObject({ username: 'octo' });
    const { db } = house.services;
    const row = await db
      .selectFrom('identities')
      .select('subject')
      .where('provider', '=', 'plain')
      .executeTakeFirst();
    expect(row?.subject).toBe('583231');
    expect(
      await db.selectFrom('users').selectAll().where('username', '=', 'octo').executeTakeFirst(),
    ).toMatchObject({
      email: 'octo@plain.example',
      first_name: 'Octo Cat',
    });
    // Another journey's cookie holds another state and another verifier.
    const other = cookieNamed((await visit('/login/plain')).set, 'sign_in_journey');
    expect((await go(() => other)).status).toBe(400);
    for (const [said, status] of [
      [{ login: 'octo' }, 403],
      [{ id: 583231 }, 403],
      [['octo'], 503],
    ] as const) {
      plain.says = said;
      expect((await go()).status, JSON.stringify(said)).toBe(status);
    }
    plain.status = 500;
    expect((await go()).status).toBe(503);
  });

  test('somebody who says no, a provider that is down, and one that is none', async () => {
    const { journey, begun } = await leave('corp', 'sub-ada');
    const state = new URL(begun.location).searchParams.get('state') ?? '';
    const iss = encodeURIComponent(corp.issuer);
    const no = await visit(`/oauth-authorized/corp?error=access_denied&state=${state}&iss=${iss}`, journey);
    expect(no.status).toBe(403);
    expect((await visit('/login/gone')).status).toBe(503);
    expect(await visit('/login/gone', '', { accept: 'text/html' })).toMatchObject({
      status: 302,
      location: '/login/?problem=unreachable',
    });
    expect((await visit('/login/parrot')).status).toBe(404);
    expect((await visit('/oauth-authorized/parrot')).status).toBe(404);
  });

  test('a closed account stays closed; without registration nobody new comes in', async () => {
    const { db, config } = house.services;
    await db.updateTable('users').set({ active: 0 }).where('username', '=', 'ada').execute();
    expect((await enter('corp', 'sub-ada')).answer.status).toBe(403);
    config.AUTH_USER_REGISTRATION = false;
    corp.people.set('sub-new', { preferred_username: 'new' });
    expect((await enter('corp', 'sub-new')).answer).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('no account') },
    });
    config.AUTH_USER_REGISTRATION = true;
  });

  test('roles that the settings name and nobody has are found at the start', async () => {
    const { db, config } = house.services;
    expect(await unknownRoles(db, config)).toEqual([]);
    const settings = {
      ...config,
      AUTH_USER_REGISTRATION_ROLE: 'Gama',
      AUTH_ROLES_MAPPING: { a: ['Alpha', 'Alfa'] },
    };
    expect(await unknownRoles(db, settings)).toEqual([
      { setting: 'AUTH_USER_REGISTRATION_ROLE', role: 'Gama' },
      { setting: 'AUTH_ROLES_MAPPING', role: 'Alfa' },
    ]);
  });

  test('signing out ends the session here and goes on to the provider that is to end its own', async () => {
    const { session } = await enter('corp', 'sub-gamma');
    const out = await visit('/logout/', session);
    expect(out.location).toMatch(new RegExp(`^${corp.issuer}/session/end\\?`));
    expect(new URL(out.location).searchParams.get('post_logout_redirect_uri')).toBe(`${HOUSE}/login/`);
    expect((await visit('/api/v1/me/', session)).status).toBe(401);
    expect((await visit('/logout/')).location).toBe('/login/');
  });
});
