import { Cron as Calendar } from 'croner';
import { ownMember } from './json.ts';

/**
 * A schedule in five words: minute, hour, day of the month, month, day of the week (crontab(5)), or `@daily` and the
 * like. Where both kinds of day are given, either is enough.
 */
export interface Cron {
  minutes: number[];
  hours: number[];
  /** Days of the month; null = every day. */
  days: number[] | null;
  /** Whether the last day of the month counts as well (`L`). */
  lastDay: boolean;
  months: number[];
  /** Days of the week from Sunday = 0, in the order in which they were written; null = every day. */
  weekdays: number[] | null;
  /** Days of the week that count once a month: `1#2` is the second Monday. */
  nthWeekdays: { weekday: number; nth: number }[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const NICKNAMES: Record<string, string> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

interface Field {
  least: number;
  most: number;
  /** Names of the values, the first for `first`. */
  names?: string[];
  first?: number;
}

const FIELDS = {
  minute: { least: 0, most: 59 },
  hour: { least: 0, most: 23 },
  day: { least: 1, most: 31 },
  month: { least: 1, most: 12, names: MONTHS, first: 1 },
  weekday: { least: 0, most: 7, names: WEEKDAYS, first: 0 },
} as const satisfies Record<string, Field>;

/** Characters of a schedule: every value of every word, named, is shorter. */
const LONGEST = 1_000;

/** Reads a schedule; undefined when it is none. */
export function parseCron(text: string): Cron | undefined {
  if (text.length > LONGEST) return undefined;
  const words = (ownMember(NICKNAMES, text.trim().toLowerCase()) ?? text).trim().split(/\s+/);
  const [minute, hour, day, month, weekday, more] = words;
  if (
    minute === undefined ||
    hour === undefined ||
    day === undefined ||
    month === undefined ||
    weekday === undefined
  )
    return undefined;
  if (more !== undefined) return undefined;
  const parts = day.split(',');
  const lastDay = parts.some((part) => /^l$/i.test(part));
  const dayWords = parts.filter((part) => !/^l$/i.test(part)).join(',');
  const minutes = valuesOf(minute, FIELDS.minute)?.sort(ascending);
  const hours = valuesOf(hour, FIELDS.hour)?.sort(ascending);
  const days = dayWords === '' ? [] : valuesOf(dayWords, FIELDS.day)?.sort(ascending);
  const months = valuesOf(month, FIELDS.month)?.sort(ascending);
  const week = weekdaysOf(weekday);
  if (!minutes || !hours || !days || !months || !week) return undefined;
  return { minutes, hours, days: isAny(day) ? null : days, lastDay, months, ...week };
}

/** Days of the week, and those that count once a month. */
function weekdaysOf(word: string): Pick<Cron, 'weekdays' | 'nthWeekdays'> | undefined {
  if (isAny(word)) return { weekdays: null, nthWeekdays: [] };
  const parts = word.split(',');
  const nthWeekdays: Cron['nthWeekdays'] = [];
  for (const part of parts.filter((each) => each.includes('#'))) {
    const [, name = '', nth] = /^(\w+)#([1-5])$/.exec(part) ?? [];
    const weekday = readValue(name, FIELDS.weekday);
    if (weekday === undefined) return undefined;
    nthWeekdays.push({ weekday: weekday % 7, nth: Number(nth) });
  }
  const plain = parts.filter((each) => !each.includes('#')).join(',');
  const values = plain === '' && nthWeekdays.length > 0 ? [] : valuesOf(plain, FIELDS.weekday);
  return values && { weekdays: [...new Set(values.map((value) => value % 7))], nthWeekdays };
}

function isAny(word: string): boolean {
  return word === '*' || word === '?';
}

/** The values of one word as they were written, each once; undefined when it cannot be read. */
function valuesOf(word: string, field: Field): number[] | undefined {
  const values = new Set<number>();
  for (const part of word.split(',')) {
    const [, from, to, step] = /^(\*|\?|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(part) ?? [];
    if (from === undefined) return undefined;
    const any = isAny(from);
    if (any && to !== undefined) return undefined;
    const start = any ? field.least : readValue(from, field);
    const open = any || step !== undefined ? lastOf(field) : start;
    const end = to === undefined ? open : readValue(to, field);
    const by = step === undefined ? 1 : Number(step);
    if (start === undefined || end === undefined || by < 1 || end < start) return undefined;
    for (let value = start; value <= end; value += by) values.add(value);
  }
  return [...values];
}

/** Sunday is 0 and 7: a step over the whole week counts it once. */
function lastOf(field: Field): number {
  return field.most === 7 ? 6 : field.most;
}

function readValue(word: string, { least, most, names, first = 0 }: Field): number | undefined {
  const named = names?.indexOf(word.toUpperCase()) ?? -1;
  if (named >= 0) return named + first;
  if (!/^\d{1,2}$/.test(word)) return undefined;
  const value = Number(word);
  return value >= least && value <= most ? value : undefined;
}

function ascending(a: number, b: number): number {
  return a - b;
}

/** The next moments of a schedule after a moment, on the clock of a time zone; fewer than `count` when there are no more. */
export function nextRuns(cron: Cron, after: Date, timeZone: string, count: number): Date[] {
  return calendarOf(cron, timeZone).nextRuns(count, after);
}

/**
 * A time that the clock skips is the moment at which it goes on, one that it shows twice counts once; unless the schedule is
 * one of every hour, which has the hours that there are.
 */
function calendarOf(cron: Cron, timeZone: string): Calendar {
  const { minutes, hours, days, lastDay, months, weekdays, nthWeekdays } = cron;
  const words = [
    minutes.join(),
    hours.length === 24 ? '*' : hours.join(),
    days ? [...days, ...(lastDay ? ['L'] : [])].join() : '*',
    months.join(),
    weekdays ? [...weekdays, ...nthWeekdays.map(({ weekday, nth }) => `${weekday}#${nth}`)].join() : '*',
  ];
  return new Calendar(words.join(' '), {
    timezone: isKnownZone(timeZone) ? timeZone : 'UTC',
    fixedTimeRule: 'no-wildcard',
  });
}

/** Zones are checked when a schedule is saved; one that is unknown all the same runs on UTC, as in the reference, not never. */
function isKnownZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
