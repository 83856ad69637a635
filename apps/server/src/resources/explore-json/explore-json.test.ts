import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeChart, member, memberId } from '../../testing/things.ts';

const JAN = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
const TOTAL = { expressionType: 'SQL', sqlExpression: 'SUM(v)', label: 'total' };
const COUNT = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' };
/** Made of a column and an aggregate, as most metrics of charts are. */
const SIMPLE = { expressionType: 'SIMPLE', column: { column_name: 'v' }, aggregate: 'SUM', label: 'simple' };
const LEAST = { expressionType: 'SQL', sqlExpression: 'MIN(v)', label: 'least' };
const SERIES = { granularity_sqla: 'at', time_grain_sqla: 'P1D', metrics: [TOTAL], groupby: ['g'] };
const LATLONG = { type: 'latlong', lonCol: 'lon', latCol: 'lat' };

/** Two days of two groups; a third row of the second day has another group's value doubled. */
const SQL = `SELECT * FROM (VALUES
  (TIMESTAMP '2024-01-01', 'a', 'DE', 'x', 1, 13.4, 52.5, '52.5,13.4', 'u33d', '[[1,2],[3,4]]', '_p~iF~ps|U_ulLnnqC'),
  (TIMESTAMP '2024-01-02', 'a', 'DE', 'y', 3, 13.4, 52.5, '52.5,13.4', 'u33d', '[[1,2],[3,4]]', '_p~iF~ps|U_ulLnnqC'),
  (TIMESTAMP '2024-01-02', 'b, c', 'ZZ', 'x', 5, 2.3, 48.9, '48.9,2.3', 'u09t', '[[5,6]]', '_p~iF~ps|U_ulLnnqC')
) t("at", g, country, h, v, lon, lat, place, hash, shape, line)`;

describe.each(RECORD_KINDS)('explore_json on %s', (kind) => {
  let house: TestApp;
  let dataset: number;
  beforeAll(async () => {
    house = await openTestApp(kind);
    const body = { database: house.uploads, table_name: 'shaped', sql: SQL };
    dataset = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
  });
  afterAll(() => house.close());

  function ask(form: object, flags = '', who: PersonName = 'admin') {
    const body = {
      form_data: JSON.stringify({ datasource: `${dataset}__table`, time_range: 'No filter', ...form }),
    };
    return house.as(who, 'POST', `/superset/explore_json/${flags}`, { body });
  }

  async function dataOf(form: object): Promise<unknown> {
    const answer = await ask(form);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"status":"success"')]);
    return member(answer.body, 'data');
  }

  const line = (key: unknown, ...values: [number, number | null][]) => ({
    key,
    values: values.map(([day, y]) => ({ x: JAN + day * DAY, y })),
  });

  test.each<[string, object, unknown]>([
    ['compare', SERIES, [line('a', [0, 1], [1, 3]), line('b, c', [0, null], [1, 5])]],
    [
      'compare',
      { ...SERIES, groupby: [], metrics: [TOTAL, COUNT], contribution: true },
      [line('n', [0, 0.5], [1, 0.2]), line('total', [0, 0.5], [1, 0.8])],
    ],
    ['compare', { ...SERIES, groupby: [], rolling_type: 'cumsum' }, [line('total', [0, 1], [1, 9])]],
    [
      'compare',
      { ...SERIES, groupby: [], time_range: '2024-01-02 : 2024-01-03', time_compare: ['1 day'] },
      [line('total', [1, 8]), { ...line(['total', '1 day offset'], [1, 1]), classed: 'time-shift-0' }],
    ],
    [
      'compare',
      {
        ...SERIES,
        groupby: [],
        time_range: '2024-01-02 : 2024-01-03',
        time_compare: ['1 day'],
        comparison_type: 'absolute',
      },
      [{ ...line(['total', '1 day offset'], [1, 7]), classed: 'time-shift-0' }],
    ],
    ['horizon', { ...SERIES, groupby: [] }, [line('total', [0, 1], [1, 8])]],
    [
      'rose',
      { ...SERIES, groupby: [] },
      {
        [`${JAN}000000`]: [{ key: 'total', name: 'total', value: 1, time: JAN }],
        [`${JAN + DAY}000000`]: [{ key: 'total', name: 'total', value: 8, time: JAN + DAY }],
      },
    ],
    [
      'time_pivot',
      { ...SERIES, metrics: undefined, groupby: [], metric: TOTAL, freq: 'D' },
      [
        { ...line('-1', [1, 1]), rank: 1, perc: 0.5 },
        { ...line('current', [1, 8]), rank: 0, perc: 1 },
      ],
    ],
    [
      'cal_heatmap',
      {
        granularity_sqla: 'at',
        metrics: [TOTAL],
        time_range: '2024-01-01 : 2024-03-01',
        domain_granularity: 'month',
        subdomain_granularity: 'day',
      },
      {
        data: { total: { [JAN / 1000]: 1, [(JAN + DAY) / 1000]: 8 } },
        start: JAN,
        domain: 'month',
        subdomain: 'day',
        range: 3,
      },
    ],
    [
      'chord',
      { groupby: 'g', columns: 'h', metric: TOTAL, sort_by_metric: true },
      { nodes: ['b, c', 'x', 'a', 'y'], matrix: expect.anything() },
    ],
    [
      'country_map',
      { entity: 'country', metric: TOTAL },
      expect.arrayContaining([{ country_id: 'DE', metric: 4 }]),
    ],
    [
      'world_map',
      { entity: 'country', metric: SIMPLE, secondary_metric: COUNT, sort_by_metric: true },
      [
        { country: 'XXX', m1: 5, m2: 1 },
        { country: 'DEU', m1: 4, m2: 2, code: 'DE', name: 'Germany', latitude: 51, longitude: 9 },
      ],
    ],
    [
      'paired_ttest',
      SERIES,
      {
        total: [
          { ...line('', [0, 1], [1, 3]), key: undefined, group: ['a'] },
          { ...line('', [0, null], [1, 5]), key: undefined, group: ['b, c'] },
        ],
      },
    ],
    [
      'para',
      { series: 'g', metrics: [TOTAL], secondary_metric: COUNT },
      expect.arrayContaining([{ g: 'a', total: 4, n: 2 }]),
    ],
    [
      'partition',
      { metrics: [TOTAL], groupby: ['g', 'h'] },
      [
        {
          name: 'total',
          val: 9,
          children: [
            {
              name: 'a',
              val: 4,
              children: [
                { name: 'x', val: 1, children: [] },
                { name: 'y', val: 3, children: [] },
              ],
            },
            { name: 'b, c', val: 5, children: [{ name: 'x', val: 5, children: [] }] },
          ],
        },
      ],
    ],
    [
      'partition',
      { ...SERIES, time_series_option: 'point_diff' },
      [
        {
          name: 'total',
          val: 7,
          children: [
            { name: 'a', val: 2, children: [] },
            { name: 'b, c', val: 5, children: [] },
          ],
        },
      ],
    ],
    [
      'partition',
      { ...SERIES, time_series_option: 'time_series' },
      [
        {
          name: 'total',
          val: 9,
          children: [
            { name: JAN, val: 1, children: [{ name: 'a', val: 1, children: [] }] },
            {
              name: JAN + DAY,
              val: 8,
              children: [
                { name: 'a', val: 3, children: [] },
                { name: 'b, c', val: 5, children: [] },
              ],
            },
          ],
        },
      ],
    ],
    [
      'partition',
      { ...SERIES, time_series_option: 'adv_anal', rolling_type: 'cumsum' },
      [
        {
          name: 'total',
          children: [
            { name: JAN, val: 1, children: expect.arrayContaining([{ name: 'a', val: 1, children: [] }]) },
            {
              name: JAN + DAY,
              val: 9,
              children: expect.arrayContaining([{ name: 'a', val: 4, children: [] }]),
            },
          ],
        },
      ],
    ],
    [
      'time_table',
      SERIES,
      {
        records: { '2024-01-01 00:00:00': { a: 1 }, '2024-01-02 00:00:00': { a: 3, 'b, c': 5 } },
        columns: ['a', 'b, c'],
        is_group_by: true,
      },
    ],
    [
      'bubble',
      { entity: 'g', series: 'country', x: TOTAL, y: COUNT, size: LEAST, limit: 1000 },
      expect.arrayContaining([
        {
          key: 'DE',
          values: [expect.objectContaining({ g: 'a', x: 4, y: 2, size: 1, shape: 'circle', group: 'DE' })],
        },
      ]),
    ],
    ['bullet', { metric: TOTAL }, { measures: [9] }],
    [
      'mapbox',
      { all_columns_x: 'lon', all_columns_y: 'lat', mapbox_label: ['v'] },
      expect.objectContaining({
        bounds: [
          [2.3, 48.9],
          [13.4, 52.5],
        ],
        hasCustomMetric: true,
        geoJSON: {
          type: 'FeatureCollection',
          features: expect.arrayContaining([
            {
              type: 'Feature',
              properties: { metric: 5 },
              geometry: { type: 'Point', coordinates: [2.3, 48.9] },
            },
          ]),
        },
      }),
    ],
    [
      'deck_scatter',
      {
        spatial: LATLONG,
        point_radius_fixed: { type: 'metric', value: TOTAL },
        dimension: 'g',
        js_columns: ['h'],
      },
      {
        features: [
          {
            position: [2.3, 48.9],
            metric: 5,
            radius: 5,
            cat_color: 'b, c',
            __timestamp: null,
            extraProps: { h: 'x' },
          },
          {
            position: [13.4, 52.5],
            metric: 3,
            radius: 3,
            cat_color: 'a',
            __timestamp: null,
            extraProps: { h: 'y' },
          },
          {
            position: [13.4, 52.5],
            metric: 1,
            radius: 1,
            cat_color: 'a',
            __timestamp: null,
            extraProps: { h: 'x' },
          },
        ],
        mapboxApiKey: '',
        metricLabels: ['total'],
      },
    ],
    [
      'deck_hex',
      { spatial: { type: 'delimited', lonlatCol: 'place' }, size: TOTAL },
      expect.objectContaining({
        features: [
          { position: [2.3, 48.9], weight: 5, cat_color: null },
          { position: [13.4, 52.5], weight: 4, cat_color: null },
        ],
      }),
    ],
    [
      'deck_arc',
      {
        start_spatial: LATLONG,
        end_spatial: { type: 'geohash', geohashCol: 'hash' },
        row_limit: 1,
        adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: "g <> 'a'" }],
      },
      expect.objectContaining({
        features: [
          {
            sourcePosition: [2.3, 48.9],
            targetPosition: [expect.closeTo(2.1, 0), expect.closeTo(48.9, 0)],
            cat_color: null,
            __timestamp: null,
          },
        ],
      }),
    ],
    [
      'deck_path',
      { line_column: 'line', line_type: 'polyline', row_limit: 1 },
      expect.objectContaining({
        features: [
          {
            path: [
              [38.5, -120.2],
              [40.7, -120.95],
            ],
            cat_color: null,
            __timestamp: null,
          },
        ],
      }),
    ],
    [
      'deck_polygon',
      {
        line_column: 'shape',
        line_type: 'json',
        metric: TOTAL,
        reverse_long_lat: true,
        adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: "g = 'a'" }],
      },
      expect.objectContaining({
        features: [
          {
            shape: '[[1,2],[3,4]]',
            total: 4,
            polygon: [
              [2, 1],
              [4, 3],
            ],
          },
        ],
      }),
    ],
    [
      'deck_polygon',
      { line_column: 'hash', line_type: 'geohash', metric: TOTAL, row_limit: 1 },
      expect.objectContaining({ metricLabels: ['total'] }),
    ],
    ['unknown_one', { groupby: ['g'], metrics: [TOTAL] }, expect.arrayContaining([{ g: 'a', total: 4 }])],
  ])('%s %j', async (viz_type, form, expected) => {
    expect(await dataOf({ viz_type, ...form })).toEqual(expected);
  });

  test('what a matrix holds goes from its columns to its rows', async () => {
    const { nodes, matrix } = Object(
      await dataOf({ viz_type: 'chord', groupby: ['g'], columns: ['h'], metric: TOTAL }),
    );
    const at = (to: string, from: string): unknown => member(matrix, nodes.indexOf(to), nodes.indexOf(from));
    expect([at('x', 'a'), at('y', 'a'), at('x', 'b, c'), at('a', 'x')]).toEqual([1, 3, 5, 0]);
  });

  test.each([
    ['partition', { metrics: [TOTAL] }, 'Please choose at least one groupby'],
    [
      'time_table',
      { ...SERIES, metrics: [TOTAL, COUNT] },
      "When using 'Group By' you are limited to use a single metric",
    ],
    ['bubble', { entity: 'g', x: TOTAL, y: TOTAL, size: COUNT }, 'Pick a metric for x, y and size'],
    ['cal_heatmap', { granularity_sqla: 'at', metrics: [TOTAL] }, 'Please provide both time bounds'],
    [
      'time_pivot',
      { ...SERIES, metrics: undefined, metric: TOTAL, groupby: [], freq: 'whenever' },
      'is no frequency',
    ],
    ['deck_scatter', { spatial: {} }, 'Bad spatial key'],
    ['deck_path', { line_column: 'g', line_type: 'json' }, 'is not JSON'],
    [
      'compare',
      { metrics: [{ expressionType: 'SQL', sqlExpression: 'nothing(', label: 'x' }], granularity_sqla: 'at' },
      '',
    ],
  ])('%s %j is refused in words', async (viz_type, form, message) => {
    const answer = await ask({ viz_type, ...form });
    expect([answer.status, member(answer.body, 'errors', 0, 'message')]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
  });

  test('flags ask for the query, the rows, samples, a file', async () => {
    const form = { ...SERIES, viz_type: 'compare' };
    expect((await ask(form, '?query=true')).body).toEqual({
      query: expect.stringContaining('GROUP BY'),
      language: 'sql',
    });
    expect((await ask(form, '?results=true')).body).toMatchObject({
      rowcount: 3,
      colnames: ['__timestamp', 'g', 'total'],
    });
    expect(
      (await ask({ viz_type: 'table', groupby: ['g'], metrics: [TOTAL] }, '?samples=true')).body,
    ).toMatchObject({ rowcount: 3 });
    const csv = await ask(form, '?csv=true');
    expect(csv.text.split('\n')[0]).toBe('__timestamp,g,total');
  });

  test('a stored chart is asked by its id, and its address goes first', async () => {
    const chart = await makeChart(house, dataset, 'Stored');
    const given = encodeURIComponent(JSON.stringify({ slice_id: chart, viz_type: 'bullet', metric: TOTAL }));
    const first = await house.as('admin', 'GET', `/superset/explore_json/?form_data=${given}`);
    expect(first.body).toMatchObject({
      data: { measures: [9] },
      form_data: { slice_id: chart, datasource: `${dataset}__table` },
    });
    const layers = await ask({ viz_type: 'deck_multi', deck_slices: [chart] });
    expect(layers.body).toMatchObject({
      data: { slices: [{ slice_id: chart, slice_name: 'Stored' }], features: {} },
    });
    expect((await ask({ viz_type: 'deck_multi', deck_slices: [99_999_999] })).status).toBe(404);
  });

  test('only who may read the dataset is answered, and bad form data is said', async () => {
    expect((await ask({ ...SERIES, viz_type: 'compare' }, '', 'gamma')).status).toBe(403);
    expect(
      (await house.app.inject({ method: 'POST', url: '/superset/explore_json/', payload: {} })).statusCode,
    ).toBe(401);
    expect(
      (await house.as('admin', 'POST', '/superset/explore_json/', { body: { form_data: '{' } })).status,
    ).toBe(400);
    expect((await house.as('admin', 'GET', '/superset/explore_json/')).status).toBe(400);
    expect(
      (await house.as('admin', 'GET', '/superset/explore_json/?form_data={"slice_id":99999999}')).status,
    ).toBe(404);
  });
});
