import { PassThrough } from 'node:stream';
import { deserialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { ChartroomError, type ErrorOptions } from '@chartroom/model';
import { type ColumnBatch, type PackedBatch, type ResultColumn, unpackedBatch } from '@chartroom/query';
import { joined } from '../chart-data/joined.ts';
import { type AnyFileWork, anyFilePieces } from './file-pieces.ts';
import { type Work, written } from './shaping.ts';

/** What comes: an answer begins, its rows, and at the end what becomes of all; or a file, and its rows. */
export type ToWorker =
  | { type: 'columns'; columns: ResultColumn[] }
  | { type: 'rows'; rows: Uint8Array }
  | { type: 'work'; work: Work }
  /** A file is to be written of rows that follow, of which so many batches are read together first; until `end`. */
  | { type: 'file'; work: AnyFileWork; heads: number }
  | { type: 'end' }
  /** The server has taken a piece. */
  | { type: 'taken' };

/** What goes back: what was written, piece by piece, until `done`; or an error, the installation's own with all it says. */
export type FromWorker =
  | { type: 'piece'; piece: Uint8Array }
  /** The rows of a file of one message were read. */
  | { type: 'read' }
  | { type: 'done' }
  | { type: 'error'; message: string; options: ErrorOptions | undefined };

/** Bytes of a message: the server takes each in one piece. */
const PIECE = 1 << 18;
/** Pieces that may be on their way: of more the server would read many at once, and others would wait for it. */
const UNDER_WAY = 2;

/** Resolves when the server can take more. */
function send(message: FromWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!process.send)
      return reject(new Error('This program works for a server and is of no use without one.'));
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

function unpacked(bytes: Uint8Array): ColumnBatch {
  const batch: PackedBatch = deserialize(bytes);
  return unpackedBatch(batch);
}

let parts: { columns: ResultColumn[]; batches: ColumnBatch[] }[] = [];

/** Shapes and writes what has come. */
async function carryOut(work: Work): Promise<void> {
  const frames = parts.map(({ columns, batches }) => joined(columns, batches));
  parts = [];
  // Nobody can tell it to stop while it works: the whole process is ended then.
  await sendPieces(written(frames, work, new AbortController().signal));
}

/** Rows of a file on their way in; undefined when none is written. */
let incoming: PassThrough | undefined;

/** Writes a file of the rows that come. */
async function writeFile(work: AnyFileWork, heads: number): Promise<void> {
  const rows = new PassThrough({ objectMode: true });
  incoming = rows;
  const batches = readOneByOne(rows);
  const head: ColumnBatch[] = [];
  while (head.length < heads) {
    const { done, value } = await batches.next();
    if (done) break;
    head.push(value);
  }
  await sendPieces(anyFilePieces(work, { head, more: batches }));
  incoming = undefined;
}

async function* readOneByOne(rows: AsyncIterable<Uint8Array>): AsyncGenerator<ColumnBatch> {
  for await (const bytes of rows) {
    await send({ type: 'read' });
    yield unpacked(bytes);
  }
}

async function sendPieces(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  untaken = 0;
  try {
    for await (const piece of pieces) {
      for (let from = 0; from < piece.length; from += PIECE)
        await sendPiece(piece.subarray(from, from + PIECE));
    }
    await send({ type: 'done' });
  } catch (error) {
    await send({
      type: 'error',
      message: error instanceof Error ? error.message : String(error),
      options: optionsOf(error),
    });
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
  else if (message.type === 'rows' && incoming) incoming.write(message.rows);
  else if (message.type === 'rows') parts.at(-1)?.batches.push(unpacked(message.rows));
  else if (message.type === 'work') void carryOut(message.work);
  else if (message.type === 'file') void writeFile(message.work, message.heads);
  else if (message.type === 'end') incoming?.end();
  else {
    untaken -= 1;
    onTaken();
  }
});
process.on('disconnect', () => process.exit());
