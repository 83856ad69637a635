import { sizeOf } from './answer-body.ts';
import {
  type AnswerCache,
  type AnswerName,
  type Claim,
  type KeptAnswer,
  LARGEST_SHARE,
  type Looked,
} from './answer-cache.ts';

interface Entry {
  answer: KeptAnswer;
  stamp: string;
  /** Epoch milliseconds after which it is not given out any more. */
  goes: number;
}

/** The only process there is: whoever asks makes the answer. */
const MINE: Claim = { mine: true, release: () => undefined };

/** Answers in the memory of this process, the least recently asked for leaving first when the bytes exceed the bound. */
export class MemoryCache implements AnswerCache {
  readonly #most: number;
  readonly #now: () => number;
  readonly #kept = new Map<string, Entry>();
  /** How often a tag was forgotten. */
  readonly #forgotten = new Map<string, number>();
  #bytes = 0;

  /** `most` in bytes; 0 keeps nothing. `now` in epoch milliseconds. */
  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  async look({ key, tags }: AnswerName): Promise<Looked> {
    const stamp = this.#stampOf(tags);
    const entry = this.#kept.get(key);
    if (!entry) return { kept: undefined, stamp };
    if (entry.goes <= this.#now() || entry.stamp !== stamp) {
      this.#delete(key);
      return { kept: undefined, stamp };
    }
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    return { kept: entry.answer, stamp };
  }

  async set({ key }: AnswerName, stamp: string, answer: KeptAnswer, milliseconds: number): Promise<void> {
    this.#delete(key);
    const bytes = sizeOf(answer.pieces);
    if (bytes > this.#most * LARGEST_SHARE) return;
    this.#kept.set(key, { answer, stamp, goes: this.#now() + milliseconds });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) break;
      this.#delete(oldest);
    }
  }

  async forget(tags: readonly string[]): Promise<void> {
    for (const tag of tags) this.#forgotten.set(tag, (this.#forgotten.get(tag) ?? 0) + 1);
  }

  async claim(): Promise<Claim> {
    return MINE;
  }

  async close(): Promise<void> {
    this.#kept.clear();
    this.#bytes = 0;
  }

  #stampOf(tags: readonly string[]): string {
    let stamp = '';
    for (const tag of tags) stamp += `${this.#forgotten.get(tag) ?? 0} `;
    return stamp;
  }

  #delete(key: string): void {
    const entry = this.#kept.get(key);
    if (!entry) return;
    this.#kept.delete(key);
    this.#bytes -= sizeOf(entry.answer.pieces);
  }
}
