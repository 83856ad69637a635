import { expect, it } from 'vitest';
import { loadChartType } from '../../catalog.ts';
import type { ChartType } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';
import { drawExample } from '../../testing/draw-example.ts';
import { pricesExample } from './example-prices.ts';

async function chartOf(key: string): Promise<ChartType> {
  const chart = await loadChartType(key);
  if (!chart) throw new Error(`no chart type ${key}`);
  return chart;
}

async function drawn(key: string, form: Record<string, unknown> = {}, width = 600) {
  const chart = await chartOf(key);
  const drawing = drawExample(chart, pricesExample(key, form), { width });
  if (drawing.kind !== 'echarts') throw new Error('the family is drawn');
  const series = Array.isArray(drawing.option.series) ? drawing.option.series : [];
  return { ...drawing, series };
}

it.each([
  ['echarts_timeseries_line', { type: 'line' }],
  ['echarts_timeseries_smooth', { type: 'line', smooth: true }],
  ['echarts_timeseries_step', { type: 'line', step: 'start' }],
  ['echarts_timeseries_bar', { type: 'bar' }],
  ['echarts_timeseries_scatter', { type: 'scatter' }],
  ['echarts_area', { type: 'line', areaStyle: { opacity: 0.2 } }],
])('%s has its own mark', async (key, mark) => {
  const { series } = await drawn(key);
  expect(series).toHaveLength(3);
  expect(series[0]).toMatchObject({ name: 'AAPL', ...mark });
});

it('orders its series by their sum, largest first, or by name', async () => {
  const names = async (form: object) =>
    (await drawn('echarts_timeseries_line', { ...form })).series.map((series) => series.name);
  expect(await names({})).toEqual(['AAPL', 'IBM', 'MSFT']);
  expect(await names({ sort_series_ascending: true })).toEqual(['MSFT', 'IBM', 'AAPL']);
  expect(await names({ sort_series_type: 'name', sort_series_ascending: false })).toEqual([
    'MSFT',
    'IBM',
    'AAPL',
  ]);
});

it('lies on its side', async () => {
  const { option, series } = await drawn('echarts_timeseries_bar', { orientation: 'horizontal' });
  expect(option).toMatchObject({ xAxis: { type: 'value' }, yAxis: { type: 'time', inverse: true } });
  const [first] = Array.isArray(series[0]?.data) ? series[0].data : [];
  expect(first).toEqual([90.13, 1230768000000]);
  expect(option.xAxis).not.toHaveProperty('splitNumber');
  const narrow = await drawn('echarts_timeseries_bar', { orientation: 'horizontal' }, 180);
  expect(narrow.option).toMatchObject({ xAxis: { splitNumber: 1 } });
});

it('shares the whole when it is stacked to it', async () => {
  const { series } = await drawn('echarts_area', { stack: 'Expand' });
  const [first] = Array.isArray(series[0]?.data) ? series[0].data : [];
  expect(Array.isArray(first) && first[1]).toBeCloseTo(90.13 / 196.22, 9);
});

it('draws formulas and lists them in the legend', async () => {
  const layer = { name: 'double', annotationType: 'FORMULA', value: '2 * x', style: 'dashed', show: true };
  const { option, series } = await drawn('echarts_timeseries_line', {
    annotation_layers: [layer, { ...layer, name: 'hidden', show: false }],
  });
  expect(series.at(-1)).toMatchObject({ name: 'double', lineStyle: { type: 'dashed' } });
  expect(option.legend).toMatchObject({ data: ['AAPL', 'IBM', 'MSFT', 'double'] });
});

it('tells the sum of what is pointed at', async () => {
  const { option, series } = await drawn('echarts_timeseries_bar');
  const formatter = Array.isArray(option.tooltip) ? undefined : option.tooltip?.formatter;
  const events = series.map((each) => ({
    seriesName: each.name,
    value: Array.isArray(each.data) ? each.data[0] : [],
  }));
  const text = typeof formatter === 'function' ? Reflect.apply(formatter, undefined, [events]) : '';
  expect(text).toContain('>Total<');
  expect(text).toContain('196.22');
});

it('filters by the dimension of a series, and by nothing without dimensions', async () => {
  expect((await drawn('echarts_timeseries_line')).crossFilter?.({ seriesName: 'IBM' })?.filters).toEqual([
    { col: 'symbol', op: 'IN', val: ['IBM'] },
  ]);
  expect(
    (await drawn('echarts_timeseries_line', { groupby: [] })).crossFilter?.({ seriesName: 'IBM' }),
  ).toBeUndefined();
});

it('filters by the place on an axis of words, and not by one of moments', async () => {
  const key = 'echarts_timeseries_bar';
  const { form } = pricesExample(key, { groupby: [], x_axis: 'symbol' });
  const rows = [
    ['AAPL', 90],
    ['IBM', 80],
  ];
  const drawing = drawExample(await chartOf(key), {
    form,
    results: [exampleResult({ symbol: 1, 'AVG(price)': 0 }, rows)],
  });
  expect(drawing.kind === 'echarts' && drawing.crossFilter?.({ dataIndex: 1 })?.filters).toEqual([
    { col: 'symbol', op: 'IN', val: ['IBM'] },
  ]);
  const moments = await drawn(key, { groupby: [], xAxisForceCategorical: true });
  expect(moments.crossFilter?.({ dataIndex: 0 })).toBeUndefined();
});

it('draws nothing, without an error, when the answer is empty', async () => {
  const chart = await chartOf('echarts_timeseries_line');
  const { form } = pricesExample('echarts_timeseries_line');
  const drawing = drawExample(chart, { form, results: [exampleResult({ day: 2 }, [])] });
  expect(drawing.kind === 'echarts' && drawing.option.series).toEqual([]);
});

it('asks for moved, rolled and forecast series', async () => {
  const chart = await chartOf('echarts_timeseries_line');
  const { form } = pricesExample('echarts_timeseries_line', {
    time_compare: ['1 year ago'],
    comparison_type: 'percentage',
    rolling_type: 'mean',
    rolling_periods: 3,
    resample_rule: '1D',
    resample_method: 'zerofill',
    contributionMode: 'row',
    forecastEnabled: true,
    forecastPeriods: 5,
    forecastInterval: 0.9,
  });
  const [query] = chart.question(form, {}).queries;
  expect(query?.time_offsets).toEqual(['1 year ago']);
  expect(query?.post_processing?.map((step) => step?.operation)).toEqual([
    'pivot',
    'rolling',
    'compare',
    'resample',
    'rename',
    'contribution',
    'flatten',
    'prophet',
  ]);
});
