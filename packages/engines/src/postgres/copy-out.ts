import type { Connection, PoolClient, Submittable } from 'pg';
import type { CopiedPiece } from '../engine.ts';
import { type Reading, readInstead } from '../files/guarded-reading.ts';
import { type AnswerBounds, tooLargeCell } from '../rows/answer-bounds.ts';

/** Letters of messages: a line of the copy, and that lines follow. */
const [LINE, BEGIN] = [0x64, 0x48];
/** A letter and the length of a message with itself. */
const HEADER = 5;
/** Bytes that are passed on together, and pieces that may wait for their reader. */
const PIECE_BYTES = 2 ** 20;
const MOST_WAITING = 4;
/** Bytes up to which a loop is quicker than a call. */
const SHORT = 64;
const NOTHING = Buffer.alloc(0);

/**
 * The lines of `COPY … TO STDOUT` as they come, with nothing made of each: the driver would make an object of every line. While
 * they come this reads the connection in its place; every other message is the driver's.
 */
export class OutgoingRows implements Submittable, AsyncIterable<CopiedPiece> {
  readonly #statement: string;
  readonly #bounds: AnswerBounds;
  readonly #waiting: CopiedPiece[] = [];
  #stream: Connection['stream'] | undefined;
  #wake: () => void = () => undefined;
  #error: { reason: unknown } | undefined;
  #ended = false;
  /** The piece that is being filled. */
  #piece = Buffer.allocUnsafe(PIECE_BYTES);
  #filled = 0;
  #rows = 0;
  #longest = 0;
  /** Bytes of the message that are still to come, and whether it is a line. */
  #left = 0;
  #isLine = false;
  /** The beginning of a message whose header is not whole. */
  #head = NOTHING;

  /** Sends the statement; a line of more bytes than a cell may have ends the connection. */
  constructor(client: PoolClient, statement: string, bounds: AnswerBounds) {
    this.#statement = statement;
    this.#bounds = bounds;
    client.query(this);
  }

  /** Whether the server has nothing more to say. */
  get ended(): boolean {
    return this.#ended;
  }

  submit = (connection: Connection): void => {
    this.#stream = connection.stream;
    readInstead(connection.stream, (chunk, pass) => this.#read(chunk, pass));
    connection.query(this.#statement);
  };

  handleError(error: Error): void {
    this.#finish({ reason: error });
  }

  handleCommandComplete(): void {
    // The server is ready for the next statement a message later: that one counts.
  }

  handleReadyForQuery(): void {
    this.#finish(undefined);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<CopiedPiece> {
    for (;;) {
      const piece = this.#waiting.shift();
      if (piece) {
        if (this.#waiting.length < MOST_WAITING) this.#stream?.resume();
        yield piece;
      } else if (this.#error) throw this.#error.reason;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #finish(error: { reason: unknown } | undefined): void {
    this.#error ??= error;
    this.#ended = true;
    this.#hand();
    if (this.#stream) readInstead(this.#stream, undefined);
    this.#stream?.resume();
    this.#wake();
  }

  #read(chunk: Buffer, pass: Reading): void {
    const bytes = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk;
    this.#head = NOTHING;
    for (let at = 0; at < bytes.length; ) {
      if (this.#ended) {
        // What follows is none of this statement's.
        pass(bytes.subarray(at));
        return;
      }
      if (this.#left > 0) {
        const to = Math.min(at + this.#left, bytes.length);
        this.#left -= to - at;
        if (this.#isLine) this.#put(bytes, at, to);
        else pass(bytes.subarray(at, to));
        at = to;
      } else if (bytes.length - at < HEADER) {
        this.#head = Buffer.from(bytes.subarray(at));
        return;
      } else {
        this.#begin(bytes[at] ?? 0, bytes.readUInt32BE(at + 1) - 4);
        if (!this.#isLine) pass(bytes.subarray(at, at + HEADER));
        at += HEADER;
      }
    }
  }

  #begin(letter: number, length: number): void {
    if (length < 0) throw new Error('The server sent a message without a length.');
    this.#isLine = letter === LINE;
    this.#left = length;
    if (!this.#isLine) {
      if (letter !== BEGIN) this.#hand();
      return;
    }
    if (length > this.#bounds.MAX_CELL_BYTES) {
      this.#error = { reason: tooLargeCell(this.#bounds.MAX_CELL_BYTES) };
      throw this.#error.reason;
    }
    // A line is passed on whole.
    if (this.#filled + length > this.#piece.length) {
      this.#hand();
      if (length > this.#piece.length) this.#piece = Buffer.allocUnsafe(length);
    }
    this.#rows += 1;
    if (length > this.#longest) this.#longest = length;
  }

  #put(bytes: Buffer, from: number, to: number): void {
    const piece = this.#piece;
    let filled = this.#filled;
    if (to - from < SHORT) for (let at = from; at < to; at++) piece[filled++] = bytes[at] ?? 0;
    else {
      bytes.copy(piece, filled, from, to);
      filled += to - from;
    }
    this.#filled = filled;
  }

  /** Hands on what has come. */
  #hand(): void {
    if (this.#filled === 0) return;
    const bytes = this.#piece.subarray(0, this.#filled);
    this.#waiting.push({ bytes, rows: this.#rows, longest: this.#longest });
    this.#piece = Buffer.allocUnsafe(PIECE_BYTES);
    [this.#filled, this.#rows, this.#longest] = [0, 0, 0];
    if (this.#waiting.length >= MOST_WAITING && !this.#ended) this.#stream?.pause();
    this.#wake();
  }
}
