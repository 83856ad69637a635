import { describe, expect, it } from 'vitest';
import type { TableModelCell } from '../../chart-type.ts';
import { exampleResult, overTimeResult } from '../../example-result.ts';
import { DARK_THEME, drawExample } from '../../testing/draw-example.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

const DAY = 86_400_000;

function tableOf(form: Record<string, unknown>, results = example.results, theme = {}) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results }, theme);
  if (drawing.kind !== 'table') throw new Error('a time table is a table');
  return drawing.table;
}

/** The only cell of a chart with one column and one row. */
function cell(
  column: object,
  values: readonly (number | string | null)[],
  form = {},
): TableModelCell | undefined {
  const result = overTimeResult(
    [['count']],
    values.map((value, index) => [index * DAY, value]),
  );
  const collection = [{ key: 'a', d3format: '~g', ...column }];
  return tableOf({ metrics: ['count'], groupby: [], column_collection: collection, ...form }, [result])
    .rows[0]?.[1];
}

it('has a row per series and a column per setting', () => {
  const { columns, rows } = tableOf({});
  expect(columns.map(({ label }) => label)).toEqual([
    'Metric',
    'Now',
    'Since last month',
    'Course',
    'Average',
    'Share',
  ]);
  expect(rows.map((row) => row.map(({ text }) => text))).toEqual([
    ['AAPL', '135.8', '+7.9%', '90.1 → 135.8', '109.2', '52%'],
    ['IBM', '104.8', '+3.5%', '89.5 → 104.8', '96.2', '40%'],
    ['MSFT', '20.6', '+3.8%', '16.6 → 20.6', '18.2', '8%'],
  ]);
  expect(columns[2]).toMatchObject({ description: 'Against the month before' });
});

describe('a value of time', () => {
  it.each([
    [{ timeLag: 1 }, '8'],
    [{ timeLag: 1, comparisonType: 'diff' }, '2'],
    [{ timeLag: 1, comparisonType: 'perc' }, '1.25'],
    [{ timeLag: 1, comparisonType: 'perc_change' }, '0.25'],
    [{ timeLag: 2 }, '4'],
    [{ timeLag: -1 }, '4'],
    [{ timeLag: 9 }, 'N/A'],
    [{ timeLag: -9 }, 'N/A'],
    [{ comparisonType: 'nonsense', timeLag: 'nonsense' }, '10'],
  ])('looks back as %o says', (column, text) => {
    expect(cell({ colType: 'time', ...column }, [4, null, 8, 10])?.text).toBe(text);
  });

  it('is compared with nothing where there was nothing', () => {
    expect(cell({ colType: 'time', timeLag: 1, comparisonType: 'perc' }, [0, 5])?.text).toBe('N/A');
  });

  it('is coloured between its bounds, so that it can be read on any page', () => {
    const color = (bounds: unknown, value: number) => cell({ colType: 'time', bounds }, [value])?.color;
    expect(color([0, 10], 0)).toBe('rgb(202, 0, 32)');
    expect(color([0, 10], 5)).toBe('rgb(110, 110, 110)');
    expect(color([0, 10], 99)).toBe('rgb(5, 113, 176)');
    expect([color([5, null], 4), color([null, 5], 6), color([3, 3], 3)]).toEqual([
      '#ca0020',
      '#0571b0',
      'rgb(110, 110, 110)',
    ]);
    expect(color(undefined, 4)).toBeUndefined();
    expect(tableOf({}, example.results, { theme: DARK_THEME }).rows[0]?.[2]?.color).toBe(
      'rgb(116, 180, 232)',
    );
  });
});

describe('a small line', () => {
  const spark = (column: object, values: readonly (number | null)[]) =>
    cell({ colType: 'spark', dateFormat: '%d.%m.', ...column }, values)?.spark;

  it('has a point per moment, each with its day and value', () => {
    expect(spark({ showYAxis: true, yAxisBounds: [0, null], height: '30' }, [1, null, 3])).toEqual({
      points: [
        { y: 1, text: '01.01.: 1' },
        { y: null, text: '02.01.: N/A' },
        { y: 3, text: '03.01.: 3' },
      ],
      low: 0,
      high: 3,
      height: 30,
      color: '#1a7f96',
      labels: ['0', '3'],
    });
  });

  it('has the last points, or the share of each of the one before', () => {
    const ys = (column: object, values: number[]) => spark(column, values)?.points.map(({ y }) => y);
    expect(ys({ timeLag: 2 }, [1, 2, 3])).toEqual([2, 3]);
    expect(ys({ timeRatio: 1 }, [1, 2, 0, 3])).toEqual([2, 0, null]);
    expect(spark({ timeRatio: 1 }, [1, 2, 3])?.points[0]?.text).toBe('02.01.: 2');
    expect(spark({}, [null])).toBeUndefined();
  });
});

it('averages the last points, or all', () => {
  expect(cell({ colType: 'avg', timeLag: 2 }, [1, 2, 4])?.text).toBe('3');
  expect(cell({ colType: 'avg' }, [1, null, 4])?.text).toBe('2.5');
});

it('leads from a name to the address of the chart', () => {
  const [first] = tableOf({ url: '/sales?of={{ metric }}&x={{ nothing }}' }).rows;
  expect(first?.[0]).toMatchObject({ text: 'AAPL', link: '/sales?of=AAPL&x=' });
});

it('asks for one row per moment and one column per series', () => {
  const [query] = chart.question({ ...example.form, limit: 5 }, {}).queries;
  expect(query).toMatchObject({
    columns: ['symbol'],
    metrics: ['AVG(price)'],
    granularity: 'date',
    time_range: 'No filter',
    is_timeseries: true,
    orderby: [['AVG(price)', false]],
    series_limit: 5,
    series_columns: ['symbol'],
    post_processing: [
      { operation: 'pivot', options: { index: ['__timestamp'], columns: ['symbol'] } },
      { operation: 'flatten' },
    ],
  });
});

describe('bad input', () => {
  it('draws what there is', () => {
    expect(tableOf({}, []).rows).toEqual([]);
    expect(tableOf({}, [exampleResult({ __timestamp: 2 }, [])]).rows).toEqual([]);
    expect(tableOf({ column_collection: 'nonsense' }).columns).toHaveLength(1);
    expect(
      tableOf({ column_collection: [null, 7, { colType: 'odd' }, { colType: 'avg' }] }).columns,
    ).toHaveLength(2);
    expect(cell({ colType: 'time' }, [null, null])).toBeUndefined();
    expect(cell({ colType: 'time' }, ['9007199254740993'])?.value).toBe(9007199254740992);
    expect(cell({ colType: 'spark' }, [Number.NaN, Number.POSITIVE_INFINITY, 2])?.text).toBe('2 → 2');
    expect(tableOf({ metrics: null, metric: 'AVG(price)' }).rows).toHaveLength(3);
    expect(tableOf({ metrics: ['other'], viz_type: 'pie' }).rows).toEqual([]);
  });

  it('keeps names of any length and direction, doubles, and many series', () => {
    const long = 'שלום '.repeat(60);
    const result = overTimeResult(
      Array.from({ length: 10_000 }, (_, index) => ['AVG(price)', index === 0 ? long : String(index)]),
      [[-2_208_988_800_001, ...Array.from({ length: 10_000 }, () => 1)]],
    );
    const { rows } = tableOf({}, [result]);
    expect(rows).toHaveLength(10_000);
    expect(rows.some(([name]) => name?.text === long)).toBe(true);
  });
});
