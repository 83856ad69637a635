import { ChartroomError } from '@chartroom/model';
import type { CopiedColumn, CopiedPiece } from '../engine.ts';
import { CHUNK_ROWS, chunkBytes, FLAG_BYTES, widthOf, writeChunk } from '../rows/column-chunks.ts';
import { OddValue, type Put } from './binary-put.ts';
import { putOf } from './binary-values.ts';
import type { PieceMaker } from './piece-maker.ts';

/** Bytes that stand before the first tuple: a signature, flags, and an extension with its length. */
const SIGNATURE = 'PGCOPY\n\xff\r\n\0';
const [HEADER_BYTES, EXTENSION_AT] = [19, 15];
/** In place of a number of columns: no more tuples; in place of a length: nothing. */
const [END, NOTHING] = [-1, -1];
const EMPTY = Buffer.alloc(0);

interface TupleColumn {
  name: string;
  type: string;
  put: Put;
  width: number;
  values: Uint8Array<ArrayBuffer>;
  /** A bit for each row, set where it has a value. */
  valid: Uint8Array<ArrayBuffer>;
  hasNulls: boolean;
}

/**
 * Turns tuples of PostgreSQL's binary COPY (https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format") into chunks
 * of columns: numbers and moments whose digits nobody writes and reads.
 */
export class BinaryTuples implements PieceMaker {
  readonly #columns: readonly TupleColumn[];
  readonly #chunkBytes: number;
  readonly #pieceBytes: number;
  /** The piece that is being filled, and the rows of its whole chunks. */
  #piece: Buffer;
  #filled = 0;
  #counted = 0;
  /** Rows of the chunk that is being filled. */
  #rows = 0;
  #hasBegun = false;
  /** What was read last, and how numbers are read of it. */
  #seen: Buffer = EMPTY;
  #tuples: DataView = new DataView(EMPTY.buffer, 0, 0);

  /** Makes pieces of about so many bytes. */
  constructor(columns: readonly CopiedColumn[], pieceBytes: number) {
    this.#columns = columns.map(tupleColumn);
    this.#chunkBytes = chunkBytes(this.#columns.map(({ width }) => width));
    this.#pieceBytes = Math.max(pieceBytes, this.#chunkBytes);
    this.#piece = Buffer.allocUnsafe(this.#pieceBytes);
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
    const row = this.#rows;
    let reading: TupleColumn | undefined;
    try {
      for (const column of this.#columns) {
        reading = column;
        const length = tuples.getInt32(at);
        at += 4;
        if (length === NOTHING) setNull(column, row);
        else {
          column.put(tuples, at, row);
          at += length;
        }
      }
    } catch (error) {
      throw reading && error instanceof OddValue ? unreadable(reading, error) : error;
    }
    this.#rows = row + 1;
    if (this.#rows < CHUNK_ROWS) return undefined;
    this.#endChunk();
    return this.#filled + this.#chunkBytes > this.#pieceBytes ? this.#handOn() : undefined;
  }

  /** Where the first tuple begins. */
  #begin(bytes: Buffer, from: number): number {
    if (bytes.toString('latin1', from, from + SIGNATURE.length) !== SIGNATURE)
      throw new Error('The server sent tuples of an unknown form.');
    this.#hasBegun = true;
    return from + HEADER_BYTES + bytes.readUInt32BE(from + EXTENSION_AT);
  }

  rest(): CopiedPiece | undefined {
    if (this.#rows > 0) this.#endChunk();
    return this.#counted > 0 ? this.#handOn() : undefined;
  }

  #endChunk(): void {
    const rows = this.#rows;
    const columns = this.#columns.map(({ values, width, valid, hasNulls }) => ({
      values: values.subarray(0, rows * width),
      valid: hasNulls ? valid : undefined,
    }));
    this.#filled = writeChunk(this.#piece, this.#filled, { rows, columns });
    for (const column of this.#columns) {
      if (column.hasNulls) column.valid.fill(0xff);
      column.hasNulls = false;
    }
    this.#counted += rows;
    this.#rows = 0;
  }

  #handOn(): CopiedPiece {
    const piece = { bytes: this.#piece.subarray(0, this.#filled), rows: this.#counted, longest: 0 };
    this.#piece = Buffer.allocUnsafe(this.#pieceBytes);
    [this.#filled, this.#counted] = [0, 0];
    return piece;
  }
}

function setNull(column: TupleColumn, row: number): void {
  column.valid[row >> 3] = (column.valid[row >> 3] ?? 0) & ~(1 << (row & 7));
  column.hasNulls = true;
}

function unreadable({ name, type }: TupleColumn, { message }: OddValue): ChartroomError {
  return new ChartroomError(
    `The column "${name}" holds ${message}, which a ${type} read across databases cannot be. Leave it out by a condition.`,
    { status: 422, error_type: 'GENERIC_DB_ENGINE_ERROR', level: 'error' },
  );
}

function tupleColumn({ name, type }: CopiedColumn): TupleColumn {
  const width = widthOf(type);
  const values = new Uint8Array(CHUNK_ROWS * (width ?? 0));
  const put = width && putOf(type, new DataView(values.buffer), width);
  if (!put) throw new Error(`The column "${name}" of type ${type} has no form for tuples.`);
  return { name, type, put, width, values, valid: new Uint8Array(FLAG_BYTES).fill(0xff), hasNulls: false };
}
