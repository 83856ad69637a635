import { expect, it } from 'vitest';
import type { DrawInput } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawPicture } from '../../testing/draw-picture.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Row = [string | number | null, string | number | null, number | string | null];

function drawn(form: Record<string, unknown> = {}, rows?: readonly Row[], further: Partial<DrawInput> = {}) {
  const drawing = drawPicture(chart, example, form, {
    results: rows ? [exampleResult({ moved_from: 1, moved_to: 1, people: 0 }, rows)] : example.results,
    names: { people: 'People' },
    width: 500,
    height: 300,
    ...further,
  });
  const [series] = Array.isArray(drawing.option.series) ? drawing.option.series : [];
  if (series !== undefined && series.type !== 'chord') throw new Error('a chord diagram has one series');
  const tooltipOf = (data: unknown) => {
    const { tooltip } = drawing.option;
    return words(String(called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, { data })));
  };
  return { ...drawing, series, tooltipOf };
}

it('tells what a band is and what goes back, and what leaves and reaches an arc', () => {
  const { tooltipOf } = drawn({ y_axis_format: ',d' });
  expect(tooltipOf({ source: 'Harbour', target: 'Old Town' })).toBe(
    'Harbour → Old Town People 320 Old Town → Harbour 90',
  );
  expect(tooltipOf({ name: 'Meadows' })).toBe('Meadows People from Meadows 300 People to Meadows 410');
});

it('colours bands as their source, and steps back behind what is selected', () => {
  const { series } = drawn({}, undefined, { selected: ['Harbour'] });
  expect(series?.data).toMatchObject([
    { name: 'Harbour', itemStyle: { color: '#1FA8C9', opacity: 1 } },
    { name: 'Old Town', itemStyle: { color: '#454E7C', opacity: 0.3 } },
    {},
    {},
  ]);
  expect(series?.lineStyle).toMatchObject({ color: 'source' });
  expect(series?.links?.[2]).toMatchObject({ lineStyle: { opacity: 0.15 } });
  expect(series?.links?.[4]).toMatchObject({ lineStyle: { opacity: 0.5 } });
});

it('filters by the column in which a name came first, and by both ends of a band', () => {
  const { crossFilter, pointAt } = drawn();
  expect(crossFilter?.({ data: { name: 'Harbour' } })?.filters).toEqual([
    { col: 'moved_from', op: 'IN', val: ['Harbour'] },
  ]);
  expect(pointAt?.({ data: { name: 'Hillside' } })).toMatchObject({
    detail: [{ col: 'moved_to', val: 'Hillside' }],
    drillBy: { field: 'columns' },
  });
  expect(pointAt?.({ data: { source: 'Meadows', target: 'Old Town' } })).toMatchObject({
    crossFilter: { key: 'Meadows → Old Town' },
    detail: [{ col: 'moved_from' }, { col: 'moved_to' }],
    drillBy: { field: 'groupby' },
  });
  expect(pointAt?.({})).toBeUndefined();
});

it('asks for pairs, the largest first where that is wanted', () => {
  const asked = (form: Record<string, unknown>) =>
    chart.question({ ...example.form, groupby: ['a'], columns: 'b', ...form }, {}).queries;
  expect(asked({ sort_by_metric: true })).toMatchObject([
    { columns: ['a', 'b'], metrics: ['people'], orderby: [['people', false]] },
  ]);
  expect(asked({})[0]).not.toHaveProperty('orderby');
});

it('says what has no width, and that it draws the largest of very many', () => {
  const few = drawn({}, [
    ['A', 'B', 1],
    ['B', 'A', -1],
    ['C', 'A', null],
    ['C', 'B', 'NaN'],
  ]);
  expect(few.option.graphic).toMatchObject([
    { style: { text: 'Not drawn: 3 bands without an amount above zero' } },
  ]);
  const rows = Array.from({ length: 10_000 }, (_, index): Row => [`a${index % 100}`, `b${index}`, index + 1]);
  expect(drawn({}, rows).option.graphic).toMatchObject([
    { style: { text: 'Drawn: the 500 largest bands of 10,000' } },
  ]);
});

it('draws its names without a browser', async () => {
  const svg = await echartsSvg(drawn());
  for (const name of ['Harbour', 'Old Town', 'Hillside', 'Meadows']) expect(svg).toContain(`>${name}<`);
});

it.each([
  ['no rows', []],
  ['one row', [['A', 'B', 1]]],
  ['one name on both sides', [['A', 'A', 3]]],
  ['nothing but nulls', [[null, null, null]]],
  [
    'missing names and the same pair twice',
    [
      [null, 'B', 1],
      [null, 'B', 2],
    ],
  ],
  [
    'long names, numbers and names from right to left',
    [
      ['x'.repeat(300), 'שלום עולם', 1],
      [7, 8, 2],
    ],
  ],
] satisfies [string, Row[]][])('bears %s', async (_, rows) => {
  const svg = await echartsSvg(drawn({}, rows, { width: 200, height: 150 }));
  expect(svg).toContain('<svg');
  expect(svg).not.toContain('NaN');
});

it.each([
  { groupby: undefined, columns: undefined, metric: undefined },
  { groupby: 7, columns: {}, metric: [] },
  { groupby: [], columns: ['moved_to'], y_axis_format: 3 },
])('bears the form data %j', (form) => {
  expect(drawn(form).series).toBeUndefined();
});
