import { describe, expect, it } from 'vitest';
import { overTimeResult } from '../../example-result.ts';
import { drawExample, LIGHT_THEME } from '../../testing/draw-example.ts';
import { comparison } from './comparison.ts';
import { comparisonTable } from './draw.ts';
import { example } from './example.ts';
import { chart } from './index.ts';
import { twoSidedProbability } from './student.ts';

function tableOf(form: Record<string, unknown>, results = example.results) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results });
  if (drawing.kind !== 'table') throw new Error('a paired t-test is a table');
  return drawing.table;
}

const texts = (table: ReturnType<typeof tableOf>) => table.rows.map((row) => row.map(({ text }) => text));

it.each([
  [0, 5, 1],
  [1, 1, 0.5],
  [2.228138852, 10, 0.05],
  [-2.228138852, 10, 0.05],
  [4.604094871, 4, 0.01],
  [1.96, 1e6, 0.04999607],
  [63.65674116, 1, 0.01],
  [40, 3, 0.0000343875],
  [Number.POSITIVE_INFINITY, 3, 0],
])("Student's t of %d with %d degrees of freedom is as likely as tables say", (t, freedom, p) => {
  expect(twoSidedProbability(t, freedom)).toBeCloseTo(p, 7);
});

describe('a comparison', () => {
  it('is of sums, and of differences at the same moments', () => {
    // The differences 1, 2, 3 have t = 2 / (1 / √3), of which tables with two degrees of freedom know 0.0742.
    const { lift, p } = comparison([11, 12, 13, null], [10, 10, 10, 5]);
    expect(lift).toBeCloseTo((1 / 35) * 100, 9);
    expect(p).toBeCloseTo(0.0741799, 6);
  });

  it('says nothing of what cannot be compared', () => {
    expect(comparison([], [])).toEqual({ lift: Number.NaN, p: Number.NaN });
    expect(comparison([1], [0])).toEqual({ lift: Number.NaN, p: Number.NaN });
    expect(comparison([1, 2], [1, 2])).toEqual({ lift: 0, p: Number.NaN });
    expect(comparison([2, 3], [1, 2]).p).toBe(0);
  });
});

it('compares every group with the first one', () => {
  const table = tableOf({});
  expect(table.columns.map(({ label }) => label)).toEqual(['symbol', 'p-value', 'Lift %', 'Significant']);
  expect(texts(table)).toEqual([
    ['AAPL', 'control', 'control', 'control'],
    ['IBM', '0.110300', '-11.9352', 'false'],
    ['MSFT', '0.000426', '-83.3651', 'true'],
  ]);
  expect(table.rows[2]?.[3]).toMatchObject({ value: true, color: LIGHT_THEME.colorSuccess });
});

it('follows the level and the digits that are asked for', () => {
  const table = tableOf({ significance_level: '0.2', pvalue_precision: '2', liftvalue_precision: 0 });
  expect(texts(table)[1]).toEqual(['IBM', '0.11', '-12', 'true']);
  expect(texts(tableOf({ pvalue_precision: 'many', liftvalue_precision: -3 }))[1]?.[2]).toBe('-12');
});

it('has a part for each metric, compared with a group of its own', () => {
  const result = overTimeResult(
    [
      ['a', 'x', '1'],
      ['a', 'y', '1'],
      ['b', 'x', '1'],
      ['b', 'y', '1'],
    ],
    [
      [0, 1, 2, 3, 4],
      [1, 2, 5, 4, 4],
    ],
  );
  const form = { ...example.form, metrics: ['a', 'b'], groupby: ['g', 'h'] };
  const input = {
    form,
    results: [result],
    datasource: { columns: [], metrics: [], verbose_map: { a: 'Amount' }, column_formats: {} },
    width: 600,
    height: 400,
    theme: LIGHT_THEME,
  };
  const table = comparisonTable(input, new Map([['b', 'b, y, 1']]));
  expect(texts(table)).toEqual([
    ['Amount', 'x', '1', 'control', 'control', 'control'],
    ['Amount', 'y', '1', '0.295167', '133.3333', 'false'],
    ['b', 'x', '1', '0.500000', '-12.5000', 'false'],
    ['b', 'y', '1', 'control', 'control', 'control'],
  ]);
  expect(table.rows[1]?.[1]?.choice).toBe('a, y, 1');
});

it('takes its time from the filter of a panel that has no column of time', () => {
  const { granularity_sqla: _none, ...rest } = example.form;
  const filter = {
    expressionType: 'SIMPLE' as const,
    subject: 'day',
    operator: 'TEMPORAL_RANGE',
    comparator: 'Last year',
  };
  const [query] = chart.question({ ...rest, adhoc_filters: [filter] }, {}).queries;
  expect(query).toMatchObject({ granularity: 'day', is_timeseries: true });
  expect(chart.question({ ...rest, adhoc_filters: [] }, {}).queries[0]?.granularity).toBeUndefined();
});

it('draws what there is of odd answers', () => {
  expect(tableOf({}, []).rows).toEqual([]);
  const one = overTimeResult(
    [
      ['AVG(price)', 'x'.repeat(300)],
      ['AVG(price)', 'שלום'],
    ],
    [[0, 1, null]],
  );
  expect(texts(tableOf({}, [one]))).toEqual([['x'.repeat(300), 'control', 'control', 'control']]);
  const odd = overTimeResult(
    [
      ['AVG(price)', 'a'],
      ['AVG(price)', 'b'],
    ],
    [
      [-2_208_988_800_001, Number.NaN, 1],
      [0, 0, Number.POSITIVE_INFINITY],
    ],
  );
  expect(texts(tableOf({ significance_level: 'none' }, [odd]))[1]).toEqual(['b', 'N/A', 'N/A', 'N/A']);
  expect(texts(tableOf({ groupby: [], viz_type: 'pie' }, [odd]))).toHaveLength(2);
});

it('compares ten thousand groups', () => {
  const groups = Array.from({ length: 10_000 }, (_, index) => ['AVG(price)', String(index)]);
  const rows = [0, 1, 2].map((x) => [x, ...groups.map((_, index) => index + x)]);
  expect(tableOf({}, [overTimeResult(groups, rows)]).rows).toHaveLength(10_000);
});
