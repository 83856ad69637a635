import { WebMercatorViewport } from '@deck.gl/core';
import { expect, it } from 'vitest';
import { lookIn, lookOf, panned, shownAt } from './map-moves.ts';

const viewport = new WebMercatorViewport({ width: 400, height: 200, longitude: 10, latitude: 50, zoom: 3 });

it('is looked at from where it was', () => {
  const look = lookIn(viewport);
  expect(look).toEqual({
    centre: [expect.closeTo(10, 6), expect.closeTo(50, 6)],
    zoom: 3,
    bearing: 0,
    pitch: 0,
  });
  expect(lookOf({ ...look, zoom: -7 })).toMatchObject({ longitude: expect.closeTo(10, 6), zoom: -1 });
  expect(lookOf({ kind: 'world' })).toBeUndefined();
});

it('moves by parts of the picture', () => {
  const [longitude, latitude] = panned(viewport, [0.2, 0]);
  // A fifth of 400 pixels, of 4,096 around the earth.
  expect(longitude).toBeCloseTo(10 + (80 / 4096) * 360, 4);
  expect(latitude).toBeCloseTo(50, 4);
});

it('knows what is seen', () => {
  expect(shownAt(viewport, [10, 50])).toEqual({
    x: expect.closeTo(200, 3),
    y: expect.closeTo(100, 3),
    isOutside: false,
  });
  expect(shownAt(viewport, [100, 50])).toEqual({ x: 200, y: 100, isOutside: true });
});
