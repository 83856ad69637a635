/** Units of calendar arithmetic, smallest first. */
export const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Unit = (typeof UNITS)[number];

const LENGTHS = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };
const MONTHS = { month: 1, quarter: 3, year: 12 };

/** Milliseconds of a day. */
export const DAY = LENGTHS.day;

/** The unit a word names (`days`, `Day`), or undefined. */
export function unitOf(word: string): Unit | undefined {
  const name = word.toLowerCase();
  return UNITS.find((unit) => unit === name || `${unit}s` === name);
}

/**
 * Calendar addition on naive epoch milliseconds. Months, quarters and years keep the day of the month,
 * clamped to the end of a shorter one; whole units only there, fractions elsewhere.
 */
export function addUnits(ms: number, count: number, unit: Unit): number {
  if (unit === 'month' || unit === 'quarter' || unit === 'year')
    return addMonths(ms, Math.trunc(count) * MONTHS[unit]);
  return ms + count * LENGTHS[unit];
}

function addMonths(ms: number, count: number): number {
  const date = new Date(ms);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + count;
  const [year, index] = [Math.floor(month / 12), ((month % 12) + 12) % 12];
  const day = Math.min(date.getUTCDate(), daysOfMonth(year, index));
  return naive(year, index, day) + (ms - startOf(ms, 'day'));
}

/** Start of the unit that holds the moment; weeks start on Monday. */
export function startOf(ms: number, unit: Unit): number {
  const date = new Date(ms);
  switch (unit) {
    case 'year':
      return naive(date.getUTCFullYear(), 0, 1);
    case 'quarter':
      return naive(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3, 1);
    case 'month':
      return naive(date.getUTCFullYear(), date.getUTCMonth(), 1);
    case 'week':
      return startOf(ms, 'day') - ((date.getUTCDay() + 6) % 7) * DAY;
    default:
      return Math.floor(ms / LENGTHS[unit]) * LENGTHS[unit];
  }
}

/** Naive epoch milliseconds of a date; `month` counts from 0. Years below 100 are meant as written. */
export function naive(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

/** Number of days in a month; `month` counts from 0. */
export function daysOfMonth(year: number, month: number): number {
  return new Date(naive(year, month + 1, 0)).getUTCDate();
}
