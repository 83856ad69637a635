import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { renderMap } from '../../map/render.ts';
import { DARK_THEME } from '../../testing/draw-example.ts';
import { drawMap, marksOf } from '../../testing/draw-map.ts';
import { words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Cell = string | number | null;

const COLUMNS = { from_lat: 0, from_lon: 0, to_lat: 0, to_lon: 0, origin: 1 } as const;
const drawn = (rows: Cell[][], form: Record<string, unknown> = {}) =>
  drawMap(chart, example, form, [exampleResult(COLUMNS, rows)]);
const ONE: Cell[][] = [[1, 2, 3, 4, 'a']];

it('asks for both places as rows', () => {
  const [query] = chart.question(example.form, {}).queries;
  expect(query).toMatchObject({
    columns: ['from_lat', 'from_lon', 'origin', 'to_lat', 'to_lon'],
    filters: ['from_lon', 'from_lat', 'to_lon', 'to_lat'].map((col) => ({ col, op: 'IS NOT NULL' })),
  });
  expect(query).not.toHaveProperty('metrics');
});

it('goes from one place to the other, in one colour or from one to another', () => {
  const color = 'rgba(31, 168, 201, 1)';
  expect(marksOf(drawn(ONE))).toMatchObject([{ from: [2, 1], to: [4, 3], color, endColor: color }]);
  const picked = {
    color_picker: { r: 1, g: 1, b: 1, a: 1 },
    target_color_picker: { r: 2, g: 2, b: 2, a: 1 },
  };
  const fixed = drawn(ONE, { ...picked, color_scheme_type: 'fixed_color', stroke_width: '5' });
  expect(fixed.layers).toMatchObject([
    { width: 5, marks: [{ color: 'rgba(1, 1, 1, 1)', endColor: 'rgba(2, 2, 2, 1)' }] },
  ]);
  expect(drawn(ONE, { stroke_width: null }).layers).toMatchObject([{ width: 3 }]);
});

it('tells both ends and filters by them', () => {
  const drawing = drawn(ONE);
  const mark = { layer: 0, index: 0 };
  expect(words(drawing.tooltip(mark))).toBe(
    'a Start (Longitude, Latitude) 2, 1 End (Longitude, Latitude) 4, 3',
  );
  const point = drawing.pointAt?.(mark);
  expect(point?.crossFilter?.filters.map(({ col }) => col)).toEqual([
    'from_lon',
    'from_lat',
    'to_lon',
    'to_lat',
  ]);
  expect(point?.drillBy).toMatchObject({ field: 'dimension' });
});

it.each<[string, Cell[][]]>([
  ['no rows', []],
  ['nulls', [[null, null, null, null, null]]],
  ['half an arc', [[1, 2, null, 4, 'a']]],
  ['no numbers', [[Number.NaN, Number.POSITIVE_INFINITY, 1, 95, 'a']]],
  ['an arc to where it begins', [[1, 2, 1, 2, 'a']]],
  ['long and right-to-left names', [[1, 2, 3, 4, 'ش'.repeat(300)]]],
  [
    '10,000 arcs',
    Array.from({ length: 10_000 }, (_, at) => [at % 80, at % 170, at % 70, at % 90, `c${at % 50}`]),
  ],
])('draws %s', async (_, rows) => {
  for (const form of [{}, { start_spatial: 'x', end_spatial: {}, stroke_width: 'y', dimension: 9 }]) {
    const size = { width: 200, height: 150 };
    const markup = await renderMap(drawn(rows, form), DARK_THEME, size);
    expect(markup).toMatch(/^<svg .*<\/svg>$/s);
    expect(markup).not.toMatch(/NaN|Infinity|undefined/);
  }
});
