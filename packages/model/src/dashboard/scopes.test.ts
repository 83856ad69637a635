import { expect, test } from 'vitest';
import { openLayout, readLayout } from './layout.ts';
import { isScopeInView } from './scopes.ts';

const item = (id: string, type: string, children: string[], meta: object = {}) => ({
  id,
  type,
  children,
  meta,
});
const open = (stored: object) => openLayout(readLayout(stored), []);
const tabbed = open({
  ROOT_ID: item('ROOT_ID', 'ROOT', ['TABS-1']),
  GRID_ID: item('GRID_ID', 'GRID', []),
  'TABS-1': item('TABS-1', 'TABS', ['TAB-1', 'TAB-2']),
  'TAB-1': item('TAB-1', 'TAB', ['CHART-1', 'TABS-2']),
  'TAB-2': item('TAB-2', 'TAB', ['CHART-2']),
  'TABS-2': item('TABS-2', 'TABS', ['TAB-3', 'TAB-4']),
  'TAB-3': item('TAB-3', 'TAB', ['CHART-3']),
  'TAB-4': item('TAB-4', 'TAB', []),
  'CHART-1': item('CHART-1', 'CHART', [], { chartId: 1 }),
  'CHART-2': item('CHART-2', 'CHART', [], { chartId: 2 }),
  'CHART-3': item('CHART-3', 'CHART', [], { chartId: 3 }),
});

test.each([
  ['a chart of the open tab', [1], undefined, ['TAB-1', 'TAB-3'], true],
  ['a chart of another tab', [2], undefined, ['TAB-1', 'TAB-3'], false],
  ['a chart of a tab within', [3], undefined, ['TAB-1', 'TAB-3'], true],
  ['a chart of a closed tab within', [3], undefined, ['TAB-1', 'TAB-4'], false],
  ['no chart, meant for an open tab', [], ['TAB-4'], ['TAB-1', 'TAB-4'], true],
  ['no chart at all', [], ['ROOT_ID'], ['TAB-1', 'TAB-4'], false],
  ['one of several', [2, 3], ['ROOT_ID'], ['TAB-2', 'TAB-3'], true],
])('what reaches %s', (_, charts, rootPath, tabs, wanted) => {
  const scope = rootPath && { rootPath, excluded: [] };
  expect(isScopeInView({ charts, scope }, tabbed, new Set(tabs))).toBe(wanted);
});

test('without tabs everything is in view, what reaches nothing included', () => {
  expect(isScopeInView({ charts: [], scope: undefined }, open({}), new Set())).toBe(true);
});
