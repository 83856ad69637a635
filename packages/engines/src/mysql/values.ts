import { type Cell, type ColumnKind, Decimal, type ResultColumn } from '@chartroom/query';
import { momentOf } from '../rows/moment-text.ts';
import { bytesText, genericOf, timeText } from '../rows/values.ts';

type Parse = (bytes: Buffer) => Cell;
interface TypeFacts {
  /** Names the reference's driver gives the types of a result; stored datasets hold them. */
  name: string;
  kind: ColumnKind;
  parse: Parse;
}

/** What the protocol says of a column of a result. */
export interface WireColumn {
  name: string;
  /** Number of the type in the protocol. */
  columnType?: number;
  /** Number of the character set; 63 = bytes, not text. */
  characterSet?: number;
  /** MariaDB's name for types that travel as text, e.g. `uuid`. */
  extendedTypeName?: string;
  /** MariaDB's word for what a text holds, e.g. `json`. */
  extendedFormat?: string;
}

const BINARY_CHARSET = 63;

const text: Parse = (bytes) => bytes.toString('utf8');
const number: Parse = (bytes) => Number(bytes.toString('latin1'));

function integer(bytes: Buffer): Cell {
  const written = bytes.toString('latin1');
  const value = Number(written);
  return Number.isSafeInteger(value) ? value : BigInt(written);
}

/** BIT(n) travels as its bytes, the highest first. */
function bits(bytes: Buffer): Cell {
  const value = BigInt(`0x${bytes.toString('hex') || '0'}`);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** Epoch milliseconds of `2024-01-31 10:00:00.123456`, as the wall clock reads; no moment (`0000-00-00`, `2024-02-00`) is null. */
function moment(bytes: Buffer): Cell {
  const written = bytes.toString('latin1');
  // What has no month or day was never a moment.
  return /^-?\d{4,}-(00|\d\d-00)/.test(written) ? null : momentOf(written);
}

const TEXT: TypeFacts = { name: 'STRING', kind: 'string', parse: text };
const BYTES: TypeFacts = { name: 'BLOB', kind: 'bytes', parse: bytesText };
const JSON_TEXT: TypeFacts = { name: 'JSON', kind: 'json', parse: text };
const DECIMAL: TypeFacts = {
  name: 'NEWDECIMAL',
  kind: 'decimal',
  parse: (bytes) => new Decimal(bytes.toString('latin1')),
};
const DATE: TypeFacts = { name: 'DATE', kind: 'date', parse: moment };

function whole(name: string): TypeFacts {
  return { name, kind: 'int', parse: integer };
}

/** By the type's number in the protocol; the types that hold text or bytes are told apart by `factsOf`. */
const TYPES: Readonly<Record<number, TypeFacts>> = {
  0: DECIMAL,
  1: whole('TINY'),
  2: whole('SHORT'),
  3: whole('LONG'),
  4: { name: 'FLOAT', kind: 'float', parse: number },
  5: { name: 'DOUBLE', kind: 'float', parse: number },
  6: { name: 'NULL', kind: 'string', parse: text },
  7: { name: 'TIMESTAMP', kind: 'timestamp', parse: moment },
  8: whole('LONGLONG'),
  9: whole('INT24'),
  10: DATE,
  11: { name: 'TIME', kind: 'time', parse: (bytes) => timeText(bytes.toString('latin1')) },
  12: { name: 'DATETIME', kind: 'timestamp', parse: moment },
  13: whole('YEAR'),
  14: DATE,
  16: { name: 'BIT', kind: 'int', parse: bits },
  245: JSON_TEXT,
  246: DECIMAL,
  247: { name: 'ENUM', kind: 'string', parse: text },
  248: { name: 'SET', kind: 'string', parse: text },
  255: { name: 'GEOMETRY', kind: 'bytes', parse: bytesText },
};

/** TINY_BLOB to BLOB: of any length; with a character set they hold text. */
const LONG_TYPES: ReadonlySet<number> = new Set([249, 250, 251, 252]);

function factsOf({
  columnType = 253,
  characterSet,
  extendedTypeName,
  extendedFormat,
}: WireColumn): TypeFacts {
  if (extendedFormat === 'json') return JSON_TEXT;
  if (extendedTypeName === 'uuid') return { name: 'UUID', kind: 'uuid', parse: text };
  const known = TYPES[columnType];
  if (known) return known;
  if (characterSet === BINARY_CHARSET) return BYTES;
  if (LONG_TYPES.has(columnType)) return { ...TEXT, name: 'TEXT' };
  return columnType === 254 ? TEXT : { ...TEXT, name: 'VAR_STRING' };
}

/** How a column of a result is described, and the reader of its cells. */
export function describeColumn(column: WireColumn): { column: ResultColumn; parse: Parse } {
  const { name, kind, parse } = factsOf(column);
  return { column: { name: column.name, kind, generic: genericOf(kind), nativeType: name }, parse };
}
