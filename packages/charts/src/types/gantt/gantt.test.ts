import { expect, it } from 'vitest';
import type { DrawInput } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { membersOf } from '../../question/read-form.ts';
import { drawPicture } from '../../testing/draw-picture.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Moment = number | string | null;
type Row = [begins: Moment, ends: Moment, task: string | null, who: string | null, hours: number | null];

const DAY = 86_400_000;

function drawn(form: Record<string, unknown> = {}, rows?: readonly Row[], further: Partial<DrawInput> = {}) {
  const drawing = drawPicture(chart, example, form, {
    results: rows
      ? [exampleResult({ begins: 2, ends: 2, task: 1, who: 1, hours: 0 }, rows)]
      : example.results,
    names: { hours: 'Hours' },
    ...further,
  });
  const series = Array.isArray(drawing.option.series) ? drawing.option.series : [];
  const bars = series.flatMap((each) =>
    each.type === 'custom' && Array.isArray(each.data) ? each.data : [],
  );
  const [lines, names] = series.flatMap((each) => (each.type === 'line' ? [each.markLine?.data ?? []] : []));
  const tooltipOf = (data: unknown) => {
    const { tooltip } = drawing.option;
    return words(String(called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, { data })));
  };
  /** First moment, last moment and row from the top of each bar. */
  const places = bars.map((bar) => {
    const { value } = membersOf(bar);
    return Array.isArray(value) ? value.slice(0, 3) : [];
  });
  return { ...drawing, series, bars, places, lines, names, tooltipOf };
}

const ROWS: Row[] = [
  [0, DAY, 'Plan', 'Bo', 1],
  [DAY, 2 * DAY, 'Plan', 'Cy', 2],
  [2 * DAY, 3 * DAY, 'Build', 'Bo', null],
];

it('gives each category a row, each series its colour in order of appearance', () => {
  const { series, places, lines, names } = drawn({}, ROWS.toReversed());
  expect(series).toMatchObject([
    { name: 'Bo', itemStyle: { color: '#1FA8C9' } },
    { name: 'Cy', itemStyle: { color: '#454E7C' } },
    {},
    {},
  ]);
  expect(places).toEqual([
    [2 * DAY, 3 * DAY, 0],
    [0, DAY, 1],
    [DAY, 2 * DAY, 1],
  ]);
  expect(lines).toEqual([{ yAxis: 1 }, { yAxis: 0 }]);
  expect(names).toEqual([
    { yAxis: 1.5, name: 'Build' },
    { yAxis: 0.5, name: 'Plan' },
  ]);
});

it('gives each series of a category a row where that is wanted', () => {
  const { places, option, names } = drawn({ subcategories: true }, ROWS);
  expect(places.map((place) => place[2])).toEqual([0, 2, 1]);
  expect(option.yAxis).toMatchObject({ min: 0, max: 3 });
  expect(names).toEqual([
    { yAxis: 2, name: 'Plan' },
    { yAxis: 0.5, name: 'Build' },
  ]);
  expect(drawn({ subcategories: true, series: null }, ROWS).option.yAxis).toMatchObject({ max: 2 });
});

it('tells what a bar is, its times and what else is wanted', () => {
  const { tooltipOf, bars } = drawn({ tooltip_columns: ['who'] }, ROWS);
  expect(tooltipOf(bars[0])).toBe('Bo task Plan begins 1970 ends 1970-01-02 who Bo Hours 1');
  const plain = drawn({ series: null, tooltipTimeFormat: '%d.%m.', tooltipValuesFormat: '.2f' }, ROWS);
  expect(plain.tooltipOf(plain.bars[0])).toBe('Plan begins 01.01. ends 02.01. Hours 1.00');
  expect(plain.tooltipOf(plain.bars[2])).toContain('Hours &lt;NULL&gt;');
  expect(plain.tooltipOf(undefined)).toBe('');
});

it('filters by category and series', () => {
  const { bars, crossFilter, pointAt } = drawn({}, ROWS);
  expect(crossFilter?.({ data: bars[0] })).toEqual({
    filters: [
      { col: 'task', op: 'IN', val: ['Plan'] },
      { col: 'who', op: 'IN', val: ['Bo'] },
    ],
    label: 'Plan, Bo',
    key: 'Plan, Bo',
  });
  expect(pointAt?.({ data: bars[0] })).toMatchObject({
    detail: [{ col: 'task' }, { col: 'who' }],
    drillBy: { field: 'series' },
  });
  const plain = drawn({ series: null }, ROWS);
  expect(plain.pointAt?.({ data: plain.bars[0] })).toMatchObject({ drillBy: { field: 'y_axis' } });
  expect(pointAt?.({})).toBeUndefined();
});

it('steps back behind a selected bar', async () => {
  const svg = await echartsSvg(drawn({}, ROWS, { selected: ['Plan, Bo'] }));
  expect(svg.match(/fill-opacity="0.3"/g)).toHaveLength(2);
});

it('has the times of day of its axis where both are set', () => {
  const boundsOf = (x_axis_time_bounds: unknown) => drawn({ x_axis_time_bounds }, ROWS).option.xAxis;
  expect(boundsOf(['08:00:00', '18:30:00'])).toMatchObject({
    min: 8 * 3_600_000,
    max: DAY + 18.5 * 3_600_000,
  });
  for (const junk of [null, ['08:00:00', null], ['x', 'y'], 'Last day', 7])
    expect(boundsOf(junk)).not.toHaveProperty('min');
});

it('names its axes, and zooms when it is told', () => {
  const { option } = drawn({
    x_axis_title: 'Day',
    y_axis_title: 'Task',
    zoomable: true,
    x_axis_time_format: '%d',
  });
  expect(option.xAxis).toMatchObject({ name: 'Day', nameLocation: 'middle' });
  expect(option.yAxis).toMatchObject({ name: 'Task' });
  expect(option.dataZoom).toHaveLength(2);
  expect(called(membersOf(membersOf(option.xAxis).axisLabel).formatter, DAY)).toBe('02');
});

it('draws its names and bars without a browser, and names only what has room', async () => {
  const svg = await echartsSvg(drawn());
  for (const text of ['Prune the trees', 'Lay the path', 'Ida', 'Tess']) expect(svg).toContain(`>${text}<`);
  const many = Array.from(
    { length: 10_000 },
    (_, at): Row => [at * DAY, (at + 3) * DAY, `task ${at}`, null, 1],
  );
  const { names, lines, bars } = drawn({ series: null }, many);
  expect(bars).toHaveLength(10_000);
  expect(names?.length).toBeLessThan(30);
  expect(lines?.length).toBeLessThan(100);
});

it('has colours for a hundred series', () => {
  const many = Array.from({ length: 10_000 }, (_, at): Row => [at, at + DAY, 'task', `s${at}`, 1]);
  const { series, bars } = drawn({}, many);
  expect(series).toHaveLength(101 + 2);
  expect(series[0]).toMatchObject({ name: 'Others', itemStyle: { color: '#888888' } });
  expect(bars).toHaveLength(10_000);
});

it('says which rows have no length of time', () => {
  const { option, bars } = drawn({}, [
    [0, DAY, 'a', 'x', 1],
    [DAY, 0, 'b', 'x', 1],
    [null, DAY, 'c', 'x', 1],
    [0, 'soon', 'd', 'x', 1],
  ]);
  expect(bars).toHaveLength(1);
  expect(option.graphic).toMatchObject([
    { style: { text: 'Not drawn: 3 rows without a start and an end after it' } },
  ]);
});

it.each([
  ['no rows', []],
  ['one row of one moment', [[0, 0, 'a', 'x', 1]]],
  ['nothing but nulls', [[null, null, null, null, null]]],
  ['missing names', [[0, DAY, null, null, 1]]],
  ['dates before 1900, as texts', [['1066-10-14T00:00:00', '1087-09-09T00:00:00', 'William', 'x', 1]]],
  ['long names and names from right to left', [[0, DAY, 'x'.repeat(300), 'שלום עולם', 1]]],
] satisfies [string, Row[]][])('bears %s', async (_, rows) => {
  for (const form of [{}, { subcategories: true, zoomable: true }]) {
    const svg = await echartsSvg(drawn(form, rows, { width: 200, height: 150 }));
    expect(svg).toContain('<svg');
    expect(svg).not.toContain('NaN');
  }
});

it.each([
  { start_time: undefined, end_time: undefined, y_axis: undefined, series: undefined },
  { start_time: 7, y_axis: {}, series: [], tooltip_metrics: 3 },
])('bears the form data %j', (form) => {
  expect(drawn(form).bars).toEqual([]);
});
