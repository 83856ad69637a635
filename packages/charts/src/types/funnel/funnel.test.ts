import { describe, expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawExample, LIGHT_THEME } from '../../testing/draw-example.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

function drawn(form: Record<string, unknown>, results = example.results) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results });
  if (drawing.kind !== 'echarts') throw new Error('a funnel is a picture');
  const [series] = Array.isArray(drawing.option.series) ? drawing.option.series : [];
  if (series?.type !== 'funnel') throw new Error('a funnel has one series');
  return { ...drawing, series };
}

const SECOND = { name: 'DFW', dataIndex: 1, value: 3097, percent: 25.58 };

function labelOf(form: Record<string, unknown>, event: unknown = SECOND, results = example.results) {
  return called(drawn(form, results).series.label?.formatter, event);
}

function tooltipOf(form: Record<string, unknown>, event: unknown = SECOND, results = example.results) {
  const { tooltip } = drawn(form, results).option;
  return words(String(called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, event)));
}

/** An answer with one dimension. */
function answer(...rows: [string | number | null, number | string | null][]) {
  return [exampleResult({ origin: 1, count: 0 }, rows)];
}

describe('labels', () => {
  it.each([
    [0, 'DFW', 'DFW'],
    [1, '3.1k', 'count 3.1k'],
    [2, '95.09%', 'count 95.09%'],
    [3, 'DFW: 3.1k', 'DFW count 3.1k'],
    [4, 'DFW: 95.09%', 'DFW count 95.09%'],
    [5, 'DFW: 3.1k (95.09%)', 'DFW count 3.1k 95.09%'],
    [6, '3.1k (95.09%)', 'count 3.1k 95.09%'],
  ])('tell what type %i asks for, in the funnel and in its tooltip', (type, label, tooltip) => {
    expect(labelOf({ label_type: type })).toBe(label);
    expect(tooltipOf({ tooltip_label_type: type })).toBe(tooltip);
  });

  it.each([
    ['first_step', '77.40%'],
    ['prev_step', '81.40%'],
    ['total', '20.82%'],
  ])('write percentages of the %s', (percent_calculation_type, text) => {
    const event = { name: 'ATL', dataIndex: 2, percent: 20.82 };
    expect(labelOf({ percent_calculation_type, label_type: 2 }, event)).toBe(text);
  });

  it('write the first step as the whole of itself', () => {
    const event = { name: 'ORD', dataIndex: 0 };
    expect(labelOf({ percent_calculation_type: 'prev_step', label_type: 2 }, event)).toBe('100.00%');
  });

  it('follow the number and the currency format', () => {
    const form = { label_type: 1, number_format: ',d' };
    expect(labelOf(form)).toBe('3,097');
    expect(labelOf({ ...form, currency_format: { symbol: 'EUR', symbolPosition: 'suffix' } })).toBe(
      '3,097 €',
    );
  });

  it('are switched off apart, in the funnel and in its tooltip', () => {
    expect(drawn({ show_labels: false }).series.label).toMatchObject({ show: false });
    expect(drawn({ show_tooltip_labels: false }).option.tooltip).toMatchObject({ show: false });
  });

  it('stand beside the funnel when older form data want lines to them', async () => {
    const drawing = drawn({ labelLine: true });
    expect(drawing.series).toMatchObject({ right: 158, label: { position: 'outer', width: 120 } });
    expect(await echartsSvg(drawing)).toContain('LAS: 1.34k (41.20%)');
  });

  it('of any length end inside the picture', async () => {
    const long = 'A very long stage '.repeat(17);
    const drawing = drawn({ show_legend: false }, answer([long, 3], ['B', 2]));
    const svg = await echartsSvg(drawing);
    expect(svg).toMatch(/A very long stag[a-z A-Z]*\.\.\.</);
    expect(svg).not.toContain(long.trim());
    expect(tooltipOf({}, { name: long, dataIndex: 0 }, answer([long, 3]))).toContain(long.trim());
  });
});

it('lies, is sorted otherwise and has gaps when older form data say so', () => {
  expect(drawn({ orient: 'horizontal', sort: 'none', gap: 4 }).series).toMatchObject({
    orient: 'horizontal',
    sort: 'none',
    gap: 4,
  });
  expect(drawn({ sort: 'up' }).series).toMatchObject({ orient: 'vertical', sort: 'descending', gap: 0 });
});

it('leaves room for its legend where that stands', () => {
  expect(drawn({}).series).toMatchObject({ left: 8, right: 8, top: 28, bottom: 8 });
  expect(drawn({ legendOrientation: 'left', legendMargin: '50' }).series).toMatchObject({ left: 58, top: 8 });
  expect(drawn({ show_legend: false }).series).toMatchObject({ left: 8, top: 8 });
});

describe('a stage', () => {
  it('filters by its dimensions and is what can be drilled into', () => {
    const { crossFilter, pointAt } = drawn({});
    expect(crossFilter?.({ name: 'ATL', dataIndex: 2 })).toEqual({
      filters: [{ col: 'origin', op: 'IN', val: ['ATL'] }],
      label: 'ATL',
      key: 'ATL',
    });
    expect(pointAt?.({ name: 'ATL', dataIndex: 2 })).toMatchObject({
      crossFilter: { key: 'ATL' },
      detail: [{ col: 'origin', op: '==', val: 'ATL', text: 'ATL' }],
      drillBy: { field: 'groupby' },
    });
    expect(crossFilter?.({ name: 'XYZ' })).toBeUndefined();
    expect(pointAt?.({ name: 'XYZ' })).toBeUndefined();
  });

  it('filters nothing without a dimension', () => {
    const { crossFilter } = drawn({ groupby: [] }, [exampleResult({ count: 0 }, [[12106]])]);
    expect(crossFilter?.({ name: '', dataIndex: 0 })).toBeUndefined();
  });

  it('steps back behind selected ones', () => {
    const drawing = chart.draw({
      form: example.form,
      results: example.results,
      datasource: { columns: [], metrics: [], verbose_map: {}, column_formats: {} },
      width: 600,
      height: 400,
      theme: LIGHT_THEME,
      selected: ['DFW'],
    });
    const series = drawing.kind === 'echarts' ? [drawing.option.series].flat()[0] : undefined;
    expect(series?.data).toMatchObject([
      { name: 'ORD', itemStyle: { opacity: 0.3 } },
      { name: 'DFW', itemStyle: { opacity: 1 } },
      { name: 'ATL', itemStyle: { opacity: 0.3 } },
      {},
      {},
    ]);
  });

  it('is told apart from others of its name by its place', () => {
    const results = answer([null, 5], ['<NULL>', 3]);
    const { crossFilter } = drawn({}, results);
    expect(crossFilter?.({ name: '<NULL>', dataIndex: 0 })?.filters).toEqual([
      { col: 'origin', op: 'IS NULL' },
    ]);
    expect(crossFilter?.({ name: '<NULL>', dataIndex: 1 })?.filters).toEqual([
      { col: 'origin', op: 'IN', val: ['<NULL>'] },
    ]);
    expect(labelOf({}, { name: '<NULL>', dataIndex: 1 }, results)).toBe('<NULL>: 3 (60.00%)');
  });

  it('is named by the day when it is one', () => {
    const results = [exampleResult({ origin: 2, count: 0 }, [[1230768000000, 3]])];
    expect(drawn({}, results).series.data).toMatchObject([{ name: '2009' }]);
    const further = [exampleResult({ origin: 2, count: 0 }, [[1233446400000, 3]])];
    expect(drawn({}, further).series.data).toMatchObject([{ name: '2009-02-01' }]);
  });
});

describe('an answer', () => {
  it('without rows is an empty picture', async () => {
    const drawing = drawn({}, answer());
    expect(drawing.series.data).toEqual([]);
    expect(await echartsSvg(drawing)).not.toContain('NaN');
    expect(drawn({}, []).series.data).toEqual([]);
    expect(drawn({ metric: null }).series.data).toEqual([]);
  });

  it('of one row is one stage of full width', () => {
    const { series } = drawn({}, answer(['ORD', 7]));
    expect(series.data).toMatchObject([{ name: 'ORD', value: 7 }]);
    expect(series).not.toHaveProperty('max');
    expect(labelOf({}, { name: 'ORD', dataIndex: 0 }, answer(['ORD', 7]))).toBe('ORD: 7 (100.00%)');
  });

  it.each([
    ['null', null],
    ['text that is no number', 'NaN'],
    ['a number that is none', Number.NaN],
    ['more than any number', 'Infinity'],
  ])('with %s for values says that they are missing', async (_name, value) => {
    const results = answer(['ORD', value], ['DFW', value]);
    const drawing = drawn({}, results);
    expect(drawing.series.data).toMatchObject([{ value: 0 }, { value: 0 }]);
    expect(labelOf({}, { name: 'DFW', dataIndex: 1 }, results)).toBe('DFW: N/A (N/A)');
    const svg = await echartsSvg(drawing);
    expect(svg).toContain('ORD: N/A (N/A)');
    expect(svg).not.toMatch(/NaN|Infinity/);
  });

  it('with a gap keeps the shares of the other stages', () => {
    const results = answer(['A', '10'], ['B', null], ['C', 4]);
    expect(labelOf({}, { name: 'C', dataIndex: 2 }, results)).toBe('C: 4 (40.00%)');
    expect(labelOf({ percent_calculation_type: 'prev_step' }, { name: 'C', dataIndex: 2 }, results)).toBe(
      'C: 4 (0.00%)',
    );
  });

  it.each([
    ['negative', [-3, -9]],
    ['mixed', [5, -2]],
    ['nought', [0, 0]],
  ])('of %s numbers is drawn', async (_name, [first = 0, second = 0]) => {
    const results = answer(['A', first], ['B', second]);
    const svg = await echartsSvg(drawn({ label_type: 3 }, results));
    expect(svg).toContain(`A: ${first}`);
    expect(svg).toContain(`B: ${second}`);
    expect(svg).not.toMatch(/NaN|Infinity/);
  });

  it('with markup in its names is written as text in tooltips', () => {
    const { tooltip } = drawn({}, answer(['<b>', 1])).option;
    const markup = called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, {
      name: '<b>',
      dataIndex: 0,
    });
    expect(markup).toContain('&lt;b&gt;');
  });
});

it('asks for the largest first only where it is sorted by the metric', () => {
  expect(chart.question({ ...example.form, sort_by_metric: true }, {}).queries).toMatchObject([
    { columns: ['origin'], metrics: ['count'], orderby: [['count', false]], row_limit: 10 },
  ]);
  const [query] = chart.question({ ...example.form, sort_by_metric: false }, {}).queries;
  expect(query).not.toHaveProperty('orderby');
});
