import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grouped } from './grouped.ts';

test('whole numbers are written as the language rules have it', () => {
  for (const count of [0, 7, 100, 1_000, 123_456, -1_000, -999, 12_345_678_901_234n])
    expect(grouped(count)).toBe(count.toLocaleString('en'));
  fc.assert(fc.property(fc.maxSafeInteger(), (count) => grouped(count) === count.toLocaleString('en')));
});
