import { GenericType } from '@chartroom/model';
import { type Dialect, naiveTimestamp, STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '@chartroom/query';
import { COMMON_ROWS, COMMON_VALUES } from '../sql/common-functions.ts';
import { STANDARD_QUOTING } from '../sql/quoting.ts';
import { together } from '../sql/words.ts';
import { ROWS, VALUES } from './functions.ts';

const truncated = (unit: string): string => `TRUNC(CAST({col} as DATE), '${unit}')`;

/**
 * Oracle Database 12.2 and later (contract/query.md §3.2–3.6): names of 128 bytes, `FETCH FIRST`. There is no boolean
 * below 23: numbers are compared with 1 and 0.
 */
export const oracleDialect: Dialect = {
  id: 'oracle',
  parser: 'oracle',
  capabilities: {
    ...STANDARD_CAPABILITIES,
    isTrue: false,
  },
  lexical: {
    ...STANDARD_LEXICAL,
    quoteOperator: true,
  },
  rowLimit: 'fetch',
  bareTableAlias: true,
  booleans: ['1', '0'],
  textType: 'VARCHAR2(4000)',
  maxLabelLength: 128,
  labelsCountBytes: true,
  ...STANDARD_QUOTING,
  grains: {
    PT1S: 'CAST({col} as DATE)',
    PT1M: truncated('MI'),
    PT1H: truncated('HH'),
    P1D: truncated('DDD'),
    P1W: truncated('WW'),
    P1M: truncated('MONTH'),
    P3M: truncated('Q'),
    P1Y: truncated('YEAR'),
  },
  dateTimeLiteral(ms, nativeType) {
    const text = naiveTimestamp(ms).replace(' ', 'T');
    if (/^timestamp/i.test(nativeType)) return `TO_TIMESTAMP('${text}', 'YYYY-MM-DD"T"HH24:MI:SS.ff6')`;
    if (/^datetime/i.test(nativeType)) return `TO_DATE('${text.slice(0, 19)}', 'YYYY-MM-DD"T"HH24:MI:SS')`;
    return /^date/i.test(nativeType) ? `TO_DATE('${text.slice(0, 10)}', 'YYYY-MM-DD')` : undefined;
  },
  epochSeconds: "TO_DATE('1970-01-01','YYYY-MM-DD')+(1/24/60/60)*{col}",
  epochMilliseconds: "TO_DATE('1970-01-01','YYYY-MM-DD')+(1/24/60/60/1000)*{col}",
  nativeTypes: [
    [/^(number|binary_(float|double))/i, GenericType.NUMERIC],
    [/^n?clob/i, GenericType.STRING],
  ],
  // The contract has no list for this engine: what reaches files, the network, other sessions or runs text.
  allowedFunctions: {
    values: together(COMMON_VALUES, VALUES),
    rows: together(COMMON_ROWS, ROWS),
    bare: new Set(['user', 'uid']),
  },
  disallowedFunctions: new Set(
    (
      'bfilename httpuritype dburitype getxml getxmltype get_host_address get_host_name receive_message request request_pieces sleep ' +
      'sys_context userenv'
    ).split(' '),
  ),
};
