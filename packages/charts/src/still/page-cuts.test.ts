import { expect, test } from 'vitest';
import { pageCuts } from './page-cuts.ts';

test('what fits is one page', () => {
  expect(pageCuts(900, 1000, [])).toEqual([{ from: 0, to: 900 }]);
});

test('a page ends above what it would cut in two', () => {
  const rows = [
    { from: 0, to: 400 },
    { from: 416, to: 816 },
    // Beside each other, and not equally high.
    { from: 832, to: 1232 },
    { from: 780, to: 1100 },
    { from: 1248, to: 1648 },
  ];
  expect(pageCuts(1648, 1000, rows)).toEqual([
    { from: 0, to: 416 },
    { from: 416, to: 1248 },
    { from: 1248, to: 1648 },
  ]);
});

test('what is higher than a page is cut all the same, and nothing is lost', () => {
  const cuts = pageCuts(2500, 1000, [{ from: 100, to: 2400 }]);
  expect(cuts).toEqual([
    { from: 0, to: 100 },
    { from: 100, to: 1100 },
    { from: 1100, to: 2100 },
    { from: 2100, to: 2500 },
  ]);
});
