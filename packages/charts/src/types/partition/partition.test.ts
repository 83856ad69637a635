import type { ChartDataResult, DataRow } from '@chartroom/model';
import { expect, it } from 'vitest';
import type { DrawInput } from '../../chart-type.ts';
import { exampleResult, overTimeResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { LIGHT_THEME } from '../../testing/draw-example.ts';
import { called, words } from '../../testing/formatted.ts';
import { boxesOf } from './boxes.ts';
import { example } from './example.ts';
import { chart } from './index.ts';
import { partsOf } from './parts.ts';

type Row = readonly DataRow[string][];

const DAY = 86_400_000;

function inputOf(form: Record<string, unknown> = {}, results?: ChartDataResult[], size = {}): DrawInput {
  return {
    form: {
      ...example.form,
      partition_limit: '5',
      partition_threshold: '0.05',
      equal_date_size: true,
      rich_tooltip: true,
      ...form,
    },
    results: results ?? example.results,
    datasource: { columns: [], metrics: [], verbose_map: { loans: 'Loans' }, column_formats: {} },
    width: 600,
    height: 400,
    theme: LIGHT_THEME,
    ...size,
  };
}

function drawn(...input: Parameters<typeof inputOf>) {
  const drawing = chart.draw(inputOf(...input));
  if (drawing.kind !== 'echarts') throw new Error('a partition is a picture');
  return drawing;
}

/** Rows of one dimension. */
function answer(...rows: Row[]): ChartDataResult[] {
  return [exampleResult({ branch: 1, loans: 0 }, rows)];
}

/** Rows of one dimension and their moments. */
function overTime(...rows: Row[]): ChartDataResult[] {
  return [exampleResult({ __timestamp: 2, branch: 1, loans: 0 }, rows)];
}

const ONE = { groupby: ['branch'] };
const TWO_DAYS = overTime([0, 'A', 2], [0, 'B', 8], [DAY, 'A', 6], [DAY, 'B', 4]);

/** The parts as names and values within names. */
function told(form: Record<string, unknown>, results?: ChartDataResult[]): unknown {
  const tell = (parts: ReturnType<typeof partsOf>): unknown =>
    parts.map(({ name, value, children }) =>
      children.length > 0 ? [name, value, tell([...children])] : [name, value],
    );
  return tell(partsOf(inputOf({ ...ONE, ...form }, results)));
}

it.each([
  [
    'not_time',
    [
      [
        'Loans',
        20,
        [
          ['A', 8],
          ['B', 12],
        ],
      ],
    ],
  ],
  [
    'agg_sum',
    [
      [
        'Loans',
        20,
        [
          ['A', 8],
          ['B', 12],
        ],
      ],
    ],
  ],
  [
    'agg_mean',
    [
      [
        'Loans',
        5,
        [
          ['A', 4],
          ['B', 6],
        ],
      ],
    ],
  ],
  [
    'point_diff',
    [
      [
        'Loans',
        0,
        [
          ['A', 4],
          ['B', -4],
        ],
      ],
    ],
  ],
  [
    'point_factor',
    [
      [
        'Loans',
        1,
        [
          ['A', 3],
          ['B', 0.5],
        ],
      ],
    ],
  ],
  [
    'point_percent',
    [
      [
        'Loans',
        0,
        [
          ['A', 2],
          ['B', -0.5],
        ],
      ],
    ],
  ],
  [
    'time_series',
    [
      [
        'Loans',
        20,
        [
          [
            '1970',
            10,
            [
              ['A', 2],
              ['B', 8],
            ],
          ],
          [
            'Fri 02',
            10,
            [
              ['A', 6],
              ['B', 4],
            ],
          ],
        ],
      ],
    ],
  ],
])('adds up parts in time: %s', (time_series_option, parts) => {
  expect(told({ time_series_option }, TWO_DAYS)).toEqual(parts);
});

it('has the analysed series of each moment', () => {
  const results = [
    overTimeResult(
      [
        ['loans', 'A'],
        ['loans', '<NULL>'],
      ],
      [
        [0, 2, 8],
        [DAY, null, 4],
      ],
    ),
  ];
  expect(told({ time_series_option: 'adv_anal' }, results)).toEqual([
    [
      'Loans',
      14,
      [
        [
          '1970',
          10,
          [
            ['<NULL>', 8],
            ['A', 2],
          ],
        ],
        ['Fri 02', 4, [['<NULL>', 4]]],
      ],
    ],
  ]);
});

it('lays parts beside their whole, the largest on top, the small ones as one', () => {
  const rows: Row[] = [
    ['b', 30],
    ['a', 50],
    ['c', 10],
    ['d', 6],
    ['e', 4],
  ];
  const { boxes } = boxesOf(inputOf({ ...ONE, partition_limit: 3 }, answer(...rows)), 400);
  expect(boxes.map(({ name, x, y, height }) => [name, x, y, height])).toEqual([
    ['Loans', 0, 0, 400],
    ['a', 300, 0, 200],
    ['b', 300, 200, 120],
    ['c', 300, 320, 40],
    ['2 smaller parts', 300, 360, 40],
  ]);
  const all = boxesOf(
    inputOf({ ...ONE, partition_limit: '', partition_threshold: 'x' }, answer(...rows)),
    400,
  );
  expect(all.boxes).toHaveLength(6);
  const few = boxesOf(inputOf({ ...ONE, partition_threshold: 0.2 }, answer(...rows)), 400);
  expect(few.boxes.map(({ name }) => name)).toEqual(['Loans', 'a', 'b', '3 smaller parts']);
});

it('grows with the order of magnitude, and has moments of one height, where that is wanted', () => {
  const heights = (form: Record<string, unknown>, results: ChartDataResult[]) =>
    boxesOf(inputOf({ ...ONE, ...form }, results), 300)
      .boxes.filter(({ within }) => within.length === 1)
      .map(({ height }) => Math.round(height));
  expect(heights({ log_scale: true, partition_threshold: 0 }, answer(['a', 99], ['b', 9]))).toEqual([
    200, 100,
  ]);
  const days = overTime([DAY, 'A', 10], [0, 'A', 5]);
  expect(heights({ time_series_option: 'time_series' }, days)).toEqual([150, 150]);
  expect(heights({ time_series_option: 'time_series', equal_date_size: false }, days)).toEqual([100, 200]);
});

it('stands for the values on the way to a part', () => {
  const { crossFilter, pointAt } = drawn();
  const inner = { dataIndex: 3 };
  expect(crossFilter?.(inner)).toMatchObject({
    filters: [
      { col: 'branch', val: ['Centre'] },
      { col: 'shelf', val: ['Novels'] },
      { col: 'reader', val: ['Adults'] },
    ],
    label: 'Centre, Novels, Adults',
  });
  expect(pointAt?.(inner)).toMatchObject({ detail: [{}, {}, {}], drillBy: { field: 'groupby' } });
  expect(crossFilter?.({ dataIndex: 0 })).toBeUndefined();
  expect(pointAt?.({})).toBeUndefined();
  const inTime = drawn({ ...ONE, time_series_option: 'time_series' }, TWO_DAYS);
  expect(inTime.pointAt?.({ dataIndex: 2 })).toMatchObject({
    crossFilter: { filters: [{ col: 'branch', val: ['B'] }] },
    detail: [
      { col: '__timestamp', val: 0 },
      { col: 'branch', val: 'B' },
    ],
  });
});

it('tells a part and what it lies in', () => {
  const textOf = (form: Record<string, unknown>, dataIndex: number) => {
    const { tooltip } = drawn(form).option;
    return words(String(called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, { dataIndex })));
  };
  expect(textOf({}, 2)).toBe('Loans ▸ Centre ▸ Novels Loans 1.76k Centre 897 51.1% Novels 450 50.2%');
  expect(textOf({ rich_tooltip: false, number_format: ',d' }, 1)).toBe('Loans ▸ Centre Centre 897 51.1%');
  expect(textOf({}, 99)).toBe('');
});

it('draws names and values without a browser, a chart for each metric', async () => {
  const svg = await echartsSvg(drawn({ metrics: ['loans', 'loans', 'none'] }));
  for (const text of ['Centre: 897', 'Adults: 310']) expect(svg).toContain(text);
  expect(
    boxesOf(inputOf({ ...ONE, metrics: ['loans', 'more'] }), 400).boxes.filter(({ x }) => x === 0),
  ).toMatchObject([
    { y: 0, height: 197 },
    { y: 203, height: 197 },
  ]);
});

it('asks for moments where its parts are of moments', () => {
  const form = { ...example.form, granularity_sqla: 'day', limit: 5 };
  const asked = (time_series_option: unknown) =>
    chart.question({ ...form, time_series_option }, {}).queries[0];
  expect(asked('not_time')).toMatchObject({
    columns: ['branch', 'shelf', 'reader'],
    series_columns: ['branch', 'shelf', 'reader'],
    orderby: [['loans', false]],
  });
  expect(asked(undefined)).not.toHaveProperty('is_timeseries');
  expect(asked('agg_mean')).toMatchObject({ is_timeseries: true, granularity: 'day' });
  expect(asked('adv_anal')?.post_processing?.[0]).toMatchObject({ operation: 'pivot' });
});

it('says which parts are too thin to be seen', () => {
  const rows = Array.from({ length: 10_000 }, (_, index): Row => [`a${index}`, 1]);
  const { graphic } = drawn(
    { ...ONE, partition_limit: null, partition_threshold: 0 },
    answer(...rows),
  ).option;
  expect(graphic).toMatchObject([
    { style: { text: 'Not drawn: 10,000 parts of no height that could be seen' } },
  ]);
});

it.each([
  ['no rows', []],
  ['one row', [['a', 1]]],
  ['nothing but nulls', [[null, null]]],
  [
    'values below zero, NaN and infinity',
    [
      ['a', -4],
      ['b', Number.NaN],
      ['c', Number.POSITIVE_INFINITY],
      ['d', '7'],
    ],
  ],
  [
    'the same name twice, long names and names from right to left',
    [
      ['a', 1],
      ['a', 2],
      ['x'.repeat(300), 3],
      ['שלום', 4],
    ],
  ],
] satisfies [string, Row[]][])('bears %s', async (_, rows) => {
  for (const form of [{}, { log_scale: true }, { time_series_option: 'point_percent' }]) {
    const svg = await echartsSvg(drawn({ ...ONE, ...form }, answer(...rows), { width: 200, height: 150 }));
    expect(svg).toContain('<svg');
    expect(svg).not.toContain('NaN');
  }
});

it.each([
  { metrics: undefined, groupby: undefined },
  { metrics: 7, groupby: {}, time_series_option: [], date_time_format: 3 },
])('bears the form data %j', (form) => {
  expect(boxesOf(inputOf(form), 400).boxes).toEqual([]);
});
