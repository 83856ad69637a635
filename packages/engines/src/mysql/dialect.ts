import { GenericType } from '@chartroom/model';
import { type Dialect, naiveTimestamp, STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '@chartroom/query';
import { COMMON_ROWS, COMMON_VALUES } from '../sql/common-functions.ts';
import { together } from '../sql/words.ts';
import { ROWS, VALUES } from './functions.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** The day on which the unit around a moment began; `place` counts from 1. */
function firstDay(place: string): string {
  return `DATE(DATE_SUB({col}, INTERVAL ${place} - 1 DAY))`;
}

/** MySQL (contract/query.md §3.2–3.6, §5.2). */
export const mysqlDialect: Dialect = {
  id: 'mysql',
  parser: 'mysql',
  capabilities: STANDARD_CAPABILITIES,
  lexical: {
    ...STANDARD_LEXICAL,
    backticks: true,
    backslashEscapes: true,
    hashComments: true,
    doubleQuotedStrings: true,
    executableComments: true,
    commentsNeedBlank: true,
  },
  // As its manual has it: the largest number there is.
  unlimited: '18446744073709551615',
  booleans: ['true', 'false'],
  textType: 'CHAR',
  maxLabelLength: 64,
  // Names hold no signs of four bytes (emoji): each becomes its number.
  mutateLabel: (label) =>
    label.replace(/[\u{10000}-\u{10FFFF}]/gu, (sign) => `_${sign.codePointAt(0)?.toString(16) ?? ''}`),
  quoteIdentifier: quoteName,
  quoteString: quoteText,
  grains: {
    PT1S: 'DATE_ADD(DATE({col}), INTERVAL (HOUR({col})*60*60 + MINUTE({col})*60 + SECOND({col})) SECOND)',
    PT1M: 'DATE_ADD(DATE({col}), INTERVAL (HOUR({col})*60 + MINUTE({col})) MINUTE)',
    PT1H: 'DATE_ADD(DATE({col}), INTERVAL HOUR({col}) HOUR)',
    P1D: 'DATE({col})',
    P1W: firstDay('DAYOFWEEK({col})'),
    P1M: firstDay('DAYOFMONTH({col})'),
    P3M: 'MAKEDATE(YEAR({col}), 1) + INTERVAL QUARTER({col}) QUARTER - INTERVAL 1 QUARTER',
    P1Y: firstDay('DAYOFYEAR({col})'),
    '1969-12-29T00:00:00Z/P1W': firstDay('DAYOFWEEK(DATE_SUB({col}, INTERVAL 1 DAY))'),
  },
  dateTimeLiteral(ms, nativeType) {
    if (/^(datetime|timestamp)/i.test(nativeType))
      return `STR_TO_DATE('${naiveTimestamp(ms)}', '%Y-%m-%d %H:%i:%s.%f')`;
    if (/^date/i.test(nativeType)) return `STR_TO_DATE('${naiveTimestamp(ms).slice(0, 10)}', '%Y-%m-%d')`;
    return undefined;
  },
  epochSeconds: 'from_unixtime({col})',
  epochMilliseconds: 'from_unixtime(({col}/1000))',
  nativeTypes: [
    [/^(int|tinyint|mediumint|bit)/i, GenericType.NUMERIC],
    // Names under which results describe themselves (see values.ts).
    [/^(tiny|short|int24|newdecimal|year)$/i, GenericType.NUMERIC],
    [/^(var_string|enum|set)$/i, GenericType.STRING],
  ],
  allowedFunctions: {
    values: together(COMMON_VALUES, VALUES),
    rows: together(COMMON_ROWS, ROWS),
    variables: true,
  },
  disallowedFunctions: new Set(
    (
      'benchmark connection_id current_user database kill load_file schema session_user sleep system_user user version ' +
      // Not in the contract's list, but of the same kind: they read files, hold locks, wait, or tell of the server and its accounts.
      'current_role get_lock release_lock release_all_locks is_used_lock is_free_lock master_pos_wait source_pos_wait ' +
      'master_gtid_wait wait_for_executed_gtid_set sys_exec sys_eval sys_get sys_set setval nextval lastval'
    ).split(' '),
  ),
};

/** MariaDB reads and writes as MySQL does. */
export const mariadbDialect: Dialect = { ...mysqlDialect, id: 'mariadb' };
