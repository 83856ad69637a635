import { GenericType } from '@chartroom/model';
import type { Dialect } from '@chartroom/query';
import { duckdbDialect } from '../duckdb/dialect.ts';
import { DATETIME, DAY, literals, MOMENT, TIMESTAMP } from './literals.ts';
import { epochs, PLAIN, TRUNCATIONS, unitGrains, withDigest } from './plain.ts';

export const motherduck: Dialect = { ...duckdbDialect, id: 'motherduck' };

export const ascend: Dialect = {
  ...PLAIN,
  id: 'ascend',
  grains: TRUNCATIONS,
  dateTimeLiteral: literals([
    [DAY, "CAST('{day}' AS DATE)"],
    [TIMESTAMP, "CAST('{isoMicros}' AS TIMESTAMP)"],
  ]),
  ...epochs('from_unixtime({col})'),
};

export const crate: Dialect = {
  ...PLAIN,
  id: 'crate',
  grains: TRUNCATIONS,
  dateTimeLiteral: literals([[TIMESTAMP, "CAST('{isoShort}' AS TIMESTAMP)"]]),
  ...epochs('{col} * 1000', '{col}'),
};

export const exasol: Dialect = {
  ...PLAIN,
  id: 'exa',
  parser: 'exasol',
  maxLabelLength: 128,
  grains: TRUNCATIONS,
};

export const databend: Dialect = {
  ...PLAIN,
  id: 'databend',
  mutateLabel: withDigest,
  grains: {
    PT1S: "DATE_TRUNC('SECOND', {col})",
    ...unitGrains('to_{unit}(TO_DATETIME({col}))', {
      PT1M: 'start_of_minute',
      PT5M: 'start_of_five_minutes',
      PT10M: 'start_of_ten_minutes',
      PT15M: 'start_of_fifteen_minutes',
      PT1H: 'start_of_hour',
      P1D: 'start_of_day',
      P1W: 'monday',
      P1M: 'start_of_month',
      P3M: 'start_of_quarter',
      P1Y: 'start_of_year',
    }),
  },
  dateTimeLiteral: literals([
    [TIMESTAMP, "TO_TIMESTAMP('{isoMicros}')"],
    [/datetime/i, "to_dateTime('{seconds}')"],
    [/date/i, "to_date('{day}')"],
  ]),
  ...epochs('{col}'),
  // Found anywhere in the name, as in `Nullable(Float64)`.
  nativeTypes: [
    [/array|map|json|tuple|string/i, GenericType.STRING],
    [/bool/i, GenericType.BOOLEAN],
    [/(^|\()(u?int\d+|float|decimal)/i, GenericType.NUMERIC],
    [/date|timestamp/i, GenericType.TEMPORAL],
  ],
};

export const firebolt: Dialect = {
  ...PLAIN,
  id: 'firebolt',
  grains: Object.fromEntries(
    Object.entries(TRUNCATIONS).map(([duration, template]) => [
      duration,
      template.replace('DATE_TRUNC', 'date_trunc').replace('{col}', 'CAST({col} AS TIMESTAMP)'),
    ]),
  ),
  dateTimeLiteral: literals([
    [DAY, "CAST('{day}' AS DATE)"],
    [DATETIME, "CAST('{isoSeconds}' AS DATETIME)"],
    [TIMESTAMP, "CAST('{isoSeconds}' AS TIMESTAMP)"],
  ]),
  ...epochs('from_unixtime({col})'),
};

export const ocient: Dialect = {
  ...PLAIN,
  id: 'ocient',
  capabilities: { ...PLAIN.capabilities, cteInSubquery: false },
  maxLabelLength: 30,
  grains: unitGrains("ROUND({col}, '{unit}')", {
    PT1S: 'SECOND',
    PT1M: 'MINUTE',
    PT1H: 'HOUR',
    P1D: 'DAY',
    P1W: 'WEEK',
    P1M: 'MONTH',
    'P0.25Y': 'QUARTER',
    P1Y: 'YEAR',
  }),
  ...epochs("DATEADD(S, {col}, '1970-01-01')", "DATEADD(MS, {col}, '1970-01-01')"),
};

export const teradata: Dialect = {
  ...PLAIN,
  id: 'teradatasql',
  parser: 'teradata',
  maxLabelLength: 30,
  grains: unitGrains("TRUNC(CAST({col} as DATE), '{unit}')", {
    PT1M: 'MI',
    PT1H: 'HH',
    P1D: 'DDD',
    P1W: 'WW',
    P1M: 'MONTH',
    P3M: 'Q',
    P1Y: 'YEAR',
  }),
  ...epochs(
    "CAST(((CAST(DATE '1970-01-01' + ({col} / 86400) AS TIMESTAMP(0) AT 0)) AT 0) + (({col} MOD 86400) * INTERVAL '00:00:01' HOUR TO SECOND) AS TIMESTAMP(0))",
  ),
};

const DB2_GRAINS = {
  PT1S: 'CAST({col} as TIMESTAMP) - MICROSECOND({col}) MICROSECONDS',
  PT1M: 'CAST({col} as TIMESTAMP) - SECOND({col}) SECONDS - MICROSECOND({col}) MICROSECONDS',
  PT1H: 'CAST({col} as TIMESTAMP) - MINUTE({col}) MINUTES - SECOND({col}) SECONDS - MICROSECOND({col}) MICROSECONDS ',
  P1D: 'DATE({col})',
  P1W: '{col} - (DAYOFWEEK({col})) DAYS',
  P1M: '{col} - (DAY({col})-1) DAYS',
  P3M: '{col} - (DAY({col})-1) DAYS - (MONTH({col})-1) MONTHS + ((QUARTER({col})-1) * 3) MONTHS',
  P1Y: '{col} - (DAY({col})-1) DAYS - (MONTH({col})-1) MONTHS',
};

export const db2: Dialect = {
  ...PLAIN,
  id: 'db2',
  maxLabelLength: 30,
  grains: DB2_GRAINS,
  ...epochs("(TIMESTAMP('1970-01-01', '00:00:00') + {col} SECONDS)"),
};

export const ibmi: Dialect = {
  ...db2,
  id: 'ibmi',
  maxLabelLength: 128,
  ...epochs("(DAYS({col}) - DAYS('1970-01-01')) * 86400 + MIDNIGHT_SECONDS({col})"),
};

const clockParts = (parts: string): string =>
  `CAST(CAST({col} AS DATE) || ' ' || EXTRACT(HOUR FROM {col}) || ${parts} AS TIMESTAMP)`;

export const firebird: Dialect = {
  ...PLAIN,
  id: 'firebird',
  grains: {
    PT1S: clockParts("':' || EXTRACT(MINUTE FROM {col}) || ':' || FLOOR(EXTRACT(SECOND FROM {col}))"),
    PT1M: clockParts("':' || EXTRACT(MINUTE FROM {col}) || ':00'"),
    PT1H: clockParts("':00:00'"),
    P1D: 'CAST({col} AS DATE)',
    P1M: "CAST(EXTRACT(YEAR FROM {col}) || '-' || EXTRACT(MONTH FROM {col}) || '-01' AS DATE)",
    P1Y: "CAST(EXTRACT(YEAR FROM {col}) || '-01-01' AS DATE)",
  },
  dateTimeLiteral: literals([
    [DAY, "CAST('{day}' AS DATE)"],
    [MOMENT, "CAST('{short}' AS TIMESTAMP)"],
    [/^time/i, "CAST('{clockShort}' AS TIME)"],
  ]),
  ...epochs("DATEADD(second, {col}, CAST('00:00:00' AS TIMESTAMP))"),
};
