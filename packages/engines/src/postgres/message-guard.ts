import { Client, type ClientConfig } from 'pg';
import { guardReading } from '../files/guarded-reading.ts';
import { HeadGuard } from '../network/head-guard.ts';
import { type AnswerBounds, tooLargeAnswer, tooLargeCell } from '../rows/answer-bounds.ts';

/** A letter that says what a message is, and its length with itself. */
const HEADER = 5;
/** A row: the number of its cells, then each behind its length. */
const DATA_ROW = 0x44;
const ROW_HEAD = 2;
const CELL_HEAD = 4;

/**
 * Looks at the messages of a server: the driver would keep a message of any length, and make one text of each cell.
 * Throws 413 as soon as a length is told that is too large.
 */
export class MessageGuard extends HeadGuard {
  readonly #bounds: AnswerBounds;
  /** Bytes of a large row that are still to come; 0 between such rows. */
  #row = 0;
  protected wanted = HEADER;

  constructor(bounds: AnswerBounds) {
    super();
    this.#bounds = bounds;
  }

  protected read(bytes: Buffer, at: number): number {
    return this.#row === 0
      ? this.#message(bytes[at] ?? 0, bytes.readUInt32BE(at + 1) - 4)
      : this.#cell(bytes, at);
  }

  #message(letter: number, body: number): number {
    if (body < 0) throw new Error('The server sent a message without a length.');
    if (body > this.#bounds.MAX_ANSWER_BYTES) throw tooLargeAnswer(this.#bounds);
    if (body <= this.#bounds.MAX_CELL_BYTES) return body;
    if (letter !== DATA_ROW) throw tooLargeCell(this.#bounds.MAX_CELL_BYTES);
    this.#row = body;
    this.wanted = ROW_HEAD;
    return 0;
  }

  #cell(bytes: Buffer, at: number): number {
    // A cell without a value has the length -1.
    const length = this.wanted === ROW_HEAD ? 0 : Math.max(0, bytes.readInt32BE(at));
    if (length > this.#bounds.MAX_CELL_BYTES) throw tooLargeCell(this.#bounds.MAX_CELL_BYTES);
    this.#row -= this.wanted + length;
    if (this.#row < 0) throw new Error('The server sent a row that is longer than it says.');
    this.wanted = this.#row === 0 ? HEADER : CELL_HEAD;
    return length;
  }
}

/** The driver's client whose every message is looked at first, from the first byte on and behind encryption. */
export function guardedClient(bounds: AnswerBounds): new (config?: string | ClientConfig) => Client {
  return class GuardedClient extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      // Where the driver begins to read; its types hide it.
      const connection: unknown = Reflect.get(this, 'connection');
      const attach: unknown =
        typeof connection === 'object' && connection ? Reflect.get(connection, 'attachListeners') : undefined;
      if (typeof connection !== 'object' || !connection || typeof attach !== 'function')
        throw new Error(
          'This version of the driver for PostgreSQL reads its connections in another way than is known.',
        );
      Reflect.set(connection, 'attachListeners', (stream: Parameters<typeof guardReading>[0]) => {
        Reflect.apply(attach, connection, [stream]);
        const guard = new MessageGuard(bounds);
        guardReading(stream, (chunk) => guard.look(chunk));
      });
    }
  };
}
