import { describe, expect, it } from 'vitest';
import { exampleResult, overTimeResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawExample, LIGHT_THEME } from '../../testing/draw-example.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

const DAY = 86_400_000;

function drawn(form: Record<string, unknown>, results = example.results, size = {}) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results }, size);
  if (drawing.kind !== 'echarts') throw new Error('a comparison is a picture');
  return drawing;
}

function lines(drawing: ReturnType<typeof drawn>): [name: unknown, values: unknown[]][] {
  return [drawing.option.series ?? []]
    .flat()
    .map((series) => [
      series.name,
      Array.isArray(series.data) ? series.data.map((point) => Object(point)[1]) : [],
    ]);
}

/** Courses of a day's step, without dimensions. */
function answer(...values: (number | string | null)[]) {
  return [
    overTimeResult(
      [['count']],
      values.map((value, index) => [index * DAY, value]),
    ),
  ];
}

const alone = { metrics: ['count'], groupby: [] };

it('draws changes since the first moment', () => {
  expect(lines(drawn(alone, answer(10, 15, 5)))).toEqual([['count', [0, 0.5, -0.5]]]);
  const drawing = drawn({});
  expect(lines(drawing).map(([name]) => name)).toEqual(['AAPL', 'IBM', 'MSFT']);
  expect(drawing.option.series).toMatchObject([
    { itemStyle: { color: '#1FA8C9' } },
    { itemStyle: { color: '#454E7C' } },
    {},
  ]);
});

it('is drawn anew from the moment that a reader moves its line to', () => {
  const moved = drawn(alone, answer(10, 15, 5)).seenFrom?.([DAY * 1.3, 0]);
  expect(moved && lines(moved)).toEqual([['count', [1 - 5 / 15 - 1, 0, 1 - 10 / 15 - 1]]]);
  expect(moved?.option).toMatchObject({
    animation: false,
    series: [{ markLine: { data: [{ xAxis: DAY }], label: { formatter: 'since Fri Jan 2' } } }],
  });
});

it('compares with the value before where there is none, and rises from below nought', () => {
  expect(lines(drawn(alone, answer(null, 4, 8)))).toEqual([['count', [null, 0, 1]]]);
  expect(lines(drawn(alone, answer(-10, -5)))).toEqual([['count', [0, 0.5]]]);
});

it('says which series it cannot compare', async () => {
  const result = overTimeResult(
    [
      ['AVG(price)', 'a'],
      ['AVG(price)', 'b'],
    ],
    [
      [0, 0, 1],
      [DAY, 3, 2],
    ],
  );
  const drawing = drawn({}, [result]);
  expect(lines(drawing)).toEqual([['b', [0, 1]]]);
  expect(await echartsSvg(drawing)).toContain('Not drawn: 1 of 2 series that are 0 at the moment');
});

it('writes values as its axis, its tooltip and its scale want', () => {
  const axis = (form: object) => {
    const { yAxis } = drawn({ ...alone, ...form }, answer(10, 20)).option;
    return Array.isArray(yAxis) ? undefined : yAxis;
  };
  const label = (form: object, value: number) => called(axis(form)?.axisLabel?.formatter, value);
  expect(label({}, 0.25)).toBe('25%');
  expect(label({ y_axis_format: '.2f' }, 0.25)).toBe('0.25');
  expect(label({ y_log_scale: true }, 2)).toBe('100%');
  expect(axis({ y_axis_bounds: [-1, null] })).toMatchObject({ type: 'value', min: -1 });
  expect(lines(drawn({ ...alone, y_log_scale: true }, answer(10, 20, -5)))).toEqual([
    ['count', [1, 2, null]],
  ]);
  const { tooltip } = drawn(alone, answer(10, 20)).option;
  const formatter = Array.isArray(tooltip) ? undefined : tooltip?.formatter;
  expect(words(String(called(formatter, [{ axisValue: DAY }])))).toBe('Fri Jan 2 count 100% 20');
});

it('has titles, margins, labels at its ends and ticks as charts of before keep them', () => {
  const { option } = drawn({
    x_axis_label: 'When',
    y_axis_label: 'Change',
    left_margin: 100,
    bottom_margin: 'auto',
    x_ticks_layout: '45°',
    x_axis_format: '%Y',
    x_axis_showminmax: true,
  });
  expect(option.grid).toMatchObject({ left: 100, bottom: 50 });
  expect(option.xAxis).toMatchObject({ name: 'When', axisLabel: { rotate: -45, showMinLabel: true } });
  expect(option.yAxis).toMatchObject({ name: 'Change' });
});

describe('other times', () => {
  it('are asked for by the names of today', () => {
    const [query] = chart.question(
      {
        ...example.form,
        time_compare: ['1 week'],
        comparison_type: 'absolute',
        rolling_type: 'mean',
        rolling_periods: 7,
        resample_rule: '1D',
        resample_method: 'ffill',
        contribution: true,
      },
      {},
    ).queries;
    expect(query?.time_offsets).toEqual(['1 week ago']);
    expect(query?.post_processing).toMatchObject([
      { operation: 'pivot' },
      { operation: 'resample', options: { rule: '1D', method: 'ffill' } },
      { operation: 'rolling', options: { rolling_type: 'mean', window: 7 } },
      { operation: 'contribution', options: { orientation: 'row', time_shifts: ['1 week ago'] } },
      { operation: 'compare', options: { compare_type: 'difference' } },
      { operation: 'flatten' },
    ]);
  });

  it('are drawn beside the course of today, or compared with it', () => {
    const form = { metrics: ['count'], groupby: ['g'], time_compare: ['1 week'] };
    const beside = overTimeResult(
      [
        ['count', 'a'],
        ['count__1 week ago', 'a'],
      ],
      [
        [0, 1, 2],
        [DAY, 2, 2],
      ],
    );
    expect(lines(drawn(form, [beside])).map(([name]) => name)).toEqual(['a', 'a, 1 week ago']);
    const compared = overTimeResult(
      [['difference__count__count__1 week ago', 'a']],
      [
        [0, 2],
        [DAY, 3],
      ],
    );
    expect(lines(drawn({ ...form, comparison_type: 'absolute' }, [compared]))).toEqual([
      ['a, 1 week ago', [0, 0.5]],
    ]);
  });
});

describe('bad input', () => {
  it.each([
    ['no answer', []],
    ['no rows', [exampleResult({ __timestamp: 2, count: 0 }, [])]],
    ['nothing but nulls', answer(null, null)],
    ['NaN and Infinity', answer(Number.NaN, Number.POSITIVE_INFINITY)],
    ['a column of another question', [exampleResult({ other: 1 }, [['x']])]],
  ])('%s draws no line', async (_what, results) => {
    const drawing = drawn(alone, results);
    expect(lines(drawing)).toEqual([]);
    await echartsSvg(drawing);
  });

  it('one point is drawn as such, texts of numbers as numbers, moments before 1900 where they are', () => {
    const [series] = [drawn(alone, answer('5')).option.series ?? []].flat();
    expect(series).toMatchObject({ showSymbol: true, data: [[0, 0]] });
    const old = overTimeResult(
      [['count']],
      [
        ['1850-01-01', 1],
        [-2_208_988_800_001, 2],
      ],
    );
    expect(lines(drawn(alone, [old]))).toEqual([['count', [0, 1]]]);
  });

  it('long names, names from right to left and junk keys draw at any size', async () => {
    const result = overTimeResult(
      [
        ['AVG(price)', 'x'.repeat(300)],
        ['AVG(price)', 'שלום'],
      ],
      [
        [0, 1, 1],
        [DAY, 2, 3],
      ],
    );
    const junk = {
      y_axis_bounds: 'x',
      left_margin: {},
      x_ticks_layout: 7,
      x_axis_format: 3,
      comparison_type: 9,
      time_compare: 'x',
    };
    const drawing = drawn(junk, [result], { width: 200, height: 150 });
    expect(await echartsSvg(drawing)).toContain(LIGHT_THEME.colorTextSecondary);
    expect(lines(drawn({ viz_type: 'pie', metrics: undefined, metric: 'AVG(price)' }))).toHaveLength(3);
  });

  it('ten thousand series are drawn', () => {
    const series = Array.from({ length: 10_000 }, (_, index) => ['AVG(price)', `s${index}`]);
    const rows = [0, DAY].map((x) => [x, ...series.map(() => 1 + x)]);
    expect(lines(drawn({}, [overTimeResult(series, rows)]))).toHaveLength(10_000);
  });
});

it('filters by the values of a series', () => {
  const groupby = { metrics: ['count'], groupby: ['origin'] };
  const results = [
    overTimeResult(
      [
        ['count', 'ATL'],
        ['count', 'ORD'],
      ],
      [
        [0, 1, 2],
        [DAY, 2, 3],
      ],
    ),
  ];
  const drawing = drawn(groupby, results);
  const filters = [{ col: 'origin', op: 'IN', val: ['ATL'] }];
  expect(drawing.crossFilter?.({ seriesName: 'ATL' })).toMatchObject({ key: 'ATL', filters });
  expect(drawing.pointAt?.({ seriesName: 'ATL', dataIndex: 1 })).toMatchObject({
    detail: [{ val: DAY }, { col: 'origin', val: 'ATL' }],
  });
  expect(drawing.pointAt?.({ seriesName: 'no such series' })).toBeUndefined();
  expect(drawn(alone, answer(1, 2)).crossFilter?.({ seriesName: 'count' })).toBeUndefined();
});
