import { type ChildProcess, fork } from 'node:child_process';
import { ChartroomError } from '@chartroom/model';
import type { Result } from '../engine.ts';
import { RowStream } from '../rows/row-stream.ts';
import { stopAfter, unlessAborted } from '../stop-after.ts';
import { BulkFile } from './bulk-file.ts';
import { closedConnection } from './closed-connection.ts';
import { memoryWatch, usualEngineMemory, type WatchedProcess } from './memory-watch.ts';
import {
  CREDITS_PER_MESSAGE,
  type LoadCommand,
  type Look,
  type RunCommand,
  type TakenFile,
  TOO_LARGE,
  type ToChild,
} from './protocol.ts';
import { type Received, receive, rowsOf } from './received.ts';

export interface EngineChildOptions {
  /** Module that calls `serve`. */
  entry: URL;
  /** Asked for each time a process starts. */
  settings(): Record<string, string>;
  /** Folder in which the process works, so that the engine knows its file by a bare name. */
  cwd?: string | undefined;
  /** Shown in errors, e.g. `DuckDB`. */
  engineName: string;
  /** How a running query is stopped: by asking the engine, or by ending the process where the engine cannot be asked. */
  stopBy: 'interrupt' | 'kill';
  /** Milliseconds without work after which the process ends; it starts again when needed. */
  idleMs: number;
  /** Megabytes that the processes of all engines may take together; absent = half of the machine's. */
  memory?: number | undefined;
  classify(message: string, code: string | undefined): ChartroomError;
}

/** When a query must stop, and whom to tell when the process has no more to do with it. */
export interface RunLimits {
  signal: AbortSignal;
  timeoutMs: number;
  onEnd?: () => void;
  /** Called when the process has the statement, with how files of its own tables are handed on. */
  onBegun?: (hand: (file: TakenFile) => void) => void;
  /** Told how far a file is read, while it is. */
  onLook?: ((look: Look) => void) | undefined;
}

interface Job {
  child: ChildProcess;
  onEnd?: (() => void) | undefined;
  /** Whether rows have come already. */
  isAnswering?: boolean;
  /** Ends the work with an error; absent while it has not begun. */
  stop?: (reason: unknown) => void;
  onMessage(message: Received): void;
  onFailure(error: unknown): void;
}

/** Milliseconds that a cancelled query may take to stop before its process is ended. */
const STOP_GRACE_MS = { interrupt: 10_000, kill: 150 };

/** Megabytes that a process may take at least for what is not the engine's own. */
const LEAST_HEAP = 256;

/** An answer that the process found to be larger than it may be. */
const ANSWER_TOO_LARGE = { status: 413, error_type: 'RESULT_TOO_LARGE_ERROR', level: 'error' } as const;

/** No secret of the server reaches the process; compiled code is kept where the server keeps its own. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    UV_THREADPOOL_SIZE: '8',
    TZ: 'UTC',
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
  };
}

/**
 * A database that lives in a process of its own: started with the first query, ended when idle, replaced when it
 * dies. Queries that ran in a process that died fail with an error that says so.
 */
export class EngineChild {
  readonly #options: EngineChildOptions;
  readonly #jobs = new Map<number, Job>();
  /** Cancelled queries whose end the engine has not confirmed yet. */
  readonly #stopping = new Map<number, () => void>();
  #child: { process: ChildProcess; opened: Promise<void> } | undefined;
  /** Settles when the process before has released its files. */
  #before: Promise<void> = Promise.resolve();
  /** A process that ends when its running work is done. */
  #leaving: ChildProcess | undefined;
  /** Why a process was ended that had to be. */
  readonly #ended = new WeakMap<ChildProcess, ChartroomError>();
  #nextId = 1;
  #idleTimer: NodeJS.Timeout | undefined;
  /** Nobody is to use it: what waited for a process gets none, which would hold the files of whoever comes next. */
  #isClosed = false;

  constructor(options: EngineChildOptions) {
    this.#options = options;
  }

  /** Process id of the running child, if one runs. */
  get pid(): number | undefined {
    return this.#child?.process.pid;
  }

  /** Number of queries and loads under way. */
  get busy(): number {
    return this.#jobs.size;
  }

  /** Runs a statement; resolves when the columns are known. */
  async run(command: RunCommand, limits: RunLimits): Promise<Result> {
    const { id, child } = await this.#begin(limits.signal);
    // What each message that waits for its reader costs, and what was taken since the process was told.
    const costs: number[] = [];
    let taken = 0;
    return new Promise<Result>((resolve, reject) => {
      const stream = new RowStream({
        onPulled: () => {
          taken += costs.shift() ?? 0;
          if (taken < CREDITS_PER_MESSAGE) return;
          this.#send(child, { type: 'credit', id, count: taken });
          taken = 0;
        },
        onLeft: () => this.#cancel(child, id),
      });
      const stop = (reason: unknown): void => {
        stream.fail(reason);
        reject(reason);
        this.#cancel(child, id);
      };
      const release = stopAfter(limits, stop);
      const job: Job = {
        child,
        onEnd: limits.onEnd,
        stop: (reason) => {
          release();
          stop(reason);
        },
        onMessage: (message) => {
          if (message.type === 'looked') limits.onLook?.({ pass: message.pass, part: message.part });
          if (message.type !== 'rows') return;
          job.isAnswering = true;
          if (message.batches.length > 0) {
            costs.push(message.cost);
            stream.push(rowsOf(message));
          }
          if (message.columns) resolve({ columns: message.columns, batches: stream });
          if (!message.done) return;
          release();
          this.#endJob(id);
          stream.end();
        },
        onFailure: (error) => {
          release();
          this.#endJob(id);
          stream.fail(error);
          reject(error);
        },
      };
      this.#jobs.set(id, job);
      this.#send(child, { type: 'run', id, ...command });
      limits.onBegun?.((file) => this.#send(child, { type: 'file', id, ...file }));
    });
  }

  /** Makes a table of a file; resolves with the number of rows. All or nothing: a failed load changes nothing. */
  async load(
    command: LoadCommand,
    options: { signal: AbortSignal; onProgress?: ((rows: number) => void) | undefined },
  ): Promise<number> {
    const { id, child } = await this.#begin(options.signal);
    return new Promise<number>((resolve, reject) => {
      const stop = (reason: unknown): void => {
        reject(reason);
        this.#cancel(child, id);
      };
      const release = stopAfter({ signal: options.signal }, stop);
      const finish = (): void => {
        release();
        this.#endJob(id);
      };
      this.#jobs.set(id, {
        child,
        stop: (reason) => {
          release();
          stop(reason);
        },
        onMessage: (message) => {
          if (message.type === 'progress') options.onProgress?.(message.rows);
          if (message.type !== 'loaded') return;
          finish();
          resolve(message.rows);
        },
        onFailure: (error) => {
          finish();
          reject(error);
        },
      });
      this.#send(child, { type: 'load', id, ...command });
    });
  }

  /** Ends the process in an orderly way; what still runs fails, as does what comes before it is opened again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    const child = this.#child?.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.#retire(child);
    const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await this.#before;
    clearTimeout(force);
  }

  /** Lets it be used again, also while it closes: the next process waits for the one that ends. */
  reopen(): void {
    this.#isClosed = false;
  }

  /** Ends the process when its running work is done; queries that come meanwhile wait for the next process. */
  async restart(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const child = this.#child?.process;
    if (child) {
      this.#forget(child);
      if (this.#jobs.size === 0) this.#send(child, { type: 'close' });
      else this.#leaving = child;
    }
    await this.#before;
  }

  async #begin(signal: AbortSignal): Promise<{ id: number; child: ChildProcess }> {
    signal.throwIfAborted();
    clearTimeout(this.#idleTimer);
    await this.#before;
    if (this.#isClosed) throw closedConnection();
    this.#child ??= this.#start();
    const { process: child, opened } = this.#child;
    await unlessAborted(opened, signal, () => undefined);
    if (this.#child?.process !== child) return this.#begin(signal);
    this.#nextId += 1;
    // Holds the process until the caller has put its own entry here.
    this.#jobs.set(this.#nextId, { child, onMessage: () => undefined, onFailure: () => undefined });
    return { id: this.#nextId, child };
  }

  #start(): { process: ChildProcess; opened: Promise<void> } {
    const bulk = BulkFile.open();
    const child = fork(this.#options.entry, {
      serialization: 'advanced',
      // What nobody needs any more is thrown away before it counts as the engine's memory.
      execArgv: [
        `--max-old-space-size=${Math.max(LEAST_HEAP, Math.floor((this.#options.memory ?? usualEngineMemory()) / 4))}`,
      ],
      cwd: this.#options.cwd,
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc', bulk.asStream],
    });
    const watched = this.#watched(child);
    const opened = new Promise<void>((resolve, reject) => {
      receive(
        child,
        bulk,
        (message) => {
          if (message.type === 'opened') resolve();
          else if (message.type === 'open-failed') {
            reject(this.#options.classify(message.message, message.code));
            this.#forget(child);
            child.kill();
          } else this.#receive(message);
        },
        // Whatever waits for its bytes is told when it has ended.
        (error) => {
          this.#ended.set(child, this.#lost(`its rows could not be read: ${error}`));
          child.kill('SIGKILL');
        },
      );
      child.on('error', (error) => reject(this.#lost(error.message)));
      child.once('exit', (code, signal) => {
        bulk.close();
        memoryWatch.remove(watched);
        const error = this.#ended.get(child) ?? this.#lost(signal ? `signal ${signal}` : `exit code ${code}`);
        reject(error);
        this.#forget(child);
        for (const job of [...this.#jobs.values()]) if (job.child === child) job.onFailure(error);
      });
    });
    opened.catch(() => undefined);
    this.#send(child, { type: 'open', settings: this.#options.settings() });
    return { process: child, opened };
  }

  /** What the watch over memory may do with a process. */
  #watched(child: ChildProcess): WatchedProcess {
    const jobs = (): Job[] => [...this.#jobs.values()].filter((job) => job.child === child);
    const watched: WatchedProcess = {
      pid: child.pid ?? 0,
      budget: this.#options.memory ?? usualEngineMemory(),
      busy: () => this.#jobs.size > 0,
      relieve: (error) => {
        // Nobody knows which query takes how much: one that has given no row yet holds all it has read, the oldest most.
        const running = jobs().filter(({ stop }) => stop !== undefined);
        const job = running.find(({ isAnswering }) => !isAnswering) ?? running[0];
        job?.stop?.(error);
        return job !== undefined;
      },
      end: (error) => {
        this.#ended.set(child, error);
        this.#forget(child);
        child.kill('SIGKILL');
      },
    };
    if (child.pid !== undefined) memoryWatch.add(watched);
    return watched;
  }

  #receive(message: Exclude<Received, { type: 'opened' | 'open-failed' }>): void {
    const job = this.#jobs.get(message.id);
    if (message.type === 'error') {
      this.#stopping.get(message.id)?.();
      const { message: text, code } = message;
      job?.onFailure(
        code === TOO_LARGE ? new ChartroomError(text, ANSWER_TOO_LARGE) : this.#options.classify(text, code),
      );
    } else job?.onMessage(message);
    if (message.type === 'rows' && message.done) this.#stopping.get(message.id)?.();
  }

  #cancel(child: ChildProcess, id: number): void {
    // A query whose rows have all come has ended in the engine, even when its reader leaves some of them.
    if (!this.#jobs.has(id) || this.#stopping.has(id) || child.exitCode !== null) return;
    const kill = setTimeout(() => {
      this.#forget(child);
      child.kill('SIGKILL');
    }, STOP_GRACE_MS[this.#options.stopBy]);
    const done = (): void => {
      clearTimeout(kill);
      this.#stopping.delete(id);
      child.removeListener('exit', done);
      this.#endJob(id);
    };
    this.#stopping.set(id, done);
    child.once('exit', done);
    this.#send(child, { type: 'cancel', id });
  }

  #endJob(id: number): void {
    const job = this.#jobs.get(id);
    this.#jobs.delete(id);
    job?.onEnd?.();
    if (!job || this.#jobs.size > 0) return;
    if (this.#leaving) this.#send(this.#leaving, { type: 'close' });
    this.#leaving = undefined;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      const child = this.#child?.process;
      if (child && this.#jobs.size === 0) this.#retire(child);
    }, this.#options.idleMs);
    this.#idleTimer.unref();
  }

  /** The next query starts a new process, after this one has let go of the file. */
  #forget(child: ChildProcess): void {
    if (this.#child?.process !== child) return;
    this.#child = undefined;
    if (child.exitCode === null && child.signalCode === null) {
      this.#before = new Promise((resolve) => child.once('exit', () => resolve()));
    }
  }

  #retire(child: ChildProcess): void {
    this.#forget(child);
    this.#send(child, { type: 'close' });
  }

  #send(child: ChildProcess, message: ToChild): void {
    if (child.connected) child.send(message);
  }

  #lost(how: string): ChartroomError {
    return new ChartroomError(
      `The ${this.#options.engineName} process ended unexpectedly (${how}) while it worked on the query. It starts again with the next query.`,
      {
        status: 503,
        error_type: 'GENERIC_DB_ENGINE_ERROR',
        level: 'error',
        extra: { engine_name: this.#options.engineName },
      },
    );
  }
}
