import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleBundles } from '../../examples/example-bundles.ts';
import { questionOfChart } from '../../security/chart-question.ts';
import { importFiles } from '../../testing/bundle-calls.ts';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { grant, member, memberId, openDataset } from '../../testing/things.ts';

const NONE = 'Chart has no query context saved. Please save the chart again.';
const SUM = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'n' }, label: 'total' };
/** Settings of charts of each kind, and the rows that they ask for. */
const CHARTS: [viz_type: string, params: object, rows: object[]][] = [
  [
    'table',
    { query_mode: 'aggregate', groupby: ['word'], metrics: [SUM], order_desc: true },
    [
      { word: 'b', total: 5 },
      { word: 'a', total: 1 },
    ],
  ],
  [
    'table',
    { query_mode: 'raw', all_columns: ['n'], order_by_cols: ['["n",false]'], row_limit: 2 },
    [{ n: 3 }, { n: 2 }],
  ],
  [
    'pie',
    { groupby: ['word'], metric: SUM, sort_by_metric: true, row_limit: 1 },
    [{ word: 'b', total: 5, total__contribution: 1 }],
  ],
  ['big_number_total', { metric: SUM }, [{ total: 6 }]],
  [
    'echarts_timeseries_bar',
    { x_axis: 'word', metrics: [SUM], x_axis_sort: 'word', x_axis_sort_asc: true },
    [
      { word: 'a', total: 1 },
      { word: 'b', total: 5 },
    ],
  ],
];

describe.each(RECORD_KINDS)('charts whose question was not saved, on %s', (kind) => {
  let house: TestApp;
  let dataset: number;
  beforeAll(async () => {
    house = await openTestApp(kind);
    const sql = "select * from (values (1, 'a'), (2, 'b'), (3, 'b')) as t(n, word)";
    const body = { database: house.uploads, table_name: 'words', sql };
    dataset = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
  });
  afterAll(() => house.close());

  async function chartOf(viz_type: string, params: object, who: PersonName = 'admin'): Promise<number> {
    const body = {
      slice_name: `of ${viz_type}`,
      viz_type,
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify(params),
    };
    return memberId((await house.as(who, 'POST', '/api/v1/chart/', { body })).body);
  }
  const dataOf = (id: number, address = '', who: PersonName = 'admin') =>
    house.as(who, 'GET', `/api/v1/chart/${id}/data/${address}`);

  test.each(CHARTS)('a %s asks what its settings say: %j', async (viz_type, params, rows) => {
    const id = await chartOf(viz_type, params);
    const answer = await dataOf(id);
    expect(answer.status, answer.text).toBe(200);
    expect(member(answer.body, 'result', 0, 'data')).toEqual(rows);
    const made = await house.as('admin', 'PUT', '/api/v1/chart/warm_up_cache', { body: { chart_id: id } });
    expect(made.body).toEqual({ result: [{ chart_id: id, viz_error: null, viz_status: 'success' }] });
    // Nothing was written into the chart.
    const stored = await house.as('admin', 'GET', `/api/v1/chart/${id}`);
    expect(member(stored.body, 'result', 'query_context')).toBeNull();
  });

  test('files, SQL and pivots come of it, too; a file has all pages', async () => {
    const paged = { query_mode: 'raw', all_columns: ['n'], order_by_cols: ['["n",true]'] };
    const table = await chartOf('table', { ...paged, server_pagination: true, server_page_length: 1 });
    expect(member((await dataOf(table)).body, 'result', 0, 'data')).toEqual([{ n: 1 }]);
    expect((await dataOf(table, '?format=csv')).text.replace(/^\uFEFF/, '')).toBe('n\n1\n2\n3\n');
    expect((await dataOf(table, '?format=xlsx')).headers['content-type']).toContain('spreadsheet');
    expect(member((await dataOf(table, '?type=query')).body, 'result', 0, 'query')).toMatch(/^SELECT/);
    const pivot = await chartOf('pivot_table_v2', {
      groupbyRows: ['word'],
      groupbyColumns: [],
      metrics: [SUM],
      aggregateFunction: 'Sum',
    });
    const text = (await dataOf(pivot, '?type=post_processed&format=csv')).text;
    expect(text).toContain('a,1');
    expect(await dataOf(table, '?type=nonsense')).toMatchObject({ status: 400 });
  });

  test('it goes the way of any question: by access to the chart and the data, row rules and the right to files', async () => {
    const id = await chartOf('table', { query_mode: 'raw', all_columns: ['n'] });
    expect((await dataOf(id, '', 'gamma')).status).toBe(404);
    const own = await chartOf('table', { query_mode: 'raw', all_columns: ['n'] }, 'alpha');
    const owners = { owners: [house.ids.gamma] };
    await house.as('admin', 'PUT', `/api/v1/chart/${own}`, { body: owners });
    expect((await dataOf(own, '', 'gamma')).status).toBe(404);
    await openDataset(house, dataset, 'Gamma');
    const roles = await house.services.db.selectFrom('roles').select(['id', 'name']).execute();
    const rule = {
      name: 'small ones',
      filter_type: 'Regular',
      tables: [dataset],
      roles: roles.filter(({ name }) => name === 'Gamma').map((role) => role.id),
      clause: 'n < 3',
    };
    const made = await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body: rule });
    expect(made.status).toBe(201);
    const rows = member((await dataOf(id, '', 'gamma')).body, 'result', 0, 'data');
    expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
    expect(member((await dataOf(id)).body, 'result', 0, 'data')).toHaveLength(3);
    const hidden = { expressionType: 'SQL', sqlExpression: '(select max(id) from users)', label: 'x' };
    const reaching = await chartOf('table', { query_mode: 'aggregate', groupby: ['n'], metrics: [hidden] });
    const body = {
      datasource: { id: dataset, type: 'table' },
      queries: [{ columns: ['n'], metrics: [hidden] }],
    };
    const refused = await house.as('gamma', 'POST', '/api/v1/chart/data', { body });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    const alike = await dataOf(reaching, '', 'gamma');
    expect([alike.status, alike.body]).toEqual([refused.status, refused.body]);
    const file = await dataOf(id, '?format=csv', 'gamma');
    expect(file.text.replace(/^\uFEFF/, '')).toBe('n\n1\n2\n');
    await house.services.db
      .deleteFrom('role_permissions')
      .where('permission_view_id', 'in', (on) =>
        on
          .selectFrom('permission_views')
          .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
          .select('permission_views.id')
          .where('permissions.name', '=', 'can_csv'),
      )
      .execute();
    house.services.callers.forget();
    expect((await dataOf(id, '?format=csv', 'gamma')).status).toBe(403);
    await grant(house, 'Gamma', 'can_csv', 'Superset');
    expect((await dataOf(id, '?format=csv', 'gamma')).status).toBe(200);
  });

  test.each([
    ['nothing is chosen', 'table', {}],
    ['nothing is chosen in it', 'table', { viz_type: 'table', query_mode: 'aggregate' }],
    ['it has no metric', 'big_number_total', {}],
    ['there is no such type', 'nonsense', { metrics: [SUM], groupby: ['word'] }],
  ])('one that cannot be asked says so: %s', async (_why, viz_type, params) => {
    const id = await chartOf(viz_type, params);
    expect(await dataOf(id)).toMatchObject({ status: 400, body: { message: NONE } });
  });

  test('an annotation layer takes its rows', async () => {
    const value = await chartOf('table', { query_mode: 'aggregate', groupby: ['word'], metrics: [SUM] });
    const layer = { name: 'Line', annotationType: 'TIME_SERIES', sourceType: 'line', value };
    const body = {
      datasource: { id: dataset, type: 'table' },
      queries: [{ columns: ['word'], metrics: ['count'], annotation_layers: [layer] }],
    };
    const answer = await house.as('admin', 'POST', '/api/v1/chart/data', { body });
    expect(member(answer.body, 'result', 0, 'annotation_data', 'Line', 'records')).toHaveLength(2);
  });
});

test('every example chart says what it asks', async () => {
  const house = await openTestApp('sqlite');
  try {
    for (const files of await exampleBundles())
      expect((await importFiles(house, 'dashboard', files)).status).toBe(200);
    const charts = await house.services.db.selectFrom('charts').selectAll().execute();
    expect(charts.length).toBeGreaterThan(20);
    for (const chart of charts) {
      expect(chart.query_context).toBeNull();
      expect(await questionOfChart(chart), chart.slice_name ?? '').toMatchObject({
        datasource: { id: chart.datasource_id, type: 'table' },
        queries: expect.arrayContaining([expect.anything()]),
      });
    }
  } finally {
    await house.close();
  }
});
