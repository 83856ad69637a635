import { expect, test } from 'vitest';
import { pagesShown } from './page-numbers.tsx';

test('shows the ends and what is around, and leaves out no single page', () => {
  expect(pagesShown(1, 2)).toEqual([1, 2]);
  expect(pagesShown(1, 9)).toEqual([1, 2, 3, -9, 9]);
  expect(pagesShown(5, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(pagesShown(6, 12)).toEqual([1, -4, 4, 5, 6, 7, 8, -12, 12]);
  expect(pagesShown(12, 12)).toEqual([1, -10, 10, 11, 12]);
});
