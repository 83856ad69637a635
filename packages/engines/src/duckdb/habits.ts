import type { FileSource } from '../files/file-source.ts';
import { quoteText } from './sql-text.ts';
import { GROUPS, momentOf, type NumberSigns, numberPattern, ORDERED } from './value-texts.ts';

/** What nothing in a file tells: the sign before fractions (`1,234`), or whether the day stands first (`03/04/2024`). */
export type Doubt = 'decimal' | 'days';

/** How the values of a column are written. */
export interface Habits {
  numbers: NumberSigns;
  /** Undefined when nothing tells: such a column is no column of days. */
  dayFirst: boolean | undefined;
  doubt?: Doubt | undefined;
  /** Values, how many of them are numbers or days as they are written here, and how many days could be read in either order. */
  counts?: { values: number; numbers: number; days: number; ordered: number };
}

/** What other columns of the file have shown. */
export interface Evidence {
  point: boolean;
  comma: boolean;
  dayFirst: boolean;
  monthFirst: boolean;
}

/** Nothing yet. */
export const NO_EVIDENCE: Evidence = { point: false, comma: false, dayFirst: false, monthFirst: false };

/** The habits that somebody named; of a file that is not looked at, those of the reference's reader. */
export function saidHabits(source: FileSource): Habits {
  return {
    numbers: { decimal: source.decimalSeparator || '.', groups: source.thousandsSeparator ?? '' },
    dayFirst: source.dayFirst ?? false,
  };
}

const SIGNS: Readonly<Record<'point' | 'comma', NumberSigns>> = {
  point: { decimal: '.', groups: GROUPS['.'] ?? '' },
  comma: { decimal: ',', groups: GROUPS[','] ?? '' },
};
const PLAIN: NumberSigns = { decimal: '.', groups: '' };

/** Values of a column that are written in each way. */
interface Ways {
  values: number;
  point: number;
  comma: number;
  /** Numbers as the engine writes them. */
  plain: number;
  /** Those with a point or a comma. */
  signed: number;
  dayFirst: number;
  monthFirst: number;
  /** Days whose parts may stand in either order. */
  ordered: number;
}

/** Aggregates that count the ways of a column. */
export function wayCounts(text: string, source: FileSource): string[] {
  const count = (test: string): string => `count(CASE WHEN ${test} THEN 1 END)`;
  const matches = (pattern: string): string => count(`regexp_matches(${text}, ${quoteText(pattern)})`);
  return [
    `count(${text})`,
    matches(numberPattern(SIGNS.point)),
    matches(numberPattern(SIGNS.comma)),
    matches(numberPattern(PLAIN)),
    matches('[.,]'),
    count(`${momentOf(text, true, source)} IS NOT NULL`),
    count(`${momentOf(text, false, source)} IS NOT NULL`),
    matches(ORDERED),
  ];
}

function waysOf(counts: readonly unknown[]): Ways {
  const [values = 0, point = 0, comma = 0, plain = 0, signed = 0, dayFirst = 0, monthFirst = 0, ordered = 0] =
    counts.map(Number);
  return { values, point, comma, plain, signed, dayFirst, monthFirst, ordered };
}

/** The habits of each column, out of what `wayCounts` counted, one column after the other. What one tells holds for those that tell nothing. */
export function findHabits(
  counts: readonly (readonly unknown[])[],
  source: FileSource,
  known: Evidence,
): { habits: Habits[]; evidence: Evidence } {
  const ways = counts.map(waysOf);
  const evidence = ways.reduce(addEvidence, known);
  return { habits: ways.map((each) => habitsOf(each, source, evidence)), evidence };
}

function addEvidence(evidence: Evidence, ways: Ways): Evidence {
  const isAll = (count: number): boolean => ways.values > 0 && count === ways.values;
  const [point, comma] = [isAll(ways.point), isAll(ways.comma)];
  const [day, month] = [isAll(ways.dayFirst), isAll(ways.monthFirst)];
  return {
    point: evidence.point || (point && !comma),
    comma: evidence.comma || (comma && !point),
    dayFirst: evidence.dayFirst || (day && !month),
    monthFirst: evidence.monthFirst || (month && !day),
  };
}

function habitsOf(ways: Ways, source: FileSource, evidence: Evidence): Habits {
  const { numbers, isOpen } = numberHabit(ways, source, evidence);
  const dayFirst = dayHabit(ways, source, evidence);
  const days = Math.max(ways.dayFirst, ways.monthFirst);
  const isDays = ways.values > 0 && days === ways.values;
  const doubt = isOpen ? 'decimal' : undefined;
  return {
    numbers,
    dayFirst,
    doubt: isDays && dayFirst === undefined ? 'days' : doubt,
    counts: {
      values: ways.values,
      numbers: numbers.decimal === ',' ? ways.comma : ways.point,
      days,
      ordered: ways.ordered,
    },
  };
}

/** The signs of numbers, and whether another reading is as good. */
function numberHabit(
  ways: Ways,
  source: FileSource,
  evidence: Evidence,
): { numbers: NumberSigns; isOpen: boolean } {
  if (source.decimalSeparator) {
    const groups = source.thousandsSeparator ?? GROUPS[source.decimalSeparator] ?? '';
    return { numbers: { decimal: source.decimalSeparator, groups }, isOpen: false };
  }
  if (ways.point !== ways.comma)
    return { numbers: written(ways.comma > ways.point ? 'comma' : 'point', ways), isOpen: false };
  const isOpen = ways.values > 0 && ways.point === ways.values && ways.signed > 0;
  const isComma = evidence.comma === evidence.point ? source.delimiter === ';' : evidence.comma;
  return {
    numbers: isOpen ? SIGNS[isComma ? 'comma' : 'point'] : written('point', ways),
    isOpen: isOpen && evidence.comma === evidence.point,
  };
}

/** Signs of a column; where its numbers are all plain, the engine reads them without help. */
function written(sign: 'point' | 'comma', ways: Ways): NumberSigns {
  return sign === 'point' && ways.plain === ways.point ? PLAIN : SIGNS[sign];
}

/** Whether the day stands first; undefined when nothing tells. */
function dayHabit(ways: Ways, source: FileSource, evidence: Evidence): boolean | undefined {
  if (source.dayFirst !== undefined) return source.dayFirst;
  if (ways.dayFirst !== ways.monthFirst) return ways.dayFirst > ways.monthFirst;
  if (ways.ordered === 0) return false;
  return evidence.dayFirst === evidence.monthFirst ? undefined : evidence.dayFirst;
}
