import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../../testing/test-app.ts';
import { makeBoard, member, memberId } from '../../../testing/things.ts';

describe.each(RECORD_KINDS)('views of dashboards on %s', (kind) => {
  let house: TestApp;
  let board: number;
  beforeAll(async () => {
    house = await openTestApp(kind);
    board = await makeBoard(house, 'Board', `views-${kind}`);
    await house.as('admin', 'PUT', `/api/v1/dashboard/${board}`, { body: { published: true } });
  });
  afterAll(() => house.close());

  const call = (
    who: PersonName | 'nobody',
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ) => house.as(who, method, `/api/v1/dashboard/${board}/views/${path}`, body === undefined ? {} : { body });
  const state = (value: string) => ({
    dataMask: { 'NATIVE_FILTER-1': { filterState: { value: [value] } } },
    activeTabs: ['TAB-1'],
  });
  const listed = async (who: PersonName) => (await call(who, 'GET', '')).body;

  test('everybody has a last state of their own', async () => {
    expect(await listed('admin')).toEqual({ last: null, result: [] });
    for (const value of ['a', 'b'])
      expect((await call('admin', 'PUT', 'last', { state: state(value) })).status).toBe(200);
    await call('alpha', 'PUT', 'last', { state: state('c') });
    expect(member(await listed('admin'), 'last')).toEqual(state('b'));
    expect(member(await listed('alpha'), 'last')).toEqual(state('c'));
    await call('admin', 'DELETE', 'last');
    expect(member(await listed('admin'), 'last')).toBeNull();
    expect(member(await listed('alpha'), 'last')).toEqual(state('c'));
  });

  test('a view is its maker’s, until it is shared; others read it then, and leave it as it is', async () => {
    const made = await call('alpha', 'POST', '', { name: 'Mine', state: state('x') });
    expect(made.status).toBe(201);
    const id = memberId(made.body);
    expect(member(await listed('alpha'), 'result')).toMatchObject([
      { id, name: 'Mine', is_shared: false, is_own: true, state: state('x') },
    ]);
    expect(member(await listed('admin'), 'result')).toEqual([]);
    expect((await call('admin', 'PUT', String(id), { name: 'Taken' })).status).toBe(404);
    await call('alpha', 'PUT', String(id), { is_shared: true, name: 'Ours' });
    expect(member(await listed('admin'), 'result')).toMatchObject([{ name: 'Ours', is_own: false }]);
    for (const method of ['PUT', 'DELETE'] as const)
      expect(
        (await call('admin', method, String(id), method === 'PUT' ? { name: 'Taken' } : undefined)).status,
      ).toBe(403);
    expect((await call('alpha', 'DELETE', String(id))).status).toBe(200);
    expect(member(await listed('admin'), 'result')).toEqual([]);
  });

  test('they are for people who may open the dashboard; junk is named', async () => {
    const draft = memberId(
      (await house.as('admin', 'POST', '/api/v1/dashboard/', { body: { dashboard_title: 'Draft' } })).body,
    );
    const path = `/api/v1/dashboard/${draft}/views/`;
    expect((await house.as('alpha', 'GET', path)).status).toBe(404);
    expect((await house.as('nobody', 'GET', path)).status).toBe(401);
    for (const id of ['0', 'x', '999', '9'.repeat(30)])
      expect((await call('admin', 'DELETE', id)).status).toBe(404);
    expect((await call('admin', 'POST', '', { name: '', state: state('x') })).status).toBe(400);
    expect((await call('admin', 'POST', '', { name: 'x', state: { dataMask: [] } })).status).toBe(400);
    const long = { dataMask: { long: 'x'.repeat(300_000) }, activeTabs: [] };
    expect((await call('admin', 'PUT', 'last', { state: long })).status).toBe(422);
  });
});
