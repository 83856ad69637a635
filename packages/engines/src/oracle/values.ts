import { type Cell, type ColumnKind, Decimal, type ResultColumn } from '@chartroom/query';
import type { ColumnMetadata } from 'oracledb';
import { bytesText, genericOf, intervalText } from '../rows/values.ts';

type Read = (value: unknown) => Cell;
interface TypeFacts {
  kind: ColumnKind;
  read: Read;
  /** In what form the driver is asked for the value; absent = its own. */
  as?: 'text' | 'bytes';
}

const text: Read = (value) => String(value);

function integer(value: unknown): Cell {
  const written = String(value);
  const whole = Number(written);
  return Number.isSafeInteger(whole) ? whole : BigInt(written);
}

/** A NUMBER without a scale may hold fractions, and more digits than a double. */
const decimal: Read = (value) => new Decimal(String(value).replace(/^(-?)\./, '$10.'));

/** The driver makes dates of the process's own clock from a wall clock: its parts are read back. */
function wallClock(value: unknown): Cell {
  if (!(value instanceof Date)) return text(value);
  const date = new Date(0);
  date.setUTCFullYear(value.getFullYear(), value.getMonth(), value.getDate());
  date.setUTCHours(value.getHours(), value.getMinutes(), value.getSeconds(), value.getMilliseconds());
  return date.getTime();
}

const instant: Read = (value) => (value instanceof Date ? value.getTime() : text(value));

function part(value: unknown, name: string): number {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'number' ? found : 0;
}

const duration: Read = (value) => {
  const seconds = (part(value, 'hours') * 60 + part(value, 'minutes')) * 60 + part(value, 'seconds');
  // Fractions are nanoseconds.
  const micros = BigInt(seconds) * 1_000_000n + BigInt(Math.trunc(part(value, 'fseconds') / 1_000));
  return intervalText({
    months: part(value, 'years') * 12 + part(value, 'months'),
    days: part(value, 'days'),
    micros,
  });
};

const bytes: Read = (value) => (value instanceof Uint8Array ? bytesText(value) : text(value));
const float: Read = (value) => Number(value);

const TEXT: TypeFacts = { kind: 'string', read: text };
const LONG_TEXT: TypeFacts = { kind: 'string', read: text, as: 'text' };
const BYTES: TypeFacts = { kind: 'bytes', read: bytes };
const LONG_BYTES: TypeFacts = { kind: 'bytes', read: bytes, as: 'bytes' };
const JSON_VALUE: TypeFacts = {
  kind: 'json',
  read: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
};
const STAMP: TypeFacts = { kind: 'timestamp', read: wallClock };
const INSTANT: TypeFacts = { kind: 'timestamp', read: instant };
const INTERVAL: TypeFacts = { kind: 'interval', read: duration };
const FLOAT: TypeFacts = { kind: 'float', read: float };

/** By the database's name of the type. A DATE has a time of day, so it is a timestamp. */
const TYPES: Readonly<Record<string, TypeFacts>> = {
  DATE: STAMP,
  TIMESTAMP: STAMP,
  'TIMESTAMP WITH TIME ZONE': INSTANT,
  'TIMESTAMP WITH LOCAL TIME ZONE': INSTANT,
  'INTERVAL YEAR TO MONTH': INTERVAL,
  'INTERVAL DAY TO SECOND': INTERVAL,
  BINARY_FLOAT: FLOAT,
  BINARY_DOUBLE: FLOAT,
  BOOLEAN: { kind: 'bool', read: (value) => value === true },
  CLOB: LONG_TEXT,
  NCLOB: LONG_TEXT,
  LONG: LONG_TEXT,
  BLOB: LONG_BYTES,
  'LONG RAW': LONG_BYTES,
  RAW: BYTES,
  JSON: JSON_VALUE,
  VECTOR: JSON_VALUE,
};

/** The scale of numbers whose point is anywhere: FLOAT, and NUMBER without digits. */
const NO_SCALE = -127;

function factsOf({ dbTypeName, precision = 0, scale = 0 }: ColumnMetadata): TypeFacts {
  if (dbTypeName !== 'NUMBER') return TYPES[dbTypeName] ?? TEXT;
  const isWhole = precision > 0 && scale <= 0 && scale !== NO_SCALE;
  return isWhole
    ? { kind: 'int', read: integer, as: 'text' }
    : { kind: 'decimal', read: decimal, as: 'text' };
}

/** In what form the driver is asked for the values of a column. Numbers come as text, so that they stay exact. */
export function fetchForm(column: ColumnMetadata): 'text' | 'bytes' | undefined {
  return factsOf(column).as;
}

/** `NUMBER(10, 2)`, `FLOAT(126)`, `VARCHAR2(30)`, `DATE`. */
function typeName({ dbTypeName, precision = 0, scale = 0, byteSize }: ColumnMetadata): string {
  if (dbTypeName === 'NUMBER' && precision > 0) {
    return scale === NO_SCALE
      ? `FLOAT(${precision})`
      : `NUMBER(${precision}${scale === 0 ? '' : `, ${scale}`})`;
  }
  return /CHAR|^RAW$/.test(dbTypeName) && byteSize ? `${dbTypeName}(${byteSize})` : dbTypeName;
}

/** How a column of a result is described, and the reader of its cells. */
export function describeColumn(column: ColumnMetadata): { column: ResultColumn; read: Read } {
  const { kind, read } = factsOf(column);
  return {
    column: { name: column.name, kind, generic: genericOf(kind), nativeType: typeName(column) },
    read: (value) => (value === null || value === undefined ? null : read(value)),
  };
}
