import { expect, test } from 'vitest';
import { Remembered } from './remembered.ts';

test('H8: whole questions and scripts of megabytes were remembered by the hundred; now few are, and none that is long', () => {
  const remembered = new Remembered<number>({ most: 3, longest: 10 });
  for (const [value, name] of ['a', 'b', 'c', 'd', 'x'.repeat(11)].entries()) remembered.set(name, value);
  expect(['a', 'b', 'c', 'd', 'x'.repeat(11)].map((name) => remembered.get(name))).toEqual([
    undefined,
    1,
    2,
    3,
    undefined,
  ]);
  remembered.delete('b');
  expect(remembered.get('b')).toBe(undefined);
});
