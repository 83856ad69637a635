import { GenericType } from '@chartroom/model';
import { expect, test } from 'vitest';
import { furtherPages, pageOf } from './result-json.ts';

/** Rows of so many columns; each cell is the number of its row. */
function rowsOf(length: number, columns: number) {
  const values = Array.from({ length }, (_, row) => row);
  const column = { name: 'c', kind: 'int', generic: GenericType.NUMERIC, nativeType: 'BIGINT' } as const;
  return { length, columns: Array.from({ length: columns }, () => ({ ...column, values })) };
}

test('rows of many cells come in pages, up to as many as may be shown', () => {
  const limits = { most: 100_000, hasPages: true, backend: 'duckdb' };
  const wide = rowsOf(25_000, 300);
  expect(furtherPages(wide, limits)).toBe(2);
  expect(pageOf(wide, 0, limits)).toBe(wide);
  expect(pageOf(wide, 2, limits)).toMatchObject({ length: 5_000 });
  expect(pageOf(wide, 1, limits).columns[299]?.values[0]).toBe(10_000);
  expect(pageOf(wide, 1, { ...limits, most: 12_000 }).length).toBe(2_000);
  expect(pageOf(wide, 3, limits).length).toBe(0);
  expect(furtherPages(rowsOf(25_000, 6), limits)).toBe(0);
  expect(furtherPages(wide, { ...limits, hasPages: false })).toBe(0);
});
