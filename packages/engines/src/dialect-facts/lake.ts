import { GenericType } from '@chartroom/model';
import type { Dialect } from '@chartroom/query';
import { databricksDialect } from '../databricks/dialect.ts';
import { DAY, literals, TIMESTAMP } from './literals.ts';
import { epochs, PLAIN, TRUNCATIONS, unitGrains, withDigest } from './plain.ts';

const DAY_AND_TIMESTAMP = literals([
  [/^date/i, "CAST('{day}' AS DATE)"],
  [TIMESTAMP, "CAST('{micros}' AS TIMESTAMP)"],
]);
const HIVE_TYPES: Dialect['nativeTypes'] = [
  [/^interval/i, GenericType.TEMPORAL],
  [/^tinyint/i, GenericType.NUMERIC],
  [/^(json|varbinary|array|row|map)/i, GenericType.STRING],
];
const BACKTICKS: Pick<Dialect, 'lexical' | 'quoteIdentifier' | 'quoteString'> = {
  lexical: {
    ...PLAIN.lexical,
    backticks: true,
    backslashEscapes: true,
    doubleQuotedStrings: true,
    nestedComments: false,
  },
  quoteIdentifier: (name) => `\`${name.replaceAll('`', '``')}\``,
  quoteString: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
};
const stamped = (pattern: string): string => `from_unixtime(unix_timestamp({col}), '${pattern}')`;

export const hive: Dialect = {
  ...PLAIN,
  allowedFunctions: databricksDialect.allowedFunctions,
  ...BACKTICKS,
  id: 'hive',
  parser: 'hive',
  textType: 'STRING',
  maxLabelLength: 767,
  grains: {
    PT1S: stamped('yyyy-MM-dd HH:mm:ss'),
    PT1M: stamped('yyyy-MM-dd HH:mm:00'),
    PT1H: stamped('yyyy-MM-dd HH:00:00'),
    P1D: stamped('yyyy-MM-dd 00:00:00'),
    P1W: "date_format(date_sub({col}, CAST(7-from_unixtime(unix_timestamp({col}),'u') as int)), 'yyyy-MM-dd 00:00:00')",
    P1M: stamped('yyyy-MM-01 00:00:00'),
    P3M: "date_format(add_months(trunc({col}, 'MM'), -(month({col})-1)%3), 'yyyy-MM-dd 00:00:00')",
    P1Y: stamped('yyyy-01-01 00:00:00'),
    'P1W/1970-01-03T00:00:00Z':
      "date_format(date_add({col}, INT(6-from_unixtime(unix_timestamp({col}), 'u'))), 'yyyy-MM-dd 00:00:00')",
    '1969-12-28T00:00:00Z/P1W':
      "date_format(date_add({col}, -INT(from_unixtime(unix_timestamp({col}), 'u'))), 'yyyy-MM-dd 00:00:00')",
  },
  dateTimeLiteral: DAY_AND_TIMESTAMP,
  ...epochs('from_unixtime({col})'),
  nativeTypes: HIVE_TYPES,
};

const LOWER_TRUNCATIONS = Object.fromEntries(
  Object.entries(TRUNCATIONS).map(([duration, template]) => [
    duration,
    template.replace('DATE_TRUNC', 'date_trunc'),
  ]),
);

export const spark: Dialect = {
  ...hive,
  id: 'spark',
  parser: 'spark',
  grains: {
    ...LOWER_TRUNCATIONS,
    'P1W/1970-01-03T00:00:00Z': "date_trunc('week', {col} + interval '1 day') + interval '5 days'",
    '1969-12-28T00:00:00Z/P1W': "date_trunc('week', {col} + interval '1 day') - interval '1 day'",
  },
};

export const impala: Dialect = {
  ...PLAIN,
  allowedFunctions: databricksDialect.allowedFunctions,
  ...BACKTICKS,
  id: 'impala',
  parser: 'hive',
  textType: 'STRING',
  grains: unitGrains("TRUNC({col}, '{unit}')", {
    PT1M: 'MI',
    PT1H: 'HH',
    P1D: 'DD',
    P1W: 'WW',
    P1M: 'MONTH',
    P3M: 'Q',
    P1Y: 'YYYY',
  }),
  dateTimeLiteral: literals([
    [DAY, "CAST('{day}' AS DATE)"],
    [TIMESTAMP, "CAST('{isoMicros}' AS TIMESTAMP)"],
  ]),
  ...epochs('from_unixtime({col})'),
};

export const kylin: Dialect = {
  ...PLAIN,
  id: 'kylin',
  grains: {
    ...unitGrains('CAST(FLOOR(CAST({col} AS TIMESTAMP) TO {unit}) AS TIMESTAMP)', {
      PT1S: 'SECOND',
      PT1M: 'MINUTE',
      PT1H: 'HOUR',
    }),
    ...unitGrains('CAST(FLOOR(CAST({col} AS TIMESTAMP) TO {unit}) AS DATE)', {
      P1D: 'DAY',
      P1W: 'WEEK',
      P1M: 'MONTH',
      P3M: 'QUARTER',
      P1Y: 'YEAR',
    }),
  },
  dateTimeLiteral: literals([
    [DAY, "CAST('{day}' AS DATE)"],
    [TIMESTAMP, "CAST('{seconds}' AS TIMESTAMP)"],
  ]),
};

export const drill: Dialect = {
  ...PLAIN,
  ...BACKTICKS,
  id: 'drill',
  parser: 'drill',
  mutateLabel: withDigest,
  grains: unitGrains("NEARESTDATE({col}, '{unit}')", {
    PT1S: 'SECOND',
    PT1M: 'MINUTE',
    PT15M: 'QUARTER_HOUR',
    PT30M: 'HALF_HOUR',
    PT1H: 'HOUR',
    P1D: 'DAY',
    P1W: 'WEEK_SUNDAY',
    P1M: 'MONTH',
    P3M: 'QUARTER',
    P1Y: 'YEAR',
  }),
  dateTimeLiteral: literals([
    [DAY, "TO_DATE('{day}', 'yyyy-MM-dd')"],
    [TIMESTAMP, "TO_TIMESTAMP('{seconds}', 'yyyy-MM-dd HH:mm:ss')"],
  ]),
  ...epochs('TO_DATE(({col}*1000))', 'TO_DATE({col})'),
};

export const dremio: Dialect = {
  ...PLAIN,
  id: 'dremio',
  parser: 'dremio',
  mutateLabel: withDigest,
  grains: TRUNCATIONS,
  dateTimeLiteral: literals([
    [DAY, "TO_DATE('{day}', 'YYYY-MM-DD')"],
    [TIMESTAMP, "TO_TIMESTAMP('{millis}', 'YYYY-MM-DD HH24:MI:SS.FFF')"],
  ]),
  ...epochs('TO_DATE({col})'),
};

export const parseable: Dialect = {
  ...PLAIN,
  id: 'parseable',
  parser: 'datafusion',
  grains: LOWER_TRUNCATIONS,
  dateTimeLiteral: literals([[TIMESTAMP, "'{isoSeconds}.000'"]]),
  ...epochs('to_timestamp({col})', 'to_timestamp({col} / 1000)'),
};
