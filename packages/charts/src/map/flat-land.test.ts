import type { Feature } from 'geojson';
import { expect, it } from 'vitest';
import { loadAtlas } from './atlas.ts';
import { flatShape } from './flat-land.ts';

/** Longest way between two neighbours of the edges of a shape, in degrees of longitude. */
function longestStep({ geometry }: Feature): number {
  if (geometry.type !== 'MultiPolygon') throw new Error(geometry.type);
  const steps = geometry.coordinates.flat().flatMap((edge) =>
    edge.flatMap(([x = 0, y = 0], at) => {
      const [nextX = x, nextY = y] = edge[at + 1] ?? [];
      // Along the poles nothing is seen.
      return Math.abs(y) > 89 || Math.abs(nextY) > 89 ? [] : [Math.abs(nextX - x)];
    }),
  );
  return steps.reduce((most, each) => Math.max(most, each), 0);
}

it('cuts countries where the date line cuts them, and leaves the others as they are', async () => {
  const world = await loadAtlas('world');
  const shapes = (world?.regions ?? []).map(({ shape }) => flatShape(shape));
  expect(shapes.length).toBeGreaterThan(150);
  for (const shape of shapes) expect(longestStep(shape)).toBeLessThan(60);
});
