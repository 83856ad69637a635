import { compareNames } from '../../format/collated.ts';
import type { PivotValue } from './aggregators.ts';
import { type AxisKey, keyId, type Level, METRIC, type Part } from './pivot-data.ts';

export interface OrderRequest {
  keys: readonly AxisKey[];
  levels: readonly Level[];
  /** `key_a_to_z`, `key_z_to_a`, `value_a_to_z` or `value_z_to_a`; the first when it is none of them. */
  order: unknown;
  /** Labels of the metrics as they were chosen: their order. */
  metrics: readonly string[];
  /** Groups stay together: there are subtotals. */
  grouped: boolean;
  /** Total of a key, or of a group of keys. */
  total(key: AxisKey): PivotValue | null;
}

/** The keys of an axis by name or by their totals; metrics always stand as they were chosen. */
export function orderedKeys({ keys, levels, order, metrics, grouped, total }: OrderRequest): AxisKey[] {
  const descending = order === 'key_z_to_a' || order === 'value_z_to_a' ? -1 : 1;
  const byKey = (a: AxisKey, b: AxisKey, sign: number) => {
    for (const [index, level] of levels.entries()) {
      const [left, right] = [a[index], b[index]];
      if (!left || !right) continue;
      const isMetric = level.column === METRIC;
      const difference = isMetric
        ? place(metrics, left) - place(metrics, right)
        : sign * compareParts(left, right);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  if (order !== 'value_a_to_z' && order !== 'value_z_to_a')
    return keys.toSorted((a, b) => byKey(a, b, descending));
  const totals = new Map<string, PivotValue | null>();
  const known = (key: AxisKey) => {
    const id = keyId(key);
    const found = totals.get(id) ?? total(key);
    totals.set(id, found);
    return found;
  };
  const byValue = (a: AxisKey, b: AxisKey) => descending * compareValues(known(a), known(b));
  return keys.toSorted((a, b) => {
    if (!grouped) return byValue(a, b) || byKey(a, b, 1);
    const at = levels.findIndex((_, index) => a[index]?.value !== b[index]?.value);
    if (at < 0) return 0;
    if (levels[at]?.column === METRIC) return byKey(a, b, 1);
    return byValue(a.slice(0, at + 1), b.slice(0, at + 1)) || byKey(a, b, 1);
  });
}

function place(metrics: readonly string[], { value }: Part): number {
  return metrics.indexOf(String(value));
}

function compareParts({ value: a, text: left }: Part, { value: b, text: right }: Part): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareNames(left, right);
}

function compareValues(a: PivotValue | null, b: PivotValue | null): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a === null || b === null) {
    if (a === b) return 0;
    return a === null ? -1 : 1;
  }
  return compareNames(String(a), String(b));
}

/** One line of an axis: a plain key, or a group that stands for its members. */
export interface AxisLine {
  key: AxisKey;
  /** Its members are hidden. */
  collapsed: boolean;
}

/** The lines of an axis: keys, subtotals of their groups before or behind them, closed groups as one line. */
export function axisLines(
  keys: readonly AxisKey[],
  depth: number,
  { subtotals, first, collapsed }: { subtotals: boolean; first: boolean; collapsed: ReadonlySet<string> },
): AxisLine[] {
  const lines = (members: readonly AxisKey[], level: number): AxisLine[] => {
    if (level === depth) return members.map((key) => ({ key, collapsed: false }));
    return runs(members, level).flatMap((run) => {
      const key = run[0]?.slice(0, level + 1) ?? [];
      if (level + 1 === depth) return lines(run, depth);
      if (collapsed.has(keyId(key))) return [{ key, collapsed: true }];
      const inner = lines(run, level + 1);
      if (!subtotals) return inner;
      return first ? [{ key, collapsed: false }, ...inner] : [...inner, { key, collapsed: false }];
    });
  };
  return lines(keys, 0);
}

/** Neighbours that share the values up to a level. */
function runs(keys: readonly AxisKey[], level: number): AxisKey[][] {
  const found: AxisKey[][] = [];
  let last: string | undefined;
  for (const key of keys) {
    const id = keyId(key.slice(0, level + 1));
    if (id === last) found.at(-1)?.push(key);
    else found.push([key]);
    last = id;
  }
  return found;
}
