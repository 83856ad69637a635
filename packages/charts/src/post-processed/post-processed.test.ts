import { expect, it } from 'vitest';
import { pivotText } from './pivot-text.ts';
import { tableText } from './table-text.ts';

const SALES = [
  { region: 'North', product: 'A', year: 2020, amount: 10, price: 1.5 },
  { region: 'North', product: 'A', year: 2021, amount: 20, price: 2.5 },
  { region: 'North', product: 'B', year: 2020, amount: 5, price: 1 },
  { region: 'South', product: 'A', year: 2020, amount: 7, price: 3 },
  { region: null, product: 'B', year: 2021, amount: null, price: 4 },
];
const form = (more: object) => ({
  datasource: '1__table',
  viz_type: 'pivot_table_v2',
  groupbyRows: ['region'],
  groupbyColumns: ['product'],
  metrics: ['amount'],
  ...more,
});

it('aggregates rows by their dimensions, a missing one among them', () => {
  expect(pivotText(form({}), SALES)).toEqual({
    columns: [
      ['amount', 'A'],
      ['amount', 'B'],
    ],
    index: [['North'], [null], ['South']],
    rows: [
      [30, 5],
      [null, null],
      [7, null],
    ],
  });
});

it('adds totals of rows and columns, with subtotals of groups', () => {
  const { columns, index, rows } = pivotText(
    form({ groupbyRows: ['region', 'product'], groupbyColumns: [], rowTotals: true, colTotals: true }),
    SALES.slice(0, 4),
  );
  expect(columns).toEqual([['amount'], ['Total (Sum)']]);
  expect(index).toEqual([
    ['North', 'A'],
    ['North', 'B'],
    ['North', 'Subtotal'],
    ['South', 'A'],
    ['South', 'Subtotal'],
    ['Total (Sum)', ''],
  ]);
  expect(rows.map((row) => row[1])).toEqual([30, 5, 35, 7, 7, 42]);
});

it('puts metrics on rows, below the columns, and turns the table', () => {
  expect(
    pivotText(form({ metrics: ['amount', 'price'], metricsLayout: 'ROWS' }), SALES.slice(0, 4)).index,
  ).toEqual([
    ['amount', 'North'],
    ['amount', 'South'],
    ['price', 'North'],
    ['price', 'South'],
  ]);
  expect(
    pivotText(form({ metrics: ['price', 'amount'], combineMetric: true }), SALES.slice(0, 3)).columns,
  ).toEqual([
    ['A', 'price'],
    ['A', 'amount'],
    ['B', 'price'],
    ['B', 'amount'],
  ]);
  expect(pivotText(form({ transposePivot: true }), SALES.slice(0, 4)).index).toEqual([['A'], ['B']]);
});

it('tells fractions, and totals of counts from the values', () => {
  expect(pivotText(form({ aggregateFunction: 'Sum as Fraction of Rows' }), SALES.slice(0, 3)).rows).toEqual([
    [30 / 35, 5 / 35],
  ]);
  expect(
    pivotText(form({ aggregateFunction: 'Count Unique Values', colTotals: true }), SALES.slice(0, 4)).rows.at(
      -1,
    ),
  ).toEqual([3, 1]);
  expect(
    pivotText(
      form({ groupbyRows: [], groupbyColumns: [], rowTotals: true, metrics: ['amount', 'price'] }),
      SALES.slice(0, 1),
    ),
  ).toEqual({
    columns: [['amount'], ['price'], ['Total (Sum)']],
    index: [['Total (Sum)']],
    rows: [[10, 1.5, 11.5]],
  });
});

it('names a column that is not there', () => {
  expect(() => pivotText(form({ metrics: ['nope'] }), SALES)).toThrow('no column "nope"');
});

it('writes numbers by the formats of their columns where they fit all of them', () => {
  const write = (d3NumberFormat: string) =>
    tableText({ datasource: '1__table', viz_type: 'table', column_config: { a: { d3NumberFormat } } }, [
      { a: 1234 },
      { a: -5 },
    ]).map((row) => row.a);
  expect(write('+,d')).toEqual(['+1,234', '-5']);
  expect(write('.2f')).toEqual(['1234.00', '-5.00']);
  expect(write('.1%')).toEqual(['123400.0%', '-500.0%']);
  expect(write('SMART_NUMBER')).toEqual([1234, -5]);
  const mixed = { datasource: '1__table', viz_type: 'table', column_config: { a: { d3NumberFormat: ',d' } } };
  expect(tableText(mixed, [{ a: 1 }, { a: null }])).toEqual([{ a: 1 }, { a: null }]);
});
