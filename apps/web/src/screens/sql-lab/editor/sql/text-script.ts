import { changedScript, type Piece, readScript, type Script } from './statements.ts';
import type { SqlStyle } from './style.ts';

/** A statement of more characters is not read while somebody writes in it. */
export const LONG = 200_000;

/** Reads one text after another that somebody is writing: only what is around the change is read again. */
export class TextScript {
  readonly #style: SqlStyle;
  #script: Script;

  constructor(style: SqlStyle) {
    this.#style = style;
    this.#script = readScript('', style);
  }

  /** The statement in or behind which one stands, with what is around it. */
  pieceAt(text: string, at: number): Piece | undefined {
    return this.of(text).pieces.find(({ begin, end }) => begin <= at && (at < end || end === text.length));
  }

  /** Whether somebody writes in a statement that was long when the text was read the last time. */
  isInLong(at: number): boolean {
    const { text, pieces } = this.#script;
    // What was typed since then behind the text belongs to its last statement.
    const isIn = ({ begin, end }: Piece) => begin <= at && (at <= end || end === text.length);
    return text.length > LONG && pieces.some((piece) => piece.end - piece.begin > LONG && isIn(piece));
  }

  of(text: string): Script {
    const before = this.#script;
    if (before.text === text) return before;
    const change = changeBetween(before.text, text);
    this.#script =
      change.size > text.length / 2 ? readScript(text, this.#style) : changedScript(before, text, change);
    return this.#script;
  }
}

/** So many signs are compared at once: sign by sign a file of 3,000 lines took a tenth of what a key may take. */
const STRIDE = 4_096;

/** What has to be changed in a text to make another one of it. */
function changeBetween(before: string, after: string): { from: number; to: number; size: number } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from + STRIDE <= shorter && isSame(before, from, after, from)) from += STRIDE;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  let [to, end] = [before.length, after.length];
  const rest = Math.min(to, end) - from;
  const stop = to - rest;
  while (to - STRIDE >= stop && isSame(before, to - STRIDE, after, end - STRIDE)) {
    to -= STRIDE;
    end -= STRIDE;
  }
  while (to > stop && before.charCodeAt(to - 1) === after.charCodeAt(end - 1)) {
    to -= 1;
    end -= 1;
  }
  return { from, to, size: end - from };
}

function isSame(a: string, atA: number, b: string, atB: number): boolean {
  return a.slice(atA, atA + STRIDE) === b.slice(atB, atB + STRIDE);
}
