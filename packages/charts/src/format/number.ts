import { type Formats, ownMember } from '@chartroom/model';
import { type FormatLocaleObject, formatSpecifier } from 'd3-format';
import { type DurationStyle, formatDuration } from './duration.ts';
import { currentFormats } from './formats.ts';
import { type FormatLocale, localeOf } from './locale.ts';

export type NumberFormatter = (value: number | null | undefined) => string;

/** The adaptive format: what an empty format means. */
export const SMART_NUMBER = 'SMART_NUMBER';

const DURATIONS: Readonly<Record<string, DurationStyle>> = {
  DURATION: 'words',
  DURATION_SUB: 'exact',
  DURATION_COL: 'clock',
};

const DECIMAL_BYTES = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;
const BINARY_BYTES = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'] as const;

const MEMORY: Readonly<Record<string, Memory>> = {
  MEMORY_DECIMAL: { base: 1000, units: DECIMAL_BYTES, each: '' },
  MEMORY_BINARY: { base: 1024, units: BINARY_BYTES, each: '' },
  MEMORY_TRANSFER_RATE_DECIMAL: { base: 1000, units: DECIMAL_BYTES, each: '/s' },
  MEMORY_TRANSFER_RATE_BINARY: { base: 1024, units: BINARY_BYTES, each: '/s' },
};

/** How amounts of bytes are written. */
interface Memory {
  base: number;
  units: readonly string[];
  /** What stands behind the unit. */
  each: string;
}

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

const caches = new WeakMap<Formats, Map<string, NumberFormatter>>();

/**
 * The formatter of a number format: a known name, a d3 specification, or nothing (adaptive). An unknown
 * format does not fail: the value is written as it is, with a note.
 */
export function numberFormatter(
  format?: string | null,
  formats: Formats = currentFormats(),
): NumberFormatter {
  const id = format?.trim() || SMART_NUMBER;
  const cache = caches.get(formats) ?? new Map<string, NumberFormatter>();
  caches.set(formats, cache);
  const known = cache.get(id);
  if (known) return known;
  const made = withSpecials(formatOf(id, localeOf(formats)));
  // Whoever makes up formats does not fill the memory with them.
  if (cache.size >= MOST_KEPT) cache.clear();
  cache.set(id, made);
  return made;
}

/** Writes numbers by a format as they are written at that time; for what is made before anything is drawn. */
export function laterNumbers(format: string): NumberFormatter {
  return (value) => numberFormatter(format)(value);
}

function withSpecials(format: (value: number) => string): NumberFormatter {
  return (value) => {
    if (value === null || value === undefined || Number.isNaN(value)) return String(value);
    if (value === Number.POSITIVE_INFINITY) return '∞';
    if (value === Number.NEGATIVE_INFINITY) return '-∞';
    return format(value);
  };
}

function formatOf(id: string, { numbers, decimal }: FormatLocale): (value: number) => string {
  const smart = smartFormat(numbers);
  if (id === SMART_NUMBER) return smart;
  if (id === 'SMART_NUMBER_SIGNED') return (value) => (value > 0 ? `+${smart(value)}` : smart(value));
  // Hides what the axis cannot show: the axis passes the largest value it draws, all others stay adaptive.
  if (id === 'OVER_MAX_HIDDEN') return smart;
  const duration = ownMember(DURATIONS, id);
  if (duration) return (value) => formatDuration(value, duration);
  const memory = ownMember(MEMORY, id);
  if (memory) return (value) => bytes(value, memory).replace('.', decimal);
  return specified(ownMember(LEGACY, id) ?? id, numbers);
}

function specified(specification: string, numbers: FormatLocaleObject): (value: number) => string {
  try {
    if (specification.length > LONGEST) return invalid(specification);
    const parts = formatSpecifier(specification);
    if ((parts.width ?? 0) > LONGEST) return invalid(specification);
    const write = numbers.format(specification);
    if (parts.type !== 'r') return write;
    // d3 rounds zero to no digits at all; the field writes as many as for any other number.
    const zero = numbers.format(
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

function smartFormat(numbers: FormatLocaleObject): (value: number) => string {
  const scaled = numbers.format('.3~s');
  const hundredths = numbers.format('.2~f');
  const fine = numbers.format('.4~f');
  return (value) => {
    if (value === 0) return '0';
    const size = Math.abs(value);
    if (size >= 1000) return scaled(value).replace('G', 'B');
    if (size >= 1) return hundredths(value);
    if (size >= 0.001) return fine(value);
    if (size > 0.000001) return `${scaled(value * 1e6)}µ`;
    return scaled(value);
  };
}

function bytes(value: number, { base, units, each }: Memory): string {
  if (value === 0) return `0${units[0]}${each}`;
  const size = Math.abs(value);
  const power = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log(size) / Math.log(base))));
  return `${value < 0 ? '-' : ''}${Number.parseFloat((size / base ** power).toFixed(2))}${units[power]}${each}`;
}
