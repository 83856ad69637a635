import { setTimeout as pause } from 'node:timers/promises';
import { chartQuestion, exploredForm, loadChartType } from '@chartroom/charts';
import { exploreApi, PAGES, readWindowLook, WINDOW_LOOK, windowLookText } from '@chartroom/model';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPageHouse } from '../testing/page-house.ts';
import type { PersonName, TestApp } from '../testing/test-app.ts';
import { makeDataset, member, memberId } from '../testing/things.ts';
import type { Asked } from './asked-before.ts';
import { OwnPictures } from './own-pictures.ts';

const SHELL =
  '<!doctype html><html><head><title>x</title><!--bootstrap--><script defer crossorigin src="/static/assets/x.js" nonce="__CSP_NONCE__"></script><link rel="stylesheet" crossorigin href="/static/assets/x.css" nonce="__CSP_NONCE__"></head><body><div id="root"></div></body></html>';
const LOOK = { width: 1440, height: 900, scale: 1.5, dark: false, digest: 'ab12' };
const PICTURE = 'data:image/png;base64,iVBORw0KGgoAAAA=';
const LIST = '/dashboard/list/';

describe('what a page looked like', () => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openPageHouse(SHELL);
  });
  afterAll(() => house.close());
  afterEach(() => {
    vi.useRealTimers();
  });

  async function open(who: PersonName | 'nobody', address: string, look: string = windowLookText(LOOK)) {
    const headers = { accept: 'text/html', cookie: `${WINDOW_LOOK}=${look}` };
    const answer = await house.as(who, 'GET', address, { headers });
    const [, key] = /<meta name="picture-key" content="([\w-]+)">/.exec(answer.text) ?? [];
    return { ...answer, key, hasPicture: answer.text.includes(PICTURE) };
  }
  /** Opens a page until it has a picture or a key: a server that has much to do gives none. */
  async function known(who: PersonName, { look, address = LIST }: { look?: string; address?: string } = {}) {
    for (let opening = 0; opening < 100; opening += 1) {
      const page = await open(who, address, look);
      if (page.key !== undefined || page.hasPicture) return page;
      await pause(250);
    }
    throw new Error('The page never had a picture or a key.');
  }
  async function handIn(
    who: PersonName | 'nobody',
    key: string,
    { picture = PICTURE, asked = [] }: { picture?: string; asked?: Asked[] } = {},
  ) {
    const answer = await house.as(who, 'PUT', `/api/v1/page_picture/${key}`, { body: { picture, asked } });
    return answer.status === 200 ? member(answer.body, 'result') : answer.status;
  }
  /** Opens a page that has no picture yet, and hands one in. */
  async function pictured(who: PersonName): Promise<void> {
    const { key = '', hasPicture } = await known(who);
    expect([hasPicture, await handIn(who, key)]).toEqual([false, true]);
    expect((await known(who)).hasPicture).toBe(true);
  }

  test('is what the next one begins with, before anything that it is not made of', async () => {
    await pictured('admin');
    const { text, headers } = await known('admin');
    expect(headers['cache-control']).toBe('no-store');
    const places = [
      'id="first-picture"',
      'id="root"',
      'id="bootstrap"',
      '"/static/assets/x.js"',
      '"/static/assets/x.css"',
    ];
    const found = places.map((place) => text.indexOf(place));
    expect(found).toEqual([...found].sort((one, other) => one - other));
    expect(found).not.toContain(-1);
    // What is done to it is kept for the page.
    expect(text).toContain('globalThis.earlyDeeds = ');
    // It is not seen in a window of another size, and nothing in the page runs or styles without the nonce of this answer.
    expect(text).toContain(
      '@media not ((width:1440px) and (height:900px) and (resolution:1.5dppx) and (prefers-color-scheme:light))',
    );
    const [, nonce] = /<style nonce="([^"]+)">/.exec(text) ?? [];
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(text).not.toMatch(/<script(?![^>]*(?:nonce=|type="application\/json"))/);
  });

  test('is of one person, one window and one state of all that it shows', async () => {
    await pictured('alpha');
    expect((await known('alpha', { look: windowLookText({ ...LOOK, digest: 'other' }) })).hasPicture).toBe(
      false,
    );
    expect((await known('gamma')).hasPicture).toBe(false);
    // What the rules for rows are made of changes what anything may show.
    await house.services.db
      .insertInto('row_rules')
      .values({
        name: 'rule',
        filter_type: 'Regular',
        clause: '1 = 1',
        created_on: '2030-01-01T00:00:00.000Z',
        changed_on: '2030-01-01T00:00:00.000Z',
      })
      .execute();
    expect((await known('alpha')).hasPicture).toBe(false);
    await pictured('alpha');
    // Last: how long ago it was made stands in the list, and changes by the second.
    const body = { dashboard_title: 'New', published: true };
    expect((await house.as('alpha', 'POST', '/api/v1/dashboard/', { body })).status).toBe(201);
    expect((await known('alpha')).hasPicture).toBe(false);
  });

  test('of Explore is that of the chart and its answer, however long ago it was made', async () => {
    const dataset = await makeDataset(house, 'aged');
    const form = { viz_type: 'table', query_mode: 'raw', all_columns: ['a'], row_limit: 10 };
    const body = {
      slice_name: 'Aged',
      viz_type: 'table',
      params: JSON.stringify({ ...form, datasource: `${dataset}__table` }),
      datasource_id: dataset,
      datasource_type: 'table',
    };
    const chart = memberId((await house.as('admin', 'POST', '/api/v1/chart/', { body })).body);
    const address = `/explore/?slice_id=${chart}`;
    // What was asked for a dashboard is another question.
    const warm = { body: { chart_id: chart } };
    expect((await house.as('admin', 'PUT', '/api/v1/chart/warm_up_cache', warm)).status).toBe(200);
    expect((await open('admin', address)).key).toBeUndefined();
    // The page asks what its panel says.
    const { body: opened } = await house.as('admin', 'GET', `/api/v1${address}`);
    const type = await loadChartType('table');
    if (!type) throw new Error('There is no such type.');
    const question = chartQuestion(type, exploredForm(type, exploreApi.open.answer.parse(opened).result), {});
    const asked = { body: question };
    expect((await house.as('admin', 'POST', '/api/v1/chart/data', asked)).status).toBe(200);
    const { key } = await known('admin', { address });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 });
    const later = await known('admin', { address });
    expect(later.text).toContain('minutes ago');
    expect([key, later.key]).toEqual([expect.any(String), key]);
  });

  test('of a page that somebody arranges is that of the answers to all that it has asked for', async () => {
    const address = '/superset/welcome/';
    const asked = [{ address: '/api/v1/dashboard/?q=(page_size:5)', size: 100 }];
    const first = await known('admin', { address });
    expect(first.text).not.toContain(asked[0]?.address);
    // What it looks by is not told by its key.
    expect(await handIn('admin', first.key ?? '', { asked })).toBe(false);
    const second = await known('admin', { address });
    expect(second.text).toContain(`"${asked[0]?.address}":`);
    expect(second.key).not.toBe(first.key);
    expect(await handIn('admin', second.key ?? '', { asked: [] })).toBe(true);
    expect((await known('admin', { address })).hasPicture).toBe(true);
    // Others have asked for nothing yet, and have no picture.
    const others = await known('alpha', { address });
    expect([others.hasPicture, others.text.includes(asked[0]?.address ?? '')]).toEqual([false, false]);
    // What the answers say is what it looks like.
    const body = { dashboard_title: 'Newer', published: true };
    expect((await house.as('admin', 'POST', '/api/v1/dashboard/', { body })).status).toBe(201);
    expect((await known('admin', { address })).hasPicture).toBe(false);
  });

  test('is handed in under keys that whoever does so was given, once', async () => {
    const { key = '' } = await known('gamma');
    expect(await handIn('nobody', key)).toBe(401);
    expect(await handIn('alpha', key)).toBe(false);
    expect(await handIn('gamma', 'unknown')).toBe(false);
    for (const picture of ['data:image/svg+xml,<svg>', `${PICTURE}"><b>`, 'https://example.org/x.png'])
      expect(await handIn('gamma', key, { picture }), picture).toBe(400);
    expect(await handIn('gamma', key)).toBe(true);
    expect(await handIn('gamma', key)).toBe(false);
  });

  test('is not asked for where the page says more, nobody is signed in, or the window is not known', async () => {
    expect((await open('admin', `${LIST}?pageIndex=1`)).key).toBeUndefined();
    expect((await open('nobody', LIST)).key).toBeUndefined();
    expect((await open('admin', '/savedqueryview/list/')).key).toBeUndefined();
    for (const look of ['', '1440-900', '99999-900-1-0-ab', '1440-900-1-0-"><b>', '0-0-0-0-0'])
      expect((await open('admin', LIST, encodeURIComponent(look))).key, look).toBeUndefined();
  });
});

test('a look is read as it was written', () => {
  expect(readWindowLook(windowLookText(LOOK))).toEqual(LOOK);
  expect(readWindowLook(windowLookText({ ...LOOK, scale: 1.100000023841858 }))?.scale).toBe(1.1);
});

test('pictures are bounded: those that nobody asked for the longest make room', () => {
  const pictures = new OwnPictures();
  const large = 'x'.repeat(1_000_000);
  const wanted = { person: 1, page: PAGES.charts, place: '' };
  for (let at = 0; at < 40; at += 1) {
    pictures.find(String(at), wanted);
    expect(pictures.keep(String(at), 1, large)).toBe(true);
  }
  expect(pictures.find('0', wanted)).toBeUndefined();
  expect(pictures.find('39', wanted)).toBe(large);
});
