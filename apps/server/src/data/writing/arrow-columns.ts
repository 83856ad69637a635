import { type Cell, Decimal, type FrameColumn, hasZone } from '@chartroom/query';
import type { Batch, DataType } from '@uwdata/flechette';

type Arrow = typeof import('@uwdata/flechette');

/** A column of a frame as Arrow has it: one type for all rows, and the data of some of them. */
export interface ArrowColumn {
  name: string;
  type: DataType;
  batch(begin: number, length: number): Batch<unknown>;
}

export const LEAST_INT64 = -(2n ** 63n);
export const MOST_INT64 = 2n ** 63n - 1n;
/** Digits of a decimal number of 128 bits. */
export const DIGITS = 38;
/** Digits that a number holds exactly. */
const EXACT_DIGITS = 15;
const TWO_32 = 4_294_967_296;
export const DAY = 86_400_000;

/**
 * The Arrow type that loses nothing of a column: integers of 64 bits, decimals of 128 bits with the most places that occur,
 * moments in microseconds (with UTC where the engine has a zone), days, truth values, floating point; else text. Integers
 * that need more bits are decimals, and what no decimal holds is text.
 */
export function arrowColumn(column: FrameColumn, arrow: Arrow): ArrowColumn {
  const { name, kind, values, nativeType } = column;
  switch (kind) {
    case 'bool':
      if (areAll(values, 'boolean')) return boolColumn(column, arrow);
      break;
    case 'int':
      return intColumn(column, arrow);
    case 'decimal':
      return decimalColumn(column, arrow);
    case 'float':
      if (!areAll(values, 'number')) break;
      return floatColumn(column, arrow);
    case 'timestamp':
      if (!areAll(values, 'number')) break;
      return momentColumn(column, hasZone(nativeType), arrow);
    case 'date':
      if (!areDays(values)) break;
      return dayColumn(column, arrow);
  }
  return textColumn(name, values, arrow);
}

/** What a column of a file holds when its first rows are written before its last ones are known. */
export type DeclaredForm =
  | { form: 'bool' | 'int' | 'float' | 'day' | 'text' }
  | { form: 'moment'; isUtc: boolean }
  | { form: 'decimal'; scale: number };

/** A column as Arrow has it, of cells that are known to be of that form. */
export function declaredColumn(column: FrameColumn, declared: DeclaredForm, arrow: Arrow): ArrowColumn {
  switch (declared.form) {
    case 'bool':
      return boolColumn(column, arrow);
    case 'int':
      return integerColumn(column, arrow);
    case 'float':
      return floatColumn(column, arrow);
    case 'day':
      return dayColumn(column, arrow);
    case 'moment':
      return momentColumn(column, declared.isUtc, arrow);
    case 'decimal':
      return decimalsWith(column, { scale: declared.scale, isShort: false }, arrow);
    case 'text':
      return textColumn(column.name, column.values, arrow);
  }
}

function areAll(values: readonly Cell[], type: 'number' | 'boolean'): boolean {
  for (const cell of values) if (cell !== null && typeof cell !== type) return false;
  return true;
}

function areDays(values: readonly Cell[]): boolean {
  for (const cell of values)
    if (cell !== null && (typeof cell !== 'number' || cell % DAY !== 0)) return false;
  return true;
}

function floatColumn(column: FrameColumn, arrow: Arrow): ArrowColumn {
  return typed(column, arrow.float64(), arrow, Float64Array, (cell) => (typeof cell === 'number' ? cell : 0));
}

function dayColumn(column: FrameColumn, arrow: Arrow): ArrowColumn {
  return typed(column, arrow.dateDay(), arrow, Int32Array, (cell) =>
    typeof cell === 'number' ? cell / DAY : 0,
  );
}

function momentColumn(column: FrameColumn, isUtc: boolean, arrow: Arrow): ArrowColumn {
  const type = arrow.timestamp(arrow.TimeUnit.MICROSECOND, isUtc ? 'UTC' : null);
  return wideColumn(column, type, arrow, (cell) => (typeof cell === 'number' ? microseconds(cell) : 0));
}

/** Whole microseconds of milliseconds with a fraction, without rounding the milliseconds. */
export function microseconds(milliseconds: number): number | bigint {
  const whole = Math.floor(milliseconds);
  const rest = Math.round((milliseconds - whole) * 1000);
  const all = whole * 1000 + rest;
  return Number.isSafeInteger(all) ? all : BigInt(whole) * 1000n + BigInt(rest);
}

function intColumn(column: FrameColumn, arrow: Arrow): ArrowColumn {
  const { values } = column;
  let isWide = false;
  for (const cell of values) {
    if (cell === null || (typeof cell === 'number' && Number.isInteger(cell))) continue;
    if (typeof cell !== 'bigint') return textColumn(column.name, values, arrow);
    isWide ||= cell < LEAST_INT64 || cell > MOST_INT64;
  }
  if (isWide) return decimalColumn(column, arrow);
  return integerColumn(column, arrow);
}

function integerColumn(column: FrameColumn, arrow: Arrow): ArrowColumn {
  return wideColumn(column, arrow.int64(), arrow, (cell) =>
    typeof cell === 'bigint' || typeof cell === 'number' ? cell : 0,
  );
}

function decimalColumn(column: FrameColumn, arrow: Arrow): ArrowColumn {
  const { name, values } = column;
  let scale = 0;
  let whole = 1;
  for (const cell of values) {
    if (cell === null) continue;
    const places = placesOf(textOf(cell));
    if (!places) return textColumn(name, values, arrow);
    whole = Math.max(whole, places.whole);
    scale = Math.max(scale, places.scale);
  }
  if (whole + scale > DIGITS) return textColumn(name, values, arrow);
  return decimalsWith(column, { scale, isShort: whole + scale <= EXACT_DIGITS }, arrow);
}

/** Decimals with so many places; short ones have digits that a number holds. */
function decimalsWith(
  { name, values }: FrameColumn,
  { scale, isShort }: { scale: number; isShort: boolean },
  arrow: Arrow,
): ArrowColumn {
  const type = arrow.decimal(DIGITS, scale, 128);
  const batch = (begin: number, length: number) => {
    const words = new Int32Array(length * 4);
    const nulls = new Nulls(length);
    for (let row = 0; row < length; row++) {
      const cell = values[begin + row] ?? null;
      if (cell === null) {
        nulls.mark(row);
        continue;
      }
      const digits = unscaledDigits(textOf(cell), scale);
      if (isShort) setWide(words, row * 4, Number(digits), 4);
      else setWide(words, row * 4, BigInt(digits), 4);
    }
    return new arrow.Batch({ type, ...nulls.found, values: words });
  };
  return { name, type, batch };
}

/** Digits before and behind the point of a plain decimal number; undefined for anything else. */
export function placesOf(text: string): { whole: number; scale: number } | undefined {
  const begin = text.startsWith('-') ? 1 : 0;
  let point = -1;
  for (let place = begin; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code >= 48 && code <= 57) continue;
    if (code !== 46 || point >= 0 || place === begin) return undefined;
    point = place;
  }
  if (point === text.length - 1 || text.length === begin) return undefined;
  return point < 0
    ? { whole: text.length - begin, scale: 0 }
    : { whole: point - begin, scale: text.length - point - 1 };
}

/** The digits of a plain decimal number as an integer, with `scale` places. */
export function unscaledDigits(text: string, scale: number): string {
  const point = text.indexOf('.');
  if (point < 0) return text + '0'.repeat(scale);
  return text.slice(0, point) + text.slice(point + 1) + '0'.repeat(scale - (text.length - point - 1));
}

/** Writes an integer in two's complement into `count` words of 32 bits, the lowest first. */
function setWide(words: Int32Array, at: number, value: number | bigint, count: 2 | 4): void {
  if (typeof value === 'number') {
    const upper = Math.floor(value / TWO_32);
    words[at] = value - upper * TWO_32;
    words[at + 1] = upper;
    for (let word = 2; word < count; word++) words[at + word] = value < 0 ? -1 : 0;
    return;
  }
  for (let word = 0; word < count; word++)
    words[at + word] = Number(BigInt.asIntN(32, value >> BigInt(32 * word)));
}

/** A column of integers of 64 bits. */
function wideColumn(
  { name, values }: FrameColumn,
  type: DataType,
  arrow: Arrow,
  integerOf: (cell: Cell) => number | bigint,
): ArrowColumn {
  const batch = (begin: number, length: number) => {
    const words = new Int32Array(length * 2);
    const nulls = new Nulls(length);
    for (let row = 0; row < length; row++) {
      const cell = values[begin + row] ?? null;
      if (cell === null) nulls.mark(row);
      else setWide(words, row * 2, integerOf(cell), 2);
    }
    return new arrow.Batch({ type, ...nulls.found, values: words });
  };
  return { name, type, batch };
}

function boolColumn({ name, values }: FrameColumn, arrow: Arrow): ArrowColumn {
  const type = arrow.bool();
  const batch = (begin: number, length: number) => {
    const bits = new Uint8Array(Math.ceil(length / 8));
    const nulls = new Nulls(length);
    for (let row = 0; row < length; row++) {
      const cell = values[begin + row] ?? null;
      if (cell === null) nulls.mark(row);
      else if (cell === true) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
    }
    return new arrow.Batch({ type, ...nulls.found, values: bits });
  };
  return { name, type, batch };
}

type Numbers = Float64Array | Int32Array;

/** A column of numbers of one width. */
function typed<Values extends Numbers>(
  { name, values }: FrameColumn,
  type: DataType,
  arrow: Arrow,
  Make: new (length: number) => Values,
  numberOf: (cell: Cell) => number,
): ArrowColumn {
  const batch = (begin: number, length: number) => {
    const numbers = new Make(length);
    const nulls = new Nulls(length);
    for (let row = 0; row < length; row++) {
      const cell = values[begin + row] ?? null;
      if (cell === null) nulls.mark(row);
      else numbers[row] = numberOf(cell);
    }
    return new arrow.Batch({ type, ...nulls.found, values: numbers });
  };
  return { name, type, batch };
}

function textColumn(name: string, values: readonly Cell[], arrow: Arrow): ArrowColumn {
  const type = arrow.utf8();
  const encoder = new TextEncoder();
  const batch = (begin: number, length: number) => {
    const offsets = new Int32Array(length + 1);
    let bytes = new Uint8Array(length * 16 + 64);
    let at = 0;
    const nulls = new Nulls(length);
    for (let row = 0; row < length; row++) {
      const cell = values[begin + row] ?? null;
      if (cell === null) nulls.mark(row);
      const text = textOf(cell);
      // A UTF-16 unit needs three bytes at most.
      if (at + text.length * 3 > bytes.length) {
        const grown = new Uint8Array((at + text.length * 3) * 2);
        grown.set(bytes.subarray(0, at));
        bytes = grown;
      }
      at += encoder.encodeInto(text, bytes.subarray(at)).written;
      offsets[row + 1] = at;
    }
    return new arrow.Batch({ type, ...nulls.found, offsets, values: bytes.subarray(0, at) });
  };
  return { name, type, batch };
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Decimal ? cell.text : String(cell);
}

/** Rows without a value, found while the others are written: reading a column once more costs as much as writing it. */
class Nulls {
  readonly #length: number;
  #count = 0;
  #bitmap = new Uint8Array(0);

  constructor(length: number) {
    this.#length = length;
  }

  mark(row: number): void {
    if (this.#count === 0) this.#bitmap = new Uint8Array(Math.ceil(this.#length / 8)).fill(255);
    this.#bitmap[row >> 3] = (this.#bitmap[row >> 3] ?? 0) & ~(1 << (row & 7));
    this.#count += 1;
  }

  /** As Arrow has them: one bit for each row that has a value, or none where all have. */
  get found(): { length: number; nullCount: number; validity: Uint8Array } {
    return { length: this.#length, nullCount: this.#count, validity: this.#bitmap };
  }
}
