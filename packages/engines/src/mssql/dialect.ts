import { GenericType } from '@chartroom/model';
import { type Dialect, naiveTimestamp, STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '@chartroom/query';
import { COMMON_ROWS, COMMON_VALUES } from '../sql/common-functions.ts';
import { together } from '../sql/words.ts';
import { METHODS, ROWS, VALUES } from './functions.ts';

const since = (unit: string): string => `DATEADD(${unit}, DATEDIFF(${unit}, 0, {col}), 0)`;
const minutes = (count: number): string =>
  `DATEADD(MINUTE, DATEDIFF(MINUTE, 0, {col}) / ${count} * ${count}, 0)`;

/** Microsoft SQL Server and Azure Synapse (contract/query.md §3.2–3.6). There is no boolean: bits are compared with 1 and 0. */
export const mssqlDialect: Dialect = {
  id: 'mssql',
  parser: 'tsql',
  capabilities: {
    ...STANDARD_CAPABILITIES,
    isTrue: false,
    cteInSubquery: false,
  },
  lexical: {
    ...STANDARD_LEXICAL,
    bracketIdentifiers: true,
    nestedComments: true,
    nationalTexts: true,
  },
  rowLimit: 'top',
  selectInto: true,
  booleans: ['1', '0'],
  textType: 'VARCHAR(max)',
  maxLabelLength: 128,
  quoteIdentifier: (name) => `[${name.replaceAll(']', ']]')}]`,
  quoteString: (text) => `N'${text.replaceAll("'", "''")}'`,
  grains: {
    PT1S: "DATEADD(SECOND, DATEDIFF(SECOND, '2000-01-01', {col}), '2000-01-01')",
    PT1M: since('MINUTE'),
    PT5M: minutes(5),
    PT10M: minutes(10),
    PT15M: minutes(15),
    PT30M: minutes(30),
    PT1H: since('HOUR'),
    P1D: since('DAY'),
    P1W: `DATEADD(DAY, 1 - DATEPART(WEEKDAY, {col}), ${since('DAY')})`,
    P1M: since('MONTH'),
    P3M: since('QUARTER'),
    P1Y: since('YEAR'),
    '1969-12-28T00:00:00Z/P1W': `DATEADD(DAY, -1, ${since('WEEK')})`,
    '1969-12-29T00:00:00Z/P1W': 'DATEADD(WEEK, DATEDIFF(WEEK, 0, DATEADD(DAY, -1, {col})), 0)',
  },
  dateTimeLiteral(ms, nativeType) {
    const text = naiveTimestamp(ms);
    if (/^(datetime|timestamp)/i.test(nativeType))
      return `CONVERT(DATETIME, '${text.slice(0, 23).replace(' ', 'T')}', 126)`;
    if (/^smalldatetime/i.test(nativeType)) return `CONVERT(SMALLDATETIME, '${text.slice(0, 19)}', 20)`;
    return /^date/i.test(nativeType) ? `CONVERT(DATE, '${text.slice(0, 10)}', 23)` : undefined;
  },
  epochSeconds: "dateadd(S, {col}, '1970-01-01')",
  epochMilliseconds: "dateadd(S, ({col}/1000), '1970-01-01')",
  nativeTypes: [
    [/^smalldatetime/i, GenericType.TEMPORAL],
    [/^uniqueidentifier/i, GenericType.STRING],
    [/^(tinyint|smallmoney)/i, GenericType.NUMERIC],
    [/^bit(\(1\))?$/i, GenericType.BOOLEAN],
  ],
  allowedFunctions: {
    values: together(COMMON_VALUES, VALUES),
    rows: together(COMMON_ROWS, ROWS),
    methods: METHODS,
    bare: new Set(['user']),
    variables: true,
  },
  disallowedFunctions: new Set(
    (
      'current_user db_name fn_servershareddrives fn_virtualfilestats has_dbaccess host_id host_name is_srvrolemember original_login ' +
      'serverproperty suser_id suser_sname system_user user_name xp_cmdshell xp_dirtree xp_fileexist xp_regread ' +
      // Not in the contract's list, but of the same kind: they read files or other servers, or tell of accounts.
      'openrowset opendatasource openquery openxml fn_get_audit_file fn_xe_file_target_read_file fn_trace_gettable suser_name ' +
      'session_user loginproperty'
    ).split(' '),
  ),
};
