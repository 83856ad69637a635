import {
  chartsInScope,
  type DashboardChart,
  extraFormDataFor,
  initialMasks,
  type NativeFilter,
  openLayout,
  readLayout,
  scopesOf,
  selectMask,
} from '@chartroom/model';
import { describe, expect, test } from 'vitest';
import { rangeMask, timeMask } from '../../../shared/filter-values/value-masks.ts';
import { affectedCharts } from './masks.ts';

const chart = (id: number): DashboardChart => ({
  id,
  slice_name: `Chart ${id}`,
  form_data: { datasource: '1__table', viz_type: 'pie' },
  cache_timeout: null,
  changed_on: '2024-01-01T00:00:00',
  description: null,
  description_markeddown: '',
  slice_url: `/explore/?slice_id=${id}`,
  certified_by: null,
  certification_details: null,
});
const item = (id: string, type: string, children: string[], meta: Record<string, unknown> = {}) => ({
  id,
  type,
  children,
  meta,
});
const tabbed = readLayout({
  ROOT_ID: item('ROOT_ID', 'ROOT', ['TABS-1']),
  GRID_ID: item('GRID_ID', 'GRID', []),
  'TABS-1': item('TABS-1', 'TABS', ['TAB-1', 'TAB-2']),
  'TAB-1': item('TAB-1', 'TAB', ['ROW-1']),
  'TAB-2': item('TAB-2', 'TAB', ['ROW-2', 'gone']),
  'ROW-1': item('ROW-1', 'ROW', ['CHART-1']),
  'ROW-2': item('ROW-2', 'ROW', ['CHART-2']),
  'CHART-1': item('CHART-1', 'CHART', [], { chartId: 1 }),
  'CHART-2': item('CHART-2', 'CHART', [], { chartId: 2 }),
});

const region: NativeFilter = {
  id: 'NATIVE_FILTER-a',
  type: 'NATIVE_FILTER',
  filterType: 'filter_select',
  targets: [{ datasetId: 1, column: { name: 'region' } }],
  scope: { rootPath: ['TAB-1'], excluded: [] },
};

describe('masks', () => {
  const layout = openLayout(tabbed, [1, 2].map(chart));
  const scopes = scopesOf({ native_filter_configuration: [region] }, layout, [1, 2]);

  test('a scope is its roots without what is excluded', () => {
    expect(chartsInScope(undefined, layout)).toEqual([1, 2]);
    expect(chartsInScope({ rootPath: ['ROOT_ID'], excluded: [1] }, layout)).toEqual([2]);
    expect(scopes.get('NATIVE_FILTER-a')).toEqual([1]);
    expect(scopes.get('1')).toEqual([2]);
  });
  test('lists add up, single values give way to the last', () => {
    const masks = {
      'NATIVE_FILTER-a': {
        extraFormData: { filters: [{ col: 'a', op: 'IN', val: [1] }], time_range: 'Last week' },
      },
      '2': { extraFormData: { filters: [{ col: 'b', op: 'IN', val: [2] }], time_range: 'Last month' } },
    };
    // Charts come before filters: their ids are numbers, which an object lists first.
    expect(extraFormDataFor(1, masks, scopes)).toEqual({
      filters: [
        { col: 'b', op: 'IN', val: [2] },
        { col: 'a', op: 'IN', val: [1] },
      ],
      time_range: 'Last week',
    });
    expect(extraFormDataFor(2, masks, scopes)).toEqual({});
  });
  test('only charts in the scope of a changed filter ask again', () => {
    const before = initialMasks([region], {});
    expect(affectedCharts(before, { ...before, [region.id]: selectMask(region, ['North']) }, scopes)).toEqual(
      [1],
    );
    expect(affectedCharts(before, before, scopes)).toEqual([]);
  });
  test('each kind of filter gives what its contract says', () => {
    expect(selectMask(region, ['North', null])).toEqual({
      extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['North', null] }] },
      filterState: { value: ['North', null], label: 'North, <NULL>' },
    });
    expect(
      selectMask({ ...region, controlValues: { enableEmptyFilter: true } }, []).extraFormData
        ?.adhoc_filters?.[0]?.sqlExpression,
    ).toBe('1 = 0');
    expect(rangeMask(region, [1, null]).filterState?.label).toBe('x ≥ 1');
    expect(rangeMask(region, [2, 2]).extraFormData?.filters).toEqual([{ col: 'region', op: '==', val: 2 }]);
    expect(timeMask('No filter')).toEqual({ extraFormData: {}, filterState: {} });
  });
});
