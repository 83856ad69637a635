import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { PassThrough } from 'node:stream';
import { BulkFile, BulkWriter, Inbox, packed } from '@chartroom/engines';
import { ChartroomError } from '@chartroom/model';
import type { ColumnBatch, ResultColumn } from '@chartroom/query';
import { Breathing, othersFirst } from './breathing.ts';
import type { AnyFileWork, FileRows } from './file-pieces.ts';
import type { FromWorker, ToWorker } from './room-messages.ts';

/** Rows of one answer that wait for a worker, packed. */
export interface RowsOnHand {
  columns: ResultColumn[];
  rows: Uint8Array[];
}

/** What a process begins with. */
export interface WorkerProgram {
  program: URL;
  /** Of the engine of JavaScript. */
  options: readonly string[];
  /** Of its environment. */
  settings: Readonly<Record<string, string>>;
}

/** Thrown where a worker has ended in the middle of its work; `signal` as the system names it. */
export class WorkerEnded extends Error {
  readonly isOutOfMemory: boolean;
  constructor(code: number | null, signal: NodeJS.Signals | null) {
    super(`The worker ended (${signal ?? code}).`);
    // What Node does when its memory is used up; by KILL the system ends what takes too much of its own.
    this.isOutOfMemory = signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134;
  }
}

/** A process that makes something of answers, one work at a time. */
export class Worker<Work> {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;
  /** Of the file by which rows go to it. */
  readonly #rows: BulkWriter;
  #onMessage: ((message: Told) => void) | undefined;

  /** `megabytes` of memory may be taken by what it works on, in the program, which runs with the options and settings. */
  constructor(megabytes: number, { program, options, settings }: WorkerProgram) {
    const [answers, rows] = [BulkFile.open(), BulkFile.open()];
    this.#rows = new BulkWriter(rows);
    this.#child = fork(program, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${megabytes}`, ...options],
      env: { ...environment(), ...settings },
      // When memory is used up a page of addresses is written that helps nobody.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', answers.asStream, rows.asStream],
    });
    // Where there are few processors, whoever reads what is kept comes before.
    if (this.#child.pid !== undefined) setPriority(this.#child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    this.#ended = new Promise((_, reject) => {
      const inbox = new Inbox<Received>(
        (message) => (message.type === 'free' ? this.#rows.free(message.slot) : this.#onMessage?.(message)),
        (error) => {
          reject(error);
          this.end();
        },
      );
      this.#child.on('message', (message: FromWorker) => inbox.take(received(message, answers)));
      this.#child.once('exit', () => {
        answers.close();
        rows.close();
      });
      this.#child.on('error', (error) => {
        // What could not be sent to a process that has gone tells less than its end does.
        if (this.#child.pid === undefined) reject(error);
      });
      this.#child.once('exit', (code, signal) => reject(new WorkerEnded(code, signal)));
    });
    this.#ended.catch(() => undefined);
  }

  get isThere(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Process id, for supervision. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether the server may end while it waits. */
  keepsServer(keeps: boolean): void {
    if (keeps) {
      this.#child.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }

  /** What it writes of the rows, which it takes over: `answers` is empty afterwards. Rejects with WorkerEnded, too. */
  async work(answers: RowsOnHand[], work: Work, signal: AbortSignal): Promise<Buffer[]> {
    const pieces: Buffer[] = [];
    const written = new Promise<void>((resolve, reject) => {
      this.#onMessage = (message) => {
        if (message.type === 'done') resolve();
        else if (message.type === 'error') reject(errorOf(message));
        else if (message.type === 'piece') {
          pieces.push(message.piece);
          // The next piece comes when others have had their turn.
          void othersFirst()
            .then(() => this.#send({ type: 'taken' }))
            .catch(() => undefined);
        }
      };
    });
    try {
      await Promise.race([Promise.all([written, this.#handOver(answers, work, signal)]), this.#ended]);
      return pieces;
    } finally {
      this.#onMessage = undefined;
    }
  }

  /** What it writes of the rows of a file, as they come. Rejects with WorkerEnded, and with what the rows reject with. */
  async *file(rows: FileRows, work: AnyFileWork): AsyncIterable<Buffer> {
    const pieces = new PassThrough({ objectMode: true });
    const sending = new Sending();
    this.#onMessage = (message) => {
      if (message.type === 'read') sending.wasRead();
      else if (message.type === 'piece') pieces.write(message.piece);
      else if (message.type === 'done') pieces.end();
      else pieces.destroy(errorOf(message));
    };
    const fail = (error: Error): void => void pieces.destroy(error);
    this.#ended.catch(fail);
    this.#sendFile(rows, work, sending).catch(fail);
    try {
      for await (const piece of pieces) {
        yield piece;
        // The next piece comes when others have had their turn.
        await othersFirst();
        await this.#send({ type: 'taken' });
      }
    } finally {
      sending.stop();
      this.#onMessage = undefined;
    }
  }

  async #sendFile({ head, more }: FileRows, work: AnyFileWork, sending: Sending): Promise<void> {
    const give = async (batch: ColumnBatch): Promise<boolean> => {
      // To pack one is work of a moment, and so are the pieces that come meanwhile: together they are a long one.
      await othersFirst();
      return sending.one(() => this.#sendRows(packed(batch)));
    };
    await this.#send({ type: 'file', work, heads: head.length });
    for (const batch of head) if (!(await give(batch))) return;
    if (more) for await (const batch of more) if (!(await give(batch))) return;
    await this.#send({ type: 'end' });
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  /** Gives the rows away, those of a batch at a time, as fast as they are taken. */
  async #handOver(answers: RowsOnHand[], work: Work, signal: AbortSignal): Promise<void> {
    const breathing = new Breathing();
    for (let answer = answers.shift(); answer; answer = answers.shift()) {
      await this.#send({ type: 'columns', columns: answer.columns });
      for (let rows = answer.rows.shift(); rows; rows = answer.rows.shift()) {
        signal.throwIfAborted();
        await this.#sendRows(rows);
        await breathing.step();
      }
    }
    await this.#send({ type: 'work', work });
  }

  async #sendRows(rows: Uint8Array): Promise<void> {
    await this.#send({ type: 'rows', rows: (await this.#rows.putAside(rows)) ?? rows });
  }

  #send(message: ToWorker<Work>): Promise<void> {
    return new Promise((resolve) => {
      // One that has gone takes nothing any more: its end is what is told.
      if (!this.#child.connected) return resolve(this.#ended);
      this.#child.send(message, (error) => (error ? resolve(this.#ended) : resolve()));
    });
  }
}

/** What a worker sends, with its bytes. */
type Received = Exclude<FromWorker, { type: 'piece' }> | { type: 'piece'; piece: Buffer };
/** What it tells of its work. */
type Told = Exclude<Received, { type: 'free' }>;

function received(message: FromWorker, answers: BulkFile): Received | Promise<Received> {
  if (message.type !== 'piece') return message;
  const { type, piece } = message;
  if ('slot' in piece) return answers.read(piece).then((bytes) => ({ type, piece: bytes }));
  return { type, piece: bufferOf(piece) };
}

/** Batches of a file that may be on their way: more would wait in the worker's memory. */
const BATCHES_UNDER_WAY = 8;

/** Rows on their way to a worker, as fast as it reads them. */
class Sending {
  #underWay = 0;
  #stopped = false;
  #wake = (): void => undefined;

  /** Sends when there is room; false when nothing is sent any more. */
  async one(send: () => Promise<void>): Promise<boolean> {
    while (this.#underWay >= BATCHES_UNDER_WAY && !this.#stopped)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#stopped) return false;
    this.#underWay += 1;
    await send();
    return true;
  }

  wasRead(): void {
    this.#underWay -= 1;
    this.#wake();
  }

  stop(): void {
    this.#stopped = true;
    this.#wake();
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function errorOf({ message, options }: Extract<FromWorker, { type: 'error' }>): Error {
  return options ? new ChartroomError(message, options) : new Error(message);
}

/** No secret of the server reaches the process; compiled code is kept where the server keeps its own. */
function environment(): NodeJS.ProcessEnv {
  const { PATH = '', TZ, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(TZ && { TZ }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
