import { randomUUID } from 'node:crypto';
import { close, fstatSync, openSync, read, readSync, unlinkSync, write, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SLOT_BYTES = 1 << 20;
const SLOTS = 8;
/** Fewer bytes are sent as they are: to read them from a file would take longer. */
const LEAST_BYTES = 1 << 15;
/** The number by which a process knows the first of the files that it was begun with: they follow three streams and its line. */
const FIRST_GIVEN = 4;

const [readAt, writeAt] = [promisify(read), promisify(write)];

/** Bytes that lie in the file which two processes share. */
export interface InSlot {
  slot: number;
  length: number;
}

/**
 * A file through which bytes go that are many. In a pipe each would be put into new memory three times by the server's own
 * thread, which waits while the system clears it; at a file its helpers work. Where the system gives no such file, all bytes are
 * sent as they are.
 */
export class BulkFile {
  /** Its number in this process; undefined where there is none. */
  readonly number: number | undefined;
  #users = 0;
  #isClosed = false;

  constructor(number: number | undefined) {
    this.number = number;
  }

  /** One without a name, to be shared with a process that is begun with it. */
  static open(): BulkFile {
    try {
      const path = join(tmpdir(), `chartroom-${randomUUID()}`);
      const file = new BulkFile(openSync(path, 'wx+', 0o600));
      try {
        // It lasts as long as somebody has it open.
        unlinkSync(path);
        return file;
      } catch (error) {
        file.close();
        throw error;
      }
    } catch {
      // No folder for passing files, or no room in it.
      return new BulkFile(undefined);
    }
  }

  /** That of the files with which this process was begun; one that is none where it was begun otherwise. */
  static given(place: 0 | 1): BulkFile {
    const number = FIRST_GIVEN + place;
    try {
      return new BulkFile(fstatSync(number).isFile() ? number : undefined);
    } catch {
      return new BulkFile(undefined);
    }
  }

  /** As what a process is begun with. */
  get asStream(): number | 'ignore' {
    return this.number ?? 'ignore';
  }

  /** What lies there, read by a helper. Rejects with what the system says, and when it is closed. */
  async read({ slot, length }: InSlot): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length);
    await this.#use(async (number) => {
      for (let from = 0; from < length; ) {
        const { bytesRead } = await readAt(number, bytes, from, length - from, slot * SLOT_BYTES + from);
        from += someOf(bytesRead);
      }
    });
    return bytes;
  }

  /** The same at once. @throws what the system says */
  readNow({ slot, length }: InSlot): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let from = 0; from < length; )
      from += someOf(readSync(this.#there, bytes, from, length - from, slot * SLOT_BYTES + from));
    return bytes;
  }

  /** Puts bytes there by a helper. Rejects as `read` does. */
  async write(piece: Uint8Array, slot: number): Promise<void> {
    await this.#use(async (number) => {
      for (let from = 0; from < piece.length; ) {
        const at = slot * SLOT_BYTES + from;
        from += (await writeAt(number, piece, from, piece.length - from, at)).bytesWritten;
      }
    });
  }

  /** Puts pieces there at once, one behind the other. @throws what the system says */
  writeNow(pieces: readonly Uint8Array[], slot: number): void {
    let at = slot * SLOT_BYTES;
    for (const piece of pieces) {
      for (let from = 0; from < piece.length; )
        from += writeSync(this.#there, piece, from, piece.length - from, at + from);
      at += piece.length;
    }
  }

  /** Closes it after what is under way. */
  close(): void {
    this.#isClosed = true;
    this.#closeUnused();
  }

  get #there(): number {
    if (this.#isClosed || this.number === undefined)
      throw new Error('The process that shared this file has ended.');
    return this.number;
  }

  async #use(job: (number: number) => Promise<void>): Promise<void> {
    const number = this.#there;
    this.#users += 1;
    try {
      await job(number);
    } finally {
      this.#users -= 1;
      this.#closeUnused();
    }
  }

  #closeUnused(): void {
    // Nobody can do anything about a file that does not close.
    if (this.#isClosed && this.#users === 0 && this.number !== undefined) close(this.number, () => undefined);
  }
}

/**
 * The writing side of such a file. Bytes that are few or more than a slot holds, and those that the file does not take (a disk
 * may be full), are to be sent as they are.
 */
export class BulkWriter {
  readonly #file: BulkFile;
  readonly #free = Array.from({ length: SLOTS }, (_, slot) => slot);
  readonly #waiting: ((slot: number) => void)[] = [];

  constructor(file: BulkFile) {
    this.#file = file;
  }

  /** Puts pieces one behind the other where nothing waits; undefined where they are to be sent, also when no slot is free. */
  put(pieces: readonly Uint8Array[]): InSlot | undefined {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const slot = this.#fits(length) ? this.#free.pop() : undefined;
    if (slot === undefined) return undefined;
    try {
      this.#file.writeNow(pieces, slot);
      return { slot, length };
    } catch {
      this.free(slot);
      return undefined;
    }
  }

  /** The same for one piece, by a helper, when a slot is free. */
  async putAside(piece: Uint8Array): Promise<InSlot | undefined> {
    const { length } = piece;
    if (!this.#fits(length)) return undefined;
    const slot = this.#free.pop() ?? (await new Promise<number>((resolve) => this.#waiting.push(resolve)));
    try {
      await this.#file.write(piece, slot);
      return { slot, length };
    } catch {
      this.free(slot);
      return undefined;
    }
  }

  /** What was there is read. */
  free(slot: number): void {
    const next = this.#waiting.shift();
    if (next) next(slot);
    else this.#free.push(slot);
  }

  #fits(length: number): boolean {
    return this.#file.number !== undefined && length >= LEAST_BYTES && length <= SLOT_BYTES;
  }
}

function someOf(count: number): number {
  if (count === 0) throw new Error('The shared file ends before the bytes that it was to hold.');
  return count;
}
