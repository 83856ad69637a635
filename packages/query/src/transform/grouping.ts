import type { Cell } from '../frame.ts';
import { compareCells } from './table.ts';
import type { Work } from './work.ts';

/** Rows that share the values of some columns. */
export interface Group {
  key: Cell[];
  rows: number[];
}

/**
 * Groups of rows by key columns, in the order of the keys; one of all rows without any. Rows with a null in the key belong to
 * none, unless that part of it may lack.
 */
export function groupRows(
  keys: readonly (readonly Cell[])[],
  length: number,
  work: Work,
  mayLack: readonly boolean[] = [],
): Group[] {
  if (keys.length === 0) return [{ key: [], rows: Array.from({ length }, (_, row) => row) }];
  const groups = new Map<string, Group>();
  for (let row = 0; row < length; row++) {
    work.spend(keys.length * 4);
    const key = keys.map((values) => values[row] ?? null);
    if (key.some((cell, part) => (cell === null && !mayLack[part]) || Number.isNaN(cell))) continue;
    const name = keyText(key);
    const group = groups.get(name);
    if (group) group.rows.push(row);
    else groups.set(name, { key, rows: [row] });
  }
  return work.sort([...groups.values()], (a, b) => compareKeys(a.key, b.key));
}

/** A text that only equal keys share. */
export function keyText(key: readonly Cell[]): string {
  return key.map((cell) => `${typeof cell}:${String(cell)}`).join('\u0000');
}

/** Order of keys, part by part; shorter keys and nulls last. */
export function compareKeys(a: readonly Cell[], b: readonly Cell[]): number {
  for (const [place, cell] of a.entries()) {
    const other = b[place] ?? null;
    if (cell === null || other === null) {
      if (cell !== other) return cell === null ? 1 : -1;
      continue;
    }
    const order = compareCells(cell, other);
    if (order !== 0) return order;
  }
  return 0;
}
