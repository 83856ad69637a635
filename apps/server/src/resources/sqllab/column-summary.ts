import type { ColumnProfile } from '@chartroom/model';
import { type Cell, type ColumnKind, Decimal, type FrameColumn } from '@chartroom/query';

/** Values that are told as the most frequent ones, characters of each, and bars of a histogram. */
const FREQUENT = 5;
const LONGEST = 200;
const BARS = 12;

const NUMBERS: readonly ColumnKind[] = ['int', 'float', 'decimal'];
const TIMES: readonly ColumnKind[] = ['timestamp', 'date'];
/** Kinds whose texts stand in an order. */
const TEXTS: readonly ColumnKind[] = ['string', 'uuid', 'time', 'bool'];

/** What the values of a column say of it. */
export function columnSummary(
  column: FrameColumn,
): Pick<ColumnProfile, 'nulls' | 'distinct' | 'smallest' | 'greatest' | 'frequent' | 'histogram'> {
  const { kind } = column;
  const values = column.values.filter((value) => value !== null);
  const counts = new Map<string, number>();
  for (const value of values) {
    const text = textOf(value, kind);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [smallest, greatest] = endsOf(values, kind, counts);
  return {
    nulls: column.values.length - values.length,
    distinct: counts.size,
    smallest,
    greatest,
    frequent: mostFrequent(counts),
    histogram: histogramOf(values, kind),
  };
}

function mostFrequent(counts: ReadonlyMap<string, number>): ColumnProfile['frequent'] {
  const first: [string, number][] = [];
  for (const each of counts) {
    const place = first.findLastIndex(([, count]) => count >= each[1]) + 1;
    if (place < FREQUENT) first.splice(place, 0, each);
    first.length = Math.min(first.length, FREQUENT);
  }
  return first.map(([value, count]) => ({ value: shortened(value), count }));
}

function endsOf(
  values: readonly Cell[],
  kind: ColumnKind,
  counts: ReadonlyMap<string, number>,
): [string | null, string | null] {
  if (NUMBERS.includes(kind) || TIMES.includes(kind)) {
    let ends: { least: Cell; most: Cell; low: number; high: number } | undefined;
    for (const value of values) {
      const number = numberOf(value);
      if (Number.isNaN(number)) continue;
      ends ??= { least: value, most: value, low: number, high: number };
      if (number < ends.low) ends = { ...ends, least: value, low: number };
      if (number > ends.high) ends = { ...ends, most: value, high: number };
    }
    return ends ? [textOf(ends.least, kind), textOf(ends.most, kind)] : [null, null];
  }
  if (!TEXTS.includes(kind)) return [null, null];
  let ends: [string, string] | undefined;
  for (const text of counts.keys()) {
    ends ??= [text, text];
    if (text < ends[0]) ends[0] = text;
    if (text > ends[1]) ends[1] = text;
  }
  return ends ? [shortened(ends[0]), shortened(ends[1])] : [null, null];
}

function histogramOf(values: readonly Cell[], kind: ColumnKind): ColumnProfile['histogram'] {
  if (!NUMBERS.includes(kind) && !TIMES.includes(kind)) return [];
  const numbers = values.map(numberOf).filter(Number.isFinite);
  const low = numbers.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = numbers.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  // The width of the widest numbers is none.
  const width = (high - low) / BARS;
  if (!(width > 0) || !Number.isFinite(width)) return [];
  const bars = new Array<number>(BARS).fill(0);
  for (const value of numbers) {
    const place = Math.min(BARS - 1, Math.floor((value - low) / width));
    bars[place] = (bars[place] ?? 0) + 1;
  }
  const edge = (place: number) => textOf(place === BARS ? high : low + place * width, kind);
  return bars.map((count, place) => ({ from: edge(place), to: edge(place + 1), count }));
}

function numberOf(value: Cell): number {
  return value instanceof Decimal ? Number(value.text) : Number(value);
}

function textOf(value: Cell, kind: ColumnKind): string {
  if (typeof value !== 'number' || !TIMES.includes(kind)) return String(value);
  const at = new Date(value);
  // Beyond the years that a date can have.
  if (Number.isNaN(at.getTime())) return String(value);
  const text = at.toISOString();
  return kind === 'date'
    ? text.slice(0, text.indexOf('T'))
    : text.replace('T', ' ').replace(/(\.000)?Z$/, '');
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
