import { describe, expect, test } from 'vitest';
import { nativeFilterSchema } from './filters.ts';
import {
  chartIdOf,
  chartsIn,
  chartUuidsIn,
  initialTabs,
  openLayout,
  readLayout,
  tabsOf,
  visibleCharts,
  withChartMetas,
} from './layout.ts';
import {
  changedFilters,
  filterDatasets,
  metadataFor,
  readDashboardMetadata,
  withChartIds,
} from './metadata.ts';

const chart = (id: number) => ({ id, slice_name: `Chart ${id}` });
const item = (id: string, type: string, children: string[], meta: Record<string, unknown> = {}) => ({
  id,
  type,
  children,
  meta,
});
const stored = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: item('ROOT_ID', 'ROOT', ['TABS-1']),
  GRID_ID: item('GRID_ID', 'GRID', []),
  'TABS-1': item('TABS-1', 'TABS', ['TAB-1', 'TAB-2']),
  'TAB-1': item('TAB-1', 'TAB', ['ROW-1'], { text: 'First' }),
  'TAB-2': item('TAB-2', 'TAB', ['ROW-2', 'gone'], { defaultText: 'Second' }),
  'ROW-1': item('ROW-1', 'ROW', ['CHART-1']),
  'ROW-2': item('ROW-2', 'ROW', ['CHART-2']),
  'CHART-1': item('CHART-1', 'CHART', [], { chartId: 1, uuid: 'a', of: 'a plugin' }),
  'CHART-2': item('CHART-2', 'CHART', [], { chartId: '2' }),
};
const tabbed = readLayout(stored);

describe('a layout', () => {
  test('an empty one takes all charts, three to a row', () => {
    const layout = openLayout({}, [1, 2, 3, 4].map(chart));
    expect(layout.GRID_ID?.children).toHaveLength(2);
    expect(chartsIn(layout)).toEqual([1, 2, 3, 4]);
  });
  test('charts that stand nowhere go to the first tab; broken references go', () => {
    const layout = openLayout(tabbed, [1, 2, 3].map(chart));
    expect(chartsIn(layout, 'TAB-1')).toEqual([1, 3]);
    expect(layout['TAB-2']?.children).toEqual(['ROW-2']);
  });
  test('only charts below open tabs are visible', () => {
    const layout = openLayout(tabbed, [1, 2].map(chart));
    expect(visibleCharts(layout, initialTabs(layout))).toEqual([1]);
    expect(visibleCharts(layout, initialTabs(layout, ['TAB-2']))).toEqual([2]);
  });

  test('charts are told in reading order, and after them those that stand nowhere', () => {
    const lost = readLayout({ ...stored, 'CHART-9': item('CHART-9', 'CHART', [], { chartId: 9 }) });
    expect(chartsIn(lost)).toEqual([1, 2, 9]);
    expect(chartsIn(lost, 'ROOT_ID')).toEqual([1, 2]);
    expect(chartUuidsIn(lost)).toEqual(['a']);
  });
  test('what is no component is left out, what cannot be read of one counts as not given, and the rest stays', () => {
    const odd = readLayout({
      ...stored,
      'CHART-1': { ...stored['CHART-1'], meta: { chartId: {}, width: 'wide', of: 'a plugin' }, parents: 7 },
      list: ['CHART-1'],
      other: item('other', 'SOMETHING', []),
    });
    expect(Object.keys(odd).sort()).toEqual(Object.keys(tabbed).sort());
    const broken = odd['CHART-1'];
    expect(broken && [chartIdOf(broken), broken.meta]).toEqual([undefined, { of: 'a plugin' }]);
    expect(readLayout(['a list'])).toEqual({});
  });
  test('components inside one another without end are gone through once', () => {
    const circle = readLayout({
      ROOT_ID: item('ROOT_ID', 'ROOT', ['TAB-1']),
      'TAB-1': item('TAB-1', 'TAB', ['TAB-1', 'ROOT_ID'], { text: 'Round' }),
    });
    expect(chartsIn(circle)).toEqual([]);
    expect(tabsOf(circle)).toEqual({
      all_tabs: { 'TAB-1': 'Round' },
      tab_tree: [{ value: 'TAB-1', title: 'Round', parents: [], children: [] }],
    });
  });
  test('its charts change in the stored document, and all else of it stays', () => {
    const changed = withChartMetas(stored, (meta) =>
      meta.chartId === 1 ? { ...meta, chartId: 11 } : undefined,
    );
    expect(changed).toEqual({
      ...Object.fromEntries(Object.entries(stored).filter(([id]) => id !== 'CHART-2')),
      'ROW-2': item('ROW-2', 'ROW', []),
      'CHART-1': item('CHART-1', 'CHART', [], { chartId: 11, uuid: 'a', of: 'a plugin' }),
    });
  });
});

describe('settings', () => {
  const filter = {
    id: 'NATIVE_FILTER-1',
    type: 'NATIVE_FILTER',
    targets: [{ datasetId: 4, column: { name: 'region' } }, 'none', { datasetId: '5' }],
    scope: { rootPath: ['ROOT_ID'], excluded: [1], selectedLayers: ['chart-2-layer-0', 'chart-9-layer-1'] },
    chartsInScope: [2],
    of: 'a plugin',
  };
  const settings = {
    native_filter_configuration: [filter, 'none', { name: 'without an id' }],
    chart_configuration: { 1: { id: 1, crossFilters: { scope: 'global', chartsInScope: [2] } } },
    expanded_slices: { 1: true, 2: true },
    timed_refresh_immune_slices: [1, 2],
    default_filters: '{"1":{"region":["x"]},"9":{}}',
    filter_scopes: { 1: { region: { scope: ['ROOT_ID'], immune: [2] } } },
    refresh_frequency: 'often',
    of: 'a plugin',
  };

  test('what cannot be read counts as not given, what is not known stays', () => {
    const read = readDashboardMetadata(settings);
    expect(read.native_filter_configuration?.map(({ id }) => id)).toEqual([filter.id]);
    expect(filterDatasets(read)).toEqual([4]);
    expect([read.refresh_frequency, read.of]).toEqual([undefined, 'a plugin']);
    expect(nativeFilterSchema.parse(filter)).toMatchObject({ of: 'a plugin', chartsInScope: [2] });
    expect(readDashboardMetadata('a text')).toEqual({});
  });
  test('a copy names other charts wherever they are named', () => {
    const ids = new Map([
      [1, 11],
      [2, 12],
    ]);
    const copied = withChartIds(settings, (id) => ids.get(id) ?? id);
    expect(copied).toEqual({
      ...settings,
      native_filter_configuration: [
        {
          ...filter,
          scope: {
            rootPath: ['ROOT_ID'],
            excluded: [11],
            selectedLayers: ['chart-12-layer-0', 'chart-9-layer-1'],
          },
          chartsInScope: [12],
        },
        ...settings.native_filter_configuration.slice(1),
      ],
      chart_configuration: { 11: { id: 11, crossFilters: { scope: 'global', chartsInScope: [12] } } },
      expanded_slices: { 11: true, 12: true },
      timed_refresh_immune_slices: [11, 12],
      default_filters: '{"9":{},"11":{"region":["x"]}}',
      filter_scopes: { 11: { region: { scope: ['ROOT_ID'], immune: [12] } } },
    });
    expect(metadataFor(copied, [11, 12]).default_filters).toBe('{"11":{"region":["x"]}}');
  });
  test('what is said of a chart that is gone goes with it', () => {
    const left = withChartIds(settings, (id) => (id === 2 ? 2 : undefined));
    expect(left).toMatchObject({
      chart_configuration: {},
      expanded_slices: { 2: true },
      timed_refresh_immune_slices: [2],
      default_filters: '{}',
    });
    expect(readDashboardMetadata(left).native_filter_configuration?.[0]?.scope).toMatchObject({
      excluded: [],
      selectedLayers: ['chart-2-layer-0'],
    });
  });
  test('filters are removed, replaced, added and put in order', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id }));
    const present = [a, b, 'none'];
    const change = { deleted: ['a'], modified: [{ id: 'b', name: 'B' }, { id: 'c' }], reordered: ['c', 'b'] };
    expect(changedFilters(present, change)).toEqual([c, { id: 'b', name: 'B' }]);
    expect(changedFilters(undefined, { deleted: [], modified: [{ id: 'c' }], reordered: [] })).toEqual([c]);
  });
});
