import { ownMember } from '@chartroom/model';
import { type TimeFormatter, timeFormatter } from './time.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Grain {
  pattern: string;
  /** First moment after the bucket that starts at `from`. */
  end: (from: Date) => number;
  /** The moment that stands for the bucket is its last day, not its first. */
  namedByEnd?: boolean;
}

const fixed = (milliseconds: number, pattern: string): Grain => ({
  pattern,
  end: (from) => from.getTime() + milliseconds,
});
const days = (count: number): Grain['end'] => {
  return (from) => Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate() + count);
};

const SECONDS = '%Y-%m-%d %H:%M:%S';
const MINUTES = '%Y-%m-%d %H:%M';
const HOURS = '%Y-%m-%d %H:00';
const DATE = '%Y-%m-%d';
const WEEK: Grain = { pattern: DATE, end: days(7) };
const WEEK_BY_END: Grain = { pattern: DATE, end: days(1), namedByEnd: true };
const QUARTER: Grain = {
  pattern: '%Y Q%q',
  end: (from) => Date.UTC(from.getUTCFullYear(), (Math.floor(from.getUTCMonth() / 3) + 1) * 3),
};

const GRAINS: Readonly<Record<string, Grain>> = {
  PT1S: fixed(SECOND, SECONDS),
  PT5S: fixed(5 * SECOND, SECONDS),
  PT30S: fixed(30 * SECOND, SECONDS),
  PT1M: fixed(MINUTE, MINUTES),
  PT5M: fixed(5 * MINUTE, MINUTES),
  PT10M: fixed(10 * MINUTE, MINUTES),
  PT15M: fixed(15 * MINUTE, MINUTES),
  PT30M: fixed(30 * MINUTE, MINUTES),
  'PT0.5H': fixed(30 * MINUTE, MINUTES),
  PT1H: fixed(HOUR, HOURS),
  PT6H: fixed(6 * HOUR, HOURS),
  P1D: { pattern: DATE, end: days(1) },
  P1W: WEEK,
  '1969-12-28T00:00:00Z/P1W': WEEK,
  '1969-12-29T00:00:00Z/P1W': WEEK,
  'P1W/1970-01-03T00:00:00Z': WEEK_BY_END,
  'P1W/1970-01-04T00:00:00Z': WEEK_BY_END,
  P1M: { pattern: '%b %Y', end: (from) => Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1) },
  P3M: QUARTER,
  'P0.25Y': QUARTER,
  P1Y: { pattern: '%Y', end: (from) => Date.UTC(from.getUTCFullYear() + 1, 0) },
};

/**
 * Writes the bucket of a grain that a moment stands for: `start — end` when both ends read differently.
 * An unknown or absent grain gives the adaptive format of the moment itself.
 *
 * @param format pattern to use instead of the grain's own
 */
export function grainFormatter(grain: string | null | undefined, format?: string): TimeFormatter {
  const facts = grain ? ownMember(GRAINS, grain) : undefined;
  if (!facts) return timeFormatter(format);
  const write = timeFormatter(format ?? facts.pattern);
  return (value) => {
    if (value === null || value === undefined) return String(value);
    const moment = value instanceof Date ? value : new Date(value);
    if (Number.isNaN(moment.getTime())) return String(value);
    const last = new Date(facts.end(moment) - 1);
    const from = facts.namedByEnd ? new Date(days(-6)(last)) : moment;
    const [first, second] = [write(from), write(last)];
    return first === second ? first : `${first} — ${second}`;
  };
}

/** Where the bucket begins that a moment stands for, and where the next one does; undefined for an unknown grain. */
export function bucketOf(grain: string, moment: number): { from: number; to: number } | undefined {
  const facts = ownMember(GRAINS, grain);
  if (!facts) return undefined;
  const to = facts.end(new Date(moment));
  return { from: facts.namedByEnd ? days(-6)(new Date(moment)) : moment, to };
}

/** The smallest step between two labels of a time axis, in milliseconds, so that no bucket is named twice. */
export function grainStep(grain: string | null | undefined): number | undefined {
  return grain ? ownMember(STEPS, grain) : undefined;
}

const STEPS: Readonly<Record<string, number>> = {
  PT1H: HOUR,
  P1D: DAY,
  P1M: 31 * DAY,
  P3M: 93 * DAY,
  P1Y: 372 * DAY,
};
