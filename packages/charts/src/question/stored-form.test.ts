import { expect, it } from 'vitest';
import {
  withBaseFilters,
  withDashboardFilters,
  withoutLegacyFilters,
  withRequestParams,
} from './stored-form.ts';

const ORIGIN = {
  clause: 'WHERE',
  expressionType: 'SIMPLE',
  subject: 'origin',
  operator: 'IN',
  comparator: ['ATL', 'ORD'],
};

it('adds filters of old dashboards once, and reads their settings of time', () => {
  const merged = withDashboardFilters({
    adhoc_filters: [ORIGIN],
    extra_filters: [
      { col: 'origin', op: 'IN', val: ['ORD', 'ATL'] },
      { col: 'delay', op: '>', val: 5 },
      { col: 'nothing', op: 'IN', val: [] },
      { col: '__time_range', op: '==', val: 'Last week' },
    ],
  });
  expect(merged).toEqual({
    adhoc_filters: [
      ORIGIN,
      {
        clause: 'WHERE',
        expressionType: 'SIMPLE',
        subject: 'delay',
        operator: '>',
        comparator: 5,
        isExtra: true,
      },
    ],
    applied_time_extras: { __time_range: 'Last week' },
    time_range: 'Last week',
  });
});

it('replaces times, also in conditions, and adds filters to every list of them', () => {
  const when = { ...ORIGIN, subject: 'day', operator: 'TEMPORAL_RANGE', comparator: 'No filter' };
  const extra = {
    time_range: 'Last year',
    filters: [{ col: 'a', op: 'IN', val: [1] }],
    relative_start: 'now',
  };
  const merged = withDashboardFilters({ adhoc_filters: [when], adhoc_filters_b: [], extra_form_data: extra });
  expect(merged).toMatchObject({
    time_range: 'Last year',
    extras: { relative_start: 'now' },
    adhoc_filters: [
      { subject: 'day', comparator: 'Last year' },
      { subject: 'a', isExtra: true },
    ],
    adhoc_filters_b: [{ subject: 'a', isExtra: true }],
  });
  expect(merged).not.toHaveProperty('extra_form_data');
});

it('turns conditions of old charts into ad-hoc filters, unless there are some', () => {
  expect(
    withoutLegacyFilters({
      where: 'a = 1',
      having: 'COUNT(*) > 1',
      filters: [{ col: 'b', op: '==', val: 2 }],
    }).adhoc_filters,
  ).toEqual([
    { clause: 'HAVING', expressionType: 'SQL', sqlExpression: 'COUNT(*) > 1' },
    { clause: 'WHERE', expressionType: 'SQL', sqlExpression: 'a = 1' },
    { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'b', operator: '==', comparator: 2 },
  ]);
  expect(withoutLegacyFilters({ where: 'a = 1', adhoc_filters: [ORIGIN] })).toEqual({
    adhoc_filters: [ORIGIN],
  });
});

it('splits ad-hoc filters and leaves what is no list alone', () => {
  expect(withBaseFilters({ adhoc_filters: [ORIGIN] })).toMatchObject({
    filters: [{ col: 'origin', op: 'IN' }],
    where: '',
    having: '',
  });
  expect(withBaseFilters({ adhoc_filters: 'nonsense' })).toEqual({ adhoc_filters: 'nonsense' });
});

it('keeps the parameters of an address, but not its own', () => {
  expect(withRequestParams({ url_params: { a: '0', b: '2' } }, { a: '1', form_data: '{}', r: '5' })).toEqual({
    url_params: { a: '1', b: '2' },
  });
});
