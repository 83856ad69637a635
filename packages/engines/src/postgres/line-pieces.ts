import type { CopiedPiece } from '../engine.ts';
import type { PieceMaker } from './piece-maker.ts';

/** Bytes up to which a loop is quicker than a call. */
const SHORT = 64;

/** Lines one behind the other, as they come. */
export class LinePieces implements PieceMaker {
  readonly #pieceBytes: number;
  /** The piece that is being filled. */
  #piece: Buffer;
  #filled = 0;
  #rows = 0;
  #longest = 0;

  /** Makes pieces of so many bytes; a longer line is one of its own. */
  constructor(pieceBytes: number) {
    this.#pieceBytes = pieceBytes;
    this.#piece = Buffer.allocUnsafe(pieceBytes);
  }

  row(bytes: Buffer, from: number, to: number): CopiedPiece | undefined {
    const length = to - from;
    // A line is passed on whole.
    const full = this.#filled + length > this.#piece.length ? this.rest() : undefined;
    if (length > this.#piece.length) this.#piece = Buffer.allocUnsafe(length);
    this.#rows += 1;
    if (length > this.#longest) this.#longest = length;
    this.#put(bytes, from, to);
    return full;
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

  rest(): CopiedPiece | undefined {
    if (this.#filled === 0) return undefined;
    const bytes = this.#piece.subarray(0, this.#filled);
    const piece = { bytes, rows: this.#rows, longest: this.#longest };
    this.#piece = Buffer.allocUnsafe(this.#pieceBytes);
    [this.#filled, this.#rows, this.#longest] = [0, 0, 0];
    return piece;
  }
}
