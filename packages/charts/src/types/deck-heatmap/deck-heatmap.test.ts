import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { densities } from '../../map/density.ts';
import { drawMap } from '../../testing/draw-map.ts';
import { itDrawsPlaces } from '../../testing/draws-places.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Cell = number | string | null;

const drawn = (rows: Cell[][], form: Record<string, unknown> = {}) =>
  drawMap(chart, example, form, [exampleResult({ latitude: 0, longitude: 0, people: 0 }, rows)]);

it('asks for places and what is counted there', () => {
  expect(chart.question(example.form, {}).queries).toMatchObject([
    { columns: ['latitude', 'longitude'], metrics: ['people'], orderby: [['people', false]] },
  ]);
});

it('draws as wide, as strong and in the colours that are wanted', () => {
  const drawing = drawn([[1, 2, 3]], {
    radius_pixels: '15',
    intensity: 0.5,
    aggregation: 'mean',
    linear_color_scheme: 'white_black',
  });
  expect(drawing.layers).toMatchObject([
    {
      kind: 'heat',
      radius: 15,
      intensity: 0.5,
      isMean: true,
      colors: ['black', 'white'],
      marks: [{ at: [2, 1], weight: 3 }],
    },
  ]);
  const fixed = { color_scheme_type: 'fixed_color', color_picker: { r: 1, g: 2, b: 3, a: 1 } };
  expect(drawn([[1, 2, 3]], fixed).layers).toMatchObject([{ colors: ['rgba(1, 2, 3, 1)'] }]);
});

const SIZE = { width: 100, height: 100, radius: 20, isMean: false };
const at = (x: number, y: number, weight = 1) => ({ x, y, weight });

it('is densest where most lies, and fades out over the radius', () => {
  const blocks = densities([at(50, 50, 3), at(52, 50, 3), at(90, 10, 3)], SIZE);
  const densest = blocks.find(({ density }) => density === 1);
  expect(densest?.x).toBeGreaterThan(44);
  expect(densest?.x).toBeLessThan(56);
  expect(blocks.every(({ x, y, side }) => Math.hypot(x + side / 2 - 50, y + side / 2 - 50) < 80)).toBe(true);
  const there = blocks.find(({ x, y, side }) => x <= 90 && x + side > 90 && y <= 10 && y + side > 10);
  expect(there?.density).toBeLessThan(0.75);
});

it('is as dense everywhere where all weigh the same on the mean', () => {
  const blocks = densities([at(30, 50), at(32, 50), at(70, 50)], { ...SIZE, isMean: true });
  expect(blocks.every(({ density }) => Math.abs(density - 1) < 1e-9)).toBe(true);
  expect(densities([], SIZE)).toEqual([]);
  expect(densities([at(5, 5, 0)], SIZE)).toEqual([]);
});

itDrawsPlaces(drawn, [
  { radius_pixels: 'x', intensity: null, size: null },
  { spatial: 5, radius_pixels: 1e9 },
]);
