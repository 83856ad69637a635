import { Client, type ClientConfig } from 'pg';
import { type AnswerBounds, tooLargeAnswer, tooLargeCell } from '../answer-bounds.ts';
import { guardReading } from '../guarded-reading.ts';

/** A letter that says what a message is, and its length with itself. */
const HEADER = 5;
/** A row: the number of its cells, then each behind its length. */
const DATA_ROW = 0x44;
const CELL_HEAD = 4;

/**
 * Looks at the messages of a server as they come, before the driver collects them: it would keep a message of any length,
 * and make one text of each cell. Throws 413 as soon as a length is told that is too large.
 */
export class MessageGuard {
  readonly #bounds: AnswerBounds;
  /** The head of a message or of a cell, of which not all bytes have come. */
  readonly #head = Buffer.alloc(HEADER);
  #known = 0;
  /** Bytes to pass over. */
  #skip = 0;
  /** Bytes of a large row that are still to come; 0 between such rows. */
  #row = 0;
  /** Bytes of the head that is read now. */
  #wanted = HEADER;

  constructor(bounds: AnswerBounds) {
    this.#bounds = bounds;
  }

  look(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, chunk.length - at);
        this.#skip -= passed;
        at += passed;
      } else if (this.#known === 0 && this.#row === 0 && chunk.length - at >= HEADER) {
        this.#begin(chunk[at] ?? 0, chunk.readUInt32BE(at + 1));
        at += HEADER;
      } else {
        this.#head[this.#known++] = chunk[at++] ?? 0;
        if (this.#known === this.#wanted) this.#read();
      }
    }
  }

  /** A head that came in parts, or that of a cell. */
  #read(): void {
    this.#known = 0;
    if (this.#row === 0) {
      this.#begin(this.#head[0] ?? 0, this.#head.readUInt32BE(1));
      return;
    }
    if (this.#wanted === 2) this.#row -= 2;
    else {
      // A cell without a value has the length -1.
      const length = Math.max(0, this.#head.readInt32BE(0));
      if (length > this.#bounds.MAX_CELL_BYTES) throw tooLargeCell(this.#bounds.MAX_CELL_BYTES);
      this.#row -= CELL_HEAD + length;
      this.#skip = length;
    }
    if (this.#row < 0) throw new Error('The server sent a row that is longer than it says.');
    this.#wanted = this.#row === 0 ? HEADER : CELL_HEAD;
  }

  #begin(letter: number, length: number): void {
    const body = length - 4;
    if (body < 0) throw new Error('The server sent a message without a length.');
    if (body > this.#bounds.MAX_ANSWER_BYTES) throw tooLargeAnswer(this.#bounds);
    if (body <= this.#bounds.MAX_CELL_BYTES) {
      this.#skip = body;
      return;
    }
    if (letter !== DATA_ROW) throw tooLargeCell(this.#bounds.MAX_CELL_BYTES);
    this.#row = body;
    this.#wanted = 2;
  }
}

/** The driver's client whose every message is looked at first, from the first byte on and behind encryption. */
export function guardedClient(bounds: AnswerBounds): new (config?: string | ClientConfig) => Client {
  return class GuardedClient extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      // Where the driver begins to read; its types hide it.
      const connection: unknown = Reflect.get(this, 'connection');
      const attach: unknown = typeof connection === 'object' && connection ? Reflect.get(connection, 'attachListeners') : undefined;
      if (typeof connection !== 'object' || !connection || typeof attach !== 'function')
        throw new Error('This version of the driver for PostgreSQL reads its connections in another way than is known.');
      Reflect.set(connection, 'attachListeners', (stream: Parameters<typeof guardReading>[0]) => {
        Reflect.apply(attach, connection, [stream]);
        const guard = new MessageGuard(bounds);
        guardReading(stream, (chunk) => guard.look(chunk));
      });
    }
  };
}
