/**
 * A few workers that do one job each; more jobs wait for a free one. For engines that can only be stopped by
 * ending their process, so that a stopped query takes no other with it.
 */
export class Lanes<Worker> {
  readonly #make: () => Worker;
  readonly #most: number;
  readonly #all: Worker[] = [];
  readonly #free: Worker[] = [];
  readonly #waiting: ((worker: Worker) => void)[] = [];

  constructor(most: number, make: () => Worker) {
    this.#most = most;
    this.#make = make;
  }

  /** Every worker made so far. */
  get all(): readonly Worker[] {
    return this.#all;
  }

  /** A free worker, as soon as there is one; rejects with the signal's reason when it fires first. */
  take(signal: AbortSignal): Promise<Worker> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const free = this.#free.pop();
    if (free) return Promise.resolve(free);
    if (this.#all.length < this.#most) {
      const made = this.#make();
      this.#all.push(made);
      return Promise.resolve(made);
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(onFree), 1);
        reject(signal.reason);
      };
      const onFree = (worker: Worker): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(worker);
      };
      this.#waiting.push(onFree);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Gives a worker back. */
  free(worker: Worker): void {
    const next = this.#waiting.shift();
    if (next) next(worker);
    else this.#free.push(worker);
  }
}
