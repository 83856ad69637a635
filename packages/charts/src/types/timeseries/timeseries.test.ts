import type { EChartsOption } from 'echarts';
import { describe, expect, it } from 'vitest';
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

it('keeps its legend beside the buttons at the corner', async () => {
  const legend = async (form: Record<string, unknown>) => (await drawn('echarts_area', form)).option.legend;
  expect(await legend({})).toMatchObject({ top: 0, right: 0 });
  expect(await legend({ zoomable: true })).toMatchObject({ top: 0, right: 53 });
  expect(await legend({ zoomable: true, show_extra_controls: true })).toMatchObject({ right: 76 });
  expect(await legend({ zoomable: true, legendOrientation: 'bottom' })).toMatchObject({ right: 0 });
});

it('draws formulas and lists them in the legend', async () => {
  const layer = { name: 'double', annotationType: 'FORMULA', value: '2 * x', style: 'dashed', show: true };
  const { option, series } = await drawn('echarts_timeseries_line', {
    annotation_layers: [layer, { ...layer, name: 'hidden', show: false }],
  });
  expect(series.at(-1)).toMatchObject({ name: 'double', lineStyle: { type: 'dashed' } });
  expect(option.legend).toMatchObject({ data: ['AAPL', 'IBM', 'MSFT', 'double'] });
});

type Series = Awaited<ReturnType<typeof drawn>>['series'];

/** What the tooltip says over the first place of the axis. */
function tooltipOver(option: EChartsOption, series: Series): string {
  const formatter = Array.isArray(option.tooltip) ? undefined : option.tooltip?.formatter;
  const events = series.map((each) => ({
    seriesName: each.name,
    value: Array.isArray(each.data) ? each.data[0] : [],
  }));
  return typeof formatter === 'function' ? String(Reflect.apply(formatter, undefined, [events])) : '';
}

it('tells of the largest of thousands of series, and how many others there are', async () => {
  const key = 'echarts_timeseries_line';
  const { form } = pricesExample(key);
  const names = Array.from({ length: 10_000 }, (_, at) => `series ${at}`);
  const row = [0, ...names.map((_, at) => at)];
  const types = Object.fromEntries([[String(form.x_axis), 2], ...names.map((name) => [name, 0])]);
  const drawing = drawExample(await chartOf(key), { form, results: [exampleResult(types, [row])] });
  if (drawing.kind !== 'echarts') throw new Error('no picture of ECharts');
  const series = Array.isArray(drawing.option.series) ? drawing.option.series : [];
  const text = tooltipOver(drawing.option, series);
  expect(text).toContain('series 9999');
  expect(text).toContain('and 9,984 smaller ones');
  expect(text.match(/<tr>/g)?.length).toBeLessThan(50);
  expect(series[0]?.emphasis).toEqual({ disabled: true });
});

it('tells the sum of what is pointed at', async () => {
  const { option, series } = await drawn('echarts_timeseries_bar');
  const text = tooltipOver(option, series);
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

it('tells the number of a mark, with its metric, and none that the chart makes of several', async () => {
  const at = async (more: Record<string, unknown>) => {
    const drawing = await drawn('echarts_timeseries_line', more);
    return drawing.pointAt?.({ seriesName: 'IBM', dataIndex: 0 })?.amount;
  };
  expect(await at({})).toEqual({ metric: 'AVG(price)', value: expect.any(Number) });
  expect(await at({ rolling_type: 'mean' })).toBeUndefined();
  expect(await at({ contributionMode: 'row' })).toBeUndefined();
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

describe('a forecast', () => {
  const columns = { day: 2, A__yhat: 0, A__yhat_lower: 0, A__yhat_upper: 0, A: 0 } as const;
  const rows = [
    [0, 11, 10, 12, 10],
    [86_400_000, 21, 20, 23, 22],
    [172_800_000, 31, 28, 34, null],
  ];
  const forecast = async (key: string, form: object = {}, more: readonly (number | null)[] = []) => {
    const named = more.length > 0 ? { ...columns, B: 0 as const } : columns;
    const all = rows.map((row, at) => (more.length > 0 ? [...row, more[at] ?? null] : row));
    const drawing = drawExample(await chartOf(key), {
      ...pricesExample(key, { forecastEnabled: true, rich_tooltip: true, groupby: [], ...form }),
      results: [exampleResult(named, all)],
    });
    if (drawing.kind !== 'echarts') throw new Error('the family is drawn');
    const series = Array.isArray(drawing.option.series) ? drawing.option.series : [];
    return { option: drawing.option, series };
  };

  it.each([
    ['echarts_timeseries_line', 3],
    ['echarts_timeseries_smooth', 3],
    ['echarts_timeseries_step', 3],
    ['echarts_timeseries_bar', 3],
    ['echarts_timeseries_scatter', 3],
    // Areas have no band.
    ['echarts_area', 1],
  ])('of %s is a dashed line, what was measured are points', async (key, helpers) => {
    const { series, option } = await forecast(key);
    expect(series.map(({ id }) => id)).toEqual(
      ['A__yhat_lower', 'A__yhat_upper', 'A__yhat', 'A'].slice(3 - helpers),
    );
    expect(series.at(-2)).toMatchObject({ type: 'line', lineStyle: { type: [6, 4] } });
    expect(series.at(-1)).toMatchObject({ type: 'scatter', id: 'A' });
    // The legend has one entry, which hides all of them.
    expect(option.legend).toMatchObject({ data: ['A'] });
    expect(new Set(series.map(({ name }) => name))).toEqual(new Set(['A']));
  });

  it('has a band that stands on its lower bound', async () => {
    const { series } = await forecast('echarts_timeseries_line');
    const [lower, upper] = series;
    expect(lower).toMatchObject({
      stack: 'A band',
      data: [
        [0, 10],
        [86_400_000, 20],
        [172_800_000, 28],
      ],
    });
    expect(upper).toMatchObject({
      stack: 'A band',
      areaStyle: { opacity: 0.2 },
      data: [
        [0, 2],
        [86_400_000, 3],
        [172_800_000, 6],
      ],
    });
    const stacked = await forecast('echarts_timeseries_bar', { stack: 'Stack' });
    expect(stacked.series.map(({ id }) => id)).toEqual(['A__yhat', 'A']);
  });

  it('is told in one line with what was measured', async () => {
    const { series, option } = await forecast('echarts_timeseries_line');
    const formatter = Array.isArray(option.tooltip) ? undefined : option.tooltip?.formatter;
    const told = (at: number) => {
      const events = series.map((each) => ({
        seriesId: each.id,
        seriesName: each.name,
        value: Array.isArray(each.data) ? each.data[at] : [],
      }));
      return typeof formatter === 'function' ? String(Reflect.apply(formatter, undefined, [events])) : '';
    };
    expect(told(1)).toContain('22, ŷ = 21 (20, 23)');
    expect(told(2)).toContain('>ŷ = 31 (28, 34)');
    expect(told(2)).not.toContain('Total');
  });

  it('shares the whole of the forecasts where the chart is stacked to it', async () => {
    const { series } = await forecast('echarts_area', { stack: 'Expand' });
    const ends = series.map(({ data }) => (Array.isArray(data) ? data.at(-1) : undefined));
    expect(ends).toEqual([
      [172_800_000, 1],
      [172_800_000, null],
    ]);
  });

  it('is none where there is no such series: a metric may be called so', async () => {
    const drawing = drawExample(await chartOf('echarts_timeseries_line'), {
      ...pricesExample('echarts_timeseries_line', { groupby: [] }),
      results: [
        exampleResult({ day: 2, old__yhat: 0 }, [
          [0, 1],
          [86_400_000, 2],
        ]),
      ],
    });
    expect(drawing).toMatchObject({
      option: { legend: { data: ['old__yhat'] }, series: [{ type: 'line' }] },
    });
  });

  it('says which series a straight line continues', async () => {
    const said = async (last: number) => {
      const drawing = drawExample(await chartOf('echarts_timeseries_line'), {
        ...pricesExample('echarts_timeseries_line', { forecastEnabled: true, groupby: [] }),
        results: [
          exampleResult({ day: 2, A__yhat: 0, A__yhat_lower: 0, A__yhat_upper: 0, A: 0 }, [
            [0, 0.1, 0, 1, 0],
            [86_400_000, 0.2, 0, 1, 0.3],
            [172_800_000, last, 0, 1, null],
          ]),
        ],
      });
      return drawing.kind === 'echarts' ? JSON.stringify(drawing.option.graphic ?? '') : undefined;
    };
    expect(await said(0.1 + 0.2)).toContain('Continued by a straight line, no better course was found: A');
    expect(await said(0.31)).toBe('""');
  });

  it('says which series have none', async () => {
    const { option } = await forecast('echarts_timeseries_line', {}, [1, null, null]);
    expect(JSON.stringify(option.graphic)).toContain('No forecast, values are missing: B');
    expect(JSON.stringify((await forecast('echarts_timeseries_line')).option.graphic)).not.toContain(
      'No forecast',
    );
  });
});

it('draws areas of very many points by the least and the greatest of those together, and says so', async () => {
  const drawn = async (count: number) => {
    const rows = Array.from({ length: count }, (_, at) => [at * 86_400_000, at % 7]);
    const form = pricesExample('echarts_area', { groupby: [] });
    const drawing = drawExample(await chartOf('echarts_area'), {
      ...form,
      results: [exampleResult({ day: 2, price: 0 }, rows)],
    });
    if (drawing.kind !== 'echarts') throw new Error('the family is drawn');
    return { series: drawing.option.series, said: JSON.stringify(drawing.option.graphic ?? []) };
  };
  const many = await drawn(3_000);
  expect(many.series).toMatchObject([{ sampling: 'minmax' }]);
  expect(many.said).toContain('the extremes of close points');
  const few = await drawn(600);
  expect(few.series).not.toMatchObject([{ sampling: 'minmax' }]);
  expect(few.said).toBe('[]');
});
