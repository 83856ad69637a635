import type { SQLOutputValue } from 'node:sqlite';
import type { ColumnKind, PackedBatch, PackedColumn, PlainCell, ResultColumn } from '@chartroom/query';
import { bytesText, genericOf } from '../rows/values.ts';

const DECLARED: readonly (readonly [RegExp, ColumnKind])[] = [
  [/^(datetime|timestamp)/i, 'timestamp'],
  [/^date/i, 'date'],
  [/^time/i, 'time'],
  [/^bool/i, 'bool'],
  [/^json/i, 'json'],
  [/^uuid/i, 'uuid'],
];
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * What a column holds. SQLite's columns have no types: the declared one counts where the first values agree with
 * it, else the values decide.
 */
export function describeColumn(
  name: string,
  declared: string | null,
  values: readonly SQLOutputValue[],
): ResultColumn {
  const present = values.filter((value) => value !== null);
  const kind = kindOf(declared ?? '', present);
  return {
    name,
    kind,
    generic: genericOf(kind),
    nativeType: (declared ?? '').toUpperCase() || NATIVE[kind] || 'TEXT',
  };
}

const NATIVE: Partial<Record<ColumnKind, string>> = { int: 'INTEGER', float: 'REAL', bytes: 'BLOB' };

function kindOf(declared: string, present: readonly SQLOutputValue[]): ColumnKind {
  const named = DECLARED.find(([pattern]) => pattern.test(declared))?.[1];
  const every = (test: (value: SQLOutputValue) => boolean): boolean => present.every(test);
  if (named === 'timestamp' || named === 'date')
    return every((value) => typeof value === 'string' && MOMENT.test(value)) ? named : valueKind(present);
  if (named === 'bool')
    return every((value) => Number(value) === 0 || Number(value) === 1) ? 'bool' : valueKind(present);
  if (named) return every((value) => typeof value === 'string') ? named : valueKind(present);
  if (present.length > 0) return valueKind(present);
  if (/int/i.test(declared)) return 'int';
  return /real|floa|doub|num|dec/i.test(declared) ? 'float' : 'string';
}

function valueKind(present: readonly SQLOutputValue[]): ColumnKind {
  if (present.length > 0 && present.every((value) => typeof value === 'bigint')) return 'int';
  if (present.length > 0 && present.every((value) => typeof value === 'bigint' || typeof value === 'number'))
    return 'float';
  if (present.length > 0 && present.every((value) => value instanceof Uint8Array)) return 'bytes';
  return 'string';
}

/** Rows of the engine, column by column. */
export function packRows(
  rows: readonly (readonly SQLOutputValue[])[],
  columns: readonly ResultColumn[],
): PackedBatch {
  const packed = columns.map(
    ({ kind }, index): PackedColumn => ({
      form: 'cells',
      values: rows.map((row) => cell(row[index] ?? null, kind)),
    }),
  );
  return { length: rows.length, columns: packed };
}

function cell(value: SQLOutputValue, kind: ColumnKind): PlainCell {
  if (value === null) return null;
  if (value instanceof Uint8Array) return bytesText(value);
  if (kind === 'bool') return Number(value) !== 0;
  if ((kind === 'timestamp' || kind === 'date') && typeof value === 'string') return momentOf(value) ?? value;
  if (kind === 'string' && typeof value !== 'string') return String(value);
  if (typeof value === 'bigint') return kind === 'float' || isSafe(value) ? Number(value) : value;
  return value;
}

function isSafe(value: bigint): boolean {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
}

/** Epoch milliseconds of a text such as `2024-01-31 10:00:00.123456`; undefined for other texts. */
function momentOf(text: string): number | undefined {
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = '', zone = ''] =
    MOMENT.exec(text) ?? [];
  if (year === undefined) return undefined;
  const base = Date.UTC(
    2000,
    Number(month) - 1,
    Number(day),
    Number(hours),
    Number(minutes),
    Number(seconds),
  );
  const date = new Date(base);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const [, sign, zoneHours = '0', zoneMinutes = '0'] = /([+-])(\d\d):?(\d\d)/.exec(zone) ?? [];
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return date.getTime() + Number(`0.${fraction}0`) * 1000 - offset;
}
