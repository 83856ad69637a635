import type { Job as BullJob, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { purposeKey } from '../base/config.ts';
import { askerOf } from '../base/waiting-line.ts';
import {
  interrupted,
  type Job,
  type JobKind,
  type Jobs,
  MOST_RUNS,
  noWorkers,
  ServerEnds,
  stopped,
} from './jobs.ts';
import { openedJob, type SealedJob, sealedJob } from './sealed-job.ts';

export interface RedisJobsOptions {
  /** `redis://` or `rediss://`. */
  url: string;
  /** Seals jobs: one that others put there is not done. Also parts installations that share a Redis server. */
  sealKey: Buffer;
  /** The part of names in Redis that is this installation's own. */
  space: string;
  /** Jobs of one kind that this process does at a time. */
  atOnce: number;
  /** Milliseconds after which a job of a process that says nothing any more is taken from it. */
  patience?: number;
  /** Takes what is wrong with the server; not each time again. */
  report(error: unknown): void;
}

/** Milliseconds that a request to the server may take. */
const ANSWERS_WITHIN = 5_000;
/** Milliseconds that the server may take to note that this process leaves. */
const GOODBYE = 2_000;
/** Milliseconds between two attempts to connect, at most. */
const RECONNECT = 2_000;
/** Milliseconds until the jobs of a process that died are begun elsewhere, unless the options say otherwise. */
const PATIENCE = 15_000;
/** Milliseconds without a fault after which the next is told again. */
const QUIET = 60_000;

/** Seconds for which it is known what somebody asked for last. */
const REMEMBERED = 86_400;
/** The last place that the server knows in a line. */
const LAST_PLACE = 2_097_151;

/** What the names of an installation's jobs begin with in a Redis server that several share. */
export function jobSpace(secretKey: string): string {
  return `chartroom:${purposeKey(secretKey, 'name space of jobs').toString('hex').slice(0, 12)}:jobs`;
}

/** Jobs in a Redis server, done by whichever process that shares it is free (BullMQ). */
export class RedisJobs implements Jobs {
  readonly #options: RedisJobsOptions;
  readonly #kinds = new Map<string, JobKind>();
  readonly #queues = new Map<string, Promise<Queue<SealedJob>>>();
  readonly #workers: Worker<SealedJob>[] = [];
  readonly #running = new Map<string, AbortController>();
  #listener: Redis | undefined;
  #speaker: Promise<Redis> | undefined;
  #started: Promise<void> = Promise.resolve();
  #isClosed = false;
  #lastFault = 0;

  constructor(options: RedisJobsOptions) {
    this.#options = options;
  }

  handle(kind: JobKind): void {
    this.#kinds.set(kind.name, kind);
  }

  /** Does not wait for Redis: a server whose Redis is down opens all the same. */
  async start(): Promise<void> {
    this.#started = this.#open().catch((error: unknown) => this.#fault(error));
  }

  async enqueue(job: Job): Promise<void> {
    const data = sealedJob(job, this.#options.sealKey);
    await this.#ask(job.kind, async (queue) => {
      const priority = await this.#turn(job);
      try {
        await queue.add(job.kind, data, {
          jobId: job.id,
          priority,
          removeOnComplete: true,
          removeOnFail: true,
        });
      } catch (error) {
        await this.#over(job);
        throw error;
      }
    });
  }

  async cancel(kind: string, id: string): Promise<boolean> {
    const running = this.#running.get(keyOf(kind, id));
    if (running) {
      running.abort(stopped());
      return true;
    }
    return this.#ask(kind, async (queue) => {
      const found = await queue.getJob(id);
      if (!found) return false;
      if (await found.isActive()) {
        // The process that has it hears of it.
        const redis = await this.#speak();
        await redis.publish(`${this.#options.space}:stop`, keyOf(kind, id));
        return true;
      }
      await found.remove();
      const job = openedJob(found.data, this.#options.sealKey);
      if (job) await this.#over(job);
      if (job) await this.#kinds.get(kind)?.dropped(job, 'stopped');
      return true;
    });
  }

  async status(kind: string, id: string): Promise<'queued' | 'running' | undefined> {
    return this.#ask(kind, async (queue) => {
      const state = await queue.getJobState(id);
      if (state === 'active') return 'running';
      return state === 'waiting' || state === 'delayed' || state === 'prioritized' ? 'queued' : undefined;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#started;
    // Nothing new is begun from here on; what is interrupted goes back to the others.
    const closing = this.#workers.map((worker) => worker.close());
    for (const running of this.#running.values()) running.abort(new ServerEnds());
    await within(Promise.allSettled(closing), GOODBYE).catch(() => undefined);
    for (const worker of this.#workers) worker.disconnect().catch(() => undefined);
    for (const queue of this.#queues.values()) await this.#end(queue);
    this.#listener?.disconnect();
    (await this.#speaker)?.disconnect();
  }

  async #end(queue: Promise<Queue<SealedJob>>): Promise<void> {
    await within(
      queue.then((open) => open.close()),
      GOODBYE,
    ).catch(() => undefined);
  }

  async #open(): Promise<void> {
    const { Worker } = await import('bullmq');
    const { url, space, atOnce, patience = PATIENCE } = this.#options;
    this.#listener = await this.#connect({ maxRetriesPerRequest: null });
    this.#listener.on('message', (_channel, key) => this.#running.get(key)?.abort(stopped()));
    for (const kind of this.#kinds.values()) {
      const worker = new Worker<SealedJob>(kind.name, (bull, token) => this.#carryOut(kind, bull, token), {
        connection: { url, maxRetriesPerRequest: null, retryStrategy: soon },
        prefix: space,
        concurrency: atOnce,
        lockDuration: patience,
        stalledInterval: patience / 2,
        // How often a job is begun is counted here, so that it is told when that is too often.
        maxStalledCount: 100,
      });
      worker.on('error', (error) => this.#fault(error));
      this.#workers.push(worker);
    }
    // Resolves when the server is there; until then there is nothing to hear.
    this.#listener.subscribe(`${space}:stop`).catch((error: unknown) => this.#fault(error));
  }

  async #carryOut(kind: JobKind, bull: BullJob<SealedJob>, token: string | undefined): Promise<void> {
    const job = openedJob(bull.data, this.#options.sealKey);
    if (!job || job.kind !== kind.name || job.id !== bull.id) {
      this.#options.report(
        new Error(
          `A job in Redis (${kind.name} ${bull.id}) is not of this installation; it was thrown away.`,
        ),
      );
      return;
    }
    const key = keyOf(job.kind, job.id);
    // The server was gone for a while and takes this process for dead.
    if (this.#running.has(key)) return;
    if (bull.stalledCounter >= (job.repeatable ? MOST_RUNS : 1)) {
      await this.#over(job);
      return kind.dropped(job, 'lost');
    }
    const controller = new AbortController();
    this.#running.set(key, controller);
    try {
      await kind.run(job, controller.signal);
      await this.#over(job);
    } catch (error) {
      if (!interrupted(job, controller.signal)) {
        await this.#over(job);
        return this.#options.report(error);
      }
      const { WaitingError } = await import('bullmq');
      await bull.moveToWait(token);
      throw new WaitingError();
    } finally {
      this.#running.delete(key);
    }
  }

  /** People take turns: the first job of each comes before the second of anybody. Answers the place of a job among those of its asker. */
  async #turn(job: Job): Promise<number> {
    const redis = await this.#speak();
    const key = this.#ownOf(job);
    await redis.sadd(key, job.id);
    // A process that dies leaves its jobs to others, and at worst a number that is too high for a while.
    await redis.expire(key, REMEMBERED);
    return Math.min(await redis.scard(key), LAST_PLACE);
  }

  /** A job of an asker has ended: the next one stands further in front. */
  async #over(job: Job): Promise<void> {
    const redis = await this.#speak();
    await redis.srem(this.#ownOf(job), job.id).catch((error: unknown) => this.#fault(error));
  }

  #ownOf(job: Job): string {
    return `${this.#options.space}:asked:${job.kind}:${askerOf(job)}`;
  }

  #queue(kind: string): Promise<Queue<SealedJob>> {
    const known = this.#queues.get(kind);
    if (known) return known;
    const made = import('bullmq').then(({ Queue }) => {
      const connection = {
        url: this.#options.url,
        enableOfflineQueue: false,
        maxRetriesPerRequest: 0,
        retryStrategy: soon,
      };
      const queue = new Queue<SealedJob>(kind, { connection, prefix: this.#options.space });
      queue.on('error', (error) => this.#fault(error));
      return queue;
    });
    this.#queues.set(kind, made);
    return made;
  }

  #speak(): Promise<Redis> {
    this.#speaker ??= this.#connect({ maxRetriesPerRequest: 0, commandTimeout: ANSWERS_WITHIN });
    return this.#speaker;
  }

  async #connect(options: { maxRetriesPerRequest: number | null; commandTimeout?: number }): Promise<Redis> {
    const { Redis } = await import('ioredis');
    const redis = new Redis(this.#options.url, { ...options, retryStrategy: soon });
    redis.on('error', (error) => this.#fault(error));
    return redis;
  }

  /** Asks the server, and says so in words when it does not answer. */
  async #ask<Value>(kind: string, question: (queue: Queue<SealedJob>) => Promise<Value>): Promise<Value> {
    if (this.#isClosed) throw noWorkers('The server is closing.');
    const queue = await this.#queue(kind);
    try {
      return await within(question(queue), ANSWERS_WITHIN);
    } catch (error) {
      this.#fault(error);
      throw noWorkers(
        'Work in the background cannot be taken at the moment: its Redis server does not answer.',
        error,
      );
    }
  }

  #fault(error: unknown): void {
    const at = Date.now();
    const isTold = at - this.#lastFault < QUIET;
    this.#lastFault = at;
    if (isTold || this.#isClosed) return;
    const host = URL.parse(this.#options.url)?.host ?? '';
    const words = error instanceof Error ? error.message : String(error);
    this.#options.report(
      new Error(`Work in the background waits: the Redis server at ${host} fails (${words}).`, {
        cause: error,
      }),
    );
  }
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}

/** Milliseconds until the next attempt to connect. */
function soon(attempt: number): number {
  return Math.min(attempt * 100, RECONNECT);
}

/** Rejects when something takes too long; what it becomes later is of no interest then. */
async function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${milliseconds / 1_000} seconds`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
