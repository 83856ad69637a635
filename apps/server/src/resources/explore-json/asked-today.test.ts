import { loadChartType } from '@chartroom/charts';
import type { ChartDataResult } from '@chartroom/model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShapedHouse, type ShapedHouse, TOTAL } from '../../testing/shaped-house.ts';
import { member } from '../../testing/things.ts';

const JAN = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
const SERIES = { granularity_sqla: 'at', time_grain_sqla: 'P1D', metrics: [TOTAL], groupby: ['g'] };
const THEME = {
  dark: false,
  colorText: '#111111',
  colorTextSecondary: '#222222',
  colorBorder: '#333333',
  colorSplit: '#444444',
  colorBackground: '#ffffff',
  colorPrimary: '#555555',
  colorSuccess: '#666666',
  colorError: '#777777',
  fontFamily: 'sans-serif',
};

/** What `explore_json` shapes, the charts make of the rows that one question of today is answered with. */
describe('charts of before, asked by a question of today', () => {
  let shaped: ShapedHouse;
  beforeAll(async () => {
    shaped = await openShapedHouse('sqlite');
  });
  afterAll(() => shaped.house.close());

  async function drawn(viz_type: string, more: object) {
    const chart = await loadChartType(viz_type);
    if (!chart) throw new Error(`there is no chart type ${viz_type}`);
    const form = { ...SERIES, datasource: `${shaped.dataset}__table`, viz_type, ...more };
    const { status, body } = await shaped.house.as('admin', 'POST', '/api/v1/chart/data', {
      body: chart.question(form, {}),
    });
    expect([status, status === 200 ? '' : JSON.stringify(body)]).toEqual([200, '']);
    const results: ChartDataResult[] = Object(body).result;
    const datasource = { columns: [], metrics: [], verbose_map: {}, column_formats: {} };
    return chart.draw({ form, results, datasource, width: 600, height: 400, theme: THEME });
  }

  /** Names and values of the lines of a picture. */
  async function lines(viz_type: string, more: object): Promise<unknown[]> {
    const drawing = await drawn(viz_type, more);
    const series = drawing.kind === 'echarts' ? [drawing.option.series ?? []].flat() : [];
    return series.map(({ name, data }) => [name, data]);
  }

  async function texts(viz_type: string, more: object): Promise<unknown[][]> {
    const drawing = await drawn(viz_type, more);
    return drawing.kind === 'table' ? drawing.table.rows.map((row) => row.map(({ text }) => text)) : [];
  }

  test('compare', async () => {
    expect(await lines('compare', {})).toEqual([
      [
        'a',
        [
          [JAN, 0],
          [JAN + DAY, 2],
        ],
      ],
      [
        'b, c',
        [
          [JAN, null],
          [JAN + DAY, 0],
        ],
      ],
    ]);
    expect(await lines('compare', { groupby: [], rolling_type: 'cumsum' })).toEqual([
      [
        'total',
        [
          [JAN, 0],
          [JAN + DAY, 8],
        ],
      ],
    ]);
    const range = { time_range: '2024-01-02 : 2024-01-03', groupby: [], time_compare: ['1 day'] };
    expect(await lines('compare', range)).toMatchObject([
      ['total', [[JAN + DAY, 0]]],
      ['total, 1 day ago', [[JAN + DAY, 0]]],
    ]);
  });

  test('horizon, without a grain, as shares', async () => {
    const [folds, names] = await lines('horizon', { contribution: true });
    expect(member(names, 1)).toHaveLength(2);
    expect(member(folds, 1)).toHaveLength(3);
  });

  test('time_pivot', async () => {
    expect(await lines('time_pivot', { metrics: undefined, groupby: [], metric: TOTAL, freq: 'D' })).toEqual([
      ['-1', [[JAN + DAY, 1]]],
      ['current', [[JAN + DAY, 8]]],
    ]);
  });

  test('paired_ttest, whose time is in a filter', async () => {
    const filter = {
      expressionType: 'SIMPLE',
      clause: 'WHERE',
      subject: 'at',
      operator: 'TEMPORAL_RANGE',
      comparator: 'No filter',
    };
    const form = { granularity_sqla: undefined, adhoc_filters: [filter] };
    expect(await texts('paired_ttest', form)).toEqual([
      ['a', 'control', 'control', 'control'],
      ['b, c', expect.any(String), '25.0000', expect.any(String)],
    ]);
  });

  test('time_table', async () => {
    const column_collection = [
      { key: 'now', colType: 'time' },
      { key: 'line', colType: 'spark' },
    ];
    expect(await texts('time_table', { column_collection })).toEqual([
      ['a', '3', '1 → 3'],
      ['b, c', '5', '5 → 5'],
    ]);
  });

  test('handlebars', async () => {
    const form = {
      query_mode: 'aggregate',
      handlebarsTemplate: '{{#each data}}<p>{{g}}: {{total}}</p>{{/each}}',
    };
    const drawing = await drawn('handlebars', form);
    expect(drawing.kind === 'text' && drawing.lines.map(({ text }) => text).toSorted()).toEqual([
      'a: 4',
      'b, c: 5',
    ]);
  });

  test('mapbox: a point for each group, with the number of its rows', async () => {
    const places = { all_columns_x: 'lon', all_columns_y: 'lat', metrics: undefined };
    const form = { ...places, groupby: ['lon', 'lat'], mapbox_label: ['count'], clustering_radius: 0 };
    const drawing = await drawn('mapbox', form);
    const marks = drawing.kind === 'map' ? drawing.layers.flatMap(({ marks }) => [...marks]) : [];
    expect(marks).toEqual(
      expect.arrayContaining([expect.objectContaining({ at: [2.3, 48.9], label: expect.anything() })]),
    );
  });

  test('deck_multi, which asks nothing itself', async () => {
    const drawing = await drawn('deck_multi', { deck_slices: [1] });
    expect(drawing).toMatchObject({ kind: 'map', layers: [] });
  });
});
