import type { ColumnBatch } from '@chartroom/query';

/** A queue of batches between a producer (a pipe, a cursor) and the one reader of a result. */
export class RowStream implements AsyncIterable<ColumnBatch> {
  readonly #queue: Iterable<ColumnBatch>[] = [];
  #ended = false;
  #failure: { error: unknown } | undefined;
  #wake: (() => void) | undefined;
  readonly #onPulled: () => void;
  readonly #onLeft: () => void;

  /** `onPulled` is called for each message taken; `onLeft` when the reader goes before the end. */
  constructor(callbacks: { onPulled: () => void; onLeft: () => void }) {
    this.#onPulled = callbacks.onPulled;
    this.#onLeft = callbacks.onLeft;
  }

  /** Adds one message's batches; they may be made when their turn comes. */
  push(batches: Iterable<ColumnBatch>): void {
    this.#queue.push(batches);
    this.#notify();
  }

  end(): void {
    this.#ended = true;
    this.#notify();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#notify();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<ColumnBatch> {
    let complete = false;
    try {
      for (;;) {
        if (this.#failure) throw this.#failure.error;
        const batches = this.#queue.shift();
        if (batches) {
          yield* batches;
          this.#onPulled();
        } else if (this.#ended) break;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
      complete = true;
    } finally {
      if (!complete) this.#onLeft();
    }
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
