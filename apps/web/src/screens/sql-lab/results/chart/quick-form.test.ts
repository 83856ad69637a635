import { GenericType, type ResultColumn } from '@chartroom/model';
import { expect, test } from 'vitest';
import { quickForm, usualChoice } from './quick-form.ts';

const column = (column_name: string, type_generic: GenericType): ResultColumn => ({
  column_name,
  name: column_name,
  type: 'X',
  type_generic,
  is_dttm: type_generic === GenericType.TEMPORAL,
});
const id = column('customer_id', GenericType.NUMERIC);
const amount = column('amount', GenericType.NUMERIC);
const city = column('city', GenericType.STRING);
const day = column('day', GenericType.TEMPORAL);

test('a chart begins along time, with a number that measures and does not number', () => {
  expect(usualChoice([id, city, amount, day])).toMatchObject({ type: 'line', x: 'day', y: 'amount' });
  expect(usualChoice([id, city, amount])).toMatchObject({ type: 'bar', x: 'city', y: 'amount' });
  expect(usualChoice([amount, id])).toMatchObject({ type: 'line', x: 'customer_id', y: 'amount' });
  expect(usualChoice([city])).toMatchObject({ type: 'bar', x: 'city', y: undefined });
  expect(usualChoice([])).toMatchObject({ x: undefined, y: undefined });
});

test('the form data ask the query itself', () => {
  const columns = [city, amount];
  const choice = usualChoice(columns);
  expect(quickForm(7, choice, columns)).toMatchObject({
    datasource: '7__query',
    viz_type: 'echarts_timeseries_bar',
    x_axis: 'city',
    metrics: [{ aggregate: 'SUM', column: { column_name: 'amount' } }],
  });
  expect(quickForm(7, { ...choice, type: 'pie', y: undefined }, columns)).toMatchObject({
    groupby: ['city'],
    metric: { sqlExpression: 'COUNT(*)' },
  });
  expect(quickForm(7, { ...choice, x: undefined }, columns)).toBeUndefined();
});
