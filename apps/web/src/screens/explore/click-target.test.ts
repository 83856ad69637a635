import { loadChartType } from '@chartroom/charts';
import { type DatasourceData, GenericType } from '@chartroom/model';
import { expect, test } from 'vitest';
import { effectOfClick } from './click-target.ts';

const COLUMNS = [
  ['day', GenericType.TEMPORAL],
  ['region', GenericType.STRING],
  ['price', GenericType.NUMERIC],
  ['year', GenericType.NUMERIC],
] as const;

const DATASET: DatasourceData = JSON.parse(
  JSON.stringify({
    columns: COLUMNS.map(([column_name, type_generic]) => ({ column_name, type_generic, groupby: true })),
    metrics: [{ metric_name: 'count' }],
  }),
);

const said = async (viz_type: string, kind: 'column' | 'metric', name: string, form: object = {}) =>
  effectOfClick(
    {
      type: await loadChartType(viz_type),
      form: { datasource: '1__table', viz_type, ...form },
      datasource: DATASET,
    },
    kind,
    name,
  );

test('a click adds up numbers, and groups by all else', async () => {
  const bars = 'echarts_timeseries_bar';
  expect(await said(bars, 'column', 'price')).toBe('A click adds SUM(price) to "Metrics".');
  expect(await said(bars, 'column', 'year', { x_axis: 'day' })).toBe('A click adds to "Dimensions".');
  expect(await said(bars, 'column', 'region')).toBe('A click adds to "X-axis".');
  expect(await said(bars, 'metric', 'count')).toBe('A click adds to "Metrics".');
});

test('where nothing is added up, numbers are columns; where there is no room, nothing is promised', async () => {
  expect(await said('histogram_v2', 'column', 'price')).toBe('A click adds to "Column".');
  expect(await said('big_number_total', 'metric', 'count', { metric: 'count' })).toBeUndefined();
});
