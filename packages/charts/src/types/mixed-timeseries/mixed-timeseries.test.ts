import { describe, expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drilledForm } from '../../question/drill-form.ts';
import { drawExample, LIGHT_THEME } from '../../testing/draw-example.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Cell = string | number | null;

function drawn(form: Record<string, unknown> = {}, results = example.results) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results });
  if (drawing.kind !== 'echarts') throw new Error('a mixed chart is a picture');
  const series = [drawing.option.series ?? []].flat();
  return { ...drawing, series, names: series.map(({ name }) => name) };
}

/** Answers of both questions along words. */
const answers = (a: Cell[][], b: Cell[][] = a) => [
  exampleResult({ day: 1, price: 0 }, a),
  exampleResult({ day: 1, days: 0 }, b),
];

/** The questions without dimensions. */
const PLAIN = { groupby: [], metrics: ['price'] };

describe('series', () => {
  it('are those of both questions, each with its marks on its axis', () => {
    const { series } = drawn({ seriesType: 'smooth', stack: true, area: true });
    expect(series).toMatchObject([
      { id: 'AVG(price), AAPL', type: 'line', smooth: true, stack: 'obs\na', yAxisIndex: 0 },
      { id: 'AVG(price), IBM', areaStyle: { opacity: 0.2 } },
      { id: 'AVG(price), MSFT' },
      { id: 'days', type: 'bar', yAxisIndex: 1 },
    ]);
    expect(series[3]).not.toHaveProperty('stack');
  });

  it('of one name are told apart, by a number or by their question', () => {
    const [result = exampleResult({}, [])] = example.results;
    const both = { metrics_b: example.form.metrics, groupby_b: ['symbol'] };
    const { series } = drawn(both, [result, result]);
    expect(series.map(({ id }) => id)).toContain('AVG(price), IBM (1)');
    const { names } = drawn({ ...both, show_query_identifiers: true }, [result, result]);
    expect(names).toEqual(expect.arrayContaining(['AVG(price) (Query A), IBM', 'AVG(price) (Query B), IBM']));
    expect(drawn({ ...PLAIN, show_query_identifiers: true }, answers([['Mo', 1]])).names).toEqual([
      'price (Query A)',
      'days (Query B)',
    ]);
  });

  it('filter by the dimensions of their own question', () => {
    const groups = { groupby_b: ['place'], metrics_b: ['days'] };
    const results = [
      ...example.results.slice(0, 1),
      exampleResult({ day: 2, Rome: 0 }, [[1230768000000, 3]]),
    ];
    const { crossFilter, pointAt } = drawn(groups, results);
    expect(crossFilter?.({ seriesName: 'AVG(price), IBM' })?.filters).toEqual([
      { col: 'symbol', op: 'IN', val: ['IBM'] },
    ]);
    const mark = { seriesName: 'days, Rome', dataIndex: 0 };
    expect(crossFilter?.(mark)?.filters).toEqual([{ col: 'place', op: 'IN', val: ['Rome'] }]);
    expect(pointAt?.(mark)).toMatchObject({
      drillBy: { field: 'groupby_b' },
      detail: [{ col: 'day' }, { col: 'place', val: 'Rome' }],
    });
    const { drillBy } = pointAt?.(mark) ?? {};
    const drilled = drilledForm(example.form, drillBy ? [{ ...drillBy, column: 'street' }] : []);
    expect(chart.question(drilled, {}).queries).toMatchObject([
      { filters: [], series_columns: ['symbol'] },
      { filters: [{ col: 'place', op: '==', val: 'Rome' }], series_columns: ['street'] },
    ]);
    expect(crossFilter?.({ seriesName: 'nobody' })).toBeUndefined();
    expect(pointAt?.({ place: [1230768000000, 3] })?.detail).toMatchObject([{ col: 'day' }]);
  });

  it('step back behind a selected one', () => {
    const drawing = chart.draw({
      ...example,
      datasource: { columns: [], metrics: [], verbose_map: {}, column_formats: {} },
      width: 600,
      height: 400,
      theme: LIGHT_THEME,
      selected: ['days'],
    });
    const series = drawing.kind === 'echarts' ? [drawing.option.series ?? []].flat() : [];
    expect(series).toMatchObject([{ lineStyle: { opacity: 0.3 } }, {}, {}, { itemStyle: { opacity: 1 } }]);
  });
});

it('has two axes of values, each written in its own format', () => {
  const form = {
    y_axis_format: '$,.1f',
    y_axis_format_secondary: ',d',
    logAxisSecondary: true,
    y_axis_title: 'Price',
  };
  const { option } = drawn({ ...form, y_axis_bounds: [0, 90], y_axis_bounds_secondary: [1, null] });
  const [primary, secondary] = [option.yAxis ?? []].flat();
  expect(primary).toMatchObject({ type: 'value', name: 'Price', min: 0, max: 90 });
  expect(secondary).toMatchObject({
    type: 'log',
    name: 'Days',
    min: 1,
    alignTicks: true,
    splitLine: { show: false },
  });
  expect([primary, secondary].map((axis) => called(axis?.axisLabel?.formatter, 1234))).toEqual([
    '$1,234.0',
    '1,234',
  ]);
  const { tooltip } = option;
  const events = [
    { seriesName: 'AVG(price), IBM', seriesId: 'AVG(price), IBM', value: [1230768000000, 89.46] },
    { seriesName: 'days', seriesId: 'days', value: [1230768000000, 19] },
    { seriesName: 'none', seriesId: 'none', value: [1230768000000, null] },
  ];
  const text = called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, events);
  expect(words(String(text))).toBe('2009 AVG(price), IBM $89.5 days 19');
});

it('leaves out labels of bars that are cut off', () => {
  const { series } = drawn({ show_valueB: true, y_axis_bounds_secondary: [0, 20] });
  const [, , , bar] = series;
  const label = bar?.type === 'bar' ? bar.label?.formatter : undefined;
  expect([19, 22].map((days) => called(label, { value: [0, days] }))).toEqual(['19', '']);
});

it('is drawn with annotations, a slider and titles', async () => {
  const svg = await echartsSvg(
    drawn({
      zoomable: true,
      x_axis_title: 'Month',
      y_axis_title: 'Price',
      y_axis_title_position: 'Top',
      annotation_layers: [{ name: 'limit', annotationType: 'FORMULA', value: '50', show: true }],
    }),
  );
  for (const text of ['Month', 'Price', 'Days', 'limit']) expect(svg).toContain(text);
});

it.each([
  ['no rows', answers([])],
  ['no answer', []],
  ['one answer', answers([['Mo', 1]]).slice(0, 1)],
  ['nothing but nulls', answers([[null, null]])],
  [
    'numbers that are none',
    answers([
      ['Mo', 'NaN'],
      ['Di', 'x'],
    ]),
  ],
  [
    'negative numbers',
    answers([
      ['Mo', -4],
      ['Di', 3],
    ]),
  ],
  [
    'names of any length and direction',
    answers([
      ['שלום '.repeat(60), 1],
      ['x'.repeat(300), 2],
    ]),
  ],
])('draws %s', async (_name, results) => {
  for (const form of [
    PLAIN,
    { ...PLAIN, stack: true, area: true, seriesTypeB: 'junk', yAxisIndexB: 'x', groupby_b: 7 },
  ])
    expect(await echartsSvg(drawn(form, results))).not.toMatch(/NaN|Infinity/);
});

it('asks both questions along one axis; where the second says nothing, it asks as the first', () => {
  const { queries, form_data } = chart.question(
    { ...example.form, row_limit_b: 7, time_compare_b: ['1 week ago'] },
    {},
  );
  expect(queries).toMatchObject([
    { metrics: [{ label: 'AVG(price)' }], series_columns: ['symbol'], time_offsets: [], row_limit: 10000 },
    { metrics: ['days'], series_columns: [], time_offsets: [], row_limit: 7, orderby: [['days', false]] },
  ]);
  expect(form_data).toMatchObject({ metrics_b: ['days'] });
  const { groupby_b: _none, ...form } = example.form;
  const alike = { ...form, datasource: '1__table', viz_type: 'mixed_timeseries' };
  expect(chart.question(alike, {}).queries[1]).toMatchObject({ series_columns: ['symbol'] });
});
