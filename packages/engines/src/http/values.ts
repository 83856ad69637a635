import { type Cell, type ColumnKind, Decimal, type ResultColumn } from '@chartroom/query';
import { momentOf } from '../rows/moment-text.ts';
import { genericOf, timeText } from '../rows/values.ts';

/** Reads a cell of a kind from a value of JSON, in which wide whole numbers may be text. */
const READERS: Readonly<Record<ColumnKind, (value: unknown) => Cell>> = {
  int: (value) =>
    typeof value === 'string' && !Number.isSafeInteger(Number(value)) ? BigInt(value) : Number(value),
  float: Number,
  decimal: (value) => new Decimal(String(value)),
  bool: (value) => value === true || value === 1 || value === 'true',
  timestamp: (value) => (typeof value === 'number' ? value : momentOf(textOf(value))),
  date: (value) => (typeof value === 'number' ? value : momentOf(textOf(value))),
  time: (value) => timeText(textOf(value)),
  interval: textOf,
  string: textOf,
  uuid: textOf,
  json: textOf,
  bytes: textOf,
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A cell of a column from its JSON value. What a list or an object holds is shown as JSON, whatever the column is. */
export function cellOf(value: unknown, { kind }: ResultColumn): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : READERS[kind](value);
}

/** A column by the engine's name of its type; types that are not in `kinds` are text. */
export function columnOf(
  name: string,
  nativeType: string,
  kinds: Readonly<Record<string, ColumnKind>>,
): ResultColumn {
  const kind = kinds[nativeType.toUpperCase()] ?? 'string';
  return { name, kind, generic: genericOf(kind), nativeType };
}
