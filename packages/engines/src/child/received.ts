import { PackedRows } from '../rows/packed-rows.ts';
import { WrittenLines } from '../rows/written-lines.ts';
import type { BulkFile } from './bulk-file.ts';
import type { FromChild } from './protocol.ts';

type Rows = Extract<FromChild, { type: 'rows' }>;

/** What a process sends, with its bytes. */
export type Received = Exclude<FromChild, Rows> | (Omit<Rows, 'packed'> & { packed: Uint8Array });

/** A message with its bytes; `free` is told of the slot in which they lay. Rejects where they cannot be read. */
export function received(
  message: FromChild,
  file: BulkFile,
  free: (slot: number) => void,
): Received | Promise<Received> {
  if (message.type !== 'rows') return message;
  const { packed, ...others } = message;
  if (!('slot' in packed)) return { ...others, packed };
  return file.read(packed).then((bytes) => {
    free(packed.slot);
    return { ...others, packed: bytes };
  });
}

/** The batches of a message of rows. */
export function rowsOf({
  batches,
  packed,
}: Extract<Received, { type: 'rows' }>): (PackedRows | WrittenLines)[] {
  let from = 0;
  return batches.map(({ length, bytes, size, isOurs }) => {
    const own = packed.subarray(from, from + size);
    from += size;
    if (isOurs !== undefined) return new WrittenLines({ length, lines: own, isOurs });
    return new PackedRows({ length, bytes, packed: own });
  });
}
