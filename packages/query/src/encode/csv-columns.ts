import type { Cell } from '../frame.ts';
import { isShortInteger, MOST_PLAIN, plainCell, writeInteger, writeMoment } from './byte-writer.ts';

/** How the cells of a column are written. */
export type ColumnWriter =
  | { form: 'texts' }
  | { form: 'integers' }
  /** Moments of whole seconds; `dayText` gives the date of a day since 1970, of one that no calendar holds something else. */
  | { form: 'moments'; dayText: (day: number) => string }
  | { form: 'others'; text: (cell: Cell) => string };

/** Bytes that a cell takes at most, with the comma before it. */
const ROOM: Record<ColumnWriter['form'], number> = {
  texts: MOST_PLAIN + 1,
  integers: 18,
  moments: 20,
  others: MOST_PLAIN + 1,
};
/** Bytes in which rows are written side by side: what a core's own cache holds. */
const BLOCK = 1 << 14;

/** Bytes that are copied at once. */
const WORD = 4;

const COMMA = 44;
const NEWLINE = 10;
const DAY_MS = 86_400_000;
/** Letters of `2024-01-31`; years before 0 and after 9999 have more. */
const DAY_LETTERS = 10;

/**
 * Writes lines column by column: each row has a place of its own, to which every column adds its cell, and the rows are put
 * together afterwards. A column's cells are alike, so that one tight loop writes them: row by row takes twice the time.
 */
export class ColumnLines {
  readonly #writers: readonly ColumnWriter[];
  readonly #width: number;
  readonly #block: Uint8Array;
  readonly #words: DataView;
  /** Where each row ends so far. */
  readonly #ends: Int32Array;
  /** Rows that are written at a time. */
  readonly rows: number;

  constructor(writers: readonly ColumnWriter[]) {
    this.#writers = writers;
    this.#width = writers.reduce((sum, { form }) => sum + ROOM[form], 1);
    this.rows = Math.max(1, Math.floor(BLOCK / this.#width));
    this.#block = new Uint8Array(this.rows * this.#width + WORD);
    this.#words = new DataView(this.#block.buffer);
    this.#ends = new Int32Array(this.rows);
  }

  /**
   * Writes rows from `from` up to `to`, at most `rows` of them, into `target` from `start`; it needs room for `most(count)`
   * bytes. The place behind them, or -1 when a cell is not one of those that can be written so.
   */
  write(
    columns: readonly (readonly Cell[])[],
    { from, to }: { from: number; to: number },
    target: Uint8Array,
    start: number,
  ): number {
    const count = to - from;
    const ends = this.#ends;
    for (let row = 0; row < count; row++) ends[row] = row * this.#width;
    for (let place = 0; place < this.#writers.length; place++) {
      const writer = this.#writers[place];
      const cells = columns[place];
      if (!writer || !cells || !this.#column(writer, cells, { from, count, isFirst: place === 0 })) return -1;
    }
    return this.#assemble(count, target, start);
  }

  /** Bytes that some rows take at most. */
  most(count: number): number {
    return count * this.#width + WORD;
  }

  #column(writer: ColumnWriter, cells: readonly Cell[], span: Span): boolean {
    const { form } = writer;
    if (form === 'texts') return writeTexts(this.#block, this.#ends, cells, span);
    if (form === 'integers') return writeIntegers(this.#block, this.#ends, cells, span);
    if (form === 'moments') return writeMoments(this.#block, this.#ends, cells, span, writer.dayText);
    return writeOthers(this.#block, this.#ends, cells, span, writer.text);
  }

  #assemble(count: number, target: Uint8Array, start: number): number {
    const words = this.#words;
    const lines = new DataView(target.buffer, target.byteOffset, target.byteLength);
    const ends = this.#ends;
    let at = start;
    for (let row = 0; row < count; row++) {
      const begin = row * this.#width;
      const length = (ends[row] ?? 0) - begin;
      // Four bytes at a time; what goes beyond the end of a line is the next one's place.
      for (let past = 0; past < length; past += WORD)
        lines.setUint32(at + past, words.getUint32(begin + past, true), true);
      at += length;
      target[at++] = NEWLINE;
    }
    return at;
  }
}

interface Span {
  from: number;
  count: number;
  isFirst: boolean;
}

function writeTexts(
  block: Uint8Array,
  ends: Int32Array,
  cells: readonly Cell[],
  { from, count, isFirst }: Span,
): boolean {
  for (let row = 0; row < count; row++) {
    const cell = cells[from + row];
    let at = ends[row] ?? 0;
    if (!isFirst) block[at++] = COMMA;
    if (typeof cell === 'string') {
      at = plainCell(block, at, cell);
      if (at === 0) return false;
    } else if (cell !== null) return false;
    ends[row] = at;
  }
  return true;
}

function writeIntegers(
  block: Uint8Array,
  ends: Int32Array,
  cells: readonly Cell[],
  { from, count, isFirst }: Span,
): boolean {
  for (let row = 0; row < count; row++) {
    const cell = cells[from + row];
    let at = ends[row] ?? 0;
    if (!isFirst) block[at++] = COMMA;
    if (typeof cell === 'number') {
      if (!isShortInteger(cell)) return false;
      at = writeInteger(block, at, cell);
    } else if (cell !== null) return false;
    ends[row] = at;
  }
  return true;
}

function writeMoments(
  block: Uint8Array,
  ends: Int32Array,
  cells: readonly Cell[],
  { from, count, isFirst }: Span,
  dayText: (day: number) => string,
): boolean {
  // Rows are often in order: the day of the last moment is looked at first.
  let dayStart = Number.NaN;
  const letters = new Uint8Array(DAY_LETTERS);
  for (let row = 0; row < count; row++) {
    const cell = cells[from + row];
    let at = ends[row] ?? 0;
    if (!isFirst) block[at++] = COMMA;
    if (typeof cell === 'number') {
      if (!(cell >= dayStart && cell < dayStart + DAY_MS)) {
        const day = Math.floor(cell / DAY_MS);
        const text = dayText(day);
        if (text.length !== DAY_LETTERS) return false;
        for (let place = 0; place < DAY_LETTERS; place++) letters[place] = text.charCodeAt(place);
        dayStart = day * DAY_MS;
      }
      const past = cell - dayStart;
      const seconds = (past / 1000) | 0;
      if (seconds * 1000 !== past) return false;
      at = writeMoment(block, at, letters, seconds);
    } else if (cell !== null) return false;
    ends[row] = at;
  }
  return true;
}

function writeOthers(
  block: Uint8Array,
  ends: Int32Array,
  cells: readonly Cell[],
  { from, count, isFirst }: Span,
  textOf: (cell: Cell) => string,
): boolean {
  for (let row = 0; row < count; row++) {
    const cell = cells[from + row];
    let at = ends[row] ?? 0;
    if (!isFirst) block[at++] = COMMA;
    if (cell !== null && cell !== undefined) {
      const text = textOf(cell);
      if (text.length > MOST_PLAIN) return false;
      for (let place = 0; place < text.length; place++) {
        const code = text.charCodeAt(place);
        if (code > 126) return false;
        block[at++] = code;
      }
    }
    ends[row] = at;
  }
  return true;
}
