import { GenericType } from '@chartroom/model';
import { type Dialect, naiveTimestamp, STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '@chartroom/query';
import { COMMON_ROWS, COMMON_VALUES } from '../sql/common-functions.ts';
import { together } from '../sql/words.ts';
import { ROWS, VALUES } from './functions.ts';

function steps(minutes: number): string {
  return `DATEADD(MINUTE, FLOOR(DATE_PART(MINUTE, {col}) / ${minutes}) * ${minutes}, DATE_TRUNC('HOUR', {col}))`;
}

function truncation(unit: string): string {
  return `DATE_TRUNC('${unit}', {col})`;
}

/** Snowflake (contract/query.md §3.2–3.6). */
export const snowflakeDialect: Dialect = {
  id: 'snowflake',
  parser: 'snowflake',
  capabilities: {
    ...STANDARD_CAPABILITIES,
    ilike: true,
    isTrue: false,
    crossCatalog: true,
  },
  lexical: {
    ...STANDARD_LEXICAL,
    backslashEscapes: true,
    dollarQuotes: true,
    plainDollarQuotes: true,
    slashComments: true,
    flowOperator: true,
  },
  booleans: ['true', 'false'],
  textType: 'VARCHAR',
  maxLabelLength: 256,
  quoteIdentifier: (name) => `"${name.replaceAll('"', '""')}"`,
  quoteString: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  grains: {
    PT1S: truncation('SECOND'),
    PT1M: truncation('MINUTE'),
    PT5M: steps(5),
    PT10M: steps(10),
    PT15M: steps(15),
    PT30M: steps(30),
    PT1H: truncation('HOUR'),
    P1D: truncation('DAY'),
    P1W: truncation('WEEK'),
    P1M: truncation('MONTH'),
    P3M: truncation('QUARTER'),
    P1Y: truncation('YEAR'),
  },
  dateTimeLiteral(ms, nativeType) {
    const iso = naiveTimestamp(ms).replace(' ', 'T');
    if (/^datetime/i.test(nativeType)) return `CAST('${iso}' AS DATETIME)`;
    if (/^timestamp/i.test(nativeType)) return `TO_TIMESTAMP('${iso}')`;
    return /^date/i.test(nativeType) ? `TO_DATE('${iso.slice(0, 10)}')` : undefined;
  },
  epochSeconds: "DATEADD(S, {col}, '1970-01-01')",
  epochMilliseconds: "DATEADD(MS, {col}, '1970-01-01')",
  nativeTypes: [[/^number/i, GenericType.NUMERIC]],
  // Not in the contract's list: they stop other people's work, wait, or send text elsewhere.
  allowedFunctions: { values: together(COMMON_VALUES, VALUES), rows: together(COMMON_ROWS, ROWS) },
  disallowedFunctions: new Set(
    (
      'system$cancel_query system$cancel_all_queries system$abort_session system$abort_transaction system$wait system$send_email ' +
      'system$send_snowflake_notification system$pipe_force_resume system$task_dependents_enable system$user_task_cancel_ongoing_executions'
    ).split(' '),
  ),
};
