import { expect, test } from 'vitest';
import {
  areaOf,
  cellsInView,
  cellText,
  columnEdges,
  columnRules,
  columnWidths,
  filledWidths,
  movedKey,
  nextFocus,
  nextSort,
  placesInView,
  RowPlaces,
  rowsReaching,
  sortedOrder,
} from './data-grid-model.ts';

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
  expect(sortedOrder(rows, columns, { key: 'n', desc: false }, '')).toEqual([2, 0, 1]);
  expect(sortedOrder(rows, columns, { key: 'n', desc: true }, '')).toEqual([0, 2, 1]);
  expect(sortedOrder(rows, columns, { key: 't', desc: false }, '')).toEqual([2, 1, 0]);
});

test('what is no number comes after all numbers, those without an end at theirs', () => {
  const odd = [NaN, 1, Infinity, null, -Infinity, NaN].map((n) => ({ n }));
  expect(sortedOrder(odd, columns, { key: 'n', desc: false }, '')).toEqual([4, 1, 2, 0, 5, 3]);
  expect(sortedOrder(odd, columns, { key: 'n', desc: true }, '')).toEqual([0, 5, 2, 1, 4, 3]);
});

test('search looks into every cell', () => {
  expect(sortedOrder(rows, columns, undefined, 'A')).toEqual([1, 2]);
});

test('what has no value is said, objects are shown as JSON, widths stay within bounds', () => {
  expect(cellText({ key: 'n', label: 'n' }, null)).toBe('NULL');
  expect(cellText({ key: 'n', label: 'n' }, { a: 1 })).toBe('{"a":1}');
  expect([true, false].map((value) => cellText({ key: 'n', label: 'n' }, value))).toEqual(['True', 'False']);
  expect(cellText({ key: 'n', label: 'n' }, Number.NEGATIVE_INFINITY)).toBe('-Infinity');
  for (const width of columnWidths(columns, [{ n: 1, t: 'x'.repeat(2000) }])) {
    expect(width).toBeGreaterThanOrEqual(72);
    expect(width).toBeLessThanOrEqual(420);
  }
});

test('a header sorts up, down and not at all; a column takes the place of another', () => {
  const up = nextSort({ key: 't', desc: true }, 'n');
  expect(up).toEqual({ key: 'n', desc: false });
  const down = nextSort(up, 'n');
  expect(down).toEqual({ key: 'n', desc: true });
  expect(nextSort(down, 'n')).toBeUndefined();
  expect(movedKey(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
  expect(movedKey(['a', 'b'], 'x', 'a')).toEqual(['a', 'b']);
});

test('columns fill the room that is left, each by its share', () => {
  expect(filledWidths([100, 300], 800)).toEqual([200, 600]);
  expect(filledWidths([100, 300], 200)).toEqual([100, 300]);
  expect(columnEdges([100, 300], 56)).toEqual([56, 156, 456]);
});

test('cells that cover several places are seen from each of them', () => {
  const line = (cells: Record<number, { span?: number }>) => (column: number) => cells[column];
  const places = (cells: Record<number, { span?: number }>, shown: number[]) =>
    cellsInView(line(cells), shown).map(({ at }) => at);
  expect(places({ 0: {}, 1: {}, 2: {} }, [0, 1, 2])).toEqual([0, 1, 2]);
  expect(places({ 0: {}, 1: { span: 9 }, 10: {} }, [0, 5, 6, 10])).toEqual([0, 1, 10]);
  // A row whose first cell stands in a row above.
  expect(places({ 1: {}, 2: {} }, [0, 1, 2])).toEqual([1, 2]);
  expect(placesInView(2, 5, 7)).toEqual([0, 1, 5, 6, 7]);
  expect(placesInView(2, 1, 2)).toEqual([0, 1, 2]);
  expect(placesInView(2, 0, -1)).toEqual([]);
  expect(
    rowsReaching(
      [
        { row: 0, rowSpan: 50 },
        { row: 40, rowSpan: 5 },
        { row: 44, rowSpan: 9 },
      ],
      45,
    ),
  ).toEqual([0, 44]);
});

test('cells between two corners are marked, in whatever order the columns stand', () => {
  const order = [2, 0, 1];
  expect(areaOf({ row: 5, column: 2 }, { row: 3, column: 1 }, order)).toEqual({
    from: 3,
    to: 5,
    columns: [0, 1],
  });
  expect(areaOf({ row: 0, column: 0 }, { row: 0, column: 0 }, order)).toEqual({
    from: 0,
    to: 0,
    columns: [2],
  });
});

test('keys walk within the grid', () => {
  const walk = (key: string, far = false) => nextFocus(key, { row: 1, column: 1 }, 100, 3, far);
  expect(walk('ArrowDown')).toEqual({ row: 2, column: 1 });
  expect(walk('ArrowRight', true)).toEqual({ row: 1, column: 2 });
  expect(walk('PageUp')).toEqual({ row: 0, column: 1 });
  expect(walk('End', true)).toEqual({ row: 99, column: 2 });
  expect(walk('x')).toBeUndefined();
});

test('each column has a rule that places its cells, and the numbers of rows one before them', () => {
  expect(columnRules('g', [56, 156, 200]).split('\n')).toEqual([
    '.gn{width:56px}',
    '.g0{width:100px;inset-inline-start:56px}',
    '.g1{width:44px;inset-inline-start:156px}',
  ]);
});

test('rows that leave the view leave their elements to those that come, and the others keep theirs', () => {
  const places = new RowPlaces();
  expect(places.of([0, 1, 2])).toEqual([0, 1, 2]);
  expect(places.of([0, 1, 2])).toEqual([0, 1, 2]);
  expect(places.of([2, 3, 4, 5])).toEqual([2, 0, 1, 3]);
  expect(places.of([90, 91, 92, 93])).toEqual([2, 0, 1, 3]);
  expect(places.of([])).toEqual([]);
  expect(new Set(places.of([1, 2, 3])).size).toBe(3);
});
