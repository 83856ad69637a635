import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeChart, makeDataset, member, memberId } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('dashboards on %s', (kind) => {
  let house: TestApp;
  let chart: number;
  beforeAll(async () => {
    house = await openTestApp(kind);
    chart = await makeChart(house, await makeDataset(house, 'numbers'), 'bars');
  });
  afterAll(() => house.close());

  const make = async (body: Record<string, unknown>, who: 'admin' | 'alpha' | 'gamma' = 'admin') => {
    const answer = await house.as(who, 'POST', '/api/v1/dashboard/', { body });
    expect(answer.status).toBe(201);
    return memberId(answer.body);
  };
  const read = (key: number | string, who: 'admin' | 'alpha' | 'gamma' | 'other' | 'nobody' = 'admin') =>
    house.as(who, 'GET', `/api/v1/dashboard/${key}`);
  const layout = () => ({
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['TABS-1'] },
    'TABS-1': { type: 'TABS', id: 'TABS-1', children: ['TAB-1', 'TAB-2'], parents: ['ROOT_ID'] },
    'TAB-1': {
      type: 'TAB',
      id: 'TAB-1',
      children: ['CHART-1'],
      parents: ['ROOT_ID', 'TABS-1'],
      meta: { text: 'First' },
    },
    'TAB-2': {
      type: 'TAB',
      id: 'TAB-2',
      children: [],
      parents: ['ROOT_ID', 'TABS-1'],
      meta: { text: 'Second' },
    },
    'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId: chart, width: 4, height: 50 } },
  });

  test('strangers are asked who they are, people without the permission are refused, junk is named', async () => {
    expect((await house.as('nobody', 'GET', '/api/v1/dashboard/')).status).toBe(401);
    const draft = await make({ dashboard_title: 'mine' });
    expect((await read(draft, 'gamma')).status).toBe(404);
    expect((await house.as('gamma', 'PUT', `/api/v1/dashboard/${draft}`, { body: { css: '' } })).status).toBe(
      404,
    );
    const junk = await house.as('admin', 'POST', '/api/v1/dashboard/', {
      body: { json_metadata: '{nope', wings: 2 },
    });
    expect(junk).toMatchObject({
      status: 400,
      body: { message: { json_metadata: ['JSON not valid'], wings: ['Unknown field.'] } },
    });
    expect((await read(99999999)).status).toBe(404);
    const unknown = { json_metadata: JSON.stringify({ wings: 2 }) };
    expect((await house.as('admin', 'PUT', `/api/v1/dashboard/${draft}`, { body: unknown })).body).toEqual({
      message: { json_metadata: [{ wings: ['Unknown field.'] }] },
    });
    const state = (value: string) =>
      house.as('admin', 'POST', `/api/v1/dashboard/${draft}/filter_state`, { body: { value } });
    expect(await state('{nope')).toMatchObject({
      status: 400,
      body: { message: { value: ['JSON not valid'] } },
    });
    expect((await state('{}')).status).toBe(201);
  });

  test('its uuid is a direct link: refused as such, and in no need of publication', async () => {
    const closed = await make({ dashboard_title: 'closed' });
    const uuidOf = async (id: number) => String(member((await read(id)).body, 'result', 'uuid'));
    const key = await uuidOf(closed);
    for (const part of ['', '/charts', '/datasets', '/tabs']) {
      expect((await read(`${key}${part}`, 'gamma')).status).toBe(403);
      expect((await read(`${closed}${part}`, 'gamma')).status).toBe(404);
    }
    const draft = await make({ dashboard_title: 'draft with data' });
    const positions = layout();
    await house.as('admin', 'PUT', `/api/v1/dashboard/${draft}`, {
      body: { json_metadata: JSON.stringify({ positions }) },
    });
    expect((await read(draft, 'alpha')).status).toBe(404);
    expect((await read(await uuidOf(draft), 'alpha')).body).toMatchObject({ result: { id: draft } });
    expect((await read('00000000-0000-4000-8000-000000000000', 'gamma')).status).toBe(404);
  });

  test('is found by id, slug and uuid; the slug is cleaned and belongs to one', async () => {
    const id = await make({ dashboard_title: 'By name', slug: ` by name!${kind} ` });
    const byId = await read(id);
    expect(member(byId.body, 'result', 'slug')).toBe(`by-name${kind}`);
    expect((await read(`by-name${kind}`)).body).toMatchObject({ result: { id, dashboard_title: 'By name' } });
    expect((await read(String(member(byId.body, 'result', 'uuid')))).body).toMatchObject({ result: { id } });
    const again = await house.as('admin', 'POST', '/api/v1/dashboard/', { body: { slug: `by-name${kind}` } });
    expect(again).toMatchObject({ status: 422, body: { message: { slug: ['Must be unique'] } } });
  });

  test('keeps the layout that its metadata brings, and the charts in it', async () => {
    const id = await make({ dashboard_title: 'Laid out' });
    const json_metadata = JSON.stringify({ positions: layout(), color_scheme: 'house' });
    const saved = await house.as('admin', 'PUT', `/api/v1/dashboard/${id}`, { body: { json_metadata } });
    expect(saved.status).toBe(200);
    const { body } = await read(id);
    const metadata: unknown = JSON.parse(String(member(body, 'result', 'json_metadata')));
    expect(metadata).toMatchObject({
      color_scheme: 'house',
      cross_filters_enabled: true,
      refresh_frequency: 0,
    });
    expect(metadata).not.toHaveProperty('positions');
    expect(String(member(body, 'result', 'position_json'))).toMatch(/"uuid":"[0-9a-f-]{36}"/);
    const charts = await house.as('admin', 'GET', `/api/v1/dashboard/${id}/charts`);
    expect(charts.body).toMatchObject({
      result: [{ id: chart, slice_name: 'bars', form_data: { slice_id: chart } }],
    });
    const datasets = await house.as('admin', 'GET', `/api/v1/dashboard/${id}/datasets`);
    expect(datasets.body).toMatchObject({ result: [{ table_name: 'numbers', column_names: ['a', 'b'] }] });
    const tabs = await house.as('admin', 'GET', `/api/v1/dashboard/${id}/tabs`);
    expect(tabs.body).toMatchObject({
      result: {
        all_tabs: { 'TAB-1': 'First', 'TAB-2': 'Second' },
        tab_tree: [{ value: 'TAB-1' }, { value: 'TAB-2' }],
      },
    });
  });

  test('a save over a colleague’s newer one is refused and loses nothing', async () => {
    const id = await make({ dashboard_title: 'Shared' });
    const version = String((await read(id)).headers.etag);
    const save = (css: string, headers = {}) =>
      house.as('admin', 'PUT', `/api/v1/dashboard/${id}`, { body: { css }, headers });
    const both = await Promise.all([
      save('.a{}', { 'if-match': version }),
      save('.b{}', { 'if-match': version }),
    ]);
    expect(both.map((each) => each.status).sort()).toEqual([200, 412]);
    const winner = both[0]?.status === 200 ? '.a{}' : '.b{}';
    expect(member((await read(id)).body, 'result', 'css')).toBe(winner);
    const next = String(both.find((each) => each.status === 200)?.headers.etag);
    expect((await save('.c{}', { 'if-match': next })).status).toBe(200);
    expect((await save('.d{}', { 'if-match': next })).status).toBe(412);
    expect((await save('.e{}')).status).toBe(200);
  });

  test('is opened to a role, with its data, and only when it is published', async () => {
    const id = await make({ dashboard_title: 'For gamma', position_json: JSON.stringify(layout()) });
    const roles = await house.as(
      'admin',
      'GET',
      '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Gamma)))',
    );
    const role = Number(member(roles.body, 'result', 0, 'id'));
    const put = (body: Record<string, unknown>) =>
      house.as('admin', 'PUT', `/api/v1/dashboard/${id}`, { body });
    await put({ roles: [role] });
    expect((await read(id, 'gamma')).status).toBe(404);
    await put({ published: true });
    expect((await read(id, 'gamma')).status).toBe(200);
    expect((await house.as('gamma', 'PUT', `/api/v1/dashboard/${id}`, { body: { css: '' } })).status).toBe(
      403,
    );
    expect((await house.as('gamma', 'DELETE', `/api/v1/dashboard/${id}`)).status).toBe(403);
    const datasets = (await house.as('gamma', 'GET', `/api/v1/dashboard/${id}/datasets`)).body;
    expect(datasets).toMatchObject({ result: [{ table_name: 'numbers' }] });
    const drill = `/api/v1/dataset/${member(datasets, 'result', 0, 'id')}/drill_info/`;
    expect((await house.as('gamma', 'GET', drill)).status).toBe(404);
    const told = await house.as('gamma', 'GET', `${drill}?q=(dashboard_id:${id})`);
    expect(member(told.body, 'result')).toMatchObject({
      table_name: 'numbers',
      owners: [{ username: 'admin' }],
    });
  });

  test('tells of its datasets what its charts use, and the whole where that is asked for', async () => {
    const id = await make({ dashboard_title: 'Used', position_json: JSON.stringify(layout()) });
    const { body } = await house.as('admin', 'GET', `/api/v1/dashboard/${id}/datasets`);
    expect(member(body, 'result')).toMatchObject([
      {
        columns: [{ column_name: 'a' }],
        metrics: [],
        column_names: ['a', 'b'],
        verbose_map: { __timestamp: 'Time', a: 'a' },
      },
    ]);
    expect(member(body, 'result', 0, 'verbose_map')).not.toHaveProperty('b');
    const whole = await house.as('admin', 'GET', `/api/v1/dashboard/${id}/datasets?whole=true`);
    expect(member(whole.body, 'result')).toMatchObject([
      {
        columns: [{ column_name: 'a' }, { column_name: 'b' }],
        metrics: [{ metric_name: 'count' }],
        description: null,
      },
    ]);
  });

  test('nobody puts a chart on a dashboard that they may not see', async () => {
    const id = await make(
      { dashboard_title: 'Gamma’s own', position_json: JSON.stringify(layout()) },
      'gamma',
    );
    expect((await house.as('gamma', 'GET', `/api/v1/dashboard/${id}/charts`)).body).toEqual({ result: [] });
    const own = await makeChart(house, await makeDataset(house, 'of alpha', 'alpha'), 'own', 'alpha');
    const draft = await make({ dashboard_title: 'draft of the administrator' });
    const seen = await make({ dashboard_title: 'of alpha' }, 'alpha');
    const put = (who: 'admin' | 'alpha', dashboards: number[]) =>
      house.as(who, 'PUT', `/api/v1/chart/${own}`, { body: { dashboards } });
    expect(await put('alpha', [draft, seen])).toMatchObject({
      status: 422,
      body: { message: { dashboards: ['Dashboards do not exist'] } },
    });
    expect((await put('admin', [draft])).status).toBe(200);
    expect((await put('alpha', [draft, seen])).status).toBe(200);
  });

  test('streams all answers, each under its id, failures among them', async () => {
    const id = await make({ dashboard_title: 'Streamed', position_json: JSON.stringify(layout()) });
    const dataset = Number(
      member((await house.as('admin', 'GET', `/api/v1/dashboard/${id}/datasets`)).body, 'result', 0, 'id'),
    );
    const ask = (columns: string[]) => ({
      datasource: { id: dataset, type: 'table' },
      queries: [{ columns, metrics: ['count'] }],
    });
    const charts = [
      { id: 1, query_context: ask(['a']) },
      { id: 2, query_context: ask(['nope']) },
      { id: 3, query_context: ask(['b']) },
    ];
    const answer = await house.as('admin', 'POST', `/api/v1/dashboard/${id}/data`, { body: { charts } });
    expect(answer.status).toBe(200);
    const lines: unknown[] = answer.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const byId = new Map(lines.map((line) => [member(line, 'id'), line]));
    const took = { server: expect.any(Number), query: expect.any(Number) };
    expect(byId.get(1)).toMatchObject({
      status: 200,
      took,
      body: { result: [{ data: [{ a: 1, count: 1 }] }] },
    });
    expect(byId.get(2)).toMatchObject({ status: 400 });
    expect(byId.get(3)).toMatchObject({ status: 200, body: { result: [{ data: [{ b: 'x', count: 1 }] }] } });
  });

  test('a copy has charts of its own when asked', async () => {
    const id = await make({ dashboard_title: 'Original', position_json: JSON.stringify(layout()) });
    const json_metadata = JSON.stringify({
      positions: layout(),
      expanded_slices: { [chart]: true },
      timed_refresh_immune_slices: [chart],
    });
    const body = { dashboard_title: 'Copy', json_metadata, duplicate_slices: true };
    const made = await house.as('admin', 'POST', `/api/v1/dashboard/${id}/copy/`, { body });
    const copy = memberId(member(made.body, 'result'));
    const [first] = [
      member((await house.as('admin', 'GET', `/api/v1/dashboard/${copy}/charts`)).body, 'result', 0, 'id'),
    ];
    expect(first).not.toBe(chart);
    const { body: shown } = await read(copy);
    expect(JSON.parse(String(member(shown, 'result', 'json_metadata')))).toMatchObject({
      expanded_slices: { [String(first)]: true },
      timed_refresh_immune_slices: [first],
    });
    expect(String(member(shown, 'result', 'position_json'))).toContain(`"chartId":${String(first)}`);
  });

  test('filters are changed one by one, stars are kept per person, and deleting forgets them', async () => {
    const id = await make({ dashboard_title: 'Starred' });
    const filters = (body: unknown) => house.as('admin', 'PUT', `/api/v1/dashboard/${id}/filters`, { body });
    await filters({ modified: [{ id: 'a' }, { id: 'b' }] });
    expect((await filters({ deleted: ['a'], modified: [{ id: 'c' }], reordered: ['c', 'b'] })).body).toEqual({
      result: [{ id: 'c' }, { id: 'b' }],
    });
    expect(
      (await filters({ modified: [{ id: 'd' }, { id: 'b', name: 'B' }], reordered: ['b'] })).body,
    ).toEqual({
      result: [{ id: 'b', name: 'B' }, { id: 'd' }],
    });
    await house.as('admin', 'POST', `/api/v1/dashboard/${id}/favorites/`);
    const both = await house.as('admin', 'GET', `/api/v1/dashboard/favorite_status/?q=!(99999999,${id})`);
    expect(both.body).toEqual({
      result: [
        { id: 99_999_999, value: false },
        { id, value: true },
      ],
    });
    const lost = { owners: [99_999_999], roles: [99_999_999] };
    const refused = {
      status: 422,
      body: { message: { owners: ['Owners are invalid'], roles: ['Some roles do not exist'] } },
    };
    expect(await house.as('admin', 'PUT', `/api/v1/dashboard/${id}`, { body: lost })).toMatchObject(refused);
    expect(await house.as('admin', 'POST', '/api/v1/dashboard/', { body: lost })).toMatchObject(refused);
    expect(
      (await house.as('admin', 'PUT', `/api/v1/dashboard/${id}`, { body: { tags: [99_999_999] } })).body,
    ).toEqual({
      message: { tags: ['Tag ID 99999999 not found'] },
    });
    const status = (who: 'admin' | 'alpha') =>
      house.as(who, 'GET', `/api/v1/dashboard/favorite_status/?q=!(${id})`);
    expect((await status('admin')).body).toEqual({ result: [{ id, value: true }] });
    expect((await house.as('admin', 'DELETE', `/api/v1/dashboard/${id}`)).body).toEqual({ message: 'OK' });
    expect((await status('admin')).status).toBe(404);
  });

  test('what people opened comes back to them, the latest first', async () => {
    const id = await make({ dashboard_title: 'Opened' });
    const events = JSON.stringify([{ event_name: 'mount_dashboard', source: 'dashboard', source_id: id }]);
    expect((await house.as('admin', 'POST', '/superset/log/', { body: { events } })).status).toBe(200);
    const mine = await house.as('admin', 'GET', '/api/v1/log/recent_activity/');
    expect(mine.body).toMatchObject({
      result: [{ item_type: 'dashboard', item_title: 'Opened', action: 'mount_dashboard' }],
    });
    expect((await house.as('alpha', 'GET', '/api/v1/log/recent_activity/')).body).toEqual({ result: [] });
  });
});
