import { setTimeout as pause } from 'node:timers/promises';
import type { JobEvent, ToldEvent } from '@chartroom/model';
import type { Redis } from 'ioredis';
import { noWorkers } from '../jobs/jobs.ts';
import { type EventLog, MOST_AT_ONCE } from './event-log.ts';

export interface RedisEventsOptions {
  /** `redis://` or `rediss://`. */
  url: string;
  /** What the names of the streams begin with: `<prefix><channel>` and `<prefix>full`. */
  prefix: string;
  /** Events of one channel that are kept. */
  limit: number;
  /** Events of all channels that are kept. */
  fullLimit: number;
  /** Takes what is wrong with the server while it is listened to. */
  report(error: unknown): void;
}

/** Milliseconds that a request to the server may take. */
const ANSWERS_WITHIN = 2_000;
/** Seconds after which a channel is forgotten that nothing more is told in. */
const SILENCE = 86_400;
/** Milliseconds that the server may wait for the next event before it answers that there is none. */
const WAITS = 5_000;

type Entry = [id: string, fields: string[]];

/** Events in streams of a Redis server (contract/api.md §4): every process that shares it hears of all. */
export class RedisEvents implements EventLog {
  readonly #options: RedisEventsOptions;
  readonly #listeners = new Set<(event: ToldEvent) => void>();
  #asking: Promise<Redis> | undefined;
  #ear: Redis | undefined;
  #isListening = false;
  #isClosed = false;

  constructor(options: RedisEventsOptions) {
    this.#options = options;
  }

  async tell(event: JobEvent): Promise<void> {
    const { limit, fullLimit } = this.#options;
    const data = JSON.stringify(event);
    await this.#ask(async (redis) => {
      const stream = this.#stream(event.channel_id);
      const id = await redis.xadd(stream, 'MAXLEN', '=', limit, '*', 'data', data);
      await redis.expire(stream, SILENCE);
      await redis.xadd(this.#stream('full'), 'MAXLEN', '~', fullLimit, '*', 'data', data, 'id', id ?? '');
    });
  }

  async after(channel: string, lastId: string | undefined): Promise<ToldEvent[]> {
    const from = lastId === undefined ? '-' : `(${lastId}`;
    const entries: Entry[] = await this.#ask((redis) =>
      redis.xrange(this.#stream(channel), from, '+', 'COUNT', MOST_AT_ONCE),
    );
    return entries.map(([id, fields]) => toldOf(id, fields));
  }

  listen(listener: (event: ToldEvent) => void): () => void {
    this.#listeners.add(listener);
    this.#hear().catch(this.#options.report);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listeners.clear();
    this.#ear?.disconnect();
    const redis = await this.#asking?.catch(() => undefined);
    redis?.disconnect();
  }

  /** Hears of every event from now on, as long as somebody listens. */
  async #hear(): Promise<void> {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#ear ??= await this.#connect({ maxRetriesPerRequest: null });
    let last: string | undefined;
    while (this.#listeners.size > 0 && !this.#isClosed) {
      try {
        last ??= (await this.#ear.xrevrange(this.#stream('full'), '+', '-', 'COUNT', 1))[0]?.[0] ?? '0-0';
        const [stream] =
          (await this.#ear.xread(
            'COUNT',
            MOST_AT_ONCE,
            'BLOCK',
            WAITS,
            'STREAMS',
            this.#stream('full'),
            last,
          )) ?? [];
        for (const [id, fields] of stream?.[1] ?? []) {
          last = id;
          const told = toldOf(fields[fields.indexOf('id') + 1] ?? id, fields);
          for (const listener of this.#listeners) listener(told);
        }
      } catch (error) {
        if (this.#isClosed) break;
        this.#options.report(error);
        await pause(1_000);
      }
    }
    this.#isListening = false;
  }

  async #ask<Value>(question: (redis: Redis) => Promise<Value>): Promise<Value> {
    try {
      this.#asking ??= this.#connect({
        maxRetriesPerRequest: 0,
        commandTimeout: ANSWERS_WITHIN,
        connectTimeout: ANSWERS_WITHIN,
      });
      return await question(await this.#asking);
    } catch (error) {
      throw noWorkers('Events cannot be told at the moment: their Redis server does not answer.', error);
    }
  }

  async #connect(options: {
    maxRetriesPerRequest: number | null;
    commandTimeout?: number;
    connectTimeout?: number;
  }): Promise<Redis> {
    const { Redis } = await import('ioredis');
    const redis = new Redis(this.#options.url, {
      ...options,
      retryStrategy: (attempt) => Math.min(attempt * 100, ANSWERS_WITHIN),
    });
    // Whoever asks is told; without a listener the process would end.
    redis.on('error', () => undefined);
    return redis;
  }

  #stream(name: string): string {
    return `${this.#options.prefix}${name}`;
  }
}

function toldOf(id: string, fields: string[]): ToldEvent {
  const event: JobEvent = JSON.parse(fields[fields.indexOf('data') + 1] ?? '');
  return { ...event, id };
}
