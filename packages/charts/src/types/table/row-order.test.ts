import { expect, it } from 'vitest';
import type { TableModel } from '../../chart-type.ts';
import { arrangedRows, movedKey, pageLength, reorderedColumns } from './row-order.ts';

const table: TableModel = {
  columns: ['name', 'n'].map((key) => ({ key, label: key, align: 'left', numeric: false })),
  rows: [
    ['b10', 2],
    ['B9', null],
    ['a', 10],
  ].map((row) => row.map((value) => ({ value, text: String(value ?? 'N/A') }))),
  totals: [
    { value: null, text: 'Summary' },
    { value: 12, text: '12' },
  ],
  rowCount: 3,
};
const texts = (rows: TableModel['rows']) => rows.map((row) => row[0]?.text);

it('sorts numbers as numbers, names as people do, and missing values last', () => {
  expect(texts(arrangedRows(table, '', undefined))).toEqual(['b10', 'B9', 'a']);
  expect(texts(arrangedRows(table, '', { key: 'name', desc: false }))).toEqual(['a', 'B9', 'b10']);
  expect(texts(arrangedRows(table, '', { key: 'n', desc: false }))).toEqual(['b10', 'a', 'B9']);
  expect(texts(arrangedRows(table, '', { key: 'n', desc: true }))).toEqual(['a', 'b10', 'B9']);
});

it('finds rows by any of their cells, whatever the case', () => {
  expect(texts(arrangedRows(table, ' B ', undefined))).toEqual(['b10', 'B9']);
  expect(texts(arrangedRows(table, '10', undefined))).toEqual(['b10', 'a']);
});

it('moves a column into the place of another, with its totals', () => {
  expect(movedKey(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
  expect(movedKey(['a', 'b'], 'x', 'a')).toEqual(['a', 'b']);
  const moved = reorderedColumns(table, ['n', 'name']);
  expect(moved.columns.map((column) => column.key)).toEqual(['n', 'name']);
  expect(moved.totals?.map((cell) => cell.text)).toEqual(['12', 'Summary']);
});

it('pages large tables by itself', () => {
  expect(pageLength(undefined, 5000, 1)).toBe(0);
  expect(pageLength(undefined, 5001, 1)).toBe(200);
  expect(pageLength(0, 50000, 10)).toBe(0);
});
