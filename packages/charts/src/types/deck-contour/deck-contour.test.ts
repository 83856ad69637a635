import { expect, it } from 'vitest';
import { bandsBetween, fieldOf, linesAt } from '../../deck/contours.ts';
import { exampleResult } from '../../example-result.ts';
import { drawMap } from '../../testing/draw-map.ts';
import { itDrawsPlaces } from '../../testing/draws-places.ts';
import { words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Cell = number | string | null;

const drawn = (rows: Cell[][], form: Record<string, unknown> = {}) =>
  drawMap(chart, example, form, [exampleResult({ latitude: 0, longitude: 0, people: 0 }, rows)]);
/** The area of an outline. */
const area = (ring: readonly (readonly [number, number])[]) =>
  Math.abs(
    ring.reduce((total, [x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [0, 0];
      return total + x * nextY - nextX * y;
    }, 0) / 2,
  );

it('asks for places and what is counted there', () => {
  expect(chart.question(example.form, {}).queries).toMatchObject([
    { columns: ['latitude', 'longitude'], metrics: ['people'] },
  ]);
});

it('draws a line around a hill, where it is as high as is said', () => {
  const lines = linesAt(fieldOf([{ x: 0, y: 0, value: 10 }]), 5);
  expect(lines).toHaveLength(4);
  const ends = lines.flat().map((point) => point.join(','));
  expect(new Set(ends)).toEqual(new Set(['0.5,0', '0,0.5', '-0.5,0', '0,-0.5']));
  expect(linesAt(fieldOf([{ x: 0, y: 0, value: 10 }]), 11)).toEqual([]);
});

it('fills what lies between two values', () => {
  const field = fieldOf([
    { x: 0, y: 0, value: 10 },
    { x: 1, y: 0, value: 10 },
    { x: 1, y: 1, value: 10 },
    { x: 0, y: 1, value: 10 },
  ]);
  const all = bandsBetween(field, 5, 100);
  // The square itself, halves of four neighbours and their corners.
  expect(all.map(area).reduce((sum, each) => sum + each, 0)).toBeCloseTo(1 + 4 * 0.5 + 4 * 0.125);
  expect(bandsBetween(field, 20, 30)).toEqual([]);
});

it('draws lines and bands, the later above the earlier', () => {
  const drawing = drawn([[52.5, 13.4, 100]], {
    contours: [
      { lowerThreshold: 8, upperThreshold: 90, color: { r: 1, g: 2, b: 3, a: 1 }, zIndex: 5 },
      { lowerThreshold: '50', color: { r: 4, g: 5, b: 6, a: 1 }, strokeWidth: 3, zIndex: 1 },
      { lowerThreshold: null },
      'junk',
    ],
  });
  expect(drawing.layers).toMatchObject([
    { kind: 'paths', width: 3, marks: { length: 4 } },
    { kind: 'polygons', marks: { length: 4 } },
  ]);
  expect(words(drawing.tooltip({ layer: 1, index: 0 }))).toBe('people 8 - 90');
  expect(words(drawing.tooltip({ layer: 0, index: 0 }))).toBe('people 50');
  expect(drawing.tooltip({ layer: 9, index: 0 })).toBe('');
});

it('draws two lines and a band where a chart says nothing', () => {
  expect(drawn([[52.5, 13.4, 100]], { contours: undefined }).layers).toMatchObject([
    { kind: 'paths', width: 1, marks: [{ color: 'rgba(255, 0, 255, 1)' }, {}, {}, {}] },
    { kind: 'paths', width: 2 },
    { kind: 'polygons' },
  ]);
});

itDrawsPlaces(drawn, [
  { cellSize: 'x', contours: null, size: null },
  { spatial: 5, cellSize: -1, contours: {} },
]);
