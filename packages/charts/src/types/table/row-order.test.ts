import { expect, it } from 'vitest';
import type { TableModel } from '../../chart-type.ts';
import { arrangedRows, pageLength } from './row-order.ts';

const table: TableModel = {
  columns: ['name', 'n'].map((key) => ({ key, label: key, align: 'left', numeric: false })),
  rows: [
    ['b10', 2],
    ['B9', null],
    ['a', 10],
  ].map((row) => row.map((value) => ({ value, text: String(value ?? 'N/A') }))),
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

it('pages large tables by itself', () => {
  expect(pageLength(undefined, 5000, 1)).toBe(0);
  expect(pageLength(undefined, 5001, 1)).toBe(200);
  expect(pageLength(0, 50000, 10)).toBe(0);
});
