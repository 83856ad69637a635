import { expect, it } from 'vitest';
import type { MapDrawing } from '../chart-type.ts';
import { renderMap } from '../map/render.ts';
import { DARK_THEME } from './draw-example.ts';

type Cell = number | string | null;

/** Answers of places with a number each that have been hard on maps. */
const ANSWERS: [string, Cell[][]][] = [
  ['no rows', []],
  ['nulls', [[null, null, null]]],
  [
    'no numbers',
    [
      [Number.NaN, 1, 1],
      [1, 1, Number.POSITIVE_INFINITY],
    ],
  ],
  ['one place', [[1, 1, 1]]],
  [
    'below zero',
    [
      [1, 1, -1],
      [2, 2, -5],
    ],
  ],
  [
    'the poles',
    [
      [90, 0, 1],
      [-90, 0, 1],
    ],
  ],
  ['10,000 places', Array.from({ length: 10_000 }, (_, at) => [at % 80, at % 170, at])],
];

/** Tests that a map of places is drawn whatever is answered, by its example's form and by others. */
export function itDrawsPlaces(
  drawn: (rows: Cell[][], form: Record<string, unknown>) => MapDrawing,
  forms: Record<string, unknown>[],
): void {
  it.each(ANSWERS)('draws %s', async (_, rows) => {
    for (const form of [{}, ...forms]) {
      const markup = await renderMap(drawn(rows, form), DARK_THEME, { width: 200, height: 150 });
      expect(markup).toMatch(/^<svg .*<\/svg>$/s);
      expect(markup).not.toMatch(/NaN|Infinity|undefined/);
    }
  });
}
