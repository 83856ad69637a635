import type { Connection, PoolClient, Submittable } from 'pg';
import type { CopiedColumn, CopiedPiece } from '../engine.ts';
import { type Reading, readInstead } from '../files/guarded-reading.ts';
import { type AnswerBounds, tooLargeCell } from '../rows/answer-bounds.ts';
import { BinaryTuples } from './binary-tuples.ts';
import { LinePieces } from './line-pieces.ts';

/** Letters of messages: a line of the copy, and that lines follow. */
const [LINE, BEGIN] = [0x64, 0x48];
/** A letter and the length of a message with itself. */
const HEADER = 5;
/** Bytes that are passed on together, and pieces that may wait for their reader. */
const PIECE_BYTES = 2 ** 20;
const MOST_WAITING = 4;
const NOTHING = Buffer.alloc(0);

/** Makes pieces of what the server sends row by row; each call may answer one that is full. */
export interface PieceMaker {
  /** A row of so many bytes begins. */
  begin(length: number): CopiedPiece | undefined;
  /** The next bytes of it. */
  put(bytes: Buffer, from: number, to: number): CopiedPiece | undefined;
  /** What has come since the last piece. */
  rest(): CopiedPiece | undefined;
}

interface Outgoing {
  bounds: AnswerBounds;
  /** Columns of tuples, when the statement copies in the binary form; absent = it copies lines. */
  columns: readonly CopiedColumn[] | undefined;
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
  /** Bytes of the message that are still to come, and whether it is a line. */
  #left = 0;
  #isLine = false;
  /** The beginning of a message whose header is not whole. */
  #head = NOTHING;

  /** Sends the statement; a line of more bytes than a cell may have ends the connection. */
  constructor(client: PoolClient, statement: string, { bounds, columns }: Outgoing) {
    this.#statement = statement;
    this.#bounds = bounds;
    this.#pieces = columns ? new BinaryTuples(columns, PIECE_BYTES) : new LinePieces(PIECE_BYTES);
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
      if (letter !== BEGIN) this.#hand(this.#pieces.rest());
      return;
    }
    if (length > this.#bounds.MAX_CELL_BYTES) {
      this.#error = { reason: tooLargeCell(this.#bounds.MAX_CELL_BYTES) };
      throw this.#error.reason;
    }
    this.#hand(this.#pieces.begin(length));
  }

  /** What cannot be taken ends the connection, and is what the reader is told. */
  #put(bytes: Buffer, from: number, to: number): void {
    try {
      this.#hand(this.#pieces.put(bytes, from, to));
    } catch (error) {
      this.#error ??= { reason: error };
      throw error;
    }
  }

  /** Hands on a piece that is full. */
  #hand(piece: CopiedPiece | undefined): void {
    if (!piece) return;
    this.#waiting.push(piece);
    if (this.#waiting.length >= MOST_WAITING && !this.#ended) this.#stream?.pause();
    this.#wake();
  }
}
