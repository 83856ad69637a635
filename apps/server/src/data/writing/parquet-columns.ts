import { endianness } from 'node:os';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { type Cell, Decimal } from '@chartroom/query';
import { DAY, type DeclaredForm, DIGITS, microseconds, unscaledDigits } from './arrow-columns.ts';
import type { DeclaredColumn } from './declared-columns.ts';
import { type ThriftStruct, type ThriftValue, thriftBytes, varint } from './thrift-writer.ts';

const compress = promisify(zstdCompress);

/** Numbers by which Parquet knows its types, the kinds of its pages, its encodings and how they are packed. */
const PHYSICAL = { bool: 0, int: 2, day: 1, moment: 2, float: 5, text: 6, decimal: 7 } as const;
const CONVERTED = { text: 0, decimal: 5, day: 6 } as const;
const PLAIN = 0;
const RLE = 3;
const ZSTD = 6;
const OPTIONAL = 1;
const DATA_PAGE = 0;

const DECIMAL_BYTES = 16;

/** Where a part of a column stands in its file. */
interface WrittenChunk {
  bytes: Buffer[];
  length: number;
  meta(offset: number): ThriftValue;
}

/** The cells of a column of some rows, as they wait to be written together. */
export class ParquetColumn {
  readonly #name: string;
  readonly #declared: DeclaredForm;
  #values: Buffer[] = [];
  /** Whether each row has a value. */
  #present: Uint8Array[] = [];
  #rows = 0;
  #nulls = 0;

  constructor({ column, declared }: DeclaredColumn) {
    this.#name = column.name;
    this.#declared = declared;
  }

  /** How the column is told of in the file's description. */
  get element(): ThriftStruct {
    const { form } = this.#declared;
    const size: ThriftStruct = form === 'decimal' ? { 2: { i32: DECIMAL_BYTES } } : {};
    return {
      1: { i32: PHYSICAL[form] },
      ...size,
      3: { i32: OPTIONAL },
      4: { text: this.#name },
      ...meaningOf(this.#declared),
    };
  }

  /** Takes cells that fit the form; answers their bytes. */
  add(cells: readonly Cell[]): number {
    const present = new Uint8Array(cells.length).fill(1);
    const values: Exclude<Cell, null>[] = [];
    // By places: these loops go over every cell of a file, and entries of lists take some times as long.
    for (let row = 0; row < cells.length; row += 1) {
      const cell = cells[row] ?? null;
      if (cell === null) present[row] = 0;
      else values.push(cell);
    }
    const bytes = WRITERS[this.#declared.form](values, this.#declared);
    this.#values.push(bytes);
    this.#present.push(present);
    this.#rows += cells.length;
    this.#nulls += cells.length - values.length;
    return bytes.length + present.length;
  }

  /** What was taken so far as one page, packed; the column is empty then. */
  async take(): Promise<WrittenChunk> {
    const rows = this.#rows;
    const levels = this.#nulls === 0 ? Buffer.concat([varint(rows * 2), Buffer.of(1)]) : this.#bits();
    const size = Buffer.alloc(4);
    size.writeUInt32LE(levels.length);
    const values = this.#declared.form === 'bool' ? [packedBits(this.#values)] : this.#values;
    const plain = Buffer.concat([size, levels, ...values]);
    const packed = await compress(plain);
    const header = thriftBytes({
      1: { i32: DATA_PAGE },
      2: { i32: plain.length },
      3: { i32: packed.length },
      5: { struct: { 1: { i32: rows }, 2: { i32: PLAIN }, 3: { i32: RLE }, 4: { i32: RLE } } },
    });
    this.#values = [];
    this.#present = [];
    this.#rows = 0;
    this.#nulls = 0;
    return {
      bytes: [header, packed],
      length: header.length + packed.length,
      meta: (offset) => this.#meta({ offset, rows, plain: plain.length, packed: packed.length, header }),
    };
  }

  #meta(at: { offset: number; rows: number; plain: number; packed: number; header: Buffer }): ThriftValue {
    const encodings = [PLAIN, RLE].map((i32) => ({ i32 }));
    const told: ThriftStruct = {
      1: { i32: PHYSICAL[this.#declared.form] },
      2: { list: encodings },
      3: { list: [{ text: this.#name }] },
      4: { i32: ZSTD },
      5: { i64: at.rows },
      6: { i64: at.plain + at.header.length },
      7: { i64: at.packed + at.header.length },
      9: { i64: at.offset },
    };
    return { struct: { 2: { i64: at.offset }, 3: { struct: told } } };
  }

  /** Which rows have a value, a bit for each. */
  #bits(): Buffer {
    const bits = packedBits(this.#present);
    return Buffer.concat([varint(bits.length * 2 + 1), bits]);
  }
}

/** Truths as bits, the first of eight the lowest. */
function packedBits(truths: readonly Uint8Array[]): Buffer {
  const length = truths.reduce((sum, each) => sum + each.length, 0);
  const bits = Buffer.alloc(Math.ceil(length / 8));
  let at = 0;
  for (const each of truths)
    for (const truth of each) {
      bits[at >> 3] = (bits[at >> 3] ?? 0) | (truth << (at & 7));
      at += 1;
    }
  return bits;
}

/** What the bytes of a column mean; moments in zones and without are told apart in the newer way alone. */
function meaningOf(declared: DeclaredForm): ThriftStruct {
  switch (declared.form) {
    case 'text':
      return { 6: { i32: CONVERTED.text } };
    case 'day':
      return { 6: { i32: CONVERTED.day } };
    case 'decimal':
      return { 6: { i32: CONVERTED.decimal }, 7: { i32: declared.scale }, 8: { i32: DIGITS } };
    case 'moment': {
      const micros: ThriftValue = { struct: { 2: { struct: {} } } };
      return { 10: { struct: { 8: { struct: { 1: { bool: declared.isUtc }, 2: micros } } } } };
    }
    default:
      return {};
  }
}

type Values = readonly Exclude<Cell, null>[];

const WRITERS: Readonly<Record<DeclaredForm['form'], (values: Values, declared: DeclaredForm) => Buffer>> = {
  bool: (values) => Buffer.from(Uint8Array.from(values, (value) => (value === true ? 1 : 0))),
  int: (values) => longs(values, (value) => (typeof value === 'bigint' ? value : Number(value))),
  moment: (values) => longs(values, (value) => microseconds(Number(value))),
  day: (values) => {
    const days = new Int32Array(values.length);
    for (let at = 0; at < values.length; at += 1) days[at] = Number(values[at]) / DAY;
    return lowFirst(days, 4);
  },
  float: (values) => {
    const floats = new Float64Array(values.length);
    for (let at = 0; at < values.length; at += 1) floats[at] = Number(values[at]);
    return lowFirst(floats, 8);
  },
  decimal: (values, declared) => decimals(values, declared.form === 'decimal' ? declared.scale : 0),
  text: texts,
};

const LOW_HALF = 2 ** 32;

/** Whole numbers of 64 bits. Halves of plain numbers are written as such: to make a bigint of each takes five times as long. */
function longs(values: Values, of: (value: Exclude<Cell, null>) => number | bigint): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 8);
  for (let at = 0; at < values.length; at += 1) {
    const number = of(values[at] ?? 0);
    if (typeof number === 'number' && Number.isSafeInteger(number)) {
      const high = Math.floor(number / LOW_HALF);
      bytes.writeUInt32LE(number - high * LOW_HALF, at * 8);
      bytes.writeInt32LE(high, at * 8 + 4);
    } else bytes.writeBigInt64LE(BigInt(number), at * 8);
  }
  return bytes;
}

/** Numbers as their bytes, the lowest first whatever the machine does. */
function lowFirst({ buffer }: Int32Array | Float64Array, width: 4 | 8): Buffer {
  const bytes = Buffer.from(buffer);
  if (endianness() === 'LE') return bytes;
  return width === 4 ? bytes.swap32() : bytes.swap64();
}

/** In two's complement, the highest byte first. */
function decimals(values: Values, scale: number): Buffer {
  const bytes = Buffer.alloc(values.length * DECIMAL_BYTES);
  for (const [at, value] of values.entries()) {
    const number = BigInt(unscaledDigits(value instanceof Decimal ? value.text : String(value), scale));
    bytes.writeBigInt64BE(number >> 64n, at * DECIMAL_BYTES);
    bytes.writeBigUInt64BE(BigInt.asUintN(64, number), at * DECIMAL_BYTES + 8);
  }
  return bytes;
}

/** Each behind its length. */
function texts(values: Values): Buffer {
  const written = values.map((value) => (value instanceof Decimal ? value.text : String(value)));
  const bytes = Buffer.allocUnsafe(written.reduce((sum, text) => sum + 4 + text.length * 3, 0));
  let at = 0;
  for (const text of written) {
    const length = bytes.write(text, at + 4, 'utf8');
    bytes.writeUInt32LE(length, at);
    at += 4 + length;
  }
  return Buffer.from(bytes.subarray(0, at));
}
