import type { Connection, PoolClient, Submittable } from 'pg';
import type { CopiedPiece } from '../engine.ts';
import { type Reading, readInstead } from '../files/guarded-reading.ts';
import { type AnswerBounds, tooLargeCell } from '../rows/answer-bounds.ts';
import type { PieceMaker } from './piece-maker.ts';

/** Letters of messages: a line of the copy, and that lines follow. */
const [LINE, BEGIN] = [0x64, 0x48];
/** A letter and the length of a message with itself. */
const HEADER = 5;
/** Bytes that are passed on together, and pieces that may wait for their reader. */
const PIECE_BYTES = 2 ** 20;
const MOST_WAITING = 4;
const NOTHING = Buffer.alloc(0);

interface Outgoing {
  bounds: AnswerBounds;
  /** What is made of what comes. */
  pieces: (bytes: number) => PieceMaker;
}

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
  readonly #pieces: PieceMaker;
  /** Bytes that are still to come of a message that is the driver's. */
  #left = 0;
  /** A row of which only a part has come, and how much. */
  #part: Buffer | undefined;
  #filled = 0;
  /** The beginning of a message whose header is not whole. */
  #head = NOTHING;

  /** Sends the statement; a line of more bytes than a cell may have ends the connection. */
  constructor(client: PoolClient, statement: string, { bounds, pieces }: Outgoing) {
    this.#statement = statement;
    this.#bounds = bounds;
    this.#pieces = pieces(PIECE_BYTES);
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
    if (!this.#error) this.#hand(this.#pieces.rest());
    if (this.#stream) readInstead(this.#stream, undefined);
    this.#stream?.resume();
    this.#wake();
  }

  #read(chunk: Buffer, pass: Reading): void {
    const bytes = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk;
    this.#head = NOTHING;
    let at = this.#goOn(bytes, pass);
    while (at < bytes.length) {
      if (this.#ended) {
        // What follows is none of this statement's.
        pass(bytes.subarray(at));
        return;
      }
      if (bytes.length - at < HEADER) {
        this.#head = Buffer.from(bytes.subarray(at));
        return;
      }
      const from = at + HEADER;
      const to = at + 1 + bytes.readUInt32BE(at + 1);
      if (to < from) throw new Error('The server sent a message without a length.');
      if (bytes[at] !== LINE) {
        if (bytes[at] !== BEGIN) this.#hand(this.#pieces.rest());
        this.#left = Math.max(0, to - bytes.length);
        pass(bytes.subarray(at, to));
      } else if (to <= bytes.length) this.#row(bytes, from, to);
      else this.#beginPart(bytes.subarray(from), to - from);
      at = to;
    }
  }

  /** Goes on with a message of which a part came before; answers where the next one begins. */
  #goOn(bytes: Buffer, pass: Reading): number {
    const part = this.#part;
    const at = Math.min(bytes.length, part ? part.length - this.#filled : this.#left);
    if (part) {
      bytes.copy(part, this.#filled, 0, at);
      this.#filled += at;
      if (this.#filled < part.length) return at;
      this.#part = undefined;
      this.#row(part, 0, part.length);
    } else if (at > 0) {
      this.#left -= at;
      pass(bytes.subarray(0, at));
    }
    return at;
  }

  #beginPart(begun: Buffer, length: number): void {
    this.#requireBounded(length);
    this.#part = Buffer.allocUnsafe(length);
    this.#filled = begun.copy(this.#part);
  }

  /** What cannot be taken ends the connection, and is what the reader is told. */
  #row(bytes: Buffer, from: number, to: number): void {
    this.#requireBounded(to - from);
    try {
      this.#hand(this.#pieces.row(bytes, from, to));
    } catch (error) {
      this.#error ??= { reason: error };
      throw error;
    }
  }

  #requireBounded(length: number): void {
    if (length <= this.#bounds.MAX_CELL_BYTES) return;
    this.#error = { reason: tooLargeCell(this.#bounds.MAX_CELL_BYTES) };
    throw this.#error.reason;
  }

  /** Hands on a piece that is full. */
  #hand(piece: CopiedPiece | undefined): void {
    if (!piece) return;
    this.#waiting.push(piece);
    if (this.#waiting.length >= MOST_WAITING && !this.#ended) this.#stream?.pause();
    this.#wake();
  }
}
