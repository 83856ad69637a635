import { expect, test } from 'vitest';
import { summaryOf } from './column-summary.ts';

test('a column tells its nulls, distinct values, ends and parts', () => {
  const numbers = summaryOf([3, null, 1, 13, 1], true);
  expect(numbers).toMatchObject({ rows: 5, nulls: 1, distinct: 3, smallest: '1', greatest: '13' });
  expect(numbers.bars.map(({ count }) => count)).toEqual([2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(summaryOf(['b', 'a10', 'a9', 'b', ''], false)).toEqual({
    rows: 5,
    nulls: 0,
    distinct: 4,
    smallest: '',
    greatest: 'b',
    bars: [
      { label: 'b', count: 2 },
      { label: 'a10', count: 1 },
      { label: 'a9', count: 1 },
      { label: '', count: 1 },
    ],
  });
  expect(summaryOf([null], true)).toEqual({ rows: 1, nulls: 1, distinct: 0, bars: [] });
  expect(summaryOf([7, 7], true).bars).toEqual([{ label: '7', count: 2 }]);
});
