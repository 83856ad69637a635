import { expect, test } from 'vitest';
import { namesUsed } from './names-used.ts';

const used = (form: Record<string, unknown>) => namesUsed(form, ['delay', 'count', 'origin']);

test('by name, in metrics, filters, settings of columns and SQL', () => {
  expect(used({ metrics: ['count'], groupby: ['origin'] })).toEqual(['count', 'origin']);
  const average = { expressionType: 'SIMPLE', aggregate: 'AVG', column: { column_name: 'delay' } };
  expect(used({ metric: average })).toEqual(['delay']);
  expect(used({ adhoc_filters: [{ subject: 'origin', operator: '==', comparator: 'count' }] })).toEqual([
    'origin',
  ]);
  expect(used({ column_config: { delay: { columnWidth: 3 } } })).toEqual(['delay']);
  expect(used({ metrics: [{ sqlExpression: 'SUM(delay) / COUNT(*)' }] })).toEqual(['delay', 'count']);
});

test('a text that means something else is no use of a name', () => {
  expect(used({ viz_type: 'count', js_agg_function: 'count', y_axis_title: 'delay' })).toEqual([]);
  expect(used({ metrics: [{ sqlExpression: 'SUM(delays)' }] })).toEqual([]);
});

test('names that mean something in patterns, and junk', () => {
  expect(namesUsed({ groupby: ['a(b'], where: 1 }, ['a(b'])).toEqual(['a(b']);
  expect(namesUsed(null, ['a'])).toEqual([]);
  expect(namesUsed('a', ['a'])).toEqual([]);
});
