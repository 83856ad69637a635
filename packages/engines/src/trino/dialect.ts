import { GenericType } from '@chartroom/model';
import { type Dialect, naiveTimestamp, STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '@chartroom/query';
import { COMMON_ROWS, COMMON_VALUES } from '../sql/common-functions.ts';
import { STANDARD_QUOTING } from '../sql/quoting.ts';
import { together } from '../sql/words.ts';
import { VALUES } from './functions.ts';

const TIME = 'CAST({col} AS TIMESTAMP)';

/** Grains that are `date_trunc` of a moment, from ISO duration to unit. */
export function momentTruncations(units: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(units).map(([duration, unit]) => [duration, `date_trunc('${unit}', ${TIME})`]),
  );
}

/** Steps of several units: what is beyond the last full step is taken off. */
function steps(unit: string, whole: string, size: number): string {
  return `date_trunc('${whole}', ${TIME}) - interval '1' ${unit} * (${unit}(${TIME}) % ${size})`;
}

/** How the family reads text (SQL standard). */
export const TRINO_LEXICAL: Dialect['lexical'] = {
  ...STANDARD_LEXICAL,
  // `U&'…'` is a text here too; the same switch refuses names that are written so.
  escapeStrings: true,
};

/** Patterns of the family's types (contract/query.md §3.6). */
export const TRINO_TYPES: Dialect['nativeTypes'] = [
  [/^(array|map|row|json|varbinary)/i, GenericType.STRING],
  [/^tinyint/i, GenericType.NUMERIC],
];

/** Trino (contract/query.md §3.2–3.6). */
export const trinoDialect: Dialect = {
  id: 'trino',
  parser: 'trino',
  capabilities: {
    ...STANDARD_CAPABILITIES,
    // The grammar has no IS TRUE.
    isTrue: false,
    crossCatalog: true,
  },
  lexical: TRINO_LEXICAL,
  offsetFirst: true,
  aliasesHideColumns: true,
  booleans: ['true', 'false'],
  textType: 'VARCHAR',
  ...STANDARD_QUOTING,
  grains: {
    ...momentTruncations({ PT1S: 'second' }),
    PT5S: steps('second', 'second', 5),
    PT30S: steps('second', 'second', 30),
    ...momentTruncations({ PT1M: 'minute' }),
    PT5M: steps('minute', 'minute', 5),
    PT10M: steps('minute', 'minute', 10),
    PT15M: steps('minute', 'minute', 15),
    'PT0.5H': steps('minute', 'minute', 30),
    ...momentTruncations({ PT1H: 'hour' }),
    PT6H: steps('hour', 'hour', 6),
    ...momentTruncations({ P1D: 'day', P1W: 'week', P1M: 'month', P3M: 'quarter', P1Y: 'year' }),
    '1969-12-28T00:00:00Z/P1W': `date_trunc('week', ${TIME} + interval '1' day) - interval '1' day`,
    '1969-12-29T00:00:00Z/P1W': `date_trunc('week', ${TIME})`,
    'P1W/1970-01-03T00:00:00Z': `date_trunc('week', ${TIME} + interval '1' day) + interval '5' day`,
    'P1W/1970-01-04T00:00:00Z': `date_trunc('week', ${TIME}) + interval '6' day`,
  },
  dateTimeLiteral(ms, nativeType) {
    if (/^timestamp/i.test(nativeType)) return `TIMESTAMP '${naiveTimestamp(ms)}'`;
    if (/^date/i.test(nativeType)) return `DATE '${naiveTimestamp(ms).slice(0, 10)}'`;
    return undefined;
  },
  epochSeconds: 'from_unixtime({col})',
  epochMilliseconds: 'from_unixtime(({col}/1000))',
  nativeTypes: TRINO_TYPES,
  partitionMacros: ['trino', 'presto'],
  // Not in the contract's list: they hand text to another database, past what is known of its tables.
  allowedFunctions: { values: together(COMMON_VALUES, VALUES), rows: COMMON_ROWS },
  disallowedFunctions: new Set(['query', 'raw_query']),
};

/** Presto reads and writes as Trino does. */
export const prestoDialect: Dialect = {
  ...trinoDialect,
  id: 'presto',
  parser: 'presto',
  partitionMacros: ['presto'],
};
