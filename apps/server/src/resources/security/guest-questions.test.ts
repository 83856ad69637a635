import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensurePair } from '../../security/role-setup.ts';
import { type GuestWorld, openGuestWorld, QUESTION } from '../../testing/guest-world.ts';
import { RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { grant, member, memberId } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('what guests ask on %s', (kind) => {
  let world: GuestWorld;
  let house: TestApp;
  let dataset: number;
  let board: number;
  let other: number;
  beforeAll(async () => {
    world = await openGuestWorld(kind);
    ({ house, dataset, board, other } = world);
  });
  afterAll(() => house.close());

  const rows = (answer: { body: unknown }) => member(answer.body, 'result', 0, 'data');

  test('of a chart without a stored QUESTION, what the page makes of it may be asked', async () => {
    const id = await world.undrawn({
      x_axis: 'town',
      metrics: ['count'],
      groupby: [],
      row_limit: 10,
      time_grain_sqla: 'P1D',
    });
    const token = await world.tokenFor();
    const column = { columnType: 'BASE_AXIS', expressionType: 'SQL', isColumnReference: true };
    const axis = { ...column, sqlExpression: 'town', label: 'town', timeGrain: 'P1D' };
    const about = (query: object) =>
      world.ask(token, { metrics: ['count'], row_limit: 10, ...query }, { slice_id: id });
    expect((await about({ columns: [axis] })).status).toBe(200);
    expect((await about({ columns: [{ ...axis, sqlExpression: 'secret', label: 'secret' }] })).status).toBe(
      403,
    );
    expect((await about({ columns: ['secret'] })).status).toBe(403);
  });

  test('of a chart that is repeated as a matrix, the values along its sides and each of its charts may be asked', async () => {
    const id = await world.undrawn({
      metrics: ['count'],
      groupby: ['town'],
      row_limit: 10,
      matrixify_enable: true,
      matrixify_mode_rows: 'metrics',
      matrixify_rows: [{ expressionType: 'SQL', sqlExpression: 'max(secret)', label: 'most' }],
      matrixify_mode_columns: 'dimensions',
      matrixify_dimension_columns: { dimension: 'town', values: ['Oslo'] },
    });
    const token = await world.tokenFor();
    const about = (query: object) => world.ask(token, { row_limit: 10, ...query }, { slice_id: id });
    const most = { expressionType: 'SQL', sqlExpression: 'max(secret)', label: 'most' };
    const oslo = { col: 'town', op: '==', val: 'Oslo' };
    expect((await about({ columns: ['town'], metrics: [most], filters: [oslo] })).status).toBe(200);
    expect((await about({ columns: ['town'], metrics: [] })).status).toBe(200);
    const least = { ...most, sqlExpression: 'min(secret)' };
    expect((await about({ columns: ['town'], metrics: [least], filters: [oslo] })).status).toBe(403);
    expect((await about({ columns: ['secret'], metrics: [] })).status).toBe(403);
  });

  test('the charts within a chart may be asked, under its filters, where the dashboard shows their data', async () => {
    const make = async (body: object) =>
      memberId((await house.as('admin', 'POST', '/api/v1/chart/', { body })).body);
    const places = { type: 'latlong', lonCol: 'town', latCol: 'town' };
    const params = JSON.stringify({ spatial: places, filter_nulls: false, row_limit: 10 });
    const part = { slice_name: 'Layer', viz_type: 'deck_scatter', datasource_type: 'table', params };
    const layer = await make({ ...part, datasource_id: dataset });
    const hidden = await house.as('admin', 'POST', '/api/v1/dataset/', {
      body: { database: house.uploads, table_name: 'not shown', sql: "select 'Oslo' as town" },
    });
    const strange = await make({ ...part, datasource_id: memberId(hidden.body) });
    const filter = {
      expressionType: 'SIMPLE',
      clause: 'WHERE',
      subject: 'secret',
      operator: '>',
      comparator: 1,
    };
    const many = await world.undrawn({
      viz_type: 'deck_multi',
      deck_slices: [layer, strange],
      adhoc_filters: [filter],
    });
    await house.services.db
      .updateTable('charts')
      .set({ viz_type: 'deck_multi' })
      .where('id', '=', many)
      .execute();
    const token = await world.tokenFor();
    const told = await world.as(token, 'GET', `/api/v1/dashboard/${board}/charts/${many}/parts`);
    expect(member(told.body, 'result')).toMatchObject([
      { id: layer, form_data: { viz_type: 'deck_scatter' } },
    ]);
    const filters = [{ col: 'secret', op: '>', val: 1 }];
    const asked = { columns: ['town'], row_limit: 10, filters };
    const about = async (query: object, slice_id = layer) =>
      (await world.ask(token, { ...asked, ...query }, { slice_id })).status;
    expect(await about({})).toBe(200);
    expect(await about({ columns: ['secret'] })).toBe(403);
    expect(await about({ filters: [{ col: 'secret', op: '>', val: 2 }] })).toBe(403);
    expect(await about({}, strange)).toBe(403);
    await house.as('admin', 'PUT', `/api/v1/chart/${many}`, { body: { params: '{}' } });
    expect(await about({})).toBe(403);
  });

  test('the charts at the places of a cartodiagram are one question, which may be asked', async () => {
    const inner = { metric: 'count', groupby: ['town'], row_limit: 10 };
    const selected_chart = JSON.stringify({ viz_type: 'pie', params: JSON.stringify(inner) });
    const id = await world.undrawn({ geom_column: 'town', selected_chart });
    await house.services.db
      .updateTable('charts')
      .set({ viz_type: 'cartodiagram' })
      .where('id', '=', id)
      .execute();
    const token = await world.tokenFor();
    const about = async (columns: string[]) =>
      (await world.ask(token, { columns, metrics: ['count'], row_limit: 10 }, { slice_id: id })).status;
    expect(await about(['town'])).toBe(200);
    expect(await about(['secret'])).toBe(403);
  });

  test('a layer of annotations that the chart shows is shown, and a table that pages turns its pages', async () => {
    const layer = { name: 'Days', sourceType: 'NATIVE', annotationType: 'EVENT', value: 0 };
    const made = await house.as('admin', 'POST', '/api/v1/annotation_layer/', { body: { name: 'Days' } });
    const shown = { ...layer, value: memberId(made.body) };
    const id = await world.undrawn({
      x_axis: 'town',
      metrics: ['count'],
      groupby: [],
      row_limit: 10,
      annotation_layers: [shown],
      server_pagination: true,
    });
    const token = await world.tokenFor();
    const about = (query: object) =>
      world.ask(token, { metrics: ['count'], row_limit: 10, ...query }, { slice_id: id });
    const other = { ...shown, value: shown.value + 1 };
    expect((await about({ annotation_layers: [{ ...shown, overrides: {} }], row_offset: 10 })).status).toBe(
      200,
    );
    expect((await about({ annotation_layers: [other] })).status).toBe(403);
    expect((await about({ annotation_layers: [{ ...shown, sourceType: 'line' }] })).status).toBe(403);
  });

  test('S85, S86: a guest reads the rows of the token’s rules, and neither the query nor what went wrong with it', async () => {
    const all = await world.ask(await world.tokenFor());
    expect(rows(all)).toEqual([
      { town: 'Oslo', count: 2 },
      { town: 'Rome', count: 1 },
    ]);
    expect(member(all.body, 'result', 0, 'query')).toBe('');
    expect(rows(await world.ask(await world.tokenFor([{ clause: "town = 'Rome'" }])))).toEqual([
      { town: 'Rome', count: 1 },
    ]);
    expect(rows(await world.ask(await world.tokenFor([{ dataset, clause: 'secret > 1' }])))).toHaveLength(2);
    expect(
      rows(await world.ask(await world.tokenFor([{ dataset: 99_999_999, clause: '1 = 0' }]))),
    ).toHaveLength(2);
    const broken = await world.ask(await world.tokenFor([{ clause: 'no_such_column = 1' }]));
    expect(broken.status).toBe(400);
    expect(broken.text).not.toMatch(/no_such_column|towns|select/i);
    const known = await house.as('admin', 'POST', '/api/v1/chart/data', {
      body: { datasource: { id: dataset, type: 'table' }, queries: [QUESTION] },
    });
    expect(String(member(known.body, 'result', 0, 'query'))).toContain('SELECT');
  });

  test.each([
    ['another column', { columns: ['secret'] }],
    ['another metric', { metrics: [{ expressionType: 'SQL', sqlExpression: 'max(secret)', label: 'm' }] }],
    ['more rows', { row_limit: 1000 }],
    ['no limit', { row_limit: undefined }],
    ['a clause', { extras: { where: 'secret > 1' } }],
    [
      'an expression to filter by',
      { filters: [{ col: { label: 'x', sqlExpression: 'secret', expressionType: 'SQL' }, op: '>', val: 1 }] },
    ],
    ['another order', { orderby: [['secret', true]] }],
    ['other series', { series_columns: ['secret'], series_limit: 1 }],
    [
      'series by SQL',
      {
        series_limit: 1,
        series_limit_metric: { expressionType: 'SQL', sqlExpression: 'max(secret)', label: 'm' },
      },
    ],
    [
      'series by SQL, by its old name',
      { timeseries_limit_metric: { expressionType: 'SQL', sqlExpression: 'max(secret)', label: 'm' } },
    ],
    [
      'a layer of annotations',
      { annotation_layers: [{ name: 'n', sourceType: 'NATIVE', annotationType: 'EVENT', value: 1 }] },
    ],
    ['the next page', { row_offset: 10 }],
    ['all rows', { result_type: 'samples' }],
  ])('S84: %s is refused', async (_name, change) => {
    expect((await world.ask(await world.tokenFor(), { ...QUESTION, ...change })).status).toBe(403);
  });

  test('F7: what a chart measures, filters or orders by is shown as the chart uses it, and not as rows', async () => {
    const metric = {
      expressionType: 'SIMPLE',
      column: { column_name: 'secret' },
      aggregate: 'MAX',
      label: 'top',
    };
    const id = await world.undrawn({
      viz_type: 'echarts_timeseries_line',
      x_axis: 'town',
      metrics: [metric],
      groupby: [],
      row_limit: 10,
      adhoc_filters: [
        { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'secret', operator: '>', comparator: 0 },
        { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'secret < 9' },
      ],
    });
    const token = await world.tokenFor();
    const where = '(secret < 9)';
    const own = { columns: ['town'], metrics: [metric], row_limit: 10, extras: { where } };
    const about = async (query: object) =>
      (await world.ask(token, { ...own, ...query }, { slice_id: id })).status;
    const axis = {
      columnType: 'BASE_AXIS',
      expressionType: 'SQL',
      isColumnReference: true,
      sqlExpression: 'town',
      label: 'town',
    };
    expect(await about({ columns: [axis] })).toBe(200);
    expect(await about({ columns: [axis], filters: [{ col: 'secret', op: '>', val: 0 }] })).toBe(200);
    expect(await about({ columns: [axis], filters: [{ col: 'secret', op: '>', val: 2 }] })).toBe(403);
    expect(await about({ columns: [axis], filters: [{ col: 'town', op: 'IN', val: ['Oslo'] }] })).toBe(200);
    expect(await about({ columns: [axis], extras: { where: `${where} AND (1 = 0)` } })).toBe(200);
    // The words of the chart in other places of the QUESTION.
    expect(await about({ columns: ['secret'] })).toBe(403);
    expect(await about({ columns: ['secret'], metrics: undefined })).toBe(403);
    expect(await about({ columns: [axis], metrics: undefined })).toBe(403);
    expect(await about({ columns: [], groupby: ['secret'] })).toBe(403);
    expect(await about({ columns: [axis], metrics: ['secret'] })).toBe(403);
    expect(await about({ columns: [axis], extras: { having: 'secret' } })).toBe(403);
    expect(await about({ columns: [axis], is_timeseries: true, granularity: 'secret' })).toBe(403);
    expect(await about({ columns: [axis], row_limit: 0 })).toBe(403);
    expect(await about({ columns: [{ label: 'x', sqlExpression: 'secret', expressionType: 'SQL' }] })).toBe(
      403,
    );
  });

  test('F7: filters narrow by what the dashboard filters by; nobody finds out values of other columns by trying', async () => {
    const token = await world.tokenFor();
    const by = async (col: string) =>
      (await world.ask(token, { ...QUESTION, filters: [{ col, op: '>=', val: 3 }] })).status;
    const ofOthers = await house.as('admin', 'POST', '/api/v1/dataset/', {
      body: { database: house.uploads, table_name: 'plain towns', sql: "select 'Oslo' as town, 1 as hidden" },
    });
    const kept = { datasource: { id: memberId(ofOthers.body), type: 'table' }, queries: [QUESTION] };
    const body = {
      slice_name: 'Plain',
      viz_type: 'table',
      datasource_id: memberId(ofOthers.body),
      datasource_type: 'table',
      params: '{}',
    };
    const plain = memberId(
      (
        await house.as('admin', 'POST', '/api/v1/chart/', {
          body: { ...body, query_context: JSON.stringify(kept) },
        })
      ).body,
    );
    await house.services.db
      .insertInto('dashboard_charts')
      .values({ dashboard_id: board, chart_id: plain })
      .execute();
    const about = (col: string) =>
      world.as(token, 'POST', '/api/v1/chart/data', {
        ...kept,
        queries: [{ ...QUESTION, filters: [{ col, op: '==', val: 1 }] }],
        form_data: { dashboardId: board, slice_id: plain },
      });
    expect((await about('hidden')).status).toBe(403);
    expect(await by('town')).toBe(200);
  });

  test('a grant of the role of guests opens no other QUESTION', async () => {
    const view = await house.services.db
      .selectFrom('views')
      .select('name')
      .where('name', 'like', `%(id:${dataset})`)
      .executeTakeFirstOrThrow();
    await grant(house, 'Public', 'datasource_access', view.name);
    house.services.sources.forget();
    const token = await world.tokenFor();
    expect((await world.ask(token)).status).toBe(200);
    expect((await world.ask(token, { columns: ['secret'], metrics: [], row_limit: 5 })).status).toBe(403);
    expect((await world.ask(token, QUESTION, { dashboardId: other })).status).toBe(403);
    const granted = await ensurePair(house.services.db, 'datasource_access', view.name);
    await house.services.db
      .deleteFrom('role_permissions')
      .where('permission_view_id', '=', granted)
      .execute();
    house.services.callers.forget();
  });

  test('filters of the dashboard ask for their own values, and narrow its charts', async () => {
    const token = await world.tokenFor();
    const form = { type: 'NATIVE_FILTER', native_filter_id: 'NATIVE_FILTER-1', slice_id: undefined };
    expect(
      rows(await world.ask(token, { columns: ['town'], metrics: [], row_limit: 100 }, form)),
    ).toHaveLength(2);
    expect((await world.ask(token, { columns: ['secret'], metrics: [], row_limit: 100 }, form)).status).toBe(
      403,
    );
    const byLayer = {
      columns: ['town'],
      metrics: [],
      row_limit: 100,
      annotation_layers: [{ name: 'n', sourceType: 'NATIVE', value: 1 }],
    };
    expect((await world.ask(token, byLayer, form)).status).toBe(403);
    expect(
      (
        await world.ask(
          token,
          { columns: ['town'], metrics: [], row_limit: 100, series_columns: ['secret'] },
          form,
        )
      ).status,
    ).toBe(403);
    const narrowed = await world.ask(token, {
      ...QUESTION,
      filters: [{ col: 'town', op: 'IN', val: ['Rome'] }],
    });
    expect(rows(narrowed)).toEqual([{ town: 'Rome', count: 1 }]);
    expect((await world.ask(token, QUESTION, { dashboardId: other })).status).toBe(403);
    expect((await world.ask(token, QUESTION, {}, { result_type: 'query' })).status).toBe(403);
  });

  test('a filter of times asks for the first and the last moment of what is shown, and for nothing else', async () => {
    const { db, sources } = house.services;
    const filters = [
      { id: 'NATIVE_FILTER-2', type: 'NATIVE_FILTER', filterType: 'filter_time', targets: [{}] },
    ];
    const json_metadata = JSON.stringify({ native_filter_configuration: filters });
    await db.updateTable('dashboards').set({ json_metadata }).where('id', '=', board).execute();
    const setTime = async (main_dttm_col: string | null) => {
      await db.updateTable('datasets').set({ main_dttm_col }).where('id', '=', dataset).execute();
      sources.forget();
    };
    await setTime('secret');
    const token = await world.tokenFor();
    const of = (aggregate: string, column_name = 'secret') => ({
      expressionType: 'SIMPLE',
      aggregate,
      column: { column_name },
      label: aggregate,
    });
    const form = { type: 'NATIVE_FILTER', native_filter_id: 'NATIVE_FILTER-2', slice_id: undefined };
    const plain = { columns: [], metrics: [of('MIN'), of('MAX')], filters: [], extras: {}, row_limit: 1 };
    const status = async (more: object) => (await world.ask(token, { ...plain, ...more }, form)).status;
    expect(rows(await world.ask(token, plain, form))).toEqual([{ MIN: 1, MAX: 3 }]);
    for (const more of [
      { metrics: [] },
      { metrics: [of('SUM')] },
      { metrics: [of('MIN', 'town')] },
      { columns: ['town'] },
      { columns: ['secret'] },
      { groupby: ['town'] },
      { orderby: [['town', true]] },
      { filters: [{ col: 'town', op: '==', val: 'Rome' }] },
      { extras: { where: "town = 'Rome'" } },
      { granularity: 'secret', time_range: '2001 : 2002' },
    ])
      expect([more, await status(more)]).toEqual([more, 403]);
    expect((await world.ask(token, plain, { ...form, dashboardId: other })).status).toBe(403);
    expect((await world.ask(token, plain, { ...form, native_filter_id: 'NATIVE_FILTER-1' })).status).toBe(
      403,
    );
    await setTime(null);
    expect(await status({})).toBe(403);
  });
});
