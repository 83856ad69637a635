import type { DataRow } from '@chartroom/model';
import { expect, it } from 'vitest';
import type { DrawInput } from '../../chart-type.ts';
import { overTimeResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawPicture } from '../../testing/draw-picture.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Row = readonly DataRow[string][];

const DAY = 86_400_000;
const AB = [
  ['AVG(price)', 'A'],
  ['AVG(price)', 'B'],
];

function drawn(form: Record<string, unknown> = {}, rows?: readonly Row[], further: Partial<DrawInput> = {}) {
  const drawing = drawPicture(chart, example, form, {
    results: rows ? [overTimeResult(AB, rows)] : example.results,
    width: 500,
    height: 300,
    ...further,
  });
  const series = (Array.isArray(drawing.option.series) ? drawing.option.series : []).flatMap((each) =>
    each.type === 'bar' ? [each] : [],
  );
  const tooltipOf = (dataIndex: number, seriesName: string) => {
    const { tooltip } = drawing.option;
    const formatter = Array.isArray(tooltip) ? undefined : tooltip?.formatter;
    return words(String(called(formatter, { dataIndex, seriesName })));
  };
  return { ...drawing, series, tooltipOf };
}

const ROWS: Row[] = [
  [0, 9, 16],
  [DAY, null, 4],
];

it('stacks the parts of each wedge, by radius or by area', () => {
  const radii = drawn({}, ROWS);
  expect(radii.series.map(({ name, data }) => [name, data])).toEqual([
    ['A', [9, 0]],
    ['B', [16, 4]],
  ]);
  expect(radii.option.radiusAxis).toMatchObject({ min: 0, max: 25 });
  const areas = drawn({ rose_area_proportion: true }, ROWS);
  expect(areas.series.map(({ data }) => data)).toEqual([
    [3, 0],
    [2, 2],
  ]);
  expect(areas.option.radiusAxis).toMatchObject({ max: 5 });
});

it('tells all series of a moment, or one', () => {
  expect(drawn({}, ROWS).tooltipOf(0, 'A')).toBe('1970 B 16 64.0% A 9 36.0%');
  expect(drawn({ rich_tooltip: false, number_format: '.1f' }, ROWS).tooltipOf(1, 'B')).toBe(
    'Fri Jan 2 B 4.0',
  );
  expect(drawn({ contribution: true, rich_tooltip: false }, [[0, 0.25, 0.75]]).tooltipOf(0, 'A')).toBe(
    '1970 A 25.0%',
  );
  expect(drawn({}, ROWS).tooltipOf(7, 'A')).toBe('');
});

it('filters by the values of a series, and stands for its moment', () => {
  const { pointAt, crossFilter } = drawn();
  const mark = { seriesName: 'IBM', dataIndex: 1 };
  expect(crossFilter?.(mark)).toEqual({
    filters: [{ col: 'symbol', op: 'IN', val: ['IBM'] }],
    label: 'IBM',
    key: 'IBM',
  });
  expect(pointAt?.(mark)).toMatchObject({
    detail: [
      { col: 'date', val: 1233446400000, grain: 'P1M' },
      { col: 'symbol', val: 'IBM' },
    ],
    drillBy: { field: 'groupby', filters: [{ col: 'symbol' }] },
  });
  expect(pointAt?.({ seriesName: 'nobody' })).toBeUndefined();
});

it('steps back behind a selected series', () => {
  const { series } = drawn({}, ROWS, { selected: ['B'] });
  expect(series).toMatchObject([{ itemStyle: { opacity: 0.3 } }, { itemStyle: { opacity: 1 } }]);
});

it('says what has no size, and that it draws the largest of very many', () => {
  expect(drawn({}, [[0, -1, 5]]).option.graphic).toMatchObject([
    { style: { text: 'Not drawn: 1 value below zero' } },
  ]);
  const names = Array.from({ length: 10_000 }, (_, index) => ['AVG(price)', `s${index}`]);
  const results = [overTimeResult(names, [[0, ...names.map((_, index) => index)]])];
  const { series, option } = drawn({}, undefined, { results });
  expect(series).toHaveLength(100);
  expect(option.graphic).toMatchObject([{ style: { text: 'Drawn: the 100 largest series of 10,000' } }]);
});

it('draws its moments and names without a browser', async () => {
  const svg = await echartsSvg(drawn({ date_time_format: '%b %Y' }));
  for (const text of ['Jan 2009', 'May 2009', 'AAPL', 'MSFT']) expect(svg).toContain(`>${text}<`);
});

it('opens a wedge as a pie', async () => {
  const { opened } = drawn({}, ROWS);
  const pie = opened?.({ dataIndex: 0 });
  expect(pie?.option).toMatchObject({
    graphic: [{ style: { text: '1970' } }],
    series: [
      {
        type: 'pie',
        data: [
          { name: 'A', value: 9 },
          { name: 'B', value: 16 },
        ],
      },
    ],
  });
  expect(pie && (await echartsSvg(pie))).toContain('A: 36.0%');
  expect(opened?.({})).toBeUndefined();
});

it('asks one question over time', () => {
  const { queries } = chart.question({ ...example.form, limit: 5 }, {});
  expect(queries).toMatchObject([
    {
      is_timeseries: true,
      granularity: 'date',
      columns: ['symbol'],
      series_columns: ['symbol'],
      series_limit: 5,
    },
  ]);
});

it.each([
  ['no rows', []],
  ['one row', [[0, 1, 2]]],
  [
    'nothing but nulls',
    [
      [null, null, null],
      [0, null, null],
    ],
  ],
  [
    'NaN and infinity',
    [
      [0, Number.NaN, 3],
      [DAY, Number.POSITIVE_INFINITY, 1],
    ],
  ],
  ['nothing but zeros', [[0, 0, 0]]],
  [
    'dates before 1900, as texts',
    [
      ['1066-10-14T00:00:00', 1, 2],
      ['1087-09-09T00:00:00', 1, 2],
    ],
  ],
] satisfies [string, Row[]][])('bears %s', async (_, rows) => {
  for (const rose_area_proportion of [true, false]) {
    const svg = await echartsSvg(drawn({ rose_area_proportion }, rows, { width: 200, height: 150 }));
    expect(svg).toContain('<svg');
    expect(svg).not.toContain('NaN');
  }
});

it.each([
  { metrics: undefined, groupby: undefined, granularity_sqla: undefined },
  { metrics: 7, groupby: {}, date_time_format: 3, number_format: [] },
])('bears the form data %j', (form) => {
  expect(drawn(form).series).toEqual([]);
});
