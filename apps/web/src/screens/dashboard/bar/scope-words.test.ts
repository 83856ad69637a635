import { openLayout, readLayout } from '@chartroom/model';
import { expect, test } from 'vitest';
import { scopeText, scopeWords } from './scope-words.ts';

const item = (id: string, type: string, children: string[], meta: object = {}) => ({
  id,
  type,
  children,
  meta,
});
const layout = openLayout(
  readLayout({
    ROOT_ID: item('ROOT_ID', 'ROOT', ['TABS-1']),
    GRID_ID: item('GRID_ID', 'GRID', []),
    'TABS-1': item('TABS-1', 'TABS', ['TAB-1', 'TAB-2']),
    'TAB-1': item('TAB-1', 'TAB', ['CHART-1', 'CHART-2'], { text: 'Delays' }),
    'TAB-2': item('TAB-2', 'TAB', ['CHART-3'], { text: 'Routes' }),
    'CHART-1': item('CHART-1', 'CHART', [], { chartId: 1, sliceName: 'Late' }),
    'CHART-2': item('CHART-2', 'CHART', [], { chartId: 2, sliceName: 'Early', sliceNameOverride: 'In time' }),
    'CHART-3': item('CHART-3', 'CHART', [], { chartId: 3, sliceName: 'Map' }),
  }),
  [],
);
const text = (charts: number[], ...rootPath: string[]) =>
  scopeText(scopeWords({ rootPath, excluded: [] }, charts, layout));

test('what a filter reaches is told by tabs, by charts, or as a whole', () => {
  expect(text([1, 2, 3], 'ROOT_ID')).toBe('All charts');
  expect(text([1, 2], 'TAB-1')).toBe('Delays');
  expect(text([1], 'TAB-1')).toBe('Late');
  expect(text([2, 3], 'TAB-1', 'TAB-2')).toBe('Routes, In time');
  expect(text([], 'TAB-1')).toBe('None');
});

test('many names are not all told', () => {
  const charts = ['a', 'b', 'c', 'd', 'e', 'f'];
  expect(scopeText({ isAll: false, tabs: [], charts })).toBe('a, b, c, d and 2 more');
});
