import type { ChildProcess } from 'node:child_process';
import { PackedRows } from '../rows/packed-rows.ts';
import { WrittenLines } from '../rows/written-lines.ts';
import type { BulkFile } from './bulk-file.ts';
import { Inbox } from './inbox.ts';
import type { FromChild, ToChild } from './protocol.ts';

type Rows = Extract<FromChild, { type: 'rows' }>;

/** What a process sends, with its bytes. */
export type Received = Exclude<FromChild, Rows> | (Omit<Rows, 'packed'> & { packed: Uint8Array });

/** Handles what a process sends, in its order, with its bytes; `fail` is told when they cannot be read. */
export function receive(
  child: ChildProcess,
  file: BulkFile,
  handle: (message: Received) => void,
  fail: (error: unknown) => void,
): void {
  const inbox = new Inbox(handle, fail);
  child.on('message', (message: FromChild) => inbox.take(withBytes(child, file, message)));
}

function withBytes(child: ChildProcess, file: BulkFile, message: FromChild): Received | Promise<Received> {
  if (message.type !== 'rows') return message;
  const { packed, ...others } = message;
  if (!('slot' in packed)) return { ...others, packed };
  return file.read(packed).then((bytes) => {
    const read: ToChild = { type: 'read', slot: packed.slot };
    if (child.connected) child.send(read);
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
