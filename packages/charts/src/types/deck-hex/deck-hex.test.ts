import { describe, expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { drawMap, marksOf } from '../../testing/draw-map.ts';
import { itDrawsPlaces } from '../../testing/draws-places.ts';
import { words } from '../../testing/formatted.ts';
import { example as squaresExample } from '../deck-grid/example.ts';
import { chart as squares } from '../deck-grid/index.ts';
import { example as hexagonsExample } from './example.ts';
import { chart as hexagons } from './index.ts';

type Cell = number | string | null;

/** Two places in one cell, and one far from them. */
const ROWS: Cell[][] = [
  [52.5, 13.4, 10],
  [52.5, 13.4001, 30],
  [52.9, 14.4, null],
];

/** Each kind of cells with the number of places that its edges lead through. */
const KINDS = [
  ['hexagons', hexagons, hexagonsExample, 7],
  ['squares', squares, squaresExample, 5],
] as const;

describe.each(KINDS)('%s', (_name, chart, example, corners) => {
  const drawn = (rows: Cell[][], form: Record<string, unknown> = {}) =>
    drawMap(chart, example, form, [exampleResult({ latitude: 0, longitude: 0, people: 0 }, rows)]);
  it('asks for places and what is counted there, the heaviest first', () => {
    expect(chart.question(example.form, {}).queries).toMatchObject([
      { columns: ['latitude', 'longitude'], metrics: ['people'], orderby: [['people', false]] },
    ]);
  });

  it('draws a cell for each part of the map that has something in it', () => {
    const drawing = drawn(ROWS, { color_scheme: 'd3Category10' });
    const marks = marksOf(drawing);
    expect(marks.map((mark) => 'rings' in mark && mark.rings[0]?.length)).toEqual([corners, corners]);
    expect(marks).toMatchObject([{ fill: '#17becf' }, { fill: '#1f77b4' }]);
    expect(drawing.legend).toMatchObject({ kind: 'range', from: '1', to: '40' });
    expect(words(drawing.tooltip({ layer: 0, index: 0 }))).toBe('people (sum) 40 Rows 2');
  });

  it('filters by the places in a cell', () => {
    expect(drawn(ROWS).pointAt?.({ layer: 0, index: 0 })?.crossFilter?.filters).toEqual([
      { col: 'longitude', op: 'IN', val: [13.4, 13.4001] },
      { col: 'latitude', op: 'IN', val: [52.5] },
    ]);
  });

  it('colours by ranges or in one colour, and raises cells that are large enough to be seen', () => {
    const fixed = { color_scheme_type: 'fixed_color', color_picker: { r: 1, g: 2, b: 3, a: 1 } };
    expect(marksOf(drawn(ROWS, fixed))).toMatchObject([{ fill: 'rgba(1, 2, 3, 1)' }, {}]);
    const ranges = {
      color_scheme_type: 'color_breakpoints',
      color_breakpoints: [{ minValue: 20, maxValue: 50, color: { r: 9, g: 9, b: 9, a: 1 } }],
    };
    expect(marksOf(drawn(ROWS, ranges))).toMatchObject([
      { fill: 'rgba(9, 9, 9, 1)' },
      { fill: 'rgba(158, 158, 158, 1)' },
    ]);
    expect(drawn(ROWS, { grid_size: 5000 }).layers).toMatchObject([{ isRaised: true }]);
    expect(drawn(ROWS, { grid_size: 5000, extruded: false }).layers).toMatchObject([{ isRaised: false }]);
    expect(drawn(ROWS, { grid_size: 20 }).layers).toMatchObject([{ isRaised: false }]);
  });

  itDrawsPlaces(drawn, [
    { grid_size: 'x', size: null, color_scheme: 7 },
    { spatial: 5, js_agg_function: {} },
  ]);
});
