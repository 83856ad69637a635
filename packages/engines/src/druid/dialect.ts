import { type Dialect, naiveTimestamp, STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '@chartroom/query';
import { COMMON_ROWS, COMMON_VALUES } from '../sql/common-functions.ts';
import { STANDARD_QUOTING } from '../sql/quoting.ts';
import { together } from '../sql/words.ts';
import { VALUES } from './functions.ts';

const MOMENT = 'CAST({col} AS TIMESTAMP)';
const PERIODS = 'PT1S PT5S PT30S PT1M PT5M PT10M PT15M PT30M PT1H PT6H P1D P1W P1M P3M P1Y'.split(' ');

/** A week that begins or ends on another day than Monday: `days` from the floor of the day after. */
function shiftedWeek(days: number): string {
  return `TIME_SHIFT(TIME_FLOOR(TIME_SHIFT(${MOMENT}, 'P1D', 1), 'P1W'), 'P1D', ${days})`;
}

/** Apache Druid (conformance table of grains). */
export const druidDialect: Dialect = {
  ...STANDARD_QUOTING,
  id: 'druid',
  parser: 'druid',
  capabilities: {
    ...STANDARD_CAPABILITIES,
    joins: false,
  },
  lexical: STANDARD_LEXICAL,
  booleans: ['true', 'false'],
  textType: 'VARCHAR',
  grains: {
    ...Object.fromEntries(PERIODS.map((period) => [period, `TIME_FLOOR(${MOMENT}, '${period}')`])),
    'P1W/1970-01-03T00:00:00Z': shiftedWeek(5),
    '1969-12-28T00:00:00Z/P1W': shiftedWeek(-1),
  },
  dateTimeLiteral(ms, nativeType) {
    const text = naiveTimestamp(ms);
    if (/^(datetime|timestamp)/i.test(nativeType))
      return `TIME_PARSE('${text.slice(0, 19).replace(' ', 'T')}')`;
    if (/^date/i.test(nativeType)) return `CAST(TIME_PARSE('${text.slice(0, 10)}') AS DATE)`;
    return undefined;
  },
  epochSeconds: 'MILLIS_TO_TIMESTAMP({col} * 1000)',
  epochMilliseconds: 'MILLIS_TO_TIMESTAMP({col})',
  nativeTypes: [],
  allowedFunctions: { values: together(COMMON_VALUES, VALUES), rows: COMMON_ROWS },
  disallowedFunctions: new Set([
    'extern',
    'inline',
    'http',
    'localfiles',
    's3',
    'google',
    'azurestorage',
    'inputsource',
  ]),
};
