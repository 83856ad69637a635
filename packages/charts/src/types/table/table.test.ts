import type { ChartDataResult } from '@chartroom/model';
import { expect, it } from 'vitest';
import { problemsOf } from '../../controls/panel.ts';
import { exampleResult } from '../../example-result.ts';
import { drawExample, LIGHT_THEME } from '../../testing/draw-example.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

function tableOf(form: Record<string, unknown>, results: ChartDataResult[] = example.results) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results });
  if (drawing.kind !== 'table') throw new Error('a table is a table');
  return drawing.table;
}

const texts = (table: ReturnType<typeof tableOf>, row: number) => table.rows[row]?.map((cell) => cell.text);

it('writes metrics adaptively, shares as percentages and missing values as such', () => {
  const table = tableOf({});
  expect(table.columns.map((column) => column.label)).toEqual(['origin', 'count', 'AVG(delay)', '%count']);
  expect(texts(table, 0)).toEqual(['ORD', '3.26k', '11.27', '26.900%']);
  expect(texts(table, 4)?.[0]).toBe('<NULL>');
  expect(table.totals?.map((cell) => cell.text)).toEqual(['Summary', '12.1k', '6.71', '']);
});

it('hides metrics that are only shown as shares', () => {
  expect(
    tableOf({ metrics: [], percent_metrics: ['count'] }).columns.map((column) => column.label),
  ).not.toContain('count');
});

it('draws bars from zero in both directions, or all from the left', () => {
  const bars = (form: object) => tableOf({ ...form }).rows.map((row) => row[2]?.bar);
  const both = bars({});
  expect(both[0]?.from).toBeCloseTo(1.35 / 12.62, 9);
  expect(both[3]).toMatchObject({ from: 0, color: `${LIGHT_THEME.colorError}33` });
  expect(bars({ align_pn: true })[0]).toMatchObject({ from: 0, width: 1 });
  expect(bars({ show_cell_bars: false }).every((bar) => bar === undefined)).toBe(true);
});

it('colours by rules and then draws no bars at all', () => {
  const rule = { column: 'count', operator: '>', targetValue: 3000, colorScheme: '#abcdef' };
  const { rows } = tableOf({ conditional_formatting: [rule] });
  expect(rows.map((row) => row[1]?.background)).toEqual([
    '#abcdefff',
    '#abcdef69',
    undefined,
    undefined,
    undefined,
  ]);
  expect(rows.flat().some((cell) => cell.bar)).toBe(false);
});

it('follows the settings of single columns', () => {
  const table = tableOf({
    column_config: {
      origin: { visible: false },
      count: { d3NumberFormat: ',d', customColumnName: 'Flights', horizontalAlign: 'left', columnWidth: 90 },
      '%count': { d3SmallNumberFormat: '.1%' },
    },
  });
  expect(table.columns[0]).toMatchObject({ label: 'Flights', align: 'left', width: 90 });
  expect(texts(table, 0)).toEqual(['3,257', '11.27', '26.9%']);
});

it('filters the dashboard by its dimensions only', () => {
  const [first] = tableOf({}).rows;
  expect(first?.[0]?.crossFilter).toMatchObject({
    filters: [{ col: 'origin', op: 'IN', val: ['ORD'] }],
    label: 'ORD',
  });
  expect(first?.[1]?.crossFilter).toBeUndefined();
});

it('compares metrics with another time, with arrows and colours', () => {
  const result = exampleResult({ origin: 1, count: 0, 'count__1 week ago': 0 }, [
    ['ORD', 12, 10],
    ['DFW', 5, 10],
    ['ATL', 4, 0],
  ]);
  const table = tableOf(
    {
      metrics: ['count'],
      percent_metrics: [],
      show_totals: false,
      time_compare: '1 week ago',
      comparison_color_enabled: true,
    },
    [result],
  );
  expect(table.headers).toEqual([
    [
      { text: '', span: 1 },
      { text: 'count', span: 4 },
    ],
  ]);
  expect(table.columns.map((column) => column.key)).toEqual([
    'origin',
    'Main count',
    '# count',
    '△ count',
    '% count',
  ]);
  expect(texts(table, 0)).toEqual(['ORD', '↑ 12', '10', '2', '20.000%']);
  expect(texts(table, 1)).toEqual(['DFW', '↓ 5', '10', '-5', '-50.000%']);
  expect(texts(table, 2)).toEqual(['ATL', '↑ 4', '0', '4', '100.000%']);
  expect(table.rows[1]?.[1]?.background).toBe(`${LIGHT_THEME.colorError}33`);
});

it('writes times by their grain, their own format, or in full', () => {
  const result = exampleResult({ day: 2 }, [[1230768000000]]);
  const write = (form: object) =>
    texts(
      tableOf({ groupby: ['day'], metrics: [], percent_metrics: [], show_totals: false, ...form }, [result]),
      0,
    );
  expect(write({ time_grain_sqla: 'P1M' })).toEqual(['Jan 2009']);
  expect(write({})).toEqual(['2009-01-01 00:00:00']);
  expect(write({ table_timestamp_format: '%d.%m.%Y' })).toEqual(['01.01.2009']);
});

it('counts the rows of all pages', () => {
  const pages = [example.results[0], exampleResult({ rowcount: 0 }, [[77]])].filter(
    (result) => result !== undefined,
  );
  expect(tableOf({ server_pagination: true, show_totals: false }, pages).rowCount).toBe(77);
});

it('asks for the page, order and search that it remembers, and for the whole that shares are of', () => {
  const form = { ...example.form, server_pagination: true, percent_metric_calculation: 'all_records' };
  const ownState = {
    currentPage: 2,
    pageSize: 20,
    sortBy: [{ key: 'origin', desc: true }],
    searchText: 'OR',
    searchColumn: 'origin',
  };
  const { queries } = chart.question(form, { ownState });
  expect(queries).toHaveLength(4);
  expect(queries[0]).toMatchObject({
    row_limit: 20,
    row_offset: 40,
    orderby: [['origin', false]],
    filters: [{ col: 'origin', op: 'ILIKE', val: 'OR%' }],
  });
  expect(queries[1]).toMatchObject({ is_rowcount: true, row_limit: 1000 });
  expect(queries[2]).toMatchObject({ columns: [], metrics: ['count'] });
  expect(queries[3]).toMatchObject({ columns: [], post_processing: [] });
});

it('needs something to show', () => {
  const problems = (form: object) => [
    ...problemsOf(chart.controls, {
      form: { datasource: '1__table', viz_type: 'table', ...form },
      datasource: null,
    }),
  ];
  expect(problems({})).toEqual([['groupby', 'must have a value, or Metrics, or Percentage metrics']]);
  expect(problems({ query_mode: 'raw' })).toEqual([['all_columns', 'cannot be empty']]);
  expect(problems({ all_columns: ['a'] })).toEqual([]);
});
