import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ImportCall, importFiles, importUpload } from '../../testing/bundle-calls.ts';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member } from '../../testing/things.ts';

const TOLD = { report: 'true' };
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe.each(RECORD_KINDS)('documents from before there were bundles on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());

  /** A table of an old document; `table` names it. */
  const table = (table_name: string, id: number, more: object = {}) => ({
    __SqlaTable__: {
      id,
      table_name,
      schema: null,
      database_id: 77,
      sql: "select 1 as a, 'x' as b",
      offset: 0,
      created_on: { __datetime__: '2020-10-07T15:50:00' },
      is_featured: false,
      params: JSON.stringify({ remote_id: id, database_name: 'uploads', import_time: 1602086400 }),
      columns: [
        {
          __TableColumn__: {
            id: 1,
            table_id: id,
            column_name: 'a',
            type: 'INTEGER',
            is_dttm: false,
            verbose_name: 'A',
          },
        },
      ],
      metrics: [
        {
          __SqlMetric__: {
            id: 2,
            table_id: id,
            metric_name: 'count',
            expression: 'COUNT(*)',
            metric_type: 'count',
          },
        },
      ],
      ...more,
    },
  });
  const slice = (slice_name: string, id: number, datasource_name: string, more: object = {}) => ({
    __Slice__: {
      id,
      slice_name,
      viz_type: 'table',
      datasource_id: 3,
      datasource_type: 'table',
      perm: '[uploads].[t](id:3)',
      cache_timeout: null,
      params: JSON.stringify({
        viz_type: 'table',
        datasource_name,
        database_name: 'uploads',
        schema: null,
        remote_id: id,
        metrics: ['count'],
      }),
      ...more,
    },
  });
  const layout = (...charts: number[]) => ({
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': {
      type: 'ROW',
      id: 'ROW-1',
      children: charts.map((id) => `CHART-${id}`),
      parents: ['ROOT_ID', 'GRID_ID'],
      meta: {},
    },
    ...Object.fromEntries(
      charts.map((id) => [
        `CHART-${id}`,
        { type: 'CHART', id: `CHART-${id}`, children: [], meta: { chartId: id, width: 4, height: 50 } },
      ]),
    ),
  });
  const dashboard = (dashboard_title: string, id: number, slices: unknown[], more: object = {}) => ({
    __Dashboard__: {
      id,
      dashboard_title,
      css: '',
      slug: null,
      description: null,
      slices,
      json_metadata: '{}',
      ...more,
    },
  });
  const bring = (path: string, name: string, bytes: Buffer, call: ImportCall = {}) =>
    importUpload(house, path, { name, bytes }, { fields: TOLD, ...call });
  const result = (body: unknown, list: 'changes' | 'left_out') => member(body, 'result', list);
  const problems = (body: unknown) => member(body, 'errors', 0, 'extra');
  const row = async (
    part: 'charts' | 'dashboards' | 'datasets',
    column: 'slice_name' | 'dashboard_title' | 'table_name',
    name: string,
  ) => {
    const all = await house.services.db.selectFrom(part).selectAll().execute();
    return all.filter((each) => member(each, column) === name);
  };

  test('a dashboard comes with its datasets, charts, layout and filters, and again over itself', async () => {
    const filter = {
      id: 'NATIVE_FILTER-1',
      targets: [{ datasetId: 3, column: { name: 'a' } }],
      scope: { rootPath: ['ROOT_ID'], excluded: [84] },
    };
    const json_metadata = JSON.stringify({
      remote_id: 12,
      timed_refresh_immune_slices: ['83'],
      expanded_slices: { '84': true },
      filter_immune_slices: [83],
      native_filter_configuration: [filter],
      colour_of_old: 'red',
    });
    const file = (title: string) =>
      json({
        dashboards: [
          dashboard(title, 12, [slice('Births', 83, 'old_births'), slice('Deaths', 84, 'old_births')], {
            position_json: JSON.stringify(layout(83)),
            json_metadata,
            slug: 'old-one',
            weather: 'rain',
          }),
        ],
        datasources: [table('old_births', 3)],
      });
    const made = await bring('dashboard', 'old.json', file('Old births'));
    expect(made).toMatchObject({ status: 200, body: { message: 'OK' } });
    expect(result(made.body, 'changes')).toMatchObject([
      { path: 'old.json/datasets/old_births.yaml', type: 'dataset', change: 'created' },
      { path: 'old.json/charts/Births_83.yaml', type: 'chart', change: 'created' },
      { path: 'old.json/charts/Deaths_84.yaml', type: 'chart', change: 'created' },
      { path: 'old.json/dashboards/Old_births.yaml', type: 'dashboard', change: 'created' },
    ]);
    expect(result(made.body, 'left_out')).toEqual([
      {
        path: 'old.json/dashboards/Old_births.yaml',
        reason: expect.stringContaining('filter_immune_slices'),
      },
      { path: 'old.json/dashboards/Old_births.yaml', reason: expect.stringMatching(/members: weather$/) },
    ]);
    const [stored] = await row('dashboards', 'dashboard_title', 'Old births');
    const [births] = await row('charts', 'slice_name', 'Births');
    const [deaths] = await row('charts', 'slice_name', 'Deaths');
    const [dataset] = await row('datasets', 'table_name', 'old_births');
    const position: unknown = JSON.parse(String(member(stored, 'position_json')));
    expect(member(position, 'CHART-83', 'meta', 'chartId')).toBe(births?.id);
    // The chart that the layout does not show has a row of its own.
    const places = Object.values(typeof position === 'object' && position ? position : {}).map((node) =>
      member(node, 'meta', 'chartId'),
    );
    expect(places).toContain(deaths?.id);
    const metadata: unknown = JSON.parse(String(member(stored, 'json_metadata')));
    expect(metadata).toMatchObject({
      remote_id: 12,
      timed_refresh_immune_slices: [births?.id],
      expanded_slices: { [String(deaths?.id)]: true },
      colour_of_old: 'red',
      native_filter_configuration: [
        { targets: [{ datasetId: dataset?.id }], scope: { excluded: [deaths?.id] } },
      ],
    });
    const question = {
      datasource: { id: dataset?.id, type: 'table' },
      queries: [{ columns: ['a'], metrics: ['count'], row_limit: 5 }],
    };
    expect((await house.as('admin', 'POST', '/api/v1/chart/data', { body: question })).body).toMatchObject({
      result: [{ data: [{ a: 1, count: 1 }] }],
    });

    const again = await bring('dashboard', 'old.json', file('Renamed'));
    expect(problems(again.body)).toMatchObject({
      'old.json/dashboards/Renamed.yaml': 'Dashboard already exists and `overwrite=true` was not passed',
    });
    const over = await bring('dashboard', 'old.json', file('Renamed'), { overwrite: true });
    expect(result(over.body, 'changes')).toMatchObject([
      { change: 'kept' },
      { change: 'kept' },
      { change: 'kept' },
      { change: 'replaced', id: stored?.id },
    ]);
    expect(await row('dashboards', 'dashboard_title', 'Renamed')).toHaveLength(1);
    expect(await row('charts', 'slice_name', 'Births')).toHaveLength(1);
  });

  test('a layout of a kind that is gone is told, and its charts stand in a row', async () => {
    const file = json({
      dashboards: [
        dashboard('Grid', 30, [slice('In grid', 31, 'grid_table')], {
          position_json: JSON.stringify([{ slice_id: '31', row: 1 }]),
        }),
      ],
      datasources: [table('grid_table', 32)],
    });
    const made = await bring('dashboard', 'grid.json', file);
    expect(result(made.body, 'left_out')).toEqual([
      { path: 'grid.json/dashboards/Grid.yaml', reason: expect.stringContaining('layout') },
    ]);
    const [stored] = await row('dashboards', 'dashboard_title', 'Grid');
    const [chart] = await row('charts', 'slice_name', 'In grid');
    expect(String(member(stored, 'position_json'))).toContain(`"chartId":${chart?.id}`);
  });

  test('datasets come as the command line and as the pages wrote them', async () => {
    const tables = `
databases:
- database_name: uploads
  sqlalchemy_uri: duckdb:///elsewhere.duckdb
  allow_multi_schema_metadata_fetch: true
  tables:
  - table_name: old_sales
    sql: select 2 as a
    columns:
    - {column_name: a, type: INTEGER, avg: true}
    metrics:
    - {metric_name: total, expression: SUM(a), d3format: null}
`;
    const made = await bring('dataset', 'tables.yaml', Buffer.from(tables));
    expect(made.status).toBe(200);
    expect(result(made.body, 'changes')).toMatchObject([
      { type: 'database', change: 'kept', id: house.uploads },
      { type: 'dataset', change: 'created', path: 'tables.yaml/datasets/old_sales.yaml' },
    ]);
    expect(result(made.body, 'left_out')).toEqual([
      {
        path: 'tables.yaml/databases/uploads.yaml',
        reason: expect.stringMatching(/members: allow_multi_schema_metadata_fetch$/),
      },
      {
        path: 'tables.yaml/datasets/old_sales.yaml#columns[0]',
        reason: expect.stringMatching(/members: avg$/),
      },
    ]);
    const list = `- {table_name: old_sales, sql: select 3 as a, params: '{"database_name": "uploads"}', columns: [], metrics: []}`;
    expect((await bring('dataset', 'list.yml', Buffer.from(list))).status).toBe(422);
    expect((await bring('dataset', 'list.yml', Buffer.from(list), { overwrite: true })).status).toBe(200);
    expect((await row('datasets', 'table_name', 'old_sales')).map((each) => member(each, 'sql'))).toEqual([
      'select 3 as a',
    ]);
    // The same inside an archive.
    const zipped = await importFiles(
      house,
      'dataset',
      new Map([['list.yaml', list.replace('old_sales', 'zipped')]]),
      { fields: TOLD },
    );
    expect(zipped.status).toBe(200);
    expect(await row('datasets', 'table_name', 'zipped')).toHaveLength(1);
  });

  test('a database that is new has to be given its password, and may only be made by who may', async () => {
    const file = Buffer.from(
      `databases: [{database_name: far, sqlalchemy_uri: 'postgresql://u:XXXXXXXXXX@127.0.0.1:1/d', tables: [{table_name: t}]}]`,
    );
    const path = 'far.yaml/databases/far.yaml';
    expect(problems((await bring('dataset', 'far.yaml', file)).body)).toMatchObject({
      [path]: { _schema: ['Must provide a password for the database'] },
    });
    const passwords = JSON.stringify({ [path]: 'secret' });
    expect((await bring('dataset', 'far.yaml', file, { who: 'alpha', fields: { passwords } })).status).toBe(
      403,
    );
    expect((await bring('dataset', 'far.yaml', file, { who: 'gamma', fields: { passwords } })).status).toBe(
      403,
    );
    expect((await bring('dataset', 'far.yaml', file, { fields: { passwords } })).status).toBe(200);
  });

  test.each([
    ['no JSON', 'dashboard', Buffer.from('{"dashboards": ['), 'Neither an archive nor a JSON document'],
    ['nothing that is known', 'dashboard', json({ dashboards: [] }), 'holds nothing'],
    ['another shape', 'dashboard', json([1]), 'Dashboards are expected'],
    [
      'a type of its own',
      'dashboard',
      json({ dashboards: [{ __Process__: { command: 'rm' } }] }),
      'not __Process__',
    ],
    [
      'a type in the wrong place',
      'dashboard',
      json({ dashboards: [dashboard('X', 1, [{ __Dashboard__: {} }])] }),
      '__Slice__ is expected here, not __Dashboard__',
    ],
    [
      'Druid datasources',
      'dashboard',
      json({ dashboards: [], datasources: [{ __DruidDatasource__: {} }] }),
      'not __DruidDatasource__',
    ],
    [
      'a database that is not here',
      'dashboard',
      json({ dashboards: [], datasources: [table('t', 1, { params: '{"database_name":"gone"}' })] }),
      'no database \\"gone\\" here',
    ],
    [
      'a chart of no dataset',
      'dashboard',
      json({ dashboards: [dashboard('X', 1, [slice('S', 2, 'nowhere')])] }),
      'no dataset \\"nowhere\\"',
    ],
    [
      'a field of the wrong kind',
      'dashboard',
      json({ dashboards: [dashboard('X', 1, [], { css: 5 })] }),
      'css',
    ],
    ['no YAML', 'dataset', Buffer.from('a: [1'), 'Neither an archive nor a YAML document'],
    [
      'a tag of a language',
      'dataset',
      Buffer.from('databases: !!python/object/apply:os.system ["id"]'),
      'document',
    ],
    ['a list without a database', 'dataset', Buffer.from('- {table_name: t}'), 'The database is not named'],
    ['a theme as text', 'theme', Buffer.from('{}'), 'no zip archive'],
    ['a chart as text', 'chart', json({ dashboards: [] }), 'no zip archive'],
  ])('%s is refused in words, and nothing is stored', async (_case, path, bytes, words) => {
    const count = async () =>
      (await house.services.db.selectFrom('dashboards').select('id').execute()).length;
    const before = await count();
    const answer = await bring(path, 'given.json', bytes);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(words);
    expect(await count()).toBe(before);
  });
});
