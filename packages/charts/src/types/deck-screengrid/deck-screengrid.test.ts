import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { renderMap } from '../../map/render.ts';
import { DARK_THEME } from '../../testing/draw-example.ts';
import { drawMap } from '../../testing/draw-map.ts';
import { itDrawsPlaces } from '../../testing/draws-places.ts';
import { words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Cell = number | string | null;

const SIZE = { width: 600, height: 400 };
const drawn = (rows: Cell[][], form: Record<string, unknown> = {}) =>
  drawMap(chart, example, form, [exampleResult({ latitude: 0, longitude: 0, people: 0 }, rows)]);
const ROWS: Cell[][] = [
  [52.5, 13.4, 10],
  [52.5, 13.4001, 30],
  [52.9, 14.4, null],
];

it('asks for places and what is counted there', () => {
  expect(chart.question(example.form, {}).queries).toMatchObject([
    { columns: ['latitude', 'longitude'], metrics: ['people'], orderby: [['people', false]] },
  ]);
});

it('puts what lies in one cell of the picture together', async () => {
  const drawing = drawn(ROWS);
  expect(drawing.layers).toMatchObject([
    { kind: 'screen-cells', side: 25, marks: [{ weight: 10 }, { weight: 30 }, { weight: 1 }] },
  ]);
  const markup = await renderMap(drawing, DARK_THEME, SIZE);
  expect(markup).toMatch(/fill="#bd0026" data-mark="0:0\+1"/);
  expect(markup).toMatch(/fill="#ffffb2" data-mark="0:2"/);
});

it('tells what lies in a cell and filters by it', () => {
  const drawing = drawn(ROWS);
  const mark = { layer: 0, index: 0, together: [0, 1] };
  expect(words(drawing.tooltip(mark))).toBe('people 40 Rows 2');
  expect(drawing.pointAt?.(mark)?.crossFilter).toMatchObject({
    filters: [
      { col: 'longitude', op: 'IN', val: [13.4, 13.4001] },
      { col: 'latitude', op: 'IN', val: [52.5] },
    ],
    label: '2 places',
  });
  expect(drawing.tooltip({ layer: 0, index: 9 })).toBe('');
});

it('has the colours that are wanted', () => {
  const fixed = { color_scheme_type: 'fixed_color', color_picker: { r: 1, g: 2, b: 3, a: 1 } };
  expect(drawn(ROWS, fixed).layers).toMatchObject([{ colors: ['rgba(1, 2, 3, 1)'] }]);
  const scheme = { color_scheme_type: 'categorical_palette', color_scheme: 'd3Category10' };
  expect(drawn(ROWS, scheme).layers).toMatchObject([{ colors: { length: 10 } }]);
});

itDrawsPlaces(drawn, [
  { grid_size: 'x', size: null, color_scheme: 7 },
  { spatial: 5, grid_size: -3 },
]);
