import { CHART_TYPES } from '@chartroom/charts';
import { type ChartFormData, GenericType } from '@chartroom/model';
import { expect, test } from 'vitest';
import { suitedTypes } from './suited-types.ts';

const ALL = CHART_TYPES.map(({ key }) => key);
function suited(form: Partial<ChartFormData>, names: string[]) {
  const columns = names.map((name) => ({
    column_name: name,
    is_dttm: name === 'day',
    type_generic: name === 'day' ? GenericType.TEMPORAL : GenericType.STRING,
  }));
  const datasource = { columns, main_dttm_col: names.includes('day') ? 'day' : null };
  return suitedTypes({ datasource: '1__table', viz_type: 'table', ...form }, datasource, ALL);
}

const CASES: [string, Partial<ChartFormData>, string[], string][] = [
  ['one number over time', { metrics: ['count'], x_axis: 'day' }, ['day'], 'big_number'],
  ['a number for each name', { metrics: ['count'], groupby: ['genre'] }, ['genre'], 'echarts_timeseries_bar'],
  ['two dimensions', { metrics: ['count'], groupby: ['a', 'b'] }, ['a', 'b'], 'heatmap_v2'],
  ['rows as they are', { query_mode: 'raw', all_columns: ['a'] }, ['a'], 'table'],
  ['places', { metrics: ['count'], groupby: ['a'] }, ['latitude', 'longitude'], 'deck_scatter'],
];

test.each(CASES)('%s', (_name, form, names, first) => {
  expect(suited(form, names)[0]).toBe(first);
});

test('only what is offered', () => {
  const datasource = { columns: [], main_dttm_col: null };
  expect(suitedTypes({ datasource: '', viz_type: '' }, datasource, ['pie'])).toEqual([]);
});
