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
  /** Days of the week from Sunday = 0; null = every day. */
  weekdays: number[] | null;
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

/** Reads a schedule; undefined when it is none. */
export function parseCron(text: string): Cron | undefined {
  const words = (NICKNAMES[text.trim().toLowerCase()] ?? text).trim().split(/\s+/);
  const [minute, hour, day, month, weekday, more] = words;
  if (minute === undefined || hour === undefined || day === undefined || month === undefined || weekday === undefined) return undefined;
  if (more !== undefined) return undefined;
  const parts = day.split(',');
  const lastDay = parts.some((part) => /^l$/i.test(part));
  const dayWords = parts.filter((part) => !/^l$/i.test(part)).join(',');
  const minutes = valuesOf(minute, FIELDS.minute);
  const hours = valuesOf(hour, FIELDS.hour);
  const days = dayWords === '' ? [] : valuesOf(dayWords, FIELDS.day);
  const months = valuesOf(month, FIELDS.month);
  const weekdays = valuesOf(weekday, FIELDS.weekday);
  if (!minutes || !hours || !days || !months || !weekdays) return undefined;
  return {
    minutes,
    hours,
    days: isAny(day) ? null : days,
    lastDay,
    months,
    weekdays: isAny(weekday) ? null : [...new Set(weekdays.map((value) => value % 7))].sort(ascending),
  };
}

function isAny(word: string): boolean {
  return word === '*' || word === '?';
}

/** The values of one word, ascending; undefined when it cannot be read. */
function valuesOf(word: string, field: Field): number[] | undefined {
  const values = new Set<number>();
  for (const part of word.split(',')) {
    const [, from, to, step] = /^(\*|\?|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(part) ?? [];
    if (from === undefined) return undefined;
    const any = isAny(from);
    if (any && to !== undefined) return undefined;
    const start = any ? field.least : readValue(from, field);
    const end = to !== undefined ? readValue(to, field) : any || step !== undefined ? lastOf(field) : start;
    const by = step === undefined ? 1 : Number(step);
    if (start === undefined || end === undefined || by < 1 || end < start) return undefined;
    for (let value = start; value <= end; value += by) values.add(value);
  }
  return [...values].sort(ascending);
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

/** Whether a schedule falls on a day; `month` counts from 1. */
function fallsOn(cron: Cron, year: number, month: number, day: number): boolean {
  if (!cron.months.includes(month)) return false;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const byDay = cron.days === null ? null : cron.days.includes(day) || (cron.lastDay && day === last);
  const byWeekday = cron.weekdays === null ? null : cron.weekdays.includes(new Date(Date.UTC(year, month - 1, day)).getUTCDay());
  if (byDay === null || byWeekday === null) return byDay ?? byWeekday ?? true;
  return byDay || byWeekday;
}

/** Days that are looked through: a leap day that falls on a given weekday comes within forty years. */
const MOST_DAYS = 40 * 366;
const DAY_MS = 86_400_000;

/**
 * The next moments of a schedule after a moment, on the clock of a time zone; fewer than `count` when there are no
 * more. An hour that the clock skips has no moments, one that it repeats has them once.
 */
export function nextRuns(cron: Cron, after: Date, timeZone: string, count: number): Date[] {
  const clock = clockOf(timeZone);
  const runs: Date[] = [];
  const first = clock(after.getTime());
  const start = Date.UTC(first.year, first.month - 1, first.day);
  for (let offset = 0; offset < MOST_DAYS && runs.length < count; offset += 1) {
    const midnight = new Date(start + offset * DAY_MS);
    const [year, month, day] = [midnight.getUTCFullYear(), midnight.getUTCMonth() + 1, midnight.getUTCDate()];
    if (!fallsOn(cron, year, month, day)) continue;
    for (const hour of cron.hours) {
      for (const minute of cron.minutes) {
        const moment = momentOf(Date.UTC(year, month - 1, day, hour, minute), clock);
        if (moment !== undefined && moment > after.getTime() && runs.length < count) runs.push(new Date(moment));
      }
    }
  }
  return runs;
}

interface ClockTime {
  year: number;
  month: number;
  day: number;
  /** The shown time as if it were UTC, in milliseconds, to the minute. */
  shown: number;
}
type Clock = (moment: number) => ClockTime;

function clockOf(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    const [year, month, day] = [part('year'), part('month'), part('day')];
    return { year, month, day, shown: Date.UTC(year, month - 1, day, part('hour'), part('minute')) };
  };
}

/** The moment at which a clock shows a time; undefined when it never does. */
function momentOf(shown: number, clock: Clock): number | undefined {
  let moment = shown;
  for (let round = 0; round < 3; round += 1) {
    const error = shown - clock(moment).shown;
    if (error === 0) return moment;
    moment += error;
  }
  return undefined;
}
