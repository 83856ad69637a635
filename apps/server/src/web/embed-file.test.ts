import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { registerPages } from './pages.ts';

let house: TestApp;
let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'chartroom-embed-'));
  await mkdir(join(dist, 'static', 'embed'), { recursive: true });
  await writeFile(join(dist, 'index.html'), '<html><head><title>x</title></head><body></body></html>');
  await writeFile(join(dist, 'static', 'embed', 'chartroom.js'), 'export {};');
  await writeFile(join(dist, 'static', 'other.js'), 'export {};');
  house = await openTestApp('sqlite', {
    routes: [(app, services) => registerPages(app, services, { dist, version: '0' })],
  });
});
afterAll(async () => {
  await house.close();
  await rm(dist, { recursive: true });
});

test('pages of other sites may load the elements, and nothing else of ours', async () => {
  const load = async (url: string) => {
    const { statusCode, headers } = await house.app.inject({
      url,
      headers: { origin: 'https://site.example' },
    });
    expect(statusCode).toBe(200);
    return {
      origin: headers['access-control-allow-origin'],
      policy: headers['cross-origin-resource-policy'],
      cookie: headers['set-cookie'],
    };
  };
  expect(await load('/static/embed/chartroom.js')).toEqual({ origin: '*', policy: 'cross-origin' });
  expect(await load('/static/other.js')).toEqual({ origin: undefined, policy: 'same-origin' });
  for (const url of ['/static/embed/%2e%2e/other.js', '/static/embed/..%2fother.js']) {
    const { statusCode, headers } = await house.app.inject({ url });
    expect([statusCode, headers['access-control-allow-origin']], url).not.toEqual([200, '*']);
  }
});
