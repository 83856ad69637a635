import type { CopiedColumn, CopiedPiece } from '../engine.ts';
import { putOf } from './binary-values.ts';
import { ColumnPieces, type FilledColumn, setNull, unreadable } from './column-pieces.ts';
import { OddValue, type Put } from './odd-value.ts';
import type { PieceMaker } from './piece-maker.ts';

/** Bytes that stand before the first tuple: a signature, flags, and an extension with its length. */
const SIGNATURE = 'PGCOPY\n\xff\r\n\0';
const [HEADER_BYTES, EXTENSION_AT] = [19, 15];
/** In place of a number of columns: no more tuples; in place of a length: nothing. */
const [END, NOTHING] = [-1, -1];
const EMPTY = Buffer.alloc(0);

interface TupleColumn {
  column: FilledColumn;
  put: Put;
}

/**
 * Turns tuples of PostgreSQL's binary COPY (https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format") into chunks
 * of columns: numbers and moments whose digits nobody writes and reads.
 */
export class BinaryTuples implements PieceMaker {
  readonly #pieces: ColumnPieces;
  readonly #columns: readonly TupleColumn[];
  #hasBegun = false;
  /** What was read last, and how numbers are read of it. */
  #seen: Buffer = EMPTY;
  #tuples: DataView = new DataView(EMPTY.buffer, 0, 0);

  /** Makes pieces of about so many bytes. */
  constructor(columns: readonly CopiedColumn[], pieceBytes: number) {
    this.#pieces = new ColumnPieces(columns, pieceBytes);
    this.#columns = this.#pieces.columns.map((column) => ({ column, put: putOf(column) }));
  }

  row(bytes: Buffer, from: number, to: number): CopiedPiece | undefined {
    if (bytes !== this.#seen) {
      this.#seen = bytes;
      this.#tuples = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    const tuples = this.#tuples;
    let at = this.#hasBegun ? from : this.#begin(bytes, from);
    const count = at < to ? tuples.getInt16(at) : END;
    if (count === END) return undefined;
    if (count !== this.#columns.length)
      throw new Error(`The server sent a tuple of ${count} columns in place of ${this.#columns.length}.`);
    at += 2;
    const { row } = this.#pieces;
    let reading: FilledColumn | undefined;
    try {
      for (const { column, put } of this.#columns) {
        reading = column;
        const length = tuples.getInt32(at);
        at += 4;
        if (length === NOTHING) setNull(column, row);
        else {
          put(tuples, at, row);
          at += length;
        }
      }
    } catch (error) {
      throw reading && error instanceof OddValue ? unreadable(reading, error) : error;
    }
    return this.#pieces.next();
  }

  rest(): CopiedPiece | undefined {
    return this.#pieces.rest();
  }

  /** Where the first tuple begins. */
  #begin(bytes: Buffer, from: number): number {
    if (bytes.toString('latin1', from, from + SIGNATURE.length) !== SIGNATURE)
      throw new Error('The server sent tuples of an unknown form.');
    this.#hasBegun = true;
    return from + HEADER_BYTES + bytes.readUInt32BE(from + EXTENSION_AT);
  }
}
