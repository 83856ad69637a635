import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asOnDashboard, leaveContext, tellContext } from './explore-context.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  vi.stubGlobal('window', { localStorage });
});
afterEach(() => vi.unstubAllGlobals());

const FORM = { datasource: '1__table', viz_type: 'pie', adhoc_filters: [] };
const GENRE = { filters: [{ col: 'genre', op: 'IN' as const, val: ['Drama'] }] };

test('a chart has the filters of its dashboard, marked as not its own', () => {
  tellContext('page', { dashboardId: 3, extraFormData: { 7: { ...GENRE, time_range: 'Last week' } } });
  expect(asOnDashboard(FORM, 7, 'page')).toMatchObject({
    ...FORM,
    time_range: 'Last week',
    adhoc_filters: [{ subject: 'genre', operator: 'IN', comparator: ['Drama'], isExtra: true }],
  });
  expect(asOnDashboard(FORM, 8, 'page').adhoc_filters).toEqual([]);
  expect(asOnDashboard(FORM, 7, 'another page')).toEqual(FORM);
});

test('what a page told stays until the next dashboard is opened', () => {
  tellContext('page', { dashboardId: 3, extraFormData: { 7: GENRE } });
  leaveContext('page');
  expect(asOnDashboard(FORM, 7, 'page').adhoc_filters).toHaveLength(1);
  tellContext('next', { dashboardId: 4, extraFormData: {} });
  expect(asOnDashboard(FORM, 7, 'page')).toEqual(FORM);
});
