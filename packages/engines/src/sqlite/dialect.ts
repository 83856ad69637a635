import { GenericType } from '@chartroom/model';
import { type Dialect, naiveTimestamp, STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '@chartroom/query';
import { STANDARD_QUOTING } from '../sql/quoting.ts';
import { ROWS, VALUES } from './functions.ts';

const TEXT_OR_TIMESTAMP = /^(datetime|timestamp|text|string|varchar|char|n?varchar)/i;

const formatted = (pattern: string): string => `DATETIME(STRFTIME('%Y-%m-%dT${pattern}', {col}))`;
const minutes = (count: number): string =>
  `DATETIME(STRFTIME('%Y-%m-%dT%H:%M:00', {col}), printf('-%d minutes', CAST(strftime('%M', {col}) AS INT) % ${count}))`;
const seconds = (count: number): string =>
  `DATETIME({col}, printf('-%d seconds', CAST(strftime('%S', {col}) AS INT) % ${count}))`;
const startOf = (unit: string): string => `DATETIME({col}, 'start of ${unit}')`;
const SUNDAY = "DATETIME({col}, 'start of day', -strftime('%w', {col}) || ' days')";
const QUARTER = "DATETIME({col}, 'start of month', printf('-%d month', (strftime('%m', {col}) - 1) % 3))";

/** SQLite (contract/query.md §3.2–3.6, §5.2). Moments are text; what DATETIME prints compares as such. */
export const sqliteDialect: Dialect = {
  id: 'sqlite',
  parser: 'sqlite',
  capabilities: STANDARD_CAPABILITIES,
  lexical: {
    ...STANDARD_LEXICAL,
    backticks: true,
    bracketIdentifiers: true,
    hiddenTables: 'bare',
  },
  unlimited: '-1',
  booleans: ['1', '0'],
  textType: 'VARCHAR',
  ...STANDARD_QUOTING,
  grains: {
    PT1S: formatted('%H:%M:%S'),
    PT5S: seconds(5),
    PT30S: seconds(30),
    PT1M: formatted('%H:%M:00'),
    PT5M: minutes(5),
    PT10M: minutes(10),
    PT15M: minutes(15),
    PT30M: minutes(30),
    'PT0.5H': minutes(30),
    PT1H: formatted('%H:00:00'),
    PT6H: "DATETIME(STRFTIME('%Y-%m-%dT%H:00:00', {col}), printf('-%d hours', CAST(strftime('%H', {col}) AS INT) % 6))",
    P1D: startOf('day'),
    P1W: SUNDAY,
    P1M: startOf('month'),
    P3M: QUARTER,
    'P0.25Y': QUARTER,
    P1Y: startOf('year'),
    'P1W/1970-01-03T00:00:00Z': "DATETIME({col}, 'start of day', 'weekday 6')",
    'P1W/1970-01-04T00:00:00Z': "DATETIME({col}, 'start of day', 'weekday 0')",
    '1969-12-28T00:00:00Z/P1W': SUNDAY,
    '1969-12-29T00:00:00Z/P1W':
      "DATETIME({col}, 'start of day', '-' || ((strftime('%w', {col}) + 6) % 7) || ' days')",
  },
  dateTimeLiteral: (ms, nativeType) =>
    TEXT_OR_TIMESTAMP.test(nativeType) ? `'${naiveTimestamp(ms).slice(0, 19)}'` : undefined,
  epochSeconds: "datetime({col}, 'unixepoch')",
  epochMilliseconds: "datetime(({col}/1000), 'unixepoch')",
  nativeTypes: [[/\[\d*\]$/, GenericType.STRING]],
  allowedFunctions: { values: VALUES, rows: ROWS },
  disallowedFunctions: new Set(
    (
      'load_extension sqlite_compileoption_get sqlite_compileoption_used sqlite_offset sqlite_source_id sqlite_version ' +
      'readfile writefile edit fts3_tokenizer'
    ).split(' '),
  ),
};
