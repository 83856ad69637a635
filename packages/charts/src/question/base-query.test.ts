import { expect, it } from 'vitest';
import { baseQuery } from './base-query.ts';
import { splitFilters } from './filters.ts';
import { normalOrder } from './order.ts';
import { queryFields } from './query-fields.ts';

const FORM = { datasource: '1__table', viz_type: 'table' };

it('collects columns and metrics once, in the order of their keys', () => {
  const { columns, metrics } = queryFields({
    columns: ['a', 'b'],
    groupby: ['b', 'c'],
    metric: 'm',
    metrics: ['m', 'n'],
  });
  expect(columns).toEqual(['a', 'b', 'c']);
  expect(metrics).toEqual(['m', 'n']);
});

it('asks raw rows for no metrics', () => {
  expect(
    queryFields({ query_mode: 'raw', all_columns: ['a'], groupby: ['b'], metrics: ['m'] }),
  ).toMatchObject({
    columns: ['a'],
    metrics: undefined,
  });
});

it('refuses an order that cannot be read', () => {
  expect(() => queryFields({ order_by_cols: ['["a"'] })).toThrow('Found invalid orderby options');
});

it('splits conditions into simple ones and SQL, and closes comments', () => {
  const split = splitFilters([
    { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'a', operator: 'IS NULL', comparator: 'x' },
    { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'b > 1 -- note' },
    { expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'COUNT(*) > 1' },
    { expressionType: 'SIMPLE', clause: 'HAVING', subject: 'm', operator: '>', comparator: 2 },
  ]);
  expect(split).toEqual({
    filters: [{ col: 'a', op: 'IS NULL' }],
    where: '(b > 1 -- note\n)',
    having: '(COUNT(*) > 1)',
  });
});

it('lets a dashboard add filters and replace times', () => {
  const query = baseQuery({
    ...FORM,
    time_range: 'Last year',
    granularity_sqla: 'day',
    extra_form_data: {
      filters: [{ col: 'a', op: 'IN', val: [1] }],
      time_range: 'Last week',
      time_grain_sqla: 'P1M',
      relative_start: 'now',
    },
  });
  expect(query).toMatchObject({
    time_range: 'Last week',
    granularity: 'day',
    filters: [{ col: 'a', op: 'IN', val: [1] }],
    extras: { time_grain_sqla: 'P1M', relative_start: 'now' },
  });
});

it('reads settings that old dashboards sent as filters', () => {
  const filters = [
    { col: '__time_range', op: '==', val: 'Last month' },
    { col: 'origin', op: 'IN', val: ['JFK'] },
  ];
  expect(baseQuery({ ...FORM, extra_filters: filters })).toMatchObject({
    time_range: 'Last month',
    filters: [{ col: 'origin', op: 'IN', val: ['JFK'] }],
    applied_time_extras: { __time_range: 'Last month' },
  });
});

it('orders by what is sound: its own order, the ranking metric, the first metric', () => {
  expect(normalOrder({ orderby: [['a', true]], metrics: ['m'] })).toEqual([['a', true]]);
  expect(normalOrder({ orderby: [['', true]], metrics: ['m'], order_desc: true })).toEqual([['m', false]]);
  expect(normalOrder({ series_limit_metric: 's', metrics: ['m'] })).toEqual([['s', true]]);
  expect(normalOrder({ metrics: [] })).toBeUndefined();
});
