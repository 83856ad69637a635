import type { Cell, ResultColumn } from '../frame.ts';
import { hasZone } from '../native-type.ts';
import { ByteWriter } from './byte-writer.ts';
import { dayText, disarmed, floatText, momentText, NAN_IN_CSV, plainText, quoted } from './csv-cells.ts';

/** A column whose cells come as CSV, as a server wrote it. */
export interface LineColumn {
  column: ResultColumn;
  /** What a text of it is as a cell. */
  cell(text: string): Cell;
}

const [COMMA, NEWLINE, QUOTE, PLUS, MINUS, POINT] = [44, 10, 34, 43, 45, 46];
const [NOUGHT, NINE, HYPHEN, COLON, TRUE, LOWER] = [48, 57, 45, 58, 116, 32];
/** Letters of `2024-01-31`, of `2024-01-31 10:00:00`, and of its zone, which some write with its minutes. */
const [DAY, MOMENT, UTC, MINUTES] = [10, 19, 3, 3];
const DIGITS = 6;
/** Digits up to which a whole number is written without a power of ten. */
const MOST_WHOLE = 15;
const NO_FRACTION = Buffer.from('.000000');
const ZONE = Buffer.from('+00:00');

/** Bytes with which a text begins that is neither disarmed nor a blank. */
const SAFE_START = Uint8Array.from({ length: 256 }, (_, code) =>
  code > 32 && code < 127 && !'-@+|=%"'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** How the cells of a column become ours. */
type Way = 'same' | 'text' | 'bool' | 'float' | 'decimal' | 'day' | 'moment';

/** The way of a column; undefined where its texts are not told from what our own cells show without reading them. */
function wayOf({ kind, nativeType }: ResultColumn): Way | undefined {
  if (kind === 'int') return 'same';
  if (kind === 'string' || kind === 'uuid' || nativeType === 'JSON' || nativeType === 'JSONB') return 'text';
  if (kind === 'bool' || kind === 'float' || kind === 'decimal') return kind;
  if (kind === 'date') return 'day';
  return kind === 'timestamp' ? 'moment' : undefined;
}

interface Column extends LineColumn {
  way: Way;
  zone: Buffer;
  /** Whether moments have shown a fraction of a second: those that follow show one, too. */
  fine: boolean;
}

/**
 * Lines of CSV of a server as our own (contract/query.md §1.14), byte by byte: no cell is made of what stands there as it
 * should. Lines are ended by `\n`; a cell without quotes and letters is null.
 */
export class LinesAsCsv {
  readonly #columns: Column[];
  readonly #writer = new ByteWriter();
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(columns: readonly LineColumn[]) {
    this.#columns = columns.map((each) => ({
      ...each,
      way: wayOf(each.column) ?? 'text',
      zone: hasZone(each.column.nativeType) ? ZONE : Buffer.alloc(0),
      fine: false,
    }));
  }

  /** Whether all columns can be written so. A cell that stands alone is told from a blank line in its own way. */
  static takes(columns: readonly LineColumn[]): boolean {
    return columns.length > 1 && columns.every(({ column }) => wayOf(column) !== undefined);
  }

  /** Whether moments of a column have shown a fraction of a second, so that all that follow show one. */
  get isFine(): boolean {
    return this.#columns.some(({ fine }) => fine);
  }

  /** At most `most` of the lines, each of which is whole, and how many these are. */
  lines(bytes: Uint8Array, most: number): { written: Uint8Array<ArrayBuffer>; rows: number } {
    const fine = (): number => this.#columns.filter((column) => column.fine).length;
    for (;;) {
      const before = fine();
      const rows = this.#all(bytes, most);
      const written = this.#writer.take();
      // The moments of a column show the same digits: those before the first with a fraction, too.
      if (fine() === before) return { written, rows };
    }
  }

  #all(bytes: Uint8Array, most: number): number {
    const columns = this.#columns;
    const last = columns.length - 1;
    let rows = 0;
    let at = 0;
    while (at < bytes.length && rows < most) {
      for (let place = 0; place <= last; place++) {
        const column = columns[place];
        const end = cellEnd(bytes, at);
        if (column && end > at) this.#cell(column, bytes, at, end);
        this.#writer.byte(place === last ? NEWLINE : COMMA);
        at = end + 1;
      }
      rows += 1;
    }
    return rows;
  }

  #cell(column: Column, bytes: Uint8Array, from: number, to: number): void {
    const { way } = column;
    if (way === 'same') this.#copy(bytes, from, to);
    else if (way === 'text') {
      const isQuoted = bytes[from] === QUOTE;
      const isSafe = SAFE_START[bytes[isQuoted ? from + 1 : from] ?? 0] === 1;
      if (isSafe) this.#copy(bytes, from, to);
      else this.#odd(column, bytes, from, to);
    } else if (way === 'bool') this.#writer.ascii(((bytes[from] ?? 0) | LOWER) === TRUE ? 'True' : 'False');
    else if (way === 'float') this.#float(column, bytes, from, to);
    else if (way === 'decimal') {
      const first = bytes[from] ?? 0;
      if (isDigit(first) || (first === MINUS && isDigit(bytes[from + 1] ?? 0))) this.#copy(bytes, from, to);
      else this.#odd(column, bytes, from, to);
    } else if (way === 'day') {
      if (isDay(bytes, from) && to - from === DAY) this.#copy(bytes, from, to);
      else this.#odd(column, bytes, from, to);
    } else this.#moment(column, bytes, from, to);
  }

  #float(column: Column, bytes: Uint8Array, from: number, to: number): void {
    const form = floatForm(bytes, from, to);
    if (form === 'odd') this.#odd(column, bytes, from, to);
    else {
      this.#copy(bytes, from, to);
      if (form === 'whole') this.#writer.ascii('.0');
    }
  }

  #moment(column: Column, bytes: Uint8Array, from: number, to: number): void {
    const { zone } = column;
    const end = zone.length > 0 ? to - UTC - (bytes[to - MINUTES] === COLON ? MINUTES : 0) : to;
    const isUtc =
      end === to || (bytes[end] === PLUS && bytes[end + 1] === NOUGHT && bytes[end + 2] === NOUGHT);
    const digits = end - from - MOMENT - 1;
    const isPlain = digits === -1 || (digits > 0 && digits <= DIGITS && bytes[from + MOMENT] === POINT);
    if (isUtc && isPlain && isDay(bytes, from)) {
      this.#copy(bytes, from, end);
      if (digits > 0) {
        column.fine = true;
        for (let count = digits; count < DIGITS; count++) this.#writer.byte(NOUGHT);
      } else if (column.fine) this.#writer.raw(NO_FRACTION);
      this.#writer.raw(zone);
    } else this.#odd(column, bytes, from, to);
  }

  /** A cell that is read, and written as any other. */
  #odd(column: Column, bytes: Uint8Array, from: number, to: number): void {
    const told = this.#decoder.decode(bytes.subarray(from, to));
    const cell = column.cell(told.startsWith('"') ? told.slice(1, -1).replaceAll('""', '"') : told);
    this.#writer.json(quoted(this.#text(column, cell), false));
  }

  #text(column: Column, cell: Cell): string {
    if (typeof cell === 'string') return disarmed(cell);
    // A file of all that the server has tells such a number from none, as the files of SQL Lab do.
    if (Number.isNaN(cell)) return NAN_IN_CSV;
    if (typeof cell !== 'number') return plainText(cell);
    if (column.way === 'float') return floatText(cell);
    if (column.way === 'day') return dayText(cell);
    if (column.way !== 'moment') return plainText(cell);
    if (Math.floor(cell / 1000) * 1000 !== cell) column.fine = true;
    return momentText(cell, column.fine) + column.zone.toString();
  }

  #copy(bytes: Uint8Array, from: number, to: number): void {
    const writer = this.#writer;
    const target = writer.room(to - from);
    let place = writer.length;
    for (let at = from; at < to; at++) target[place++] = bytes[at] ?? 0;
    writer.length = place;
  }
}

/** How a number of a server is ours: as it stands, `whole` with a fraction of nought, `odd` when it is read. */
function floatForm(bytes: Uint8Array, from: number, to: number): 'same' | 'whole' | 'odd' {
  let isWhole = true;
  for (let at = bytes[from] === MINUS ? from + 1 : from; at < to; at++) {
    const code = bytes[at] ?? 0;
    if (code === POINT) isWhole = false;
    else if (!isDigit(code)) return 'odd';
  }
  if (!isWhole) return 'same';
  return to - from > MOST_WHOLE ? 'odd' : 'whole';
}

function isDigit(code: number): boolean {
  return code >= NOUGHT && code <= NINE;
}

/** Whether `2024-` and `-31` stand where they do in a date of four digits. */
function isDay(bytes: Uint8Array, from: number): boolean {
  return bytes[from + 4] === HYPHEN && bytes[from + 7] === HYPHEN;
}

/** The comma or the end of the line behind a cell. */
function cellEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  if (bytes[at] !== QUOTE) {
    for (let code = bytes[at]; code !== COMMA && code !== NEWLINE && at < bytes.length; code = bytes[at])
      at++;
    return at;
  }
  for (at += 1; at < bytes.length; at++) {
    if (bytes[at] !== QUOTE) continue;
    if (bytes[at + 1] !== QUOTE) return at + 1;
    at++;
  }
  return at;
}
