import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { clustered } from '../../map/clusters.ts';
import { renderMap } from '../../map/render.ts';
import { DARK_THEME } from '../../testing/draw-example.ts';
import { drawMap, marksOf } from '../../testing/draw-map.ts';
import { words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Cell = string | number | null;

const COLUMNS = { longitude: 0, latitude: 0, beds: 0, size: 0 } as const;
const drawn = (rows: Cell[][], form: Record<string, unknown> = {}, further = {}) =>
  drawMap(chart, example, form, [exampleResult(COLUMNS, rows)], further);
const queryOf = (form: Record<string, unknown>) =>
  chart.question({ ...example.form, mapbox_label: [], ...form }, {}).queries[0];

/** Two that are close to each other, and one far from them. */
const THREE = [
  [10, 50, 4, 2],
  [10.0001, 50, 6, null],
  [40, 20, 3, 5],
];

it('asks for rows as they are: places, label and radius', () => {
  const query = queryOf({ mapbox_label: ['beds'], point_radius: 'size' });
  expect(query).toMatchObject({ columns: ['longitude', 'latitude', 'beds', 'size'] });
  expect(query).not.toHaveProperty('metrics');
  expect(queryOf({ mapbox_label: ['count'] })).toMatchObject({ columns: ['longitude', 'latitude'] });
});

it('asks for groups, and counts their rows where that is their label', () => {
  const groupby = ['longitude', 'latitude', 'city'];
  expect(queryOf({ groupby })).toMatchObject({ columns: groupby, metrics: [] });
  expect(queryOf({ groupby, mapbox_label: ['count'] })).toMatchObject({
    columns: groupby,
    metrics: [{ sqlExpression: 'COUNT(*)', label: 'count' }],
  });
});

it('draws points that are close as one, between them', () => {
  const marks = marksOf(drawn(THREE));
  expect(marks).toMatchObject([
    { at: [expect.closeTo(10.00005, 6), expect.closeTo(50, 6)], radius: 60, label: { text: '10' } },
    { at: [40, 20], radius: 10, label: { text: '3' }, fill: 'rgba(0, 139, 139, 1)' },
  ]);
  expect(marksOf(drawn(THREE, { clustering_radius: '0' }))).toHaveLength(3);
  const near = { viewport_longitude: 10, viewport_latitude: 50, viewport_zoom: 18 };
  expect(marksOf(drawn(THREE, near))).toHaveLength(3);
});

it('parts clusters when it is looked at from nearer, and stays where it is', () => {
  const map = drawn(THREE);
  const near = map.atZoom?.(20);
  if (!near) throw new Error('clusters depend on the zoom');
  expect([marksOf(map).length, marksOf(near).length]).toEqual([2, 3]);
  expect(near.view).toEqual(map.view);
  expect(words(near.tooltip({ layer: 0, index: 2 }))).toContain('beds');
});

it.each([
  ['mean', '5'],
  ['min', '4'],
  ['max', '6'],
  ['var', '2'],
  ['std', '1.41'],
  ['no such way', '10'],
])('makes one number of several by %s: %s', (pandas_aggfunc, text) => {
  expect(marksOf(drawn(THREE, { pandas_aggfunc }))[0]).toMatchObject({ label: { text } });
});

it('says how many points a circle is where there is no number to tell', () => {
  expect(marksOf(drawn(THREE, { mapbox_label: [] }))).toMatchObject([
    { label: { text: '2' } },
    { label: undefined },
  ]);
  const named = THREE.map(([x = 0, y = 0]) => [x, y, 'inn', null]);
  expect(marksOf(drawn(named))).toMatchObject([{ label: { text: '2' } }, { label: { text: 'inn' } }]);
});

it('labels what there is room for', () => {
  const close = [0, 0.5, 1, 40].map((x) => [x, 0, 1234, null]);
  const marks = marksOf(drawn(close, { clustering_radius: 0 }));
  expect(marks.map((mark) => 'label' in mark && mark.label)).toEqual([
    { text: '1.23k', size: 11, color: '#1f2328', below: 18 },
    undefined,
    undefined,
    expect.objectContaining({ below: 18 }),
  ]);
});

it('draws single points as large as a column says, in pixels or on the ground', () => {
  const alone = { clustering_radius: 0, point_radius: 'size', mapbox_label: [] };
  expect(marksOf(drawn(THREE, alone)).map((mark) => 'radius' in mark && mark.radius)).toEqual([10, 5, 2]);
  const ground = drawn(THREE, { ...alone, point_radius_unit: 'Miles' });
  expect(ground.layers).toMatchObject([{ unit: 'pixels' }, { unit: 'metres' }]);
  expect(marksOf(ground)).toMatchObject([{ at: [10.0001, 50] }]);
  expect(marksOf(ground, 1)).toMatchObject([
    { radius: expect.closeTo(8046.7, 3), label: { text: '5mi' } },
    { radius: expect.closeTo(3218.68, 3), label: { text: '2mi' } },
  ]);
  expect(words(ground.tooltip({ layer: 1, index: 1 }))).toBe('Longitude and Latitude 10, 50 size 2');
});

it('looks at all points until somebody has moved the map', () => {
  const home = { viewport_longitude: -122.405293, viewport_latitude: 37.772123, viewport_zoom: 11 };
  expect(drawn(THREE, home).view).toMatchObject({ centre: [25, expect.any(Number)] });
  const own = { viewport_longitude: 11, viewport_latitude: '48', viewport_zoom: 6 };
  expect(drawn(THREE, own).view).toMatchObject({ centre: [11, 48], zoom: 6 });
  expect(drawn([], home).view).toMatchObject({ zoom: 11 });
});

it('tells how many points a circle is, and what they are together', () => {
  const drawing = drawn([...THREE, [null, 3, 1, 1]]);
  expect(words(drawing.tooltip({ layer: 0, index: 0 }))).toBe('2 points sum of beds 10');
  expect(words(drawing.tooltip({ layer: 0, index: 1 }))).toBe('Longitude and Latitude 40, 20 beds 3');
  expect(drawing.tooltip({ layer: 0, index: 9 })).toBe('');
  expect(drawing.notes).toEqual(['1 row has no place.']);
});

it('gathers all points within the radius, across the borders of squares', () => {
  const points = [0, 7.02, 7.04, 60].map((longitude) => ({ at: [longitude, 0] as const }));
  const sizes = clustered(points, { zoom: 0, radius: 10 }).map((cluster) => cluster.points.length);
  expect(sizes).toEqual([2, 1, 1]);
});

it.each<[string, Cell[][]]>([
  ['no rows', []],
  ['nulls', [[null, null, null, null]]],
  ['no numbers', [[Number.NaN, Number.POSITIVE_INFINITY, Number.NaN, Number.NaN]]],
  ['numbers without end', [[1, 1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]]],
  [
    'negative numbers',
    [
      [1, 1, -3, -1],
      [1, 1, -5, -1],
    ],
  ],
  [
    'the poles',
    [
      [180, 90, 1, 1],
      [-180, -90, 1, 1],
    ],
  ],
  [
    'long and right-to-left names',
    [
      [1, 1, 'ش'.repeat(300), 1],
      [20, 20, '<b>'.repeat(100), 1],
    ],
  ],
  ['10,000 places', Array.from({ length: 10_000 }, (_, at) => [at % 170, at % 80, at, at])],
])('draws %s', async (_, rows) => {
  for (const form of [
    {},
    { clustering_radius: 'x', point_radius: 'size', point_radius_unit: 'Kilometers' },
    {
      all_columns_x: 3,
      all_columns_y: null,
      groupby: 5,
      mapbox_label: {},
      mapbox_color: 'red',
      global_opacity: 'x',
      viewport_zoom: 1e9,
      viewport_latitude: 1e9,
      viewport_longitude: 7,
    },
  ])
    for (const size of [
      { width: 200, height: 150 },
      { width: 1, height: 1 },
    ]) {
      const markup = await renderMap(drawn(rows, form, size), DARK_THEME, size);
      expect(markup).toMatch(/^<svg .*<\/svg>$/s);
      expect(markup).not.toMatch(/NaN|Infinity|undefined|<b>/);
    }
});
