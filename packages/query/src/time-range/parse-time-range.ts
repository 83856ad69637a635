import { beyondBound, DEFAULT_BOUNDS } from '@chartroom/model';
import { queryError } from '../query-error.ts';
import { addUnits, DAY, naive, startOf, type Unit, unitOf } from './calendar.ts';
import { readDate } from './date-text.ts';
import { readNatural } from './natural-time.ts';
import { pastDelta } from './time-delta.ts';
import { evaluateExpression } from './time-expression.ts';

/** What a time range in words is measured from. */
export interface TimeRangeOptions {
  /** The clock; its UTC fields are read as the wall clock. */
  now: Date;
  /** `today` or `now`: where ranges that only say how they end begin. */
  relativeStart?: string;
  /** `today` or `now`: where ranges that only say how they begin end. */
  relativeEnd?: string;
  /** Moves both ends into the past (`1 year ago`); a text with ` : ` replaces the range. */
  timeShift?: string;
  /** `y`, `m`, `w`: one unit back; `r`: back by the length of the range. */
  instantRange?: string;
  /** Ends of the old form, used when there is no text. */
  since?: string;
  until?: string;
}

/** `[since, until)` in naive epoch milliseconds; null = unbounded. */
export interface TimeRange {
  since: number | null;
  until: number | null;
}

const SEPARATOR = ' : ';
const FIRST_MOMENT = naive(1, 0, 1);
const END_OF_TIME = naive(10_000, 0, 1);
const CALENDAR = /^(previous calendar|Current) (day|week|month|quarter|year)/;
const BORDER =
  /^(start|beginning|end)\s+of\s+(this|last|next|prior)\s+(?:(\d+)\s*)?(day|week|month|quarter|year)s?$/i;
const AWAY = /^(this|last|next|prior)\s+(?:(\d+)\s*)?(second|minute|day|week|month|quarter|year)s?$/i;
const HOURS_BACK = /^(?:last|prior)\s+(?:(\d+)\s*)?hours?$/i;
const EXPRESSION = /^(?:DATETIME|DATEADD|DATETRUNC|LASTDAY|HOLIDAY)\s*\(/i;
const BARE_QUANTITY = /^\d+\s+(?:second|minute|hour|day|week|month|quarter|year)s?$/i;

/**
 * Bounds of a time range in words (contract/query.md §2): `Last week`, `2024-01-01 : now`,
 * `DATEADD(DATETIME('today'), -7, day) : `. A text without separator that no rule knows only ends, at
 * `relativeEnd`.
 * @throws ChartroomError 400 for text that is not understood, and when the range ends before it begins
 */
export function parseTimeRange(text: string, options: TimeRangeOptions): TimeRange {
  for (const words of [text, options.timeShift, options.since, options.until]) requireBoundedTime(words);
  const reader = new SideReader(options);
  const range = shiftRange(rangeOf(text, reader, options), reader, options);
  if (range.since !== null && range.until !== null && range.since > range.until) {
    throw queryError('From date cannot be larger than to date');
  }
  return range;
}

/** Words that tell a time are read by patterns that go back and forth in them. */
function requireBoundedTime(words: string | undefined): void {
  const most = DEFAULT_BOUNDS.MAX_TIME_LENGTH;
  if (words !== undefined && words.length > most)
    throw beyondBound('time range: the number of characters', words.length, most);
}

function rangeOf(text: string, reader: SideReader, options: TimeRangeOptions): TimeRange {
  const end = options.relativeEnd ?? 'today';
  if (text === 'No filter') return { since: null, until: null };
  if (text.includes(SEPARATOR)) return reader.both(text);
  if (text.startsWith('Last')) return reader.both(`${text}${SEPARATOR}${end}`);
  if (text.startsWith('Next')) return reader.both(`${options.relativeStart ?? 'today'}${SEPARATOR}${text}`);
  const calendar = CALENDAR.exec(text);
  const unit = calendar && unitOf(calendar[2] ?? '');
  if (unit && !(calendar[1] !== 'Current' && unit === 'day'))
    return calendarRange(reader.now, unit, calendar[1] === 'Current');
  if (text !== '') return reader.both(`${SEPARATOR}${end}`);
  const since = (options.since ?? '').trim();
  return reader.both(
    `${BARE_QUANTITY.test(since) ? `${since} ago` : since}${SEPARATOR}${options.until?.trim() || end}`,
  );
}

function calendarRange(now: number, unit: Unit, current: boolean): TimeRange {
  const start = startOf(now, unit);
  return current
    ? { since: start, until: addUnits(start, 1, unit) }
    : { since: addUnits(start, -1, unit), until: start };
}

function shiftRange(
  range: TimeRange,
  reader: SideReader,
  { timeShift, instantRange }: TimeRangeOptions,
): TimeRange {
  if (timeShift?.includes(SEPARATOR)) return reader.both(timeShift);
  const moved = timeShift ? mapEnds(range, (ms) => ms - pastDelta(timeShift, ms)) : range;
  return instantRange ? instantShift(moved, instantRange) : moved;
}

function instantShift(range: TimeRange, code: string): TimeRange {
  const { since, until } = range;
  if (since === null || until === null) throw queryError('Cannot parse time string [None]');
  if (code === 'r') return mapEnds(range, (ms) => ms - Math.floor((until - since) / DAY) * DAY);
  const unit = code === undefined ? undefined : SHIFTS.get(code);
  return unit ? mapEnds(range, (ms) => addUnits(ms, -1, unit)) : range;
}

function mapEnds({ since, until }: TimeRange, move: (ms: number) => number): TimeRange {
  return { since: since === null ? null : move(since), until: until === null ? null : move(until) };
}

/** Reads one side of a range (contract/query.md §2.2). */
class SideReader {
  readonly now: number;
  readonly #relativeStart: string | undefined;

  constructor({ now, relativeStart }: TimeRangeOptions) {
    this.now = Math.floor(now.getTime() / 1000) * 1000;
    this.#relativeStart = relativeStart;
  }

  both(text: string): TimeRange {
    const at = text.indexOf(SEPARATOR);
    return { since: this.#side(text.slice(0, at)), until: this.#side(text.slice(at + SEPARATOR.length)) };
  }

  /** Moments outside the years 1 to 9999 are no dates in any engine. */
  #side(given: string): number | null {
    const text = given.trim();
    if (text === '') return null;
    const moment = this.#moment(text);
    if (!(moment >= FIRST_MOMENT && moment < END_OF_TIME))
      throw queryError(`Cannot parse time string [${text}]`);
    return moment;
  }

  #moment(text: string): number {
    const border = BORDER.exec(text);
    if (border) return this.#border(border);
    const away = AWAY.exec(text);
    if (away) return this.#away(away[1] ?? '', away[2], away[3] ?? '');
    const hours = HOURS_BACK.exec(text);
    if (hours) return this.#away('last', hours[1], 'hour');
    return EXPRESSION.test(text) ? this.#expression(text) : this.#freeText(text);
  }

  #border([, place = '', scope = '', count, unit = '']: RegExpExecArray): number {
    const shift = signedCount(scope, count);
    const moment = `DATEADD(DATETIME('${this.#base('day')}'), ${shift}, ${unit})`;
    return this.#expression(
      place.toLowerCase() === 'end' ? `LASTDAY(${moment}, ${unit})` : `DATETRUNC(${moment}, ${unit})`,
    );
  }

  #away(scope: string, count: string | undefined, unitName: string): number {
    const unit = unitOf(unitName) ?? 'day';
    const shift = signedCount(scope, count);
    return addUnits(this.#freeText(this.#base(unit)), shift, unit);
  }

  /** Units below a day are counted from now, unless the range says where relative ranges start. */
  #base(unit: Unit): string {
    return (
      this.#relativeStart ?? (unit === 'second' || unit === 'minute' || unit === 'hour' ? 'now' : 'today')
    );
  }

  #expression(text: string): number {
    return evaluateExpression(text, {
      year: new Date(this.now).getUTCFullYear(),
      freeText: (inner) => this.#freeText(inner),
    });
  }

  #freeText(text: string): number {
    if (BARE_QUANTITY.test(text.trim())) {
      throw queryError(`Time string is ambiguous. Please specify [${text} ago] or [${text} later].`);
    }
    // A second separator is read as the list it looks like: the last moment is the end.
    const last = text.split(SEPARATOR).at(-1) ?? text;
    const date = readDate(last, new Date(this.now).getUTCFullYear());
    if (date) return date.ms;
    const moment = readNatural(last, this.now);
    if (!moment) throw queryError(`Cannot parse time string [${text}]`);
    return moment.clock ? moment.ms : startOf(moment.ms, 'day');
  }
}

function signedCount(scope: string, count: string | undefined): number {
  const word = scope.toLowerCase();
  const number = Number(count ?? 1);
  if (word === 'this') return 0;
  return word === 'next' ? number : -number;
}

/** Units by the letters of a comparison. */
const SHIFTS = new Map<string, 'year' | 'month' | 'week'>([
  ['y', 'year'],
  ['m', 'month'],
  ['w', 'week'],
]);
