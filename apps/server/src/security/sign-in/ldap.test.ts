import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import {
  directBind,
  openStartTls,
  openTestDirectory,
  searchAndBind,
  TEST_CERTIFICATE,
  type TestDirectory,
} from '../../testing/test-directory.ts';

const ANALYSTS = 'cn=analysts,ou=groups,dc=example,dc=org';
const CHIEFS = 'cn=chiefs,ou=groups,dc=example,dc=org';
const MAPPING = JSON.stringify({ [ANALYSTS]: ['Gamma', 'sql_lab'], [CHIEFS]: ['Admin'] });
const REGISTERING = {
  CHARTROOM_AUTH_USER_REGISTRATION: 'true',
  CHARTROOM_AUTH_USER_REGISTRATION_ROLE: 'Public',
  CHARTROOM_AUTH_ROLES_MAPPING: MAPPING,
  CHARTROOM_AUTH_ROLES_SYNC_AT_LOGIN: 'true',
  CHARTROOM_AUTH_RATE_LIMIT: '1000',
};
const PEOPLE = [
  { uid: 'ada', password: 'ada-knows-1', mail: 'ada@corp.example', memberOf: [ANALYSTS] },
  { uid: 'bob', password: 'bob-knows-1', mail: 'bob@corp.example', memberOf: [] },
  { uid: 'gamma', password: 'from-the-directory-1', mail: 'gamma@corp.example', memberOf: [] },
];

const login = (house: TestApp, username: string, password: string, provider = 'ldap') =>
  house.as('nobody', 'POST', '/api/v1/security/login', { body: { username, password, provider } });
const accountOf = (house: TestApp, username: string) =>
  house.services.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst();

async function rolesOf(house: TestApp, username: string): Promise<string[]> {
  const roles = house.services.db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select('roles.name');
  const account = await accountOf(house, username);
  return (await roles.where('user_roles.user_id', '=', account?.id ?? 0).execute())
    .map(({ name }) => name)
    .sort();
}

describe.each(RECORD_KINDS)('a directory that is searched, accounts on %s', (kind) => {
  let directory: TestDirectory;
  let house: TestApp;
  beforeAll(async () => {
    directory = await openTestDirectory(PEOPLE);
    house = await openTestApp(kind, { settings: { ...searchAndBind(directory.url), ...REGISTERING } });
  });
  afterAll(async () => {
    await house.close();
    await directory.close();
  });

  test('the first sign-in makes the account, with the roles of its groups', async () => {
    const answer = await login(house, 'ada', 'ada-knows-1');
    expect(answer.status).toBe(200);
    expect(await rolesOf(house, 'ada')).toEqual(['Gamma', 'Public', 'sql_lab']);
    expect(await accountOf(house, 'ada')).toMatchObject({
      email: 'ada@corp.example',
      first_name: 'ada',
      last_name: 'Listed',
      login_count: 1,
    });
    expect((await login(house, 'ADA', 'ada-knows-1')).status).toBe(200);
    expect(await accountOf(house, 'ada')).toMatchObject({ login_count: 2 });
    expect(
      await house.services.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', 'ada@corp.example')
        .execute(),
    ).toHaveLength(1);
  });

  test('of many first sign-ins at once, one makes the account and all are let in', async () => {
    directory.people.set('eve', {
      uid: 'eve',
      password: 'eve-knows-1',
      mail: 'eve@corp.example',
      memberOf: [ANALYSTS],
    });
    const answers = await Promise.all(Array.from({ length: 6 }, () => login(house, 'eve', 'eve-knows-1')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await accountOf(house, 'eve')).toMatchObject({ login_count: 6 });
    expect(await rolesOf(house, 'eve')).toEqual(['Gamma', 'Public', 'sql_lab']);
  });

  test('roles follow the groups at every sign-in', async () => {
    directory.people.set('ada', { uid: 'ada', password: 'ada-knows-1', memberOf: [CHIEFS.toUpperCase()] });
    await login(house, 'ada', 'ada-knows-1');
    expect(await rolesOf(house, 'ada')).toEqual(['Admin', 'Public']);
    directory.people.set('ada', { uid: 'ada', password: 'ada-knows-1', memberOf: [] });
    await login(house, 'ada', 'ada-knows-1');
    expect(await rolesOf(house, 'ada')).toEqual(['Public']);
  });

  test('an account that was here before is the same person, whose password here does not count', async () => {
    expect((await login(house, 'gamma', house.password)).status).toBe(401);
    expect((await login(house, 'gamma', 'from-the-directory-1')).status).toBe(200);
    expect(await accountOf(house, 'gamma')).toMatchObject({
      id: house.ids.gamma,
      email: 'gamma@example.org',
    });
  });

  test('the browser form asks the directory, too', async () => {
    const cookie = house.services.sessions.visitor();
    const headers = { cookie: `session=${cookie}`, 'x-csrftoken': house.services.sessions.csrfToken(cookie) };
    const enter = (password: string) =>
      house.as('nobody', 'POST', '/login/?next=/chart/list/', {
        body: { username: 'ada', password },
        headers,
      });
    expect((await enter('wrong')).status).toBe(401);
    expect(await enter('ada-knows-1')).toMatchObject({ status: 302, headers: { location: '/chart/list/' } });
  });

  test('A54: what a user name holds is a value of the filter, never part of it', async () => {
    const before = directory.binds.length;
    for (const name of ['*', 'ad*', 'ada)(objectclass=*', '*)(|(uid=*', 'ada\\2a', 'ada\0', 'ada)(&)']) {
      expect((await login(house, name, 'ada-knows-1')).status).toBe(401);
    }
    // No password was tried for any of them: nobody was found.
    expect(directory.binds.slice(before).every(({ dn }) => dn.startsWith('cn=reader'))).toBe(true);
    expect(directory.filters).toContain('(uid=ada\\29\\28objectclass=\\2a)');
    expect((await login(house, 'bob', 'bob-knows-1')).status).toBe(200);
    expect((await login(house, 'bob', 'ada-knows-1')).status).toBe(401);
  });

  test('an empty password is refused without asking', async () => {
    const before = directory.binds.length;
    expect((await login(house, 'ada', '')).status).toBe(400);
    const cookie = house.services.sessions.visitor();
    const headers = { cookie: `session=${cookie}`, 'x-csrftoken': house.services.sessions.csrfToken(cookie) };
    expect(
      (await house.as('nobody', 'POST', '/login/', { body: { username: 'ada', password: '' }, headers }))
        .status,
    ).toBe(401);
    expect(directory.binds).toHaveLength(before);
  });

  test('the provider of a sign-in has to be the one that is set up', async () => {
    expect((await login(house, 'admin', house.password, 'db')).status).toBe(400);
    expect((await login(house, 'ada', 'ada-knows-1', 'parrot')).status).toBe(400);
  });

  test('a switched off account stays out', async () => {
    await house.services.db.updateTable('users').set({ active: 0 }).where('username', '=', 'bob').execute();
    expect((await login(house, 'bob', 'bob-knows-1')).status).toBe(401);
  });
});

describe('a directory and its moods', () => {
  const ending: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0).reverse()) await end();
  });
  const directoryOf = async (options: { encrypted?: boolean } = {}) => {
    const directory = await openTestDirectory(PEOPLE, options);
    ending.push(directory.close);
    return directory;
  };
  const houseOf = async (settings: Record<string, string>) => {
    const house = await openTestApp('sqlite', { settings: { ...REGISTERING, ...settings } });
    ending.push(house.close);
    return house;
  };

  test('groups that name their members are looked up, by the name of the entry and by user name', async () => {
    const directory = await directoryOf();
    const bob = 'uid=bob,ou=people,dc=example,dc=org';
    directory.groups.push(
      { cn: 'analysts', objectclass: 'groupOfNames', member: [bob] },
      { cn: 'writers', objectclass: 'groupOfUniqueNames', uniqueMember: [bob] },
      { cn: 'shell', objectclass: 'posixGroup', memberUid: ['bob'] },
      {
        cn: 'chiefs',
        objectclass: 'groupOfNames',
        member: ['uid=ada,ou=people,dc=example,dc=org'],
        memberUid: ['bobby'],
      },
    );
    const settings = {
      ...searchAndBind(directory.url),
      CHARTROOM_AUTH_LDAP_GROUP_SEARCH: 'ou=groups,dc=example,dc=org',
      CHARTROOM_AUTH_ROLES_MAPPING: JSON.stringify({
        [ANALYSTS]: ['Gamma'],
        writers: ['sql_lab'],
        shell: ['Alpha'],
        [CHIEFS]: ['Admin'],
      }),
    };
    const house = await houseOf(settings);
    expect((await login(house, 'BOB', 'bob-knows-1')).status).toBe(200);
    expect(await rolesOf(house, 'bob')).toEqual(['Alpha', 'Gamma', 'Public', 'sql_lab']);
    expect(directory.filters.at(-1)).toBe(`(|(member=${bob})(uniqueMember=${bob})(memberUid=bob))`);
    directory.groups.splice(0, 2);
    await login(house, 'bob', 'bob-knows-1');
    expect(await rolesOf(house, 'bob')).toEqual(['Alpha', 'Public']);
    const unix = {
      CHARTROOM_AUTH_LDAP_GROUP_MEMBER_FIELDS: 'memberUid',
      CHARTROOM_AUTH_LDAP_GROUP_SEARCH_FILTER: '(objectClass=other)',
    };
    const filtered = await houseOf({ ...settings, ...unix });
    expect((await login(filtered, 'bob', 'bob-knows-1')).status).toBe(200);
    expect(directory.filters.at(-1)).toBe('(&(objectClass=other)(|(memberUid=bob)))');
    expect(await rolesOf(filtered, 'bob')).toEqual(['Public']);
  });

  test('names of the directory can be made of user names, which stay one value', async () => {
    const directory = await directoryOf();
    const house = await houseOf(directBind(directory.url));
    expect((await login(house, 'ada', 'ada-knows-1')).status).toBe(200);
    expect(await rolesOf(house, 'ada')).toEqual(['Gamma', 'Public', 'sql_lab']);
    expect((await login(house, 'ada', 'wrong')).status).toBe(401);
    expect((await login(house, 'ada,ou=people,dc=example,dc=org', 'ada-knows-1')).status).toBe(401);
    expect(directory.binds.at(-1)?.dn.match(/[^\\],ou=people/g)).toHaveLength(1);
    expect(directory.binds.every(({ dn }) => !dn.startsWith('cn=reader'))).toBe(true);
  });

  test('without registration only those come in who have an account', async () => {
    const directory = await directoryOf();
    const house = await houseOf({
      ...searchAndBind(directory.url),
      CHARTROOM_AUTH_USER_REGISTRATION: 'false',
      CHARTROOM_AUTH_ROLES_SYNC_AT_LOGIN: 'false',
    });
    expect((await login(house, 'ada', 'ada-knows-1')).status).toBe(401);
    expect(await accountOf(house, 'ada')).toBeUndefined();
    expect((await login(house, 'gamma', 'from-the-directory-1')).status).toBe(200);
    expect(await rolesOf(house, 'gamma')).toEqual(['Gamma']);
  });

  test('the last administrator stays one, whatever the groups say', async () => {
    const directory = await directoryOf();
    directory.people.set('admin', { uid: 'admin', password: 'chief-1', memberOf: [] });
    const house = await houseOf(searchAndBind(directory.url));
    expect((await login(house, 'admin', 'chief-1')).status).toBe(200);
    expect(await rolesOf(house, 'admin')).toEqual(['Admin']);
  });

  test('a directory that is down, slow, silent or closed to the installation lets nobody in and says so', async () => {
    const gone = await openTestDirectory(PEOPLE);
    await gone.close();
    const slow = await directoryOf();
    slow.delay = 3_000;
    const silent = createServer((socket) => void socket.resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    ending.push(() => new Promise((resolve) => silent.close(() => resolve())));
    const bound = silent.address();
    const closed = await directoryOf();
    const cases = [
      searchAndBind(gone.url),
      searchAndBind(slow.url),
      searchAndBind(`ldap://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`),
      { ...searchAndBind(closed.url), CHARTROOM_AUTH_LDAP_BIND_PASSWORD: 'outdated' },
    ];
    for (const settings of cases) {
      const house = await houseOf({ ...settings, CHARTROOM_AUTH_LDAP_TIMEOUT: '1' });
      const began = performance.now();
      const answer = await login(house, 'ada', 'ada-knows-1');
      expect(answer).toMatchObject({ status: 503, body: { message: expect.stringContaining('directory') } });
      expect(answer.text).not.toMatch(/127\.0\.0\.1|reader|outdated|ECONN/);
      expect(performance.now() - began).toBeLessThan(10_000);
      expect(await accountOf(house, 'ada')).toBeUndefined();
    }
  });

  test('encrypted connections: ldaps and StartTLS, certificates are checked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chartroom-ca-'));
    ending.push(() => rm(folder, { recursive: true, force: true }));
    const authorities = join(folder, 'ca.pem');
    await writeFile(authorities, TEST_CERTIFICATE);
    const encrypted = await directoryOf({ encrypted: true });
    const plain = await directoryOf();
    const front = await openStartTls(plain.url);
    ending.push(front.close);
    const ways = [
      searchAndBind(encrypted.url),
      { ...searchAndBind(front.url), CHARTROOM_AUTH_LDAP_USE_TLS: 'true' },
    ];
    for (const way of ways) {
      const enter = async (more: Record<string, string>) =>
        (await login(await houseOf({ ...way, ...more }), 'ada', 'ada-knows-1')).status;
      expect(await enter({})).toBe(503);
      expect(await enter({ CHARTROOM_AUTH_LDAP_TLS_CACERTFILE: authorities })).toBe(200);
      expect(await enter({ CHARTROOM_AUTH_LDAP_ALLOW_SELF_SIGNED: 'true' })).toBe(200);
      expect(await enter({ CHARTROOM_AUTH_LDAP_TLS_CACERTFILE: join(folder, 'missing.pem') })).toBe(503);
    }
    // A server that cannot encrypt gets no password.
    const before = plain.binds.length;
    expect(
      (
        await login(
          await houseOf({ ...searchAndBind(plain.url), CHARTROOM_AUTH_LDAP_USE_TLS: 'true' }),
          'ada',
          'ada-knows-1',
        )
      ).status,
    ).toBe(503);
    expect(plain.binds).toHaveLength(before);
  });
});
