import { expect, it } from 'vitest';
import type { DrawInput } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawPicture } from '../../testing/draw-picture.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Row = [
  part: string | number | null,
  parent: string | number | null,
  called: string | null,
  players: number | null,
];

function drawn(form: Record<string, unknown> = {}, rows?: readonly Row[], further: Partial<DrawInput> = {}) {
  const drawing = drawPicture(chart, example, form, {
    results: rows
      ? [exampleResult({ part: 1, belongs_to: 1, called: 1, players: 0 }, rows)]
      : example.results,
    names: { players: 'Players' },
    ...further,
  });
  const [series] = Array.isArray(drawing.option.series) ? drawing.option.series : [];
  if (series !== undefined && series.type !== 'tree') throw new Error('a tree has one series');
  const tooltipOf = (data: unknown) => {
    const { tooltip } = drawing.option;
    return words(String(called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, { data })));
  };
  return { ...drawing, series, tooltipOf };
}

/** The tree as names within names. */
function shapeOf(items: unknown): string {
  if (!Array.isArray(items)) return '';
  return items
    .map((item) => `${Reflect.get(item, 'name')}(${shapeOf(Reflect.get(item, 'children'))})`)
    .join('');
}

const node = (id: string, parent: string | null): Row => [id, parent, id.toUpperCase(), 1];

it.each([
  ['the only one without a parent', [node('b', 'a'), node('a', null), node('c', 'b')], 'A(B(C()))'],
  ['his own parent', [node('a', 'a'), node('b', 'a')], 'A(B())'],
  ['the one below whom most are', [node('a', 'x'), node('b', 'y'), node('c', 'b')], 'B(C())'],
  ['what several have in common', [node('a', null), node('b', null), node('c', 'b')], '(A()B(C()))'],
  ['a parent who is no node', [node('a', 'x'), node('b', 'x')], 'x(A()B())'],
  ['the first in a circle', [node('a', 'b'), node('b', 'a')], 'A(B())'],
] satisfies [string, Row[], string][])('takes as root %s', (_, rows, shape) => {
  expect(shapeOf(drawn({}, rows).series?.data)).toBe(shape);
});

it('begins where it is told', () => {
  expect(shapeOf(drawn({ root_node_id: 'b' }).series?.data)).toBe('Brass(Horns()Trumpets()Trombones())');
  const { series, option } = drawn({ root_node_id: 'nobody' });
  expect(series).toBeUndefined();
  expect(option.graphic).toMatchObject([{ style: { text: 'There is no node with the id nobody' } }]);
});

it('says who does not belong to it', () => {
  const { option } = drawn({}, [node('a', 'x'), node('b', 'y'), node('c', 'b')]);
  expect(option.graphic).toMatchObject([
    {
      style: { text: 'Not drawn: 1 node that does not belong to B or stands more than 200 levels below it' },
    },
  ]);
});

it('draws two nodes of one id, the first with its children', () => {
  const rows: Row[] = [node('r', null), ['a', 'r', 'one', 1], ['a', 'r', 'two', 2], node('b', 'a')];
  expect(shapeOf(drawn({}, rows).series?.data)).toBe('R(one(B())two())');
});

it('tells the way to a node and its amount', () => {
  const { tooltipOf, series } = drawn();
  const [root] = series?.data ?? [];
  expect(tooltipOf(root)).toBe('Orchestra Players 80');
  expect(tooltipOf(root?.children?.[0]?.children?.[1])).toBe('Orchestra ▸ Strings ▸ Violas Players 12');
  expect(drawn({ metric: null }).tooltipOf(root)).toBe('Orchestra');
  expect(tooltipOf(undefined)).toBe('');
});

it('names nodes by their ids without a name', () => {
  expect(drawn({ name: null }).series?.data).toMatchObject([{ name: 'o' }]);
});

it('is laid out as it is told', () => {
  const looks = {
    layout: 'radial',
    symbol: 'diamond',
    symbolSize: '12',
    roam: 'scale',
    emphasis: 'ancestor',
  };
  expect(drawn({ ...looks, orient: 'TB' }).series).toMatchObject({
    layout: 'radial',
    orient: 'TB',
    symbol: 'diamond',
    symbolSize: 12,
    roam: 'scale',
    emphasis: { focus: 'ancestor' },
  });
  expect(drawn({ node_label_position: 'top' }).series).toMatchObject({
    label: { position: 'top', align: 'center' },
    leaves: { label: { position: 'right', align: 'left' } },
  });
});

it('draws the names of its nodes without a browser', async () => {
  const svg = await echartsSvg(drawn());
  for (const name of ['Orchestra', 'Woodwind', 'Trombones']) expect(svg).toContain(`>${name}<`);
});

it('begins with its first levels when it is large, and ends where nobody follows it', async () => {
  const wide = Array.from({ length: 10_000 }, (_, index) =>
    node(`n${index + 1}`, `n${Math.floor(index / 9)}`),
  );
  expect(drawn({}, [node('n0', null), ...wide]).series?.initialTreeDepth).toBe(2);
  const chain = Array.from({ length: 10_000 }, (_, index) => node(`n${index + 1}`, `n${index}`));
  const { option } = drawn({}, chain);
  expect(option.graphic).toMatchObject([
    {
      style: {
        text: 'Not drawn: 9,800 nodes that do not belong to N1 or stand more than 200 levels below it',
      },
    },
  ]);
});

it.each([
  ['no rows', []],
  ['one row', [node('a', null)]],
  ['nothing but nulls', [[null, null, null, null]]],
  [
    'long names and names from right to left',
    [
      ['a', null, 'x'.repeat(300), 1],
      ['b', 'a', 'שלום עולם', 2],
    ],
  ],
  [
    'numbers as ids',
    [
      [1, null, 'A', 1],
      [2, 1, 'B', Number.NaN],
    ],
  ],
] satisfies [string, Row[]][])('bears %s', async (_, rows) => {
  for (const form of [{}, { layout: 'radial' }, { orient: 'BT' }]) {
    const svg = await echartsSvg(drawn(form, rows, { width: 200, height: 150 }));
    expect(svg).toContain('<svg');
    expect(svg).not.toContain('NaN');
  }
});

it.each([
  { id: undefined, parent: undefined },
  { id: 7, parent: {}, metric: [] },
])('draws nothing of the form data %j', (form) => {
  expect(drawn(form).series).toBeUndefined();
});

it('bears looks of another type', () => {
  const junk = { layout: 3, orient: [], symbol: 4, symbolSize: 'x', emphasis: null };
  expect(drawn(junk).series).toMatchObject({ layout: 'orthogonal', orient: 'LR', symbolSize: 7 });
});
