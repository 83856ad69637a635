import { setImmediate as breathe } from 'node:timers/promises';
import type { Frame } from '@chartroom/query';
import type { Batch } from '@uwdata/flechette';
import { arrowColumn } from './arrow-columns.ts';

export const ARROW = 'application/vnd.apache.arrow.stream';

/** Rows of a batch: few enough that others are served between two of them. */
const BATCH = 8_192;

/**
 * A frame as an Arrow IPC stream. The columns bear the names of the frame; every one of them may be null. Not by Apache's
 * own library: loading that makes `Array.concat` slow in the whole process.
 */
export async function arrowBytes(frame: Frame, signal: AbortSignal): Promise<Buffer> {
  const arrow = await import('@uwdata/flechette');
  const columns = frame.columns.map((column) => arrowColumn(column, arrow));
  const batches = columns.map(() => Array.of<Batch<unknown>>());
  for (let begin = 0; begin < frame.length; begin += BATCH) {
    signal.throwIfAborted();
    const length = Math.min(BATCH, frame.length - begin);
    for (const [index, column] of columns.entries()) batches[index]?.push(column.batch(begin, length));
    await breathe();
  }
  const fields = columns.map(({ name, type }) => arrow.field(name, type, true));
  const children = columns.map(({ type }, index) => new arrow.Column(batches[index] ?? [], type));
  const bytes = arrow.tableToIPC(new arrow.Table({ fields }, children), { format: 'stream' });
  if (!bytes) throw new Error('An Arrow stream in memory is expected to be whole.');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
