import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionHeaders } from '../../safety/sweep/session-headers.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';

let house: TestApp;
beforeAll(async () => {
  house = await openTestApp('sqlite');
});
afterAll(() => house.close());

test('the page of the API shows every call, under a policy that lets its own script run and no other', async () => {
  const headers = await sessionHeaders(house, house.ids.gamma);
  const page = await house.app.inject({ method: 'GET', url: '/swagger/v1', headers });
  expect(page.statusCode).toBe(200);
  const [, nonce] =
    /script-src 'self' 'nonce-([^']+)'/.exec(String(page.headers['content-security-policy'])) ?? [];
  expect(page.body).toContain(`<script nonce="${nonce}">`);
  expect(page.body).not.toMatch(/https?:\/\//);
  const calls = [...page.body.matchAll(/data-call="([^"]+)"/g)].map(([, call]) => call);
  const declared = house.app.declarations.filter(
    ({ method, url }) => url.startsWith('/api/v1/') && !url.includes('*') && method !== 'HEAD',
  );
  expect(calls.sort()).toEqual(
    declared.map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
  );
});

test('its token is the one of the session, so that what is tried is let through', async () => {
  const headers = await sessionHeaders(house, house.ids.gamma);
  const page = await house.app.inject({
    method: 'GET',
    url: '/swagger/v1',
    headers: { cookie: String(headers.cookie) },
  });
  const [, token = ''] = /name="csrf-token" content="([^"]+)"/.exec(page.body) ?? [];
  const send = (csrf: string) =>
    house.app.inject({
      method: 'POST',
      url: '/api/v1/dashboard/',
      headers: { cookie: String(headers.cookie), 'x-csrftoken': csrf },
      payload: { dashboard_title: 'Tried' },
    });
  expect((await send('none')).statusCode).toBe(400);
  expect((await send(token)).statusCode).toBe(201);
});

test('strangers are sent to sign in, and who lacks the permission is refused', async () => {
  const stranger = await house.app.inject({ method: 'GET', url: '/swagger/v1' });
  expect([stranger.statusCode, stranger.headers.location]).toEqual([302, '/login/?next=%2Fswagger%2Fv1']);
  const row = await house.services.db
    .selectFrom('user_roles')
    .select('role_id')
    .where('user_id', '=', house.ids.other)
    .executeTakeFirstOrThrow();
  await house.services.db
    .deleteFrom('user_roles')
    .where('user_id', '=', house.ids.other)
    .where('role_id', '=', row.role_id)
    .execute();
  house.services.callers.forget();
  const refused = await house.app.inject({
    method: 'GET',
    url: '/swagger/v1',
    headers: await sessionHeaders(house, house.ids.other),
  });
  expect(refused.statusCode).toBe(403);
});
