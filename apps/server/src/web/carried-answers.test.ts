import { callAddress, callsBehind, firstCalls, PAGES } from '@chartroom/model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openPageHouse } from '../testing/page-house.ts';
import type { PersonName, TestApp } from '../testing/test-app.ts';

const SHELL = '<!doctype html><html><head><title>x</title><!--bootstrap--></head><body></body></html>';

describe('answers that pages bring along', () => {
  let house: TestApp;
  let board: number;

  beforeAll(async () => {
    house = await openPageHouse(SHELL);
    const body = { dashboard_title: 'Tide </script><b>', slug: 'tide', published: false };
    const made = await house.as('admin', 'POST', '/api/v1/dashboard/', { body });
    board = z.object({ id: z.number() }).parse(made.body).id;
  });
  afterAll(() => house.close());

  /** What the page at an address brings, by the addresses of the calls. */
  async function carried(who: PersonName | 'nobody', address: string): Promise<Record<string, string>> {
    const { text } = await house.as(who, 'GET', address, { headers: { accept: 'text/html' } });
    const block = /<script id="carried" type="application\/json">(.*?)<\/script>/.exec(text)?.[1];
    return block === undefined ? {} : JSON.parse(block);
  }

  test('are those that the calls themselves give', async () => {
    const found = await carried('admin', `/superset/dashboard/${board}/`);
    const wanted = firstCalls(PAGES.dashboard, { idOrSlug: String(board) }, new URLSearchParams());
    const stars = callsBehind(PAGES.dashboard, `/api/v1/dashboard/${board}`, { result: { id: board } });
    expect(stars).toHaveLength(1);
    expect(Object.keys(found).sort()).toEqual([...wanted, ...stars].sort());
    for (const [address, text] of Object.entries(found))
      expect(JSON.parse(text), address).toEqual((await house.as('admin', 'GET', address)).body);
  });

  test('are those of the name in the address, and do not end the element that they stand in', async () => {
    const found = await carried('admin', '/superset/dashboard/tide/');
    expect(found['/api/v1/dashboard/tide']).toContain('Tide </script><b>');
  });

  test('are never those of what somebody may not read', async () => {
    expect(Object.keys(await carried('gamma', `/superset/dashboard/${board}/`))).toEqual([]);
    expect(await carried('nobody', `/superset/dashboard/${board}/`)).toEqual({});
    const [list = ''] = firstCalls(PAGES.dashboards, {}, new URLSearchParams());
    const { [list]: seen = '' } = await carried('gamma', '/dashboard/list/');
    expect(JSON.parse(seen)).toMatchObject({ count: 0, result: [] });
    const { [list]: all = '' } = await carried('admin', '/dashboard/list/');
    expect(JSON.parse(all)).toMatchObject({ count: 1 });
  });

  test('are on no page that a cache may keep', async () => {
    const { headers } = await house.as('admin', 'GET', '/dashboard/list/', {
      headers: { accept: 'text/html' },
    });
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('calls that a page makes at once', () => {
  test('a dashboard with filters in its address does not ask for those that were left', () => {
    const calls = firstCalls(
      PAGES.dashboard,
      { idOrSlug: 'a b' },
      new URLSearchParams({ native_filters_key: 'x' }),
    );
    expect(calls).toEqual([
      '/api/v1/dashboard/a%20b',
      '/api/v1/dashboard/a%20b/charts',
      '/api/v1/dashboard/a%20b/datasets?whole=true',
    ]);
  });

  test('a list with something chosen in its address is asked by its screen', () => {
    expect(firstCalls(PAGES.charts, {}, new URLSearchParams('pageIndex=2'))).toEqual([]);
    expect(firstCalls(PAGES.charts, {}, new URLSearchParams())).toHaveLength(1);
  });

  test('what an answer names is asked for after it', () => {
    const stars = (kind: string) => [callAddress(`/api/v1/${kind}/favorite_status/`, { q: '!(7)' })];
    expect(callsBehind(PAGES.charts, '/api/v1/chart/', { ids: [7] })).toEqual(stars('chart'));
    expect(callsBehind(PAGES.dashboards, '/api/v1/dashboard/', { ids: [7] })).toEqual(stars('dashboard'));
    expect(callsBehind(PAGES.charts, '/api/v1/chart/', { ids: [] })).toEqual([]);
    expect(callsBehind(PAGES.dashboard, '/api/v1/dashboard/7/charts', { result: [] })).toEqual([]);
    const opened = { result: { slice: { slice_id: 7 } } };
    expect(callsBehind(PAGES.explore, '/api/v1/explore/', opened)).toEqual(stars('chart'));
    expect(callsBehind(PAGES.explore, '/api/v1/explore/', { result: { slice: null } })).toEqual([]);
    expect(
      callsBehind(PAGES.sqlLab, '/api/v1/sqllab/', { result: { active_tab: { database_id: 1 } } }),
    ).toEqual(['/api/v1/database/1/function_names/']);
    expect(callsBehind(PAGES.users, '/api/v1/security/users/', { ids: [7] })).toEqual([]);
  });

  test('Explore asks by what its address says', () => {
    expect(firstCalls(PAGES.explore, {}, new URLSearchParams('datasource=5__table&x=1'))).toEqual([
      callAddress('/api/v1/explore/', { datasource_id: '5', datasource_type: 'table' }),
    ]);
    expect(firstCalls(PAGES.users, {}, new URLSearchParams())).toEqual([]);
  });
});
