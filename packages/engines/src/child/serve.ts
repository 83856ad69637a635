import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { ChartroomError } from '@chartroom/model/base';
import type { ResultColumn } from '@chartroom/query/rows';
import { type AnswerBounds, USUAL_BOUNDS } from '../rows/answer-bounds.ts';
import { BulkFile, BulkWriter } from './bulk-file.ts';
import type { Cursor } from './cursors.ts';
import { gathering } from './gathered.ts';
import {
  BYTES_PER_MESSAGE,
  costOf,
  type FromChild,
  INITIAL_CREDITS,
  type LoadCommand,
  type Look,
  ROWS_PER_MESSAGE,
  type RunCommand,
  type SentBatch,
  type TakenFile,
  TOO_LARGE,
  type ToChild,
} from './protocol.ts';

/** Registered by a driver while the engine works, so that a cancel reaches it. */
export type OnInterrupt = (interrupt: () => void) => void;

/** What goes to and fro beside a statement. */
export interface RunBeside {
  /** The rows of the tables that it brings with it, as they come. */
  files: AsyncIterable<TakenFile>;
  /** Takes how far a file is read. */
  onLook: (look: Look) => void;
}

/** What an engine does inside its own process. */
export interface ChildDriver {
  run(command: RunCommand, onInterrupt: OnInterrupt, beside: RunBeside): Promise<Cursor>;
  load?(command: LoadCommand, onInterrupt: OnInterrupt, onProgress: (rows: number) => void): Promise<number>;
  close(): Promise<void>;
}

interface Job {
  credits: number;
  cancelled: boolean;
  interrupt: () => void;
  /** Interrupts again until the work has ended: engines forget an interrupt that comes between two steps of it. */
  interrupting?: NodeJS.Timeout;
  wake: () => void;
  /** Files that have come and nobody has read yet. */
  files: TakenFile[];
}

const CANCELLED = 'cancelled';
/** Milliseconds between interrupts of one job. */
const INTERRUPTS_AGAIN = 50;

/** How far behind other processes one stands, from 0 to 19. */
const BEHIND_THE_SERVER = 5;

const bulk = new BulkWriter(BulkFile.given(0));

function send(message: FromChild): void {
  if (process.connected) process.send?.(message);
}

/**
 * Puts the process behind others. Linux keeps a place for each thread, and an engine's are begun by those that are there
 * already, so each of them is told; elsewhere a process has one place.
 */
function standBehind(priority: number): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const thread of threads) {
    try {
      if (getPriority(thread) < priority) setPriority(thread, priority);
    } catch (error) {
      // A thread may end in between.
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR')) throw error;
    }
  }
}

function describeError(error: unknown): { message: string; code?: string | undefined } {
  if (error instanceof ChartroomError && error.error_type === 'RESULT_TOO_LARGE_ERROR')
    return { message: error.message, code: TOO_LARGE };
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { message: error.message, code };
}

interface Streamed {
  id: number;
  cursor: Cursor;
  maxRows: number;
  bounds: AnswerBounds;
  /** Resolves when the end may be told. */
  settled(): Promise<void>;
}

async function streamRows(job: Job, streamed: Streamed): Promise<void> {
  const { id, cursor, settled } = streamed;
  const gather = gathering(cursor, streamed);
  // Whoever asked for lines knows their columns.
  let columns: ResultColumn[] | undefined = 'columns' in cursor ? cursor.columns : [];
  let done = false;
  while (!done) {
    const batches: SentBatch[] = [];
    const pieces: Uint8Array[] = [];
    let rows = 0;
    let cells = 0;
    let bytes = 0;
    while (rows < ROWS_PER_MESSAGE && bytes < BYTES_PER_MESSAGE && !done) {
      if (job.cancelled) throw new Error(CANCELLED);
      const next = await gather();
      if (!next) done = true;
      else {
        pieces.push(next.piece);
        batches.push(next.batch);
        rows += next.batch.length;
        cells += next.cells;
        bytes += next.batch.bytes;
      }
    }
    while (job.credits <= 0 && !job.cancelled) await new Promise<void>((resolve) => (job.wake = resolve));
    if (job.cancelled) throw new Error(CANCELLED);
    const cost = costOf(cells, bytes);
    job.credits -= cost;
    if (done) await settled();
    const packed = bulk.put(pieces) ?? Buffer.concat(pieces);
    send({ type: 'rows', id, ...(columns && { columns }), batches, packed, cost, done });
    columns = undefined;
  }
}

/** The files of a statement's own tables as they come. */
async function* filesOf(job: Job): AsyncGenerator<TakenFile> {
  for (;;) {
    const file = job.files.shift();
    if (job.cancelled) throw new Error(CANCELLED);
    if (file) yield file;
    else await new Promise<void>((resolve) => (job.wake = resolve));
  }
}

async function runJob(
  driver: ChildDriver,
  job: Job,
  message: Extract<ToChild, { type: 'run' | 'load' }>,
): Promise<void> {
  const onInterrupt: OnInterrupt = (interrupt) => {
    job.interrupt = interrupt;
    if (job.cancelled) interrupt();
  };
  if (message.type === 'load') {
    if (!driver.load) throw new Error('This engine does not load files.');
    const rows = await driver.load(message, onInterrupt, (count) =>
      send({ type: 'progress', id: message.id, rows: count }),
    );
    send({ type: 'loaded', id: message.id, rows });
    return;
  }
  const bounds = message.bounds ?? USUAL_BOUNDS;
  const cursor = await driver.run({ ...message, bounds }, onInterrupt, {
    files: filesOf(job),
    onLook: (look) => send({ type: 'looked', id: message.id, ...look }),
  });
  let finished: Promise<void> | undefined;
  const finish = (): Promise<void> => {
    finished ??= cursor.finish();
    return finished;
  };
  try {
    // Whoever wrote may rely on what was written as soon as they are told the end, so that it is committed before.
    const settled = message.readOnly ? async () => undefined : finish;
    await streamRows(job, {
      id: message.id,
      cursor,
      maxRows: message.maxRows ?? Number.POSITIVE_INFINITY,
      bounds,
      settled,
    });
  } finally {
    await finish();
  }
}

/** Milliseconds that a driver may take to put its files away. */
const CLOSE_MS = 5_000;

/** Ends the process at once: `process.exit` would first wait for the threads, and so for queries that nobody asks about any more. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Runs a driver behind the pipe to the parent until it is told to close or the parent goes away. */
export function serve(open: (settings: Record<string, string>) => Promise<ChildDriver>): void {
  const jobs = new Map<number, Job>();
  let driver: ChildDriver | undefined;

  const shutDown = async (): Promise<void> => {
    setTimeout(end, CLOSE_MS);
    try {
      await driver?.close();
    } finally {
      end();
    }
  };
  const start = (message: Extract<ToChild, { type: 'run' | 'load' }>): void => {
    const job: Job = {
      credits: INITIAL_CREDITS,
      cancelled: false,
      interrupt: () => undefined,
      wake: () => undefined,
      files: [],
    };
    jobs.set(message.id, job);
    const work = driver
      ? runJob(driver, job, message)
      : Promise.reject(new Error('The database is not open.'));
    work
      .catch((error: unknown) => send({ type: 'error', id: message.id, ...describeError(error) }))
      .finally(() => {
        clearInterval(job.interrupting);
        jobs.delete(message.id);
      });
  };
  process.on('message', (message: ToChild) => {
    if (message.type === 'open') {
      // Where there are few processors, the server comes before: whoever reads what is kept waits for nobody's query.
      // To begin is short, and whoever asked first waits for it: until here the process stands behind nobody.
      standBehind(BEHIND_THE_SERVER);
      open(message.settings).then(
        (opened) => {
          driver = opened;
          send({ type: 'opened' });
        },
        (error: unknown) => send({ type: 'open-failed', ...describeError(error) }),
      );
    } else if (message.type === 'run' || message.type === 'load') start(message);
    else if (message.type === 'close') void shutDown();
    else if (message.type === 'read') bulk.free(message.slot);
    else {
      const job = jobs.get(message.id);
      if (!job) return;
      if (message.type === 'credit') job.credits += message.count;
      else if (message.type === 'file') job.files.push(message);
      else {
        job.cancelled = true;
        job.interrupt();
        job.interrupting ??= setInterval(() => job.interrupt(), INTERRUPTS_AGAIN);
      }
      job.wake();
    }
  });
  process.on('disconnect', () => {
    // Nobody waits for answers any more. What is committed is in the log, and the file must be free for the next server:
    // to close an engine that still works would wait for its work.
    if (jobs.size > 0) end();
    else void shutDown();
  });
}
