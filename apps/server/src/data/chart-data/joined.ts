import type { ColumnBatch, Frame, ResultColumn } from '@chartroom/query';

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
