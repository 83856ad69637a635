import { type Dialect, naiveTimestamp } from '@chartroom/query';

/** Types (a pattern over the native type) and how their moments are written; places as in `PLACES`. */
export type LiteralRule = readonly [types: RegExp, template: string];

/** Names of types, from the one that is only a day to any that begins with a word. */
export const DAY = /^date\d*$/i;
export const DATETIME = /^datetime/i;
export const TIMESTAMP = /^timestamp/i;
export const MOMENT = /^(datetime|timestamp)/i;

/** What a place in a template shows of a moment, given as `2024-01-02 03:04:05.678900`. */
const PLACES: Readonly<Record<string, (text: string) => string>> = {
  day: (text) => text.slice(0, 10),
  seconds: (text) => text.slice(0, 19),
  millis: (text) => text.slice(0, 23),
  micros: (text) => text,
  /** Four digits of a second, none where all are zero. */
  short: (text) => text.slice(0, 24).replace(/\.0+$/, ''),
  isoSeconds: (text) => joined(text.slice(0, 19)),
  isoMillis: (text) => joined(text.slice(0, 23)),
  isoMicros: joined,
  /** Microseconds only where there are some. */
  isoShort: (text) => joined(text.replace(/\.0+$/, '')),
  clock: (text) => text.slice(11),
  clockShort: (text) => text.slice(11).replace(/\.0+$/, ''),
};

function joined(text: string): string {
  return text.replace(' ', 'T');
}

/** The literals of an engine (contract/query.md §3.3) from its rules; the first whose pattern fits the type counts. */
export function literals(rules: readonly LiteralRule[]): Dialect['dateTimeLiteral'] {
  return (ms, nativeType) => {
    const template = rules.find(([types]) => types.test(nativeType))?.[1];
    return template?.replace(
      /\{(\w+)\}/g,
      (whole, place: string) => PLACES[place]?.(naiveTimestamp(ms)) ?? whole,
    );
  };
}
