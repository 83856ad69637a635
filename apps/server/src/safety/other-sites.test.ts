import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Declaration } from '../http/access.ts';
import { answerOf, openTestApp, type TestApp } from '../testing/test-app.ts';

/** Numbers are those of the contract's catalogue of safety cases. */
let house: TestApp;
let session: { cookie: string; csrf: string };
let writes: Declaration[];
beforeAll(async () => {
  house = await openTestApp('sqlite');
  const cookie = await house.services.sessions.begin({ id: house.ids.admin, stamp: 0 });
  session = { cookie: `session=${cookie}`, csrf: house.services.sessions.csrfToken(cookie) };
  writes = house.app.declarations.filter(
    ({ method }) => method === 'POST' || method === 'PUT' || method === 'DELETE',
  );
});
afterAll(() => house.close());

/** They prove who asks by what they carry, or read only (contract/api.md §1.2); what comes from other sites is refused there too. */
const WITHOUT_TOKEN = new Set([
  'POST /api/v1/security/login',
  'POST /api/v1/security/refresh',
  'POST /api/v1/chart/data',
  'POST /api/v1/dashboard/:pk/cache_dashboard_screenshot/',
  'POST /datasource/samples',
  'POST /superset/explore_json/',
  'POST /superset/explore_json/:type/:pk/',
  'POST /superset/log/',
  'POST /report/link/:token',
]);

type Headers = Record<string, string>;

async function write({ method, url }: Declaration, headers: Headers, payload = '{}') {
  const verb = method === 'PUT' || method === 'DELETE' ? method : 'POST';
  const address = url.replace(/:\w+|\*/g, '1');
  const request = {
    method: verb,
    url: address,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  };
  return answerOf(await house.app.inject(request));
}

describe('S9: requests that another site makes', () => {
  test('S9: there are writing routes to check', () => expect(writes.length).toBeGreaterThan(60));

  test.each([
    ['a browser that names the kind of site', { 'sec-fetch-site': 'cross-site' }],
    ['a browser that names the origin', { origin: 'https://evil.example' }],
    ['an origin that begins like ours', { origin: 'http://localhost:80.evil.example' }],
    ['an origin of our name on another port', { origin: 'http://localhost:9999' }],
  ])('S9: every writing route refuses %s, even with the right token', async (_what, foreign) => {
    const passed: string[] = [];
    for (const route of writes) {
      const answer = await write(route, { cookie: session.cookie, 'x-csrftoken': session.csrf, ...foreign });
      if (answer.status !== 403) passed.push(`${route.method} ${route.url}: ${answer.status}`);
    }
    expect(passed).toEqual([]);
  });

  test.each([
    ['no token', {}],
    ['a token of another session', { 'x-csrftoken': 'other' }],
    ['a token in the address', { referer: '/?csrf_token=x' }],
  ])(
    'S9: every writing route of a session refuses %s, but for those that only read or prove themselves',
    async (_what, headers) => {
      const passed: string[] = [];
      for (const route of writes) {
        const answer = await write(route, { cookie: session.cookie, ...headers });
        if (answer.status !== 400 || !answer.text.includes('CSRF token'))
          passed.push(`${route.method} ${route.url}`);
      }
      expect(passed.filter((route) => !WITHOUT_TOKEN.has(route))).toEqual([]);
    },
  );

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream', ''])(
    'S9: a body of type "%s" writes nothing',
    async (type) => {
      const headers = { authorization: await bearer(), 'content-type': type };
      const request = {
        method: 'POST' as const,
        url: '/api/v1/dashboard/',
        headers,
        payload: '{"dashboard_title": "forged"}',
      };
      expect((await house.app.inject(request)).statusCode).toBe(400);
      expect(await house.services.db.selectFrom('dashboards').select('id').execute()).toEqual([]);
    },
  );

  test('S9: no other site is told that it may read', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    for (const method of ['OPTIONS', 'GET'] as const) {
      const answer = await house.app.inject({ method, url: '/api/v1/dashboard/', headers });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-allow'))).toEqual(
        [],
      );
    }
  });
});

describe('S78, S79, S82: headers', () => {
  test('S78: pages run scripts of their own only, and no plug-ins', async () => {
    const page = await house.app.inject({ method: 'GET', url: '/login/' });
    const policy = String(page.headers['content-security-policy']);
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    expect(scripts).toMatch(/^'self' 'nonce-[^']+'$/);
    expect(policy).toMatch(/object-src 'none'/);
    expect(policy).toMatch(/base-uri '(self|none)'/);
    expect(policy).toMatch(/frame-ancestors '(self|none)'/);
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  });

  test.each(['/login/', '/api/v1/chart/', '/api/v1/chart/999', '/nothing-here', '/health', '/ready'])(
    'S13, S79: %s is what it says it is, and stays out of foreign frames',
    async (url) => {
      const answer = await house.as('admin', 'GET', url);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(answer.headers['x-powered-by']).toBeUndefined();
      expect(answer.headers.server).toBeUndefined();
    },
  );

  test.each([
    '/api/v1/chart/',
    '/api/v1/me/',
    '/api/v1/dashboard/',
    '/api/v1/database/',
    '/api/v1/chart/999',
  ])('S82: %s is kept by no browser and no go-between', async (url) => {
    expect(String((await house.as('admin', 'GET', url)).headers['cache-control'])).toMatch(/no-store/);
  });

  test('S13: markup that comes back in an answer comes back as JSON', async () => {
    const answer = await house.as(
      'admin',
      'GET',
      `/api/v1/chart/?q=${encodeURIComponent('<script>alert(1)</script>')}`,
    );
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });
});

async function bearer(): Promise<string> {
  return `Bearer ${await house.services.tokens.issue('access', { userId: house.ids.admin, stamp: 0 })}`;
}
