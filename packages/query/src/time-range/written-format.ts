import { daysOfMonth, naive } from './calendar.ts';
import { monthOf } from './date-text.ts';

/** Parts of a moment as a format finds them. */
interface Parts {
  year: number;
  month: number;
  day: number;
  /** Milliseconds since midnight. */
  clock: number;
  afternoon?: boolean;
}

type Directive = readonly [pattern: string, read: (text: string, parts: Parts) => void];

const DIRECTIVES: Readonly<Record<string, Directive>> = {
  Y: ['\\d{4}', (text, parts) => Object.assign(parts, { year: Number(text) })],
  y: [
    '\\d{2}',
    (text, parts) => Object.assign(parts, { year: Number(text) + (Number(text) < 69 ? 2000 : 1900) }),
  ],
  m: ['\\d{1,2}', (text, parts) => Object.assign(parts, { month: Number(text) - 1 })],
  b: ['[A-Za-z]{3,}', (text, parts) => Object.assign(parts, { month: monthOf(text) ?? -1 })],
  B: ['[A-Za-z]+', (text, parts) => Object.assign(parts, { month: monthOf(text) ?? -1 })],
  d: ['\\d{1,2}', (text, parts) => Object.assign(parts, { day: Number(text) })],
  e: ['\\d{1,2}', (text, parts) => Object.assign(parts, { day: Number(text) })],
  j: ['\\d{1,3}', (text, parts) => Object.assign(parts, dayOfYear(parts.year, Number(text)))],
  H: ['\\d{1,2}', (text, parts) => addClock(parts, Number(text), 3_600_000)],
  I: ['\\d{1,2}', (text, parts) => addClock(parts, Number(text) % 12, 3_600_000)],
  M: ['\\d{1,2}', (text, parts) => addClock(parts, Number(text), 60_000)],
  S: ['\\d{1,2}', (text, parts) => addClock(parts, Number(text), 1000)],
  f: ['\\d{1,9}', (text, parts) => addClock(parts, Number(text) / 10 ** text.length, 1000)],
  p: ['[AaPp][Mm]', (text, parts) => Object.assign(parts, { afternoon: /^p/i.test(text) })],
  z: ['Z|[+-]\\d{2}:?\\d{2}', () => undefined],
  Z: ['[A-Za-z]*', () => undefined],
  a: ['[A-Za-z]+', () => undefined],
  A: ['[A-Za-z]+', () => undefined],
};

/** Characters of a format. */
const LONGEST_FORMAT = 255;
/** Characters of a text in which a date is looked for. */
const LONGEST_DATE = 200;
/** Directives for words; only so many may stand in a format that they can try every way to share letters. */
const WORDS: ReadonlySet<string> = new Set(['a', 'A', 'b', 'B', 'Z']);
const MOST_WORDS = 2;

/**
 * A reader of text in a `strftime` format (`%Y-%m-%d %H:%M:%S`), to naive epoch milliseconds. Only the
 * beginning of the text must follow the format; undefined for text that does not. Undefined as a whole when
 * the format has a directive that is not known.
 */
export function formatReader(format: string): ((text: string) => number | undefined) | undefined {
  if (format.length > LONGEST_FORMAT) return undefined;
  const used: Directive[] = [];
  let known = true;
  const pattern = format.replace(/%(.)|[^%]/gs, (written, letter: string | undefined) => {
    if (letter === undefined || letter === '%')
      return (letter ?? written).replace(/[.*+?^${}()|[\]\\]/, '\\$&');
    const directive = DIRECTIVES[letter];
    // One directive twice has no meaning, and makes texts that do not fit slow to refuse.
    if (!directive || used.includes(directive)) {
      known = false;
      return '';
    }
    used.push(directive);
    return `(${directive[0]})`;
  });
  if (!known || format.split('%').filter((part) => WORDS.has(part.charAt(0))).length > MOST_WORDS)
    return undefined;
  const expression = new RegExp(`^${pattern}`);
  return (text) => {
    const match = expression.exec(text.slice(0, LONGEST_DATE).trim());
    if (!match) return undefined;
    const parts: Parts = { year: 1900, month: 0, day: 1, clock: 0 };
    for (const [place, [, read]] of used.entries()) read(match[place + 1] ?? '', parts);
    return momentOf(parts);
  };
}

function addClock(parts: Parts, count: number, unit: number): void {
  parts.clock += count * unit;
}

function dayOfYear(year: number, day: number): Pick<Parts, 'month' | 'day'> {
  const date = new Date(naive(year, 0, day));
  return { month: date.getUTCMonth(), day: date.getUTCDate() };
}

function momentOf({ year, month, day, clock, afternoon }: Parts): number | undefined {
  if (month < 0 || month > 11 || day < 1 || day > daysOfMonth(year, month)) return undefined;
  return naive(year, month, day) + clock + (afternoon ? 43_200_000 : 0);
}
