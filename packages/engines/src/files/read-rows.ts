import type { Cell } from '@chartroom/query';
import type { Result } from '../engine.ts';

/** All rows of a small result, for questions about the catalog. */
export async function readRows(result: Result): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  for await (const batch of result.batches) {
    const { columns } = batch;
    for (let row = 0; row < batch.length; row++) rows.push(columns.map((column) => column[row] ?? null));
  }
  return rows;
}
