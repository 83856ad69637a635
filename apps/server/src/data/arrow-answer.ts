import { setImmediate as breathe } from 'node:timers/promises';
import type { Frame } from '@chartroom/query';
import { arrowColumn } from './arrow-columns.ts';

export const ARROW = 'application/vnd.apache.arrow.stream';

/** Rows of a batch: few enough that others are served between two of them. */
const BATCH = 8_192;

/** A frame as an Arrow IPC stream. The columns bear the names of the frame; every one of them may be null. */
export async function arrowBytes(frame: Frame, signal: AbortSignal): Promise<Buffer> {
  const arrow = await import('apache-arrow');
  const columns = frame.columns.map((column) => arrowColumn(column, arrow));
  const schema = new arrow.Schema(columns.map(({ name, type }) => new arrow.Field(name, type, true)));
  const type = new arrow.Struct(schema.fields);
  const writer = new arrow.RecordBatchStreamWriter();
  writer.reset(undefined, schema);
  for (let begin = 0; begin < frame.length; begin += BATCH) {
    signal.throwIfAborted();
    const length = Math.min(BATCH, frame.length - begin);
    const children = columns.map((column) => column.data(begin, length));
    writer.write(new arrow.RecordBatch(schema, arrow.makeData({ type, length, nullCount: 0, children })));
    await breathe();
  }
  writer.finish();
  const { buffer, byteOffset, byteLength } = writer.toUint8Array(true);
  return Buffer.from(buffer, byteOffset, byteLength);
}
