const START = 1 << 16;
const QUOTE = 34;
const BACKSLASH = 92;
const MINUS = 45;
const ZERO = 48;

/** Integers of at most this size are written digit by digit without a text in between. */
const MOST_DIGITS = 999_999_999_999_999;

/** Texts up to this length are written letter by letter; longer ones by the platform's encoder. */
const SHORT = 64;

/**
 * Writes JSON as UTF-8 bytes into one growing block: a text per cell, and the joining and encoding of them, are what
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

  /** Bytes that were written so far. */
  get length(): number {
    return this.#length;
  }

  /** Makes room for that many more bytes at once. */
  foresee(more: number): void {
    this.#reserve(Math.ceil(more));
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
    if (Number.isInteger(value) && value <= MOST_DIGITS && value >= -MOST_DIGITS) this.#integer(value);
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

  #integer(value: number): void {
    this.#reserve(17);
    const bytes = this.#bytes;
    let rest = value;
    if (rest < 0) {
      bytes[this.#length++] = MINUS;
      rest = -rest;
    }
    let digits = 1;
    for (let bound = 10; bound <= rest; bound *= 10) digits++;
    const end = this.#length + digits;
    let at = end;
    // Beyond 32 bits division is by floating point: the lower nine digits are taken off once.
    while (rest > 0x7fffffff) {
      const upper = Math.floor(rest / 1e9);
      let lower = (rest - upper * 1e9) | 0;
      for (let count = 0; count < 9; count++) {
        const next = (lower / 10) | 0;
        bytes[--at] = ZERO + lower - next * 10;
        lower = next;
      }
      rest = upper;
    }
    let small = rest | 0;
    while (at > this.#length) {
      const next = (small / 10) | 0;
      bytes[--at] = ZERO + small - next * 10;
      small = next;
    }
    this.#length = end;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
