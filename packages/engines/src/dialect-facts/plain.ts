import { createHash } from 'node:crypto';
import { type Dialect, STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '@chartroom/query';
import { COMMON_ROWS, COMMON_VALUES } from '../sql/common-functions.ts';
import { STANDARD_QUOTING } from '../sql/quoting.ts';
import { truncations } from '../sql/truncation-grains.ts';

/** What holds for an engine unless it says otherwise: the SQL standard and the reference's defaults (contract/query.md §3.5). */
export const PLAIN: Omit<Dialect, 'id'> = {
  parser: 'generic',
  capabilities: STANDARD_CAPABILITIES,
  lexical: {
    ...STANDARD_LEXICAL,
    nestedComments: true,
  },
  booleans: ['true', 'false'],
  textType: 'VARCHAR',
  ...STANDARD_QUOTING,
  grains: {},
  dateTimeLiteral: () => undefined,
  nativeTypes: [],
  allowedFunctions: { values: COMMON_VALUES, rows: COMMON_ROWS },
  disallowedFunctions: new Set(),
};

/** How epochs become moments; milliseconds are seconds of a thousandth unless the engine has a way of its own. */
export function epochs(
  seconds: string,
  milliseconds = seconds.replaceAll('{col}', '({col}/1000)'),
): Pick<Dialect, 'epochSeconds' | 'epochMilliseconds'> {
  return { epochSeconds: seconds, epochMilliseconds: milliseconds };
}

/** `DATE_TRUNC` from seconds to years: the grains that most engines have. */
export const TRUNCATIONS = truncations({
  PT1S: 'second',
  PT1M: 'minute',
  PT1H: 'hour',
  P1D: 'day',
  P1W: 'week',
  P1M: 'month',
  P3M: 'quarter',
  P1Y: 'year',
});

/** Grains that are one function over the column and a unit, e.g. `TRUNC({col}, '{unit}')`. */
export function unitGrains(
  template: string,
  units: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(units).map(([duration, unit]) => [duration, template.replace('{unit}', unit)]),
  );
}

/** A label and the beginning of its md5, for engines that would take an alias for the column of that name. */
export function withDigest(label: string): string {
  return `${label}_${createHash('md5').update(label).digest('hex').slice(0, 6)}`;
}
