import { deserialize, serialize } from 'node:v8';
import {
  type Cell,
  type ColumnBatch,
  type PackedBatch,
  packedBatch,
  unpackedBatch,
} from '@chartroom/query/rows';

/** Rows from another process: bytes, until somebody reads their cells. Whoever only passes them on never does. */
export class PackedRows implements ColumnBatch {
  readonly length: number;
  /** Bytes of all cells, counted where they were packed. */
  readonly bytes: number;
  readonly packed: Uint8Array;
  #columns: Cell[][] | undefined;

  constructor({ length, bytes, packed }: Pick<PackedRows, 'length' | 'bytes' | 'packed'>) {
    this.length = length;
    this.bytes = bytes;
    this.packed = packed;
  }

  get columns(): Cell[][] {
    if (!this.#columns) {
      const batch: PackedBatch = deserialize(this.packed);
      this.#columns = unpackedBatch(batch).columns;
    }
    return this.#columns;
  }
}

/** The same rows with their cells read: of many batches one after the other, since all in one go would keep others waiting. */
export function unpacked(batch: ColumnBatch): ColumnBatch {
  return { length: batch.length, columns: batch.columns };
}

/** Rows as bytes for another process. */
export function packed(batch: ColumnBatch): Uint8Array {
  if (batch instanceof PackedRows) return batch.packed;
  return serialize(packedBatch(batch));
}
