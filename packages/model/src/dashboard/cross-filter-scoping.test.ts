import { expect, it } from 'vitest';
import {
  crossFilterScoping,
  scopingSettings,
  withOwnScoping,
  withoutOwnScoping,
} from './cross-filter-scoping.ts';
import { openLayout, readLayout } from './layout.ts';
import { readDashboardMetadata } from './metadata.ts';
import { scopesOf } from './scopes.ts';

const item = (id: string, type: string, children: string[], chartId?: number) => [
  id,
  { id, type, children, meta: chartId === undefined ? {} : { chartId } },
];
const layout = openLayout(
  readLayout(
    Object.fromEntries([
      item('ROOT_ID', 'ROOT', ['TABS-1']),
      item('TABS-1', 'TABS', ['TAB-1', 'TAB-2']),
      item('TAB-1', 'TAB', ['CHART-1', 'CHART-2']),
      item('TAB-2', 'TAB', ['CHART-3']),
      ...[1, 2, 3].map((id) => item(`CHART-${id}`, 'CHART', [], id)),
    ]),
  ),
  [],
);
const stored = readDashboardMetadata({
  global_chart_configuration: { scope: { rootPath: ['TAB-1'], excluded: [] }, note: 'kept' },
  chart_configuration: {
    1: { id: 1, crossFilters: { scope: 'global', chartsInScope: [2] }, colour: 'red' },
    2: { id: 2, crossFilters: { scope: { rootPath: ['TAB-2'], excluded: [2] }, chartsInScope: [3] } },
  },
});

it('reads which charts reach elsewhere than the others', () => {
  expect(crossFilterScoping(stored)).toEqual({
    everywhere: { rootPath: ['TAB-1'], excluded: [] },
    own: [{ chart: 2, scope: { rootPath: ['TAB-2'], excluded: [2] } }],
  });
  expect(crossFilterScoping(readDashboardMetadata({})).everywhere).toEqual({
    rootPath: ['ROOT_ID'],
    excluded: [],
  });
});

it('is written as it was read, and what else is said of charts stays', () => {
  const settings = scopingSettings(crossFilterScoping(stored), stored, layout, [1, 2]);
  expect(settings.chart_configuration).toEqual(stored.chart_configuration);
  expect(settings.global_chart_configuration).toEqual({
    scope: { rootPath: ['TAB-1'], excluded: [] },
    chartsInScope: [1, 2],
    note: 'kept',
  });
});

it('begins as the scoping of all others, without the chart itself, and goes again', () => {
  const begun = withOwnScoping(crossFilterScoping(stored), 1);
  expect(begun.own.at(-1)).toEqual({ chart: 1, scope: { rootPath: ['TAB-1'], excluded: [1] } });
  const changed = withOwnScoping(begun, 1, { rootPath: ['TAB-2'], excluded: [] });
  const settings = scopingSettings(changed, stored, layout, [1, 2, 3]);
  const scopes = scopesOf({ ...stored, ...settings }, layout, [1, 2, 3]);
  expect([scopes.get('1'), scopes.get('2'), scopes.get('3')]).toEqual([[3], [3], [1, 2]]);
  expect(settings.chart_configuration?.['1']?.crossFilters?.chartsInScope).toEqual([3]);
  const back = scopingSettings(withoutOwnScoping(changed, 1), stored, layout, [1, 2]);
  expect(back.chart_configuration).toEqual(stored.chart_configuration);
});
