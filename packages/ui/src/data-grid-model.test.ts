import { expect, test } from 'vitest';
import { cellText, columnWidths, sortedOrder } from './data-grid-model.ts';

const columns = [
  { key: 'n', label: 'n', numeric: true },
  { key: 't', label: 't' },
];
const rows = [
  { n: 10, t: 'b' },
  { n: null, t: 'a10' },
  { n: 9, t: 'a9' },
];

test('numbers sort by size, texts naturally, nulls last both ways', () => {
  expect(sortedOrder(rows, columns, { key: 'n', descending: false }, '')).toEqual([2, 0, 1]);
  expect(sortedOrder(rows, columns, { key: 'n', descending: true }, '')).toEqual([0, 2, 1]);
  expect(sortedOrder(rows, columns, { key: 't', descending: false }, '')).toEqual([2, 1, 0]);
});

test('search looks into every cell', () => {
  expect(sortedOrder(rows, columns, undefined, 'A')).toEqual([1, 2]);
});

test('what has no value is said, objects are shown as JSON, widths stay within bounds', () => {
  expect(cellText({ key: 'n', label: 'n' }, null)).toBe('<NULL>');
  expect(cellText({ key: 'n', label: 'n' }, { a: 1 })).toBe('{"a":1}');
  for (const width of columnWidths(columns, [{ n: 1, t: 'x'.repeat(2000) }])) {
    expect(width).toBeGreaterThanOrEqual(72);
    expect(width).toBeLessThanOrEqual(420);
  }
});
