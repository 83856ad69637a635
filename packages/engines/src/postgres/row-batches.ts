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

/** The rows of an answer; `finish` is told once whether they ended early or failed. */
export async function* streamRows(options: {
  rows: IncomingRows;
  maxRows: number | undefined;
  finish(failed: boolean): Promise<void>;
  explain(error: unknown): unknown;
}): AsyncGenerator<ColumnBatch> {
  let left = options.maxRows ?? Number.POSITIVE_INFINITY;
  let failed = true;
  try {
    while (left > 0) {
      const batch = await options.rows.next(left);
      if (!batch) break;
      left -= batch.length;
      yield batch;
    }
    failed = false;
  } catch (error) {
    throw options.explain(error);
  } finally {
    await options.finish(failed);
  }
}
