import { expect, it } from 'vitest';
import type { DrawInput } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { membersOf } from '../../question/read-form.ts';
import { drawPicture } from '../../testing/draw-picture.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Row = [
  writer: string | number | null,
  reader: string | number | null,
  floor: string | null,
  letters: number | string | null,
];

const ONE_FLOOR = { source_category: 'floor', target_category: 'floor' };

function drawn(form: Record<string, unknown> = {}, rows?: readonly Row[], further: Partial<DrawInput> = {}) {
  const drawing = drawPicture(
    chart,
    example,
    { ...(rows ? ONE_FLOOR : {}), ...form },
    {
      results: rows ? [exampleResult({ writer: 1, reader: 1, floor: 1, letters: 0 }, rows)] : example.results,
      names: { letters: 'Letters' },
      width: 800,
      height: 400,
      ...further,
    },
  );
  const [series] = Array.isArray(drawing.option.series) ? drawing.option.series : [];
  if (series?.type !== 'graph') throw new Error('a graph has one series');
  const tooltipOf = (data: unknown) => {
    const { tooltip } = drawing.option;
    return words(String(called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, { data })));
  };
  return { ...drawing, series, tooltipOf };
}

it('colours nodes by the first category that they have, and links as their source', () => {
  const { series, option } = drawn({}, [
    ['A', 'B', null, 1],
    ['B', 'C', 'up', 1],
    ['C', 'D', 'down', 1],
    ['D', 'E', null, 1],
  ]);
  const [first, up, down] = ['#1FA8C9', '#1FA8C9', '#454E7C'];
  expect(series.data).toMatchObject([
    { name: 'A', itemStyle: { color: first } },
    { name: 'B', category: 'up', itemStyle: { color: up } },
    { name: 'C', category: 'up', itemStyle: { color: up } },
    { name: 'D', category: 'down', itemStyle: { color: down } },
    { name: 'E', itemStyle: { color: first } },
  ]);
  expect(series.links?.[3]).toMatchObject({ source: '3', target: '4', lineStyle: { color: down } });
  expect(option.legend).toMatchObject({ data: ['up', 'down'] });
});

it('sizes nodes by the sum of their links, and leaves labels of small ones out', () => {
  const rows: Row[] = [
    ['A', 'B', null, 2],
    ['A', 'C', null, '4'],
  ];
  const { data, links } = drawn(
    { baseNodeSize: 10, baseEdgeWidth: '4', showSymbolThreshold: 2 },
    rows,
  ).series;
  expect(data).toMatchObject([
    { value: 6, symbolSize: 25 },
    { value: 2, symbolSize: 5, label: { show: false } },
    { value: 4, symbolSize: 15 },
  ]);
  expect(links).toMatchObject([{ lineStyle: { width: 2 } }, { lineStyle: { width: 10 } }]);
});

it('has all distances smaller in a small picture', () => {
  const { series } = drawn({}, undefined, { width: 200, height: 150 });
  expect(series.force).toMatchObject({ edgeLength: 21.09375, repulsion: 140.625, gravity: 0.3 });
  expect(series.data?.[0]).toMatchObject({ name: 'Ada', symbolSize: 18.75 });
});

it('is dragged where that is wanted, and zoomed by the wheel, but not on a dashboard', () => {
  expect(drawn({ draggable: true }).series).toMatchObject({ layout: 'force', draggable: true, roam: true });
  expect(drawn({ layout: 'circular' }).series).toMatchObject({ layout: 'circular', draggable: false });
  const roam = (value: unknown, onDashboard = false) =>
    drawn({ roam: value }, undefined, { onDashboard }).series.roam;
  expect([roam('scale'), roam('move'), roam(false)]).toEqual(['scale', 'move', false]);
  expect([roam(true, true), roam('scale', true)]).toEqual(['move', false]);
});

it('filters by the column in which a node came first, and tells links apart', () => {
  const { crossFilter, pointAt, tooltipOf, series } = drawn();
  const [ada, ben] = series.data ?? [];
  expect(crossFilter?.({ data: ada })).toEqual({
    filters: [{ col: 'writer', op: 'IN', val: ['Ada'] }],
    label: 'Ada',
    key: 'Ada',
  });
  expect(pointAt?.({ data: ben })).toMatchObject({
    detail: [{ col: 'reader', val: 'Ben' }],
    drillBy: { field: 'target', filters: [{ col: 'reader', val: 'Ben' }] },
  });
  const [link] = series.links ?? [];
  expect(crossFilter?.({ data: link })).toBeUndefined();
  expect(pointAt?.({ data: link })?.detail).toMatchObject([
    { col: 'writer', val: 'Ada' },
    { col: 'reader', val: 'Ben' },
  ]);
  expect(tooltipOf(ada)).toBe('Ada Letters 38');
  expect(tooltipOf(link)).toBe('Ada → Ben Letters 14');
  expect(tooltipOf(undefined)).toBe('');
});

it('steps back behind a selected node', () => {
  const { series } = drawn({}, undefined, { selected: ['Gus'] });
  expect(series.data?.map((node) => membersOf(membersOf(node).itemStyle).opacity)).toEqual([
    0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 1, 0.3,
  ]);
});

it('draws the largest of very many links, and says so', async () => {
  const rows = Array.from({ length: 10_000 }, (_, at): Row => [`a${at % 200}`, `b${at % 99}`, null, at + 1]);
  const drawing = drawn({ layout: 'circular' }, rows);
  expect(drawing.series.links).toHaveLength(1000);
  expect(drawing.option.graphic).toMatchObject([
    { style: { text: 'Drawn: the 1,000 largest links of 10,000' } },
  ]);
});

it('lays out no more nodes than come to rest at once, within the picture', async () => {
  const rows = Array.from({ length: 3000 }, (_, at): Row => [`a${at}`, 'end', null, at + 1]);
  const drawing = drawn({}, rows);
  expect(drawing.series.data).toHaveLength(300);
  const svg = await echartsSvg(drawing, { width: 600, height: 400 });
  const places = [...svg.matchAll(/matrix\([\d.]+,0,0,[\d.]+,(-?[\d.]+),(-?[\d.]+)\)/g)];
  const inside = places.filter(
    ([, x, y]) => Number(x) > 0 && Number(x) < 600 && Number(y) > 0 && Number(y) < 400,
  );
  expect(inside.length).toBeGreaterThan(0.95 * places.length);
  expect(places.length).toBeGreaterThan(100);
});

it.each([
  ['no rows', []],
  ['one row', [['A', 'B', 'x', 1]]],
  ['nothing but nulls', [[null, null, null, null]]],
  [
    'a circle, a link to itself and the same pair twice',
    [
      ['A', 'B', 'x', 1],
      ['B', 'A', 'x', 2],
      ['A', 'A', '', -3],
      ['A', 'B', 'x', 4],
    ],
  ],
  [
    'NaN and infinity',
    [
      ['A', 'B', 'x', 'NaN'],
      ['A', 'B', 'x', Number.POSITIVE_INFINITY],
      ['A', 'B', 'x', 1],
    ],
  ],
  ['long names and names from right to left', [['x'.repeat(300), 'שלום עולם', 'y'.repeat(300), 1]]],
  ['numbers as names', [[1, 2, null, 3]]],
] satisfies [string, Row[]][])('bears %s', async (_, rows) => {
  for (const form of [{}, { layout: 'circular' }]) {
    const svg = await echartsSvg(drawn(form, rows, { width: 200, height: 150 }));
    expect(svg).toContain('<svg');
    expect(svg).not.toContain('NaN');
  }
});

it.each([
  { source: undefined, target: undefined, metric: undefined, layout: undefined },
  { source: 7, metric: [], edgeSymbol: 3, roam: 'x', layout: 1 },
])('bears the form data %j', (form) => {
  expect(drawn(form).series).toMatchObject({ data: [], edgeSymbol: ['none', 'arrow'] });
});
