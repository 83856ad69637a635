import { GenericType } from '@chartroom/model';
import { type Dialect, naiveTimestamp, STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '@chartroom/query';
import { COMMON_ROWS, COMMON_VALUES } from '../sql/common-functions.ts';
import { together } from '../sql/words.ts';
import { ROWS, VALUES } from './functions.ts';

function truncation(unit: string): string {
  return `date_trunc('${unit}', {col})`;
}

/** Databricks SQL (contract/query.md §3.2–3.6). */
export const databricksDialect: Dialect = {
  id: 'databricks',
  parser: 'databricks',
  capabilities: {
    ...STANDARD_CAPABILITIES,
    ilike: true,
  },
  lexical: {
    ...STANDARD_LEXICAL,
    backticks: true,
    backslashEscapes: true,
    nestedComments: true,
    doubleQuotedStrings: true,
    rawStrings: true,
  },
  booleans: ['true', 'false'],
  textType: 'STRING',
  quoteIdentifier: (name) => `\`${name.replaceAll('`', '``')}\``,
  quoteString: (text) => `'${text.replace(/[\\']/g, '\\$&')}'`,
  grains: {
    PT1S: truncation('second'),
    PT1M: truncation('minute'),
    PT1H: truncation('hour'),
    P1D: truncation('day'),
    P1W: truncation('week'),
    P1M: truncation('month'),
    P3M: truncation('quarter'),
    P1Y: truncation('year'),
    'P1W/1970-01-03T00:00:00Z': "date_trunc('week', {col} + interval '1 day') + interval '5 days'",
    '1969-12-28T00:00:00Z/P1W': "date_trunc('week', {col} + interval '1 day') - interval '1 day'",
  },
  dateTimeLiteral(ms, nativeType) {
    if (/^timestamp/i.test(nativeType)) return `CAST('${naiveTimestamp(ms)}' AS TIMESTAMP)`;
    return /^date/i.test(nativeType) ? `CAST('${naiveTimestamp(ms).slice(0, 10)}' AS DATE)` : undefined;
  },
  epochSeconds: 'from_unixtime({col})',
  epochMilliseconds: 'from_unixtime(({col}/1000))',
  nativeTypes: [[/^tinyint/i, GenericType.NUMERIC]],
  // Not in the contract's list: they run programs, read files and secrets, or send text elsewhere.
  allowedFunctions: { values: together(COMMON_VALUES, VALUES), rows: together(COMMON_ROWS, ROWS) },
  disallowedFunctions: new Set(
    'java_method reflect try_reflect read_files remote_query http_request ai_query secret try_secret list_secrets'.split(
      ' ',
    ),
  ),
};
