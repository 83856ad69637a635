import { expect, test } from 'vitest';
import { moved, plainView, toggled, viewedColumns, viewedRows } from './result-rows.ts';

const columns = ['a', 'b', 'c'].map((key) => ({ key, label: key }));
const rows = [
  { a: 1, b: 'x', c: 'hidden' },
  { a: 3, b: 'y', c: null },
  { a: 2, b: 'x', c: null },
];
const plain = plainView(columns);

test('rows pass every filter and the search of what is in sight, in the order of the sort', () => {
  const view = { ...plain, filters: { a: '>=1', b: 'x' }, sort: { key: 'a', desc: true } };
  expect(viewedRows(rows, columns, view, '').map(({ a }) => a)).toEqual([2, 1]);
  expect(viewedRows(rows, columns, plain, 'hidd')).toHaveLength(1);
  expect(viewedRows(rows, columns, { ...plain, hidden: ['c'] }, 'hidd')).toHaveLength(0);
  expect(viewedRows(rows, columns, plain, '')).toBe(rows);
});

test('pinned columns stand first, and a column that is put among them is one of them', () => {
  const keys = (view: typeof plain) => viewedColumns(columns, view).columns.map(({ key }) => key);
  const pinned = { ...plain, pinned: toggled([], 'c') };
  expect(keys(pinned)).toEqual(['c', 'a', 'b']);
  const both = moved(pinned, 'b', 'c');
  expect(viewedColumns(columns, both)).toMatchObject({ pinned: 2 });
  expect(keys(both)).toEqual(['b', 'c', 'a']);
  expect(viewedColumns(columns, moved(both, 'c', 'a'))).toMatchObject({ pinned: 1 });
  expect(keys({ ...plain, hidden: toggled(['b'], 'a') })).toEqual(['c']);
  expect(toggled(['b'], 'b')).toEqual([]);
});
