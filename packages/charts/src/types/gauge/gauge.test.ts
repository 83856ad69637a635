import { describe, expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawExample, LIGHT_THEME } from '../../testing/draw-example.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

const SIZE = { width: 500, height: 300 };

function drawn(form: Record<string, unknown>, results = example.results, size = SIZE) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results }, size);
  if (drawing.kind !== 'echarts') throw new Error('a gauge is a picture');
  const [series] = Array.isArray(drawing.option.series) ? drawing.option.series : [];
  if (series?.type !== 'gauge') throw new Error('a gauge has one series');
  return { ...drawing, series };
}

/** What stands in the dial for its first row. */
function detailOf(form: Record<string, unknown>, shown: number, results = example.results): unknown {
  const [first] = drawn(form, results).series.data ?? [];
  return called(Reflect.get(Object(Reflect.get(Object(first), 'detail')), 'formatter'), shown);
}

function tooltipOf(form: Record<string, unknown>, event: unknown, results = example.results): string {
  const { tooltip } = drawn(form, results).option;
  return String(called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, event));
}

/** An answer with one dimension. */
function answer(...rows: [string | number | null, number | string | null][]) {
  return [exampleResult({ origin: 1, count: 0 }, rows)];
}

const NO_BOUNDS = { min_val: null, max_val: null };

describe('the axis', () => {
  it.each([
    ['twice the largest value', [3257, 2521], { min: 0, max: 6514 }],
    ['twice the least value below nought', [-4, -10], { min: -20, max: 0 }],
    ['both', [-3, 5], { min: -6, max: 10 }],
    ['something even without any value', [0], { min: 0, max: 1 }],
  ])('reaches to %s', (_name, values, bounds) => {
    const results = answer(...values.map((value, index): [string, number] => [`row ${index}`, value]));
    expect(drawn(NO_BOUNDS, results).series).toMatchObject(bounds);
  });

  it('has the bounds, the angles and the parts that are set, as numbers or as texts', () => {
    expect(
      drawn({ min_val: '-100', max_val: 200, start_angle: '180', end_angle: 0, split_number: 4 }).series,
    ).toMatchObject({ min: -100, max: 200, startAngle: 180, endAngle: 0, splitNumber: 4 });
    expect(drawn({ min_val: 7, max_val: 7 }).series).toMatchObject({ min: 7, max: 8 });
  });

  it('shows ticks and lines between its parts when they are wanted', () => {
    expect(drawn({}).series).toMatchObject({ axisTick: { show: false }, splitLine: { show: false } });
    const { series } = drawn({ show_axis_tick: true, show_split_line: true });
    expect(series).toMatchObject({ axisTick: { show: true }, splitLine: { show: true } });
    expect(Number(series.radius)).toBeLessThan(Number(drawn({}).series.radius));
  });

  it('leaves room for its labels, and is there however long they are', () => {
    const results = answer(['A', 123456789.123]);
    const long = drawn({ ...NO_BOUNDS, number_format: ',.3f' }, results).series;
    expect(Number(long.radius)).toBe(60);
    expect(Number(drawn(NO_BOUNDS, results).series.radius)).toBeGreaterThan(60);
  });

  it('has the colours of its intervals', () => {
    const form = { min_val: 0, max_val: 10, intervals: '2, 5,10', interval_color_indices: '3,1' };
    const { series } = drawn(form);
    expect(series.axisLine?.lineStyle?.color).toEqual([
      [0.2, '#5AC189'],
      [0.5, '#1FA8C9'],
      [1, '#5AC189'],
    ]);
    expect(series).toMatchObject({ pointer: { itemStyle: { color: 'auto' } } });
  });

  it.each([
    ['2,x', '1,2'],
    ['2,,5', ''],
    ['2,5', 'red,green'],
  ])('ignores intervals %s in colours %s', (intervals, interval_color_indices) => {
    const { series } = drawn({ intervals, interval_color_indices });
    expect(series.axisLine?.lineStyle?.color).toEqual([[1, LIGHT_THEME.colorSplit]]);
    expect(series.pointer).not.toHaveProperty('itemStyle');
  });
});

describe('texts', () => {
  it('are a name and a value for each row', async () => {
    const svg = await echartsSvg(drawn({}));
    expect(svg).toContain('>origin: ATL<');
    expect(svg).toContain('>2.52k<');
    expect(drawn({}).series.data).toMatchObject([
      { name: 'origin: ORD', value: 3257 },
      { name: 'origin: ATL', value: 2521 },
      { name: 'origin: LAS', value: 1342 },
    ]);
  });

  it('follow the number format, the currency and the text around the value', () => {
    expect(detailOf({ number_format: ',d' }, 3257)).toBe('3,257');
    expect(detailOf({ currency_format: { symbol: 'USD', symbolPosition: 'prefix' } }, 3257)).toBe('$ 3.26k');
    expect(detailOf({ value_formatter: '{value} km/h' }, 3257)).toBe('3.26k km/h');
    expect(detailOf({ value_formatter: '' }, 3257)).toBe('3.26k');
    expect(words(tooltipOf({ value_formatter: '≈{value}' }, { name: 'origin: ATL', dataIndex: 1 }))).toBe(
      'origin: ATL count ≈2.52k',
    );
  });

  it('use the names that the dataset gives to its columns and metrics', () => {
    const drawing = chart.draw({
      form: example.form,
      results: example.results,
      datasource: {
        columns: [],
        metrics: [],
        verbose_map: { origin: 'Departs from', count: 'Flights' },
        column_formats: {},
      },
      ...SIZE,
      theme: LIGHT_THEME,
    });
    const option = drawing.kind === 'echarts' ? drawing.option : {};
    expect([option.series].flat()[0]?.data).toMatchObject([{ name: 'Departs from: ORD' }, {}, {}]);
    const { tooltip } = option;
    const formatter = Array.isArray(tooltip) ? undefined : tooltip?.formatter;
    expect(words(String(called(formatter, { name: 'Departs from: ORD', dataIndex: 0 })))).toBe(
      'Departs from: ORD Flights 3.26k',
    );
  });

  it('share a line when there are many, and stay inside the picture', async () => {
    const rows = Array.from({ length: 10 }, (_, index): [string, number] => [`airport ${index}`, 10 - index]);
    const drawing = drawn({}, answer(...rows));
    const svg = await echartsSvg(drawing);
    expect(svg).toContain('>origin: airport 9  1<');
    expect(svg).not.toContain('>origin: airport 9<');
    const offsets = (drawing.series.data ?? []).map((item) =>
      Number(Reflect.get(Object(Reflect.get(Object(item), 'detail')), 'offsetCenter')[1]),
    );
    expect(Math.max(...offsets)).toBeLessThan(SIZE.height * 0.45);
  });

  it('of any length end inside the dial, but not in the tooltip', async () => {
    const long = 'A very long place '.repeat(17);
    const results = answer([long, 3]);
    const svg = await echartsSvg(drawn({}, results));
    expect(svg).toMatch(/origin: A very lo[a-z A-Z]*\.\.\.</);
    expect(tooltipOf({}, { name: `origin: ${long}`, dataIndex: 0 }, results)).toContain(long.trim());
    const rows = Array.from({ length: 9 }, (_, index): [string, number] => [`${index} ${long}`, index + 1]);
    expect(await echartsSvg(drawn({}, answer(...rows)))).toMatch(/>origin: 8 A ve[a-z A-Z]*… {2}9</);
  });

  it('write markup in names as text', () => {
    const markup = tooltipOf({}, { name: 'origin: <b>', dataIndex: 0 }, answer(['<b>', 1]));
    expect(markup).toContain('origin: &lt;b&gt;');
    expect(tooltipOf({}, { name: 'no such row' })).toBe('');
  });

  it('name moments by their day', () => {
    const results = [exampleResult({ origin: 2, count: 0 }, [[1233446400000, 3]])];
    expect(drawn({}, results).series.data).toMatchObject([{ name: 'origin: 2009-02-01' }]);
  });
});

describe('a row', () => {
  it('filters by its dimensions and is what can be drilled into', () => {
    const { crossFilter, pointAt } = drawn({});
    const mark = { name: 'origin: ATL', dataIndex: 1 };
    expect(crossFilter?.(mark)).toEqual({
      filters: [{ col: 'origin', op: 'IN', val: ['ATL'] }],
      label: 'ATL',
      key: 'origin: ATL',
    });
    expect(pointAt?.(mark)).toMatchObject({
      crossFilter: { key: 'origin: ATL' },
      detail: [{ col: 'origin', op: '==', val: 'ATL', text: 'ATL' }],
      drillBy: { field: 'groupby' },
    });
    expect(pointAt?.({ name: 'origin: XYZ' })).toBeUndefined();
  });

  it('filters nothing without a dimension', () => {
    const { crossFilter, pointAt, series } = drawn({ groupby: [] }, [exampleResult({ count: 0 }, [[12106]])]);
    expect(series.data).toMatchObject([{ name: '', value: 12106, title: { show: false } }]);
    expect(crossFilter?.({ name: '', dataIndex: 0 })).toBeUndefined();
    expect(pointAt?.({ name: '', dataIndex: 0 })).toMatchObject({ detail: [] });
  });

  it('steps back behind selected ones, without its texts', () => {
    const drawing = chart.draw({
      form: example.form,
      results: example.results,
      datasource: { columns: [], metrics: [], verbose_map: {}, column_formats: {} },
      ...SIZE,
      theme: LIGHT_THEME,
      selected: ['origin: ATL'],
    });
    const series = drawing.kind === 'echarts' ? [drawing.option.series].flat()[0] : undefined;
    expect(series?.data).toMatchObject([
      { itemStyle: { opacity: 0.3 }, title: { show: false }, detail: { show: false } },
      { itemStyle: { opacity: 1 }, title: { show: true }, detail: { show: true } },
      { itemStyle: { opacity: 0.3 } },
    ]);
  });

  it('is told apart from others of its name by its place, and has the same colour', () => {
    const { crossFilter, series } = drawn({}, answer([null, 5], ['<NULL>', 3]));
    expect(crossFilter?.({ name: 'origin: <NULL>', dataIndex: 0 })?.filters).toEqual([
      { col: 'origin', op: 'IS NULL' },
    ]);
    expect(crossFilter?.({ name: 'origin: <NULL>', dataIndex: 1 })?.filters).toEqual([
      { col: 'origin', op: 'IN', val: ['<NULL>'] },
    ]);
    expect(series.data).toMatchObject([
      { itemStyle: { color: '#1FA8C9' } },
      { itemStyle: { color: '#1FA8C9' } },
    ]);
  });

  it('has its arc beside those of others when they do not overlap', () => {
    const beside = drawn({ overlap: false, round_cap: true, font_size: 12 }).series;
    expect(beside).toMatchObject({
      axisLine: { roundCap: true, lineStyle: { width: 36 } },
      progress: { overlap: false, roundCap: true },
    });
    expect(drawn({ font_size: 12 }).series).toMatchObject({ axisLine: { lineStyle: { width: 12 } } });
    expect(drawn({ show_pointer: false, show_progress: false, animation: false }).series).toMatchObject({
      pointer: { show: false },
      progress: { show: false },
      animation: false,
      detail: { valueAnimation: false },
    });
  });
});

describe('an answer', () => {
  it('without rows is an empty dial', async () => {
    const drawing = drawn(NO_BOUNDS, answer());
    expect(drawing.series).toMatchObject({ min: 0, max: 0, data: [] });
    expect(await echartsSvg(drawing)).not.toMatch(/NaN|Infinity/);
    expect(drawn({}, []).series.data).toEqual([]);
    expect(drawn({ metric: null }).series.data).toEqual([]);
  });

  it.each([
    ['null', null],
    ['text that is no number', 'NaN'],
    ['a number that is none', Number.NaN],
    ['more than any number', 'Infinity'],
  ])('with %s for values says that they are missing and points nowhere', async (_name, value) => {
    const results = answer(['ORD', value], ['DFW', value]);
    const drawing = drawn(NO_BOUNDS, results);
    expect(drawing.series.data).toMatchObject([{ itemStyle: { opacity: 0 } }, { itemStyle: { opacity: 0 } }]);
    expect(words(tooltipOf({}, { name: 'origin: DFW', dataIndex: 1 }, results))).toBe(
      'origin: DFW count N/A',
    );
    const svg = await echartsSvg(drawing);
    expect(svg).toContain('>N/A<');
    expect(svg).not.toMatch(/NaN|Infinity/);
  });

  it('of negative numbers is drawn', async () => {
    const svg = await echartsSvg(drawn(NO_BOUNDS, answer(['A', -3], ['B', '-9.5'])));
    expect(svg).toContain('>-9.5<');
    expect(svg).not.toMatch(/NaN|Infinity/);
  });
});

it('asks for the largest first only where it is sorted by the metric', () => {
  expect(chart.question({ ...example.form, sort_by_metric: true }, {}).queries).toMatchObject([
    { columns: ['origin'], metrics: ['count'], orderby: [['count', false]], row_limit: 10 },
  ]);
  expect(chart.question(example.form, {}).queries[0]).not.toHaveProperty('orderby');
});
