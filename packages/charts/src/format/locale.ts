import { type Formats, isLanguage } from '@chartroom/model';
import { type FormatLocaleDefinition, type FormatLocaleObject, formatLocale } from 'd3-format';
import { type TimeLocaleDefinition, type TimeLocaleObject, timeFormatLocale } from 'd3-time-format';

/** What writes numbers and moments. */
export interface FormatLocale {
  numbers: FormatLocaleObject;
  /** What stands between the whole and the rest of a number. */
  decimal: string;
  times: TimeLocaleObject;
}

type Seven = TimeLocaleDefinition['days'];
type Twelve = TimeLocaleDefinition['months'];

/** Thousands and decimals of English, with the plain minus of the field (not U+2212). */
const ENGLISH_NUMBERS: FormatLocaleDefinition = {
  decimal: '.',
  thousands: ',',
  grouping: [3],
  currency: ['$', ''],
  minus: '-',
};

const ENGLISH_TIMES: TimeLocaleDefinition = {
  dateTime: '%x, %X',
  date: '%-m/%-d/%Y',
  time: '%-I:%M:%S %p',
  periods: ['AM', 'PM'],
  days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  shortDays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
};

/** Languages whose formats are those that recorded charts were written in. */
const RECORDED = new Set(['en', 'en-US']);

const locales = new WeakMap<Formats, FormatLocale>();

/**
 * The formats of a language: its signs in numbers, its names of months and weekdays. What the installation says of its
 * own wins. A currency keeps its symbol, wherever the language puts it. A language that is not known is English.
 */
export function localeOf(formats: Formats): FormatLocale {
  const known = locales.get(formats);
  if (known) return known;
  const { language } = formats;
  const isRecorded = RECORDED.has(language) || !isLanguage(language);
  const numbers = ownNumbers(isRecorded ? ENGLISH_NUMBERS : numbersOf(language), formats.numbers);
  const times = ownTimes(isRecorded ? ENGLISH_TIMES : timesOf(language), formats.times);
  const made: FormatLocale = {
    numbers: formatLocale(numbers),
    decimal: numbers.decimal,
    times: timeFormatLocale(times),
  };
  locales.set(formats, made);
  return made;
}

/** Whether moments are written as recorded charts have them. */
export function hasRecordedTimes({ language, times = {} }: Formats): boolean {
  return (RECORDED.has(language) || !isLanguage(language)) && Object.keys(times).length === 0;
}

function ownNumbers(usual: FormatLocaleDefinition, own: Formats['numbers'] = {}): FormatLocaleDefinition {
  const { numerals, percent = usual.percent, nan } = own;
  return {
    decimal: own.decimal ?? usual.decimal,
    thousands: own.thousands ?? usual.thousands,
    grouping: own.grouping ?? usual.grouping,
    currency: own.currency ?? usual.currency,
    minus: own.minus ?? '-',
    ...(numerals && { numerals }),
    ...(percent !== undefined && { percent }),
    ...(nan !== undefined && { nan }),
  };
}

function ownTimes(usual: TimeLocaleDefinition, own: Formats['times'] = {}): TimeLocaleDefinition {
  const [before = usual.periods[0], after = usual.periods[1]] = own.periods ?? [];
  return {
    dateTime: own.dateTime ?? usual.dateTime,
    date: own.date ?? usual.date,
    time: own.time ?? usual.time,
    periods: [before, after],
    days: seven(own.days ?? usual.days),
    shortDays: seven(own.shortDays ?? usual.shortDays),
    months: twelve(own.months ?? usual.months),
    shortMonths: twelve(own.shortMonths ?? usual.shortMonths),
  };
}

function numbersOf(language: string): FormatLocaleDefinition {
  const parts = new Intl.NumberFormat(language, {
    numberingSystem: 'latn',
    minimumFractionDigits: 1,
  }).formatToParts(1_234_567_890_123.5);
  const sign = (type: Intl.NumberFormatPartTypes, usual: string) =>
    parts.find((part) => part.type === type)?.value ?? usual;
  const whole = parts.filter((part) => part.type === 'integer').map(({ value }) => value.length);
  // From the right: the sizes of the groups, the last of which goes on.
  const [last = 3, next = last] = whole.toReversed();
  return {
    ...ENGLISH_NUMBERS,
    decimal: sign('decimal', '.'),
    thousands: sign('group', ''),
    grouping: next === last ? [last] : [last, ...Array.from({ length: 9 }, () => next)],
    currency: currencyPlaces(language),
    percent: percentSign(language),
  };
}

/** The dollar of English formats, where the language puts a currency. */
function currencyPlaces(language: string): [before: string, behind: string] {
  const parts = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).formatToParts(1);
  const at = parts.findIndex((part) => part.type === 'currency');
  const number = parts.findIndex((part) => part.type === 'integer');
  if (at > number) return ['', `${literal(parts[at - 1])}$`];
  return [`$${literal(parts[at + 1])}`, ''];
}

function percentSign(language: string): string {
  const parts = new Intl.NumberFormat(language, { style: 'percent' }).formatToParts(0.5);
  const at = parts.findIndex((part) => part.type === 'percentSign');
  // d3 writes it behind the number, wherever the language puts it.
  return at > 0 ? `${literal(parts[at - 1])}%` : '%';
}

function literal(part: Intl.NumberFormatPart | undefined): string {
  return part?.type === 'literal' ? part.value : '';
}

function timesOf(language: string): TimeLocaleDefinition {
  const names = (options: Intl.DateTimeFormatOptions, dates: readonly number[]) => {
    const write = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC', calendar: 'gregory' });
    return dates.map((date) => write.format(date));
  };
  return {
    dateTime: '%x, %X',
    date: datePattern(language),
    time: '%H:%M:%S',
    periods: [periodAt(language, 9), periodAt(language, 21)],
    days: seven(names({ weekday: 'long' }, WEEK)),
    shortDays: seven(names({ weekday: 'short' }, WEEK)),
    months: twelve(names({ month: 'long' }, YEAR)),
    shortMonths: twelve(names({ month: 'short' }, YEAR)),
  };
}

/** A week that begins on a Sunday, and the first days of the months of a year. */
const WEEK = Array.from({ length: 7 }, (_, day) => Date.UTC(2023, 0, 1 + day));
const YEAR = Array.from({ length: 12 }, (_, month) => Date.UTC(2023, month, 1));

function seven(names: readonly string[]): Seven {
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = ''] = names;
  return [a, b, c, d, e, f, g];
}

function twelve(names: readonly string[]): Twelve {
  const [a = '', b = '', c = '', d = '', e = '', ...rest] = names;
  const [f = '', g = '', h = '', i = '', j = '', k = '', l = ''] = rest;
  return [a, b, c, d, e, f, g, h, i, j, k, l];
}

const DATE_PARTS: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {
  day: '%d',
  month: '%m',
  year: '%Y',
};

function datePattern(language: string): string {
  const write = new Intl.DateTimeFormat(language, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
    calendar: 'gregory',
  });
  return write
    .formatToParts(0)
    .map(({ type, value }) => DATE_PARTS[type] ?? value.replaceAll('%', '%%'))
    .join('');
}

function periodAt(language: string, hour: number): string {
  const write = new Intl.DateTimeFormat(language, { hour: 'numeric', hour12: true, timeZone: 'UTC' });
  const parts = write.formatToParts(Date.UTC(2023, 0, 1, hour));
  return parts.find(({ type }) => type === 'dayPeriod')?.value ?? (hour < 12 ? 'AM' : 'PM');
}
