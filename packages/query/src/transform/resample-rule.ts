import { ownMember } from '@chartroom/model';
import { addUnits, DAY, naive, startOf } from '../time-range/calendar.ts';

/** A regular sequence of periods of time. */
export interface ResampleRule {
  /** Label of the period that holds a moment. */
  label(ms: number): number;
  /** Label of the period after the one with this label. */
  next(label: number): number;
  /** How many labels there are from one to another, both included. */
  count(from: number, to: number): number;
}

const FIXED: Readonly<Record<string, number>> = { S: 1000, T: 60_000, MIN: 60_000, H: 3_600_000, D: DAY };
const MONTHS: Readonly<Record<string, number>> = { M: 1, Q: 3, A: 12, Y: 12 };
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Units of a period; more of the shortest ones than this are longer than a human life. */
const LONGEST = 10_000_000_000;

/**
 * Reads `1D`, `12H`, `7D`, `1MS`, `Q`, `W-SAT`: a number, a unit, for weeks the day they end on. Months,
 * quarters and years are labelled by their last day, with `S` by their first; weeks by their last day. Days
 * and shorter periods are counted from midnight of `first`. Undefined when the text is none of these.
 */
export function resampleRule(text: string, first: number): ResampleRule | undefined {
  const match = /^(\d*)\s*([A-Za-z]+?)(?:-([A-Za-z]{3}))?$/.exec(text.trim());
  const count = Number(match?.[1] || 1);
  const unit = (match?.[2] ?? '').toUpperCase();
  if (!match || count === 0) return undefined;
  if (!(count <= LONGEST)) return undefined;
  const fixed = ownMember(FIXED, unit);
  if (fixed !== undefined) return fixedRule(fixed * count, startOf(first, 'day'));
  if (unit === 'W') return weekRule(count, (match[3] ?? 'SUN').toUpperCase(), first);
  const months =
    ownMember(MONTHS, unit) ?? (unit.endsWith('S') ? ownMember(MONTHS, unit.slice(0, -1)) : undefined);
  return months === undefined ? undefined : monthRule(months, count, unit.endsWith('S'), first);
}

function fixedRule(length: number, origin: number): ResampleRule {
  return {
    label: (ms) => origin + Math.floor((ms - origin) / length) * length,
    next: (label) => label + length,
    count: (from, to) => (to - from) / length + 1,
  };
}

/** A label is the last day of its week: a moment on that day at midnight still belongs to it. */
function weekRule(count: number, day: string, first: number): ResampleRule | undefined {
  const weekday = WEEKDAYS.indexOf(day);
  if (weekday < 0) return undefined;
  const end = (ms: number) => startOf(ms, 'day') + ((weekday - new Date(ms).getUTCDay() + 7) % 7) * DAY;
  const origin = end(first);
  const length = 7 * DAY * count;
  return {
    label: (ms) => origin + Math.ceil((end(ms) - origin) / length) * length,
    next: (label) => label + length,
    count: (from, to) => (to - from) / length + 1,
  };
}

function monthRule(months: number, count: number, byStart: boolean, first: number): ResampleRule {
  const period = (ms: number) => Math.floor(monthsOf(ms) / months);
  const origin = period(first);
  const labelOf = (each: number) =>
    byStart ? monthStart(each * months) : monthStart((each + 1) * months) - DAY;
  const step = (distance: number) =>
    (byStart ? Math.floor(distance / count) : Math.ceil(distance / count)) * count;
  return {
    label: (ms) => labelOf(origin + step(period(ms) - origin)),
    next: (label) => labelOf(period(label) + count),
    count: (from, to) => (period(to) - period(from)) / count + 1,
  };
}

/** Months since year 0. */
function monthsOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function monthStart(months: number): number {
  return addUnits(naive(0, 0, 1), months, 'month');
}
