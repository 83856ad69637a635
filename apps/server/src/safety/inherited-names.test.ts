import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeChart, member, memberId } from '../testing/things.ts';

/** F22: names that every object has without being given them. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];

let house: TestApp;
let dataset: number;
let chart: number;
beforeAll(async () => {
  house = await openTestApp('sqlite');
  const columns = NAMES.map((name, n) => `${n} as "${name}"`).join(', ');
  const sql = `select range as n, 't' || range as t, timestamp '2024-01-01' + interval (range) day as d, ${columns} from range(5)`;
  dataset = memberId(
    (
      await house.as('admin', 'POST', '/api/v1/dataset/', {
        body: { database: house.uploads, table_name: 'odd', sql },
      })
    ).body,
  );
  chart = await makeChart(house, dataset, 'odd');
});
afterAll(() => house.close());

type Answer = Awaited<ReturnType<TestApp['as']>>;
/** Nothing that is sent is a fault of the server. */
function expectNoFault(place: string, { status, text }: Answer): void {
  expect([place, status < 500, text.slice(0, 400)]).toEqual([place, true, expect.anything()]);
}
const data = (query: object, more: object = {}) =>
  house.as('admin', 'POST', '/api/v1/chart/data', {
    body: { datasource: { id: dataset, type: 'table' }, queries: [query], ...more },
  });
const explore = (form: object) =>
  house.as('admin', 'POST', '/superset/explore_json/', {
    body: {
      form_data: JSON.stringify({ datasource: `${dataset}__table`, time_range: 'No filter', ...form }),
    },
  });
const metric = (label: string) => ({ expressionType: 'SQL', sqlExpression: 'count(*)', label });
const simple = (name: string) => ({
  expressionType: 'SIMPLE',
  aggregate: 'SUM',
  column: { column_name: name },
  label: name,
});

describe.each(NAMES)('F22: %s', (name) => {
  test('is a column, a label and a filter like others', async () => {
    const answer = await data({
      columns: [name],
      metrics: [],
      orderby: [[name, true]],
      filters: [{ col: name, op: '>=', val: 0 }],
    });
    expect([answer.status, member(answer.body, 'result', 0, 'colnames')]).toEqual([200, [name]]);
    expect(answer.text).toContain(`"data":[{"${name}":${NAMES.indexOf(name)}}]`);
    const labelled = await data({
      columns: [{ label: name, sqlExpression: 'n' }],
      metrics: [metric(`${name}!`)],
    });
    expect(labelled.status).toBe(200);
    const summed = await data({
      columns: ['t'],
      metrics: [simple(name)],
      series_limit: 2,
      series_columns: ['t'],
      series_limit_metric: simple(name),
    });
    expect([summed.status, member(summed.body, 'result', 0, 'colnames')]).toEqual([200, ['t', name]]);
  });

  test.each<[string, (name: string) => object]>([
    ['a metric', (text) => ({ columns: ['t'], metrics: [text] })],
    ['an operator', (text) => ({ columns: ['t'], filters: [{ col: 't', op: text, val: 1 }] })],
    ['a grain', (text) => ({ columns: ['t'], extras: { time_grain_sqla: text }, granularity: 'd' })],
    [
      'a grain of a column',
      (text) => ({
        columns: [{ label: 'd', sqlExpression: 'd', columnType: 'BASE_AXIS', timeGrain: text }],
        metrics: ['count'],
      }),
    ],
    ['a time range', (text) => ({ columns: ['t'], time_range: text, granularity: 'd' })],
    [
      'a quantity of time',
      (text) => ({ columns: ['t'], time_range: `1 ${text} ago : now`, granularity: 'd' }),
    ],
    [
      'a holiday',
      (text) => ({
        columns: ['t'],
        time_range: `HOLIDAY('${text}', DATETIME('now'), '${text}') : `,
        granularity: 'd',
      }),
    ],
    [
      'a unit',
      (text) => ({ columns: ['t'], time_range: `DATEADD(DATETIME('now'), 1, ${text}) : `, granularity: 'd' }),
    ],
    [
      'another time',
      (text) => ({
        columns: ['d'],
        metrics: ['count'],
        time_range: '2024 : 2025',
        granularity: 'd',
        time_offsets: [text],
      }),
    ],
    [
      'a parameter',
      (text) => ({
        columns: ['t'],
        extras: { where: `t <> '{{ url_param("${text}") }}'` },
        url_params: { [text]: 'a', b: text },
      }),
    ],
    ['a name in a template', (text) => ({ columns: ['t'], extras: { where: `t <> '{{ ${text} }}'` } })],
    ['an operation', (text) => ({ columns: ['t'], post_processing: [{ operation: text, options: {} }] })],
    [
      'an aggregate',
      (text) => ({
        columns: ['t'],
        metrics: ['count'],
        post_processing: [
          { operation: 'pivot', options: { index: ['t'], aggregates: { count: { operator: text } } } },
        ],
      }),
    ],
    [
      'a rule',
      (text) => ({
        columns: ['d'],
        metrics: ['count'],
        post_processing: [
          { operation: 'pivot', options: { index: ['d'], aggregates: { count: { operator: 'mean' } } } },
          { operation: 'resample', options: { rule: text, method: text } },
        ],
      }),
    ],
    [
      'an annotation',
      (text) => ({
        columns: ['t'],
        annotation_layers: [{ annotationType: text, sourceType: text, name: text, value: text }],
      }),
    ],
    ['a key of a question', (text) => ({ columns: ['t'], [`x${text}`]: text, custom_params: { a: text } })],
  ])('as %s is answered or refused', async (place, query) => {
    expectNoFault(place, await data(query(name)));
  });

  test.each<[string, object]>([
    ['a kind of chart', { viz_type: name, metrics: ['count'] }],
    [
      'a comparison',
      {
        viz_type: 'compare',
        granularity_sqla: 'd',
        metrics: ['count'],
        time_compare: ['1 day'],
        comparison_type: name,
      },
    ],
    [
      'a rule',
      {
        viz_type: 'compare',
        granularity_sqla: 'd',
        metrics: ['count'],
        resample_rule: name,
        resample_method: name,
      },
    ],
    [
      'rolling',
      {
        viz_type: 'compare',
        granularity_sqla: 'd',
        metrics: ['count'],
        rolling_type: name,
        rolling_periods: 2,
      },
    ],
    [
      'an option of parts',
      {
        viz_type: 'partition',
        granularity_sqla: 'd',
        metrics: ['count'],
        groupby: ['t'],
        time_series_option: name,
      },
    ],
    ['periods', { viz_type: 'time_pivot', granularity_sqla: 'd', metric: 'count', freq: name }],
    ['names of countries', { viz_type: 'world_map', entity: 't', metric: 'count', country_fieldtype: name }],
    [
      'a calendar',
      {
        viz_type: 'cal_heatmap',
        granularity_sqla: 'd',
        metrics: ['count'],
        time_range: '2024 : 2025',
        subdomain_granularity: name,
        domain_granularity: name,
      },
    ],
    [
      'groups of a table of times',
      { viz_type: 'time_table', granularity_sqla: 'd', metrics: [metric(name)] },
    ],
    ['a place', { viz_type: 'deck_scatter', spatial: { type: name, lonCol: name, latCol: name } }],
    ['a line', { viz_type: 'deck_path', line_column: 't', line_type: name }],
    [
      'a column',
      {
        viz_type: 'deck_scatter',
        spatial: { type: 'latlong', lonCol: name, latCol: name },
        dimension: name,
        js_columns: [name],
      },
    ],
    [
      'filters',
      {
        viz_type: 'table',
        metrics: ['count'],
        adhoc_filters: [
          { expressionType: name, clause: name, subject: name, operator: name, comparator: name },
        ],
      },
    ],
    [
      'settings of filters',
      {
        viz_type: 'table',
        metrics: ['count'],
        extra_filters: [{ col: name, op: name, val: name }],
        extra_form_data: { filters: [{ col: name, op: 'IN', val: [name] }] },
      },
    ],
  ])('as %s of the older way of asking is answered or refused', async (place, form) => {
    expectNoFault(place, await explore(form));
  });

  test('as what files, texts and formats are called', async () => {
    const query = { columns: [name], metrics: ['count'] };
    for (const form_data of [
      {
        viz_type: 'table',
        column_config: { [`${name} `]: { d3NumberFormat: name }, count: { d3NumberFormat: name } },
      },
      {
        viz_type: 'pivot_table_v2',
        groupbyRows: [name],
        groupbyColumns: [],
        metrics: ['count'],
        aggregateFunction: name,
      },
    ])
      expectNoFault(form_data.viz_type, await data(query, { result_type: 'post_processed', form_data }));
    for (const more of [
      { result_type: 'samples' },
      { result_format: 'csv' },
      { result_type: 'drill_detail' },
    ])
      expectNoFault('rows', await data(query, more));
  });

  test('as what lists, tags, schedules and engines are asked by', async () => {
    const lists = [
      'chart',
      'dashboard',
      'dataset',
      'database',
      'query',
      'saved_query',
      'report',
      'tag',
      'annotation_layer',
      'css_template',
      'theme',
      'log',
      'rowlevelsecurity',
    ];
    const asked = [
      `(order_column:${name},order_direction:asc)`,
      `(filters:!((col:${name},opr:eq,value:a)))`,
      `(filters:!((col:id,opr:${name},value:1)))`,
      `(columns:!(id,'${name}','owners.${name}'))`,
      `(select_columns:!('${name}'))`,
      `(keys:!(${name}))`,
      `(${name}:1)`,
    ];
    for (const list of lists)
      for (const q of asked)
        expectNoFault(
          `${list} ${q}`,
          await house.as('admin', 'GET', `/api/v1/${list}/?q=${encodeURIComponent(q)}`),
        );
    const get = (path: string) => house.as('admin', 'GET', path);
    for (const path of [
      `/api/v1/chart/related/${name}`,
      `/api/v1/dataset/distinct/${name}`,
      `/api/v1/chart/${chart}?q=(columns:!('${name}'))`,
      `/api/v1/datasource/table/${dataset}/column/${name}/values/`,
      `/api/v1/datasource/${name}/${dataset}/column/n/values/`,
      `/api/v1/advanced_data_type/convert?q=(type:port,values:!('${name}'))`,
      `/api/v1/advanced_data_type/convert?q=(type:'${name}',values:!('a'))`,
      `/api/v1/time_range/?q='${name}'`,
      `/api/v1/time_range/?q='1 ${name} ago : now'`,
      `/api/v1/tag/get_objects/?tags=${name}&types=${name}`,
      `/api/v1/explore/?slice_id=${name}&viz_type=${name}`,
      `/api/v1/${name}/`,
      `/superset/explore_json/${name}/${dataset}/`,
    ])
      expectNoFault(path, await get(path));
    const post = (path: string, body: object) => house.as('admin', 'POST', path, { body });
    const schedule = {
      type: 'Report',
      name,
      chart,
      report_format: 'CSV',
      recipients: [],
      crontab: name,
      extra: { dashboard: { activeTabs: [name] } },
    };
    for (const [path, body] of [
      ['/api/v1/report/', schedule],
      ['/api/v1/sqllab/format_sql/', { sql: 'select 1', engine: name }],
      [
        '/api/v1/sqllab/execute/',
        { database_id: house.uploads, sql: `select 1 as "${name}"`, templateParams: `{"a": "${name}"}` },
      ],
      ['/api/v1/database/test_connection/', { sqlalchemy_uri: `${name}://host/x` }],
      [
        '/api/v1/database/validate_parameters/',
        { engine: name, parameters: {}, configuration_method: 'dynamic_form' },
      ],
      [`/api/v1/tag/2/${chart}/`, { properties: { tags: [name] } }],
      ['/api/v1/tag/', { name, description: name }],
      ['/api/v1/css_template/', { template_name: name, css: name }],
      [
        '/api/v1/chart/',
        {
          slice_name: name,
          viz_type: name,
          datasource_id: dataset,
          datasource_type: 'table',
          params: `{"${name}": 1, "viz_type": "${name}"}`,
        },
      ],
      [
        '/api/v1/dashboard/',
        {
          dashboard_title: name,
          slug: null,
          json_metadata: `{"${name}": 1}`,
          position_json: `{"${name}": {"type": "${name}", "id": "${name}"}}`,
        },
      ],
      ['/api/v1/security/roles/', { name }],
    ] as const)
      expectNoFault(path, await post(path, body));
  });
});
