import { type Result, unpacked } from '@chartroom/engines';
import type { ColumnBatch, Frame } from '@chartroom/query';
import { Breathing } from '../heavy/breathing.ts';
import { joined } from './joined.ts';

/**
 * Reads a whole result into columns named `names` (by position; the engine's own names are used where
 * there is none).
 */
export async function readFrame(result: Result, names: readonly string[]): Promise<Frame> {
  const batches: ColumnBatch[] = [];
  const breathing = new Breathing();
  for await (const batch of result.batches) {
    batches.push(unpacked(batch));
    await breathing.step();
  }
  return joined(
    result.columns.map((column, index) => ({ ...column, name: names[index] ?? column.name })),
    batches,
  );
}
