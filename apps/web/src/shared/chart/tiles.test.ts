import { expect, test } from 'vitest';
import { addressOf, boundsOf, shownTiles, tilesFor } from './tiles.ts';

const EARTH = { west: -180, south: -85, east: 179.9, north: 85, zoom: 0 };

test('the squares of a map are those of what is seen, as deep as they are sharp', () => {
  expect(tilesFor(EARTH)).toEqual([
    { z: 1, x: 0, y: 0 },
    { z: 1, x: 0, y: 1 },
    { z: 1, x: 1, y: 0 },
    { z: 1, x: 1, y: 1 },
  ]);
  // Berlin, as slippy maps count it.
  const berlin = { west: 13.38, south: 52.51, east: 13.39, north: 52.52, zoom: 11 };
  expect(tilesFor(berlin)).toEqual([{ z: 12, x: 2200, y: 1343 }]);
  expect(tilesFor({ ...EARTH, zoom: 25 }).length).toBeLessThanOrEqual(64);
  expect(tilesFor({ ...EARTH, zoom: -3 })).toEqual([{ z: 0, x: 0, y: 0 }]);
});

test('a square begins where its neighbour ends, and beyond the date line its picture comes again', () => {
  const [west, south, east, north] = boundsOf({ z: 12, x: 2200, y: 1343 });
  expect([west, south, east, north].map((degrees) => degrees.toFixed(3))).toEqual([
    '13.359',
    '52.483',
    '13.447',
    '52.536',
  ]);
  expect(boundsOf({ z: 12, x: 2201, y: 1343 })[0]).toBe(east);
  expect(addressOf('https://t.test/{z}/{x}/{y}.png', { z: 2, x: -1, y: 3 })).toBe('https://t.test/2/3/3.png');
  expect(addressOf('https://t.test/{z}/{x}/{y}.png', { z: 2, x: 5, y: 0 })).toBe('https://t.test/2/1/0.png');
});

test('a larger square stands in for those that are not there yet', () => {
  const there = new Set(['1 1 1', '3 4 4']);
  const wanted = [
    { z: 3, x: 4, y: 4 },
    { z: 3, x: 5, y: 4 },
    { z: 3, x: 0, y: 0 },
  ];
  expect(shownTiles(wanted, ({ z, x, y }) => there.has(`${z} ${x} ${y}`))).toEqual([
    { z: 1, x: 1, y: 1 },
    { z: 3, x: 4, y: 4 },
  ]);
});
