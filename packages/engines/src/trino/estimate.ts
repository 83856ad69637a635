import type { CostEstimate } from '../engine.ts';
import { objectOf } from '../files/json-members.ts';

const FACTS: readonly (readonly [key: string, label: string, unit: string])[] = [
  ['outputRowCount', 'Output count', ' rows'],
  ['outputSizeInBytes', 'Output size', 'B'],
  ['cpuCost', 'CPU cost', ''],
  ['maxMemory', 'Max memory', 'B'],
  ['networkCost', 'Network cost', ''],
];

/** What `EXPLAIN (TYPE IO, FORMAT JSON)` estimates, in the words of contract/query.md §3.5. */
export function costOf(plan: unknown): CostEstimate {
  const estimate = objectOf(objectOf(plan).estimate);
  const known = FACTS.filter(([key]) => estimate[key] !== undefined && estimate[key] !== null);
  return Object.fromEntries(known.map(([key, label, unit]) => [label, scaled(estimate[key], unit).trim()]));
}

/** Steps of 1000, whole numbers: 904500000000 → `904 G`; what is no number (`NaN`) as it is. */
function scaled(value: unknown, unit: string): string {
  let number = Math.trunc(Number(value));
  if (!Number.isFinite(number)) return String(value);
  let prefix = '';
  for (const next of ['K', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y']) {
    if (number <= 1000) break;
    number = Math.floor(number / 1000);
    prefix = next;
  }
  return `${number} ${prefix}${unit}`;
}
