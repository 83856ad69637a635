import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawExample } from '../../testing/draw-example.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

const COLUMNS = { title: 1, genre: 1, budget: 0, takings: 0, votes: 0 } as const;
type Row = (string | number | null)[];

function drawn(form: Record<string, unknown> = {}, results = example.results) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results });
  if (drawing.kind !== 'echarts') throw new Error('bubbles are a picture');
  const series = [drawing.option.series ?? []].flat();
  return { ...drawing, series };
}

const answer = (...rows: Row[]) => [exampleResult(COLUMNS, rows)];

function tooltipOf(id: number, form: Record<string, unknown> = {}, results = example.results) {
  const { tooltip } = drawn(form, results).option;
  const formatter = Array.isArray(tooltip) ? undefined : tooltip?.formatter;
  return words(String(called(formatter, { data: { id } })));
}

it('draws a bubble per row, coloured and named by its dimension', () => {
  const { series, option } = drawn();
  expect(series.map(({ name }) => name)).toEqual(['Action', 'Adventure', 'Comedy']);
  expect(series[1]?.data).toMatchObject([
    { id: 1, value: [207000000, 218080025, 132720, 'King Kong', 'Adventure'] },
  ]);
  expect(option.legend).toMatchObject({ data: ['Action', 'Adventure', 'Comedy'] });
  expect(drawn({ series: null }).series).toHaveLength(5);
});

it('makes the bubble of the largest value as large as asked for, and of no value as small as the smallest', () => {
  const sizes = (form: Record<string, unknown>, ...votes: (number | null)[]) =>
    drawn(
      { series: null, ...form },
      answer(...votes.map((each, at): Row => [`${at}`, 'A', at, at, each])),
    ).series.map(({ data }) => Reflect.get(Object(Array.isArray(data) ? data[0] : {}), 'symbolSize'));
  expect(sizes({ max_bubble_size: '50' }, 10, 20, 15, null)).toEqual([5, 105, 55, undefined]);
  expect(sizes({ max_bubble_size: 'junk' }, -10, 10)).toEqual([5, 55]);
  expect(sizes({}, 3, 3)).toEqual([5, 5]);
});

it('tells all three metrics of a bubble, each in its own format', () => {
  expect(tooltipOf(0, { tooltipSizeFormat: ',d', y_axis_format: '.2s' })).toBe(
    'Action (Avatar) budget 237M takings 760M votes 261,439',
  );
  const missing = answer(['<b>', null, 1, null, null]);
  expect(tooltipOf(0, {}, missing)).toBe('&lt;NULL&gt; (&lt;b&gt;) budget 1 takings N/A votes N/A');
});

it('sets up its axes as the form data say', () => {
  const x_axis_title_margin = 50;
  expect(drawn({ x_axis_title_margin, xAxisLabelRotation: 45, yAxisLabelRotation: 45 }).option).toMatchObject(
    {
      xAxis: { type: 'value', name: 'Budget', nameRotate: 45, min: 'dataMin', max: 'dataMax', scale: true },
      yAxis: { nameRotate: 45, scale: false },
      grid: { bottom: 70, left: 50, top: 40 },
    },
  );
  expect(
    drawn({ truncateXAxis: true, xAxisBounds: [5, null], y_axis_bounds: [null, 9] }).option,
  ).toMatchObject({
    xAxis: { min: 5, max: 'dataMax' },
    yAxis: { max: 9 },
  });
  const logs = drawn({ logXAxis: true, logYAxis: true, xAxisBounds: [0, 9], y_axis_bounds: [-1, 9] }).option;
  expect(logs).toMatchObject({ xAxis: { type: 'log', max: 9 }, yAxis: { type: 'log', max: 9 } });
  expect(logs.xAxis).not.toHaveProperty('min');
  expect(drawn({ truncateXAxis: false }).option.xAxis).not.toHaveProperty('min');
});

it.each([
  ['no rows', []],
  ['one row', [['A', 'B', 1, 2, 3]]],
  ['nothing but nulls', [[null, null, null, null, null]]],
  ['numbers that are none', [['A', 'B', 'NaN', 'Infinity', '-Infinity']]],
  [
    'negative numbers',
    [
      ['A', 'B', -5, -9, -2],
      ['C', 'B', 3, 1, -7],
    ],
  ],
  ['names of any length and direction', [['שלום '.repeat(60), 'x'.repeat(300), 1, 1, 1]]],
] satisfies [string, Row[]][])(
  'draws %s, along plain axes and those of powers of ten',
  async (_name, rows) => {
    for (const log of [false, true]) {
      const svg = await echartsSvg(drawn({ logXAxis: log, logYAxis: log }, answer(...rows)));
      expect(svg).not.toMatch(/NaN|Infinity/);
    }
  },
);

it('draws ten thousand bubbles of as many names as one series without a legend', () => {
  const rows = Array.from({ length: 10_000 }, (_, at): Row => [`Film ${at}`, null, at, at, at]);
  const { series, option } = drawn({ series: undefined }, answer(...rows));
  expect(series).toHaveLength(1);
  expect(series[0]?.data).toHaveLength(10_000);
  expect(option.legend).toMatchObject({ data: [] });
});

it('draws nothing for form data of another type, and asks by what is there', () => {
  const form = { datasource: '1__table', viz_type: 'bubble_v2', metrics: ['count'], groupby: ['genre'] };
  expect(drawn({ x: undefined, y: 7, size: [], entity: null, series: {} }, []).series).toEqual([]);
  expect(chart.question(form, {}).queries).toMatchObject([{ columns: [], metrics: ['count'] }]);
});

it('asks for the rows in the order of a metric', () => {
  const [query] = chart.question({ ...example.form, orderby: 'votes', order_desc: false }, {}).queries;
  expect(query).toMatchObject({
    columns: ['title', 'genre'],
    metrics: ['budget', 'takings', 'votes'],
    orderby: [['votes', true]],
  });
  const plain = chart.question(example.form, {});
  expect(plain.queries[0]).not.toHaveProperty('orderby');
  expect(plain.form_data).toEqual(example.form);
});

it('asks once for a column that is both what is compared and its dimension', () => {
  const [query] = chart.question({ ...example.form, entity: 'genre', series: 'genre' }, {}).queries;
  expect(query?.columns).toEqual(['genre']);
});
