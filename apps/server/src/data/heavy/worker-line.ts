import { Worker } from 'node:worker_threads';
import { BulkFile, BulkWriter, type InSlot } from '@chartroom/engines/rows';
import { ChartroomError } from '@chartroom/model';
import type { FromWorker, ToWorker } from './room-messages.ts';

/** Bytes of a message: the server takes each in one piece. */
const PIECE = 1 << 18;
/** Pieces that may be on their way: of more the server would read many at once, and others would wait for it. */
const UNDER_WAY = 2;

/** Of each piece on its way the slot of the shared file in which it lies. */
const untaken: (number | undefined)[] = [];
const bulk = new BulkWriter(BulkFile.given(0));
const incoming = BulkFile.given(1);
let onTaken = (): void => undefined;

/** Resolves when the server can take more. */
export function send(message: FromWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!process.send)
      return reject(new Error('This program works for a server and is of no use without one.'));
    process.send(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });
}

/** Sends a piece when the server has taken those before. */
async function sendPiece(piece: Uint8Array): Promise<void> {
  while (untaken.length >= UNDER_WAY) await new Promise<void>((resolve) => (onTaken = resolve));
  const inSlot = bulk.put([piece]);
  untaken.push(inSlot?.slot);
  await send({ type: 'piece', piece: inSlot ?? piece });
}

/** Sends what a work makes, and that it is done, or what went wrong. */
export async function sendPieces(pieces: AsyncIterable<Uint8Array>): Promise<void> {
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
      options:
        error instanceof ChartroomError
          ? {
              status: error.status,
              error_type: error.error_type,
              level: error.level,
              extra: error.extra,
              shape: error.shape,
              ...(error.fields && { fields: error.fields }),
            }
          : undefined,
    });
  }
}

/** What a program is given: rows as bytes, however they have come. */
type Given<Work> = Exclude<ToWorker<Work>, { type: 'taken' | 'rows' }> | { type: 'rows'; rows: Uint8Array };

/** Works for a server until that is gone: takes its messages, but for those that say what it has taken. */
export function serve<Work>(onMessage: (message: Given<Work>) => void): void {
  new Worker(new URL('./parent-watch.ts', import.meta.url), { workerData: process.ppid }).unref();
  process.on('message', (message: ToWorker<Work>) => {
    if (message.type === 'rows') return onMessage({ type: 'rows', rows: bytesOf(message.rows) });
    if (message.type !== 'taken') return onMessage(message);
    const slot = untaken.shift();
    if (slot !== undefined) bulk.free(slot);
    onTaken();
  });
  process.on('disconnect', () => process.exit());
}

function bytesOf(rows: Uint8Array | InSlot): Uint8Array {
  if (!('slot' in rows)) return rows;
  const bytes = incoming.readNow(rows);
  // A server that has gone needs no room any more.
  send({ type: 'free', slot: rows.slot }).catch(() => undefined);
  return bytes;
}
