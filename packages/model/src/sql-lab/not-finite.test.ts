import { expect, test } from 'vitest';
import { restoreNotFinite } from './not-finite.ts';

test('numbers that JSON has no word for take the places of their nulls', () => {
  const data: Record<string, unknown>[] = [
    { x: null, y: null },
    { x: 1, y: null },
    { x: null, y: 2 },
  ];
  restoreNotFinite({
    data,
    notFinite: [
      { column: 'x', value: 'NaN', rows: [0] },
      // A page may be cut behind what is told.
      { column: 'x', value: '-Infinity', rows: [2, 9] },
    ],
  });
  expect(data).toEqual([
    { x: Number.NaN, y: null },
    { x: 1, y: null },
    { x: Number.NEGATIVE_INFINITY, y: 2 },
  ]);
  expect(() => restoreNotFinite({ data })).not.toThrow();
});
