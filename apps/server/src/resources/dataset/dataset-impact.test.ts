import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeChart, makeDataset, member, memberId } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('what uses a dataset, on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());

  test('what of its charts and filters uses a column is told to who may change it', async () => {
    const id = await makeDataset(house, 'used');
    const ask = (who: 'admin' | 'gamma' | 'nobody', names: unknown) =>
      house.as(who, 'POST', `/api/v1/dataset/${id}/impact`, { body: { names } });
    expect((await ask('nobody', ['a'])).status).toBe(401);
    expect((await ask('gamma', ['a'])).status).toBe(403);
    expect((await ask('admin', 'a')).status).toBe(400);
    const chart = await makeChart(house, id, 'By a');
    const params = JSON.stringify({ viz_type: 'pie', groupby: ['a'], metric: 'count' });
    await house.as('admin', 'PUT', `/api/v1/chart/${chart}`, { body: { params } });
    const filter = {
      id: 'NATIVE_FILTER-1',
      name: 'Which b',
      type: 'NATIVE_FILTER',
      filterType: 'filter_select',
      targets: [{ datasetId: id, column: { name: 'b' } }],
    };
    const made = await house.as('admin', 'POST', '/api/v1/dashboard/', {
      body: {
        dashboard_title: 'With a filter',
        json_metadata: JSON.stringify({ native_filter_configuration: [filter] }),
      },
    });
    const columns = (...names: string[]) => names.map((from) => ({ kind: 'column', from }));
    expect(await ask('admin', columns('a', 'b', 'c'))).toMatchObject({
      status: 200,
      body: {
        result: {
          charts: [{ id: chart, slice_name: 'By a', uses: ['a'], by_hand: [], may_change: true }],
          filters: [
            {
              dashboard_id: memberId(made.body),
              name: 'Which b',
              uses: ['b'],
              by_hand: [],
              may_change: true,
            },
          ],
          others: 0,
        },
      },
    });
    expect(member((await ask('admin', columns('c'))).body, 'result')).toEqual({
      charts: [],
      filters: [],
      others: 0,
    });
  });

  const FILTER = {
    id: 'NATIVE_FILTER-1',
    name: 'Which a',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    defaultDataMask: { extraFormData: { filters: [{ col: 'a', op: 'IN', val: [1] }] } },
  };
  /** A dataset of somebody with a chart of theirs, one of the administrator, and a dashboard with a filter and a kept view. */
  const makeUsed = async (who: PersonName, name: string) => {
    const dataset = await makeDataset(house, name, who);
    const params = JSON.stringify({ viz_type: 'pie', groupby: ['a'], metric: 'count', odd: { a: 'a' } });
    const put = (by: PersonName, chart: number) =>
      house.as(by, 'PUT', `/api/v1/chart/${chart}`, { body: { params } });
    const own = await makeChart(house, dataset, `Own of ${name}`, who);
    const others = await makeChart(house, dataset, `Of others of ${name}`);
    await put(who, own);
    await put('admin', others);
    const json_metadata = JSON.stringify({
      native_filter_configuration: [{ ...FILTER, targets: [{ datasetId: dataset, column: { name: 'a' } }] }],
      label_colors: { count: '#111111' },
    });
    const body = { dashboard_title: name, json_metadata };
    const dashboard = memberId((await house.as(who, 'POST', '/api/v1/dashboard/', { body })).body);
    const dataMask = { [FILTER.id]: FILTER.defaultDataMask };
    const state = { dataMask, activeTabs: [] };
    await house.as(who, 'POST', `/api/v1/dashboard/${dashboard}/views/`, { body: { name: 'Mine', state } });
    return { dataset, own, others, dashboard };
  };
  const documentsOf = async ({ own, others, dashboard }: Awaited<ReturnType<typeof makeUsed>>) => {
    const { db } = house.services;
    const chart = (id: number) =>
      db.selectFrom('charts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return {
      own: await chart(own),
      others: await chart(others),
      board: await db
        .selectFrom('dashboards')
        .selectAll()
        .where('id', '=', dashboard)
        .executeTakeFirstOrThrow(),
      view: await db
        .selectFrom('dashboard_views')
        .select('state')
        .where('dashboard_id', '=', dashboard)
        .executeTakeFirstOrThrow(),
      versions: await db
        .selectFrom('dashboard_versions')
        .select('summary')
        .where('dashboard_id', '=', dashboard)
        .orderBy('number')
        .execute(),
    };
  };
  const NEW_NAMES = [
    { kind: 'column', from: 'a', to: 'amount' },
    { kind: 'metric', from: 'count', to: 'lines' },
  ];
  const rename = async (who: PersonName, dataset: number, more: object = {}) => {
    const { body } = await house.as(who, 'GET', `/api/v1/dataset/${dataset}`);
    const id = (list: string) => member(body, 'result', list, 0, 'id');
    const change = {
      columns: [{ id: id('columns'), column_name: 'amount' }, { column_name: 'c' }],
      metrics: [{ id: id('metrics'), metric_name: 'lines', expression: 'COUNT(*)' }],
      new_names: NEW_NAMES,
      ...more,
    };
    return house.as(who, 'PUT', `/api/v1/dataset/${dataset}`, { body: change });
  };

  test('new names are taken over by what its owner may change, and by nothing else', async () => {
    const used = await makeUsed('alpha', 'renamed');
    const before = await documentsOf(used);
    expect(await rename('alpha', used.dataset)).toMatchObject({ status: 200 });
    const after = await documentsOf(used);
    expect(JSON.parse(after.own.params ?? '')).toEqual({
      ...{ viz_type: 'pie', groupby: ['amount'], metric: 'lines', odd: { a: 'a' } },
    });
    expect(JSON.parse(after.own.query_context ?? '')).toMatchObject({
      queries: [{ columns: ['amount'], metrics: ['lines'], row_limit: 5 }],
    });
    expect(after.others).toEqual(before.others);
    const filters = [{ col: 'amount', op: 'IN', val: [1] }];
    expect(JSON.parse(after.board.json_metadata ?? '')).toMatchObject({
      native_filter_configuration: [
        { targets: [{ column: { name: 'amount' } }], defaultDataMask: { extraFormData: { filters } } },
      ],
      label_colors: { count: '#111111', lines: '#111111' },
    });
    expect(JSON.parse(after.view.state)).toMatchObject({
      dataMask: { [FILTER.id]: { extraFormData: { filters } } },
    });
    expect(after.versions.at(-1)?.summary).toBe('new names of renamed carried over');
    expect(after.board.changed_on > before.board.changed_on).toBe(true);
  });

  test('where one of them cannot be written, all is as it was', async () => {
    const used = await makeUsed('admin', 'kept whole');
    const before = await documentsOf(used);
    const { config } = house.services;
    const days = config.DASHBOARD_VERSIONS_DAYS;
    config.DASHBOARD_VERSIONS_DAYS = Number.NaN;
    expect((await rename('admin', used.dataset)).status).toBe(500);
    config.DASHBOARD_VERSIONS_DAYS = days;
    expect(await documentsOf(used)).toEqual(before);
    const { body } = await house.as('admin', 'GET', `/api/v1/dataset/${used.dataset}`);
    expect(member(body, 'result', 'columns', 0, 'column_name')).toBe('a');
  });

  test('names that nobody has or gives are refused', async () => {
    const id = await makeDataset(house, 'unnamed');
    const refused = (new_names: object[]) => rename('admin', id, { new_names });
    expect(await refused([{ kind: 'column', from: 'nobody', to: 'nothing' }])).toMatchObject({
      status: 422,
      body: {
        message: {
          new_names: ['There is no column called nobody', 'There will be no column called nothing'],
        },
      },
    });
    expect((await refused([...NEW_NAMES, { kind: 'column', from: 'a', to: 'c' }])).status).toBe(422);
    expect((await refused([{ kind: 'table', from: 'a', to: 'c' }])).status).toBe(422);
  });
});
