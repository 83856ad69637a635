import type { NativeFilter } from '@chartroom/model';
import { expect, it } from 'vitest';
import { carriedMasks } from './carried-masks.ts';

const filter = (
  id: string,
  filterType: NonNullable<NativeFilter['filterType']>,
  column?: string,
): NativeFilter => ({
  id,
  type: 'NATIVE_FILTER',
  filterType,
  targets: [column === undefined ? {} : { datasetId: 1, column: { name: column } }],
});
const filters = [
  filter('origins', 'filter_select', 'origin'),
  filter('hours', 'filter_range', 'hour'),
  filter('time', 'filter_time'),
  filter('others', 'filter_select', 'carrier'),
  { ...filter('line', 'filter_select', 'origin'), type: 'DIVIDER' as const },
];
const value = (col: string, val: string | number | null, grain?: string) => ({
  col,
  op: '==' as const,
  val,
  text: String(val),
  ...(grain === undefined ? {} : { grain }),
});

it('gives each filter the value of its own column, and a moment to the filter of time', () => {
  const month = value('date', Date.UTC(2001, 1), 'P1M');
  expect(carriedMasks(filters, [value('origin', 'ORD'), value('hour', 5), month])).toEqual({
    origins: {
      id: 'origins',
      extraFormData: { filters: [{ col: 'origin', op: 'IN', val: ['ORD'] }] },
      filterState: { value: ['ORD'], label: 'ORD' },
    },
    hours: {
      id: 'hours',
      extraFormData: { filters: [{ col: 'hour', op: '==', val: 5 }] },
      filterState: { value: [5, 5], label: 'x = 5' },
    },
    time: {
      id: 'time',
      extraFormData: { time_range: '2001-02-01T00:00:00 : 2001-03-01T00:00:00' },
      filterState: { value: '2001-02-01T00:00:00 : 2001-03-01T00:00:00' },
    },
  });
});

it('carries nothing that nobody takes', () => {
  expect(carriedMasks(filters, [value('weekday', 'Monday'), value('hour', 'noon')])).toEqual({});
  expect(carriedMasks(filters, [value('origin', null)]).origins?.extraFormData?.filters).toEqual([
    { col: 'origin', op: 'IN', val: [null] },
  ]);
});
