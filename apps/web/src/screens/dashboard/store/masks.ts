import type { DataMasks } from '@chartroom/model';

/** Charts whose question changes when the masks change. */
export function affectedCharts(
  before: DataMasks,
  after: DataMasks,
  scopes: ReadonlyMap<string, number[]>,
): number[] {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (id) =>
      JSON.stringify(before[id]?.extraFormData ?? {}) !== JSON.stringify(after[id]?.extraFormData ?? {}),
  );
  return [...new Set(changed.flatMap((id) => scopes.get(id) ?? []))];
}
