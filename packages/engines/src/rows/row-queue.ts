import type { Cell } from '@chartroom/query';
import { bytesOf } from './answer-bounds.ts';

/** Rows that the reader waits for, rows at which the server has to wait, and rows at which it goes on. */
const BATCH_ROWS = 1_000;
const PAUSE_AT = 5_000;
const RESUME_AT = 1_000;
/** Bytes at which the reader has enough, and at which the server has to wait, however few the rows are. */
const BATCH_BYTES = 4 * 2 ** 20;
const PAUSE_BYTES = 4 * BATCH_BYTES;

/** How a server is made to wait: by not reading what it sends. */
export interface Flow {
  pause(): void;
  resume(): void;
}

/** Rows that a server sends at its own pace, read ahead a little: then the server waits for the reader. */
export class RowQueue {
  readonly #flow: Flow;
  #rows: Cell[][] = [];
  /** Bytes of the rows that wait. */
  #bytes = 0;
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
    this.#bytes += bytesOfRow(row);
    if ((this.#rows.length >= PAUSE_AT || this.#bytes >= PAUSE_BYTES) && !this.#paused) {
      this.#paused = true;
      this.#flow.pause();
    }
    if (this.#has(BATCH_ROWS)) this.#notify();
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
    while (!this.ended && !this.#has(wanted)) {
      this.#resume();
      if (!this.ended && !this.#has(wanted)) await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (this.#failure) throw this.#failure.error;
    if (this.#rows.length === 0) return null;
    const taken = this.#take(limit);
    if (this.#rows.length < RESUME_AT && this.#bytes < BATCH_BYTES) this.#resume();
    return taken;
  }

  /** Whether the reader has enough: so many rows, or fewer that are large. */
  #has(rows: number): boolean {
    return this.#rows.length >= rows || this.#bytes >= BATCH_BYTES;
  }

  /** The first rows: at most so many, and of large ones fewer, at least one. */
  #take(limit: number): Cell[][] {
    if (this.#bytes <= BATCH_BYTES && this.#rows.length <= limit) {
      this.#bytes = 0;
      return this.#rows.splice(0);
    }
    let count = 0;
    for (let bytes = 0; count < Math.min(limit, this.#rows.length); count++) {
      const size = bytesOfRow(this.#rows[count] ?? []);
      if (count > 0 && bytes + size > BATCH_BYTES) break;
      bytes += size;
      this.#bytes -= size;
    }
    return this.#rows.splice(0, count);
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

function bytesOfRow(row: readonly Cell[]): number {
  let bytes = 0;
  for (const cell of row) bytes += bytesOf(cell);
  return bytes;
}
