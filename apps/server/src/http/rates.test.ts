import { describe, expect, test } from 'vitest';
import { readSettings, SettingError } from '../base/config.ts';
import { readRates } from '../base/settings/rates.ts';
import { sessionHeaders } from '../safety/sweep/session-headers.ts';
import { createSessions } from '../security/sessions.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeChart, makeDataset, member, memberId } from '../testing/things.ts';

/** Does something in an installation with some settings, given without their prefix. */
async function houseWith(
  settings: Record<string, string>,
  what: (house: TestApp) => Promise<void>,
): Promise<void> {
  const named = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`CHARTROOM_${name}`, value]),
  );
  const house = await openTestApp('sqlite', { settings: named });
  try {
    await what(house);
  } finally {
    await house.close();
  }
}

const signIn = (house: TestApp, password: string) =>
  house.as('nobody', 'POST', '/api/v1/security/login', {
    body: { username: 'admin', password, provider: 'db' },
  });

describe('how often', () => {
  test.each([
    ['50 per second', [{ most: 50, seconds: 1 }]],
    ['10/minute', [{ most: 10, seconds: 60 }]],
    [
      '100 per 5 minutes; 1 per day',
      [
        { most: 100, seconds: 300 },
        { most: 1, seconds: 86_400 },
      ],
    ],
    ['often', undefined],
    ['0 per second', undefined],
    ['5 per second;', undefined],
  ])('%s', (text, rates) => {
    expect(readRates(text)).toEqual(rates);
  });

  test('an address that asks too often is told when it may ask again; whether the installation lives is told always', async () => {
    await houseWith(
      { RATELIMIT_ENABLED: 'true', RATELIMIT_APPLICATION: '100 per second; 3 per hour' },
      async (house) => {
        const ask = (remoteAddress: string, url = '/api/v1/chart/') =>
          house.app.inject({ url, remoteAddress });
        for (let time = 0; time < 3; time++) expect((await ask('10.1.1.1')).statusCode).toBe(401);
        const refused = await ask('10.1.1.1');
        expect(refused.statusCode).toBe(429);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
        expect((await ask('10.1.1.2')).statusCode).toBe(401);
        expect((await ask('10.1.1.1', '/health')).statusCode).toBe(200);
      },
    );
  });

  test('nothing is counted unless the settings say so', async () => {
    await houseWith(
      { RATELIMIT_APPLICATION: '1 per hour', AUTH_RATE_LIMITED: 'false', AUTH_RATE_LIMIT: '1' },
      async (house) => {
        for (let time = 0; time < 3; time++) expect((await signIn(house, 'wrong')).status).toBe(401);
        expect((await signIn(house, house.password)).status).toBe(200);
      },
    );
  });
});

describe('cookies and forgery', () => {
  test('the session cookie says to browsers what the settings say of other sites', async () => {
    await houseWith({ SESSION_COOKIE_SAMESITE: 'strict' }, async (house) => {
      const answer = await house.as('admin', 'GET', '/api/v1/security/csrf_token/');
      expect(String(answer.headers['set-cookie'])).toContain('SameSite=Strict');
    });
    const settings = { CHARTROOM_SESSION_COOKIE_SAMESITE: 'none' };
    await expect(readSettings(settings, '/nowhere')).rejects.toThrow(SettingError);
    await expect(
      readSettings({ ...settings, CHARTROOM_SESSION_COOKIE_SECURE: 'true' }, '/nowhere'),
    ).resolves.toBeDefined();
  });

  test('a token against forgery counts for its time, and its time cannot be changed', async () => {
    await houseWith({}, async ({ services: { db } }) => {
      let at = Date.parse('2026-01-01T00:00:00Z');
      const sessions = createSessions({
        db,
        secret: 'a secret',
        lifetime: 1_000,
        csrfSeconds: 60,
        now: () => new Date(at),
      });
      const token = sessions.csrfToken('cookie');
      at += 60_000;
      expect([sessions.csrfFits('cookie', token), sessions.csrfFits('other', token)]).toEqual([true, false]);
      at += 1_000;
      const [seconds = '', seal = ''] = token.split('.');
      expect(sessions.csrfFits('cookie', token)).toBe(false);
      expect(sessions.csrfFits('cookie', `${Number(seconds) + 60}.${seal}`)).toBe(false);
      expect(sessions.csrfFits('cookie', sessions.csrfToken('cookie'))).toBe(true);
    });
  });
});

describe('who may', () => {
  /** A published dashboard open to the role Gamma, on a dataset that Gamma may not read. */
  async function board(house: TestApp): Promise<{ id: number; dataset: number; chart: number }> {
    const gamma = await house.services.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Gamma')
      .executeTakeFirstOrThrow();
    const dataset = await makeDataset(house, 'closed');
    const chart = await makeChart(house, dataset, 'Closed');
    const body = { dashboard_title: 'For gamma', published: true, roles: [gamma.id] };
    const id = memberId((await house.as('admin', 'POST', '/api/v1/dashboard/', { body })).body);
    await house.as('admin', 'PUT', `/api/v1/chart/${chart}`, { body: { dashboards: [id] } });
    return { id, dataset, chart };
  }
  const question = (id: number) => ({
    datasource: { id, type: 'table' },
    queries: [{ metrics: ['count'], row_limit: 1 }],
  });

  test('roles of a dashboard open it, unless the settings say that they do not count', async () => {
    const opened = async (house: TestApp) => {
      const { id, dataset, chart } = await board(house);
      const seen = await house.as('gamma', 'GET', `/api/v1/dashboard/${id}`);
      const datasets = await house.as('gamma', 'GET', `/api/v1/dashboard/${id}/datasets`);
      const form_data = { dashboardId: id, slice_id: chart };
      const data = await house.as('gamma', 'POST', '/api/v1/chart/data', {
        body: { ...question(dataset), form_data },
      });
      return [seen.status, datasets.status, data.status];
    };
    await houseWith({}, async (house) => expect(await opened(house)).toEqual([200, 200, 200]));
    await houseWith({ DASHBOARD_RBAC: 'false' }, async (house) =>
      expect(await opened(house)).toEqual([404, 404, 403]),
    );
  });

  test('a refusal of data tells where to learn how to get rights', async () => {
    await houseWith({ PERMISSION_INSTRUCTIONS_LINK: 'https://wiki.example.org/rights' }, async (house) => {
      const body = question(await makeDataset(house, 'closed'));
      const refused = await house.as('gamma', 'POST', '/api/v1/chart/data', { body });
      expect(refused.status).toBe(403);
      expect(member(refused.body, 'errors', 0, 'extra', 'link')).toBe('https://wiki.example.org/rights');
    });
  });

  test('people who have not signed in hold the role that the settings name', async () => {
    await houseWith({ AUTH_ROLE_PUBLIC: 'Gamma' }, async (house) => {
      expect((await house.as('nobody', 'GET', '/api/v1/chart/')).status).toBe(200);
      expect((await house.as('nobody', 'GET', '/api/v1/security/users/')).status).toBe(401);
    });
    await expect(readSettings({ CHARTROOM_AUTH_ROLE_PUBLIC: 'Admin' }, '/nowhere')).rejects.toThrow(
      SettingError,
    );
  });
});

test('what of the API there is, and how the installation looks, is for the settings', async () => {
  const settings = {
    FAB_ADD_SECURITY_API: 'false',
    FAB_API_SWAGGER_UI: 'false',
    SUPERSET_LOG_VIEW: 'false',
    SUPERSET_WEBSERVER_DOMAINS: 'one.example.org, two.example.org:8443',
    THEME_DEFAULT: '{"token":{"colorPrimary":"#00aa00"}}',
  };
  await houseWith(settings, async (house) => {
    for (const path of ['users', 'roles', 'groups', 'permissions', 'resources', 'permissions-resources'])
      expect((await house.as('admin', 'GET', `/api/v1/security/${path}/`)).status).toBe(404);
    const page = await house.app.inject({
      url: '/swagger/v1',
      headers: await sessionHeaders(house, house.ids.admin),
    });
    expect(page.statusCode).toBe(404);
    const menu = await house.as('admin', 'GET', '/api/v1/menu/');
    expect(menu.text).not.toMatch(/List Roles|Action Log/);
    expect((await house.as('admin', 'GET', '/api/v1/log/')).status).toBe(404);
    expect((await house.as('admin', 'GET', '/api/v1/log/recent_activity/')).status).toBe(200);
    const domains = await house.as('gamma', 'GET', '/api/v1/available_domains/');
    expect(domains.body).toEqual({ result: { domains: ['one.example.org', 'two.example.org:8443'] } });
    const themes = await house.as(
      'admin',
      'GET',
      "/api/v1/theme/?q=(filters:!((col:theme_name,opr:eq,value:'Chartroom light')))",
    );
    expect(member(themes.body, 'result', 0, 'json_data')).toBe('{"token":{"colorPrimary":"#00aa00"}}');
  });
  await expect(readSettings({ CHARTROOM_THEME_DARK: '{"algorithm":"night"}' }, '/nowhere')).rejects.toThrow(
    SettingError,
  );
});
