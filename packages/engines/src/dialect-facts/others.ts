import { GenericType } from '@chartroom/model';
import type { Dialect } from '@chartroom/query';
import { DATETIME, DAY, literals, MOMENT, TIMESTAMP } from './literals.ts';
import { epochs, PLAIN, unitGrains } from './plain.ts';

const couchbaseLiteral = (place: string): string =>
  `DATETIME(DATE_FORMAT_STR(STR_TO_UTC('{${place}}'), 'iso8601'))`;

export const couchbase: Dialect = {
  ...PLAIN,
  id: 'couchbase',
  capabilities: { ...PLAIN.capabilities, joins: false, subqueries: false },
  grains: unitGrains("DATE_TRUNC_STR(TOSTRING({col}),'{unit}')", {
    PT1S: 'second',
    PT1M: 'minute',
    PT1H: 'hour',
    P1D: 'day',
    P1M: 'month',
    P3M: 'quarter',
    P1Y: 'year',
  }),
  dateTimeLiteral: literals([
    [/^date$/i, couchbaseLiteral('day')],
    [/^/, couchbaseLiteral('isoSeconds')],
  ]),
  ...epochs('MILLIS_TO_STR({col} * 1000)', 'MILLIS_TO_STR({col})'),
};

/** Azure Data Explorer in its own language. */
export const kustokql: Dialect = {
  ...PLAIN,
  allowedFunctions: 'any',
  id: 'kustokql',
  parser: 'kusto',
  grains: {
    ...unitGrains('bin({col},{unit})', {
      PT1S: '1s',
      PT30S: '30s',
      PT1M: '1m',
      PT5M: '5m',
      PT30M: '30m',
      PT1H: '1h',
    }),
    ...unitGrains('startof{unit}({col})', { P1D: 'day', P1W: 'week', P1M: 'month', P1Y: 'year' }),
  },
  dateTimeLiteral: literals([
    [DAY, 'datetime({day})'],
    [MOMENT, 'datetime({isoMicros})'],
  ]),
};

const since = (unit: string): string => `DATEADD(${unit}, DATEDIFF(${unit}, 0, {col}), 0)`;
const minutes = (count: number): string =>
  `DATEADD(minute, DATEDIFF(minute, 0, {col}) / ${count} * ${count}, 0)`;
const SUNDAY = `DATEADD(day, -1, ${since('week')})`;

/** Azure Data Explorer in SQL. */
export const kustosql: Dialect = {
  ...PLAIN,
  id: 'kustosql',
  parser: 'tsql',
  grains: {
    PT1S: "DATEADD(second, DATEDIFF(second, '2000-01-01', {col}), '2000-01-01')",
    PT1M: since('minute'),
    PT5M: minutes(5),
    PT10M: minutes(10),
    PT15M: minutes(15),
    'PT0.5H': minutes(30),
    PT1H: since('hour'),
    P1D: since('day'),
    P1W: SUNDAY,
    P1M: since('month'),
    P3M: since('quarter'),
    P1Y: since('year'),
    '1969-12-28T00:00:00Z/P1W': SUNDAY,
    '1969-12-29T00:00:00Z/P1W': 'DATEADD(week, DATEDIFF(week, 0, DATEADD(day, -1, {col})), 0)',
  },
  dateTimeLiteral: literals([
    [DAY, "CONVERT(DATE, '{day}', 23)"],
    [DATETIME, "CONVERT(DATETIME, '{isoMillis}', 126)"],
    [TIMESTAMP, "CONVERT(TIMESTAMP, '{seconds}', 20)"],
    [/^smalldatetime/i, "CONVERT(SMALLDATETIME, '{seconds}', 20)"],
  ]),
  nativeTypes: [[/^smalldatetime/i, GenericType.TEMPORAL]],
};

export const solr: Dialect = {
  ...PLAIN,
  id: 'solr',
  parser: 'solr',
  capabilities: { ...PLAIN.capabilities, joins: false, subqueries: false },
};

export const tdengine: Dialect = {
  ...PLAIN,
  id: 'taosws',
  maxLabelLength: 64,
  grains: unitGrains('TIMETRUNCATE({col}, {unit}, 0)', {
    PT1S: '1s',
    PT1M: '1m',
    PT1H: '1h',
    P1D: '1d',
    P1W: '1w',
  }),
};

const intervals = (...durations: string[]): Record<string, string> =>
  unitGrains(
    "DateTime::MakeDatetime(DateTime::StartOf({col}, Interval('{unit}')))",
    Object.fromEntries(durations.map((duration) => [duration, duration])),
  );

export const ydb: Dialect = {
  ...PLAIN,
  id: 'yql',
  grains: {
    ...intervals('PT1S', 'PT30S', 'PT1M', 'PT5M', 'PT10M', 'PT15M', 'PT30M', 'PT1H', 'P1D'),
    ...unitGrains('DateTime::MakeDatetime(DateTime::StartOf{unit}({col}))', {
      P1W: 'Week',
      P1M: 'Month',
      P3M: 'Quarter',
      P1Y: 'Year',
    }),
  },
  dateTimeLiteral: literals([
    [DAY, "DateTime::MakeDate(DateTime::ParseIso8601('{day}'))"],
    [MOMENT, "DateTime::MakeDatetime(DateTime::ParseIso8601('{isoSeconds}'))"],
  ]),
  ...epochs('DateTime::MakeDatetime({col})'),
};
