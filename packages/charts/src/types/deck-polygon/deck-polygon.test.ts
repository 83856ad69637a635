import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { renderMap } from '../../map/render.ts';
import { DARK_THEME } from '../../testing/draw-example.ts';
import { drawMap, marksOf } from '../../testing/draw-map.ts';
import { words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Cell = string | number | null;

const SQUARE = '[[0,0],[0,1],[1,1],[1,0],[0,0]]';
const drawn = (rows: Cell[][], form: Record<string, unknown> = {}) =>
  drawMap(chart, example, { line_type: 'json', ...form }, [exampleResult({ cell: 1, height: 0 }, rows)]);
const fills = (rows: Cell[][], form: Record<string, unknown> = {}) =>
  marksOf(drawn(rows, form)).map((mark) => ('fill' in mark ? mark.fill : undefined));
const amounts = (...list: Cell[]): Cell[][] => list.map((amount) => [SQUARE, amount]);

it('asks for its column and its metrics, each once', () => {
  expect(chart.question(example.form, {}).queries).toMatchObject([
    { columns: ['cell'], metrics: ['height'], orderby: [['height', false]] },
  ]);
});

it.each([
  ['one outline', SQUARE, [5]],
  ['an area with a hole', `[${SQUARE},[[0.2,0.2],[0.2,0.4],[0.4,0.4]]]`, [5, 3]],
  ['a feature', `{"geometry":{"type":"Polygon","coordinates":[${SQUARE}]}}`, [5]],
])('reads %s', (_, cell, lengths) => {
  const [mark] = marksOf(drawn([[cell, 1]]));
  expect(mark && 'rings' in mark && mark.rings.map((ring) => ring.length)).toEqual(lengths);
});

it('draws every part of an area, each for the same row', () => {
  const drawing = drawn([[`[[${SQUARE}],[[[3,3],[3,4],[4,4]]]]`, 7]]);
  expect(marksOf(drawing)).toHaveLength(2);
  expect(drawing.notes).toEqual([]);
  expect(words(drawing.tooltip({ layer: 0, index: 1 }))).toBe('height 7 Elevation 140');
});

it('reads cells of geohashes, and latitudes that stand first', () => {
  expect(marksOf(drawn([['u', 1]], { line_type: 'geohash' }))).toMatchObject([
    {
      rings: [
        [
          [0, 90],
          [45, 90],
          [45, 45],
          [0, 45],
          [0, 90],
        ],
      ],
    },
  ]);
  expect(marksOf(drawn([['[[1,2],[3,4],[5,6]]', 1]], { reverse_long_lat: true }))).toMatchObject([
    {
      rings: [
        [
          [2, 1],
          [4, 3],
          [6, 5],
        ],
      ],
    },
  ]);
});

it('puts amounts into ranges of equal width, and tells them', () => {
  const form = { num_buckets: 2, opacity: 50 };
  const [low, middle, high, none] = fills(amounts(0, 5, 10, null), form);
  expect([low, middle, high, none]).toEqual([
    'rgba(244, 250, 212, 0.5)',
    'rgba(244, 250, 212, 0.5)',
    'rgba(5, 4, 21, 0.5)',
    'rgba(0, 0, 0, 0)',
  ]);
  expect(drawn(amounts(0, 10), form).legend).toMatchObject({
    labels: [{ text: '0 - 5' }, { text: '5 - 10' }],
  });
  expect(fills(amounts(5), { num_buckets: null })).toEqual(['rgba(244, 250, 212, 0.8)']);
});

it('takes the edges that are given; what is beyond them has no colour', () => {
  const drawing = drawn(amounts(1, 25, 40), { break_points: ['30', 10, '20'] });
  expect(
    fills(amounts(1, 25, 40), { break_points: ['30', 10, '20'] }).map((fill) => fill === 'rgba(0, 0, 0, 0)'),
  ).toEqual([true, false, true]);
  expect(drawing.legend).toMatchObject({ labels: [{ text: '10 - 20' }, { text: '20 - 30' }] });
});

it('has one colour for all where that is wanted, lines and heights', () => {
  const form = {
    color_scheme_type: 'fixed_color',
    fill_color_picker: { r: 1, g: 2, b: 3, a: 1 },
    stroke_color_picker: { r: 4, g: 5, b: 6, a: 1 },
    stroked: true,
    opacity: 100,
    point_radius_fixed: { type: 'fix', value: '30' },
  };
  const drawing = drawn(amounts(1), form);
  expect(drawing.layers).toMatchObject([
    { isRaised: true, marks: [{ fill: 'rgba(1, 2, 3, 1)', stroke: 'rgba(4, 5, 6, 1)', height: 600 }] },
  ]);
  expect(fills(amounts(1), { ...form, filled: false })).toEqual(['rgba(0, 0, 0, 0)']);
});

it.each<[string, Cell[][]]>([
  ['no rows', []],
  ['nulls', [[null, null]]],
  [
    'broken shapes',
    [
      ['[[0,0],[1', 1],
      ['[[0,0],[1,1]]', 1],
      ['[[[[[[0,0]]]]]]', 1],
      ['{}', 1],
      ['[[0,0],[1,"x"],[2,2]]', 1],
    ],
  ],
  [
    'no numbers',
    [
      [SQUARE, Number.NaN],
      [SQUARE, Number.POSITIVE_INFINITY],
    ],
  ],
  ['below zero', amounts(-5, -7)],
  ['10,000 areas', Array.from({ length: 10_000 }, (_, at) => [SQUARE, at])],
])('draws %s', async (_, rows) => {
  for (const form of [
    {},
    { line_type: 'geohash' },
    { num_buckets: 'x', break_points: {}, metric: {}, opacity: 'y', line_column: 7 },
  ]) {
    const markup = await renderMap(drawn(rows, { stroked: true, ...form }), DARK_THEME, {
      width: 200,
      height: 150,
    });
    expect(markup).toMatch(/^<svg .*<\/svg>$/s);
    expect(markup).not.toMatch(/NaN|Infinity|undefined/);
  }
});

it('has a line around an area that lies flat; one that stands out of the map has sides', async () => {
  const lines = async (extruded: boolean) => {
    const drawing = drawn([[SQUARE, 1]], { stroked: true, extruded });
    const markup = await renderMap(drawing, DARK_THEME, { width: 200, height: 150 });
    return [...markup.matchAll(/<path[^>]*data-mark[^>]*>/g)].filter(([mark]) => mark.includes('stroke='))
      .length;
  };
  expect([await lines(false), await lines(true)]).toEqual([1, 0]);
});
