import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Redis } from 'ioredis';
import { sizeOf } from '../writing/answer-body.ts';
import type { AnswerCache, AnswerName, CachedAnswer, Claim, Looked } from './answer-cache.ts';

export interface RedisCacheOptions {
  /** `redis://` or `rediss://`. */
  url: string;
  /** Seals what is kept: an answer that others put there, or that was damaged, is not believed. Also parts installations that share a server. */
  sealKey: Buffer;
  /** Bytes of the largest answer that is kept. */
  largest: number;
  /** Takes what is wrong with the server; once until a minute passed without a fault. */
  report(error: unknown): void;
}

/** Milliseconds that a request waits for the server at most. */
const PATIENCE = 250;
/** Milliseconds for which the server is left alone after it failed, so that not every request waits for it. */
const REST = 2_000;
/** Milliseconds without a fault after which the next is told again. */
const QUIET = 60_000;
/** Milliseconds between two attempts to connect, at most. */
const RECONNECT = 2_000;
/** Milliseconds after which the claim of a process that died is void; a living one renews its own. */
const CLAIM = 5_000;
const SEAL = 32;
const NEWLINE = 10;

const FREE: Claim = { mine: true, release: () => undefined };
const TAKEN: Claim = { mine: false, release: () => undefined };

/** Releases a claim only while it is still one's own. */
const RELEASE =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";
const RENEW =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) else return 0 end";

/**
 * Answers in a Redis server that several processes share. A server that is down, slow or full never fails a request: it
 * is answered as if nothing were kept, and the server is asked again a little later.
 */
export class RedisCache implements AnswerCache {
  readonly #options: RedisCacheOptions;
  readonly #space: string;
  #redis: Promise<Redis> | undefined;
  #restsUntil = 0;
  #isFaulty = false;
  #lastFault = 0;
  #isClosed = false;
  /** Tags that could not be forgotten yet: nothing is given out before they are. */
  readonly #owed = new Set<string>();

  constructor(options: RedisCacheOptions) {
    this.#options = options;
    this.#space = `chartroom:${createHmac('sha256', options.sealKey).update('name space').digest('hex').slice(0, 12)}`;
  }

  async look(name: AnswerName): Promise<Looked> {
    const looked = await this.#attempt(async (redis) => {
      await this.#payDebts(redis);
      const tags = name.tags.map((tag) => this.#tag(tag));
      let [value, ...marks] = await redis.mgetBuffer(this.#answer(name), ...tags);
      if (marks.includes(null)) {
        // Nobody knows what an answer with a tag that is gone was made of: a new mark voids it.
        await Promise.all(tags.map((tag, index) => marks[index] ?? redis.set(tag, randomUUID(), 'NX')));
        [value, ...marks] = await redis.mgetBuffer(this.#answer(name), ...tags);
        if (marks.includes(null)) return undefined;
      }
      const stamp = marks.map(String).join(' ');
      return { kept: value ? this.#opened(name, stamp, value) : undefined, stamp };
    });
    return looked ?? { kept: undefined, stamp: undefined };
  }

  async set(
    name: AnswerName,
    stamp: string,
    { pieces, madeAt, until }: CachedAnswer,
    milliseconds: number,
  ): Promise<void> {
    if (sizeOf(pieces) > this.#options.largest || milliseconds < 1) return;
    const content = Buffer.concat([Buffer.from(`${JSON.stringify({ stamp, madeAt, until })}\n`), ...pieces]);
    const sealed = Buffer.concat([this.#seal(name, content), content]);
    await this.#attempt((redis) => redis.set(this.#answer(name), sealed, 'PX', Math.ceil(milliseconds)));
  }

  async forget(tags: readonly string[]): Promise<void> {
    for (const tag of tags) this.#owed.add(tag);
    await this.#attempt((redis) => this.#payDebts(redis));
  }

  async claim({ key }: AnswerName): Promise<Claim> {
    const lock = `${this.#space}:claim:${key}`;
    const token = randomUUID();
    const got = await this.#attempt(async (redis) => ({
      isMine: (await redis.set(lock, token, 'PX', CLAIM, 'NX')) === 'OK',
    }));
    if (!got) return FREE;
    if (!got.isMine) return TAKEN;
    const renewal = setInterval(
      () => void this.#attempt((redis) => redis.eval(RENEW, 1, lock, token, CLAIM)),
      CLAIM / 3,
    );
    renewal.unref();
    return {
      mine: true,
      release: () => {
        clearInterval(renewal);
        void this.#attempt((redis) => redis.eval(RELEASE, 1, lock, token));
      },
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const redis = await this.#redis?.catch(() => undefined);
    redis?.disconnect();
  }

  async #payDebts(redis: Redis): Promise<void> {
    if (this.#owed.size === 0) return;
    const owed = [...this.#owed];
    await redis.del(owed.map((tag) => this.#tag(tag)));
    for (const tag of owed) this.#owed.delete(tag);
  }

  /** What the server says; undefined where it fails. */
  async #attempt<Value>(work: (redis: Redis) => Promise<Value>): Promise<Value | undefined> {
    if (this.#isClosed || Date.now() < this.#restsUntil) return undefined;
    try {
      this.#redis ??= this.#connect();
      const value = await work(await this.#redis);
      if (this.#lastFault < Date.now() - QUIET) this.#isFaulty = false;
      return value;
    } catch (error) {
      // A server that says no, for instance because it is full, is there: the next question is asked at once.
      const isRefusal = error instanceof Error && error.name === 'ReplyError';
      this.#fault(error, isRefusal ? 0 : REST);
      // A connection on which an answer is overdue may be dead without a word: a new one tells.
      if (!isRefusal) (await this.#redis?.catch(() => undefined))?.disconnect(!this.#isClosed);
      return undefined;
    }
  }

  async #connect(): Promise<Redis> {
    const { Redis } = await import('ioredis');
    const redis = new Redis(this.#options.url, {
      connectTimeout: RECONNECT,
      commandTimeout: PATIENCE,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (attempt) => Math.min(attempt * 100, RECONNECT),
    });
    redis.on('error', (error) => this.#fault(error, REST));
    return redis;
  }

  #fault(error: unknown, rest: number): void {
    this.#restsUntil = Date.now() + rest;
    this.#lastFault = Date.now();
    if (this.#isFaulty || this.#isClosed) return;
    this.#isFaulty = true;
    const host = URL.parse(this.#options.url)?.host ?? '';
    const words = error instanceof Error ? error.message : String(error);
    this.#options.report(
      new Error(`Answers are not kept: the Redis server at ${host} fails (${words}).`, { cause: error }),
    );
  }

  #answer({ key }: AnswerName): string {
    return `${this.#space}:answer:${key}`;
  }

  #tag(tag: string): string {
    return `${this.#space}:tag:${tag}`;
  }

  #seal({ key }: AnswerName, content: Buffer): Buffer {
    return createHmac('sha256', this.#options.sealKey).update(`${key}\n`).update(content).digest();
  }

  /** The answer in a value; undefined when it is not of this installation, is damaged, or belongs to what was forgotten. */
  #opened(name: AnswerName, stamp: string, value: Buffer): CachedAnswer | undefined {
    const content = value.subarray(SEAL);
    const seal = value.subarray(0, SEAL);
    if (seal.length < SEAL || !timingSafeEqual(seal, this.#seal(name, content))) return undefined;
    const end = content.indexOf(NEWLINE);
    const head: Pick<CachedAnswer, 'madeAt' | 'until'> & { stamp: string } = JSON.parse(
      content.toString('utf8', 0, end),
    );
    return head.stamp === stamp
      ? { pieces: [content.subarray(end + 1)], madeAt: head.madeAt, until: head.until }
      : undefined;
  }
}
