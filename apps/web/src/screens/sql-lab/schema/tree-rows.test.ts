import type { TableEntry, TableMetadata } from '@chartroom/model';
import { expect, test } from 'vitest';
import { TableFinder, treeRows } from './tree-rows.ts';

const entry = (value: string): TableEntry => ({ value, type: 'table', extra: null });
const column = (name: string) => ({ name, type: 'INT', longType: 'INT', keys: [], comment: null });
const described = (...names: string[]): TableMetadata => ({
  name: 't',
  comment: null,
  columns: names.map(column),
  primaryKey: {},
  foreignKeys: [],
  indexes: [],
  selectStar: '',
});

test('what begins with the text stands before what has it elsewhere', () => {
  const finder = new TableFinder(['all_orders', 'Orders', 'order_lines', 'people'].map(entry));
  expect(finder.find(' ORDER ').map(({ value }) => value)).toEqual(['Orders', 'order_lines', 'all_orders']);
  expect(finder.find('').length).toBe(4);
});

test('columns stand below their table, as they are or by their names', () => {
  const partitions = { latest: '2024', partitionQuery: 'SELECT' };
  const open = new Map([
    ['a', { data: { ...described('z'), partitions }, error: null }],
    ['b', { data: described('y', 'x'), error: null }],
    ['c', { data: undefined, error: null }],
  ]);
  const lines = (sorted: string[]) =>
    treeRows(['a', 'b', 'c'].map(entry), open, new Set(sorted)).map((row) =>
      row.kind === 'column' ? row.column.name : `${row.kind} ${row.table.value} ${row.isOpen ?? ''}`.trim(),
    );
  expect(lines([])).toEqual([
    'table a true',
    'partition a',
    'z',
    'table b true',
    'y',
    'x',
    'table c true',
    'note c',
  ]);
  expect(lines(['b']).slice(4, 6)).toEqual(['x', 'y']);
});

test('of a hundred thousand tables all that have the text are found, in their order', () => {
  const names = Array.from({ length: 100_000 }, (_, at) => `warehouse_table_${at}_history`);
  const finder = new TableFinder(names.map(entry));
  const found = treeRows(finder.find('_history'), new Map(), new Set());
  expect(found.map((row) => row.table.value)).toEqual(names);
  expect(treeRows(finder.find('table_99999_'), new Map(), new Set())).toHaveLength(1);
});
