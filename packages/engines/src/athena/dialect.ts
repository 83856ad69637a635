import { type Dialect, naiveTimestamp, STANDARD_CAPABILITIES } from '@chartroom/query';
import { COMMON_ROWS, COMMON_VALUES } from '../sql/common-functions.ts';
import { STANDARD_QUOTING } from '../sql/quoting.ts';
import { together } from '../sql/words.ts';
import { momentTruncations, TRINO_LEXICAL } from '../trino/dialect.ts';
import { VALUES } from '../trino/functions.ts';

const WEEK_OF_NEXT_DAY = "date_trunc('week', date_add('day', 1, CAST({col} AS TIMESTAMP)))";

/** Amazon Athena, which runs Trino's SQL (contract/query.md §3.2–3.6). */
export const athenaDialect: Dialect = {
  id: 'awsathena',
  parser: 'athena',
  capabilities: {
    ...STANDARD_CAPABILITIES,
    isTrue: false,
  },
  // Statements about tables write names in backticks.
  lexical: { ...TRINO_LEXICAL, backticks: true },
  offsetFirst: true,
  aliasesHideColumns: true,
  booleans: ['true', 'false'],
  textType: 'VARCHAR',
  // Names come back in small letters; the answer has the label as it was.
  mutateLabel: (label) => label.toLowerCase(),
  ...STANDARD_QUOTING,
  grains: {
    ...momentTruncations({
      PT1S: 'second',
      PT1M: 'minute',
      PT1H: 'hour',
      P1D: 'day',
      P1W: 'week',
      P1M: 'month',
      P3M: 'quarter',
      P1Y: 'year',
    }),
    'P1W/1970-01-03T00:00:00Z': `date_add('day', 5, ${WEEK_OF_NEXT_DAY})`,
    '1969-12-28T00:00:00Z/P1W': `date_add('day', -1, ${WEEK_OF_NEXT_DAY})`,
  },
  dateTimeLiteral(ms, nativeType) {
    if (/^timestamp/i.test(nativeType)) return `TIMESTAMP '${naiveTimestamp(ms).slice(0, -3)}'`;
    if (/^date(?!time)/i.test(nativeType)) return `DATE '${naiveTimestamp(ms).slice(0, 10)}'`;
    return undefined;
  },
  epochSeconds: 'from_unixtime({col})',
  epochMilliseconds: 'from_unixtime(({col}/1000))',
  nativeTypes: [],
  // Not in the contract's list: they hand text to another database, past what is known of its tables.
  allowedFunctions: { values: together(COMMON_VALUES, VALUES), rows: COMMON_ROWS },
  disallowedFunctions: new Set(['query', 'raw_query']),
};
