import type { GenericType } from '@chartroom/model';
import type { ColumnKind } from '@chartroom/query';

const DAY_MICROS = 86_400_000_000n;

/**
 * A duration as it is recorded on the wire: `1 days 02:03:04.500000`, negatives with a `-` before the whole
 * (conformance tables, result-values). Years count 365 days and months 30, as the reference's drivers do.
 */
export function intervalText(interval: { months: number; days: number; micros: bigint }): string {
  const years = Math.trunc(interval.months / 12);
  const days = years * 365 + (interval.months % 12) * 30 + interval.days;
  const total = BigInt(days) * DAY_MICROS + interval.micros;
  const size = total < 0n ? -total : total;
  const wholeDays = size / DAY_MICROS;
  const rest = Number(size % DAY_MICROS);
  const seconds = Math.floor(rest / 1e6);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const clock = `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  const fraction = rest % 1e6 === 0 ? '' : `.${String(rest % 1e6).padStart(6, '0')}`;
  return `${total < 0n ? '-' : ''}${wholeDays} days ${clock}${fraction}`;
}

/** A time of day whose fraction, if any, has six digits. */
export function timeText(text: string): string {
  return text.replace(/\.(\d{1,6})(?=$|[+-])/, (_, digits: string) =>
    Number(digits) === 0 ? '' : `.${digits.padEnd(6, '0')}`,
  );
}

/** Bytes as text: UTF-8, else UTF-16, else `[bytes]` (contract/query.md §1.13). */
export function bytesText(bytes: Uint8Array): string {
  for (const encoding of ['utf-8', 'utf-16le']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not in this encoding: the next one is tried.
    }
  }
  return '[bytes]';
}

/** Generic type of a result column by its kind (contract/query.md §1.12: time and interval are text). */
export function genericOf(kind: ColumnKind): GenericType {
  if (kind === 'int' || kind === 'float' || kind === 'decimal') return 0;
  if (kind === 'timestamp' || kind === 'date') return 2;
  return kind === 'bool' ? 3 : 1;
}
