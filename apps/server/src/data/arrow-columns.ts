import { type Cell, Decimal, type FrameColumn, hasZone } from '@chartroom/query';
import type { Data, DataType } from 'apache-arrow';

type Arrow = typeof import('apache-arrow');

/** A column of a frame as Arrow has it: one type for all rows, and the data of some of them. */
export interface ArrowColumn {
  name: string;
  type: DataType;
  data(begin: number, length: number): Data;
}

const LEAST_INT64 = -(2n ** 63n);
const MOST_INT64 = 2n ** 63n - 1n;
/** Digits of a decimal number of 128 bits. */
const DIGITS = 38;
const PLAIN_DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const DAY = 86_400_000;

/**
 * The Arrow type that loses nothing of a column: integers of 64 bits, decimals of 128 bits with the most places that occur,
 * moments in microseconds (with UTC where the engine has a zone), days, truth values, floating point; else text. Integers
 * that need more bits are decimals, and what no decimal holds is text.
 */
export function arrowColumn(column: FrameColumn, arrow: Arrow): ArrowColumn {
  const { name, kind, values, nativeType } = column;
  const numbers = () => values.every((cell) => cell === null || typeof cell === 'number');
  switch (kind) {
    case 'bool':
      if (values.every((cell) => cell === null || typeof cell === 'boolean')) return boolColumn(column, arrow);
      break;
    case 'int':
      return intColumn(column, arrow);
    case 'decimal':
      return decimalColumn(column, arrow);
    case 'float':
      if (!numbers()) break;
      return typed(column, new arrow.Float64(), arrow, Float64Array, (cell) => (typeof cell === 'number' ? cell : 0));
    case 'timestamp': {
      if (!numbers()) break;
      const type = new arrow.TimestampMicrosecond(hasZone(nativeType) ? 'UTC' : null);
      return typed(column, type, arrow, BigInt64Array, (cell) => (typeof cell === 'number' ? microseconds(cell) : 0n));
    }
    case 'date':
      if (!values.every((cell) => cell === null || (typeof cell === 'number' && cell % DAY === 0))) break;
      return typed(column, new arrow.DateDay(), arrow, Int32Array, (cell) => (typeof cell === 'number' ? cell / DAY : 0));
  }
  return textColumn(name, values, arrow);
}

/** Whole microseconds of milliseconds with a fraction, without rounding the milliseconds. */
function microseconds(milliseconds: number): bigint {
  const whole = Math.floor(milliseconds);
  return BigInt(whole) * 1000n + BigInt(Math.round((milliseconds - whole) * 1000));
}

function intColumn(column: FrameColumn, arrow: Arrow): ArrowColumn {
  const { values } = column;
  if (values.some((cell) => cell !== null && typeof cell !== 'number' && typeof cell !== 'bigint'))
    return textColumn(column.name, values, arrow);
  if (values.some((cell) => typeof cell === 'number' && !Number.isInteger(cell))) return textColumn(column.name, values, arrow);
  if (values.some((cell) => typeof cell === 'bigint' && (cell < LEAST_INT64 || cell > MOST_INT64))) return decimalColumn(column, arrow);
  return typed(column, new arrow.Int64(), arrow, BigInt64Array, (cell) =>
    typeof cell === 'bigint' ? cell : typeof cell === 'number' ? BigInt(cell) : 0n,
  );
}

function decimalColumn({ name, values }: FrameColumn, arrow: Arrow): ArrowColumn {
  let scale = 0;
  let whole = 1;
  for (const cell of values) {
    if (cell === null) continue;
    const parts = PLAIN_DECIMAL.exec(String(cell));
    if (!parts) return textColumn(name, values, arrow);
    whole = Math.max(whole, parts[2]?.length ?? 0);
    scale = Math.max(scale, parts[3]?.length ?? 0);
  }
  if (whole + scale > DIGITS) return textColumn(name, values, arrow);
  const type = new arrow.Decimal(scale, DIGITS, 128);
  const data = (begin: number, length: number) => {
    const words = new BigInt64Array(length * 2);
    for (let row = 0; row < length; row++) {
      const cell = values[begin + row] ?? null;
      if (cell === null) continue;
      const unscaled = unscaledOf(String(cell), scale);
      words[row * 2] = BigInt.asIntN(64, unscaled);
      words[row * 2 + 1] = unscaled >> 64n;
    }
    return arrow.makeData({ type, length, ...nullsOf(values, begin, length), data: new Uint32Array(words.buffer) });
  };
  return { name, type, data };
}

/** The digits of a plain decimal number as an integer, with `scale` places. */
function unscaledOf(text: string, scale: number): bigint {
  const [, sign = '', whole = '', fraction = ''] = PLAIN_DECIMAL.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(scale, '0')}`);
}

function boolColumn({ name, values }: FrameColumn, arrow: Arrow): ArrowColumn {
  const type = new arrow.Bool();
  const data = (begin: number, length: number) => {
    const bits = new Uint8Array(Math.ceil(length / 8));
    for (let row = 0; row < length; row++) if (values[begin + row] === true) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
    return arrow.makeData({ type, length, ...nullsOf(values, begin, length), data: bits });
  };
  return { name, type, data };
}

type Numbers = Float64Array | Int32Array | BigInt64Array;

/** A column of numbers of one width. */
function typed<Values extends Numbers>(
  { name, values }: FrameColumn,
  type: DataType,
  arrow: Arrow,
  Make: new (length: number) => Values,
  numberOf: (cell: Cell) => Values[number],
): ArrowColumn {
  const data = (begin: number, length: number) => {
    const numbers = new Make(length);
    for (let row = 0; row < length; row++) numbers[row] = numberOf(values[begin + row] ?? null);
    const { nullCount, nullBitmap } = nullsOf(values, begin, length);
    const { DATA, VALIDITY } = arrow.BufferType;
    return new arrow.Data(type, 0, length, nullCount, { [DATA]: numbers, ...(nullBitmap && { [VALIDITY]: nullBitmap }) });
  };
  return { name, type, data };
}

function textColumn(name: string, values: readonly Cell[], arrow: Arrow): ArrowColumn {
  const type = new arrow.Utf8();
  const encoder = new TextEncoder();
  const data = (begin: number, length: number) => {
    const valueOffsets = new Int32Array(length + 1);
    let bytes = new Uint8Array(length * 16 + 64);
    let at = 0;
    for (let row = 0; row < length; row++) {
      const text = textOf(values[begin + row] ?? null);
      // A UTF-16 unit needs three bytes at most.
      if (at + text.length * 3 > bytes.length) {
        const grown = new Uint8Array((at + text.length * 3) * 2);
        grown.set(bytes.subarray(0, at));
        bytes = grown;
      }
      at += encoder.encodeInto(text, bytes.subarray(at)).written;
      valueOffsets[row + 1] = at;
    }
    return arrow.makeData({ type, length, ...nullsOf(values, begin, length), valueOffsets, data: bytes.subarray(0, at) });
  };
  return { name, type, data };
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Decimal ? cell.text : String(cell);
}

/** One bit for each row that has a value. */
function nullsOf(values: readonly Cell[], begin: number, length: number): { nullCount: number; nullBitmap?: Uint8Array } {
  let nullBitmap: Uint8Array | undefined;
  let nullCount = 0;
  for (let row = 0; row < length; row++) {
    if ((values[begin + row] ?? null) !== null) continue;
    nullBitmap ??= new Uint8Array(Math.ceil(length / 8)).fill(255);
    nullBitmap[row >> 3] = (nullBitmap[row >> 3] ?? 0) & ~(1 << (row & 7));
    nullCount += 1;
  }
  return { nullCount, ...(nullBitmap && { nullBitmap }) };
}
