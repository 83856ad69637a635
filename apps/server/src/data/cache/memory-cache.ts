import { LRUCache } from 'lru-cache';
import { sizeOf } from '../writing/answer-body.ts';
import {
  type AnswerCache,
  type AnswerName,
  type CachedAnswer,
  type Claim,
  LARGEST_SHARE,
  type Looked,
} from './answer-cache.ts';

interface Entry {
  answer: CachedAnswer;
  stamp: string;
}

/** The only process there is: whoever asks makes the answer. */
const MINE: Claim = { mine: true, release: () => undefined };

/** Answers in the memory of this process, the least recently asked for leaving first when the bytes exceed the bound. */
export class MemoryCache implements AnswerCache {
  /** Nothing where no answer is small enough. */
  readonly #kept: LRUCache<string, Entry> | undefined;
  /** How often a tag was forgotten. */
  readonly #forgotten = new Map<string, number>();

  /** `most` in bytes; 0 keeps nothing. `now` in epoch milliseconds. */
  constructor(most: number, now: () => number) {
    const largest = Math.floor(most * LARGEST_SHARE);
    if (largest > 0)
      this.#kept = new LRUCache({
        maxSize: most,
        maxEntrySize: largest,
        sizeCalculation: ({ answer }) => sizeOf(answer.pieces) || 1,
        ttlResolution: 0,
        perf: { now },
      });
  }

  async look({ key, tags }: AnswerName): Promise<Looked> {
    const stamp = this.#stampOf(tags);
    const entry = this.#kept?.get(key);
    if (entry?.stamp === stamp) return { kept: entry.answer, stamp };
    this.#kept?.delete(key);
    return { kept: undefined, stamp };
  }

  async set({ key }: AnswerName, stamp: string, answer: CachedAnswer, milliseconds: number): Promise<void> {
    if (milliseconds > 0) this.#kept?.set(key, { answer, stamp }, { ttl: milliseconds });
    else this.#kept?.delete(key);
  }

  async forget(tags: readonly string[]): Promise<void> {
    for (const tag of tags) this.#forgotten.set(tag, (this.#forgotten.get(tag) ?? 0) + 1);
  }

  async claim(): Promise<Claim> {
    return MINE;
  }

  async close(): Promise<void> {
    this.#kept?.clear();
  }

  #stampOf(tags: readonly string[]): string {
    let stamp = '';
    for (const tag of tags) stamp += `${this.#forgotten.get(tag) ?? 0} `;
    return stamp;
  }
}
