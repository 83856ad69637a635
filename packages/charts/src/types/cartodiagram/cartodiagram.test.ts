import { type ChartDataResult, GenericType } from '@chartroom/model';
import { expect, it } from 'vitest';
import { exampleResult, overTimeResult } from '../../example-result.ts';
import { renderMap } from '../../map/render.ts';
import { DARK_THEME, LIGHT_THEME } from '../../testing/draw-example.ts';
import { drawMap, marksOf } from '../../testing/draw-map.ts';
import { words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';
import { sizeAt, sizesOf } from './sizes.ts';

type Cell = string | number | null;

const HERE = '{"type": "Point", "coordinates": [10, 50]}';
const THERE = '{"type":"Feature","geometry":{"type":"Point","coordinates":[12,48]}}';
const PARTS = { place: GenericType.STRING, part: GenericType.STRING, count: GenericType.NUMERIC } as const;

const holding = (viz_type: string, params: object = {}) => ({
  selected_chart: JSON.stringify({ id: 3, slice_name: 'Inner', viz_type, params: JSON.stringify(params) }),
});
const rows = (...cells: Cell[][]) => [exampleResult(PARTS, cells)];
const drawn = (results: ChartDataResult[], form = {}, further = {}) =>
  drawMap(chart, example, form, results, further);

/** The series of the picture at one of the places. */
function seriesAt(map: ReturnType<typeof drawn>, index = 0): unknown[] {
  const mark = marksOf(map)[index];
  const option = mark && 'picture' in mark ? mark.picture({ width: 200, height: 200 }) : undefined;
  return [option?.series ?? []].flat();
}

it('asks what its chart asks, by place', () => {
  const asked = chart.question(example.form, {});
  expect(asked.form_data).toBe(example.form);
  expect(asked.queries).toMatchObject([{ columns: ['place', 'part'], metrics: ['count'] }]);
  const twice = { ...example.form, ...holding('pie', { groupby: ['place', 'part'], metric: 'count' }) };
  expect(chart.question(twice, {}).queries).toMatchObject([{ columns: ['place', 'part'] }]);
  const lines = { x_axis: 'day', groupby: ['part'], metrics: ['count'] };
  const query = chart.question({ ...example.form, ...holding('echarts_timeseries_line', lines) }, {})
    .queries[0];
  expect(query).toMatchObject({ series_columns: ['place', 'part'] });
  expect(JSON.stringify(query?.post_processing)).toContain('"keep_missing":true');
});

it.each([
  ['no chart', { selected_chart: null }],
  ['a broken one', { selected_chart: '{' }],
  ['a chart that is not drawn so small', holding('table', { all_columns: ['part'] })],
])('asks nothing of %s', (_, form) => {
  expect(chart.question({ ...example.form, ...form }, {}).queries).toEqual([]);
});

it('draws a picture of its own at each place, in the same colours', () => {
  const map = drawn(
    rows([HERE, 'a', 1], [HERE, 'b', 2], [THERE, 'b', 3], ['nowhere', 'a', 4], [null, 'b', 1]),
  );
  expect(marksOf(map)).toMatchObject([{ at: [10, 50] }, { at: [12, 48] }]);
  expect(map.notes).toEqual(['2 groups have no place.']);
  const [here, there] = [seriesAt(map), seriesAt(map, 1)];
  const colorOf = (series: unknown[], name: string) => {
    const found = JSON.parse(JSON.stringify(series))[0].data.find(
      (each: object) => Object(each).name === name,
    );
    return found.itemStyle.color;
  };
  expect(colorOf(here, 'b')).toBe(colorOf(there, 'b'));
  expect(map.legend).toMatchObject({
    labels: [
      { text: 'a', color: colorOf(here, 'a') },
      { text: 'b', color: colorOf(there, 'b') },
    ],
  });
  expect(words(map.tooltip({ layer: 0, index: 0 }))).toBe('Longitude and Latitude 10, 50 a 1 b 2');
  expect(map.tooltip({ layer: 0, index: 9 })).toBe('');
});

it('takes series that are columns apart by the place in their names', () => {
  const lines = holding('echarts_timeseries_line', {
    x_axis: '__timestamp',
    groupby: ['part'],
    metrics: ['count'],
  });
  const answer = overTimeResult(
    [
      [HERE, 'a'],
      [THERE, 'a'],
      [THERE, 'b'],
    ],
    [
      [Date.UTC(2024, 0, 1), 1, 2, 3],
      [Date.UTC(2024, 0, 2), 4, 5, 6],
    ],
  );
  const map = drawn([answer], lines);
  expect(seriesAt(map)).toMatchObject([{ name: 'a' }]);
  expect(seriesAt(map, 1)).toMatchObject([{ name: 'b' }, { name: 'a' }]);
  const one = holding('echarts_timeseries_bar', { x_axis: '__timestamp', metrics: ['count'] });
  expect(seriesAt(drawn([overTimeResult([[HERE]], [[1, 1]])], one))).toHaveLength(1);
});

it('is looked at from where it says, in zooms of smaller tiles', () => {
  const answer = rows([HERE, 'a', 1]);
  const custom = {
    mode: 'CUSTOM',
    zoom: 1,
    latitude: 1,
    longitude: 1,
    fixedZoom: 5,
    fixedLatitude: 48,
    fixedLongitude: 11,
  };
  expect(drawn(answer, { map_view: custom }).view).toMatchObject({ centre: [11, 48], zoom: 4 });
  expect(drawn(answer, { map_view: { ...custom, mode: 'FIT_DATA' } }).view).toMatchObject({
    centre: [10, expect.closeTo(50, 5)],
  });
});

it('is as large as the form says for each zoom, or as its rule makes it', () => {
  const configs = { zoom: 6, width: 100, height: 50, slope: 30, exponent: 2 };
  expect(sizeAt({ type: 'FIXED', values: { 4: { width: 20, height: 30 } } }, 3)).toEqual({
    width: 20,
    height: 30,
  });
  expect(sizeAt({ type: 'LINEAR', configs }, 7)).toEqual({ width: 160, height: 80 });
  expect(sizeAt({ type: 'EXP', configs }, 6)).toEqual({ width: 200, height: 100 });
  expect(sizeAt({ type: 'EXP', configs }, 27)).toEqual({ width: 600, height: 600 });
  expect(sizeAt('x', Number.NaN)).toEqual({ width: 100, height: 100 });
  expect(sizesOf('LINEAR', configs)).toMatchObject({
    0: { width: 8 },
    6: { width: 100, height: 50 },
    7: { width: 130, height: 65 },
  });
});

it('says what it does not draw', () => {
  expect(drawn([], { selected_chart: undefined }).notes).toEqual(['No chart is chosen.']);
  expect(drawn([], { selected_chart: '{' }).notes).toEqual(['The chosen chart cannot be read.']);
  expect(drawn([], holding('table')).notes).toEqual([
    'Inner is of the type "table", which is not drawn at places of a map.',
  ]);
  expect(drawn([], { geom_column: null }).notes).toEqual(['No geometry column is chosen.']);
  const many = Array.from({ length: 201 }, (_, at) => [
    `{"type":"Point","coordinates":[${at / 10},1]}`,
    'a',
    1,
  ]);
  expect(drawn(rows(...many)).notes).toEqual(['200 of 201 places are drawn.']);
});

it.each<[string, ChartDataResult[]]>([
  ['no rows', rows()],
  ['nulls', rows([null, null, null])],
  ['no numbers', rows([HERE, 'a', Number.NaN], [THERE, 'b', Number.POSITIVE_INFINITY])],
  ['negative numbers', rows([HERE, 'a', -3])],
  [
    'broken places',
    rows(['{"type":"Point"}', 'a', 1], ['{"coordinates":[1]}', 'a', 1], ['{"coordinates":[1,100]}', 'a', 1]),
  ],
  ['long and right-to-left names', rows([HERE, 'ش'.repeat(300), 1], [HERE, '<b>'.repeat(100), 1])],
])('draws %s', async (_, answers) => {
  for (const form of [
    {},
    { chart_size: 3, chart_background_color: 'x', map_view: 'x', ...holding('waterfall', { metric: 1 }) },
  ])
    for (const theme of [LIGHT_THEME, DARK_THEME]) {
      const size = { width: 200, height: 150 };
      const markup = await renderMap(drawn(answers, form, { ...size, theme }), theme, size);
      expect(markup).toMatch(/^<svg .*<\/svg>$/s);
      expect(markup).not.toMatch(/NaN|Infinity|undefined|<b>/);
    }
});

it.each(['pie', 'funnel', 'gauge_chart', 'radar', 'treemap_v2'])('draws a %s at each place', async (key) => {
  const form = holding(key, { groupby: ['part'], metric: 'count', metrics: ['count'] });
  const map = drawn(rows([HERE, 'a', 1], [THERE, 'b', 2]), form);
  expect(seriesAt(map)).not.toEqual([]);
  expect(await renderMap(map, LIGHT_THEME, { width: 300, height: 200 })).toContain('data-mark="0:1"');
});
