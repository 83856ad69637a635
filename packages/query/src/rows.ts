/** Rows as they are read and sent: all that a process needs which only carries them; nothing else is loaded with it. */
export * from './frame.ts';
export {
  firstRows,
  NOTHING,
  type PackedBatch,
  type PackedColumn,
  type PlainCell,
  packedBatch,
  packedColumn,
  partsOf,
  unpackedBatch,
} from './packed-rows.ts';
