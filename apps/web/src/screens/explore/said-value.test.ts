import { type Control, controlsOf, loadChartType } from '@chartroom/charts';
import { expect, it } from 'vitest';
import { saidValue } from './said-value.ts';

const table = await loadChartType('table');
const controls = new Map((table ? controlsOf(table.controls) : []).map((each) => [each.name, each]));
const state = {
  form: { datasource: '3__table', viz_type: 'table' },
  datasource: Object.assign(Object.create(null), {
    verbose_map: { worldwide_gross: 'Worldwide gross', count: 'Films' },
    order_by_choices: [['["worldwide_gross",false]', 'worldwide_gross [desc]']],
  }),
};
const say = (value: unknown, name = '') => saidValue(value, controls.get(name), state);

it('says orders, whether the panel offers them or they were stored with other blanks', () => {
  expect(say(['["worldwide_gross",false]', '["title", true]'], 'order_by_cols')).toBe(
    'Worldwide gross, descending; title, ascending',
  );
  expect(say([['count', false]])).toBe('Films, descending');
});

it('says choices, filters, metrics and columns by the names that people read', () => {
  expect(say('raw', 'query_mode')).toBe('Raw records');
  expect(say(['count', { expressionType: 'SQL', sqlExpression: 'sum(x)', label: 'Total' }], 'metrics')).toBe(
    'Films, Total',
  );
  const year = {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: 'worldwide_gross',
    operator: '>',
    operatorId: 'GREATER_THAN',
    comparator: 5,
  };
  expect(say([year], 'adhoc_filters')).toBe('Worldwide gross > 5');
  expect(say({ dimension: 'worldwide_gross', values: [1, null] })).toBe('Worldwide gross (1, <NULL>)');
});

it('says everything else without braces, and nothing as none', () => {
  const bounds: Control = { name: 'y', label: '', type: 'BoundsControl' };
  expect(saidValue([null, 10], bounds, state)).toBe('up to 10');
  expect(saidValue([null, null], bounds, state)).toBe('None');
  expect(say({ r: 1, g: 2, b: 3, a: 1 })).toBe('rgb(1, 2, 3)');
  expect(say({ symbol: 'EUR', symbolPosition: 'suffix' })).toBe('symbol: EUR, symbol position: suffix');
  expect(say([{ name: 'Goal', value: 5 }])).toBe('Goal');
  expect([undefined, null, '', [], {}].map((each) => say(each))).toEqual(Array(5).fill('None'));
  expect([true, false, 0].map((each) => say(each))).toEqual(['Yes', 'No', '0']);
  expect(say('x'.repeat(400))).toHaveLength(160);
});
