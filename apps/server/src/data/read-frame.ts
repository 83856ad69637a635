import type { Result } from '@chartroom/engines';
import type { Cell, Frame, FrameColumn } from '@chartroom/query';

/**
 * Reads a whole result into columns named `names` (by position; the engine's own names are used where
 * there is none).
 */
export async function readFrame(result: Result, names: readonly string[]): Promise<Frame> {
  const parts: Cell[][][] = result.columns.map(() => []);
  let length = 0;
  for await (const batch of result.batches) {
    length += batch.length;
    for (const [index, values] of batch.columns.entries()) parts[index]?.push(values);
  }
  const columns = result.columns.map((column, index): FrameColumn => {
    const pieces = parts[index] ?? [];
    const [first = [], ...more] = pieces;
    const values = more.length === 0 ? first : first.concat(...more);
    return { ...column, name: names[index] ?? column.name, values };
  });
  return { columns, length };
}
