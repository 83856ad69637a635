import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { timeoutError } from '@chartroom/engines';
import { type Bounds, ChartroomError } from '@chartroom/model';
import type { ResultColumn } from '@chartroom/query';
import type { Piscina } from 'piscina';
import { WaitingLine } from '../../jobs/waiting-line.ts';
import { Breathing } from './breathing.ts';
import { type CrossingRows, handedOver } from './crossing.ts';
import type { FromWorker, ToWorker } from './room-worker.ts';
import type { Work } from './shaping.ts';

/** Milliseconds after which a worker that has nothing to do ends and gives its memory back. */
const IDLE_MS = 20_000;
const MOST_WORKERS = 8;
/** Part of all places in the line that one person may take. */
const PERSONS_SHARE = 1 / 4;
/** Seconds after which it is worth asking again when the line was full. */
const RETRY_AFTER = 5;

/** Rows of one answer that wait for a worker. */
export interface RowsOnHand {
  columns: ResultColumn[];
  rows: CrossingRows[];
}

/** Whose work it is and how long it may take. */
export interface WorkLimits {
  /** Who asks, by any name of their own: people take turns. */
  asker: string;
  signal: AbortSignal;
  timeoutMs: number;
}

/** How much is going on: for whoever decides whether more can be taken. */
export interface RoomLoad {
  workers: number;
  working: number;
  waiting: number;
}

/**
 * Threads in which heavy answers are shaped and written, so that the server's own thread stays free for others. They begin
 * with the first work, end when there is none, and may take so much memory; one that takes more, or too long, ends alone,
 * and another one takes its place.
 */
export class WorkerRoom {
  readonly #bounds: Pick<Bounds, 'WORKER_MEMORY_MB' | 'MAX_WAITING_ANSWERS'>;
  readonly #workers: number;
  readonly #line = new WaitingLine();
  readonly #waiting = new Map<number, { asker: string; begin: () => void }>();
  #working = 0;
  #nextId = 1;
  #pool: Promise<Piscina> | undefined;

  constructor(bounds: Pick<Bounds, 'WORKER_MEMORY_MB' | 'MAX_WAITING_ANSWERS'>, workers: number | undefined) {
    this.#bounds = bounds;
    this.#workers = workers ?? Math.min(MOST_WORKERS, Math.max(1, availableParallelism() - 1));
  }

  get load(): RoomLoad {
    return { workers: this.#workers, working: this.#working, waiting: this.#waiting.size };
  }

  /**
   * What a worker writes of the rows, which it takes over: `answers` is empty afterwards. Rejects with the signal's reason,
   * 408 when it takes too long, 413 when it needs too much memory, 503 when too many wait, and what the work rejects with.
   */
  async run(answers: RowsOnHand[], work: Work, limits: WorkLimits): Promise<Buffer[]> {
    limits.signal.throwIfAborted();
    const turn = await this.#turn(limits);
    try {
      return await this.#work(answers, work, limits);
    } finally {
      this.#working -= 1;
      this.#line.end(turn);
      this.#next();
    }
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    await (await pool)?.destroy();
  }

  /** Waits for a free worker; people take turns. */
  async #turn({ asker, signal }: WorkLimits): Promise<{ asker: string; id: number }> {
    const { MAX_WAITING_ANSWERS } = this.#bounds;
    const own = [...this.#waiting.values()].filter((each) => each.asker === asker).length;
    if (this.#waiting.size >= MAX_WAITING_ANSWERS || own >= Math.max(1, MAX_WAITING_ANSWERS * PERSONS_SHARE)) throw tooManyWait();
    const id = this.#nextId++;
    const turn = { asker, id };
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(id);
        this.#line.remove(turn);
        reject(signal.reason);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.set(id, { asker, begin });
      this.#line.add(turn);
      this.#next();
    });
    return turn;
  }

  #next(): void {
    while (this.#working < this.#workers) {
      const turn = this.#line.next();
      if (!turn) return;
      this.#working += 1;
      const { begin } = this.#waiting.get(turn.id) ?? {};
      this.#waiting.delete(turn.id);
      begin?.();
    }
  }

  async #work(answers: RowsOnHand[], work: Work, { signal, timeoutMs }: WorkLimits): Promise<Buffer[]> {
    const late = AbortSignal.timeout(timeoutMs);
    const pool = await this.#threads();
    const { port1, port2 } = new MessageChannel();
    try {
      const told = answerFrom(port1);
      const task = pool.run({ port: port2 }, { transferList: [port2], signal: AbortSignal.any([signal, late]) });
      // Whichever of the two says first that it failed.
      const failed = Promise.all([task, handOver(answers, work, port1, signal)]);
      await failed;
      const answer = await told;
      if ('error' in answer) throw new ChartroomError(answer.error.message, answer.error.options);
      return answer.pieces.map(({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (late.aborted) throw timeoutError(timeoutMs);
      throw isOutOfMemory(error) ? this.#outOfMemory() : error;
    } finally {
      port1.close();
    }
  }

  /** The threads; the library that keeps them is loaded at first use. */
  #threads(): Promise<Piscina> {
    this.#pool ??= import('piscina').then(
      ({ Piscina: Pool }) =>
        new Pool({
          filename: new URL('./room-worker.ts', import.meta.url).href,
          minThreads: 0,
          maxThreads: this.#workers,
          idleTimeout: IDLE_MS,
          // A thread would otherwise wait in a way that keeps it from hearing its port.
          atomics: 'disabled',
          recordTiming: false,
          execArgv: [],
          resourceLimits: { maxOldGenerationSizeMb: this.#bounds.WORKER_MEMORY_MB },
        }),
    );
    return this.#pool;
  }

  #outOfMemory(): ChartroomError {
    const { WORKER_MEMORY_MB } = this.#bounds;
    return new ChartroomError(
      `The answer needs more than the ${WORKER_MEMORY_MB} MB of memory that shaping one may take (WORKER_MEMORY_MB). Ask for fewer rows or columns.`,
      {
        status: 413,
        error_type: 'RESULT_TOO_LARGE_ERROR',
        level: 'error',
        extra: { bound: 'WORKER_MEMORY_MB', megabytes: WORKER_MEMORY_MB },
      },
    );
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooManyWait(): ChartroomError {
  return new ChartroomError('Too many large answers are being made at the moment. Please ask again in a few seconds.', {
    status: 503,
    error_type: 'ASYNC_WORKERS_ERROR',
    level: 'warning',
    retryAfter: RETRY_AFTER,
  });
}

/** Gives the rows away, those of a batch at a time. */
async function handOver(answers: RowsOnHand[], work: Work, port: MessagePort, signal: AbortSignal): Promise<void> {
  const send = (message: ToWorker, given: ArrayBuffer[] = []): void => port.postMessage(message, given);
  const breathing = new Breathing();
  for (let answer = answers.shift(); answer; answer = answers.shift()) {
    send({ type: 'columns', columns: answer.columns });
    for (let rows = answer.rows.shift(); rows; rows = answer.rows.shift()) {
      signal.throwIfAborted();
      send({ type: 'rows', rows }, handedOver(rows));
      await breathing.step();
    }
  }
  send({ type: 'work', work });
}

function answerFrom(port: MessagePort): Promise<FromWorker> {
  const answer = new Promise<FromWorker>((resolve, reject) => {
    port.once('message', resolve);
    port.once('close', () => reject(new Error('The worker ended without an answer.')));
  });
  // Whoever waits hears of it from the worker itself when it fails.
  answer.catch(() => undefined);
  return answer;
}
