import { GenericType } from '@chartroom/model';
import { type Dialect, naiveTimestamp, STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '@chartroom/query';
import { VALUES } from '../druid/functions.ts';
import { COMMON_ROWS, COMMON_VALUES } from '../sql/common-functions.ts';
import { STANDARD_QUOTING } from '../sql/quoting.ts';
import { truncations } from '../sql/truncation-grains.ts';
import { together } from '../sql/words.ts';

function isoLiteral(ms: number): string {
  return `'${naiveTimestamp(ms).slice(0, 19).replace(' ', 'T')}'`;
}

const isMoment = (nativeType: string): boolean => /^(datetime|timestamp)/i.test(nativeType);

/** The SQL of Elasticsearch (conformance table of grains). */
export const elasticsearchDialect: Dialect = {
  ...STANDARD_QUOTING,
  id: 'elasticsearch',
  parser: 'generic',
  capabilities: {
    ...STANDARD_CAPABILITIES,
    joins: false,
    isTrue: false,
  },
  lexical: {
    ...STANDARD_LEXICAL,
    backticks: true,
    nestedComments: true,
  },
  booleans: ['true', 'false'],
  textType: 'VARCHAR',
  grains: truncations({
    PT1S: 'second',
    PT1M: 'minute',
    PT1H: 'hour',
    P1D: 'day',
    P1W: 'week',
    P1M: 'month',
    P1Y: 'year',
  }),
  dateTimeLiteral: (ms, nativeType) =>
    isMoment(nativeType) ? `CAST(${isoLiteral(ms)} AS DATETIME)` : undefined,
  epochSeconds: 'CAST({col} * 1000 AS DATETIME)',
  epochMilliseconds: 'CAST({col} AS DATETIME)',
  nativeTypes: [
    [/^(keyword|constant_keyword|wildcard|ip|version)$/i, GenericType.STRING],
    [/^(byte|short|unsigned_long|half_float|scaled_float)$/i, GenericType.NUMERIC],
  ],
  allowedFunctions: { values: together(COMMON_VALUES, VALUES), rows: COMMON_ROWS },
  disallowedFunctions: new Set(['user', 'database']),
};

function formatted(pattern: string): string {
  return `date_format({col}, '${pattern}.000')`;
}

/** The SQL of Open Distro, which is near to MySQL's. */
export const openDistroDialect: Dialect = {
  ...elasticsearchDialect,
  id: 'odelasticsearch',
  quoteIdentifier: (name) => `\`${name.replaceAll('`', '``')}\``,
  lexical: { ...elasticsearchDialect.lexical, doubleQuotedStrings: true, hashComments: true },
  grains: {
    PT1S: formatted('yyyy-MM-dd HH:mm:ss'),
    PT1M: formatted('yyyy-MM-dd HH:mm:00'),
    PT1H: formatted('yyyy-MM-dd HH:00:00'),
    P1D: formatted('yyyy-MM-dd 00:00:00'),
    P1M: formatted('yyyy-MM-01 00:00:00'),
    P1Y: formatted('yyyy-01-01 00:00:00'),
  },
  dateTimeLiteral: (ms, nativeType) => (isMoment(nativeType) ? isoLiteral(ms) : undefined),
  epochSeconds: 'FROM_UNIXTIME({col})',
  epochMilliseconds: 'FROM_UNIXTIME({col} / 1000)',
};
