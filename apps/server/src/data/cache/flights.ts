interface Flight<Value> {
  value: Promise<Value>;
  waiting: number;
  controller: AbortController;
}

/**
 * One job per key however many ask for it at the same time. Somebody whose signal fires stops waiting;
 * when nobody waits any more, the job's own signal fires.
 */
export class Flights<Value> {
  readonly #inAir = new Map<string, Flight<Value>>();

  async join(key: string, signal: AbortSignal, job: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    signal.throwIfAborted();
    const flight = this.#inAir.get(key) ?? this.#start(key, job);
    flight.waiting += 1;
    let leave = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([flight.value, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      flight.waiting -= 1;
      if (flight.waiting === 0 && this.#inAir.get(key) === flight) {
        this.#inAir.delete(key);
        flight.controller.abort(signal.reason);
      }
    }
  }

  #start(key: string, job: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const controller = new AbortController();
    const flight: Flight<Value> = { value: job(controller.signal), waiting: 0, controller };
    this.#inAir.set(key, flight);
    const land = (): void => {
      if (this.#inAir.get(key) === flight) this.#inAir.delete(key);
    };
    flight.value.then(land, land);
    return flight;
  }
}
