/** The first and the last moment of some data: milliseconds since 1970 on the clock of the data. */
export interface Extent {
  first: number;
  last: number;
}

const SECOND = 1_000;
const DAY = 86_400_000;

/** The moments of an answer's cells, which come as numbers, or as texts where the engine knows no times. */
export function extentOf(first: unknown, last: unknown): Extent | undefined {
  const [from, to] = [momentOf(first), momentOf(last)];
  return from === undefined || to === undefined ? undefined : { first: from, last: to };
}

/** What holds several extents. */
export function spanOf(extents: readonly Extent[]): Extent | undefined {
  if (extents.length === 0) return undefined;
  return {
    first: Math.min(...extents.map(({ first }) => first)),
    last: Math.max(...extents.map(({ last }) => last)),
  };
}

/** The range that holds all of an extent; its end is the first moment outside. Days stay days. */
export function wholeRange({ first, last }: Extent): string {
  const areDays = first % DAY === 0 && last % DAY === 0;
  const from = Math.floor(first / SECOND) * SECOND;
  const end = areDays ? last + DAY : (Math.floor(last / SECOND) + 1) * SECOND;
  return `${isoOf(from)} : ${isoOf(end)}`;
}

/** A moment for people; midnight is the day alone. */
export function momentText(moment: number): string {
  const text = isoOf(moment).replace('T', ' ');
  return moment % DAY === 0 ? text.slice(0, 10) : text;
}

function isoOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 19);
}

function momentOf(value: unknown): number | undefined {
  // A text without a zone is meant on the clock of the data, too.
  const text = typeof value === 'string' ? value.replace(' ', 'T') : undefined;
  const zoned = text !== undefined && /[zZ]|[+-]\d\d:?\d\d$/.test(text.slice(10));
  const moment = text === undefined ? value : Date.parse(zoned || text.length <= 10 ? text : `${text}Z`);
  // Beyond these days there is no date to write.
  return typeof moment === 'number' && Math.abs(moment) <= 8.64e15 ? moment : undefined;
}
