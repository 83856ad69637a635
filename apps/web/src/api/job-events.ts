import type { JobEvent, ToldEvent } from '@chartroom/model';

/** Whether an answer is a job, of which events will tell. */
export function isJob(value: unknown): value is JobEvent {
  return typeof value === 'object' && value !== null && 'job_id' in value && typeof value.job_id === 'string';
}

/** What events come by; passed in, so that the rules can be tried without a server. */
export interface EventEffects {
  /** Events after one, the earliest first. */
  fetch(lastId: string | undefined): Promise<ToldEvent[]>;
  /** Opens a socket that tells events after one; undefined where pages ask for them. */
  open?(lastId: string, hear: (event: ToldEvent) => void, closed: () => void): void;
  pause(milliseconds: number): Promise<void>;
  /** Remembers the last event for the next page. */
  keep(lastId: string): void;
}

/** Milliseconds between two questions for events, attempts to open a socket again, and to find whose an event is. */
export interface EventPace {
  polling: number;
  reopenings: number;
  reopening: number;
  searches: number;
  searching: number;
}

/** As the contract has it (spec: business constants). */
export const PACE: Omit<EventPace, 'polling'> = {
  reopenings: 6,
  reopening: 2_500,
  searches: 6,
  searching: 100,
};
/** Questions that may fail one after the other before those who wait are told. */
const MOST_FAILURES = 5;

interface Waiter {
  resolve(event: ToldEvent): void;
  reject(error: unknown): void;
}

/** Hears of jobs, by a socket or by asking as long as somebody waits, and tells those who wait for them. */
export class JobEvents {
  readonly #effects: EventEffects;
  readonly #pace: EventPace;
  readonly #waiting = new Map<string, Waiter>();
  #last: string | undefined;
  #isPolling = false;
  #socket: 'unopened' | 'open' | 'given up' = 'unopened';
  #reopenings = 0;

  constructor(effects: EventEffects, pace: EventPace, last: string | undefined) {
    this.#effects = effects;
    this.#pace = pace;
    this.#last = last;
  }

  /** The event with which a job ends: `done` or `error`. Rejects with the signal's reason, or when no events can be had. */
  ended(jobId: string, signal: AbortSignal | undefined): Promise<ToldEvent> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => end(() => reject(signal?.reason));
      const end = (tell: () => void) => {
        this.#waiting.delete(jobId);
        signal?.removeEventListener('abort', leave);
        tell();
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.set(jobId, {
        resolve: (event) => end(() => resolve(event)),
        reject: (error) => end(() => reject(error)),
      });
      this.#listen();
    });
  }

  #listen(): void {
    const { open } = this.#effects;
    if (!open || this.#socket === 'given up') void this.#poll();
    else if (this.#socket === 'unopened') this.#openSocket(open);
  }

  #openSocket(open: NonNullable<EventEffects['open']>): void {
    this.#socket = 'open';
    const hear = (event: ToldEvent) => {
      this.#reopenings = 0;
      void this.#take(event);
    };
    // Without an id nothing is told that was missed while the socket opened.
    open(this.#last ?? '0-0', hear, () => void this.#reopen(open));
  }

  async #reopen(open: NonNullable<EventEffects['open']>): Promise<void> {
    this.#reopenings += 1;
    if (this.#reopenings > this.#pace.reopenings) {
      this.#socket = 'given up';
      return this.#poll();
    }
    await this.#effects.pause(this.#pace.reopening);
    this.#openSocket(open);
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    for (let failures = 0; this.#waiting.size > 0; ) {
      await this.#effects.pause(this.#pace.polling);
      try {
        const events = await this.#effects.fetch(this.#last);
        for (const event of events) void this.#take(event);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures >= MOST_FAILURES) for (const waiter of [...this.#waiting.values()]) waiter.reject(error);
      }
    }
    this.#isPolling = false;
  }

  /** Tells who waits for an event's job. Its answer may still be on its way here: the search is repeated for a while. */
  async #take(event: ToldEvent): Promise<void> {
    this.#last = event.id;
    this.#effects.keep(event.id);
    if (event.status !== 'done' && event.status !== 'error') return;
    for (let attempt = 1; attempt <= this.#pace.searches; attempt += 1) {
      const waiter = this.#waiting.get(event.job_id);
      if (waiter) return waiter.resolve(event);
      await this.#effects.pause(this.#pace.searching * attempt);
    }
  }
}
