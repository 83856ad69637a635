import { type Cell, type ColumnKind, Decimal, type ResultColumn } from '@chartroom/query';
import { momentOf } from '../rows/moment-text.ts';
import { bytesText, genericOf, timeText } from '../rows/values.ts';

/** Reads a cell from the JSON in which it travels; null has been dealt with. */
export type ReadCell = (json: string) => Cell;

/** Names of types that differ only in what they allow or how they are stored. */
const WRAPPED = /^(?:Nullable|LowCardinality)\(([\s\S]*)\)$/;
/** The type of the values behind the name of the aggregate function. */
const SIMPLE_AGGREGATE = /^SimpleAggregateFunction\([^,(]*(?:\([^)]*\))?, ([\s\S]*)\)$/;

/** Whether a column of this type may be null. */
export function isNullable(type: string): boolean {
  return /^(?:LowCardinality\()?Nullable\(/.test(type);
}

function bare(type: string): string {
  const inner = (WRAPPED.exec(type) ?? SIMPLE_AGGREGATE.exec(type))?.[1];
  return inner === undefined ? type : bare(inner);
}

const unquoted = (json: string): string => (json.startsWith('"') ? json.slice(1, -1) : json);

function integer(json: string): Cell {
  const written = unquoted(json);
  const value = Number(written);
  return Number.isSafeInteger(value) ? value : BigInt(written);
}

const SPECIAL: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  '-nan': Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
};

function float(json: string): Cell {
  const written = unquoted(json);
  return SPECIAL[written] ?? Number(written);
}

/** Text of a JSON string; the parser is only needed where something is escaped. */
function text(json: string): Cell {
  if (!json.startsWith('"')) return json;
  if (!json.includes('\\')) return json.slice(1, -1);
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}

/** Of a type that holds values of several types: a text is itself, all else its JSON. */
const asJson: ReadCell = (json) => json;
const time: ReadCell = (json) => timeText(unquoted(json));
const moment: ReadCell = (json) => momentOf(unquoted(json));

const KINDS: readonly (readonly [pattern: RegExp, kind: ColumnKind, read: ReadCell])[] = [
  [/^U?Int\d+$/, 'int', integer],
  [/^Interval/, 'int', integer],
  [/^B?Float\d+$/, 'float', float],
  [/^Decimal/, 'decimal', (json) => new Decimal(unquoted(json))],
  [/^Bool$/, 'bool', (json) => json === 'true'],
  [/^DateTime/, 'timestamp', moment],
  [/^Date/, 'date', moment],
  [/^Time/, 'time', time],
  [/^UUID$/, 'uuid', text],
  [/^AggregateFunction/, 'bytes', text],
  [
    /^(Array|Map|Tuple|Nested|JSON|Object|Variant|Dynamic|Point|Ring|LineString|MultiLineString|Polygon|MultiPolygon|QBit)\b/,
    'json',
    asJson,
  ],
];

/** How a column of a result is described, and the reader of its cells. Types that are not known are text. */
export function describeColumn(name: string, nativeType: string): { column: ResultColumn; read: ReadCell } {
  const type = bare(nativeType);
  const [, kind, read] = KINDS.find(([pattern]) => pattern.test(type)) ?? [
    undefined,
    'string' as const,
    text,
  ];
  return { column: { name, kind, generic: genericOf(kind), nativeType }, read };
}

/** JSON of bytes that are no UTF-8, read one character for each byte. */
export function textOfBytes(latin1: string): string {
  // The engine writes these two as escapes, whatever the bytes around them are.
  const bytes = latin1.replaceAll('\u2028', '\xe2\x80\xa8').replaceAll('\u2029', '\xe2\x80\xa9');
  return bytesText(Buffer.from(bytes, 'latin1'));
}
