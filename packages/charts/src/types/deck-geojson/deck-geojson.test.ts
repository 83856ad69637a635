import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { renderMap } from '../../map/render.ts';
import { DARK_THEME } from '../../testing/draw-example.ts';
import { drawMap, marksOf } from '../../testing/draw-map.ts';
import { words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

const drawn = (cells: (string | null)[], form: Record<string, unknown> = {}) =>
  drawMap(chart, example, form, [
    exampleResult(
      { shape: 1 },
      cells.map((cell) => [cell]),
    ),
  ]);
const counts = (cell: string) => [0, 1, 2].map((layer) => marksOf(drawn([cell]), layer).length);
const POINT = '{"type":"Point","coordinates":[1,2]}';
const LINE = '{"type":"LineString","coordinates":[[1,2],[3,4]]}';
const AREA = '{"type":"Polygon","coordinates":[[[0,0],[0,1],[1,1],[0,0]]]}';

it('asks for its column as rows', () => {
  const [query] = chart.question(example.form, {}).queries;
  expect(query).toMatchObject({ columns: ['shape'], filters: [{ col: 'shape', op: 'IS NOT NULL' }] });
  expect(query).not.toHaveProperty('metrics');
});

it.each([
  [POINT, [0, 0, 1]],
  [LINE, [0, 1, 0]],
  [AREA, [1, 0, 0]],
  ['{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}', [0, 0, 2]],
  ['{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}', [0, 2, 0]],
  ['{"type":"MultiPolygon","coordinates":[[[[0,0],[0,1],[1,1]]],[[[3,3],[3,4],[4,4]]]]}', [2, 0, 0]],
  [`{"type":"Feature","geometry":${LINE}}`, [0, 1, 0]],
  [`{"type":"GeometryCollection","geometries":[${POINT},${LINE},${AREA}]}`, [1, 1, 1]],
  [
    `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":${POINT}},{"type":"Feature"}]}`,
    [0, 0, 1],
  ],
])('reads %s', (cell, found) => {
  expect(counts(cell)).toEqual(found);
});

it('paints with the picked colours, and with those of the features where none is picked', () => {
  const cell = `{"type":"Feature","properties":{"fill":"#112233","elevation":5},"geometry":${AREA}}`;
  expect(marksOf(drawn([cell]))).toMatchObject([{ fill: '#112233', stroke: undefined, height: 5 }]);
  const picked = { fill_color_picker: { r: 1, g: 2, b: 3, a: 1 }, stroked: true };
  expect(marksOf(drawn([cell], picked))).toMatchObject([
    { fill: 'rgba(1, 2, 3, 1)', stroke: 'rgba(0, 0, 0, 0)' },
  ]);
  expect(marksOf(drawn([cell], { filled: false }))).toMatchObject([{ fill: 'rgba(0, 0, 0, 0)' }]);
  expect(marksOf(drawn([POINT], { point_radius_scale: 200 }), 2)).toMatchObject([{ radius: 200 }]);
});

it('tells the properties of the feature, and says which rows are none', () => {
  const drawing = drawn([
    `{"type":"Feature","properties":{"a":"<b>","n":[1]},"geometry":${POINT}}`,
    '{"type":"P',
  ]);
  expect(words(drawing.tooltip({ layer: 2, index: 0 }))).toBe('a &lt;b&gt;');
  expect(drawing.notes).toEqual(['1 row has no place.']);
  expect(drawing.pointAt?.({ layer: 2, index: 0 })?.crossFilter?.filters[0]?.col).toBe('shape');
  expect(drawing.tooltip({ layer: 7, index: 0 })).toBe('');
});

it.each<[string, (string | null)[]]>([
  ['no rows', []],
  ['nulls', [null]],
  [
    'broken GeoJSON',
    ['{', '7', '[]', '{"type":"Polygon"}', '{"type":"Point","coordinates":["x",null]}', '{"type":"Multi"}'],
  ],
  ['places beyond the earth', ['{"type":"Point","coordinates":[1,200]}']],
  ['collections without an end', [`${'{"type":"Feature","geometry":'.repeat(500)}null${'}'.repeat(500)}`]],
  ['10,000 points', Array.from({ length: 10_000 }, () => POINT)],
])('draws %s', async (_, cells) => {
  for (const form of [
    {},
    { stroked: true, extruded: 'x', line_width: {}, fill_color_picker: 5, geojson: 'shape' },
  ]) {
    const markup = await renderMap(drawn(cells, form), DARK_THEME, { width: 200, height: 150 });
    expect(markup).toMatch(/^<svg .*<\/svg>$/s);
    expect(markup).not.toMatch(/NaN|Infinity|undefined/);
  }
});
