import { type FilterValue, GenericType } from '@chartroom/model';
import type { Dialect } from '../dialect.ts';
import { queryError } from '../query-error.ts';
import type { ModelColumn } from './dataset-model.ts';
import { formatMoment, naiveTimestamp } from './naive-timestamp.ts';
import { columnKind } from './scope.ts';

export type Scalar = Exclude<FilterValue, unknown[]>;

/** What a value is compared with. */
export interface ValueTarget {
  column: ModelColumn | undefined;
  kind: GenericType;
  dialect: Dialect;
  /** LIKE and ILIKE compare text whatever the column holds. */
  asText: boolean;
}

/** Kind a filter's value is read for: text when the column is unknown or of an advanced type. */
export function targetKind(column: ModelColumn | undefined, dialect: Dialect): GenericType {
  if (!column || column.advanced_data_type) return GenericType.STRING;
  return columnKind(column, dialect) ?? GenericType.STRING;
}

/** Milliseconds around 1970 beyond which there is no date (ECMAScript, time values). */
const MOST_MS = 8.64e15;

/**
 * A bound of time as a literal for a column (contract/query.md §3.3): the engine's own for the type,
 * else what the column's stored format says, else ISO text.
 * @throws ChartroomError 400 for a number that is no moment
 */
export function momentLiteral(ms: number, column: ModelColumn | undefined, dialect: Dialect): string {
  if (Math.abs(ms) > MOST_MS) throw queryError(`${ms} is no moment in milliseconds since 1970`);
  const own = column?.type ? dialect.dateTimeLiteral(ms, column.type) : undefined;
  if (own !== undefined) return own;
  const format = column?.python_date_format;
  if (format === 'epoch_s') return String(Math.floor(ms / 1000));
  if (format === 'epoch_ms') return String(Math.floor(ms / 1000) * 1000);
  return dialect.quoteString(format ? formatMoment(ms, format) : naiveTimestamp(ms));
}

/** A filter's value as a literal, or null where it means NULL (contract/query.md §1.6). */
export function literal(value: Scalar, target: ValueTarget): string | null {
  if (value === null) return null;
  const { kind, dialect, column } = target;
  if (typeof value === 'number' && !target.asText) {
    if (!Number.isFinite(value)) return null;
    if (kind === GenericType.TEMPORAL && column?.type) return momentLiteral(value, column, dialect);
    if (kind === GenericType.BOOLEAN) return booleanLiteral(value !== 0, dialect);
    return kind === GenericType.STRING && column?.type ? dialect.quoteString(String(value)) : String(value);
  }
  if (typeof value === 'boolean') {
    if (kind === GenericType.STRING && column?.type) return dialect.quoteString(String(value));
    return booleanLiteral(value, dialect);
  }
  return textLiteral(String(value).replace(/^[\t\n]+|[\t\n]+$/g, ''), target);
}

function textLiteral(text: string, { kind, dialect, asText }: ValueTarget): string | null {
  if (kind === GenericType.NUMERIC && !asText) return numberText(text);
  if (text === '<NULL>') return null;
  if (text === '<empty string>') return dialect.quoteString('');
  if (kind === GenericType.BOOLEAN && !asText) return booleanLiteral(text.toLowerCase() === 'true', dialect);
  return dialect.quoteString(text);
}

/** Text as a number with its own digits, so that long integers stay exact; null when it is none. */
function numberText(text: string): string | null {
  const trimmed = text.trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? trimmed.replace(/^\+/, '') : null;
}

function booleanLiteral(value: boolean, dialect: Dialect): string {
  return value ? dialect.booleans[0] : dialect.booleans[1];
}
