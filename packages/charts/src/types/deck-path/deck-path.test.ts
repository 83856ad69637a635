import { expect, it } from 'vitest';
import { decodedPolyline } from '../../deck/polyline.ts';
import { exampleResult } from '../../example-result.ts';
import { renderMap } from '../../map/render.ts';
import { DARK_THEME } from '../../testing/draw-example.ts';
import { drawMap, marksOf } from '../../testing/draw-map.ts';
import { words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Cell = string | null;

const drawn = (cells: Cell[], form: Record<string, unknown> = {}) =>
  drawMap(chart, example, form, [
    exampleResult(
      { way: 1, name: 1 },
      cells.map((cell) => [cell, 'n']),
    ),
  ]);

it('asks for its column as rows', () => {
  const [query] = chart.question(example.form, {}).queries;
  expect(query).toMatchObject({ columns: ['name', 'way'], filters: [{ col: 'way', op: 'IS NOT NULL' }] });
});

it.each([
  ['json', '[[1,2],[3,4]]'],
  ['json', '{"type":"LineString","coordinates":[[1,2],[3,4]]}'],
  ['json', '{"geometry":{"coordinates":[["1",2],[3,4]]}}'],
])('reads %s %s', (line_type, cell) => {
  expect(marksOf(drawn([cell], { line_type }))).toMatchObject([
    {
      points: [
        [1, 2],
        [3, 4],
      ],
    },
  ]);
});

it('reads encoded polylines, whose latitudes stand first', () => {
  const points = [
    [38.5, -120.2],
    [40.7, -120.95],
    [43.252, -126.453],
  ];
  expect(decodedPolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual(points);
  const form = { line_type: 'polyline', reverse_long_lat: true };
  expect(marksOf(drawn(['_p~iF~ps|U_ulLnnqC_mqNvxq`@'], form))).toMatchObject([
    { points: points.map((point) => point.toReversed()) },
  ]);
  for (const broken of ['ä', '_p~iF', '~~~~~~~~~~~~~~', '_']) expect(decodedPolyline(broken)).toBeUndefined();
});

it('draws lines as wide as it is said, and says which rows are none', () => {
  const drawing = drawn(['[[1,2],[3,4]]', 'x', '{}', '[[1,2]]', '[[1,2],[3]]', '[[1,200],[3,4]]'], {
    line_width: '4',
    line_width_unit: 'meters',
    color_picker: { r: 1, g: 2, b: 3, a: 0.5 },
  });
  expect(drawing.layers).toMatchObject([
    { kind: 'paths', width: 4, unit: 'metres', marks: [{ color: 'rgba(1, 2, 3, 0.5)' }] },
  ]);
  expect(drawing.notes).toEqual(['5 rows have no place.']);
  expect(words(drawing.tooltip({ layer: 0, index: 0 }))).toBe('Points 2 From 1, 2 To 3, 4 name n');
  expect(drawing.pointAt?.({ layer: 0, index: 0 })?.crossFilter?.filters).toEqual([
    { col: 'way', op: 'IN', val: ['[[1,2],[3,4]]'] },
  ]);
});

it.each<[string, Cell[]]>([
  ['no rows', []],
  ['nulls', [null]],
  ['broken JSON', ['[[1,2],', '[[[[[]]]]]', '"text"', '7']],
  ['one point twice', ['[[1,2],[1,2]]']],
  ['10,000 lines', Array.from({ length: 10_000 }, (_, at) => `[[${at % 90},1],[1,${at % 90}]]`)],
])('draws %s', async (_, cells) => {
  for (const form of [{}, { line_type: 'polyline' }, { line_column: 5, line_width: 'x', line_type: [] }]) {
    const markup = await renderMap(drawn(cells, form), DARK_THEME, { width: 200, height: 150 });
    expect(markup).toMatch(/^<svg .*<\/svg>$/s);
    expect(markup).not.toMatch(/NaN|Infinity|undefined/);
  }
});
