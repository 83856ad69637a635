import { expect, test } from 'vitest';
import { inOrder, withMoved } from './tab-order.ts';

test('tabs stand as they were put; new ones come last', () => {
  const tabs = [1, 2, 3, 4, 5].map((id) => ({ id }));
  const ordered = (text: string | null) => inOrder(tabs, { getItem: () => text }).map(({ id }) => id);
  expect(ordered('[3,9,1]')).toEqual([3, 1, 2, 4, 5]);
  expect(ordered('nonsense')).toEqual([1, 2, 3, 4, 5]);
  expect(ordered(null)).toEqual([1, 2, 3, 4, 5]);
});

test('a tab is put where it is dropped, and nowhere beyond the ends', () => {
  expect(withMoved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(withMoved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(withMoved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a']);
  expect(withMoved(['a'], 4, 0)).toEqual(['a']);
});
