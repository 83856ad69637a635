import type { FileSource } from '../files/file-source.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** Signs by which numbers are written. */
export interface NumberSigns {
  decimal: string;
  /** Signs that may stand between thousands; empty when none does. */
  groups: string;
}

/** Formats tried beside ISO 8601, by what stands first. */
const FORMATS = {
  month: ['%m/%d/%Y', '%m/%d/%Y %H:%M:%S', '%m/%d/%Y %H:%M', '%m-%d-%Y'],
  day: ['%d/%m/%Y', '%d/%m/%Y %H:%M:%S', '%d/%m/%Y %H:%M', '%d-%m-%Y', '%d.%m.%Y', '%d.%m.%Y %H:%M:%S'],
};
/** Those that are looked for in files that are looked at, too. */
const FOUND_FORMATS = {
  month: [...FORMATS.month, '%m/%d/%y', '%m/%d/%y %H:%M', '%m/%d/%Y %I:%M:%S %p', '%m/%d/%Y %I:%M %p'],
  day: [...FORMATS.day, '%d.%m.%Y %H:%M', '%d.%m.%y', '%d/%m/%y', '%d.%m.%y %H:%M', '%d/%m/%y %H:%M'],
};

/** A number may have blanks around it, as behind a comma. One with a leading zero is a code: its zero counts. */
export const WHOLE = '^\\s*[+-]?(0|[1-9][0-9]*)\\s*$';
export const DECIMAL = '^\\s*[+-]?(([0-9]+[.]?[0-9]*)|([.][0-9]+))([eE][+-]?[0-9]+)?\\s*$';
export const CODE = '^\\s*[+-]?0[0-9]';

/** Blanks between thousands: the usual one, and those that keep a line together. */
const BLANKS = String.raw` \x{00a0}\x{202f}\x{2009}`;
const APOSTROPHES = String.raw`'\x{2019}`;

/** Signs between thousands, by the sign before fractions. */
export const GROUPS: Readonly<Record<string, string>> = {
  '.': `,${APOSTROPHES}${BLANKS}`,
  ',': `.${APOSTROPHES}${BLANKS}`,
};

/** The text of a column's values. */
export function textOf(name: string, source: FileSource): string {
  return source.skipInitialSpace ? `ltrim(${quoteName(name)})` : quoteName(name);
}

/** The pattern of numbers that are written by some signs. Thousands are all parted by the same sign; what begins with a zero has none. */
export function numberPattern({ decimal, groups }: NumberSigns, kind: 'whole' | 'any' = 'any'): string {
  const parts = groupSigns(groups).map((sign) => `(${sign}[0-9]{3})+`);
  const grouped = parts.length > 0 ? `|[1-9][0-9]{0,2}(${parts.join('|')})` : '';
  const sign = `[${escaped(decimal)}]`;
  const fraction = kind === 'any' ? `(${sign}[0-9]*)?` : '';
  const bare = kind === 'any' ? `|${sign}[0-9]+` : '';
  const power = kind === 'any' ? '([eE][+-]?[0-9]+)?' : '';
  return `^\\s*[+-]?((0|[1-9][0-9]*${grouped})${fraction}${bare})${power}\\s*$`;
}

/** One pattern for each way of grouping: blanks are all one, and apostrophes. */
function groupSigns(groups: string): string[] {
  const classes = [APOSTROPHES, BLANKS].filter((each) => groups.includes(each));
  const others = classes.reduce((rest, each) => rest.replace(each, ''), groups);
  return [...[...others].map(escaped), ...classes].map((sign) => `[${sign}]`);
}

const escaped = (signs: string): string => signs.replaceAll(/[\\\]^-]/g, String.raw`\$&`);

/** A text as the engine reads numbers. */
export function numberText(text: string, { decimal, groups }: NumberSigns): string {
  const plain =
    groups === '' ? text : `regexp_replace(${text}, ${quoteText(`[${groupClass(groups)}]`)}, '', 'g')`;
  return decimal === '.' ? plain : `replace(${plain}, ${quoteText(decimal)}, '.')`;
}

const groupClass = (groups: string): string =>
  Object.values(GROUPS).includes(groups) ? groups : escaped(groups);

/** Whether a text begins as a day does whose parts may stand in either order. */
export const ORDERED = '^\\s*[0-9]{1,2}[-/.][0-9]{1,2}[-/.]';

/** The moment that a text tells; null when it tells none. */
export function momentOf(text: string, dayFirst: boolean, { detect }: Pick<FileSource, 'detect'>): string {
  const first = dayFirst ? 'day' : 'month';
  const formats = detect ? byShape(text, FOUND_FORMATS[first]) : byTrial(text, FORMATS[first]);
  // Formats are slow to try: only what does not begin with a year is read by them.
  return `CASE WHEN regexp_matches(${text}, '^\\s*[0-9]{1,2}[-/.]') THEN ${formats}
    WHEN regexp_matches(${text}, '^\\s*[0-9]{4}[-/]') THEN try_cast(${text} AS TIMESTAMP) END`;
}

const byTrial = (text: string, formats: readonly string[]): string =>
  `try_strptime(trim(${text}), [${formats.map(quoteText).join(', ')}])`;

/** Reads by the one format that a text looks like: each that fails takes far longer than a look. */
function byShape(text: string, formats: readonly string[]): string {
  const ways = formats.map(
    (format) =>
      `WHEN regexp_matches(${text}, ${quoteText(shapeOf(format))}) THEN try_strptime(trim(${text}), ${quoteText(format)})`,
  );
  return `(CASE ${ways.join(' ')} END)`;
}

/** What a text looks like that is written in a format. A year of two digits is none of the first century. */
function shapeOf(format: string): string {
  const parts: Readonly<Record<string, string>> = { '%Y': '[0-9]{4}', '%y': '[0-9]{2}', '%p': '[AaPp][Mm]' };
  const shape = format.replaceAll('.', '[.]').replaceAll(/%[a-zA-Z]/g, (part) => parts[part] ?? '[0-9]{1,2}');
  return `^\\s*${shape}\\s*$`;
}
