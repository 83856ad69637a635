const START = 1 << 16;
const QUOTE = 34;
const BACKSLASH = 92;
const MINUS = 45;
const ZERO = 48;
const COMMA = 44;
const SPACE = 32;
const COLON = 58;

/** Integers of at most this size are written digit by digit without a text in between. */
const MOST_DIGITS = 999_999_999_999_999;

/** Letters of an integer of that size. */
const MOST_LETTERS = 16;

/** Texts up to this length are written letter by letter; longer ones by the platform's encoder. */
const SHORT = 64;
/** Bytes that `writeInteger`, `writeMoment` and `plainCell` write at most. */
export const MOST_PLAIN = SHORT;

/** Letters that need no quotes in a cell of CSV. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 32 && code < 127 && code !== QUOTE && code !== COMMA ? 1 : 0,
);

/** Letters with which no formula begins: of ASCII, letters, digits and a few signs. */
const SAFE_START = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.:;/(){}<>#$&*!?[\]~^`']/.test(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * Writes JSON, or CSV, as UTF-8 bytes into one growing block: a text per cell, and the joining and encoding of them, are what
 * large answers would otherwise spend their time on.
 */
export class ByteWriter {
  #bytes = new Uint8Array(START);
  #length = 0;
  readonly #encoder = new TextEncoder();

  /** What was written, in a block of its own that is no larger. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  /** What was written, as by `finish`; what is written next begins anew. */
  take(): Uint8Array<ArrayBuffer> {
    const written = this.finish();
    this.#length = 0;
    return written;
  }

  /** Bytes that were written so far; set by who writes into the block that `room` gave. */
  get length(): number {
    return this.#length;
  }
  set length(value: number) {
    this.#length = value;
  }

  /** The block itself, with room for that many more bytes behind `length`. It is another one after any other writing. */
  room(more: number): Uint8Array {
    this.#reserve(more);
    return this.#bytes;
  }

  /** Bytes that were made before. */
  raw(piece: Uint8Array): void {
    const { length } = piece;
    this.#reserve(length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let place = 0; place < length; place++) bytes[at++] = piece[place] ?? 0;
    this.#length = at;
  }

  /** One byte. */
  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** Text that is JSON already, of ASCII letters only. */
  ascii(text: string): void {
    const { length } = text;
    this.#reserve(length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let place = 0; place < length; place++) bytes[at++] = text.charCodeAt(place);
    this.#length = at;
  }

  /** A number as JavaScript prints it; null when it is none or has no end. */
  number(value: number): void {
    if (isShortInteger(value)) this.#length = writeInteger(this.room(MOST_LETTERS), this.#length, value);
    else this.ascii(Number.isFinite(value) ? String(value) : 'null');
  }

  /** A JSON string. */
  text(value: string): void {
    if (value.length > SHORT || !this.#plainText(value)) this.json(JSON.stringify(value));
  }

  /** Writes a text that needs no escape; false when it does, and nothing is written. */
  #plainText(value: string): boolean {
    const { length } = value;
    this.#reserve(length + 2);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = QUOTE;
    for (let place = 0; place < length; place++) {
      const code = value.charCodeAt(place);
      if (code < 32 || code > 126 || code === QUOTE || code === BACKSLASH) return false;
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    this.#length = at;
    return true;
  }

  /** Text that is JSON already, of any letters. */
  json(text: string): void {
    // A UTF-16 unit needs three bytes at most.
    this.#reserve(text.length * 3);
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

/** Whether a number is an integer of at most fifteen digits, which `writeInteger` takes. */
export function isShortInteger(value: number): boolean {
  return value <= MOST_DIGITS && value >= -MOST_DIGITS && Number.isInteger(value);
}

/** Writes such an integer; the place behind it. */
export function writeInteger(bytes: Uint8Array, start: number, value: number): number {
  let at = start;
  let rest = value;
  if (rest < 0) {
    bytes[at++] = MINUS;
    rest = -rest;
  }
  if (rest < 10_000) return writeSmall(bytes, at, rest | 0);
  let digits = 5;
  for (let bound = 100_000; bound <= rest; bound *= 10) digits++;
  const end = at + digits;
  let place = end;
  // Beyond 32 bits division is by floating point: the lower nine digits are taken off once.
  while (rest > 0x7fffffff) {
    const upper = Math.floor(rest / 1e9);
    let lower = (rest - upper * 1e9) | 0;
    for (let count = 0; count < 9; count++) {
      const next = (lower / 10) | 0;
      bytes[--place] = ZERO + lower - next * 10;
      lower = next;
    }
    rest = upper;
  }
  let small = rest | 0;
  while (place > at) {
    const next = (small / 10) | 0;
    bytes[--place] = ZERO + small - next * 10;
    small = next;
  }
  return end;
}

/** Writes a whole number below ten thousand, which most are; the place behind it. */
function writeSmall(bytes: Uint8Array, start: number, value: number): number {
  if (value < 10) {
    bytes[start] = ZERO + value;
    return start + 1;
  }
  if (value < 100) return twoDigits(bytes, start, value);
  const hundreds = (value / 100) | 0;
  if (hundreds < 10) {
    bytes[start] = ZERO + hundreds;
    return twoDigits(bytes, start + 1, value - hundreds * 100);
  }
  return twoDigits(bytes, twoDigits(bytes, start, hundreds), value - hundreds * 100);
}

/** Writes `2024-01-31 10:20:30`: a day of ten ASCII letters, and whole seconds since it began; the place behind it. */
export function writeMoment(bytes: Uint8Array, start: number, day: Uint8Array, seconds: number): number {
  let at = start;
  for (let place = 0; place < 10; place++) bytes[at++] = day[place] ?? ZERO;
  const minutes = (seconds / 60) | 0;
  const hours = (minutes / 60) | 0;
  bytes[at++] = SPACE;
  at = twoDigits(bytes, at, hours);
  bytes[at++] = COLON;
  at = twoDigits(bytes, at, minutes - hours * 60);
  bytes[at++] = COLON;
  return twoDigits(bytes, at, seconds - minutes * 60);
}

/**
 * Writes a short text as a cell of CSV that needs neither quotes nor disarming, which most do not; the place behind it, or
 * 0 when it may.
 */
export function plainCell(bytes: Uint8Array, start: number, value: string): number {
  const { length } = value;
  if (length === 0 || length > SHORT || !SAFE_START[value.charCodeAt(0)]) return 0;
  let at = start;
  for (let place = 0; place < length; place++) {
    const code = value.charCodeAt(place);
    if (!PLAIN[code]) return 0;
    bytes[at++] = code;
  }
  return at;
}

/** Writes a whole number below a hundred in two digits; the place behind them. */
function twoDigits(bytes: Uint8Array, at: number, value: number): number {
  const tens = (value / 10) | 0;
  bytes[at] = ZERO + tens;
  bytes[at + 1] = ZERO + value - tens * 10;
  return at + 2;
}
