const KEY = 'sqllab__tab_order';

/** Tabs as they were put in order in this browser; those that it does not know come last. */
export function inOrder<Tab extends { id: number }>(
  tabs: readonly Tab[],
  storage: Pick<Storage, 'getItem'> | undefined,
): Tab[] {
  const order = readOrder(storage);
  const place = ({ id }: Tab) => (order.has(id) ? Number(order.get(id)) : Number.POSITIVE_INFINITY);
  // Sorting leaves what has the same place as it is.
  return [...tabs].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

/** Remembers the order of tabs. */
export function rememberOrder(
  tabs: readonly { id: number }[],
  storage: Pick<Storage, 'setItem'> | undefined,
): void {
  try {
    storage?.setItem(KEY, JSON.stringify(tabs.map(({ id }) => id)));
  } catch {
    // Then it holds until the page ends.
  }
}

/** A list with one of its members at another place. */
export function withMoved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items[from];
  if (moved === undefined) return [...items];
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, moved);
}

function readOrder(storage: Pick<Storage, 'getItem'> | undefined): Map<number, number> {
  try {
    const ids: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]');
    return new Map(Array.isArray(ids) ? ids.map((id, at) => [Number(id), at]) : []);
  } catch {
    return new Map();
  }
}
