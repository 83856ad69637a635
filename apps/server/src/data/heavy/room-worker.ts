import type { MessagePort } from 'node:worker_threads';
import { ChartroomError, type ErrorOptions } from '@chartroom/model';
import type { ColumnBatch, ResultColumn } from '@chartroom/query';
import { joined } from '../read-frame.ts';
import { type CrossingRows, fromCrossing } from './crossing.ts';
import { type Work, written } from './shaping.ts';

/** What comes through the port: an answer begins, its rows, and at the end what becomes of all. */
export type ToWorker = { type: 'columns'; columns: ResultColumn[] } | { type: 'rows'; rows: CrossingRows } | { type: 'work'; work: Work };

/** What goes back: what was written, or an error of the house; other errors are those of the task. */
export type FromWorker = { pieces: Uint8Array<ArrayBuffer>[] } | { error: { message: string; options: ErrorOptions } };

/** Gathers the rows that come through the port, shapes and writes them. */
export default async function work({ port }: { port: MessagePort }): Promise<void> {
  try {
    const { frames, work: asked } = await gathered(port);
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    // Nobody can tell it to stop while it works: the whole thread is ended then.
    for await (const piece of written(frames, asked, new AbortController().signal)) pieces.push(owned(piece));
    const told = asked.isWhole ? [together(pieces)] : pieces;
    port.postMessage(
      { pieces: told } satisfies FromWorker,
      told.map(({ buffer }) => buffer),
    );
  } catch (error) {
    if (!(error instanceof ChartroomError)) throw error;
    const { message, status, error_type, level, extra, shape, fields } = error;
    port.postMessage({
      error: { message, options: { status, error_type, level, extra, shape, ...(fields && { fields }) } },
    } satisfies FromWorker);
  } finally {
    port.close();
  }
}

async function gathered(port: MessagePort): Promise<{ frames: ReturnType<typeof joined>[]; work: Work }> {
  const parts: { columns: ResultColumn[]; batches: ColumnBatch[] }[] = [];
  const asked = await new Promise<Work>((resolve, reject) => {
    port.on('message', (message: ToWorker) => {
      if (message.type === 'columns') parts.push({ columns: message.columns, batches: [] });
      else if (message.type === 'rows') parts.at(-1)?.batches.push(fromCrossing(message.rows));
      else resolve(message.work);
    });
    port.on('close', () => reject(new Error('The rows ended before all were there.')));
  });
  return { frames: parts.splice(0).map(({ columns, batches }) => joined(columns, batches)), work: asked };
}

/** A piece that has a block of memory of its own, so that it can be handed over. */
function owned(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = piece;
  return buffer instanceof ArrayBuffer && buffer.byteLength === piece.byteLength ? new Uint8Array(buffer) : new Uint8Array(piece);
}

function together(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
