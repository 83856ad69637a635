import { expect, it } from 'vitest';
import type { Place } from '../map/layers.ts';
import { aggregated } from './aggregate.ts';
import { type Cell, hexagonCells, squareCells } from './cells.ts';

const at = (...places: Place[]) => places.map((place) => ({ at: place }));
/** Metres of a degree along the equator. */
const DEGREE = 111_319.5;

/** Whether a place lies within a ring, or nearly on it. */
function isWithin([x, y]: Place, ring: readonly Place[]): boolean {
  return ring.slice(1).every(([toX, toY], index) => {
    const [fromX, fromY] = ring[index] ?? [0, 0];
    return (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX) > -1e-9;
  });
}

it('puts places into squares', () => {
  const cells = squareCells(at([0.2, 0.2], [0.7, 0.3], [1.2, 0.2], [-0.1, 0.2]), DEGREE);
  expect(cells.map(({ items }) => items.length)).toEqual([2, 1, 1]);
  expect(cells[0]?.ring).toHaveLength(5);
  expect(cells[0]?.ring[2]?.[0]).toBeCloseTo(1, 3);
});

it('puts each place into the hexagon around it', () => {
  const places: Place[] = Array.from({ length: 400 }, (_, index) => [
    ((index * 37) % 100) / 25,
    ((index * 61) % 100) / 25,
  ]);
  const cells = hexagonCells(at(...places), DEGREE / 3);
  expect(cells.reduce((count, { items }) => count + items.length, 0)).toBe(400);
  const strangers = ({ ring, items }: Cell<{ at: Place }>) =>
    items.filter((item) => !isWithin(item.at, ring));
  // The projection bends edges by a thousandth of a degree.
  expect(cells.flatMap(strangers).length).toBeLessThan(4);
});

it('has cells as large far from the equator as near it', () => {
  const [cell] = squareCells(at([10, 60]), 1000);
  const [first, second] = cell?.ring ?? [];
  const metres = Math.abs((second?.[0] ?? 0) - (first?.[0] ?? 0)) * DEGREE * Math.cos(Math.PI / 3);
  expect(metres).toBeCloseTo(1000, -1);
});

it.each([
  ['sum', 20],
  ['min', 2],
  ['max', 8],
  ['mean', 5],
  ['median', 5],
  ['count', 4],
  ['variance', 20 / 3],
  ['deviation', Math.sqrt(20 / 3)],
  ['p95', 7.7],
  ['p1', 2.06],
  ['junk', 20],
  ['__proto__', 20],
])('makes one number by %s', (way, number) => {
  expect(aggregated(way, [8, 2, 4, 6])).toBeCloseTo(number);
});

it('takes the spread of a single number for none', () => {
  expect(aggregated('variance', [3])).toBe(0);
  expect(aggregated('p99', [3])).toBe(3);
});
