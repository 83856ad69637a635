import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member } from '../../testing/things.ts';
import { registerPages } from '../../web/pages.ts';

const LIST = '/api/v1/dynamic_plugin/';
const SHELL = '<html><head><title>Chartroom</title><!--bootstrap--></head><body></body></html>';
const DOTS = { name: 'Dots', key: 'dots', bundle_url: 'https://charts.example.org/dots.js?v=1' };

describe.each(RECORD_KINDS)('chart types by their addresses on %s', (kind) => {
  let house: TestApp;
  let dist: string;
  let dots: number;
  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'chartroom-pages-'));
    await mkdir(join(dist, 'static'));
    await writeFile(join(dist, 'index.html'), SHELL);
    house = await openTestApp(kind, {
      settings: { CHARTROOM_DYNAMIC_PLUGINS: 'true' },
      routes: [(app, services) => registerPages(app, services, { dist, version: '0' })],
    });
    const made = await house.as('admin', 'POST', LIST, { body: DOTS });
    expect(made).toMatchObject({ status: 201, body: { result: DOTS } });
    dots = Number(member(made.body, 'id'));
  });
  afterAll(async () => {
    await house?.close();
    await rm(dist, { recursive: true });
  });

  test('are for administrators to add and change, and for all to know', async () => {
    expect((await house.as('nobody', 'GET', LIST)).status).toBe(401);
    expect((await house.as('gamma', 'GET', LIST)).body).toMatchObject({ count: 1, result: [DOTS] });
    const body = { ...DOTS, name: 'More' };
    for (const who of ['alpha', 'gamma'] as const) {
      expect((await house.as(who, 'POST', LIST, { body })).status).toBe(403);
      expect((await house.as(who, 'PUT', `${LIST}${dots}`, { body })).status).toBe(403);
      expect((await house.as(who, 'DELETE', `${LIST}${dots}`)).status).toBe(403);
    }
    expect((await house.as('admin', 'PUT', `${LIST}${dots}`, { body: { name: 'Dots' } })).status).toBe(200);
  });

  test.each([
    [{ key: 'pie' }, 'key', 422],
    [{ key: 'dots' }, 'key', 422],
    [{ key: '../dots' }, 'key', 400],
    [{ name: 'Dots', key: 'other' }, 'name', 422],
    [{ bundle_url: DOTS.bundle_url }, 'bundle_url', 422],
    [{ bundle_url: '/static/dots.js' }, 'bundle_url', 400],
    [{ bundle_url: 'javascript:alert(1)' }, 'bundle_url', 400],
    [{ bundle_url: "https://a.example/; script-src 'unsafe-eval'" }, 'bundle_url', 400],
    [{ bundle_url: 'https://me:secret@a.example/dots.js' }, 'bundle_url', 400],
  ])('refuses %j and says which field is wrong', async (wrong, field, status) => {
    const body = { name: 'New', key: 'new', bundle_url: 'https://b.example/new.js', ...wrong };
    const answer = await house.as('admin', 'POST', LIST, { body });
    expect([answer.status, Object.keys(Object(member(answer.body, 'message')))]).toEqual([status, [field]]);
  });

  test('pages are told of them, and may run scripts from there and from nowhere else besides', async () => {
    const page = await house.app.inject({ method: 'GET', url: '/login/' });
    const scripts = /script-src ([^;]*)/.exec(String(page.headers['content-security-policy']))?.[1];
    expect(scripts).toMatch(/^'self' 'nonce-[^']+' https:\/\/charts\.example\.org$/);
    expect(page.body).toContain('"bundle_url":"https://charts.example.org/dots.js?v=1"');
  });

  test('older clients find them too', async () => {
    const cookie = await house.services.sessions.begin({ id: house.ids.gamma, stamp: 0 });
    const headers = { cookie: `session=${cookie}`, accept: 'application/json' };
    const answer = await house.app.inject({ method: 'GET', url: '/dynamic-plugins/api/read', headers });
    expect(answer.json()).toEqual({ result: [{ id: dots, ...DOTS }] });
  });
});

test('without the setting there are none', async () => {
  const house = await openTestApp('sqlite');
  expect((await house.as('admin', 'GET', LIST)).status).toBe(404);
  await house.close();
});
