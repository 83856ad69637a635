import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { renderMap } from '../../map/render.ts';
import { DARK_THEME } from '../../testing/draw-example.ts';
import { drawMap, marksOf } from '../../testing/draw-map.ts';
import { words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Cell = string | number | null;

const COLUMNS = { latitude: 0, longitude: 0, region: 1, count: 0 } as const;
const drawn = (rows: Cell[][], form: Record<string, unknown> = {}, further = {}) =>
  drawMap(chart, example, form, [exampleResult(COLUMNS, rows)], further);
const PLAIN = { dimension: null, multiplier: 1, point_unit: 'square_m' };

it('asks for places, category and further columns, the largest first; the same rows without a size', () => {
  const form = { ...example.form, js_columns: ['name'], filter_nulls: undefined };
  const [query] = chart.question(form, {}).queries;
  expect(query).toMatchObject({
    columns: ['latitude', 'longitude', 'name', 'region'],
    metrics: ['count'],
    orderby: [['count', false]],
    filters: [
      { col: 'longitude', op: 'IS NOT NULL' },
      { col: 'latitude', op: 'IS NOT NULL' },
    ],
  });
  const fixed = { ...form, point_radius_fixed: { type: 'fix', value: 5 }, filter_nulls: false };
  const [raw] = chart.question(fixed, {}).queries;
  expect(raw).not.toHaveProperty('metrics');
  expect(raw).toMatchObject({ filters: [] });
});

it('asks where geohashes are, and for a series where it has a grain', () => {
  const form = {
    ...example.form,
    spatial: { type: 'geohash', geohashCol: 'hash' },
    time_grain_sqla: 'P1D',
    granularity_sqla: 'at',
  };
  expect(chart.question(form, {}).queries).toMatchObject([
    {
      columns: ['hash', 'region'],
      is_timeseries: true,
      post_processing: [
        {
          operation: 'geohash_decode',
          options: { geohash: 'hash', latitude: 'spatial latitude', longitude: 'spatial longitude' },
        },
      ],
    },
  ]);
});

it.each([
  ['square_m', Math.PI * 100, 10],
  ['square_km', Math.PI, 1000],
  ['square_miles', Math.PI * 4, 2 * 1609.34],
  ['radius_m', 7, 7],
  ['radius_km', 7, 7000],
  ['radius_miles', 1, 1609.34],
  ['radius_m', null, 10],
  ['square_m', -4, 10],
])('reads %s of %s as %s metres', (point_unit, size, metres) => {
  const mark = marksOf(drawn([[1, 2, 'x', size]], { ...PLAIN, point_unit, multiplier: 2 }))[0];
  expect(mark).toMatchObject({ at: [2, 1], radius: expect.closeTo(metres * 2, 6) });
});

it.each([
  [{ type: 'delimited', lonlatCol: 'place' }, { place: '48.1, 11.5' }, [11.5, 48.1]],
  [{ type: 'delimited', lonlatCol: 'place', reverseCheckbox: true }, { place: '11.5;48.1' }, [11.5, 48.1]],
  [
    { type: 'geohash', geohashCol: 'h' },
    { 'spatial longitude': 11.5, 'spatial latitude': 48.1 },
    [11.5, 48.1],
  ],
  [{ type: 'latlong', lonCol: 'x', latCol: 'y' }, { x: '11.5', y: 48.1 }, [11.5, 48.1]],
])('finds places told as %j', (spatial, row, at) => {
  const [names, cells] = [Object.keys(row), Object.values(row)];
  const result = exampleResult(Object.fromEntries(names.map((name) => [name, 1])), [cells]);
  expect(marksOf(drawMap(chart, example, { ...PLAIN, spatial }, [result]))).toMatchObject([{ at }]);
});

it('colours by category and tells the colours, in the corner that is wanted', () => {
  const rows = [
    [1, 1, 'a', 1],
    [2, 2, null, 1],
  ];
  const drawing = drawn(rows, { color_picker: { r: 1, g: 2, b: 3, a: 0.5 }, legend_position: 'bl' });
  expect(marksOf(drawing)).toMatchObject([
    { fill: 'rgba(31, 168, 201, 0.5)' },
    { fill: 'rgba(69, 78, 124, 0.5)' },
  ]);
  expect(drawing.legend).toMatchObject({ corner: 'bl', labels: [{ text: 'a' }, { text: '<NULL>' }] });
  expect(drawn(rows, { legend_position: null }).legend).toBeUndefined();
  const fixed = drawn(rows, { color_scheme_type: 'fixed_color' });
  expect(marksOf(fixed)).toMatchObject([{ fill: 'rgba(0, 122, 135, 1)' }, {}]);
  expect(fixed.legend).toBeUndefined();
});

it('colours by the range that an amount is in; what is in none has the colour of all others', () => {
  const color_breakpoints = [
    { minValue: 0, maxValue: 1000, color: { r: 1, g: 2, b: 3, a: 1 } },
    { minValue: '1000', maxValue: 2000, color: { r: 4, g: 5, b: 6, a: 1 } },
    { minValue: null, maxValue: 'x' },
  ];
  const drawing = drawn(
    [
      [1, 1, 'a', 1000],
      [1, 1, 'a', 1001],
      [1, 1, 'a', 5000],
      [1, 1, 'a', null],
    ],
    { color_scheme_type: 'color_breakpoints', color_breakpoints },
  );
  expect(marksOf(drawing).map((mark) => 'fill' in mark && mark.fill)).toEqual([
    'rgba(1, 2, 3, 1)',
    'rgba(4, 5, 6, 1)',
    'rgba(158, 158, 158, 1)',
    'rgba(158, 158, 158, 1)',
  ]);
  expect(drawing.legend).toMatchObject({ labels: [{ text: '0 - 1k' }, { text: '1k - 2k' }] });
});

it('looks at all its places, or from where the chart says', () => {
  const rows = [
    [0, -90, 'a', 1],
    [0, 90, 'a', 1],
  ];
  expect(drawn(rows).view).toMatchObject({
    kind: 'place',
    centre: [0, 0],
    zoom: Math.log2((600 * 0.85) / 256),
  });
  const viewport = { longitude: 5, latitude: 6, zoom: 7, bearing: 8, pitch: 9 };
  const own = { kind: 'place', centre: [5, 6], zoom: 7, bearing: 8, pitch: 9 };
  expect(drawn(rows, { autozoom: false, viewport }).view).toEqual(own);
  expect(drawn([], { viewport }).view).toEqual(own);
  expect(drawn([[10, 20, 'a', 1]]).view).toMatchObject({ zoom: 14, centre: [20, expect.closeTo(10, 6)] });
});

it('tells place and size, and filters by what the columns say', () => {
  const drawing = drawn([[1, 2, 'a', 30]], { js_columns: ['region'] });
  const mark = { layer: 0, index: 0 };
  expect(words(drawing.tooltip(mark))).toBe('a Longitude and Latitude 2, 1 count 30 region a');
  expect(drawing.pointAt?.(mark)?.crossFilter?.filters).toEqual([
    { col: 'longitude', op: 'IN', val: [2] },
    { col: 'latitude', op: 'IN', val: [1] },
  ]);
  const chosen = drawn([[1, 2, 'a', 30]], {}, { selected: ['b: 3, 4'] });
  expect(marksOf(chosen)).toMatchObject([{ opacity: 0.3 }]);
});

it('says which rows are left out, and that code is', () => {
  const drawing = drawn(
    [
      [null, 2, 'a', 1],
      [91, 2, 'a', 1],
      ['x', 2, 'a', 1],
      [1, 2, 'a', 1],
    ],
    { js_tooltip: 'd => d' },
  );
  expect(drawing.notes).toEqual(['3 rows have no place.', 'JavaScript of charts is not run.']);
});

it.each<[string, Cell[][]]>([
  ['no rows', []],
  ['nulls', [[null, null, null, null]]],
  ['no numbers', [[Number.NaN, Number.POSITIVE_INFINITY, 'a', Number.NaN]]],
  ['one place', [[1, 1, 'a', 1]]],
  [
    'the poles',
    [
      [90, 180, 'a', 1],
      [-90, -180, 'b', 1],
    ],
  ],
  [
    'long and right-to-left names',
    [
      [1, 1, 'ش'.repeat(300), 1],
      [2, 2, '<b>'.repeat(100), 1],
    ],
  ],
  ['10,000 places', Array.from({ length: 10_000 }, (_, at) => [at % 80, at % 170, `c${at % 50}`, at])],
])('draws %s', async (_, rows) => {
  for (const form of [
    {},
    { spatial: null, point_radius_fixed: 7, viewport: [], min_radius: 'x', dimension: 5 },
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
