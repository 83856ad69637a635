import { WaitingLine } from './waiting-line.ts';

export interface PlacesOptions {
  /** Places that are taken at a time. */
  atOnce: number;
  /** Of those at most so many are one person's; absent = all. */
  perPerson?: number;
}

/** Places to work in, for which people take turns: whoever has most of them waits longest. */
export class Places {
  readonly #options: PlacesOptions;
  readonly #line = new WaitingLine();
  readonly #waiting = new Map<number, { asker: string; come: () => void }>();
  #taken = 0;
  #nextId = 1;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** How many of one person's wishes wait. */
  waitingOf(asker: string): number {
    return [...this.#waiting.values()].filter((each) => each.asker === asker).length;
  }

  /** Waits for a place; answers how it is given back. Rejects with the signal's reason. */
  async take(asker: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const turn = { asker, id: this.#nextId++ };
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(turn.id);
        this.#line.remove(turn);
        reject(signal.reason);
      };
      const come = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.set(turn.id, { asker, come });
      this.#line.add(turn);
      this.#next();
    });
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#taken -= 1;
      this.#line.end(turn);
      this.#next();
    };
  }

  #next(): void {
    while (this.#taken < this.#options.atOnce) {
      const turn = this.#line.next(this.#options.perPerson);
      if (!turn) return;
      this.#taken += 1;
      const { come } = this.#waiting.get(turn.id) ?? {};
      this.#waiting.delete(turn.id);
      come?.();
    }
  }
}
