import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { type Config, purposeKey } from '../base/config.ts';

/** So many of something by each name, in so many seconds from its first one on. */
export interface Allowance {
  /** What is counted; one word that nothing else is counted by. */
  kind: string;
  most: number;
  seconds: number;
}

/** Of more names at a time those are forgotten that did nothing longest. */
const MOST_NAMES = 10_000;
/** Seconds after which the memory forgets a name at the latest: timers cannot wait for a month. */
const LONGEST = 24 * 86_400;
/** Milliseconds after which a silent server is given up, and between two attempts to reach it. */
const PATIENCE = 500;
const RECONNECT = 2_000;

/** How many are left, and the seconds until there are as many again as at first. */
export interface Left {
  left: number;
  wait: number;
}

/** Where things are counted: in this process, or in a Redis server by all that share it. While that one is gone, each by itself. */
export class Counts {
  readonly #sealKey: Buffer;
  readonly #redis: Redis | undefined;

  private constructor(sealKey: Buffer, redis: Redis | undefined) {
    this.#sealKey = sealKey;
    this.#redis = redis;
  }

  /** `report` takes what is wrong with the server, once until it is back. */
  static async open(config: Config, report: (error: unknown) => void): Promise<Counts> {
    const sealKey = purposeKey(config.SECRET_KEY, 'counts');
    return new Counts(sealKey, config.REDIS_URL ? await connect(config.REDIS_URL, report) : undefined);
  }

  of(allowance: Allowance): Count {
    const { most, seconds } = allowance;
    const memory = new BoundedMemory({ points: most, duration: Math.min(seconds, LONGEST) });
    const limiter = this.#redis
      ? new RateLimiterRedis({
          storeClient: this.#redis,
          rejectIfRedisNotReady: true,
          keyPrefix: `chartroom:${this.#sealed('name space').slice(0, 12)}:count:${allowance.kind}`,
          points: most,
          duration: seconds,
          insuranceLimiter: memory,
        })
      : memory;
    // Names are those of people, or as long as somebody likes.
    return new Count(limiter, memory, (name) => this.#sealed(`${allowance.kind}\n${name}`));
  }

  close(): void {
    this.#redis?.disconnect();
  }

  #sealed(text: string): string {
    return createHmac('sha256', this.#sealKey).update(text).digest('hex');
  }
}

/** One thing that is counted, by names. */
class Count {
  readonly #limiter: RateLimiterAbstract;
  readonly #memory: RateLimiterAbstract;
  readonly #keyOf: (name: string) => string;

  constructor(limiter: RateLimiterAbstract, memory: RateLimiterAbstract, keyOf: (name: string) => string) {
    this.#limiter = limiter;
    this.#memory = memory;
    this.#keyOf = keyOf;
  }

  /** Takes one. When nothing is left, the seconds until there is. */
  async take(name: string): Promise<number | undefined> {
    try {
      await this.#limiter.consume(this.#keyOf(name));
      return undefined;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return secondsOf(refusal);
      throw refusal;
    }
  }

  /** Counts one that has happened. */
  async add(name: string): Promise<Left> {
    return this.#leftOf(await this.#limiter.penalty(this.#keyOf(name)));
  }

  /** A server that is full can be read, but counts nothing: what this process had to count itself counts as well. */
  async left(name: string): Promise<Left> {
    const key = this.#keyOf(name);
    const [there, here] = await Promise.all([this.#limiter.get(key), this.#memory.get(key)]);
    const [shared, own] = [this.#leftOf(there), this.#leftOf(here)];
    return own.left < shared.left ? own : shared;
  }

  #leftOf(counted: RateLimiterRes | null): Left {
    if (!counted || counted.msBeforeNext <= 0) return { left: this.#limiter.points, wait: 0 };
    return { left: counted.remainingPoints, wait: secondsOf(counted) };
  }
}

/** The library's own memory has no end: whoever makes up names would fill it. */
class BoundedMemory extends RateLimiterMemory {
  readonly #names = new LRUCache<string | number, true>({
    max: MOST_NAMES,
    dispose: (_known, name) => void this.delete(name),
  });

  override consume(name: string | number): Promise<RateLimiterRes> {
    this.#names.set(name, true);
    return super.consume(name);
  }

  override penalty(name: string | number): Promise<RateLimiterRes> {
    this.#names.set(name, true);
    return super.penalty(name);
  }
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1_000));
}

async function connect(url: string, report: (error: unknown) => void): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    connectTimeout: RECONNECT,
    socketTimeout: PATIENCE,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, RECONNECT),
  });
  let isTold = false;
  let fault = 'it has closed the connection';
  redis.on('ready', () => {
    isTold = false;
  });
  redis.on('error', (error: Error) => {
    fault = error.message;
  });
  redis.on('reconnecting', () => {
    if (isTold) return;
    isTold = true;
    const host = URL.parse(url)?.host ?? '';
    report(
      new Error(
        `Tries and requests are counted by this server alone: the Redis server at ${host} fails (${fault}).`,
      ),
    );
  });
  // What comes first is counted there, too; without it the start goes on.
  await new Promise<void>((resolve) => {
    redis.once('ready', resolve);
    redis.once('close', resolve);
  });
  return redis;
}

/** How often people try, and ask. */
export interface WithCounts {
  counts: Counts;
}
