import type { CompiledQuery } from '@chartroom/query';
import type { Answer } from './answering.ts';

/** Ids of the rows that each group of an answer is made of, by the group's other cells that are no metrics. */
export type RowsRead = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * The rows behind an answer: of groups by the bits of their sum of weights, of raw rows by their ids. Undefined for
 * an answer that only counts rows.
 */
export function rowsRead({ query, columns }: CompiledQuery, { rows }: Answer): RowsRead | undefined {
  if (query.is_rowcount) return undefined;
  const weights = columns.findIndex(({ label, role }) => role === 'metric' && label === 'weights');
  const ids = columns.findIndex(({ label }) => label === 'id');
  const read = new Map<string, Set<number>>();
  for (const row of rows) {
    const key = JSON.stringify(row.filter((_, index) => columns[index]?.role !== 'metric').map(String));
    const found = read.get(key) ?? new Set();
    for (const id of weights >= 0 ? bits(row[weights]) : [Number(row[ids])]) found.add(id);
    read.set(key, found);
  }
  return read;
}

/** All rows behind an answer. */
export function allRows(read: RowsRead): Set<number> {
  return new Set([...read.values()].flatMap((ids) => [...ids]));
}

/** Places of the ones in a number; none in NULL, the sum of no rows. */
function bits(sum: unknown): number[] {
  if (sum === null) return [];
  const digits = BigInt(String(sum)).toString(2);
  return [...digits].flatMap((digit, index) => (digit === '1' ? [digits.length - 1 - index] : []));
}
