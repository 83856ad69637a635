import type { Layout } from './layout.ts';

/**
 * What a grid or a tab shows below each other where there is no room side by side: its components in the order of the
 * layout, rows and columns taken apart; those that the author has put in order by that. One that came later stands behind
 * the one that it follows in the layout.
 */
export function readingOrder(layout: Layout, container: string, order: readonly string[] = []): string[] {
  const natural = blocksIn(layout, container, new Set());
  const known = new Set(natural);
  const read = [...new Set(order)].filter((id) => known.has(id));
  for (const [at, id] of natural.entries()) {
    if (read.includes(id)) continue;
    const before = natural[at - 1];
    read.splice(before === undefined ? 0 : read.indexOf(before) + 1, 0, id);
  }
  return read;
}

/** The order in which everything is stored, once one container has another order. */
export function withReadingOrder(order: readonly string[], container: readonly string[]): string[] {
  const own = new Set(container);
  return [...order.filter((id) => !own.has(id)), ...container];
}

function blocksIn(layout: Layout, id: string, seen: Set<string>): string[] {
  return (layout[id]?.children ?? []).flatMap((child) => {
    const item = layout[child];
    if (!item || seen.has(child)) return [];
    seen.add(child);
    return item.type === 'ROW' || item.type === 'COLUMN' ? blocksIn(layout, child, seen) : [child];
  });
}
