import { type Cell, type ColumnKind, Decimal, type ResultColumn } from '@chartroom/query';
import { jsonText, RawJson } from '../files/exact-json.ts';
import { listOf, objectOf } from '../files/json-members.ts';
import { momentOf } from '../rows/moments.ts';
import { bytesText, genericOf, timeText } from '../rows/values.ts';

type Parse = (value: unknown) => Cell;

const asText: Parse = (value) => (typeof value === 'string' ? value : jsonText(value));
const integer: Parse = (value) =>
  typeof value === 'number' || typeof value === 'bigint' ? value : Number(value);
const moment: Parse = (value) => momentOf(String(value));

const DAYS = /^(-)?(\d+) (\d\d):(\d\d):(\d\d)(?:\.(\d+))?$/;

/** `1 02:03:04.500` → `1 days 02:03:04.500000`, a negative one with a `-` in front of the whole. */
function dayInterval(text: string): string {
  const match = DAYS.exec(text);
  if (!match) return text;
  const [, sign = '', days, hours, minutes, seconds, fraction = ''] = match;
  const parts = Number(fraction) === 0 ? '' : `.${fraction.padEnd(6, '0').slice(0, 6)}`;
  return `${sign}${days} days ${hours}:${minutes}:${seconds}${parts}`;
}

const KINDS: Readonly<Record<string, readonly [ColumnKind, Parse]>> = {
  boolean: ['bool', (value) => value === true],
  tinyint: ['int', integer],
  smallint: ['int', integer],
  integer: ['int', integer],
  bigint: ['int', integer],
  real: ['float', Number],
  double: ['float', Number],
  decimal: ['decimal', (value) => new Decimal(String(value))],
  date: ['date', moment],
  timestamp: ['timestamp', moment],
  'timestamp with time zone': ['timestamp', moment],
  time: ['time', (value) => timeText(micros(String(value)))],
  'time with time zone': ['time', (value) => timeText(micros(String(value)))],
  'interval day to second': ['interval', (value) => dayInterval(String(value))],
  'interval year to month': ['interval', asText],
  varbinary: ['bytes', (value) => bytesText(Buffer.from(String(value), 'base64'))],
  json: ['json', asText],
  uuid: ['uuid', asText],
};
const NESTED: ReadonlySet<string> = new Set(['array', 'map', 'row']);

/** Fractions of seconds beyond the sixth digit are cut. */
function micros(text: string): string {
  return text.replace(/(\.\d{6})\d+/, '$1');
}

/** `timestamp(6) with time zone` → `timestamp with time zone`. */
function baseName(type: string): string {
  return type.replace(/\([^)]*\)/, '').toLowerCase();
}

/** How a column of an answer is described, and the reader of its cells. */
export function describeColumn(value: unknown): { column: ResultColumn; parse: Parse } {
  const { name, type, typeSignature } = objectOf(value);
  const nativeType = String(type ?? 'unknown');
  const base = /^\w+/.exec(nativeType)?.[0].toLowerCase() ?? '';
  const [kind, parse]: readonly [ColumnKind, Parse] = NESTED.has(base)
    ? ['json', (cell) => jsonText(nested(cell, typeSignature))]
    : (KINDS[baseName(nativeType)] ?? ['string', asText]);
  return {
    column: {
      name: String(name ?? ''),
      kind,
      generic: genericOf(kind),
      nativeType: nativeType.toUpperCase(),
    },
    parse,
  };
}

/** A list, map or row with the names of its fields: rows travel as lists. */
function nested(value: unknown, signature: unknown): unknown {
  const { rawType, arguments: given } = objectOf(signature);
  const parts = listOf(given).map((each) => objectOf(objectOf(each).value));
  if (rawType === 'decimal') return value === null ? null : new RawJson(String(value));
  if ((rawType === 'double' || rawType === 'real') && typeof value === 'string') return null;
  if (rawType === 'array' && Array.isArray(value)) return value.map((item) => nested(item, parts[0]));
  if (rawType === 'map')
    return Object.fromEntries(
      Object.entries(objectOf(value)).map(([key, item]) => [key, nested(item, parts[1])]),
    );
  if (rawType !== 'row' || !Array.isArray(value)) return value;
  const fields = value.map((item, index) => {
    const { fieldName, typeSignature } = parts[index] ?? {};
    const { name } = objectOf(fieldName);
    return [typeof name === 'string' ? name : `field${index}`, nested(item, typeSignature)] as const;
  });
  return Object.fromEntries(fields);
}
