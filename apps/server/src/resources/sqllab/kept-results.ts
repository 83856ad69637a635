import type { Frame } from '@chartroom/query';

/** Rows of runs that nobody waited for, until they are fetched: the newest ones, up to a number of cells. */
export class KeptResults {
  readonly #kept = new Map<string, Frame>();
  readonly #most: number;
  #cells = 0;

  /** `most` cells are kept altogether. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Keeps a result; older ones make room. One that is larger than all the room is not kept. */
  keep(key: string, frame: Frame): void {
    const cells = cellsOf(frame);
    if (cells > this.#most) return;
    this.#kept.set(key, frame);
    this.#cells += cells;
    for (const [oldest, old] of this.#kept) {
      if (this.#cells <= this.#most) break;
      this.#kept.delete(oldest);
      this.#cells -= cellsOf(old);
    }
  }

  /** The rows under a key; undefined when they had to make room. */
  read(key: string): Frame | undefined {
    return this.#kept.get(key);
  }
}

function cellsOf(frame: Frame): number {
  return frame.length * frame.columns.length;
}
