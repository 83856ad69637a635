import type { Dialect } from '@chartroom/query';
import { postgresDialect } from '../postgres/dialect.ts';
import { DAY, literals, MOMENT } from './literals.ts';
import { epochs, PLAIN, TRUNCATIONS } from './plain.ts';

/** Amazon Redshift: labels in lower case, up to 127. */
export const redshift: Dialect = {
  ...postgresDialect,
  id: 'redshift',
  parser: 'redshift',
  maxLabelLength: 127,
  mutateLabel: (label) => label.toLowerCase(),
  nativeTypes: [],
};

export const cockroach: Dialect = {
  ...postgresDialect,
  id: 'cockroachdb',
  parser: 'cockroachdb',
  dateTimeLiteral: literals([
    [/^(datetime|timestamp|text|string|varchar|char|n?varchar)/i, "'{seconds}'"],
    [DAY, "'{day}'"],
  ]),
};

export const risingwave: Dialect = { ...postgresDialect, id: 'risingwave', parser: 'risingwave' };

export const vertica: Dialect = {
  ...PLAIN,
  id: 'vertica',
  grains: postgresDialect.grains,
  dateTimeLiteral: postgresDialect.dateTimeLiteral,
  ...epochs("(timestamp 'epoch' + {col} * interval '1 second')"),
};

export const netezza: Dialect = { ...vertica, id: 'netezza', grains: TRUNCATIONS };

/** SAP HANA (contract/query.md §3.5: labels of at most 30). */
export const hana: Dialect = {
  ...PLAIN,
  id: 'hana',
  maxLabelLength: 30,
  grains: {
    PT1S: 'TO_TIMESTAMP(SUBSTRING(TO_TIMESTAMP({col}),0,20))',
    PT1M: "TO_TIMESTAMP(SUBSTRING(TO_TIMESTAMP({col}),0,17) || '00')",
    PT1H: "TO_TIMESTAMP(SUBSTRING(TO_TIMESTAMP({col}),0,14) || '00:00')",
    P1D: 'TO_DATE({col})',
    P1M: "TO_DATE(SUBSTRING(TO_DATE({col}),0,7)||'-01')",
    P3M: "TO_DATE(SUBSTRING( TO_DATE({col}), 0, 5)|| LPAD(CAST((CAST(SUBSTRING(QUARTER( TO_DATE({col}), 1), 7, 1) as int)-1)*3 +1 as text),2,'0') ||'-01')",
    P1Y: "TO_DATE(YEAR({col})||'-01-01')",
  },
  dateTimeLiteral: literals([
    [DAY, "TO_DATE('{day}', 'YYYY-MM-DD')"],
    [/^timestamp/i, `TO_TIMESTAMP('{isoMicros}', 'YYYY-MM-DD"T"HH24:MI:SS.ff6')`],
  ]),
  ...epochs("(timestamp 'epoch' + {col} * interval '1 second')"),
};

/** Denodo answers in PostgreSQL's protocol and reads SQL of its own. */
export const denodo: Dialect = {
  ...PLAIN,
  id: 'denodo',
  grains: {
    PT1M: "TRUNC({col},'MI')",
    PT1H: "TRUNC({col},'HH')",
    P1D: "TRUNC({col},'DDD')",
    P1W: "TRUNC({col},'W')",
    P1M: "TRUNC({col},'MONTH')",
    P3M: "TRUNC({col},'Q')",
    P1Y: "TRUNC({col},'YEAR')",
  },
  dateTimeLiteral: literals([
    [DAY, "TO_DATE('yyyy-MM-dd', '{day}')"],
    [MOMENT, "TO_TIMESTAMP('yyyy-MM-dd HH:mm:ss.SSS', '{millis}')"],
  ]),
  ...epochs('GETTIMEFROMMILLIS({col})'),
};
