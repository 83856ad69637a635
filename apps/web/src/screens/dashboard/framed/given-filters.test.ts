import { type NativeFilter, nativeFilterSchema } from '@chartroom/model';
import { describe, expect, test } from 'vitest';
import { givenMasks, masksOfValues } from './given-filters.ts';

const filter = (id: string, name: string, filterType: string, column = name): NativeFilter =>
  nativeFilterSchema.parse({ id, name, filterType, targets: [{ datasetId: 1, column: { name: column } }] });

const FILTERS = [
  filter('F-1', 'Genre', 'filter_select', 'genre'),
  filter('F-2', 'Gross', 'filter_range', 'gross'),
  filter('F-3', 'When', 'filter_time'),
  filter('F-4', 'Grain', 'filter_timegrain'),
  filter('F-5', 'Twin', 'filter_select'),
  filter('F-6', 'Twin', 'filter_select'),
];

describe('filters that a page around sets by values', () => {
  test('are masks of the filters with those names or ids', () => {
    const masks = masksOfValues(
      { Genre: 'Drama', 'F-2': [10, null], When: 'Last week', Grain: 'P1M' },
      FILTERS,
    );
    expect(masks).toMatchObject({
      'F-1': { id: 'F-1', extraFormData: { filters: [{ col: 'genre', op: 'IN', val: ['Drama'] }] } },
      'F-2': { extraFormData: { filters: [{ col: 'gross', op: '>=', val: 10 }] } },
      'F-3': { extraFormData: { time_range: 'Last week' } },
      'F-4': { extraFormData: { time_grain_sqla: 'P1M' } },
    });
  });

  test('lose their values by null', () => {
    const masks = masksOfValues({ Genre: null, Gross: null, When: null, Grain: null }, FILTERS);
    expect(Object.values(masks).map(({ extraFormData }) => extraFormData)).toEqual([{}, {}, {}, {}]);
  });

  test('are refused by name', () => {
    const refused = (given: unknown) => () => masksOfValues(given, FILTERS);
    expect(refused({ Colour: 'red' })).toThrow('no filter "Colour"; this dashboard has "Genre"');
    expect(refused({ Twin: 'a' })).toThrow('several filters are called "Twin"');
    expect(refused({ Gross: '10' })).toThrow('"Gross" wants [low, high]');
    expect(refused({ Gross: [1, Number.NaN] })).toThrow('"Gross" wants');
    expect(refused({ Genre: [{}] })).toThrow('"Genre" wants a value or a list');
    expect(refused({ When: 7 })).toThrow('"When" wants');
    expect(refused([])).toThrow('filters has to be an object');
  });
});

describe('masks that a page around gives', () => {
  const board = { filters: FILTERS, charts: [{ id: 7 }] };

  test('may be those that it was told', () => {
    const told = { 'F-1': { extraFormData: {} }, 7: { filterState: {} }, crossFiltersChanged: false };
    expect(givenMasks(told, board)).toEqual({
      'F-1': { id: 'F-1', extraFormData: {} },
      7: { id: '7', filterState: {} },
    });
  });

  test('are refused for what the dashboard does not have', () => {
    expect(() => givenMasks({ 8: {} }, board)).toThrow('no filter or chart "8"');
    expect(() => givenMasks({ 'F-1': 'Drama' }, board)).toThrow('F-1');
    expect(() => givenMasks(undefined, board)).toThrow('dataMask cannot be read');
  });
});
