import type { ColumnBatch } from '@chartroom/query';
import type { IncomingRows } from './rows.ts';

/** The next rows of an answer, as many as are wanted. */
export async function* firstRows(
  rows: IncomingRows,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<ColumnBatch> {
  for (let left = most; left > 0; ) {
    const batch = await rows.next(left);
    if (!batch) return;
    left -= batch.length;
    yield batch;
  }
}
