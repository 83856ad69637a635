import { type Cell, type ColumnKind, Decimal, type ResultColumn } from '@chartroom/query';
import type { Column } from 'snowflake-sdk';
import { jsonText } from '../files/exact-json.ts';
import { bytesText, genericOf, timeText } from '../rows/values.ts';

type Parse = (value: unknown) => Cell;

function integer(value: unknown): Cell {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : BigInt(String(value));
}

/** The driver's dates know their seconds and nanoseconds; wall clocks are read as UTC, others are moments. */
function moment(value: unknown): Cell {
  if (!(value instanceof Date)) return String(value);
  const nanos: unknown =
    'getNanoSeconds' in value && typeof value.getNanoSeconds === 'function' ? value.getNanoSeconds() : 0;
  return Math.floor(value.getTime() / 1_000) * 1_000 + Math.floor(Number(nanos) / 1_000) / 1_000;
}

const asText: Parse = (value) => String(value);

/** A VARIANT comes as its text; lists, objects and maps as the driver has read them. */
function json(value: unknown): Cell {
  if (typeof value === 'string') return value;
  return jsonText(value instanceof Map ? Object.fromEntries(value) : value);
}

function factsOf(column: Column): readonly [ColumnKind, Parse] {
  if (column.getType() === 'fixed')
    return column.getScale() > 0 ? ['decimal', (value) => new Decimal(String(value))] : ['int', integer];
  if (column.isNumber()) return ['float', (value) => number(String(value))];
  if (column.isBoolean()) return ['bool', (value) => value === true];
  if (column.isDate()) return ['date', moment];
  if (column.isTimestamp()) return ['timestamp', moment];
  if (column.isTime()) return ['time', (value) => timeText(String(value))];
  if (column.isBinary())
    return [
      'bytes',
      (value) => bytesText(Buffer.isBuffer(value) ? value : Buffer.from(String(value), 'hex')),
    ];
  if (column.isVariant() || column.isObject() || column.isArray() || column.isMap()) return ['json', json];
  return ['string', asText];
}

/** `inf`, `-inf` and `NaN` are what the service calls them. */
function number(text: string): number {
  const infinite = /^([+-]?)inf(?:inity)?$/i.exec(text);
  return infinite ? Number(`${infinite[1]}Infinity`) : Number(text);
}

/** How a column of a result is described, and the reader of its cells. */
export function describeColumn(column: Column): { column: ResultColumn; parse: Parse } {
  const [kind, parse] = factsOf(column);
  const type = column.getType().toUpperCase();
  const nativeType = type === 'FIXED' ? `NUMBER(${column.getPrecision()}, ${column.getScale()})` : type;
  return { column: { name: column.getName(), kind, generic: genericOf(kind), nativeType }, parse };
}
