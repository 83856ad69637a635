import { DAY, daysOfMonth, naive } from './calendar.ts';

const MONTH_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const WEEKDAY_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Words that may stand in a date and say nothing. */
const FILLERS = new Set(['at', 'on', 'and', 'of', 'the', 'st', 'nd', 'rd', 'th', 't']);

const CLOCK = /(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]m\b)?/i;
const HOUR = /\b(\d{1,2})\s*([ap]m)\b/i;
const ZONE = /\s*(z|utc|gmt|[+-]\d{2}:?\d{2}|[+-]\d{2})$/i;
const HOUR_ONLY = /^(\d{4}-\d{2}-\d{2}[T ]\d{2})$/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:t?(\d{2})(\d{2})(\d{2})?)?$/i;

/** A date as written, before the parts that are missing are filled in. */
export interface WrittenDate {
  /** Naive epoch milliseconds: the wall clock as written. */
  ms: number;
  /** Minutes east of Greenwich, when the text names a zone. */
  zone?: number;
}

interface DateParts {
  year?: number;
  month?: number;
  day?: number;
  weekday?: number;
}

/**
 * Reads a calendar date with an optional clock: ISO, `2024`, `2024-03`, `March 2024`, `5 March 2023`,
 * `2/3/2024` (month first), `20240301`, `5pm`, `monday`. Missing parts are those of January 1st, 00:00 of
 * `year` (contract/query.md §2.4). Undefined when the text is something else.
 */
export function readDate(text: string, year: number): WrittenDate | undefined {
  const trimmed = text.trim().replace(HOUR_ONLY, '$1:00');
  if (trimmed === '') return undefined;
  const compact = COMPACT.exec(trimmed);
  if (compact) return compactDate(compact);
  const clock = CLOCK.exec(trimmed) ?? undefined;
  const zone = clock && ZONE.exec(trimmed);
  const timed = zone ? trimmed.slice(0, zone.index) : trimmed;
  const found = clock ?? HOUR.exec(timed) ?? undefined;
  const time = found ? clockOf(found) : 0;
  if (time === undefined) return undefined;
  const rest = found ? `${timed.slice(0, found.index)} ${timed.slice(found.index + found[0].length)}` : timed;
  const parts = dateParts(rest);
  const day = parts && dayOf(parts, year);
  if (day === undefined || (rest.trim() === '' && !found)) return undefined;
  return zone ? { ms: day + time, zone: zoneMinutes(zone[1] ?? '') } : { ms: day + time };
}

function compactDate([, year, month, day, hour = '0', minute = '0', second = '0']: RegExpExecArray):
  | WrittenDate
  | undefined {
  const date = validDay(Number(year), Number(month) - 1, Number(day));
  const time = clockMs(Number(hour), Number(minute), Number(second));
  return date === undefined || time === undefined ? undefined : { ms: date + time };
}

/** Milliseconds since midnight of a match of CLOCK or HOUR. */
function clockOf(match: RegExpExecArray): number | undefined {
  const half = (match.length === 3 ? match[2] : match[5])?.toLowerCase();
  const [minute = '0', second = '0', fraction = '0'] =
    match.length === 3 ? [] : [match[2], match[3], match[4]];
  const hour = Number(match[1]);
  if (half && (hour < 1 || hour > 12)) return undefined;
  const shifted = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour;
  const time = clockMs(shifted, Number(minute), Number(second));
  return time === undefined ? undefined : time + (Number(fraction) * 1000) / 10 ** fraction.length;
}

function clockMs(hour: number, minute: number, second: number): number | undefined {
  return hour < 24 && minute < 60 && second < 60 ? ((hour * 60 + minute) * 60 + second) * 1000 : undefined;
}

function zoneMinutes(zone: string): number {
  const digits = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (!digits) return 0;
  return (digits[1] === '-' ? -1 : 1) * (Number(digits[2]) * 60 + Number(digits[3] ?? 0));
}

/** Sorts the words and numbers of a date into its parts. */
function dateParts(text: string): DateParts | undefined {
  const parts: DateParts = {};
  const numbers: string[] = [];
  if (/[^\p{L}\d\s,./'-]/u.test(text)) return undefined;
  for (const word of text.toLowerCase().match(/\p{L}+|\d+/gu) ?? []) {
    if (/\d/.test(word)) numbers.push(word);
    else if (!wordPart(word, parts)) return undefined;
  }
  return assignNumbers(numbers, parts) ? parts : undefined;
}

function wordPart(word: string, parts: DateParts): boolean {
  const month = named(word, MONTH_NAMES);
  const weekday = named(word, WEEKDAY_NAMES);
  if (month >= 0 && parts.month === undefined) parts.month = month;
  else if (weekday >= 0 && parts.weekday === undefined) parts.weekday = weekday;
  else return FILLERS.has(word);
  return true;
}

/** Place of a name written out or cut to three letters (`sept` too). */
function named(word: string, names: readonly string[]): number {
  if (word === 'sept') return names.indexOf('september');
  return names.findIndex((name) => name === word || name.slice(0, 3) === word);
}

/** Year first when four digits say so, else month before day, unless it can be no month. */
function assignNumbers(numbers: string[], parts: DateParts): boolean {
  const yearAt = numbers.findIndex((each) => each.length === 4);
  const rest = numbers.filter((_, index) => index !== yearAt).map(Number);
  if (yearAt >= 0) parts.year = Number(numbers[yearAt]);
  if (numbers.some((each) => each.length > 4 || each.length === 3)) return false;
  if (parts.month === undefined && rest.length > 0 && (yearAt >= 0 || rest.length > 1)) {
    const swapped = yearAt !== 0 && (rest[0] ?? 0) > 12 && (rest[1] ?? 13) <= 12;
    const [month] = rest.splice(swapped ? 1 : 0, 1);
    parts.month = (month ?? 0) - 1;
  }
  if (rest.length > 0) parts.day = rest.shift();
  if (rest.length > 0 && parts.year === undefined) parts.year = century(rest.shift() ?? 0);
  return rest.length === 0;
}

/** Two digits of a year: 69–99 are of the twentieth century. */
function century(year: number): number {
  return year < 69 ? 2000 + year : 1900 + year;
}

function dayOf({ year, month, day, weekday }: DateParts, defaultYear: number): number | undefined {
  const date = validDay(year ?? defaultYear, month ?? 0, day ?? 1);
  if (date === undefined || weekday === undefined || day !== undefined) return date;
  return date + ((weekday - new Date(date).getUTCDay() + 7) % 7) * DAY;
}

function validDay(year: number, month: number, day: number): number | undefined {
  const valid = year > 0 && month >= 0 && month < 12 && day >= 1 && day <= daysOfMonth(year, month);
  return valid ? naive(year, month, day) : undefined;
}

/** Place of a weekday's name (Sunday = 0), or undefined. */
export function weekdayOf(word: string): number | undefined {
  const index = named(word.toLowerCase(), WEEKDAY_NAMES);
  return index < 0 ? undefined : index;
}

/** Place of a month's name (January = 0), or undefined. */
export function monthOf(word: string): number | undefined {
  const index = named(word.toLowerCase(), MONTH_NAMES);
  return index < 0 ? undefined : index;
}
