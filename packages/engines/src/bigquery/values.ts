import { type Cell, type ColumnKind, Decimal, type ResultColumn } from '@chartroom/query';
import { jsonText, RawJson } from '../files/exact-json.ts';
import { listOf, objectOf, textOf } from '../files/json-members.ts';
import { momentOf } from '../rows/moments.ts';
import { bytesText, genericOf, intervalText, timeText } from '../rows/values.ts';

type Parse = (value: unknown) => Cell;

/** A field of a schema: of a result or of a table. */
export interface Field {
  name: string;
  /** In the words of SQL, e.g. `INT64`, `STRUCT`. */
  type: string;
  repeated: boolean;
  required: boolean;
  fields: Field[];
  description: string | null;
  default: string | null;
}

/** The service's old names of types, which its answers use. */
const NAMES: Readonly<Record<string, string>> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
  RECORD: 'STRUCT',
};

export function fieldOf(value: unknown): Field {
  const field = objectOf(value);
  const type = String(field.type ?? 'STRING');
  return {
    name: String(field.name ?? ''),
    type: NAMES[type] ?? type,
    repeated: field.mode === 'REPEATED',
    required: field.mode === 'REQUIRED',
    fields: listOf(field.fields).map(fieldOf),
    description: textOf(field.description) || null,
    default: textOf(field.defaultValueExpression) ?? null,
  };
}

/** `ARRAY<STRUCT<a INT64>>` of a repeated record. */
export function typeName({ type, repeated, fields }: Field): string {
  const own =
    type === 'STRUCT'
      ? `STRUCT<${fields.map((field) => `${field.name} ${typeName(field)}`).join(', ')}>`
      : type;
  return repeated ? `ARRAY<${own}>` : own;
}

function integer(value: unknown): Cell {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : BigInt(String(value));
}

/** Microseconds since 1970 as epoch milliseconds with a fraction. */
function micros(value: unknown): Cell {
  const total = BigInt(String(value));
  const rest = ((total % 1000n) + 1000n) % 1000n;
  return Number((total - rest) / 1000n) + Number(rest) / 1000;
}

const INTERVAL = /^(-)?(\d+)-(\d+) (-?\d+) (-)?(\d+):(\d+):(\d+)(?:\.(\d+))?$/;

function interval(value: unknown): Cell {
  const match = INTERVAL.exec(String(value));
  if (!match) return String(value);
  const [, monthSign, years, months, days, clockSign, hours, minutes, seconds, fraction = ''] = match;
  const clock = BigInt(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1_000_000n;
  const size = clock + BigInt(fraction.padEnd(6, '0').slice(0, 6) || '0');
  const total = Number(years) * 12 + Number(months);
  return intervalText({
    months: monthSign ? -total : total,
    days: Number(days),
    micros: clockSign ? -size : size,
  });
}

const asText: Parse = (value) => String(value);
const moment: Parse = (value) => momentOf(String(value));

const KINDS: Readonly<Record<string, readonly [ColumnKind, Parse]>> = {
  INT64: ['int', integer],
  FLOAT64: ['float', Number],
  NUMERIC: ['decimal', (value) => new Decimal(String(value))],
  BIGNUMERIC: ['decimal', (value) => new Decimal(String(value))],
  BOOL: ['bool', (value) => value === 'true' || value === true],
  TIMESTAMP: ['timestamp', micros],
  DATETIME: ['timestamp', moment],
  DATE: ['date', moment],
  TIME: ['time', (value) => timeText(String(value))],
  INTERVAL: ['interval', interval],
  JSON: ['json', asText],
  BYTES: ['bytes', (value) => bytesText(Buffer.from(String(value), 'base64'))],
};

/** How a field of a result is described, and the reader of its cells. */
export function describeColumn(field: Field): { column: ResultColumn; parse: Parse } {
  const isNested = field.repeated || field.type === 'STRUCT';
  const [kind, parse]: readonly [ColumnKind, Parse] = isNested
    ? ['json', (value) => jsonText(nested(value, field))]
    : (KINDS[field.type] ?? ['string', asText]);
  return { column: { name: field.name, kind, generic: genericOf(kind), nativeType: typeName(field) }, parse };
}

/** Lists travel as `[{v}]`, structs as `{f: [{v}]}`, everything else as text. */
function nested(value: unknown, field: Field): unknown {
  if (value === null || value === undefined) return null;
  if (field.repeated)
    return listOf(value).map((item) => nested(objectOf(item).v, { ...field, repeated: false }));
  if (field.type === 'STRUCT') {
    const cells = listOf(objectOf(value).f);
    return Object.fromEntries(
      field.fields.map((each, index) => [each.name, nested(objectOf(cells[index]).v, each)]),
    );
  }
  if (field.type === 'INT64' || field.type === 'NUMERIC' || field.type === 'BIGNUMERIC')
    return new RawJson(String(value));
  if (field.type === 'JSON') return new RawJson(String(value));
  if (field.type === 'FLOAT64') return Number(value);
  if (field.type === 'BOOL') return value === 'true';
  if (field.type === 'TIMESTAMP') return new Date(Number(micros(value))).toISOString();
  return String(value);
}
