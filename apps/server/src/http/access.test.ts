import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PERMISSION_CATALOG } from '../security/permission-catalog.ts';
import { openTestApp, type PersonName, type TestApp } from '../testing/test-app.ts';
import { type Access, type Declaration, guardRoutes } from './access.ts';

const ROLES: Record<PersonName, string[]> = {
  admin: ['Admin'],
  alpha: ['Alpha'],
  gamma: ['Gamma'],
  other: ['Gamma'],
  analyst: ['Gamma', 'sql_lab'],
};
/** Calls that end something which the following calls need. */
const APART = new Set([
  '/logout/',
  '/api/v1/security/login',
  '/api/v1/security/refresh',
  '/login/',
  '/first-run',
]);

let house: TestApp;
beforeAll(async () => {
  house = await openTestApp('sqlite');
});
afterAll(() => house.close());

/** What the catalog says, independently of the code that decides. */
function holds(who: PersonName, access: Access): boolean {
  if (access === 'public' || access === 'signed-in' || access === 'known' || who === 'admin') return true;
  const entry = [...PERMISSION_CATALOG].find(([pair]) => pair === `${access.permission} ${access.view}`);
  return ROLES[who].some((role) => entry?.[1].has(role));
}

/** An address with things in it that do not exist. */
function addressOf(url: string): string {
  return url
    .replace(/:\w*(id|pk|part)\b/g, '99999999')
    .replace(/:\w+/g, 'nothing')
    .replace('*', 'nothing');
}

async function statusFor(who: PersonName | 'nobody', { method, url }: Declaration): Promise<number> {
  const verb = method === 'POST' || method === 'PUT' || method === 'DELETE' ? method : 'GET';
  const body = verb === 'POST' || verb === 'PUT' ? { body: {} } : {};
  return (await house.as(who, verb, addressOf(url), body)).status;
}

describe('every route', () => {
  test('names a permission that the catalog knows', () => {
    const unknown = house.app.declarations.flatMap(({ method, url, access }) =>
      typeof access === 'object' &&
      ![...PERMISSION_CATALOG.keys()].some((pair) => pair === `${access.permission} ${access.view}`)
        ? [`${method} ${url}: ${access.permission} ${access.view}`]
        : [],
    );
    expect(unknown).toEqual([]);
    expect(house.app.declarations.length).toBeGreaterThan(100);
  });

  test('tells people of the installation which permission they lack, and nobody else', async () => {
    const lacking = { permission: 'can_write', view: 'CssTemplate' };
    const refused = (who: PersonName | 'nobody') =>
      house.as(who, 'POST', '/api/v1/css_template/', { body: {} });
    expect(await refused('gamma')).toMatchObject({
      status: 403,
      body: { message: 'Forbidden', extra: lacking },
    });
    expect((await refused('nobody')).text).not.toContain('CssTemplate');
    // The same for what is there and what is not.
    const template = { template_name: 'Mine', css: '' };
    const made = await house.as('admin', 'POST', '/api/v1/css_template/', { body: template });
    expect(made.status).toBe(201);
    expect((await house.as('gamma', 'GET', '/api/v1/css_template/99999999')).body).toEqual({
      message: 'Forbidden',
      extra: { ...lacking, permission: 'can_read' },
    });
    expect((await house.as('gamma', 'GET', `/api/v1/css_template/${Object(made.body).id}`)).body).toEqual({
      message: 'Forbidden',
      extra: { ...lacking, permission: 'can_read' },
    });
  });

  test('refuses strangers unless it is public', async () => {
    const open: string[] = [];
    for (const route of house.app.declarations) {
      if (route.access === 'public' || route.method === 'HEAD') continue;
      const status = await statusFor('nobody', route);
      if (status !== (route.page ? 302 : 401)) open.push(`${route.method} ${route.url}: ${status}`);
    }
    expect(open).toEqual([]);
  });

  test.each(['gamma', 'alpha', 'analyst'] as const)(
    'refuses %s what the catalog does not give, and nothing else',
    async (who) => {
      const wrong: string[] = [];
      for (const route of house.app.declarations) {
        if (route.method === 'HEAD' || route.page || APART.has(route.url) || route.sessionOnly) continue;
        const status = await statusFor(who, route);
        const refused = status === 401 || status === 403;
        if (holds(who, route.access) ? status === 401 : !refused)
          wrong.push(`${route.method} ${route.url}: ${status}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test('lets no call end in an error of the server', async () => {
    const broken: string[] = [];
    for (const route of house.app.declarations) {
      if (route.method === 'HEAD' || APART.has(route.url)) continue;
      const status = await statusFor('admin', route);
      if (status >= 500) broken.push(`${route.method} ${route.url}: ${status}`);
    }
    expect(broken).toEqual([]);
  });
});

test('S31: a route that declares nothing does not register', async () => {
  const app = Fastify();
  guardRoutes(app, house.services);
  expect(() => app.get('/open', async () => 'data')).toThrow('GET /open declares no access');
  const config = { access: 'public' as const };
  expect(() => app.get('/untold', { config }, async () => 'data')).toThrow(
    'GET /untold does not declare what it answers',
  );
  await app.close();
});

test.each([
  [undefined, 401, 'Missing Authorization Header'],
  [
    'Basic YTpi',
    401,
    "Missing 'Bearer' type in 'Authorization' header. Expected 'Authorization: Bearer <JWT>'",
  ],
  ['Bearer', 422, "Bad Authorization header. Expected 'Authorization: Bearer <JWT>'"],
  ['Bearer x', 422, 'Not enough segments'],
])('the header %s is refused with %d and the words of clients', async (authorization, status, msg) => {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const asked = await house.as('nobody', 'GET', '/api/v1/chart/', { headers });
  const renewed = await house.as('nobody', 'POST', '/api/v1/security/refresh', { headers });
  for (const { status: told, body } of [asked, renewed])
    expect({ status: told, body }).toEqual({ status, body: { msg } });
});
