import { describe, expect, test } from 'vitest';
import type { ChartFile } from '../bundle-schemas.ts';
import { filtersOf } from './filter-boxes.ts';

const box = (id: number, params: Record<string, unknown>) => {
  const chart: ChartFile = {
    uuid: `00000000-0000-4000-8000-00000000000${id}`,
    version: '1.0.0',
    slice_name: `Box ${id}`,
    viz_type: 'filter_box',
    dataset_uuid: 'data',
    params,
  };
  return { id, chart };
};
const place = (id: number, parents = ['ROOT_ID']) => ({
  [`CHART-${id}`]: { type: 'CHART', meta: { chartId: id }, parents },
});

describe('filters of filter boxes', () => {
  test('each field is one, with its first value and scope', () => {
    const given = box(1, {
      date_filter: true,
      show_sqla_time_granularity: true,
      show_sqla_time_column: false,
      time_range: 'Last year',
      time_grain_sqla: 'P1M',
      granularity_sqla: 'day',
      adhoc_filters: [{ subject: 'x' }],
      filter_configs: [
        {
          column: 'country',
          label: 'Land',
          multiple: true,
          clearable: false,
          metric: 'm',
          asc: false,
          defaultValue: 'DE;FR',
        },
        { column: 'city' },
      ],
    });
    const metadata = {
      default_filters: JSON.stringify({ 1: { city: 'Oslo', __time_grain: 'P1D' } }),
      filter_scopes: { 1: { city: { scope: ['TAB-1'], immune: [7, 1] } } },
      filter_immune_slices: [8],
      filter_immune_slice_fields: { 9: ['country', '__time_range'] },
    };
    const filters = filtersOf([given], metadata, {});
    expect(new Set(filters.map(({ id }) => id)).size).toBe(4);
    expect(filters.every(({ id }) => /^NATIVE_FILTER-[\w-]{9}$/.test(id))).toBe(true);
    const everywhere = (excluded: number[]) => ({ rootPath: ['ROOT_ID'], excluded });
    const ranged = { adhoc_filters: [{ subject: 'x' }], time_range: 'Last year', granularity_sqla: 'day' };
    expect(filters.map(({ id: _, type: __, ...filter }) => filter)).toEqual([
      {
        filterType: 'filter_time',
        name: 'Time Range',
        targets: [{}],
        cascadeParentIds: [],
        scope: everywhere([8, 9]),
        defaultDataMask: { extraFormData: { time_range: 'Last year' }, filterState: { value: 'Last year' } },
      },
      {
        filterType: 'filter_timegrain',
        name: 'Time Grain',
        targets: [{ datasetUuid: 'data' }],
        cascadeParentIds: [],
        scope: everywhere([8]),
        defaultDataMask: { extraFormData: { time_grain_sqla: 'P1D' }, filterState: { value: ['P1D'] } },
      },
      {
        filterType: 'filter_select',
        name: 'Land',
        targets: [{ column: { name: 'country' }, datasetUuid: 'data' }],
        cascadeParentIds: [],
        scope: everywhere([8, 9]),
        controlValues: {
          defaultToFirstItem: false,
          enableEmptyFilter: true,
          inverseSelection: false,
          multiSelect: true,
          searchAllOptions: false,
          sortAscending: false,
        },
        sortMetric: 'm',
        ...ranged,
        defaultDataMask: {
          extraFormData: { filters: [{ col: 'country', op: 'IN', val: ['DE', 'FR'] }] },
          filterState: { value: ['DE', 'FR'] },
        },
      },
      {
        filterType: 'filter_select',
        name: 'city',
        targets: [{ column: { name: 'city' }, datasetUuid: 'data' }],
        cascadeParentIds: [],
        scope: { rootPath: ['TAB-1'], excluded: [7] },
        controlValues: {
          defaultToFirstItem: false,
          enableEmptyFilter: false,
          inverseSelection: false,
          multiSelect: false,
          searchAllOptions: false,
        },
        ...ranged,
        defaultDataMask: {
          extraFormData: { filters: [{ col: 'city', op: 'IN', val: ['Oslo'] }] },
          filterState: { value: ['Oslo'] },
        },
      },
    ]);
    expect(filtersOf([given], metadata, {})).toEqual(filters);
  });

  test('a box that another one filtered has its filters as parents, and never in a circle', () => {
    const boxes = [
      box(1, { filter_configs: [{ column: 'country' }] }),
      box(2, { filter_configs: [{ column: 'city' }] }),
    ];
    const position = { ...place(1), ...place(2), ...place(3) };
    const scoped = { filter_scopes: { 2: { city: { scope: ['ROOT_ID'], immune: [1] } } } };
    const [country, city] = filtersOf(boxes, scoped, position);
    expect(city?.cascadeParentIds).toEqual([country?.id]);
    expect(country?.cascadeParentIds).toEqual([]);
    const both = filtersOf(boxes, {}, position);
    expect(both.map(({ cascadeParentIds }) => cascadeParentIds.length)).toEqual([1, 0]);
  });

  test('what is not readable selects nothing', () => {
    const odd = box(1, { filter_configs: [{ column: 'a' }, { label: 'no column' }, 7] });
    const metadata = {
      default_filters: '{not json',
      filter_scopes: [1],
      filter_immune_slices: 'all',
      filter_immune_slice_fields: null,
    };
    const filters = filtersOf([odd], metadata, { 'CHART-1': 'odd', DASHBOARD_VERSION_KEY: 'v2' });
    expect(filters).toHaveLength(1);
    expect(filters[0]).not.toHaveProperty('defaultDataMask');
  });
});
