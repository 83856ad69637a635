import { LRUCache } from 'lru-cache';

/** Values that are read often and change seldom: kept for a moment, forgotten at once when this process changes them. */
export interface ShortCache<Key, Value> {
  get(key: Key, read: () => Promise<Value>): Promise<Value>;
  /** Forgets all. */
  forget(): void;
}

/** `milliseconds`: how long another process's change may go unnoticed. */
export function createShortCache<Key extends string | number, Value>(options: {
  milliseconds: number;
  most: number;
  now: () => Date;
}): ShortCache<Key, Value> {
  const kept = new LRUCache<Key, Promise<Value>>({
    max: options.most,
    ttl: options.milliseconds,
    ttlResolution: 0,
    perf: { now: () => options.now().getTime() },
  });
  return {
    get: (key, read) => {
      const known = kept.get(key);
      if (known) return known;
      const value = read();
      kept.set(key, value);
      value.catch(() => kept.delete(key));
      return value;
    },
    forget: () => kept.clear(),
  };
}
