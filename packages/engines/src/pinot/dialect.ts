import { type Dialect, STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '@chartroom/query';
import { VALUES } from '../druid/functions.ts';
import { COMMON_ROWS, COMMON_VALUES } from '../sql/common-functions.ts';
import { STANDARD_QUOTING } from '../sql/quoting.ts';
import { together } from '../sql/words.ts';

const truncated = (unit: string): string => `DATE_TRUNC('${unit}', CAST({col} AS TIMESTAMP))`;
const asMoment = (expression: string): string => `CAST(${expression} AS TIMESTAMP)`;
const rounded = (minutes: number): string => asMoment(`ROUND(${truncated('minute')}, ${minutes * 60_000})`);
const converted = (unit: string): string =>
  `DATETIMECONVERT({col}, '1:${unit}:EPOCH', '1:${unit}:EPOCH', '1:${unit}')`;

/** Apache Pinot (conformance table of grains). */
export const pinotDialect: Dialect = {
  ...STANDARD_QUOTING,
  id: 'pinot',
  parser: 'generic',
  capabilities: {
    ...STANDARD_CAPABILITIES,
    joins: false,
    subqueries: false,
    aliasInOrderBy: false,
    isTrue: false,
  },
  lexical: STANDARD_LEXICAL,
  booleans: ['true', 'false'],
  textType: 'VARCHAR',
  grains: {
    PT1S: asMoment(truncated('second')),
    PT1M: asMoment(truncated('minute')),
    PT5M: rounded(5),
    PT10M: rounded(10),
    PT15M: rounded(15),
    PT30M: rounded(30),
    PT1H: asMoment(truncated('hour')),
    P1D: asMoment(truncated('day')),
    P1W: asMoment(truncated('week')),
    P1M: asMoment(truncated('month')),
    P3M: asMoment(truncated('quarter')),
    P1Y: asMoment(truncated('year')),
  },
  dateTimeLiteral: () => undefined,
  epochSeconds: converted('SECONDS'),
  epochMilliseconds: converted('MILLISECONDS'),
  nativeTypes: [],
  allowedFunctions: { values: together(COMMON_VALUES, VALUES), rows: COMMON_ROWS },
  disallowedFunctions: new Set(['lookup', 'groovy', 'sleep']),
};
