import { expect, it } from 'vitest';
import { loadChartType } from '../catalog.ts';
import type { ChartExample, DataPoint, DrawnMark, TableModelCell } from '../chart-type.ts';
import { exampleResult } from '../example-result.ts';
import { drawExample } from '../testing/draw-example.ts';
import { example as bigNumber } from '../types/big-number/example.ts';
import { example as pie } from '../types/pie/example.ts';
import { example as pivot } from '../types/pivot-table/example.ts';
import { pivotPoint } from '../types/pivot-table/point.ts';
import { example as table } from '../types/table/example.ts';
import { cellPoint } from '../types/table/point.ts';
import { pricesExample } from '../types/timeseries/example-prices.ts';
import { drillFilters } from './data-point.ts';

async function under(example: ChartExample, mark: DrawnMark): Promise<DataPoint | undefined> {
  const chart = await loadChartType(example.form.viz_type);
  if (!chart) throw new Error(`no chart type ${example.form.viz_type}`);
  const drawing = drawExample(chart, example);
  if (drawing.kind === 'text') return drawing.trend?.pointAt?.(mark);
  return drawing.kind === 'echarts' ? drawing.pointAt?.(mark) : undefined;
}

const equal = (col: string, val: string | number | null, text = String(val)) => ({
  col,
  op: '==',
  val,
  text,
});

it('is a slice, and nothing where small slices are drawn as one', async () => {
  const origin = equal('origin', 'ORD');
  expect(await under(pie, { name: 'ORD' })).toMatchObject({
    crossFilter: { filters: [{ col: 'origin', op: 'IN', val: ['ORD'] }] },
    detail: [origin],
    drillBy: { field: 'groupby', filters: [origin] },
  });
  const small = { ...pie, form: { ...pie.form, threshold_for_other: 17 } };
  expect(await under(small, { name: 'Other' })).toBeUndefined();
});

it('is a bucket of time and a series; without a place on the line, the series', async () => {
  const prices = pricesExample('echarts_timeseries_line');
  const bucket = { ...equal('day', 1233446400000, 'Feb 2009'), grain: 'P1M' };
  const point = await under(prices, { seriesName: 'IBM', dataIndex: 1 });
  expect(point?.detail).toEqual([bucket, equal('symbol', 'IBM')]);
  expect(point?.drillBy?.filters).toEqual([equal('symbol', 'IBM')]);
  expect((await under(prices, { seriesName: 'IBM' }))?.detail).toEqual([equal('symbol', 'IBM')]);
  expect(await under(prices, { seriesName: 'a formula', dataIndex: 1 })).toBeUndefined();
});

it('is the nearest bucket on a line, and between the lines', async () => {
  const prices = pricesExample('echarts_timeseries_line');
  const place = [1233446400000 + 86_400_000, 50];
  const bucket = expect.objectContaining({ col: 'day', val: 1233446400000 });
  expect((await under(prices, { seriesName: 'IBM', place }))?.detail).toEqual([
    bucket,
    equal('symbol', 'IBM'),
  ]);
  expect(await under(prices, { place })).toEqual({ detail: [bucket] });
  const lying = pricesExample('echarts_timeseries_bar', { orientation: 'horizontal' });
  expect(await under(lying, { place: place.toReversed() })).toEqual({ detail: [bucket] });
  expect(await under(pie, { place })).toBeUndefined();
  expect((await under(bigNumber, { place: [0, 1] }))?.detail).toHaveLength(1);
});

it('follows the grain of the dashboard', async () => {
  const prices = pricesExample('echarts_timeseries_bar', { extra_form_data: { time_grain_sqla: 'P1Y' } });
  expect((await under(prices, { seriesName: 'IBM', dataIndex: 1 }))?.detail[0]).toMatchObject({
    grain: 'P1Y',
  });
});

it('is a word of the axis where nothing else groups', async () => {
  const { form } = pricesExample('echarts_timeseries_bar', { groupby: [], x_axis: 'symbol' });
  const results = [
    exampleResult({ symbol: 1, 'AVG(price)': 0 }, [
      ['AAPL', 90],
      ['IBM', 80],
    ]),
  ];
  const point = await under({ form, results }, { seriesName: 'AVG(price)', dataIndex: 1 });
  expect((await under({ form, results }, { place: [0.6, 1] }))?.detail).toEqual([equal('symbol', 'IBM')]);
  expect(await under({ form, results }, { place: [1.6, 1] })).toBeUndefined();
  expect(point?.detail).toEqual([equal('symbol', 'IBM')]);
  expect(point?.drillBy?.filters).toEqual([equal('symbol', 'IBM')]);
});

it('is a moment of a trend', async () => {
  const point = await under(bigNumber, { dataIndex: 0 });
  expect(point?.detail).toHaveLength(1);
  expect(point?.detail[0]).toMatchObject({ op: '==', val: expect.any(Number) });
  expect(point?.drillBy).toBeUndefined();
});

it('is the row of a cell; a raw row stands for its own cell', async () => {
  const chart = await loadChartType('table');
  const drawing = chart && drawExample(chart, table);
  if (drawing?.kind !== 'table') throw new Error('a table is a table');
  const row = drawing.table.rows[0] ?? [];
  const at = (column: number) => row[column] ?? { value: null, text: '' };
  const point = (form: Record<string, unknown>, column: number) =>
    cellPoint({ ...table.form, ...form }, table.results[0], drawing.table, at(column), row);
  const origin = equal('origin', 'ORD');
  expect(point({}, 0)).toMatchObject({ detail: [origin], drillBy: { field: 'groupby', filters: [origin] } });
  expect(point({}, 1)).toMatchObject({ detail: [origin], drillBy: { filters: [origin] } });
  expect(point({}, 1).crossFilter).toBeUndefined();
  expect(point({ query_mode: 'raw' }, 0)).toMatchObject({ detail: [origin] });
  expect(point({ query_mode: 'raw' }, 0).drillBy).toBeUndefined();
});

it('is a cell or a heading of a pivot table: another column takes the place of the first one’s axis', () => {
  const cell: TableModelCell['stands'] = [
    ['origin', 'ATL'],
    ['destination', null],
  ];
  expect(pivotPoint(pivot.form, pivot.results[0], { stands: cell })).toMatchObject({
    detail: [equal('origin', 'ATL'), equal('destination', null, '<NULL>')],
    drillBy: { field: 'groupbyRows' },
  });
  const heading = [['destination', 'LAX']] as const;
  expect(pivotPoint(pivot.form, pivot.results[0], { stands: heading })?.drillBy?.field).toBe(
    'groupbyColumns',
  );
  expect(pivotPoint(pivot.form, pivot.results[0], {})).toBeUndefined();
});

it('names an expression by its SQL, and the implicit time by its column', () => {
  const band = { label: 'band', sqlExpression: 'distance / 100', expressionType: 'SQL' };
  const form = { datasource: '1__table', viz_type: 'pie', groupby: [band] };
  expect(drillFilters(form, undefined, [['band', 3]])[0]?.col).toEqual(band);
  const timed = { datasource: '1__table', viz_type: 'pie', granularity_sqla: 'day', time_grain_sqla: 'P1D' };
  expect(drillFilters(timed, { colnames: ['__timestamp'], coltypes: [2] }, [['__timestamp', 0]])).toEqual([
    { ...equal('day', 0, '1970-01-01'), grain: 'P1D' },
  ]);
});
