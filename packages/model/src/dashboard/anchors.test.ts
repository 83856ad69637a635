import { expect, test } from 'vitest';
import { componentOfChart, tabsAround } from './anchors.ts';
import { readLayout } from './layout.ts';

const item = (id: string, type: string, children: string[], meta = {}) => ({ id, type, children, meta });
const layout = readLayout({
  ROOT_ID: item('ROOT_ID', 'ROOT', ['TABS-1']),
  'TABS-1': item('TABS-1', 'TABS', ['TAB-1', 'TAB-2']),
  'TAB-1': item('TAB-1', 'TAB', []),
  'TAB-2': item('TAB-2', 'TAB', ['TABS-2']),
  'TABS-2': item('TABS-2', 'TABS', ['TAB-3']),
  'TAB-3': item('TAB-3', 'TAB', ['ROW-1']),
  'ROW-1': item('ROW-1', 'ROW', ['CHART-1']),
  'CHART-1': item('CHART-1', 'CHART', [], { chartId: 7, width: 4, height: 50 }),
});

test('what stands in tabs of tabs is seen when all of them are open', () => {
  expect(tabsAround(layout, 'CHART-1')).toEqual(['TAB-2', 'TAB-3']);
  expect(tabsAround(layout, 'TAB-2')).toEqual(['TAB-2']);
  expect(tabsAround(layout, 'TABS-1')).toEqual([]);
  expect(tabsAround(layout, 'CHART-nowhere')).toEqual([]);
});

test('a layout that goes round in circles has an end', () => {
  const circle = readLayout({
    'TAB-1': item('TAB-1', 'TAB', ['ROW-1']),
    'ROW-1': item('ROW-1', 'ROW', ['TAB-1']),
  });
  expect(tabsAround(circle, 'ROW-1')).toEqual(['TAB-1']);
});

test('a chart is found by its id', () => {
  expect(componentOfChart(layout, 7)).toBe('CHART-1');
  expect(componentOfChart(layout, 8)).toBeUndefined();
});
