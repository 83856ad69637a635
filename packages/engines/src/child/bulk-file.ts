import { randomUUID } from 'node:crypto';
import { close, openSync, read, readSync, unlinkSync, write, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SLOT_BYTES = 1 << 20;
const SLOTS = 8;
/** Fewer bytes are sent as they are: to read them from a file would take longer. */
const LEAST_BYTES = 1 << 15;

/** Bytes that lie in the file which two processes share. */
export interface InSlot {
  slot: number;
  length: number;
}

/** The numbers by which a process knows the files that it was begun with: they follow its three streams and its line. */
export const BULK_FILE = 4;
export const SECOND_BULK_FILE = 5;

/**
 * A file through which bytes go that are many. In a pipe each would be put into new memory three times by the server's own
 * thread, which waits while the system clears it; at a file its helpers work.
 */
export class BulkFile {
  /** Its number in this process. */
  readonly number: number;
  #users = 0;
  #isClosed = false;

  constructor(number: number) {
    this.number = number;
  }

  /** One without a name, to be shared with a process that is begun with its number. */
  static open(): BulkFile {
    const path = join(tmpdir(), `chartroom-${randomUUID()}`);
    const number = openSync(path, 'wx+', 0o600);
    // It lasts as long as somebody has it open.
    unlinkSync(path);
    return new BulkFile(number);
  }

  /** Does something while it stays open; rejects when it is closed. */
  async use<Value>(job: (number: number) => Promise<Value>): Promise<Value> {
    if (this.#isClosed) throw new Error('The process that shared this file has ended.');
    this.#users += 1;
    try {
      return await job(this.number);
    } finally {
      this.#users -= 1;
      this.#closeUnused();
    }
  }

  /** Closes it after what is under way. */
  close(): void {
    this.#isClosed = true;
    this.#closeUnused();
  }

  #closeUnused(): void {
    // Nobody can do anything about a file that does not close.
    if (this.#isClosed && this.#users === 0) close(this.number, () => undefined);
  }
}

/** The writing side. Bytes that are few, and more than a slot holds, are sent as they are. */
export class BulkWriter {
  readonly #file: BulkFile;
  readonly #free = Array.from({ length: SLOTS }, (_, slot) => slot);
  readonly #waiting: ((slot: number) => void)[] = [];

  constructor(file: BulkFile) {
    this.#file = file;
  }

  /** Puts pieces one behind the other where nothing waits; undefined where they are to be sent, or no slot is free. */
  put(pieces: readonly Uint8Array[]): InSlot | undefined {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const slot = fits(length) ? this.#free.pop() : undefined;
    if (slot === undefined) return undefined;
    let at = slot * SLOT_BYTES;
    for (const piece of pieces) {
      for (let from = 0; from < piece.length; )
        from += writeSync(this.#file.number, piece, from, piece.length - from, at + from);
      at += piece.length;
    }
    return { slot, length };
  }

  /** The same for one piece, by a helper, when a slot is free. Rejects with what the system says. */
  async putAside(piece: Uint8Array): Promise<InSlot | undefined> {
    const { length } = piece;
    if (!fits(length)) return undefined;
    const slot = this.#free.pop() ?? (await new Promise<number>((resolve) => this.#waiting.push(resolve)));
    await this.#file.use(async (number) => {
      for (let from = 0; from < length; )
        from += await writeSome(number, piece, from, slot * SLOT_BYTES + from);
    });
    return { slot, length };
  }

  /** What was there is read. */
  free(slot: number): void {
    const next = this.#waiting.shift();
    if (next) next(slot);
    else this.#free.push(slot);
  }
}

function fits(length: number): boolean {
  return length >= LEAST_BYTES && length <= SLOT_BYTES;
}

/** What lies there, read by a helper. Rejects with what the system says, and when the file is closed. */
export async function readAside(file: BulkFile, { slot, length }: InSlot): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  await file.use(async (number) => {
    for (let from = 0; from < length; ) from += await readSome(number, bytes, from, slot * SLOT_BYTES + from);
  });
  return bytes;
}

/** The same at once. @throws what the system says */
export function readNow({ number }: BulkFile, { slot, length }: InSlot): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let from = 0; from < length; )
    from += someOf(readSync(number, bytes, from, length - from, slot * SLOT_BYTES + from));
  return bytes;
}

function writeSome(number: number, piece: Uint8Array, from: number, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(number, piece, from, piece.length - from, at, (error, count) =>
      error ? reject(error) : resolve(count),
    );
  });
}

function readSome(number: number, bytes: Buffer, from: number, at: number): Promise<number> {
  const counted = new Promise<number>((resolve, reject) => {
    read(number, bytes, from, bytes.length - from, at, (error, count) =>
      error ? reject(error) : resolve(count),
    );
  });
  return counted.then(someOf);
}

function someOf(count: number): number {
  if (count === 0) throw new Error('The shared file ends before the bytes that it was to hold.');
  return count;
}
