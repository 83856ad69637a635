import { type Result, unpacked } from '@chartroom/engines';
import type { ColumnBatch, Frame, ResultColumn } from '@chartroom/query';
import { Breathing } from '../heavy/breathing.ts';

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

/** Batches as one frame. */
export function joined(columns: readonly ResultColumn[], batches: readonly ColumnBatch[]): Frame {
  const [first, ...more] = batches;
  return {
    columns: columns.map((column, index) => {
      const values = first?.columns[index] ?? [];
      return {
        ...column,
        values:
          more.length === 0 ? values : values.concat(...more.map((batch) => batch.columns[index] ?? [])),
      };
    }),
    length: batches.reduce((sum, { length }) => sum + length, 0),
  };
}

/** The same bytes as Node has them. */
export function asBuffer({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
