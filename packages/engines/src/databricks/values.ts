import { type Cell, type ColumnKind, Decimal, type ResultColumn } from '@chartroom/query';
import { momentOf } from '../rows/moments.ts';
import { bytesText, genericOf } from '../rows/values.ts';

type Parse = (text: string) => Cell;

const asText: Parse = (text) => text;

function integer(text: string): Cell {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** By the service's `type_name`; every value travels as text. */
const KINDS: Readonly<Record<string, readonly [ColumnKind, Parse]>> = {
  BOOLEAN: ['bool', (text) => text === 'true'],
  BYTE: ['int', integer],
  SHORT: ['int', integer],
  INT: ['int', integer],
  LONG: ['int', integer],
  FLOAT: ['float', Number],
  DOUBLE: ['float', Number],
  DECIMAL: ['decimal', (text) => new Decimal(text)],
  DATE: ['date', momentOf],
  TIMESTAMP: ['timestamp', momentOf],
  TIMESTAMP_NTZ: ['timestamp', momentOf],
  BINARY: ['bytes', (text) => bytesText(Buffer.from(text, 'base64'))],
  ARRAY: ['json', asText],
  MAP: ['json', asText],
  STRUCT: ['json', asText],
  VARIANT: ['json', asText],
};

/** How a column of a result is described, and the reader of its cells. `typeText` = the type in SQL. */
export function describeColumn(
  name: string,
  typeName: string,
  typeText: string,
): { column: ResultColumn; parse(value: unknown): Cell } {
  // The service has no name of its own for the younger types.
  const known = KINDS[typeName] ?? KINDS[typeText.toUpperCase()] ?? (['string', asText] as const);
  const [kind, parse] = known;
  return {
    column: { name, kind, generic: genericOf(kind), nativeType: typeText },
    parse: (value) => parse(String(value)),
  };
}
