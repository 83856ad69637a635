import { type Cell, Decimal } from '../frame.ts';
import { readDate } from './date-text.ts';
import { pastOrFuture } from './time-delta.ts';
import { formatReader } from './written-format.ts';

/** How the values of a temporal column are written, and how far they are moved. */
export interface TemporalOptions {
  /** `epoch_s`, `epoch_ms`, a `strftime` format, or nothing: the text is read by its looks. */
  format?: string | null;
  /** Hours that are added. */
  offset?: number;
  /** Words such as `1 month`, counted from each moment. */
  timeShift?: string | null;
}

/**
 * Values of a temporal column as moments (naive epoch milliseconds; a zone in text keeps its wall clock).
 * What is no moment becomes null; a column of epochs that holds other things than numbers stays as it is
 * (contract/query.md §1.9).
 */
export function temporalValues(
  values: readonly Cell[],
  { format, offset = 0, timeShift }: TemporalOptions,
): Cell[] {
  const moments = read(values, format);
  if (!moments) return [...values];
  return moments.map((moment) => {
    if (moment === null) return null;
    const moved = moment + offset * 3_600_000;
    return timeShift ? pastOrFuture(timeShift, moved) : moved;
  });
}

function read(values: readonly Cell[], format: string | null | undefined): (number | null)[] | undefined {
  if (format === 'epoch_s' || format === 'epoch_ms') return epochs(values, format === 'epoch_s' ? 1000 : 1);
  const reader = format ? formatReader(format) : undefined;
  return values.map((cell) => {
    if (cell === null || (typeof cell === 'number' && !reader))
      return typeof cell === 'number' && Number.isFinite(cell) ? cell : null;
    const text = String(cell);
    return (reader ? reader(text) : readDate(text, 1970)?.ms) ?? null;
  });
}

function epochs(values: readonly Cell[], unit: number): (number | null)[] | undefined {
  const numbers = values.map((cell) =>
    cell === null ? null : Number(cell instanceof Decimal ? cell.text : cell) * unit,
  );
  return numbers.some((number) => number !== null && !Number.isFinite(number)) ? undefined : numbers;
}
