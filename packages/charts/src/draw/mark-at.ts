import type { DrawnMark } from '../chart-type.ts';

/** What a mark stands for. Several may have one name; the mark's place tells them apart. */
export function markAt<T extends { name: string }>(
  drawn: readonly T[],
  { name, dataIndex }: Pick<DrawnMark, 'name' | 'dataIndex'>,
): T | undefined {
  const placed = dataIndex === undefined ? undefined : drawn[dataIndex];
  return placed?.name === name ? placed : drawn.find((each) => each.name === name);
}
