import { describe, expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawExample, LIGHT_THEME } from '../../testing/draw-example.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

const PARTS = ['mean', 'median', 'max', 'min', 'q1', 'q3', 'count', 'outliers'];
type Value = string | number | null | number[];

function drawn(form: Record<string, unknown> = {}, results = example.results) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results });
  if (drawing.kind !== 'echarts') throw new Error('a box plot is a picture');
  return { ...drawing, series: [drawing.option.series ?? []].flat() };
}

/** An answer about one metric: the name of a group and its numbers, in the order of `PARTS`. */
function answer(...rows: Value[][]) {
  const columns = Object.fromEntries(PARTS.map((part) => [`delay__${part}`, 0 as const]));
  return [exampleResult({ origin: 1, ...columns }, rows)];
}

function tooltipOf(event: object, form: Record<string, unknown> = {}, results = example.results) {
  const { tooltip } = drawn(form, results).option;
  return words(String(called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, event)));
}

describe('a box', () => {
  it('is drawn for each group, with what lies beyond its whiskers as points', () => {
    const { series, option } = drawn();
    expect(series[0]).toMatchObject({
      type: 'boxplot',
      data: [{ name: 'ATL', value: [3.4, 11.1, 14.9, 18.8, 24.8, 15, 41] }, { name: 'DFW' }, { name: 'ORD' }],
    });
    expect(series[1]?.data).toMatchObject([{ value: [0, 39] }, { value: [0, 42] }, { value: [2, -9] }]);
    expect(option.xAxis).toMatchObject({ data: ['ATL', 'DFW', 'ORD'] });
  });

  it('has its whiskers from the smaller to the larger of two numbers, which are no outliers', () => {
    const { series } = drawn({}, answer(['ATL', 50, 50, 0, 100, 50, 50, 2, '[100, 0]']));
    expect(series[0]?.data).toMatchObject([{ value: [0, 50, 50, 50, 100, 50, 2] }]);
    expect(series[1]?.data ?? []).toEqual([]);
  });

  it('is named by its metric where there are several, or no group', () => {
    const names = (form: Record<string, unknown>) => Reflect.get(Object(drawn(form).option.xAxis), 'data');
    expect(names({ metrics: ['delay', 'late'] }).slice(0, 2)).toEqual(['ATL, delay', 'ATL, late']);
    expect(names({ groupby: [] })).toEqual(['delay', 'delay', 'delay']);
  });

  it('tells its numbers, and a point its own', () => {
    const form = { number_format: '.1f' };
    expect(tooltipOf({ name: 'ATL', dataIndex: 0 }, form)).toBe(
      'ATL Max 24.8 3rd Quartile 18.8 Mean 15.0 Median 14.9 1st Quartile 11.1 Min 3.4 # Observations 41.0 # Outliers 2',
    );
    expect(tooltipOf({ dataIndex: 2, data: { box: 2, value: [2, -9] } }, form)).toBe('ORD Outlier -9.0');
  });

  it('filters by its group, and so do its points; others step back', () => {
    const { crossFilter, pointAt } = drawn();
    const filters = [{ col: 'origin', op: 'IN', val: ['ORD'] }];
    expect(crossFilter?.({ name: 'ORD', dataIndex: 2 })).toMatchObject({ filters, key: 'ORD' });
    expect(crossFilter?.({ dataIndex: 0, data: { box: 2, value: [2, -9] } })?.filters).toEqual(filters);
    expect(pointAt?.({ name: 'ATL', dataIndex: 0 })).toMatchObject({
      detail: [{ col: 'origin', val: 'ATL' }],
      drillBy: { field: 'groupby' },
    });
    const datasource = { columns: [], metrics: [], verbose_map: {}, column_formats: {} };
    const drawing = chart.draw({
      ...example,
      datasource,
      width: 600,
      height: 400,
      theme: LIGHT_THEME,
      selected: ['DFW'],
    });
    const series = drawing.kind === 'echarts' ? [drawing.option.series ?? []].flat() : [];
    expect(series[0]?.data).toMatchObject([
      { itemStyle: { opacity: 0.18 } },
      { itemStyle: { opacity: 0.6 } },
      {},
    ]);
  });
});

it.each([
  ['45°', -45],
  ['staggered', -45],
  ['90°', -90],
  ['flat', 0],
])('turns its labels for the layout %s', (x_ticks_layout, rotate) => {
  expect(drawn({ x_ticks_layout }).option.xAxis).toMatchObject({ axisLabel: { rotate } });
});

it('has its titles where the form data want them', () => {
  expect(drawn({ y_axis_title_position: 'Top', x_axis_title: 'From' }).option).toMatchObject({
    grid: { top: 50, left: 20, bottom: 35 },
    yAxis: { name: 'Minutes late', nameLocation: 'end' },
  });
});

it.each([
  ['no rows', answer()],
  ['one row', answer(['A', 1, 1, 1, 1, 1, 1, 1, []])],
  ['nothing but nulls', answer([null, null, null, null, null, null, null, null, null])],
  [
    'numbers that are none',
    answer(['A', 'NaN', 'Infinity', 'NaN', 'NaN', 'x', 'NaN', 'NaN', ['NaN', 3].map(Number)]),
  ],
  ['negative numbers', answer(['A', -3, -3, -1, -9, -5, -2, 7, [-20]])],
  ['points written as text', answer(['A', 3, 3, 5, 1, 2, 4, 7, '[9, 11]'], ['A', 3, 3, 5, 1, 2, 4, 7, '[9'])],
  ['names of any length and direction', answer(['שלום '.repeat(60), 1, 1, 2, 0, 0, 1, 3, []])],
])('draws %s', async (_name, results) => {
  for (const form of [{}, { metrics: null, groupby: 7, columns: {} }]) {
    expect(await echartsSvg(drawn(form, results))).not.toMatch(/NaN|Infinity/);
  }
});

it('draws of a thousand boxes those of the most values for which there is room, and says so', () => {
  const rows = Array.from({ length: 1000 }, (_, at): Value[] => [`Group ${at}`, 1, 1, 2, 0, 0, 1, at, [at]]);
  const { series, option } = drawn({}, answer(...rows));
  expect(series).toMatchObject([
    { data: { length: 150, 0: { name: 'Group 850' } } },
    { data: { length: 150 } },
  ]);
  expect(JSON.stringify(option.graphic)).toContain('Drawn: the 150 largest groups of 1,000');
});

it.each([
  ['Tukey', { whisker_type: 'tukey' }],
  ['Min/max (no outliers)', { whisker_type: 'min/max' }],
  ['5/95 percentiles', { whisker_type: 'percentile', percentiles: [5, 95] }],
  ['12.5/80', { whisker_type: 'percentile', percentiles: [12.5, 80] }],
  [null, { whisker_type: 'tukey' }],
])('asks for whiskers by %s', (whiskerOptions, options) => {
  const [query] = chart.question({ ...example.form, whiskerOptions }, {}).queries;
  expect(query?.post_processing).toEqual([
    { operation: 'boxplot', options: { ...options, groupby: ['origin'], metrics: ['delay'] } },
  ]);
});
