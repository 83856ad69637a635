import { type DataRow, GenericType } from '@chartroom/model';
import { describe, expect, it } from 'vitest';
import { loadChartType } from '../catalog.ts';
import type { DrawInput } from '../chart-type.ts';
import { exampleResult } from '../example-result.ts';
import { describeChart } from './describe.ts';

const DATASET = { columns: [], metrics: [], verbose_map: {}, column_formats: {} };
const { NUMERIC, STRING, TEMPORAL } = GenericType;

/** What is said of a chart with some settings and one answer to each of its questions. */
async function said(
  viz_type: string,
  form: Record<string, unknown>,
  results: DrawInput['results'],
  further: Partial<DrawInput> = {},
): Promise<string> {
  const type = await loadChartType(viz_type);
  if (!type) throw new Error(`There is no ${viz_type}.`);
  const whole = { datasource: '1__table', viz_type, ...form };
  return describeChart(type, { form: whole, results, datasource: DATASET, ...further });
}

const byOrigin = (...rows: DataRow[string][][]) => [exampleResult({ origin: STRING, count: NUMERIC }, rows)];
const PIE = { groupby: ['origin'], metric: 'count' };

describe('what is said of a chart', () => {
  it('names metric, dimension and the values at both ends', async () => {
    expect(await said('pie', PIE, byOrigin(['ORD', 5], [null, 1], ['ATL', 3]))).toBe(
      'Pie Chart of count by origin, 3 values; highest 5 (ORD), lowest 1 (<NULL>)',
    );
  });

  it('calls metrics and columns as the dataset does, and writes amounts in its formats', async () => {
    const datasource = {
      ...DATASET,
      verbose_map: { origin: 'Airport', count: 'Flights' },
      column_formats: { count: ',.1f' },
    };
    expect(await said('pie', PIE, byOrigin(['ORD', 5000], ['ATL', 3]), { datasource })).toBe(
      'Pie Chart of Flights by Airport, 2 values; highest 5,000.0 (ORD), lowest 3.0 (ATL)',
    );
  });

  it('tells the series along time, and from when to when they go', async () => {
    const result = {
      ...exampleResult({ day: TEMPORAL, ORD: NUMERIC, ATL: NUMERIC }, [
        [Date.UTC(2001, 0, 1), 12, 4],
        [Date.UTC(2001, 2, 12), 43.1, null],
      ]),
      label_map: { day: ['day'], ORD: ['delay', 'ORD'], ATL: ['delay', 'ATL'] },
    };
    const form = { x_axis: 'day', time_grain_sqla: 'P1W', metrics: ['delay'], groupby: ['origin'] };
    expect(await said('echarts_timeseries_line', form, [result])).toBe(
      'Line Chart of delay by week and origin, 2 series, 1 January 2001 to 12 March 2001; highest 43.1 (ORD, 12 March 2001), lowest 4 (ATL, 1 January 2001)',
    );
  });

  it('tells the ends of each of several metrics', async () => {
    const result = exampleResult({ title: STRING, budget: NUMERIC, takings: NUMERIC }, [
      ['Up', 7, 70],
      ['Cars', 3, 90],
    ]);
    const form = { entity: 'title', x: 'budget', y: 'takings', size: 'takings' };
    expect(await said('bubble_v2', form, [result])).toBe(
      'Bubble Chart of budget, takings by title, 2 values; budget: highest 7 (Up), lowest 3 (Cars); takings: highest 90 (Cars), lowest 70 (Up)',
    );
  });

  it('tells the quartiles of a metric without how many values there are', async () => {
    const result = exampleResult({ origin: STRING, d__min: NUMERIC, d__max: NUMERIC, d__count: NUMERIC }, [
      ['ORD', 1.5, 9, 400],
    ]);
    expect(await said('box_plot', { columns: [], groupby: ['origin'], metrics: ['d'] }, [result])).toBe(
      'Box Plot of d by origin, 1 value; highest 9 (max, ORD), lowest 1.5 (min, ORD)',
    );
  });

  it('tells one number by itself', async () => {
    const result = exampleResult({ count: NUMERIC }, [[60_000]]);
    expect(await said('big_number_total', { metric: 'count' }, [result])).toBe('Big Number of count: 60k');
  });

  it('tells which columns there are where nothing is counted', async () => {
    const result = exampleResult({ lon: NUMERIC, lat: NUMERIC }, [[13.4, 52.5]]);
    expect(await said('mapbox', { all_columns_x: 'lon', all_columns_y: 'lat' }, [result])).toBe(
      'MapBox of 1 row: lon, lat',
    );
  });

  it('tells the charts within a chart', async () => {
    const parts = [{ name: 'Flights' }, { name: 'Airports' }];
    expect(await said('deck_multi', { deck_slices: [1, 2] }, [], { parts })).toBe(
      'deck.gl Multiple Layers of 2 charts: Flights, Airports',
    );
  });

  it('leaves out what is no number, and says that there are no rows', async () => {
    expect(await said('pie', PIE, byOrigin(['ORD', Number.NaN], ['ATL', null]))).toBe(
      'Pie Chart of count by origin, 2 values',
    );
    expect(await said('pie', PIE, byOrigin())).toBe('Pie Chart without rows');
  });
});
