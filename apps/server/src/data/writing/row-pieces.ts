import { unpacked } from '@chartroom/engines';
import type { ColumnBatch, ResultColumn } from '@chartroom/query';

/** Rows that are written as they come, a few at a time. */
export interface RowPieces {
  columns: readonly ResultColumn[];
  pieces: AsyncIterable<ColumnBatch>;
}

/** Cells that are written before others have their turn. */
const CELLS = 50_000;

/**
 * At most `most` rows of the batches in pieces that are soon written; `onMore` is called when there are more rows than
 * these.
 */
export async function* inPieces(
  batches: AsyncIterable<ColumnBatch>,
  columns: number,
  most: number,
  onMore: () => void,
): AsyncGenerator<ColumnBatch> {
  const rows = Math.max(1, Math.floor(CELLS / Math.max(1, columns)));
  let left = most;
  for await (const packed of batches) {
    const batch = unpacked(packed);
    const end = Math.min(batch.length, left);
    for (let from = 0; from < end; from += rows) yield part(batch, from, Math.min(end, from + rows));
    left -= end;
    if (end < batch.length) {
      onMore();
      return;
    }
  }
}

function part(batch: ColumnBatch, from: number, to: number): ColumnBatch {
  if (from === 0 && to === batch.length) return batch;
  return { length: to - from, columns: batch.columns.map((cells) => cells.slice(from, to)) };
}
