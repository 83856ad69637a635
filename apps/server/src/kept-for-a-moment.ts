/** Values that are read often and change seldom: kept for a moment, forgotten at once when this process changes them. */
export interface Shelf<Key, Value> {
  get(key: Key, read: () => Promise<Value>): Promise<Value>;
  /** Forgets one, or all. */
  forget(key?: Key): void;
}

/** `milliseconds`: how long another process's change may go unnoticed. */
export function createShelf<Key, Value>(options: {
  milliseconds: number;
  most: number;
  now: () => Date;
}): Shelf<Key, Value> {
  const kept = new Map<Key, { value: Promise<Value>; until: number }>();
  return {
    get: (key, read) => {
      const at = options.now().getTime();
      const known = kept.get(key);
      if (known && known.until > at) return known.value;
      if (kept.size >= options.most) kept.clear();
      const value = read();
      kept.set(key, { value, until: at + options.milliseconds });
      value.catch(() => kept.delete(key));
      return value;
    },
    forget: (key) => {
      if (key === undefined) kept.clear();
      else kept.delete(key);
    },
  };
}
