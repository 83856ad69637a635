import type { Cell } from '@chartroom/query';

/** Rows that the reader waits for, rows at which the server has to wait, and rows at which it goes on. */
const BATCH_ROWS = 1_000;
const PAUSE_AT = 5_000;
const RESUME_AT = 1_000;

/** How a server is made to wait: by not reading what it sends. */
export interface Flow {
  pause(): void;
  resume(): void;
}

/** Rows that a server sends at its own pace, read ahead a little: then the server waits for the reader. */
export class RowQueue {
  readonly #flow: Flow;
  #rows: Cell[][] = [];
  #ended = false;
  #failure: { error: unknown } | undefined;
  #paused = false;
  #wake: (() => void) | undefined;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /** Whether the server has nothing more to say. */
  get ended(): boolean {
    return this.#ended || this.#failure !== undefined;
  }

  add(row: Cell[]): void {
    this.#rows.push(row);
    if (this.#rows.length >= PAUSE_AT && !this.#paused) {
      this.#paused = true;
      this.#flow.pause();
    }
    if (this.#rows.length >= BATCH_ROWS) this.#notify();
  }

  end(): void {
    this.#ended = true;
    this.#notify();
  }

  /** Ends the rows with an error, unless they have ended. */
  fail(error: unknown): void {
    if (this.ended) return;
    this.#failure = { error };
    this.#notify();
  }

  /** The next rows, at most `limit`; null at the end. Rejects with what ended the rows before their end. */
  async next(limit: number): Promise<Cell[][] | null> {
    const wanted = Math.min(limit, BATCH_ROWS);
    while (!this.ended && this.#rows.length < wanted) {
      this.#resume();
      if (!this.ended && this.#rows.length < wanted) await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (this.#failure) throw this.#failure.error;
    if (this.#rows.length === 0) return null;
    const taken = this.#rows.splice(0, limit);
    if (this.#rows.length < RESUME_AT) this.#resume();
    return taken;
  }

  #resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#flow.resume();
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
