/** An answer as it is kept: the part of its JSON that a hit and a miss share, and when it was made. */
export interface KeptAnswer {
  bytes: Buffer;
  /** ISO time in UTC, whole seconds. */
  madeAt: string;
  /** Epoch milliseconds after which it is stale. */
  until: number;
}

/** Answers by key, the least recently asked for leaving first when the bytes exceed the bound. */
export class AnswerCache {
  readonly #most: number;
  readonly #kept = new Map<string, KeptAnswer>();
  #bytes = 0;

  /** `most` in bytes; 0 keeps nothing. */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, now: number): KeptAnswer | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    if (kept.until <= now) {
      this.#bytes -= kept.bytes.length;
      return undefined;
    }
    this.#kept.set(key, kept);
    return kept;
  }

  /** An answer larger than an eighth of the bound is not kept: it would push everything else out. */
  set(key: string, answer: KeptAnswer): void {
    this.delete(key);
    if (answer.bytes.length > this.#most / 8) return;
    this.#kept.set(key, answer);
    this.#bytes += answer.bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#bytes -= kept.bytes.length;
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }
}
