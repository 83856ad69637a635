import { ChartroomError } from '@chartroom/model';
import type { KeptAnswers } from './kept-answers.ts';
import type { EncodedAnswer, Principal } from './ports.ts';

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

interface Waiting {
  come(): void;
}

/** One person, or all strangers together: what they have under way, what waits, and when they had a turn last. */
interface Asker {
  underWay: number;
  waiting: Set<Waiting>;
  served: number;
}

/**
 * Room for what costs memory and time: questions that no kept answer answers, runs of SQL Lab, files that come or go.
 * Nobody has all of it: whoever has most under way waits longest. Nothing is begun while memory is short.
 */
export class HeavyWork {
  readonly #options: HeavyWorkOptions;
  readonly #askers = new Map<string, Asker>();
  #underWay = 0;
  #turns = 0;

  constructor(options: HeavyWorkOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  /** Rejects with 503 while memory is short. */
  requireMemory(): void {
    if (this.#options.isShort())
      throw refusal(503, 'The server is short of memory and takes no new heavy work. Please try again in a moment.');
  }

  /** Waits for room; answers how it is given back. Rejects with 503 when memory is short or it takes too long, with 429 when too much waits already. */
  async enter(who: Principal, signal: AbortSignal): Promise<() => void> {
    this.requireMemory();
    signal.throwIfAborted();
    const key = askerOf(who);
    const asker = this.#askers.get(key) ?? { underWay: 0, waiting: new Set(), served: 0 };
    this.#askers.set(key, asker);
    if (this.#underWay < this.#options.atOnce && asker.underWay < this.#options.perPerson) this.#begin(asker);
    else await this.#turn(asker, signal);
    let isOver = false;
    const leave = () => {
      if (isOver) return;
      isOver = true;
      this.#underWay -= 1;
      asker.underWay -= 1;
      if (asker.underWay === 0 && asker.waiting.size === 0) this.#askers.delete(key);
      this.#next();
    };
    if (this.#options.isShort()) {
      leave();
      this.requireMemory();
    }
    return leave;
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
  async answer(who: Principal, signal: AbortSignal, job: () => Promise<EncodedAnswer>): Promise<EncodedAnswer> {
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

  /** The same for pieces of a file. */
  async pieces(who: Principal, signal: AbortSignal, job: () => Promise<AsyncIterable<Buffer>>): Promise<AsyncIterable<Buffer>> {
    const leave = await this.enter(who, signal);
    try {
      return this.#until(await job(), signal, leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Answers of which those that are kept cost nothing, and those that have to be made need room. */
  answersFor(answers: Pick<KeptAnswers, 'of'>, who: Principal): Pick<KeptAnswers, 'of'> {
    return { of: (wanted) => answers.of({ ...wanted, make: (signal) => this.do(who, signal, () => wanted.make(signal)) }) };
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

  #begin(asker: Asker): void {
    this.#underWay += 1;
    asker.underWay += 1;
    this.#turns += 1;
    asker.served = this.#turns;
  }

  async #turn(asker: Asker, signal: AbortSignal): Promise<void> {
    const { mostWaiting, patience } = this.#options;
    if (asker.waiting.size >= mostWaiting)
      throw refusal(429, `You have asked for ${mostWaiting} things already that wait for their turn. Please try again in a moment.`);
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', left);
        asker.waiting.delete(place);
        settle();
      };
      const left = () => end(() => reject(signal.reason));
      const late = () => end(() => reject(refusal(503, 'The server has too much to do. Please try again in a moment.')));
      const place: Waiting = { come: () => end(resolve) };
      const timer = setTimeout(late, patience);
      signal.addEventListener('abort', left, { once: true });
      asker.waiting.add(place);
    });
  }

  /** Gives room to who has the least under way, and among equals to who had it longest ago. */
  #next(): void {
    const { atOnce, perPerson } = this.#options;
    if (this.#underWay >= atOnce) return;
    let best: Asker | undefined;
    for (const asker of this.#askers.values()) {
      if (asker.waiting.size === 0 || asker.underWay >= perPerson) continue;
      const isBefore = !best || asker.underWay < best.underWay || (asker.underWay === best.underWay && asker.served < best.served);
      if (isBefore) best = asker;
    }
    const [first] = best?.waiting ?? [];
    if (!best || !first) return;
    this.#begin(best);
    first.come();
  }
}

function askerOf({ id, guest, username }: Principal): string {
  if (id !== undefined) return String(id);
  return guest ? `guest ${username ?? ''} ${guest.dashboards.join(' ')}` : 'stranger';
}

function refusal(status: 429 | 503, message: string): ChartroomError {
  return new ChartroomError(message, { status, error_type: 'GENERIC_BACKEND_ERROR', level: 'warning' });
}
