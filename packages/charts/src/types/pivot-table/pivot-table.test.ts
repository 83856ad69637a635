import { expect, it } from 'vitest';
import type { TableModel } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';
import { drawExample, LIGHT_THEME } from '../../testing/draw-example.ts';
import { AGGREGATIONS, aggregate } from './aggregators.ts';
import { pivotTable } from './draw.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

const DATASOURCE = { columns: [], metrics: [], verbose_map: {}, column_formats: {} };

function modelOf(
  form: Record<string, unknown>,
  rows?: (string | number | null)[][],
  collapsed: string[] = [],
): TableModel {
  const results = rows ? [exampleResult({ year: 0, origin: 1, count: 0, delay: 0 }, rows)] : example.results;
  const input = {
    form: { ...example.form, ...form },
    results,
    datasource: DATASOURCE,
    width: 600,
    height: 400,
    theme: LIGHT_THEME,
  };
  if (collapsed.length > 0) return pivotTable(input, new Set(collapsed));
  const drawing = drawExample(chart, input);
  if (drawing.kind !== 'table') throw new Error('a pivot table is a table');
  return drawing.table;
}

const texts = (model: TableModel) => model.rows.map((row) => row.map((cell) => cell.text));
const labels = (model: TableModel) => model.columns.map((column) => column.label);

const TWO_LEVELS = [
  [2001, 'ATL', 1, 10],
  [2001, 'ORD', 3, 20],
  [2002, 'ATL', 5, 30],
  [2002, 'ORD', 2, null],
];
const twoLevels = {
  groupbyRows: ['year', 'origin'],
  groupbyColumns: [],
  metrics: ['count', 'delay'],
  rowTotals: false,
  colTotals: false,
};

it('puts metrics above the columns, with totals of both sides', () => {
  const model = modelOf({});
  expect(model.headers).toEqual([
    [
      { text: 'Metric / destination', span: 1 },
      { text: 'count', span: 3 },
      { text: '', span: 1 },
    ],
  ]);
  expect(labels(model)).toEqual(['origin', 'LAS', 'LAX', 'PHX', 'Total (Sum)']);
  expect(texts(model)).toEqual([
    ['ATL', '15', '', '32', '47'],
    ['DFW', '47', '71', '61', '179'],
    ['ORD', '43', '81', '55', '179'],
  ]);
  expect(model.totals?.map((cell) => cell.text)).toEqual(['Total (Sum)', '105', '152', '148', '405']);
});

it('combines metrics below the columns, puts them on rows, and transposes', () => {
  expect(labels(modelOf({ combineMetric: true, rowTotals: false }))).toEqual([
    'origin',
    'count',
    'count',
    'count',
  ]);
  const onRows = modelOf({ metricsLayout: 'ROWS', rowTotals: false, colTotals: false });
  expect(labels(onRows)).toEqual(['Metric', 'origin', 'LAS', 'LAX', 'PHX']);
  expect(onRows.rows[0]?.[0]).toMatchObject({ text: 'count', rowSpan: 3 });
  expect(labels(modelOf({ transposePivot: true, rowTotals: false }))).toEqual([
    'destination',
    'ATL',
    'DFW',
    'ORD',
  ]);
});

it('adds subtotals behind or before their group and keeps the order of metrics', () => {
  const behind = modelOf({ ...twoLevels, rowSubTotals: true, colOrder: 'key_z_to_a' }, TWO_LEVELS);
  expect(labels(behind)).toEqual(['year', 'origin', 'count', 'delay']);
  expect(texts(behind)).toEqual([
    ['2001', 'ATL', '1', '10'],
    ['ORD', '3', '20'],
    ['Subtotal', '4', '30'],
    ['2002', 'ATL', '5', '30'],
    ['ORD', '2', ''],
    ['Subtotal', '7', '30'],
  ]);
  expect(behind.rows[0]?.[0]).toMatchObject({ rowSpan: 3 });
  const before = modelOf({ ...twoLevels, rowSubTotals: true, rowSubtotalPosition: true }, TWO_LEVELS);
  expect(texts(before)[0]).toEqual(['2001', 'Subtotal', '4', '30']);
});

it('sorts by name or by value, groups staying together when they have subtotals', () => {
  const firsts = (form: object) =>
    texts(modelOf({ ...twoLevels, ...form }, TWO_LEVELS)).map((row) => row.slice(0, -2).join(' '));
  expect(firsts({ rowOrder: 'key_z_to_a' })).toEqual(['2002 ORD', 'ATL', '2001 ORD', 'ATL']);
  expect(firsts({ rowOrder: 'value_z_to_a' })).toEqual(['2002 ATL', '2001 ORD', 'ATL', '2002 ORD']);
  expect(firsts({ rowOrder: 'value_a_to_z', rowSubTotals: true })).toEqual([
    '2001 ATL',
    'ORD',
    'Subtotal',
    '2002 ORD',
    'ATL',
    'Subtotal',
  ]);
});

it('closes a group to one line', () => {
  const model = modelOf(twoLevels, TWO_LEVELS, ['[2001]']);
  expect(texts(model)).toEqual([
    ['2001', '', '4', '30'],
    ['2002', 'ATL', '5', '30'],
    ['ORD', '2', ''],
  ]);
  expect(model.rows[0]?.[0]?.group).toEqual({ key: '[2001]', collapsed: true });
  expect(model.rows[1]?.[0]?.group).toEqual({ key: '[2002]', collapsed: false });
});

it('shows one row of totals when only columns are set', () => {
  expect(texts(modelOf({ groupbyRows: [] }))).toEqual([['Total (Sum)', '105', '152', '148', '405']]);
});

it('filters by the innermost dimension of a cell, and stands for all of them, never for the metric', () => {
  const [first] = modelOf({}).rows;
  const origin = ['origin', 'ATL'];
  const byOrigin = expect.objectContaining({ filters: [{ col: 'origin', op: 'IN', val: ['ATL'] }] });
  expect(first?.[0]).toMatchObject({ crossFilter: byOrigin, stands: [origin] });
  expect(first?.[1]).toMatchObject({ crossFilter: byOrigin, stands: [origin, ['destination', 'LAS']] });
});

it('filters by nothing where a cell is a sum, which stands for its row all the same', () => {
  const { rows } = modelOf({ rowTotals: true, colTotals: true });
  const sum = rows[0]?.at(-1);
  expect(sum?.stands).toEqual([['origin', 'ATL']]);
  expect(sum?.crossFilter).toBeUndefined();
});

it('colours cells of a metric, but no totals', () => {
  const rule = { column: 'count', operator: '>', targetValue: 60, colorScheme: '#abcdef' };
  const { rows } = modelOf({ conditional_formatting: [rule] });
  expect(rows.map((row) => row.map((cell) => Boolean(cell.background)))).toEqual([
    [false, false, false, false, false],
    [false, false, true, true, false],
    [false, false, true, false, false],
  ]);
});

it.each([
  ['Count', 3],
  ['Count Unique Values', 2],
  ['List Unique Values', '4, 1'],
  ['Sum', 9],
  ['Average', 3],
  ['Median', 4],
  ['Sample Variance', 3],
  ['Sample Standard Deviation', Math.sqrt(3)],
  ['Minimum', 1],
  ['Maximum', 4],
  ['First', 4],
  ['Last', 1],
  ['Sum as Fraction of Total', 0.1],
  ['Sum as Fraction of Rows', 0.5],
  ['Sum as Fraction of Columns', 0.25],
  ['Count as Fraction of Total', 0.75],
  ['Count as Fraction of Rows', 1],
  ['Count as Fraction of Columns', 1],
] as const)('aggregates by %s', (name, expected) => {
  const values = {
    cell: [4, 4, 1],
    row: () => [9, 8, 1],
    column: () => [30, 5, 1],
    whole: () => [80, 8, 1, 1],
  };
  expect(aggregate(name, values)).toBe(expected);
  expect(aggregate(name, { ...values, cell: [] })).toBeNull();
});

it('knows every aggregation of the panel and works on texts', () => {
  expect(new Set(AGGREGATIONS).size).toBe(18);
  const words = { cell: ['b', 'a'], row: () => [], column: () => [], whole: () => [] };
  expect(aggregate('Minimum', words)).toBe('a');
  expect(aggregate('Sum', words)).toBe('a');
  expect(aggregate('Average', words)).toBeNull();
});
