import { Worker } from 'node:worker_threads';
import { ChartroomError, type ErrorOptions } from '@chartroom/model';
import type { ColumnBatch, ResultColumn } from '@chartroom/query';
import { joined } from '../read-frame.ts';
import { type CrossingRows, fromCrossing } from './crossing.ts';
import { type Work, written } from './shaping.ts';

/** What comes: an answer begins, its rows, and at the end what becomes of all. */
export type ToWorker =
  | { type: 'columns'; columns: ResultColumn[] }
  | { type: 'rows'; rows: CrossingRows }
  | { type: 'work'; work: Work }
  /** The server has taken a piece. */
  | { type: 'taken' };

/** What goes back: what was written, piece by piece, until `done`; or an error, the house's own with all it says. */
export type FromWorker =
  | { type: 'piece'; piece: Uint8Array }
  | { type: 'done' }
  | { type: 'error'; message: string; options: ErrorOptions | undefined };

/** Bytes of a message: the server takes each in one piece. */
const PIECE = 1 << 18;
/** Pieces that may be on their way: of more the server would read many at once, and others would wait for it. */
const UNDER_WAY = 2;

/** Resolves when the server can take more. */
function send(message: FromWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!process.send) return reject(new Error('This program works for a server and is of no use without one.'));
    process.send(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });
}

let untaken = 0;
let onTaken = (): void => undefined;

/** Sends a piece when the server has taken those before. */
async function sendPiece(piece: Uint8Array): Promise<void> {
  while (untaken >= UNDER_WAY) await new Promise<void>((resolve) => (onTaken = resolve));
  untaken += 1;
  await send({ type: 'piece', piece });
}

let parts: { columns: ResultColumn[]; batches: ColumnBatch[] }[] = [];

/** Shapes and writes what has come. */
async function carryOut(work: Work): Promise<void> {
  untaken = 0;
  const frames = parts.map(({ columns, batches }) => joined(columns, batches));
  parts = [];
  try {
    // Nobody can tell it to stop while it works: the whole process is ended then.
    for await (const piece of written(frames, work, new AbortController().signal)) {
      for (let from = 0; from < piece.length; from += PIECE) await sendPiece(piece.subarray(from, from + PIECE));
    }
    await send({ type: 'done' });
  } catch (error) {
    await send({ type: 'error', message: error instanceof Error ? error.message : String(error), options: optionsOf(error) });
  }
}

function optionsOf(error: unknown): ErrorOptions | undefined {
  if (!(error instanceof ChartroomError)) return undefined;
  const { status, error_type, level, extra, shape, fields } = error;
  return { status, error_type, level, extra, shape, ...(fields && { fields }) };
}

new Worker(new URL('./parent-watch.ts', import.meta.url), { workerData: process.ppid }).unref();
process.on('message', (message: ToWorker) => {
  if (message.type === 'columns') parts.push({ columns: message.columns, batches: [] });
  else if (message.type === 'rows') parts.at(-1)?.batches.push(fromCrossing(message.rows));
  else if (message.type === 'work') void carryOut(message.work);
  else {
    untaken -= 1;
    onTaken();
  }
});
process.on('disconnect', () => process.exit());
