import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../base/config.ts';
import { answerOf, openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('a proxy that vouches for people, accounts on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind, {
      settings: {
        CHARTROOM_AUTH_TYPE: 'remote_user',
        CHARTROOM_TRUSTED_PROXIES: '10.9.0.0/16, ::1',
        CHARTROOM_AUTH_USER_REGISTRATION: 'true',
        CHARTROOM_AUTH_USER_REGISTRATION_ROLE: 'Gamma',
      },
    });
  });
  afterAll(() => house.close());

  const visit = async (
    url: string,
    remoteAddress: string,
    headers: Record<string, string | string[]> = {},
  ) => {
    const answer = answerOf(await house.app.inject({ method: 'GET', url, remoteAddress, headers }));
    const session =
      [answer.headers['set-cookie'] ?? []].flat().find((each) => each.startsWith('session=')) ?? '';
    return { ...answer, cookie: session.split(';')[0] ?? '' };
  };
  const whoIs = async (cookie: string, address: string, headers: Record<string, string> = {}) =>
    member((await visit('/api/v1/me/', address, { cookie, ...headers })).body, 'result', 'username');

  test('the header of the proxy signs one in and makes the account', async () => {
    const came = await visit('/login/?next=/chart/list/', '10.9.1.1', { 'x-remote-user': 'ada' });
    expect(came).toMatchObject({ status: 302, headers: { location: '/chart/list/' } });
    expect(await whoIs(came.cookie, '10.9.1.1', { 'x-remote-user': 'ada' })).toBe('ada');
    const mapped = await visit('/login/?next=//evil.example/', '::ffff:10.9.1.1', {
      'x-remote-user': 'GAMMA',
    });
    expect(mapped.headers.location).toBe('/');
    expect(await whoIs(mapped.cookie, '10.9.1.1')).toBe('gamma');
  });

  test.each(['10.8.1.1', '127.0.0.1', '192.0.2.1', '::2'])(
    'the header from %s is ignored',
    async (address) => {
      const headers = { 'x-remote-user': 'admin', 'x-forwarded-for': '10.9.1.1' };
      const came = await visit('/login/', address, headers);
      expect(came.status).toBe(200);
      expect(await whoIs(came.cookie, address, headers)).toBeUndefined();
    },
  );

  test('names that visitors slip in beside the one of the proxy count for nothing', async () => {
    expect((await visit('/login/', '10.9.1.1', { 'x-remote-user': ['admin', 'ada'] })).status).toBe(200);
    expect((await visit('/login/', '10.9.1.1', { 'x-remote-user': ' ' })).status).toBe(200);
    expect((await visit('/login/', '10.9.1.1', { 'x-remote-user': 'x'.repeat(300) })).status).toBe(200);
  });

  test('a session is of nobody once the proxy speaks of somebody else', async () => {
    const { cookie } = await visit('/login/', '10.9.1.1', { 'x-remote-user': 'alpha' });
    expect(await whoIs(cookie, '10.9.1.1', { 'x-remote-user': 'Alpha' })).toBe('alpha');
    expect(await whoIs(cookie, '10.9.1.1', { 'x-remote-user': 'gamma' })).toBeUndefined();
  });

  test('passwords open nothing here; a closed account gets a page, not a circle', async () => {
    const login = (provider: string) =>
      house.as('nobody', 'POST', '/api/v1/security/login', {
        body: { username: 'admin', password: house.password, provider },
      });
    expect([(await login('db')).status, (await login('ldap')).status]).toEqual([400, 400]);
    await house.services.db.updateTable('users').set({ active: 0 }).where('username', '=', 'other').execute();
    const refused = await visit('/login/', '10.9.1.1', { 'x-remote-user': 'other' });
    expect(refused).toMatchObject({
      status: 302,
      headers: { location: '/login/?problem=switched_off' },
      cookie: '',
    });
    expect(
      (await visit('/login/?problem=switched_off', '10.9.1.1', { 'x-remote-user': 'other' })).status,
    ).toBe(200);
  });
});

test.each([
  [{ AUTH_TYPE: 'kerberos' }, /CHARTROOM_AUTH_TYPE/],
  [
    { AUTH_TYPE: 'ldap' },
    /CHARTROOM_AUTH_LDAP_SERVER: is needed[\s\S]*CHARTROOM_AUTH_LDAP_SEARCH: is needed/,
  ],
  [
    { AUTH_TYPE: 'ldap', AUTH_LDAP_SERVER: 'https://x', AUTH_LDAP_SEARCH: 'dc=x' },
    /CHARTROOM_AUTH_LDAP_SERVER: must be ldap/,
  ],
  [
    { AUTH_TYPE: 'ldap', AUTH_LDAP_SERVER: 'ldaps://x', AUTH_LDAP_SEARCH: 'dc=x', AUTH_LDAP_USE_TLS: 'yes' },
    /CHARTROOM_AUTH_LDAP_USE_TLS/,
  ],
  [
    { AUTH_TYPE: 'ldap', AUTH_LDAP_SERVER: 'ldap://x', AUTH_LDAP_USERNAME_FORMAT: 'uid=x' },
    /CHARTROOM_AUTH_LDAP_USERNAME_FORMAT: must hold %s/,
  ],
  [
    {
      AUTH_TYPE: 'ldap',
      AUTH_LDAP_SERVER: 'ldap://x',
      AUTH_LDAP_SEARCH: 'dc=x',
      AUTH_LDAP_BIND_USER: 'cn=x',
    },
    /CHARTROOM_AUTH_LDAP_BIND_PASSWORD/,
  ],
  [{ AUTH_TYPE: 'oauth' }, /CHARTROOM_OAUTH_PROVIDERS: is needed/],
  [{ OAUTH_PROVIDERS: '[{' }, /CHARTROOM_OAUTH_PROVIDERS: must be JSON/],
  [
    { OAUTH_PROVIDERS: '[{"name":"a","issuer":"http://far.example","client_id":"x"}]' },
    /CHARTROOM_OAUTH_PROVIDERS\.0\.issuer: must begin with https/,
  ],
  [
    { OAUTH_PROVIDERS: '[{"name":"a/b","issuer":"https://x.example","client_id":"x"}]' },
    /CHARTROOM_OAUTH_PROVIDERS\.0\.name/,
  ],
  [
    { OAUTH_PROVIDERS: '[{"name":"a","issuer":"https://x.example","client_id":"x","colour":"red"}]' },
    /CHARTROOM_OAUTH_PROVIDERS\.0.*colour/,
  ],
  [{ AUTH_TYPE: 'remote_user' }, /CHARTROOM_TRUSTED_PROXIES: is needed/],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /CHARTROOM_TRUSTED_PROXIES\.0: must be network addresses/],
  [{ AUTH_ROLES_SYNC_AT_LOGIN: 'true' }, /CHARTROOM_AUTH_ROLES_MAPPING: is needed/],
  [{ AUTH_ROLES_MAPPING: '{"a":"Admin"}' }, /CHARTROOM_AUTH_ROLES_MAPPING\.a/],
  [{ LOGOUT_REDIRECT_URL: 'javascript:alert(1)' }, /CHARTROOM_LOGOUT_REDIRECT_URL/],
  [{ OUTBOUND_HOSTS: '10.0.0.0/8,not a host' }, /CHARTROOM_OUTBOUND_HOSTS\.1/],
])('S147: wrong settings stop the start and are named: %j', async (given, words) => {
  const folder = await mkdtemp(join(tmpdir(), 'chartroom-settings-'));
  const environment = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [`CHARTROOM_${name}`, value]),
  );
  await expect(readConfig({ CHARTROOM_HOME: folder, ...environment }, folder)).rejects.toThrow(words);
  await rm(folder, { recursive: true });
});
