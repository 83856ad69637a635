import { unpacked } from '@chartroom/engines/rows';
import type { ColumnBatch, ResultColumn } from '@chartroom/query';

/** Rows that are written as they come, a few at a time. */
export interface RowPieces {
  columns: readonly ResultColumn[];
  pieces: AsyncIterable<ColumnBatch>;
}

/** Cells that are written before others have their turn. */
const CELLS = 50_000;

/** At most `most` rows of the batches, as they come; `onMore` is called when there are more rows than these. */
export async function* upTo(
  batches: AsyncIterable<ColumnBatch>,
  most: number,
  onMore: () => void,
): AsyncGenerator<ColumnBatch> {
  let left = most;
  for await (const batch of batches) {
    if (batch.length <= left) yield batch;
    else if (left > 0) yield part(unpacked(batch), 0, left);
    if (batch.length > left) {
      onMore();
      return;
    }
    left -= batch.length;
  }
}

/** The rows of the batches in pieces that are soon written. */
export async function* inPieces(
  batches: AsyncIterable<ColumnBatch>,
  columns: number,
): AsyncGenerator<ColumnBatch> {
  const rows = Math.max(1, Math.floor(CELLS / Math.max(1, columns)));
  for await (const packed of batches) {
    const batch = unpacked(packed);
    for (let from = 0; from < batch.length; from += rows)
      yield part(batch, from, Math.min(batch.length, from + rows));
  }
}

function part(batch: ColumnBatch, from: number, to: number): ColumnBatch {
  if (from === 0 && to === batch.length) return batch;
  return { length: to - from, columns: batch.columns.map((cells) => cells.slice(from, to)) };
}
