import { describe, expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawExample } from '../../testing/draw-example.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';
import { beginOf } from './periods.ts';

const DAY = 86_400_000;

function drawn(form: Record<string, unknown>, results = example.results, size = {}) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results }, size);
  if (drawing.kind !== 'echarts') throw new Error('periods are a picture');
  return drawing;
}

function lines(drawing: ReturnType<typeof drawn>) {
  return [drawing.option.series ?? []].flat().map((series) => [series.name, series.data]);
}

const answer = (...rows: [number | string, number | string | null][]) => [
  exampleResult({ __timestamp: 2, count: 0 }, rows),
];

it.each([
  ['W-MON', '2009-01-14', '2009-01-12'],
  ['W-SUN', '2009-01-14', '2009-01-11'],
  ['W', '2009-01-14', '2009-01-11'],
  ['D', '2009-01-14T13:00', '2009-01-14'],
  ['H', '2009-01-14T13:20', '2009-01-14T13:00'],
  ['AS', '2009-05-14', '2009-01-01'],
  ['Y', '2009-05-14', '2009-01-01'],
  ['MS', '2009-05-14', '2009-05-01'],
  ['QS', '2009-05-14', '2009-04-01'],
  ['4W-MON', '2009-01-14', '2008-12-22'],
  ['52W-MON', '2009-01-14', '2008-01-21'],
  ['2D', '2009-01-15', '2009-01-15'],
  ['AS', '1899-05-14', '1899-01-01'],
  ['W-MON', '1899-05-14', '1899-05-08'],
])('a period of %s around %s begins on %s', (freq, at, begin) => {
  const latest = Date.parse('2009-01-19T00:00Z');
  expect(new Date(beginOf(freq)?.(Date.parse(`${at.padEnd(16, 'T00:00')}Z`), latest) ?? Number.NaN)).toEqual(
    new Date(`${begin.padEnd(16, 'T00:00')}Z`),
  );
});

it('lays each week over the latest one, the older the fainter', () => {
  const drawing = drawn({});
  expect(drawing.option.legend).toMatchObject({ show: true, data: ['current', '-1', '-2'] });
  expect(drawing.option.series).toMatchObject([
    { name: '-2', lineStyle: { color: 'rgba(0, 122, 135, 0.33333333333333337)' } },
    { name: '-1', lineStyle: { color: 'rgba(0, 122, 135, 0.6666666666666667)' } },
    { name: 'current', lineStyle: { color: 'rgba(0, 122, 135, 1)' } },
  ]);
  const [oldest, , current] = lines(drawing);
  const monday = 1_231_113_600_000 + 14 * DAY;
  expect(oldest?.[1]).toMatchObject([
    [monday, 52],
    [monday + DAY, 48],
    {},
    {},
    {},
    {},
    [monday + 6 * DAY, 39],
  ]);
  expect(current?.[1]).toMatchObject([[monday, 58], {}, {}, {}, {}]);
});

it('goes from point to point as is asked for', () => {
  const course = (line_interpolation: string) =>
    [drawn({ line_interpolation }).option.series ?? []].flat()[0];
  expect(course('cardinal')).toMatchObject({ smooth: true });
  expect(course('monotone')).toMatchObject({ smooth: true, smoothMonotone: 'x' });
  expect(course('step-before')).toMatchObject({ step: 'start' });
  expect(course('step-after')).toMatchObject({ step: 'end' });
  expect(course('linear')).not.toHaveProperty('smooth');
});

it('writes values and moments; formats of numbers are none of time', () => {
  const { option } = drawn({ y_axis_format: '.1f', x_axis_format: '.3s' });
  const tooltip = Array.isArray(option.tooltip) ? undefined : option.tooltip;
  const event = [{ axisValue: 1_231_113_600_000 + 14 * DAY }];
  expect(words(String(called(tooltip?.formatter, event)))).toBe('Mon Jan 19 current 58.0 -1 55.0 -2 52.0');
  const own = drawn({ x_axis_format: '%d.%m.' }).option;
  const axis = Array.isArray(own.xAxis) ? undefined : own.xAxis;
  expect(called(Object(axis?.axisLabel).formatter, 1_231_113_600_000)).toBe('05.01.');
});

it('asks for one metric over time, whatever another chart has left', () => {
  const { queries } = chart.question({ ...example.form, groupby: ['g'], metrics: ['other'] }, {});
  expect(queries).toMatchObject([
    { columns: [], metrics: ['count'], granularity: 'departure', is_timeseries: true },
  ]);
  expect(queries[0]?.post_processing).toBeUndefined();
});

describe('bad input', () => {
  it('of another frequency is drawn by weeks and says so', async () => {
    const drawing = drawn({ freq: 'fortnight' });
    expect(lines(drawing)).toHaveLength(3);
    expect(await echartsSvg(drawing)).toContain('fortnight');
    expect(lines(drawn({ freq: ['D'] }))).toHaveLength(3);
  });

  it.each([
    ['no answer', []],
    ['no rows', answer()],
    ['only nulls', answer([0, null], [DAY, null])],
    ['NaN and Infinity', answer([0, Number.NaN], [DAY, Number.POSITIVE_INFINITY])],
    ['no moments', answer(['never', 1])],
  ])('%s draws no line', async (_what, results) => {
    const drawing = drawn({}, results);
    expect(lines(drawing)).toEqual([]);
    await echartsSvg(drawing);
  });

  it('one point, dates before 1900 and values below nought on a scale of powers are drawn as far as they can be', () => {
    expect(drawn({}, answer([0, '7'])).option.series).toMatchObject([{ showSymbol: true }]);
    expect(lines(drawn({ y_log_scale: true }, answer(['1850-01-07', -3], ['1850-01-08', 3])))).toEqual([
      [
        'current',
        [
          [expect.any(Number), null],
          [expect.any(Number), 3],
        ],
      ],
    ]);
    expect(lines(drawn({ viz_type: 'pie', metric: undefined, color_picker: 'x', y_axis_bounds: 3 }))).toEqual(
      [],
    );
  });

  it('thousands of periods are drawn as far as they can be told apart', async () => {
    const rows = Array.from({ length: 3000 }, (_, day): [number, number] => [day * DAY, day]);
    const drawing = drawn({ freq: 'D', show_legend: false }, answer(...rows), { width: 200, height: 150 });
    expect(lines(drawing)).toHaveLength(200);
    expect(await echartsSvg(drawing)).toContain('Drawn: the latest 200');
  });
});
