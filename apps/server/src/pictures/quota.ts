import { ChartroomError } from '@chartroom/model';

const WINDOW = 60_000;

/** So many of something a minute and person. */
export class Quota {
  readonly #most: number;
  readonly #now: () => Date;
  #taken = new Map<number, number>();
  #since = 0;

  constructor(most: number, now: () => Date) {
    this.#most = most;
    this.#now = now;
  }

  /** Takes one. Throws 429 when nothing is left in this minute. */
  take(person: number): void {
    const at = this.#now().getTime();
    if (at - this.#since >= WINDOW) {
      this.#taken = new Map();
      this.#since = at;
    }
    const taken = this.#taken.get(person) ?? 0;
    if (taken >= this.#most) throw new TooMany(Math.ceil((this.#since + WINDOW - at) / 1_000));
    this.#taken.set(person, taken + 1);
  }
}

/** 429, with the seconds after which the next one is let through. */
export class TooMany extends ChartroomError {
  readonly wait: number;
  constructor(wait: number) {
    super(`Too many pictures are asked for. Try again in ${wait} seconds.`, {
      status: 429,
      error_type: 'GENERIC_COMMAND_ERROR',
      shape: 'message',
    });
    this.wait = wait;
  }
}
