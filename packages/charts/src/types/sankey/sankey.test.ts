import { expect, it } from 'vitest';
import type { DrawInput } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawPicture } from '../../testing/draw-picture.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Row = [string | number | null, string | number | null, number | string | null];

function drawn(rows?: readonly Row[], further: Partial<DrawInput> = {}) {
  const drawing = drawPicture(
    chart,
    example,
    {},
    {
      results: rows ? [exampleResult({ from_page: 1, to_page: 1, visits: 0 }, rows)] : example.results,
      names: { visits: 'Visits' },
      ...further,
    },
  );
  const [series] = Array.isArray(drawing.option.series) ? drawing.option.series : [];
  if (series?.type !== 'sankey') throw new Error('a sankey has one series');
  const tooltipOf = (event: unknown) => {
    const { tooltip } = drawing.option;
    return words(String(called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, event)));
  };
  return { ...drawing, series, tooltipOf };
}

it('tells the amount of a node, and of a flow its shares of both ends', () => {
  const { tooltipOf } = drawn();
  expect(tooltipOf({ name: 'Product', value: 1050, data: { name: 'Product' } })).toBe(
    'Product Visits 1,050.00',
  );
  expect(tooltipOf({ value: 150, data: { source: 'Newsletter', target: 'Offers', value: 150 } })).toBe(
    'Newsletter → Offers Visits 150.00 % of Newsletter 45.45% % of Offers 41.67%',
  );
});

it('draws ways that lead back to a node of the same name at their end', async () => {
  const { series, tooltipOf } = drawn([
    ['A', 'B', 3],
    ['B', 'C', 2],
    ['C', 'A', 1],
    ['D', 'D', 4],
  ]);
  expect(series.data?.map((node) => Reflect.get(node, 'name'))).toEqual(['A', 'B', 'C', 'D', 'A', 'D']);
  const [, , back, own] = series.links ?? [];
  expect([back?.source, own?.source]).toEqual(['C', 'D']);
  expect(tooltipOf({ value: 1, data: back })).toContain('C → A Visits 1.00');
  expect((await echartsSvg(drawn([['A', 'A', 4]]))).match(/>A</g)).toHaveLength(2);
});

it('says which flows have no width', async () => {
  const drawing = drawn([
    ['A', 'B', 3],
    ['A', 'C', -1],
    ['A', 'D', null],
    ['A', 'E', 0],
    ['A', 'F', 'NaN'],
  ]);
  expect(drawing.series.links).toHaveLength(1);
  expect(await echartsSvg(drawing)).toContain('Not drawn: 4 flows without an amount above zero');
});

it('draws the largest of very many flows, and says so', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index): Row => [`s${index}`, 'end', index + 1]);
  const drawing = drawn(rows);
  expect(drawing.series.links).toHaveLength(1000);
  expect(drawing.series.links?.[0]).toMatchObject({ source: 's9000' });
  expect(await echartsSvg(drawing)).toContain('Drawn: the 1,000 largest flows of 10,000');
});

it.each([
  ['no rows', []],
  ['one row', [['A', 'B', 1]]],
  ['nothing but nulls', [[null, null, null]]],
  ['names that are missing', [[null, 'B', 1]]],
  [
    'the same pair twice',
    [
      ['A', 'B', 1],
      ['A', 'B', '12345678901234567890'],
    ],
  ],
  ['long names and names from right to left', [['x'.repeat(300), 'שלום עולם', 1]]],
  ['numbers as names', [[1, 2, 3]]],
] satisfies [string, Row[]][])('bears %s', async (_, rows) => {
  for (const size of [
    { width: 600, height: 400 },
    { width: 200, height: 150 },
  ]) {
    const svg = await echartsSvg(drawn(rows, size));
    expect(svg).toContain('<svg');
    expect(svg).not.toContain('NaN');
  }
});

it.each([
  { source: undefined, target: undefined, metric: undefined },
  { source: 7, target: {}, metric: [], row_limit: 'x' },
] satisfies Record<string, unknown>[])('bears the form data %j', (form: Record<string, unknown>) => {
  expect(drawn(undefined, { form: { ...example.form, ...form } }).series.links).toEqual([]);
});

it('asks for pairs of source and target', () => {
  const asked = (form: Record<string, unknown>) => chart.question({ ...example.form, ...form }, {}).queries;
  expect(asked({ sort_by_metric: true })).toMatchObject([
    { groupby: ['from_page', 'to_page'], orderby: [['visits', false]] },
  ]);
  expect(asked({})[0]).not.toHaveProperty('orderby');
});
