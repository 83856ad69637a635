import type { CopiedColumn, CopiedPiece } from '../engine.ts';
import { ColumnPieces, type FilledColumn, setNull, unreadable } from './column-pieces.ts';
import { OddValue } from './odd-value.ts';
import type { PieceMaker } from './piece-maker.ts';

/** Signs of a line: what stands behind a value, before a negative one, within a decimal, and the digits. */
const [COMMA, END, MINUS, POINT, NOUGHT, NINE] = [0x2c, 0x0a, 0x2d, 0x2e, 0x30, 0x39];
/** Digits up to which a number is exact as one of JavaScript's. */
const EXACT_DIGITS = 15;
const TWO_32 = 2 ** 32;

/**
 * Turns lines of whole numbers and decimals, which show as many places as their type has, into chunks of columns. Both are the
 * number that their digits are: shorter than in the binary form, and sooner read.
 */
export class NumberLines implements PieceMaker {
  readonly #pieces: ColumnPieces;

  constructor(columns: readonly CopiedColumn[], pieceBytes: number) {
    this.#pieces = new ColumnPieces(columns, pieceBytes);
  }

  row(bytes: Buffer, from: number, to: number): CopiedPiece | undefined {
    const { columns, row } = this.#pieces;
    let at = from;
    for (const column of columns) {
      const begun = at;
      const isNegative = bytes[at] === MINUS;
      if (isNegative) at += 1;
      let number = 0;
      let sign = bytes[at] ?? END;
      for (; sign !== COMMA && sign !== END; sign = bytes[++at] ?? END)
        if (sign >= NOUGHT && sign <= NINE) number = number * 10 + sign - NOUGHT;
        else if (sign !== POINT) throw unreadable(column, new OddValue(textAt(bytes, begun)));
      if (at === begun) setNull(column, row);
      else if (at - begun > EXACT_DIGITS) putLarge(column, row, textAt(bytes, begun));
      else put(column, row, isNegative ? -number : number);
      at += 1;
    }
    if (at !== to) throw new Error(`The server sent a line of other columns than ${columns.length}.`);
    return this.#pieces.next();
  }

  rest(): CopiedPiece | undefined {
    return this.#pieces.rest();
  }
}

function put({ values, width }: FilledColumn, row: number, number: number): void {
  if (width === 4) values.setInt32(row * 4, number, true);
  else if (width === 8) {
    values.setInt32(row * 8, number, true);
    values.setInt32(row * 8 + 4, Math.floor(number / TWO_32), true);
  } else if (width === 2) values.setInt16(row * 2, number, true);
  else putLarge({ values, width }, row, String(number));
}

/** Into as many bytes as so many digits need: eight, or sixteen. */
function putLarge(
  { values, width }: Pick<FilledColumn, 'values' | 'width'>,
  row: number,
  text: string,
): void {
  const number = BigInt(text.replace('.', ''));
  values.setBigInt64(row * width, BigInt.asIntN(64, number), true);
  if (width === 16) values.setBigInt64(row * 16 + 8, number >> 64n, true);
}

/** A value that begins there, as it is written. */
function textAt(bytes: Buffer, from: number): string {
  const end = bytes.subarray(from).findIndex((sign) => sign === COMMA || sign === END);
  return bytes.toString('latin1', from, end < 0 ? undefined : from + end);
}
