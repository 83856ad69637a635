import { ownMember } from '@chartroom/model';
import { addUnits, DAY, daysOfMonth, naive, startOf, type Unit, unitOf } from './calendar.ts';
import { readDate, weekdayOf } from './date-text.ts';

/** A moment in words, relative to another. */
export interface NaturalMoment {
  ms: number;
  /** A time of day was said (`3 hours ago`, `noon`); without, the clock means nothing. */
  clock: boolean;
}

const NINE = 9 * 3_600_000;
const NUMBER_WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const SHORT_UNITS: Readonly<Record<string, Unit>> = {
  s: 'second',
  sec: 'second',
  secs: 'second',
  m: 'minute',
  min: 'minute',
  mins: 'minute',
  h: 'hour',
  hr: 'hour',
  hrs: 'hour',
  d: 'day',
  dy: 'day',
  w: 'week',
  wk: 'week',
  wks: 'week',
  mth: 'month',
  mths: 'month',
  mo: 'month',
  y: 'year',
  yr: 'year',
  yrs: 'year',
};
const QUANTITY = /^(?:and\s+|,\s*)?([+-]?\s*\d+(?:\.\d+)?|[a-z]+)\s*([a-z]+)(?![a-z])\s*/;

/** Readings in the order they are tried; each gets the text in lower case without outer spaces. */
const READINGS = [fixedWord, dayWord, wholeHour, spelledQuantities, weekdayPhrase, borderOfUnit];

/**
 * Reads words about time (contract/query.md §2.4): `now`, `yesterday`, `3 days ago`, `in 2 weeks`, `last
 * monday`, `noon`, `end of month`, `tomorrow at 5pm`. Days without a time of day are at nine. Undefined when
 * the words are not understood; quarters and decades are not.
 */
export function readNatural(text: string, from: number): NaturalMoment | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  for (const read of READINGS) {
    const moment = read(words, from);
    if (moment) return moment;
  }
  return undefined;
}

function fixedWord(words: string, from: number): NaturalMoment | undefined {
  const midnight = startOf(from, 'day');
  switch (words) {
    case 'now':
      return { ms: from, clock: true };
    case 'noon':
      return { ms: midnight + DAY / 2, clock: true };
    case 'midnight':
      return { ms: midnight, clock: true };
    case 'eod':
    case 'end of day':
      return { ms: midnight + 17 * 3_600_000, clock: true };
    default:
      return undefined;
  }
}

/** `today`, `yesterday`, `tomorrow`, each with an optional clock. */
function dayWord(words: string, from: number): NaturalMoment | undefined {
  const match = /^(today|yesterday|tomorrow)(?:,? (?:at )?(.+))?$/.exec(words);
  if (!match) return undefined;
  const shift = (DAYS_AWAY.get(match[1] ?? '') ?? 1) * DAY;
  return atClock(startOf(from, 'day') + shift, match[2]);
}

function atClock(day: number, clock: string | undefined): NaturalMoment | undefined {
  if (clock === undefined) return { ms: day + NINE, clock: false };
  const fixed = fixedWord(clock, day);
  if (fixed) return fixed;
  const time = /^\d{1,2}(?::\d{2}){0,2}\s*(?:[ap]m)?$/.test(clock) ? readDate(clock, 1970) : undefined;
  return time && { ms: day + (time.ms - startOf(time.ms, 'day')), clock: true };
}

/** `this hour`, `start of next hour`: the whole hour. */
function wholeHour(words: string, from: number): NaturalMoment | undefined {
  const match = /^(?:(?:start|beginning|end) of )?(this|last|prior|next) hour$/.exec(words);
  if (!match) return undefined;
  const count = STEPS.get(match[1] ?? '') ?? -1;
  return { ms: addUnits(startOf(from, 'hour'), count, 'hour'), clock: true };
}

/** `in 3 days`, `-1 year`, `1 week 2 days ago`, `an hour from now`, `1d`. */
function spelledQuantities(words: string, from: number): NaturalMoment | undefined {
  const match =
    /^(?:in |last |next )?(.+?)( ago| before now| later| from now| from today| hence)?(?: at (.+))?$/.exec(
      words,
    );
  if (!match?.[1]) return undefined;
  const shifts = quantities(match[1]);
  if (!shifts) return undefined;
  const ago = match[2] === ' ago' || match[2] === ' before now';
  let ms = from;
  for (const [count, unit] of shifts) ms = addUnits(ms, ago ? -Math.abs(count) : count, unit);
  if (match[3]) return atClock(startOf(ms, 'day'), match[3]);
  const fine = shifts.some(([, unit]) => unit === 'second' || unit === 'minute' || unit === 'hour');
  return { ms, clock: fine || match[2] === ' from now' };
}

function quantities(words: string): [number, Unit][] | undefined {
  const found: [number, Unit][] = [];
  let rest = words;
  while (rest !== '') {
    const match = QUANTITY.exec(rest);
    const count = match && countOf(match[1] ?? '');
    const unit = match && (unitOf(match[2] ?? '') ?? ownMember(SHORT_UNITS, match[2] ?? ''));
    if (count === undefined || count === null || !unit || unit === 'quarter') return undefined;
    found.push([count, unit]);
    rest = rest.slice(match[0].length);
  }
  return found;
}

function countOf(word: string): number | undefined {
  if (/\d/.test(word)) return Number(word.replace(/\s/g, ''));
  if (word === 'a' || word === 'an') return 1;
  const number = NUMBER_WORDS.indexOf(word);
  return number < 0 ? undefined : number;
}

/** `last monday`, `this friday`, `next friday at 5pm`: the one before today, of this week, of next week. */
function weekdayPhrase(words: string, from: number): NaturalMoment | undefined {
  const match = /^(this|last|prior|next) ([a-z]+)(?:,? (?:at )?(.+))?$/.exec(words);
  const weekday = match && weekdayOf(match[2] ?? '');
  if (weekday === undefined || weekday === null) return phraseOfUnit(words, from);
  const today = startOf(from, 'day');
  // Weeks run from Monday; "last" never goes back further than a week.
  const inWeek = ((weekday + 6) % 7) - ((new Date(today).getUTCDay() + 6) % 7);
  const day = dayOfWeek(inWeek, match?.[1]);
  return atClock(today + day * DAY, match?.[3]);
}

/** `last week`, `next month`: one unit away. */
function phraseOfUnit(words: string, from: number): NaturalMoment | undefined {
  const match = /^(this|last|prior|next) ([a-z]+)$/.exec(words);
  const unit = match && unitOf(match[2] ?? '');
  if (!unit || unit === 'quarter') return undefined;
  const count = STEPS.get(match[1] ?? '') ?? -1;
  return { ms: addUnits(from, count, unit), clock: unit === 'second' || unit === 'minute' };
}

/** `eom`, `end of month`, `end of year`, `first of this month`. */
function borderOfUnit(words: string, from: number): NaturalMoment | undefined {
  const date = new Date(from);
  const year = date.getUTCFullYear();
  switch (words.replace(/\b(?:the|this) /g, '')) {
    case 'eom':
    case 'end of month':
      return {
        ms: naive(year, date.getUTCMonth(), daysOfMonth(year, date.getUTCMonth())) + 17 * 3_600_000,
        clock: false,
      };
    case 'eoy':
    case 'end of year':
      return { ms: naive(year, 11, 31) + 17 * 3_600_000, clock: false };
    case 'first of month':
      return { ms: startOf(from, 'month'), clock: false };
    default:
      return undefined;
  }
}

/** Days from today to a day of this week, of the next, or the last one before today. */
function dayOfWeek(inWeek: number, which: string | undefined): number {
  if (which === 'this') return inWeek;
  if (which === 'next') return inWeek + 7;
  return inWeek > 0 ? inWeek - 7 : inWeek || -7;
}

/** Days from today; of other words tomorrow's. */
const DAYS_AWAY = new Map([
  ['today', 0],
  ['yesterday', -1],
]);

/** Steps ahead; of other words one back. */
const STEPS = new Map([
  ['this', 0],
  ['next', 1],
]);
