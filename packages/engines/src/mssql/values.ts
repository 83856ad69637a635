import { type Cell, type ColumnKind, Decimal, type ResultColumn } from '@chartroom/query';
import { bytesText, genericOf, timeText } from '../rows/values.ts';

type Read = (value: unknown) => Cell;
interface TypeFacts {
  /** Name of the type in SQL. */
  name: string;
  kind: ColumnKind;
  read: Read;
}

/** What the protocol says of a column of a result. */
export interface WireColumn {
  colName: string;
  type: { name: string };
  dataLength?: number | undefined;
  precision?: number | undefined;
  scale?: number | undefined;
}

const text: Read = (value) => String(value);
const number: Read = (value) => Number(value);

/** BIGINT comes as text, so that it stays exact. */
function integer(value: unknown): Cell {
  const whole = Number(value);
  return Number.isSafeInteger(whole) ? whole : BigInt(String(value));
}

/** The driver reads decimals as doubles: what has more than 15 digits arrives rounded, and is shown as the double it is. */
function decimal(scale: number): Read {
  return (value) => {
    const read = Number(value);
    const exact = Math.abs(read) * 10 ** scale <= Number.MAX_SAFE_INTEGER;
    return new Decimal(exact ? read.toFixed(scale) : String(read));
  };
}

/** Epoch milliseconds as the wall clock reads; fractions are microseconds. Hundreds of nanoseconds are cut. */
function moment(value: unknown): Cell {
  if (!(value instanceof Date)) return text(value);
  return value.getTime() + micros(value) / 1000;
}

/** Microseconds beyond the millisecond: the driver keeps them beside the date. */
function micros(value: Date): number {
  const delta: unknown = Reflect.get(value, 'nanosecondsDelta');
  return typeof delta === 'number' ? Math.floor(Math.round(delta * 1e7) / 10) % 1000 : 0;
}

function clock(value: unknown): Cell {
  if (!(value instanceof Date)) return text(value);
  return timeText(`${value.toISOString().slice(11, 23)}${String(micros(value)).padStart(3, '0')}`);
}

const bytes: Read = (value) => (value instanceof Uint8Array ? bytesText(value) : text(value));

const whole = (name: string): TypeFacts => ({ name, kind: 'int', read: integer });
const words = (name: string): TypeFacts => ({ name, kind: 'string', read: text });
const stamp = (name: string): TypeFacts => ({ name, kind: 'timestamp', read: moment });
const BIT: TypeFacts = { name: 'BIT', kind: 'bool', read: (value) => value === true };
const REAL: TypeFacts = { name: 'REAL', kind: 'float', read: number };
const FLOAT: TypeFacts = { name: 'FLOAT', kind: 'float', read: number };
const money = (name: string): TypeFacts => ({ name, kind: 'decimal', read: decimal(4) });
const WHOLE_BY_LENGTH: Readonly<Record<number, TypeFacts>> = {
  1: whole('TINYINT'),
  2: whole('SMALLINT'),
  4: whole('INT'),
  8: whole('BIGINT'),
};

/** By the driver's name of the type; those that depend on length or scale are told apart by `factsOf`. */
const TYPES: Readonly<Record<string, TypeFacts>> = {
  TinyInt: whole('TINYINT'),
  SmallInt: whole('SMALLINT'),
  Int: whole('INT'),
  BigInt: whole('BIGINT'),
  Bit: BIT,
  BitN: BIT,
  Real: REAL,
  Float: FLOAT,
  Money: money('MONEY'),
  MoneyN: money('MONEY'),
  SmallMoney: money('SMALLMONEY'),
  Char: words('CHAR'),
  VarChar: words('VARCHAR'),
  NChar: words('NCHAR'),
  NVarChar: words('NVARCHAR'),
  Text: words('TEXT'),
  NText: words('NTEXT'),
  Xml: words('XML'),
  UniqueIdentifier: { name: 'UNIQUEIDENTIFIER', kind: 'uuid', read: text },
  Date: { name: 'DATE', kind: 'date', read: moment },
  Time: { name: 'TIME', kind: 'time', read: clock },
  SmallDateTime: stamp('SMALLDATETIME'),
  DateTime: stamp('DATETIME'),
  DateTimeN: stamp('DATETIME'),
  DateTime2: stamp('DATETIME2'),
  DateTimeOffset: stamp('DATETIMEOFFSET'),
  Binary: { name: 'BINARY', kind: 'bytes', read: bytes },
  VarBinary: { name: 'VARBINARY', kind: 'bytes', read: bytes },
  Image: { name: 'IMAGE', kind: 'bytes', read: bytes },
  UDT: { name: 'UDT', kind: 'bytes', read: bytes },
  Variant: {
    name: 'SQL_VARIANT',
    kind: 'string',
    read: (value) => (value instanceof Date ? value.toISOString() : text(value)),
  },
};

function factsOf({ type: { name }, dataLength, precision, scale }: WireColumn): TypeFacts {
  if (name === 'IntN') return WHOLE_BY_LENGTH[dataLength ?? 4] ?? whole('INT');
  if (name === 'FloatN') return dataLength === 4 ? REAL : FLOAT;
  if (/^(Numeric|Decimal)N?$/.test(name)) {
    return {
      name: `${name.startsWith('N') ? 'NUMERIC' : 'DECIMAL'}(${precision ?? 18}, ${scale ?? 0})`,
      kind: 'decimal',
      read: decimal(scale ?? 0),
    };
  }
  return TYPES[name] ?? words(name.toUpperCase());
}

/** How a column of a result is described, and the reader of its cells. */
export function describeColumn(column: WireColumn): { column: ResultColumn; read: Read } {
  const { name, kind, read } = factsOf(column);
  return {
    column: { name: column.colName, kind, generic: genericOf(kind), nativeType: name },
    read: (value) => (value === null || value === undefined ? null : read(value)),
  };
}
