/** Lets some questions be asked at a time; the others wait their turn. One that is given up leaves the line. */
export class Lane {
  #free: number;
  #line: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  async run<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
    await this.#turn(signal);
    try {
      return await ask();
    } finally {
      const next = this.#line.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const turn = Promise.withResolvers<void>();
    const leave = () => {
      this.#line = this.#line.filter((each) => each !== turn.resolve);
      turn.reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#line.push(turn.resolve);
    await turn.promise;
    signal.removeEventListener('abort', leave);
  }
}
