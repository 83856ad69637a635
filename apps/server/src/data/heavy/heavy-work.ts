import { ChartroomError } from '@chartroom/model';
import { Places } from '../../base/places.ts';
import { askerOf } from '../asker.ts';
import type { CachedAnswers } from '../cache/cached-answers.ts';
import type { EncodedAnswer, Principal } from '../ports.ts';

export interface HeavyWorkOptions {
  /** Pieces of heavy work that are under way at a time. */
  atOnce: number;
  /** Of those at most so many are one person's. */
  perPerson: number;
  /** So many of one person's may wait for their turn. */
  mostWaiting: number;
  /** Milliseconds for which one waits. */
  patience: number;
  /** Whether memory is short. */
  isShort(): boolean;
}

/**
 * Room for what costs memory and time: questions that no kept answer answers, runs of SQL Lab, files that come or go.
 * Nobody has all of it: whoever has most under way waits longest. Nothing is begun while memory is short.
 */
export class HeavyWork {
  readonly #options: HeavyWorkOptions;
  readonly #places: Places;

  constructor(options: HeavyWorkOptions) {
    this.#options = options;
    this.#places = new Places(options);
  }

  get isBusy(): boolean {
    return this.#places.taken > 0;
  }

  /** Rejects with 503 while memory is short. */
  requireMemory(): void {
    if (this.#options.isShort()) throw shortOfMemory();
  }

  /** Waits for room; answers how it is given back. Rejects with 503 when memory is short or it takes too long, with 429 when too much waits already. */
  async enter(who: Principal, signal: AbortSignal): Promise<() => void> {
    this.requireMemory();
    const { mostWaiting, patience } = this.#options;
    const asker = askerOf(who);
    if (this.#places.waitingOf(asker) >= mostWaiting)
      throw refusal(
        429,
        `You have asked for ${mostWaiting} things already that wait for their turn. Please try again in a moment.`,
      );
    const waiting = new AbortController();
    const late = setTimeout(
      () => waiting.abort(refusal(503, 'The server has too much to do. Please try again in a moment.')),
      patience,
    );
    try {
      const leave = await this.#places.take(asker, AbortSignal.any([signal, waiting.signal]));
      if (!this.#options.isShort()) return leave;
      leave();
    } finally {
      clearTimeout(late);
    }
    throw shortOfMemory();
  }

  /** Does a job when there is room; rejects as `enter` does. */
  async do<Value>(who: Principal, signal: AbortSignal, job: () => Promise<Value>): Promise<Value> {
    const leave = await this.enter(who, signal);
    try {
      return await job();
    } finally {
      leave();
    }
  }

  /** The same for an answer, whose room is given back when all of it is made, or its reader has left. */
  async answer(
    who: Principal,
    signal: AbortSignal,
    job: () => Promise<EncodedAnswer>,
  ): Promise<EncodedAnswer> {
    const leave = await this.enter(who, signal);
    try {
      const answer = await job();
      if (!Buffer.isBuffer(answer.body)) return { ...answer, body: this.#until(answer.body, signal, leave) };
      leave();
      return answer;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Answers of which those that are kept cost nothing, and those that have to be made need room. */
  answersFor(answers: Pick<CachedAnswers, 'of'>, who: Principal): Pick<CachedAnswers, 'of'> {
    return {
      of: (wanted) =>
        answers.of({
          ...wanted,
          make: (signal, stamp) => this.do(who, signal, () => wanted.make(signal, stamp)),
        }),
    };
  }

  /** A reader who goes before the first piece reads nothing to its end. */
  async *#read(pieces: AsyncIterable<Buffer>, leave: () => void): AsyncIterable<Buffer> {
    try {
      yield* pieces;
    } finally {
      leave();
    }
  }

  #until(pieces: AsyncIterable<Buffer>, signal: AbortSignal, leave: () => void): AsyncIterable<Buffer> {
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    return this.#read(pieces, leave);
  }
}

function shortOfMemory(): ChartroomError {
  return refusal(
    503,
    'The server is short of memory and takes no new heavy work. Please try again in a moment.',
  );
}

function refusal(status: 429 | 503, message: string): ChartroomError {
  return new ChartroomError(message, { status, error_type: 'GENERIC_BACKEND_ERROR', level: 'warning' });
}

/** Room for what costs memory and time. */
export interface WithHeavy {
  heavy: HeavyWork;
}
