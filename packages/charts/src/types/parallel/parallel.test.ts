import { expect, it } from 'vitest';
import type { DrawInput } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { membersOf } from '../../question/read-form.ts';
import { LIGHT_THEME } from '../../testing/draw-example.ts';
import { drawPicture } from '../../testing/draw-picture.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Value = number | string | null;
type Row = [boat: string | number | null, length: Value, weight: Value, races: Value];

const TWO = { metrics: ['length', 'weight'] };

function drawn(form: Record<string, unknown> = {}, rows?: readonly Row[], further: Partial<DrawInput> = {}) {
  const drawing = drawPicture(
    chart,
    example,
    { ...(rows ? TWO : {}), ...form },
    {
      results: rows ? [exampleResult({ boat: 1, length: 0, weight: 0, races: 0 }, rows)] : example.results,
      names: { weight: 'Weight' },
      width: 500,
      height: 300,
      ...further,
    },
  );
  const [series] = Array.isArray(drawing.option.series) ? drawing.option.series : [];
  if (series !== undefined && series.type !== 'parallel') throw new Error('all lines are one series');
  const { parallelAxis } = drawing.option;
  const axes = (Array.isArray(parallelAxis) ? parallelAxis : []).map(membersOf);
  const tooltipOf = (dataIndex: number) => {
    const { tooltip } = drawing.option;
    const formatter = Array.isArray(tooltip) ? undefined : tooltip?.formatter;
    return words(String(called(formatter, { dataIndex })));
  };
  return { ...drawing, series, axes, tooltipOf };
}

const ROWS: Row[] = [
  ['Swan', 10, '20', 1],
  ['Pike', 13.5, null, 3],
];

it('has an axis for each metric, and one for the names where that is wanted', () => {
  const { axes, series } = drawn({}, ROWS);
  expect(axes).toMatchObject([
    { dim: 0, type: 'category', name: 'boat', data: ['Swan', 'Pike'] },
    { dim: 1, type: 'value', name: 'length' },
    { dim: 2, type: 'value', name: 'Weight' },
  ]);
  expect(series?.data).toMatchObject([{ value: ['Swan', 10, 20] }, { value: ['Pike', 13.5, '-'] }]);
  const plain = drawn({ include_series: false }, ROWS);
  expect(plain.axes).toMatchObject([{ dim: 0, name: 'length' }, { dim: 1 }]);
  expect(plain.series?.data).toMatchObject([{ value: [10, 20] }, { value: [13.5, '-'] }]);
});

it('colours lines by the second metric', () => {
  const colorsOf = (form: Record<string, unknown>) =>
    drawn(form, [...ROWS, ['Otter', 1, 2, null]]).series?.data?.map(
      (item) => membersOf(membersOf(item).lineStyle).color,
    );
  expect(colorsOf({ linear_color_scheme: 'black_white' })).toEqual([
    'rgb(0, 0, 0)',
    'rgb(255, 255, 255)',
    LIGHT_THEME.colorBorder,
  ]);
  expect(new Set(colorsOf({ secondary_metric: null }))).toEqual(new Set([LIGHT_THEME.colorPrimary]));
});

it('tells where a line crosses the axes and what colours it', () => {
  const { tooltipOf } = drawn({}, ROWS);
  expect(tooltipOf(0)).toBe('Swan length 10 Weight 20 races 1');
  expect(tooltipOf(1)).toBe('Pike length 13.5 Weight &lt;NULL&gt; races 3');
  expect(tooltipOf(9)).toBe('');
  expect(drawn({ secondary_metric: 'length' }, ROWS).tooltipOf(0)).toBe('Swan length 10 Weight 20');
});

it('filters by the dimension, and steps back behind a selected line', () => {
  const { crossFilter, pointAt, series } = drawn({}, ROWS, { selected: ['Pike'] });
  expect(crossFilter?.({ dataIndex: 0 })?.filters).toEqual([{ col: 'boat', op: 'IN', val: ['Swan'] }]);
  expect(pointAt?.({ dataIndex: 1 })).toMatchObject({
    detail: [{ col: 'boat', val: 'Pike' }],
    drillBy: { field: 'series' },
  });
  const opacities = series?.data?.map((item) => Number(membersOf(membersOf(item).lineStyle).opacity));
  expect(opacities?.[0]).toBeLessThan(opacities?.[1] ?? 0);
  expect(drawn({ series: null }, ROWS).crossFilter?.({ dataIndex: 0 })).toBeUndefined();
});

it('writes its values below when it is told, as far as there is room', async () => {
  const svg = await echartsSvg(drawn({ show_datatable: true }, undefined, { height: 200 }));
  expect(svg).toContain('>Swan</text>');
  expect(svg).toContain('2 of 7 lines');
  expect(drawn({}, ROWS).option.graphic).toBeUndefined();
  expect(drawn({ show_datatable: true }, ROWS, { height: 60 }).option.graphic).toBeUndefined();
});

it('draws its axes without a browser', async () => {
  const svg = await echartsSvg(drawn());
  for (const text of ['length', 'Weight', 'Sturgeon', 'boat']) expect(svg).toContain(`>${text}<`);
});

it('asks for what it draws, those first that rank first', () => {
  const asked = (form: Record<string, unknown>) => chart.question({ ...example.form, ...form }, {}).queries;
  expect(asked({ groupby: ['left over'], metric: 'left over' })).toMatchObject([
    {
      columns: ['boat'],
      metrics: ['length', 'weight', 'speed', 'crew', 'races'],
      orderby: [['length', false]],
    },
  ]);
  expect(asked({ timeseries_limit_metric: 'races', order_desc: false, limit: 5 })).toMatchObject([
    { orderby: [['races', true]], series_columns: ['boat'], series_limit: 5 },
  ]);
});

it.each([
  ['no rows', []],
  ['one row', [['a', 1, 2, 3]]],
  ['nothing but nulls', [[null, null, null, null]]],
  [
    'NaN and infinity',
    [
      ['a', Number.NaN, 2, 1],
      ['b', Number.POSITIVE_INFINITY, 1, 'x'],
    ],
  ],
  [
    'two of one name, and values below zero',
    [
      ['a', -1, -2, 3],
      ['a', 5, 6, 7],
    ],
  ],
  [
    'long names, numbers and names from right to left',
    [
      ['x'.repeat(300), 1, 2, 3],
      ['שלום עולם', 1, 2, 3],
      [7, 1, 2, 3],
    ],
  ],
] satisfies [string, Row[]][])('bears %s', async (_, rows) => {
  for (const form of [{}, { include_series: false, show_datatable: true }]) {
    const svg = await echartsSvg(drawn(form, rows, { width: 200, height: 150 }));
    expect(svg).toContain('<svg');
    expect(svg).not.toContain('NaN');
  }
});

it('bears ten thousand lines', () => {
  const rows = Array.from({ length: 10_000 }, (_, index): Row => [`a${index}`, index, -index, index % 7]);
  expect(drawn({}, rows).series?.data).toHaveLength(10_000);
});

it.each([
  { series: undefined, metrics: undefined, secondary_metric: undefined },
  { series: 7, metrics: {}, secondary_metric: [], linear_color_scheme: 3 },
])('bears the form data %j', (form) => {
  expect(drawn(form).series).toBeUndefined();
});
