import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LetterBox, openLetterBox } from '../../testing/letter-box.ts';
import { type Answer, openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';

const LIST = '/api/v1/security/user_registrations/';
const REGISTER = '/api/v1/security/register/';
const ACTIVATE = '/api/v1/security/register/activation/';
const ADA = {
  username: 'ada',
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.org',
  password: 'engine-No-1',
};

function prefixed(settings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`CHARTROOM_${name}`, value]));
}

/** Asks as the page of somebody does who is not signed in. */
function asStranger(
  house: TestApp,
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const token = house.services.sessions.csrfToken('stranger');
  return house.as('nobody', 'POST', url, {
    body,
    headers: { cookie: 'session=stranger', 'x-csrftoken': token, ...headers },
  });
}

describe.each(RECORD_KINDS)('registering oneself on %s', (kind) => {
  let house: TestApp;
  let stranger = 0;
  beforeAll(async () => {
    const settings = {
      AUTH_USER_REGISTRATION: 'true',
      AUTH_USER_REGISTRATION_ROLE: 'Gamma',
      TRUSTED_PROXIES: '127.0.0.1',
    };
    house = await openTestApp(kind, { settings: prefixed(settings) });
  });
  afterAll(() => house.close());
  /** Every call comes from another address unless one is given. */
  const register = (body: object, address?: string) => {
    stranger += 1;
    return asStranger(house, REGISTER, body, { 'x-forwarded-for': address ?? `10.0.0.${stranger}` });
  };
  const waiting = async (q = '') => (await house.as('admin', 'GET', LIST + q)).body;
  const login = (person: typeof ADA) =>
    house.as('nobody', 'POST', '/api/v1/security/login', {
      body: { username: person.username, password: person.password, provider: 'db' },
    });
  beforeEach(async () => {
    await house.services.db.deleteFrom('user_registrations').execute();
  });

  test('waits until an administrator says yes', async () => {
    expect(await register(ADA)).toMatchObject({ status: 201, body: { mailed: false } });
    expect((await login(ADA)).status).toBe(401);
    const { password, ...told } = ADA;
    const list = await waiting();
    expect(list).toMatchObject({
      count: 1,
      result: [{ ...told, registration_hash: expect.stringMatching(/^[\w-]{43}$/) }],
    });
    expect(JSON.stringify(list)).not.toMatch(/password|argon|scrypt/);
    const row = await house.services.db
      .selectFrom('user_registrations')
      .select('id')
      .executeTakeFirstOrThrow();
    for (const who of ['alpha', 'gamma'] as const) {
      expect((await house.as(who, 'GET', LIST)).body).toMatchObject({ count: 0, result: [] });
      expect((await house.as(who, 'GET', `${LIST}${row.id}`)).status).toBe(404);
      expect((await house.as(who, 'DELETE', `${LIST}${row.id}`)).status).toBe(404);
      expect((await house.as(who, 'POST', `${LIST}${row.id}/activate/`)).status).toBe(403);
    }
    expect(await house.as('admin', 'POST', `${LIST}${row.id}/activate/`)).toMatchObject({
      status: 200,
      body: { result: { username: 'ada' } },
    });
    expect((await house.as('admin', 'POST', `${LIST}${row.id}/activate/`)).status).toBe(404);
    expect((await login(ADA)).status).toBe(200);
    const q = '?q=(filters:!((col:username,opr:eq,value:ada)))';
    expect((await house.as('admin', 'GET', `/api/v1/security/users/${q}`)).body).toMatchObject({
      result: [{ active: true, roles: [{ name: 'Gamma' }] }],
    });
  });

  test('is searched, corrected and removed by the administrator', async () => {
    const charles = { ...ADA, username: 'charles', first_name: 'Charles', email: 'charles@example.org' };
    const made = await house.as('admin', 'POST', LIST, { body: charles });
    expect(made).toMatchObject({
      status: 201,
      body: { id: expect.any(Number), result: { username: 'charles' } },
    });
    await register({ ...ADA, username: 'mary', email: 'mary@example.org' });
    expect(await waiting('?q=(filters:!((col:email,opr:ct,value:charles)))')).toMatchObject({
      count: 1,
      result: [{ username: 'charles' }],
    });
    expect(await waiting('?q=(order_column:registration_date,order_direction:desc)')).toMatchObject({
      result: [{ username: 'mary' }, { username: 'charles' }],
    });
    const row = await house.services.db
      .selectFrom('user_registrations')
      .select('id')
      .where('username', '=', 'mary')
      .executeTakeFirstOrThrow();
    expect((await house.as('admin', 'POST', LIST, { body: {} })).status).toBe(422);
    expect((await house.as('admin', 'PUT', `${LIST}${row.id}`, { body: {} })).status).toBe(200);
    expect(
      (await house.as('admin', 'PUT', `${LIST}${row.id}`, { body: { username: 'CHARLES' } })).status,
    ).toBe(422);
    expect(
      (
        await house.as('admin', 'PUT', `${LIST}${row.id}`, {
          body: { username: 'Mary', last_name: 'Somerville' },
        })
      ).status,
    ).toBe(200);
    expect((await house.as('admin', 'GET', `${LIST}${row.id}`)).body).toMatchObject({
      result: { username: 'Mary', last_name: 'Somerville' },
    });
    expect((await house.as('admin', 'DELETE', `${LIST}${row.id}`)).status).toBe(200);
    expect(await waiting()).toMatchObject({ count: 1 });
  });

  test('user names are taken by accounts and by who waits', async () => {
    expect((await register({ ...ADA, username: 'ADMIN' })).body).toEqual({
      message: 'The username ADMIN is taken.',
    });
    expect((await register({ ...ADA, username: 'grace' })).status).toBe(201);
    expect((await register({ ...ADA, username: 'Grace' })).status).toBe(422);
  });

  test('bad input is named', async () => {
    for (const [field, value] of [
      ['email', 'no address'],
      ['password', 'short'],
      ['username', ''],
      ['first_name', 7],
      ['roles', [1]],
    ] as const) {
      expect(await register({ ...ADA, [field]: value })).toMatchObject({
        status: 400,
        body: { message: { [field]: expect.anything() } },
      });
    }
    expect((await asStranger(house, ACTIVATE, { registration_hash: 'x' })).status).toBe(404);
  });

  test('nobody registers in a row, whatever comes of it', async () => {
    const statuses = [];
    for (const n of [1, 2, 3, 4, 5, 6])
      statuses.push((await register({ ...ADA, username: n > 2 ? 'admin' : `row-${n}` }, '10.9.9.9')).status);
    expect(statuses).toEqual([201, 201, 422, 422, 422, 429]);
    const answer = await asStranger(
      house,
      ACTIVATE,
      { registration_hash: 'x' },
      { 'x-forwarded-for': '10.9.9.9' },
    );
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('what nobody confirmed for a week is gone, and its name is free', async () => {
    await register({ ...ADA, username: 'late' });
    const { registration_hash } = await house.services.db
      .selectFrom('user_registrations')
      .selectAll()
      .executeTakeFirstOrThrow();
    const before = new Date(house.services.now().getTime() - 8 * 86_400_000).toISOString();
    await house.services.db.updateTable('user_registrations').set({ registration_date: before }).execute();
    const headers = { 'x-forwarded-for': '10.8.8.8' };
    expect((await asStranger(house, ACTIVATE, { registration_hash }, headers)).status).toBe(404);
    expect((await register({ ...ADA, username: 'late' })).status).toBe(201);
    expect(await waiting()).toMatchObject({ count: 1 });
  });
});

describe('registering by mail', () => {
  let house: TestApp;
  let box: LetterBox;
  beforeAll(async () => {
    box = await openLetterBox();
    const settings = {
      ...box.settings,
      SMTP_MAIL_FROM: 'Charts <charts@example.org>',
      BASE_URL: 'https://charts.example.org/',
      AUTH_USER_REGISTRATION: 'true',
    };
    house = await openTestApp('sqlite', { settings: prefixed(settings) });
  });
  afterAll(async () => {
    await house.close();
    await box.close();
  });
  const register = (body: object) => asStranger(house, REGISTER, body, { host: 'evil.example' });
  const activate = (registration_hash = '') => asStranger(house, ACTIVATE, { registration_hash });

  test('the mail holds the only way in, under the address of the installation', async () => {
    expect(await register({ ...ADA, username: 'ada\nPS: pay here' })).toMatchObject({
      status: 201,
      body: { mailed: true },
    });
    const letter = box.letters.pop();
    expect(letter).toMatchObject({
      to: [ADA.email],
      from: 'charts@example.org',
      subject: 'Confirm your account',
    });
    expect(letter?.text).toContain('user name ada PS: pay here.');
    expect(letter?.text).not.toContain('evil.example');
    const hash = /https:\/\/charts\.example\.org\/register\/activation\/([\w-]{43})\n/.exec(
      letter?.text ?? '',
    )?.[1];
    expect(await activate(hash)).toMatchObject({
      status: 200,
      body: { result: { username: 'ada\nPS: pay here' } },
    });
    expect((await activate(hash)).status).toBe(404);
  });

  test('who has an account is told by mail, a stranger is not told', async () => {
    const { email } = await house.services.db
      .selectFrom('users')
      .select('email')
      .where('username', '=', 'gamma')
      .executeTakeFirstOrThrow();
    expect(await register({ ...ADA, username: 'eve', email: email.toUpperCase() })).toMatchObject({
      status: 201,
      body: { mailed: true },
    });
    expect(box.letters.pop()).toMatchObject({
      subject: 'You have an account already',
      text: expect.stringContaining('already: gamma.'),
    });
    expect(await house.services.db.selectFrom('user_registrations').selectAll().execute()).toEqual([]);
  });
});

test('without the setting nobody registers', async () => {
  const house = await openTestApp('sqlite');
  try {
    const answer = await asStranger(house, REGISTER, ADA);
    expect(answer).toMatchObject({
      status: 403,
      body: { message: 'Accounts are made by administrators here.' },
    });
  } finally {
    await house.close();
  }
});
