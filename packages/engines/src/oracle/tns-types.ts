import { counted, described, number, zeros } from './tns-wire.ts';

/** What a description says of a column's type. */
export interface TnsType {
  code: number;
  precision?: number;
  scale?: number;
  bytes: number;
  /** 1: the character set of the database, 2: the national one. */
  form?: number;
  /** Comes only when the client has said as what it wants it. */
  isLong?: boolean;
}
export interface TnsColumn {
  name: string;
  type: TnsType;
}

export const types = {
  integer: { code: 2, precision: 10, scale: 0, bytes: 22 },
  bigint: { code: 2, precision: 19, scale: 0, bytes: 22 },
  price: { code: 2, precision: 10, scale: 2, bytes: 22 },
  rounded: { code: 2, precision: 5, scale: -2, bytes: 22 },
  number: { code: 2, precision: 0, scale: -127, bytes: 22 },
  float: { code: 2, precision: 126, scale: -127, bytes: 22 },
  binary_float: { code: 100, bytes: 4 },
  binary_double: { code: 101, bytes: 8 },
  text: { code: 1, bytes: 4_000, form: 1 },
  char: { code: 96, bytes: 3, form: 1 },
  national: { code: 1, bytes: 200, form: 2 },
  raw: { code: 23, bytes: 16 },
  date: { code: 12, bytes: 7 },
  timestamp: { code: 180, scale: 6, bytes: 11 },
  zoned: { code: 181, scale: 6, bytes: 13 },
  local: { code: 231, scale: 6, bytes: 11 },
  months: { code: 182, bytes: 5 },
  seconds: { code: 183, bytes: 11 },
  boolean: { code: 252, bytes: 4 },
  clob: { code: 112, bytes: 4_000, form: 1, isLong: true },
  blob: { code: 113, bytes: 4_000, isLong: true },
} satisfies Record<string, TnsType>;

/** One column of a description. */
export function columnInfo({ name, type }: TnsColumn, position: number): Buffer {
  return Buffer.concat([
    Buffer.of(type.code, 0, type.precision ?? 0, (type.scale ?? 0) & 0xff),
    number(type.bytes),
    // Elements of an array, flags, object type, its version.
    zeros(4),
    number(type.form === undefined ? 0 : 873),
    Buffer.of(type.form ?? 0),
    number(type.form === undefined ? 0 : type.bytes),
    zeros(1),
    // May be null.
    Buffer.of(1, 0),
    described(name),
    // Schema and name of an object type.
    zeros(2),
    number(position),
    zeros(1),
  ]);
}

/** Cells as rows hold them. */
export const values = {
  none: Buffer.of(0),
  /** A long cell has an indicator and a code behind it. */
  noLong: Buffer.of(0, 0, 0),
  number: (written: string): Buffer => counted(oracleNumber(written)),
  binaryFloat(value: number): Buffer {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatBE(value);
    return counted(ordered(bytes));
  },
  binaryDouble(value: number): Buffer {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return counted(ordered(bytes));
  },
  text: (value: string): Buffer => counted(Buffer.from(value)),
  national: (value: string): Buffer => counted(Buffer.from(value, 'utf16le').swap16()),
  raw: counted,
  date: (moment: Date): Buffer => counted(wallClock(moment)),
  /** With its nanoseconds. */
  timestamp: (moment: Date, nanoseconds: number): Buffer =>
    counted(Buffer.concat([wallClock(moment), big(nanoseconds)])),
  /** A moment in UTC, seen from a zone: the bytes hold UTC. */
  zoned: (moment: Date, nanoseconds: number, hours: number): Buffer =>
    counted(Buffer.concat([wallClock(moment), big(nanoseconds), Buffer.of(hours + 20, 60)])),
  months: (years: number, months: number): Buffer =>
    counted(Buffer.concat([big(years + MIDDLE), Buffer.of(months + 60)])),
  seconds: (days: number, [hours, minutes, seconds]: [number, number, number], nanoseconds: number): Buffer =>
    counted(
      Buffer.concat([
        big(days + MIDDLE),
        Buffer.of(hours + 60, minutes + 60, seconds + 60),
        big(nanoseconds + MIDDLE),
      ]),
    ),
  boolean: (value: boolean): Buffer => counted(value ? Buffer.of(1, 1) : Buffer.of(0)),
  long: (content: Buffer): Buffer => Buffer.concat([counted(content), zeros(2)]),
};

/** Zero of the parts of an interval. */
const MIDDLE = 0x8000_0000;

function big(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function wallClock(moment: Date): Buffer {
  const year = moment.getUTCFullYear();
  return Buffer.of(
    Math.floor(year / 100) + 100,
    (year % 100) + 100,
    moment.getUTCMonth() + 1,
    moment.getUTCDate(),
    moment.getUTCHours() + 1,
    moment.getUTCMinutes() + 1,
    moment.getUTCSeconds() + 1,
  );
}

/** Bytes of a floating number that sort as the number does. */
function ordered(bytes: Buffer): Buffer {
  const isNegative = (bytes[0] ?? 0) >= 0x80;
  return Buffer.from(
    bytes.map((byte, at) => {
      if (isNegative) return ~byte & 0xff;
      return at === 0 ? byte | 0x80 : byte;
    }),
  );
}

/** A number of base 100: its exponent, then its digits, those of a negative one turned round and closed by 102. */
function oracleNumber(written: string): Buffer {
  const isNegative = written.startsWith('-');
  const [whole = '', fraction = ''] = written.replace('-', '').split('.');
  const padded = `${whole.length % 2 === 1 ? '0' : ''}${whole}${fraction}${fraction.length % 2 === 1 ? '0' : ''}`;
  const pairs = padded.match(/../g)?.map(Number) ?? [];
  let exponent = Math.ceil(whole.length / 2) - 1;
  while (pairs[0] === 0) {
    pairs.shift();
    exponent -= 1;
  }
  while (pairs.at(-1) === 0) pairs.pop();
  if (pairs.length === 0) return Buffer.of(0x80);
  if (!isNegative) return Buffer.of(exponent + 193, ...pairs.map((pair) => pair + 1));
  return Buffer.of(~(exponent + 193) & 0xff, ...pairs.map((pair) => 101 - pair), 102);
}
