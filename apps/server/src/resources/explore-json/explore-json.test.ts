import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COUNT, openShapedHouse, type ShapedHouse, TOTAL } from '../../testing/shaped-house.ts';
import { RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeChart, member } from '../../testing/things.ts';

const JAN = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
const LEAST = { expressionType: 'SQL', sqlExpression: 'MIN(v)', label: 'least' };
const SERIES = { granularity_sqla: 'at', time_grain_sqla: 'P1D', metrics: [TOTAL], groupby: ['g'] };

describe.each(RECORD_KINDS)('explore_json on %s', (kind) => {
  let shaped: ShapedHouse;
  let house: TestApp;
  beforeAll(async () => {
    shaped = await openShapedHouse(kind);
    house = shaped.house;
  });
  afterAll(() => house.close());

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
    ['unknown_one', { groupby: ['g'], metrics: [TOTAL] }, expect.arrayContaining([{ g: 'a', total: 4 }])],
  ])('%s %j', async (viz_type, form, expected) => {
    expect(await shaped.dataOf({ viz_type, ...form })).toEqual(expected);
  });

  test('what a matrix holds goes from its columns to its rows', async () => {
    const { nodes, matrix } = Object(
      await shaped.dataOf({ viz_type: 'chord', groupby: ['g'], columns: ['h'], metric: TOTAL }),
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
    [
      'compare',
      { metrics: [{ expressionType: 'SQL', sqlExpression: 'nothing(', label: 'x' }], granularity_sqla: 'at' },
      '',
    ],
  ])('%s %j is refused in words', async (viz_type, form, message) => {
    const answer = await shaped.ask({ viz_type, ...form });
    expect([answer.status, member(answer.body, 'errors', 0, 'message')]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
  });

  test('flags ask for the query, the rows, samples, a file', async () => {
    const form = { ...SERIES, viz_type: 'compare' };
    expect((await shaped.ask(form, '?query=true')).body).toEqual({
      query: expect.stringContaining('GROUP BY'),
      language: 'sql',
    });
    expect((await shaped.ask(form, '?results=true')).body).toMatchObject({
      rowcount: 3,
      colnames: ['__timestamp', 'g', 'total'],
    });
    expect(
      (await shaped.ask({ viz_type: 'table', groupby: ['g'], metrics: [TOTAL] }, '?samples=true')).body,
    ).toMatchObject({ rowcount: 3 });
    const csv = await shaped.ask(form, '?csv=true');
    expect(csv.text.split('\n')[0]).toBe('__timestamp,g,total');
  });

  test('a stored chart is asked by its id, and its address goes first', async () => {
    const chart = await makeChart(house, shaped.dataset, 'Stored');
    const given = encodeURIComponent(JSON.stringify({ slice_id: chart, viz_type: 'bullet', metric: TOTAL }));
    const first = await house.as('admin', 'GET', `/superset/explore_json/?form_data=${given}`);
    expect(first.body).toMatchObject({
      data: { measures: [9] },
      form_data: { slice_id: chart, datasource: `${shaped.dataset}__table` },
    });
    const layers = await shaped.ask({ viz_type: 'deck_multi', deck_slices: [chart] });
    expect(layers.body).toMatchObject({
      data: { slices: [{ slice_id: chart, slice_name: 'Stored' }], features: {} },
    });
    expect((await shaped.ask({ viz_type: 'deck_multi', deck_slices: [99_999_999] })).status).toBe(404);
  });

  test('only who may read the dataset is answered, and bad form data is said', async () => {
    expect((await shaped.ask({ ...SERIES, viz_type: 'compare' }, '', 'gamma')).status).toBe(403);
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
