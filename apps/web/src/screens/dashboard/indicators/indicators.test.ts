import type { ChartFormData } from '@chartroom/model';
import { expect, test } from 'vitest';
import type { TileState } from '../store/chart-answers.ts';
import { indicatorsOf } from './indicators.ts';

const tile = (form: Partial<ChartFormData>, rejected: string[][]): TileState =>
  JSON.parse(
    JSON.stringify({
      status: 'success',
      form: { datasource: '1__table', viz_type: 'pie', ...form },
      results: rejected.map((columns) => ({ rejected_filters: columns.map((column) => ({ column })) })),
      errors: [],
      fetchedAt: 0,
    }),
  );
type Look = Parameters<typeof indicatorsOf>[2];
const filters = ['a', 'b', 'c', 'd'].map((id) => ({ id, type: 'NATIVE_FILTER', name: id.toUpperCase() }));
const dashboard: Look['dashboard'] = JSON.parse(
  JSON.stringify({
    metadata: { native_filter_configuration: filters },
    charts: [
      { id: 1, slice_name: 'One' },
      { id: 2, slice_name: 'Two' },
    ],
    datasets: [{ uid: '1__table', columns: [{ column_name: 'date', is_dttm: true }] }],
  }),
);
const look: Look = {
  dashboard,
  scopes: new Map([
    ['a', [1, 2]],
    ['b', [1]],
    ['c', [1]],
    ['d', [2]],
    ['1', [2]],
    ['2', [1]],
  ]),
  applied: {
    a: {
      extraFormData: { filters: [{ col: 'origin', op: 'IN', val: ['ORD'] }] },
      filterState: { value: ['ORD'], label: 'ORD' },
    },
    b: { extraFormData: { time_range: 'Last week' }, filterState: { value: 'Last week' } },
    c: { extraFormData: {}, filterState: {} },
    d: { extraFormData: { filters: [{ col: 'x', op: 'IN', val: [1] }] } },
    2: {
      extraFormData: { filters: [{ col: 'dest', op: 'IN', val: ['LAX'] }] },
      filterState: { label: 'LAX' },
    },
  },
};
const told = (state: TileState) =>
  indicatorsOf(1, state, look).map(({ name, value, status }) => `${name} ${value} ${status}`);

test('marks of other charts come first, then the filters that reach the chart', () => {
  expect(told(tile({}, [[]]))).toEqual([
    'Two LAX applied',
    'A ORD applied',
    'B Last week untimed',
    'C  unset',
  ]);
});

test('a column is turned away when every question of the chart turns it away', () => {
  expect(told(tile({}, [['origin', 'dest'], ['origin']]))).toEqual([
    'Two LAX applied',
    'A ORD incompatible',
    'B Last week untimed',
    'C  unset',
  ]);
});

test('a chart that was not asked yet tells nothing', () => {
  expect(indicatorsOf(1, undefined, look)).toEqual([]);
});
