import { setTimeout as pause } from 'node:timers/promises';
import { BOARD_PLACE, type BoardPlace, boardPlaceText, readBoardPlace } from '@chartroom/model';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { askDashboard } from '../drawings/board-picture.ts';
import { openPageHouse } from '../testing/page-house.ts';
import type { PersonName, TestApp } from '../testing/test-app.ts';
import { grant, member, memberId, openDataset } from '../testing/things.ts';

const SHELL =
  '<!doctype html><html><head><title>x</title><!--bootstrap--><script defer crossorigin src="/static/assets/x.js" nonce="__CSP_NONCE__"></script></head><body></body></html>';
const PLACE: BoardPlace = {
  x: 0,
  y: 48,
  width: 800,
  height: 600,
  isNarrow: false,
  dark: false,
  language: 'en',
};
/** Openings of a page until a picture that is drawn after the first one must be there, and milliseconds between them. */
const [OPENINGS, BETWEEN] = [100, 250];

describe('the picture that a dashboard comes with', () => {
  let house: TestApp;
  let dataset: number;
  let board: number;
  beforeAll(async () => {
    house = await openPageHouse(SHELL);
    const sql = "select 'northern' as town union all select 'southern'";
    const body = { database: house.uploads, table_name: 'towns', sql };
    dataset = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
    board = await boardOf('first', {});
    await openDataset(house, dataset, 'Gamma');
    await openDataset(house, dataset, 'sql_lab');
  });
  afterAll(() => house.close());

  async function boardOf(slug: string, more: object, asked: object = {}): Promise<number> {
    const form = { query_mode: 'raw', all_columns: ['town'], viz_type: 'table' };
    const params = JSON.stringify({ ...form, ...asked });
    const chart = {
      slice_name: slug,
      viz_type: 'table',
      datasource_id: dataset,
      datasource_type: 'table',
      params,
    };
    const chartId = memberId((await house.as('admin', 'POST', '/api/v1/chart/', { body: chart })).body);
    const meta = { chartId, sliceName: slug, width: 4, height: 50 };
    const position = {
      ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
      GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW'], parents: ['ROOT_ID'] },
      ROW: { type: 'ROW', id: 'ROW', children: ['CHART'], parents: ['ROOT_ID', 'GRID_ID'], meta: {} },
      CHART: { type: 'CHART', id: 'CHART', children: [], parents: ['ROOT_ID', 'GRID_ID', 'ROW'], meta },
    };
    const body = {
      dashboard_title: slug,
      slug,
      published: true,
      position_json: JSON.stringify(position),
      ...more,
    };
    const id = memberId((await house.as('admin', 'POST', '/api/v1/dashboard/', { body })).body);
    await house.as('admin', 'PUT', `/api/v1/chart/${chartId}`, { body: { dashboards: [id] } });
    return id;
  }

  async function open(who: PersonName | 'nobody', address: string, cookie = boardPlaceText(PLACE)) {
    const headers = { accept: 'text/html', cookie: `${BOARD_PLACE}=${cookie}` };
    const answer = await house.as(who, 'GET', address, { headers });
    const [, source] =
      /<img id="first-picture"[^>]* src="data:image\/svg\+xml,([^"]*)"/.exec(answer.text) ?? [];
    return { ...answer, picture: source === undefined ? undefined : decodeURIComponent(source) };
  }
  /** Asks the charts of a board as its page does: the answers are kept. */
  async function ask(who: PersonName, id: number): Promise<void> {
    const caller = await house.services.callers.byId(house.ids[who]);
    if (!caller) throw new Error('there is such a person');
    const act = { services: house.services, caller, signal: AbortSignal.timeout(30_000) };
    const state = { masks: {}, tabs: [] };
    const wanted = { id, width: PLACE.width, state, hasHead: false, formats: ['svg' as const], dark: false };
    await askDashboard(wanted, 'both', act);
  }
  /** Opens a page until it has a picture. */
  async function picture(who: PersonName, address: string, cookie?: string): Promise<string> {
    for (let opening = 0; opening < OPENINGS; opening += 1) {
      const { picture: found } = await open(who, address, cookie);
      if (found !== undefined) return found;
      await pause(BETWEEN);
    }
    throw new Error(`${address} never came with a picture.`);
  }
  /** Opens a page several times, in which a picture that is drawn late would be there. */
  async function never(who: PersonName | 'nobody', address: string, cookie?: string): Promise<void> {
    for (let opening = 0; opening < 3; opening += 1) {
      expect((await open(who, address, cookie)).picture, `${who} at ${address}`).toBeUndefined();
      await pause(BETWEEN);
    }
  }

  test('is of the answers that are kept for whoever opens it, and on no page that a cache may keep', async () => {
    const address = '/superset/dashboard/first/';
    expect((await open('admin', address)).picture).toBeUndefined();
    // What its scripts will ask, the page has asked ahead of them.
    expect(await picture('admin', address)).toMatch(/northern.*southern/s);
    const page = await open('admin', address);
    expect(page.headers['cache-control']).toBe('no-store');
    // Its scripts begin when the picture has been painted, and none is there without the nonce of this answer.
    expect(page.text).not.toContain('src="/static/assets/x.js"');
    const [, nonce] =
      /<script type="module" nonce="([^"]+)">[^<]*"\/static\/assets\/x\.js"/.exec(page.text) ?? [];
    expect(page.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`);
    expect(page.text).not.toMatch(/<script(?![^>]*(?:nonce=|type="application\/json"))/);
  });

  test('is drawn by the rules for whoever looks: who shares a dashboard does not share its picture', async () => {
    const address = '/superset/dashboard/first/';
    await grant(house, 'Gamma', 'can_read', 'Dashboard');
    const role = await house.services.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Gamma')
      .executeTakeFirstOrThrow();
    const body = {
      name: 'towns',
      filter_type: 'Regular',
      tables: [dataset],
      roles: [role.id],
      clause: "town = 'southern'",
    };
    expect((await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body })).status).toBe(201);
    // Nothing was asked by the rule yet, whatever others have been given.
    expect((await open('gamma', address)).picture).toBeUndefined();
    const seen = await picture('gamma', address);
    expect(seen).toContain('southern');
    expect(seen).not.toContain('northern');
    expect(await picture('admin', address)).toContain('northern');
  });

  test('is nobody’s who may not open the dashboard or has not signed in', async () => {
    const closed = await boardOf('closed', { published: false });
    await ask('admin', closed);
    await picture('admin', '/superset/dashboard/closed/');
    await never('gamma', '/superset/dashboard/closed/');
    await never('nobody', '/superset/dashboard/closed/');
    await never('nobody', '/superset/dashboard/first/');
  });

  test('asks nothing of a board without it: for who may not open it, nor where an address says more', async () => {
    await boardOf('fewer', {}, { row_limit: 1 });
    const run = vi.spyOn(await house.services.data(), 'chartData');
    try {
      await never('nobody', '/superset/dashboard/first/');
      await never('gamma', '/superset/dashboard/closed/');
      await never('admin', '/superset/dashboard/first/?force=true');
      expect(run).not.toHaveBeenCalled();
      await open('admin', '/superset/dashboard/fewer/');
      await expect.poll(() => run.mock.calls.length).toBe(1);
    } finally {
      run.mockRestore();
    }
  });

  test('is not in frames of other sites, whose guests have nothing but a token', async () => {
    const made = await house.as('admin', 'POST', `/api/v1/dashboard/${board}/embedded`, {
      body: { allowed_domains: [] },
    });
    const uuid = String(member(made.body, 'result', 'uuid'));
    await never('nobody', `/embedded/${uuid}`);
    await never('admin', `/embedded/${uuid}`);
  });

  test('is not there where an address, the author’s rules or an unreadable place want another', async () => {
    await never('admin', '/superset/dashboard/first/?native_filters_key=x');
    const styled = await boardOf('styled', { css: '.header { display: none }' });
    await ask('admin', styled);
    await never('admin', '/superset/dashboard/styled/');
    for (const place of [
      '',
      '1.2.3',
      '0.48.800.600.0.0.en"><b>',
      '-1.48.800.600.0.0.en',
      '0.48.99999.600.0.0.en',
    ])
      await never('admin', '/superset/dashboard/first/', encodeURIComponent(place));
  });

  test('is light or dark, and as wide, as the page was the last time', async () => {
    const dark = await picture(
      'admin',
      '/superset/dashboard/first/',
      boardPlaceText({ ...PLACE, width: 390, isNarrow: true, dark: true }),
    );
    expect(dark).toMatch(/^<svg [^>]*width="390"/);
    expect(dark).toContain('#181d23');
  });

  test('has its charts on whole pixels, as pages have', async () => {
    const wide = await picture(
      'admin',
      '/superset/dashboard/first/',
      boardPlaceText({ ...PLACE, width: 801 }),
    );
    const [, x, width] = /<rect x="([^"]+)" y="[^"]+" width="([^"]+)"[^>]* stroke=/.exec(wide) ?? [];
    // A line of one pixel lies in the middle of it. (801 + 16) / 12 columns are no whole number.
    expect([Number(x) % 1, Number(width) % 1]).toEqual([0.5, 0]);
  });
});

test('a place is read as it was written', () => {
  expect(readBoardPlace(boardPlaceText(PLACE))).toEqual(PLACE);
  expect(readBoardPlace('0.48.800.600.2.0.en')).toBeUndefined();
});
