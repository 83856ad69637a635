import { availableParallelism } from 'node:os';
import { timeoutError } from '@chartroom/engines';
import { type Bounds, ChartroomError } from '@chartroom/model';
import { Places } from '../../base/places.ts';
import { type AnyFileWork, anyFilePieces, type FileRows } from './file-pieces.ts';
import type { Work as Shaping } from './shaping.ts';
import { type RowsOnHand, Worker, WorkerEnded, type WorkerProgram } from './worker.ts';

/** Milliseconds after which a worker that has nothing to do ends and gives its memory back. */
const IDLE_MS = 20_000;
const MOST_WORKERS = 8;
/** Part of all places in the line that one person may take. */
const PERSONS_SHARE = 1 / 4;
/** Seconds after which it is worth asking again when the line was full. */
const RETRY_AFTER = 5;

/** A worker that has nothing to do, until it is ended. */
interface Free<Work> {
  worker: Worker<Work>;
  ending: NodeJS.Timeout;
}

/** Whose work it is and how long it may take. */
export interface WorkLimits {
  /** Who asks, by any name of their own: people take turns. */
  asker: string;
  signal: AbortSignal;
  timeoutMs: number;
}

/** What the workers begin with that shape and write answers. */
const SHAPING: WorkerProgram = {
  program: new URL('./room-worker.ts', import.meta.url),
  options: [],
  settings: {},
};

/** How much is going on: for whoever decides whether more can be taken. */
export interface RoomLoad {
  workers: number;
  working: number;
  waiting: number;
}

/**
 * Processes in which heavy answers are shaped and written, or drawn, so that the server's own thread stays free for others. They begin
 * with the first work, end when there is none for a while, and may take so much memory; one that takes more, or too long,
 * ends alone, and another one takes its place.
 */
export class WorkerRoom<Work = Shaping> {
  readonly #bounds: Pick<Bounds, 'WORKER_MEMORY_MB' | 'MAX_WAITING_ANSWERS'>;
  readonly #workers: number;
  readonly #program: WorkerProgram;
  readonly #places: Places;
  /** Files that are being written. */
  #files = 0;
  readonly #all = new Set<Worker<Work>>();
  readonly #free: Free<Work>[] = [];
  #closed = false;

  /** @param program what each of the processes begins with */
  constructor(
    bounds: Pick<Bounds, 'WORKER_MEMORY_MB' | 'MAX_WAITING_ANSWERS'>,
    workers: number | undefined,
    program: WorkerProgram = SHAPING,
  ) {
    this.#bounds = bounds;
    this.#program = program;
    this.#workers = workers ?? Math.min(MOST_WORKERS, Math.max(1, availableParallelism() - 1));
    this.#places = new Places({ atOnce: this.#workers });
  }

  get load(): RoomLoad {
    return { workers: this.#workers, working: this.#places.taken, waiting: this.#places.waiting };
  }

  /**
   * What a worker writes of the rows, which it takes over: `answers` is empty afterwards. Rejects with the signal's reason,
   * 408 when it takes too long, 413 when it needs too much memory, 503 when too many wait, and what the work rejects with.
   */
  async run(answers: RowsOnHand[], work: Work, limits: WorkLimits): Promise<Buffer[]> {
    limits.signal.throwIfAborted();
    const leave = await this.#place(limits);
    try {
      return await this.#work(answers, work, limits);
    } finally {
      leave();
    }
  }

  /**
   * The pieces of a file, written by a worker while its rows come; here when as many files are written already as there are
   * workers: none is waited for, since a slow database or reader may keep one for long. Rejects as `run` does.
   */
  async *file(rows: FileRows, work: AnyFileWork, signal: AbortSignal): AsyncIterable<Buffer> {
    signal.throwIfAborted();
    if (this.#files >= this.#workers || this.#closed) return yield* anyFilePieces(work, rows);
    this.#files += 1;
    const worker = this.#take();
    const end = (): void => worker.end();
    signal.addEventListener('abort', end, { once: true });
    let isWhole = false;
    try {
      yield* worker.file(rows, work);
      isWhole = true;
    } catch (error) {
      throw signal.aborted ? signal.reason : this.#named(error);
    } finally {
      signal.removeEventListener('abort', end);
      this.#files -= 1;
      // One that is left in the middle of a file still has rows of it.
      this.#giveBack(worker, !isWhole);
    }
  }

  close(): void {
    this.#closed = true;
    for (const worker of this.#all) worker.end();
    this.#all.clear();
    for (const { ending } of this.#free.splice(0)) clearTimeout(ending);
  }

  /** Waits for a free worker; answers how it is given back. */
  #place({ asker, signal }: WorkLimits): Promise<() => void> {
    const { MAX_WAITING_ANSWERS: most } = this.#bounds;
    const { waiting } = this.#places;
    if (waiting >= most || this.#places.waitingOf(asker) >= Math.max(1, most * PERSONS_SHARE))
      throw tooManyWait();
    return this.#places.take(asker, signal);
  }

  async #work(answers: RowsOnHand[], work: Work, { signal, timeoutMs }: WorkLimits): Promise<Buffer[]> {
    const worker = this.#take();
    const late = AbortSignal.timeout(timeoutMs);
    const stop = AbortSignal.any([signal, late]);
    const end = (): void => worker.end();
    stop.addEventListener('abort', end, { once: true });
    try {
      return await worker.work(answers, work, stop);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (late.aborted) throw timeoutError(timeoutMs);
      throw this.#named(error);
    } finally {
      stop.removeEventListener('abort', end);
      this.#giveBack(worker, stop.aborted);
    }
  }

  #take(): Worker<Work> {
    for (let free = this.#free.pop(); free; free = this.#free.pop()) {
      clearTimeout(free.ending);
      if (!free.worker.isThere) continue;
      free.worker.keepsServer(true);
      return free.worker;
    }
    const worker = new Worker<Work>(this.#bounds.WORKER_MEMORY_MB, this.#program);
    this.#all.add(worker);
    return worker;
  }

  #giveBack(worker: Worker<Work>, wasStopped: boolean): void {
    if (wasStopped || this.#closed || !worker.isThere) {
      worker.end();
      this.#all.delete(worker);
      return;
    }
    worker.keepsServer(false);
    const free = { worker, ending: setTimeout(() => this.#retire(free), IDLE_MS) };
    free.ending.unref();
    this.#free.push(free);
  }

  #retire(free: Free<Work>): void {
    const place = this.#free.indexOf(free);
    if (place >= 0) this.#free.splice(place, 1);
    this.#all.delete(free.worker);
    free.worker.end();
  }

  #named(error: unknown): unknown {
    return error instanceof WorkerEnded && error.isOutOfMemory ? this.#outOfMemory() : error;
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

function tooManyWait(): ChartroomError {
  return new ChartroomError(
    'Too many large answers are being made at the moment. Please ask again in a few seconds.',
    {
      status: 503,
      error_type: 'ASYNC_WORKERS_ERROR',
      level: 'warning',
      retryAfter: RETRY_AFTER,
    },
  );
}
