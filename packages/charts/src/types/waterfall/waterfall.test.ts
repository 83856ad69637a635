import { describe, expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawExample } from '../../testing/draw-example.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Cell = string | number | null;

function drawn(form: Record<string, unknown> = {}, results = example.results) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results });
  if (drawing.kind !== 'echarts') throw new Error('a waterfall is a picture');
  const series = [drawing.option.series ?? []].flat().flatMap((each) => (each.type === 'bar' ? [each] : []));
  const values = series.map(({ data }) =>
    Array.isArray(data) ? data.map((item) => Reflect.get(Object(item), 'value')) : [],
  );
  return { ...drawing, series, values };
}

/** Steps along words. */
const steps = (...amounts: Cell[]) => [
  exampleResult(
    { month: 1, cash: 0 },
    amounts.map((amount, at): Cell[] => [`m${at}`, amount]),
  ),
];

const parts = [
  exampleResult({ month: 1, part: 1, cash: 0 }, [
    ['Jan', 'A', 5],
    ['Jan', null, -2],
    ['Feb', 'A', 4],
  ]),
];

function tooltipOf(dataIndex: number, form: Record<string, unknown> = {}, results = example.results) {
  const { tooltip } = drawn(form, results).option;
  return words(String(called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, [{ dataIndex }])));
}

describe('bars', () => {
  it('hang where the one before ended, and add up to a total', () => {
    expect(drawn({}, steps(5, 3, -6)).values).toEqual([
      [0, 5, 2, '-'],
      [5, 3, '-', '-'],
      ['-', '-', 6, '-'],
      ['-', '-', '-', 2],
    ]);
  });

  it('are in two parts where they cross nought, and below it grow downwards', () => {
    const { values, series } = drawn({}, steps(5, -8, -4, 2, -1, 6));
    expect(values).toEqual([
      [0, 5, -3, -5, -5, 0, '-'],
      [5, '-', '-', -2, '-', -6, '-'],
      ['-', -3, -4, '-', -1, '-', '-'],
      ['-', '-', '-', '-', '-', '-', 0],
    ]);
    expect(series[0]?.data).toMatchObject({ 1: { itemStyle: { color: '#e04355' } } });
  });

  it('sum up each period that is broken down', () => {
    const { values, option } = drawn({ groupby: ['part'] }, parts);
    expect(option.xAxis).toMatchObject({ data: ['A', '<NULL>', 'Jan', 'A', 'Feb'] });
    expect(values).toEqual([
      [0, 3, '-', 3, '-'],
      [5, '-', '-', 4, '-'],
      ['-', 2, '-', '-', '-'],
      ['-', '-', 3, '-', 7],
    ]);
  });

  it('tell what they add and the sum so far', () => {
    expect(tooltipOf(1)).toBe('Feb 2009 Decrease -78 Total 118');
    expect(tooltipOf(5, { y_axis_format: '$,d' })).toBe('Total Total $287');
    expect(tooltipOf(2, { groupby: ['part'] }, parts)).toBe('Jan Total 3');
    const label = drawn().series[2]?.label;
    expect(called(label?.formatter, { dataIndex: 1 })).toBe('-78');
    expect(called(label?.formatter, { dataIndex: 0 })).toBe('');
  });
});

it('has the colours that were picked, and the texts of its axes', async () => {
  const form = { increase_color: { r: 1, g: 2, b: 300 }, decrease_color: 'red', x_ticks_layout: '90°' };
  const drawing = drawn({ ...form, x_axis_label: 'Month', y_axis_label: 'Cash' });
  expect(drawing.series[1]?.itemStyle).toEqual({ color: '#0102ff' });
  expect(drawing.series[2]?.itemStyle).toEqual({ color: '#e04355' });
  const svg = await echartsSvg(drawing);
  for (const text of ['Jan 2009', 'Total', 'Month', 'Cash', 'Increase']) expect(svg).toContain(text);
});

it.each([
  ['no rows', steps()],
  ['no answer', []],
  ['one row', steps(3)],
  ['nothing but nulls', steps(null, null)],
  ['numbers that are none', steps('NaN', 'Infinity', 'x')],
  ['numbers below nought', steps(-3, -4, 5)],
  ['nought', steps(0, 0)],
  [
    'a missing moment and one before 1900',
    [
      exampleResult({ month: 2, cash: 0 }, [
        [null, 1],
        [-2500000000000, 2],
      ]),
    ],
  ],
  [
    'names of any length and direction',
    [
      exampleResult({ month: 1, cash: 0 }, [
        ['שלום '.repeat(60), 1],
        ['x'.repeat(300), 2],
      ]),
    ],
  ],
])('draws %s', async (_name, results) => {
  for (const form of [
    {},
    { x_axis: null, groupby: ['nope'], show_value: 1, x_ticks_layout: 7 },
    { metric: undefined },
  ])
    expect(await echartsSvg(drawn(form, results))).not.toMatch(/NaN|Infinity/);
});

it('asks in the order of the axis, then of its parts', () => {
  expect(chart.question({ ...example.form, groupby: ['part'] }, {}).queries).toMatchObject([
    {
      metrics: ['cash'],
      orderby: [
        ['month', true],
        ['part', true],
      ],
    },
  ]);
  const { x_axis: _none, ...form } = example.form;
  const old = { ...form, datasource: '1__table', viz_type: 'waterfall', granularity_sqla: 'month' };
  expect(chart.question(old, {}).queries).toMatchObject([{ columns: ['month'], orderby: [['month', true]] }]);
});
