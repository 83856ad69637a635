import type { NativeFilter } from '@chartroom/model';
import { describe, expect, test } from 'vitest';
import { filterQuestion, parentExtras } from './filter-question.ts';

const origin: NativeFilter = {
  id: 'NATIVE_FILTER-1',
  type: 'NATIVE_FILTER',
  filterType: 'filter_select',
  targets: [{ datasetId: 7, column: { name: 'origin' } }],
  controlValues: { sortAscending: true },
};
const asker = { dashboardId: 3, mainTime: 'date', rows: 1_000 };
const asked = (filter: Partial<NativeFilter>, extra = {}, more = {}) =>
  filterQuestion({ ...origin, ...filter }, extra, { ...asker, ...more })?.queries[0];

describe('what a filter asks to know its choices', () => {
  test('its values in their order, for its dashboard', () => {
    const context = filterQuestion(origin, {}, asker);
    expect(context?.datasource).toEqual({ id: 7, type: 'table' });
    expect(context?.form_data).toEqual({
      dashboardId: 3,
      type: 'NATIVE_FILTER',
      native_filter_id: 'NATIVE_FILTER-1',
    });
    expect(context?.queries).toEqual([
      {
        filters: [],
        extras: { having: '', where: '' },
        columns: ['origin'],
        metrics: [],
        orderby: [['origin', true]],
        row_limit: 1_000,
      },
    ]);
    expect(asked({ controlValues: { sortAscending: false }, sortMetric: 'count' })).toMatchObject({
      metrics: ['count'],
      orderby: [['count', false]],
    });
    expect(asked({ controlValues: {} })).toMatchObject({ orderby: [] });
    expect(filterQuestion({ ...origin, targets: [{ datasetId: 7 }] }, {}, asker)).toBeUndefined();
  });

  test('only what its pre-filter leaves', () => {
    const adhoc_filters = [
      { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'delay', operator: '>', comparator: 15 },
      { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'dest is not null' },
      'junk',
    ];
    const query = asked({ adhoc_filters, time_range: '2001-01-01 : 2001-02-01' });
    expect(query).toMatchObject({
      filters: [{ col: 'delay', op: '>', val: 15 }],
      extras: { where: '(dest is not null)' },
      time_range: '2001-01-01 : 2001-02-01',
      granularity: 'date',
    });
    expect(asked({ time_range: 'Last year', granularity_sqla: 'seen' })?.granularity).toBe('seen');
    expect(asked({ time_range: 'No filter' })?.time_range).toBeUndefined();
    expect(asked({ time_range: 'Last year' }, {}, { mainTime: null })?.granularity).toBeUndefined();
  });

  test('what its parents leave, and what is searched for', () => {
    const parents = { ...origin, cascadeParentIds: ['a', 'b', 'gone'] };
    const extra = parentExtras(parents, {
      a: { extraFormData: { filters: [{ col: 'state', op: 'IN', val: ['IL'] }] } },
      b: { extraFormData: { time_range: 'Last week' } },
      c: { extraFormData: { time_range: 'Last year' } },
    });
    const query = asked({ time_range: 'Last year' }, extra, { search: 'or' });
    expect(query).toMatchObject({ time_range: 'Last week', granularity: 'date' });
    expect(query?.filters).toEqual([
      { col: 'state', op: 'IN', val: ['IL'] },
      { col: 'origin', op: 'ILIKE', val: '%or%' },
    ]);
  });

  test('a range asks for its bounds', () => {
    expect(asked({ filterType: 'filter_range' })).toMatchObject({
      columns: [],
      metrics: [{ aggregate: 'MIN' }, { aggregate: 'MAX' }],
    });
  });
});
