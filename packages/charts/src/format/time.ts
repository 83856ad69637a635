import { type Formats, ownMember } from '@chartroom/model';
import type { TimeLocaleObject } from 'd3-time-format';
import { currentFormats } from './formats.ts';
import { hasRecordedTimes, localeOf } from './locale.ts';

export type TimeFormatter = (value: Date | number | string | null | undefined) => string;

/** The adaptive time format. */
export const SMART_DATE = 'smart_date';

/** Patterns of an adaptive format, finest unit first. */
interface AdaptivePatterns {
  millisecond: string;
  second: string;
  minute: string;
  hour: string;
  day: string;
  week: string;
  month: string;
  year: string;
}

const ADAPTIVE: Readonly<Record<string, AdaptivePatterns>> = {
  smart_date: {
    millisecond: '.%Lms',
    second: ':%Ss',
    minute: '%I:%M',
    hour: '%I %p',
    day: '%a %d',
    week: '%b %d',
    month: '%B',
    year: '%Y',
  },
  smart_date_verbose: {
    millisecond: '.%L',
    second: '%a %b %d, %I:%M:%S %p',
    minute: '%a %b %d, %I:%M %p',
    hour: '%a %b %d, %I %p',
    day: '%a %b %-e',
    week: '%a %b %-e',
    month: '%b %Y',
    year: '%Y',
  },
  smart_date_detailed: {
    millisecond: '%Y-%m-%d %H:%M:%S.%L',
    second: '%Y-%m-%d %H:%M:%S',
    minute: '%Y-%m-%d %H:%M',
    hour: '%Y-%m-%d %H:%M',
    day: '%Y-%m-%d',
    week: '%Y-%m-%d',
    month: '%Y-%m-%d',
    year: '%Y',
  },
};

/** Labels of an axis of time, as the drawing library writes them by itself. */
const AXIS: AdaptivePatterns = {
  millisecond: '%H:%M:%S.%L',
  second: '%H:%M:%S',
  minute: '%H:%M',
  hour: '%H:%M',
  day: '%-d',
  week: '%-d',
  month: '%b',
  year: '%Y',
};

/** Formatters that are kept. */
const MOST_KEPT = 500;
/** Characters of a pattern. */
const LONGEST = 1_000;

const caches = new WeakMap<Formats, Map<string, TimeFormatter>>();

/**
 * The formatter of a time format: an adaptive name, a d3 pattern, or nothing (adaptive). Times are read as UTC
 * unless the format starts with `local!`. Values: moments, epoch milliseconds or ISO text.
 */
export function timeFormatter(format?: string | null, formats: Formats = currentFormats()): TimeFormatter {
  const id = format?.trim() || SMART_DATE;
  const cache = caches.get(formats) ?? new Map<string, TimeFormatter>();
  caches.set(formats, cache);
  const known = cache.get(id);
  if (known) return known;
  const { times } = localeOf(formats);
  const adaptive = ownMember(ADAPTIVE, id);
  const write = adaptive ? adaptiveFormat(adaptive, times) : patternFormat(id, times);
  const made: TimeFormatter = (value) => {
    if (value === null || value === undefined) return String(value);
    const moment = value instanceof Date ? value : new Date(value);
    return Number.isNaN(moment.getTime()) ? String(value) : write(moment);
  };
  if (cache.size >= MOST_KEPT) cache.clear();
  cache.set(id, made);
  return made;
}

/**
 * Adaptive labels of an axis of time; undefined in English, which the drawing library writes by itself. Its own names of
 * months are English whatever the formats are.
 */
export function axisMoments(
  formats: Formats = currentFormats(),
): ((value: string | number) => string) | undefined {
  if (hasRecordedTimes(formats)) return undefined;
  const write = adaptiveFormat(AXIS, localeOf(formats).times);
  return (value) => write(new Date(value));
}

function patternFormat(id: string, times: TimeLocaleObject): (moment: Date) => string {
  if (id.length > LONGEST)
    return (moment) => `${moment.toISOString()} (Invalid format: ${id.slice(0, 100)}…)`;
  return id.startsWith('local!') ? times.format(id.slice('local!'.length)) : times.utcFormat(id);
}

function adaptiveFormat(patterns: AdaptivePatterns, times: TimeLocaleObject): (moment: Date) => string {
  const write = (pattern: string) => times.utcFormat(pattern);
  const formats = {
    millisecond: write(patterns.millisecond),
    second: write(patterns.second),
    minute: write(patterns.minute),
    hour: write(patterns.hour),
    day: write(patterns.day),
    week: write(patterns.week),
    month: write(patterns.month),
    year: write(patterns.year),
  };
  return (moment) => {
    if (moment.getUTCMilliseconds() !== 0) return formats.millisecond(moment);
    if (moment.getUTCSeconds() !== 0) return formats.second(moment);
    if (moment.getUTCMinutes() !== 0) return formats.minute(moment);
    if (moment.getUTCHours() !== 0) return formats.hour(moment);
    if (moment.getUTCDate() !== 1)
      return moment.getUTCDay() === 0 ? formats.week(moment) : formats.day(moment);
    if (moment.getUTCMonth() !== 0) return formats.month(moment);
    return formats.year(moment);
  };
}
