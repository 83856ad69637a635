import { plainText } from '../copy-forms.ts';

type Row = Readonly<Record<string, unknown>>;

/** A row that one of two runs has alone, or that both have with other values. */
export interface RowChange {
  kind: 'added' | 'removed' | 'changed';
  /** As it was, and as it is. */
  before: Row | undefined;
  after: Row | undefined;
  /** Columns whose values differ. */
  columns: readonly string[];
}

export interface RunDiff {
  changes: readonly RowChange[];
  /** Rows that both runs have. */
  same: number;
}

/**
 * What differs between the rows of two runs. Rows are the same one when they agree in the keys; of several that do, the
 * first is compared with the first. Without keys a row is told by all of its values, and none is a changed one.
 */
export function diffRows(
  before: readonly Row[],
  after: readonly Row[],
  columns: readonly string[],
  keys: readonly string[],
): RunDiff {
  const told = keys.length > 0 ? keys : columns;
  const waiting = new Map<string, Row[]>();
  for (const row of before) {
    const name = nameOf(row, told);
    const alike = waiting.get(name);
    if (alike) alike.push(row);
    else waiting.set(name, [row]);
  }
  // The first is taken first: a list is taken from its end.
  for (const alike of waiting.values()) alike.reverse();
  const changes: RowChange[] = [];
  let same = 0;
  for (const row of after) {
    const old = waiting.get(nameOf(row, told))?.pop();
    if (!old) {
      changes.push({ kind: 'added', before: undefined, after: row, columns: [] });
      continue;
    }
    const differing = columns.filter((column) => !isSame(old[column], row[column]));
    if (differing.length === 0) same += 1;
    else changes.push({ kind: 'changed', before: old, after: row, columns: differing });
  }
  const left = new Set([...waiting.values()].flat());
  for (const row of before)
    if (left.has(row)) changes.push({ kind: 'removed', before: row, after: undefined, columns: [] });
  return { changes, same };
}

/** The first column that tells all rows of both runs apart; undefined where none does. */
export function keyColumn(
  before: readonly Row[],
  after: readonly Row[],
  columns: readonly string[],
): string | undefined {
  const tells = (rows: readonly Row[], column: string) => {
    const seen = new Set<string>();
    for (const row of rows) {
      const value = row[column];
      if (value === null || value === undefined) return false;
      seen.add(plainText(value));
    }
    return seen.size === rows.length;
  };
  return columns.find((column) => tells(before, column) && tells(after, column));
}

function nameOf(row: Row, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => (row[column] == null ? null : plainText(row[column]))));
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one == null || other == null) return one == null && other == null;
  return plainText(one) === plainText(other);
}
