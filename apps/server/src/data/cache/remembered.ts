import { LRUCache } from 'lru-cache';

/** How much is remembered. */
export interface Remembering {
  /** Entries; the one that was not asked for longest goes for a new one. */
  most: number;
  /** Characters of a name. What has a longer one is not remembered: a few hundred of those would fill the memory. */
  longest: number;
}

/** What was made of texts a moment ago, by those texts: of questions, of SQL. */
export class Remembered<Value extends object | number> extends LRUCache<string, Value> {
  constructor({ most, longest }: Remembering) {
    super({ max: most, maxEntrySize: longest, sizeCalculation: (_value, name) => name.length || 1 });
  }
}
