import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endExploreContext, keepExploreContext } from '../../shared/explore-context.ts';
import { dashboardWords, withDashboardFilters } from './from-dashboard.ts';

const filter = (subject: string) => ({
  expressionType: 'SIMPLE' as const,
  clause: 'WHERE' as const,
  subject,
  operator: 'IS NOT NULL',
});
const form = { datasource: '1__table', viz_type: 'pie', adhoc_filters: [filter('own')] };
const context = {
  dashboardId: 1,
  chartConfiguration: { 8: { crossFilters: { chartsInScope: [7] } } },
  nativeFilters: { one: { chartsInScope: [7] }, other: { chartsInScope: [9] } },
  dataMask: {
    one: {
      extraFormData: { filters: [{ col: 'genre', op: 'IN', val: ['Drama'] }], time_range: 'Last year' },
    },
    other: { extraFormData: { filters: [{ col: 'other', op: 'IN', val: ['x'] }] } },
    8: { extraFormData: { filters: [{ col: 'origin', op: 'IN', val: ['LAX'] }] } },
  },
};
const opened = (page: string, chart = '7') =>
  withDashboardFilters(form, new URLSearchParams({ dashboard_page_id: page, slice_id: chart }));

beforeEach(() => {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  vi.stubGlobal('window', { localStorage });
});
afterEach(() => vi.unstubAllGlobals());

test('a chart opens with what reaches it on its dashboard, marked as not its own', () => {
  keepExploreContext('page', context);
  const merged = opened('page');
  expect(merged.adhoc_filters).toMatchObject([
    filter('own'),
    { subject: 'origin', operator: 'IN', comparator: ['LAX'], isExtra: true },
    { subject: 'genre', operator: 'IN', comparator: ['Drama'], isExtra: true },
  ]);
  expect(dashboardWords(merged)).toEqual(['origin', 'genre', 'time range Last year']);
  expect(dashboardWords(form)).toEqual([]);
});

test('a chart that nothing reaches, or of a page that is not known, opens as it is', () => {
  keepExploreContext('page', context);
  expect([opened('page', '5'), opened('elsewhere'), opened('page', 'x')]).toEqual([form, form, form]);
});

test('what a page that is gone has left is there until the next dashboard is opened', () => {
  keepExploreContext('page', context);
  endExploreContext('page');
  expect(dashboardWords(opened('page'))).toContain('genre');
  keepExploreContext('next', context);
  expect(opened('page')).toEqual(form);
  expect(dashboardWords(opened('next'))).toContain('genre');
});
