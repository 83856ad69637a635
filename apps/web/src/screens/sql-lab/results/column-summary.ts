import { plainText } from './copy-forms.ts';

/** A bar of the small picture of a column. */
export interface SummaryBar {
  label: string;
  count: number;
}

export interface ColumnSummary {
  rows: number;
  nulls: number;
  distinct: number;
  /** As texts; absent where there is no value. */
  smallest?: string;
  greatest?: string;
  /** Parts of its range for numbers, else its most frequent values. */
  bars: SummaryBar[];
}

const PARTS = 12;
const MOST_FREQUENT = 8;

/** What the values of a column are like. */
export function summaryOf(values: readonly unknown[], isNumber: boolean): ColumnSummary {
  const counts = new Map<string, number>();
  let nulls = 0;
  for (const value of values) {
    if (value === null || value === undefined) {
      nulls += 1;
      continue;
    }
    const text = plainText(value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const facts = { rows: values.length, nulls, distinct: counts.size };
  const numbers = isNumber ? values.flatMap((value) => numberIn(value)) : [];
  if (numbers.length > 0 && numbers.length === values.length - nulls) {
    const texts = extremes(counts.keys(), (one, other) => Number(one) - Number(other));
    return { ...facts, ...texts, bars: partsOf(numbers) };
  }
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_FREQUENT);
  const collator = new Intl.Collator(undefined, { numeric: true });
  return {
    ...facts,
    ...extremes(counts.keys(), collator.compare),
    bars: frequent.map(([label, count]) => ({ label, count })),
  };
}

function numberIn(value: unknown): number[] {
  if (value === null || value === undefined || value === '') return [];
  const number = Number(value);
  return Number.isFinite(number) ? [number] : [];
}

function extremes(
  texts: Iterable<string>,
  compare: (one: string, other: string) => number,
): { smallest?: string; greatest?: string } {
  let found: { smallest: string; greatest: string } | undefined;
  for (const text of texts) {
    found ??= { smallest: text, greatest: text };
    if (compare(text, found.smallest) < 0) found.smallest = text;
    if (compare(text, found.greatest) > 0) found.greatest = text;
  }
  return found ?? {};
}

function partsOf(numbers: readonly number[]): SummaryBar[] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  if (least === most) return [{ label: String(least), count: numbers.length }];
  const step = (most - least) / PARTS;
  const bars = Array.from({ length: PARTS }, (_, part) => ({
    label: `${short(least + part * step)} – ${short(least + (part + 1) * step)}`,
    count: 0,
  }));
  for (const number of numbers) {
    const bar = bars[Math.min(PARTS - 1, Math.floor((number - least) / step))];
    if (bar) bar.count += 1;
  }
  return bars;
}

function short(number: number): string {
  return String(Number(number.toPrecision(4)));
}
