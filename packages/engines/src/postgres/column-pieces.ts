import { ChartroomError } from '@chartroom/model';
import type { CopiedColumn, CopiedPiece } from '../engine.ts';
import { CHUNK_ROWS, chunkBytes, FLAG_BYTES, widthOf, writeChunk } from '../rows/column-chunks.ts';
import type { OddValue } from './odd-value.ts';

/** A column of the chunk that is being filled: its values as DuckDB keeps them. */
export interface FilledColumn {
  name: string;
  type: string;
  width: number;
  values: DataView<ArrayBuffer>;
  /** A bit for each row, set where it has a value. */
  valid: Uint8Array<ArrayBuffer>;
  hasNulls: boolean;
}

/** Gathers rows into chunks of columns, and those into pieces. */
export class ColumnPieces {
  readonly columns: readonly FilledColumn[];
  readonly #chunkBytes: number;
  readonly #pieceBytes: number;
  /** The piece that is being filled, and the rows of its whole chunks. */
  #piece: Buffer;
  #filled = 0;
  #counted = 0;
  #row = 0;

  /** Makes pieces of about so many bytes. */
  constructor(columns: readonly CopiedColumn[], pieceBytes: number) {
    this.columns = columns.map(filledColumn);
    this.#chunkBytes = chunkBytes(this.columns.map(({ width }) => width));
    this.#pieceBytes = Math.max(pieceBytes, this.#chunkBytes);
    this.#piece = Buffer.allocUnsafe(this.#pieceBytes);
  }

  /** The row of the chunk that is being filled. */
  get row(): number {
    return this.#row;
  }

  /** The row is whole; answers a piece when one is full. */
  next(): CopiedPiece | undefined {
    this.#row += 1;
    if (this.#row < CHUNK_ROWS) return undefined;
    this.#endChunk();
    return this.#filled + this.#chunkBytes > this.#pieceBytes ? this.#handOn() : undefined;
  }

  /** What has come since the last piece. */
  rest(): CopiedPiece | undefined {
    if (this.#row > 0) this.#endChunk();
    return this.#counted > 0 ? this.#handOn() : undefined;
  }

  #endChunk(): void {
    const rows = this.#row;
    const columns = this.columns.map(({ values, width, valid, hasNulls }) => ({
      values: new Uint8Array(values.buffer, 0, rows * width),
      valid: hasNulls ? valid : undefined,
    }));
    this.#filled = writeChunk(this.#piece, this.#filled, { rows, columns });
    for (const column of this.columns) {
      if (column.hasNulls) column.valid.fill(0xff);
      column.hasNulls = false;
    }
    this.#counted += rows;
    this.#row = 0;
  }

  #handOn(): CopiedPiece {
    const piece = { bytes: this.#piece.subarray(0, this.#filled), rows: this.#counted, longest: 0 };
    this.#piece = Buffer.allocUnsafe(this.#pieceBytes);
    [this.#filled, this.#counted] = [0, 0];
    return piece;
  }
}

/** Notes that a row of a column has no value. */
export function setNull(column: FilledColumn, row: number): void {
  column.valid[row >> 3] = (column.valid[row >> 3] ?? 0) & ~(1 << (row & 7));
  column.hasNulls = true;
}

/** What is told of a value that a column's type does not hold. */
export function unreadable({ name, type }: FilledColumn, { message }: OddValue): ChartroomError {
  return new ChartroomError(
    `The column "${name}" holds ${message}, which a ${type} read across databases cannot be. Leave it out by a condition.`,
    { status: 422, error_type: 'GENERIC_DB_ENGINE_ERROR', level: 'error' },
  );
}

function filledColumn({ name, type }: CopiedColumn): FilledColumn {
  const width = widthOf(type) ?? 0;
  const values = new DataView(new ArrayBuffer(CHUNK_ROWS * width));
  return { name, type, width, values, valid: new Uint8Array(FLAG_BYTES).fill(0xff), hasNulls: false };
}
