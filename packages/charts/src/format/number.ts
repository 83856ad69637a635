import { ownMember } from '@chartroom/model';
import { type FormatLocaleObject, formatLocale, formatSpecifier } from 'd3-format';
import { type DurationStyle, formatDuration } from './duration.ts';

export type NumberFormatter = (value: number | null | undefined) => string;

/** The adaptive format: what an empty format means. */
export const SMART_NUMBER = 'SMART_NUMBER';

/** Thousands and decimals of the locale, with the plain minus of the field (not U+2212). */
const LOCALE: FormatLocaleObject = formatLocale({
  decimal: '.',
  thousands: ',',
  grouping: [3],
  currency: ['$', ''],
  minus: '-',
});

const DURATIONS: Readonly<Record<string, DurationStyle>> = {
  DURATION: 'words',
  DURATION_SUB: 'exact',
  DURATION_COL: 'clock',
};

const DECIMAL_BYTES = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;
const BINARY_BYTES = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'] as const;

const MEMORY: Readonly<Record<string, (value: number) => string>> = {
  MEMORY_DECIMAL: (value) => bytes(value, 1000, DECIMAL_BYTES),
  MEMORY_BINARY: (value) => bytes(value, 1024, BINARY_BYTES),
  MEMORY_TRANSFER_RATE_DECIMAL: (value) => `${bytes(value, 1000, DECIMAL_BYTES)}/s`,
  MEMORY_TRANSFER_RATE_BINARY: (value) => `${bytes(value, 1024, BINARY_BYTES)}/s`,
};

/** Formats that old charts hold and what they mean (contract, formats of numbers). */
const LEGACY: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      [',.4~f', [',0', 'null', ',#', ',.', ',0s', ',2f', ',g']],
      ['.4~f', ['.', '.r']],
      ['.0%', ['%', '0%', '1%', '3%', '%%%']],
      [',.0%', [',%']],
      ['+,.0%', ['+,%']],
      ['.1%', ['.1%f', '.0%f']],
      [',d', [',f', '0f', 'f', ',0f', 'int']],
      [',.4f', [',r']],
      ['$,d', ['$,f', '$f', '$,.0']],
      ['$,.1~f', ['$,.1']],
      ['$,.4f', ['$,0', '$,0f', '$,.f']],
      ['+,d', ['+,']],
    ] as const
  ).flatMap(([meaning, spellings]) => spellings.map((spelling) => [spelling, meaning])),
);

/** Formatters that are kept. */
const MOST_KEPT = 500;
/** Characters of a format, and of what it may pad a number to. */
const LONGEST = 200;

const cache = new Map<string, NumberFormatter>();

/**
 * The formatter of a number format: a known name, a d3 specification, or nothing (adaptive). An unknown
 * format does not fail: the value is written as it is, with a note.
 */
export function numberFormatter(format?: string | null): NumberFormatter {
  const id = format?.trim() || SMART_NUMBER;
  const known = cache.get(id);
  if (known) return known;
  const made = withSpecials(formatOf(id));
  // Whoever makes up formats does not fill the memory with them.
  if (cache.size >= MOST_KEPT) cache.clear();
  cache.set(id, made);
  return made;
}

function withSpecials(format: (value: number) => string): NumberFormatter {
  return (value) => {
    if (value === null || value === undefined || Number.isNaN(value)) return String(value);
    if (value === Number.POSITIVE_INFINITY) return '∞';
    if (value === Number.NEGATIVE_INFINITY) return '-∞';
    return format(value);
  };
}

function formatOf(id: string): (value: number) => string {
  if (id === SMART_NUMBER) return smart;
  if (id === 'SMART_NUMBER_SIGNED') return (value) => (value > 0 ? `+${smart(value)}` : smart(value));
  // Hides what the axis cannot show: the axis passes the largest value it draws, all others stay adaptive.
  if (id === 'OVER_MAX_HIDDEN') return smart;
  const duration = ownMember(DURATIONS, id);
  if (duration) return (value) => formatDuration(value, duration);
  return ownMember(MEMORY, id) ?? specified(ownMember(LEGACY, id) ?? id);
}

function specified(specification: string): (value: number) => string {
  try {
    if (specification.length > LONGEST) return invalid(specification);
    const parts = formatSpecifier(specification);
    if ((parts.width ?? 0) > LONGEST) return invalid(specification);
    const write = LOCALE.format(specification);
    if (parts.type !== 'r') return write;
    // d3 rounds zero to no digits at all; the field writes as many as for any other number.
    const zero = LOCALE.format(
      formatSpecifier(
        specification.replace(/r$/, 'f').replace(/\.\d+/, `.${Math.max(0, (parts.precision ?? 6) - 1)}`),
      ).toString(),
    );
    return (value) => (value === 0 ? zero(value) : write(value));
  } catch {
    return invalid(specification);
  }
}

function invalid(specification: string): (value: number) => string {
  return (value) => `${value} (Invalid format: ${specification.slice(0, LONGEST)})`;
}

const SI3 = LOCALE.format('.3~s');
const FIXED2 = LOCALE.format('.2~f');
const FIXED4 = LOCALE.format('.4~f');

function smart(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1000) return SI3(value).replace('G', 'B');
  if (size >= 1) return FIXED2(value);
  if (size >= 0.001) return FIXED4(value);
  if (size > 0.000001) return `${SI3(value * 1e6)}µ`;
  return SI3(value);
}

function bytes(value: number, base: number, units: readonly string[]): string {
  if (value === 0) return `0${units[0]}`;
  const size = Math.abs(value);
  const power = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log(size) / Math.log(base))));
  return `${value < 0 ? '-' : ''}${Number.parseFloat((size / base ** power).toFixed(2))}${units[power]}`;
}
