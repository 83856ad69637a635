import { setTimeout as pause } from 'node:timers/promises';
import { inOneIfFew } from '../writing/answer-body.ts';
import type { AnswerCache, AnswerName, CachedAnswer, Looked } from './answer-cache.ts';
import { Flights } from './flights.ts';

/** An answer that is wanted. */
export interface Wanted {
  name: AnswerName;
  /** Made anew, whatever is kept. */
  force: boolean;
  /** Seconds it is kept; negative = it is neither looked for nor kept. */
  timeout: number;
  signal: AbortSignal;
  /** `stamp` is what its tags stand at; undefined where nothing can be kept. */
  make(signal: AbortSignal, stamp: string | undefined): Promise<readonly Buffer[]>;
}

export interface CachedAnswersOptions {
  cache: AnswerCache;
  now(): Date;
  /** Seconds for which a stale answer is still given while it is made anew. */
  staleSeconds: number;
  /** Seconds until the making of an answer is given up. */
  patience: number;
  report(error: unknown): void;
}

/** Whether an answer is there, or would be kept once it is made. */
export type CacheState = 'cached' | 'cacheable' | 'uncacheable';

/** Milliseconds between two looks for an answer that another process makes. */
const LOOK_AGAIN = 50;

/** Answers that are kept, and made where there is none: once, however many ask for it at the same time. */
export class CachedAnswers {
  readonly #options: CachedAnswersOptions;
  readonly #flights = new Flights<CachedAnswer>();
  readonly #ending = new AbortController();

  constructor(options: CachedAnswersOptions) {
    this.#options = options;
  }

  /** Rejects with what making it rejects with; nothing of that is kept. */
  async of(wanted: Wanted): Promise<{ kept: CachedAnswer; hit: boolean }> {
    const { name, timeout, force, signal } = wanted;
    const { cache } = this.#options;
    const looked = timeout < 0 ? undefined : await cache.look(name);
    if (looked?.kept && !force) {
      if (looked.kept.until <= this.#options.now().getTime()) this.#refresh(wanted, looked);
      return { kept: looked.kept, hit: true };
    }
    return {
      kept: await this.#flights.join(name.key, signal, (ending) => this.#made(wanted, looked, ending)),
      hit: false,
    };
  }

  /** What `of` would find. Nothing is made. */
  async stateOf({ name, force, timeout }: Wanted): Promise<CacheState> {
    const looked = timeout < 0 ? undefined : await this.#options.cache.look(name);
    if (looked?.kept && !force) return 'cached';
    return looked?.stamp === undefined ? 'uncacheable' : 'cacheable';
  }

  /** Forgets answers that bear one of these tags. */
  forget(tags: readonly string[]): Promise<void> {
    return this.#options.cache.forget(tags);
  }

  async close(): Promise<void> {
    this.#ending.abort(new DOMException('The server ends.', 'AbortError'));
    await this.#options.cache.close();
  }

  /** Makes an answer anew that nobody waits for. */
  #refresh(wanted: Wanted, looked: Looked): void {
    const signal = AbortSignal.any([
      this.#ending.signal,
      AbortSignal.timeout(this.#options.patience * 1_000),
    ]);
    this.#flights
      .join(wanted.name.key, signal, (ending) => this.#made(wanted, looked, ending))
      .catch((error: unknown) => {
        if (!signal.aborted) this.#options.report(error);
      });
  }

  async #made(
    { name, force, timeout, make }: Wanted,
    looked: Looked | undefined,
    signal: AbortSignal,
  ): Promise<CachedAnswer> {
    const { cache, now, staleSeconds, report } = this.#options;
    const stamp = looked?.stamp;
    if (stamp === undefined) return this.#answer(await make(signal, stamp), timeout);
    const claim = await cache.claim(name);
    if (!claim.mine && !force) {
      const theirs = await this.#theirs(name, signal);
      if (theirs) return theirs;
    }
    try {
      const answer = this.#answer(await make(signal, stamp), timeout);
      const milliseconds = answer.until - now().getTime() + staleSeconds * 1_000;
      // Nobody waits until it is kept; the claim does, so that others find it when it is released.
      void cache.set(name, stamp, answer, milliseconds).catch(report).finally(claim.release);
      return answer;
    } catch (error) {
      claim.release();
      throw error;
    }
  }

  /** The answer that another process makes; undefined when it stops making it, fails, or takes too long. */
  async #theirs(name: AnswerName, signal: AbortSignal): Promise<CachedAnswer | undefined> {
    const { cache, now, patience } = this.#options;
    const until = now().getTime() + patience * 1_000;
    while (now().getTime() < until) {
      await pause(LOOK_AGAIN, undefined, { signal });
      const { kept, stamp } = await cache.look(name);
      if (kept && kept.until > now().getTime()) return kept;
      if (stamp === undefined) return undefined;
      const claim = await cache.claim(name);
      if (!claim.mine) continue;
      claim.release();
      // It may have been kept between the two questions.
      return (await cache.look(name)).kept;
    }
    return undefined;
  }

  #answer(pieces: readonly Buffer[], timeout: number): CachedAnswer {
    const made = this.#options.now();
    return {
      pieces: inOneIfFew(pieces),
      madeAt: made.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length),
      until: made.getTime() + timeout * 1_000,
    };
  }
}
