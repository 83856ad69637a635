import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGES } from '@chartroom/model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alreadyHere, confirmation } from '../resources/registrations/letters.ts';
import { furnish, type SmallWorld } from '../safety/sweep/small-world.ts';
import { sendForm } from '../testing/form-calls.ts';
import { type Answer, openTestApp, type PersonName, type TestApp } from '../testing/test-app.ts';
import { registerPages } from './pages.ts';

const SHELL = '<html><head><title>Chartroom</title><!--bootstrap--></head><body></body></html>';
const SETTINGS = {
  CHARTROOM_AUTH_USER_REGISTRATION: 'true',
  CHARTROOM_AUTH_USER_REGISTRATION_ROLE: 'Gamma',
  CHARTROOM_EMBEDDED_SUPERSET: 'true',
  CHARTROOM_THUMBNAILS: 'true',
  CHARTROOM_BASE_URL: 'http://localhost:80',
};

/** What has to be among the addresses that are followed, or too little was asked. */
const HANDED_OUT = [
  '/chart/edit/N',
  '/explore/?datasource_type=table&datasource_id=N',
  '/explore/?slice_id=N',
  '/sqllab/p/KEY/',
  '/sqllab?savedQueryId=N',
  '/superset/dashboard/board/',
  '/superset/dashboard/p/KEY/',
  '/superset/explore/p/KEY/',
  '/tablemodelview/edit/N',
  '/tablemodelview/list/',
];

describe('addresses', () => {
  let dist: string;
  let house: TestApp;
  let world: SmallWorld;
  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'chartroom-pages-'));
    await mkdir(join(dist, 'static'));
    await writeFile(join(dist, 'index.html'), SHELL);
    house = await openTestApp('sqlite', {
      settings: SETTINGS,
      routes: [(app, services) => registerPages(app, services, { dist, version: '0' })],
    });
    world = await furnish(house);
  });
  afterAll(async () => {
    await house?.close();
    await rm(dist, { recursive: true });
  });

  const idOf = (noun: string) => Number(world.address(`/api/v1/${noun}/:pk`).split('/').at(-1));
  /** Follows an address as far as it leads: the status at its end, and the title there. */
  const endOf = async (address: string, who: PersonName = 'admin', steps = 3): Promise<string> => {
    const answer = await house.as(who, 'GET', address);
    const next = answer.headers.location;
    if (answer.status === 302 && steps > 0 && next !== undefined) return endOf(next, who, steps - 1);
    return `${answer.status} ${/<title>(.*)<\/title>/.exec(answer.text)?.[1] ?? answer.text}`;
  };

  /** What every call that reads answers, and those that make links. */
  const allAnswers = async (): Promise<Answer[]> => {
    const made: Answer[] = [];
    const post = async (url: string, body: object) =>
      made.push(await house.as('admin', 'POST', world.address(url), { body }));
    await post('/api/v1/dashboard/:pk/permalink', { dataMask: {} });
    await post('/api/v1/sqllab/permalink', { dbId: house.uploads, name: 'x', sql: 'select 1' });
    const opened = { source: 'dashboard', source_id: idOf('dashboard') };
    const events = JSON.stringify([{ event_name: 'mount_dashboard', ...opened }]);
    await post('/superset/log/', { events });
    const datasource = `${idOf('dataset')}__table`;
    await post('/api/v1/explore/permalink', { formData: { datasource }, urlParams: [] });
    const tagged = [
      ['dashboard', idOf('dashboard')],
      ['query', idOf('saved_query')],
    ];
    await post('/api/v1/tag/', { name: 'blue', objects_to_tag: tagged });
    made.push(await sendForm(house, '/api/v1/files/', { file: { name: 'few.csv', content: 'a,b\n1,2\n' } }));
    const reads = house.app.declarations.filter(
      ({ method, url, page, answer }) =>
        method === 'GET' && !page && typeof answer.schema !== 'string' && !url.includes('_openapi'),
    );
    for (const { url } of reads) made.push(await house.as('admin', 'GET', world.address(url)));
    return made;
  };

  test('that the API hands out lead to a screen', async () => {
    const found = new Set<string>();
    for (const { body } of await allAnswers()) for (const each of addressesIn(body)) found.add(each);
    for (const address of found) expect(await endOf(address), address).toMatch(/^200 .+ · Chartroom$/);
    expect([...new Set([...found].map(patternOf))]).toEqual(expect.arrayContaining(HANDED_OUT));
  });

  test('of the menu lead to a screen, for everybody to whom it shows them', async () => {
    for (const who of ['admin', 'alpha', 'gamma', 'analyst'] as const) {
      const menu = await house.as(who, 'GET', '/api/v1/menu/');
      const urls = addressesIn(menu.body);
      expect(urls.length).toBeGreaterThan(3);
      for (const url of urls) {
        const end = await endOf(url, who);
        // The contract shows everybody the action log, which administrators alone may read.
        if (url === '/actionlog/list' && who !== 'admin') expect(end).toBe('403 Action Log · Chartroom');
        else expect(end, `${url} for ${who}`).toMatch(/^200 .+ · Chartroom$/);
      }
    }
  });

  test('in letters lead to a screen', async () => {
    const { config } = house.services;
    const person = { email: 'ada@example.org', username: 'ada' };
    const letters = [confirmation(config, person, 'abc'), alreadyHere(config, person.email, 'ada')];
    const links = letters.flatMap(({ text }) => text.match(/http:\/\/localhost:80\/[\w/-]+/g) ?? []);
    expect(await Promise.all(links.map((link) => endOf(link)))).toEqual([
      '200 Confirm your account · Chartroom',
      '200 Sign in · Chartroom',
    ]);
  });

  test('of old lead to a screen', async () => {
    const dataset = idOf('dataset');
    expect(await endOf(`/tablemodelview/edit/${dataset}`)).toBe('200 Explore · Chartroom');
    expect(await endOf(`/dataset/${dataset}`)).toBe('200 Dataset · Chartroom');
    expect(await endOf('/dataset/add/')).toBe('200 New dataset · Chartroom');
    expect(await endOf('/superset/sqllab/history/')).toBe('200 Query History · Chartroom');
    expect(await endOf('/')).toBe('200 Home · Chartroom');
  });

  test('at which there is nothing, and pages that somebody may not open, say so', async () => {
    expect(await endOf('/nowhere/')).toBe('404 Page not found · Chartroom');
    expect(await endOf('/users/', 'gamma')).toBe('403 List Users · Chartroom');
    expect(await endOf('/sqllab/', 'gamma')).toBe('403 SQL Lab · Chartroom');
    expect(await endOf('/sqllab/', 'analyst')).toBe('200 SQL Lab · Chartroom');
    const stranger = await house.as('nobody', 'GET', '/users/');
    expect(stranger.headers.location).toBe('/login/?next=%2Fusers%2F');
  });
});

test('what pages preload is there', () => {
  const screens = join(import.meta.dirname, '../../../web/src/screens');
  for (const { preload = [] } of Object.values(PAGES))
    for (const path of preload)
      if (path.endsWith('-screen.tsx')) expect(existsSync(join(screens, path)), path).toBe(true);
});

/** Addresses of pages in an answer: paths of this installation, other than those of calls and files. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const path = value.replace(/^http:\/\/localhost(:80)?(?=\/)/, '');
    return /^\/[a-z]/.test(path) && !/^\/(api|static|tmp)\//.test(path) ? [path] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(addressesIn);
}

/** An address without what is another one each time. */
function patternOf(address: string): string {
  return address.replace(/\/p\/[^/]+/, '/p/KEY').replaceAll(/\d+/g, 'N');
}
