import { createHash } from 'node:crypto';
import { GenericType } from '@chartroom/model';
import { type Dialect, naiveTimestamp, STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '@chartroom/query';
import { COMMON_ROWS, COMMON_VALUES } from '../sql/common-functions.ts';
import { together } from '../sql/words.ts';
import { VALUES } from './functions.ts';

const LONGEST = 128;

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

/** Steps of several minutes, in seconds as they are written. */
function steps(seconds: string): string {
  return `CAST(TIMESTAMP_SECONDS(${seconds} * DIV(UNIX_SECONDS(CAST({col} AS TIMESTAMP)), ${seconds})) AS {type})`;
}

/** BigQuery (contract/query.md §3.2–3.6). `{type}` is the type of the column, `{func}` the function that cuts it. */
export const bigqueryDialect: Dialect = {
  id: 'bigquery',
  parser: 'bigquery',
  capabilities: {
    ...STANDARD_CAPABILITIES,
    crossCatalog: true,
  },
  lexical: {
    ...STANDARD_LEXICAL,
    backticks: true,
    backslashEscapes: true,
    hashComments: true,
    doubleQuotedStrings: true,
    tripleQuotes: true,
    backslashInNames: true,
    dottedNames: true,
  },
  booleans: ['true', 'false'],
  textType: 'STRING',
  maxLabelLength: LONGEST,
  // Names hold letters, digits and underscores only; what is changed keeps a trace of the label, so that two stay two.
  mutateLabel(label) {
    const plain = label.replace(/^(?=\d)/, '_').replace(/[^\p{L}\p{N}_]+/gu, '_');
    const changed = plain === label ? label : `${plain}_${md5(label).slice(0, 5)}`;
    return Buffer.byteLength(changed) > LONGEST ? `_${md5(label)}` : changed;
  },
  quoteIdentifier: (name) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
  quoteString: (text) =>
    `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`,
  grains: {
    PT1S: 'CAST(TIMESTAMP_SECONDS(UNIX_SECONDS(CAST({col} AS TIMESTAMP))) AS {type})',
    PT1M: steps('60'),
    PT5M: steps('5*60'),
    PT10M: steps('10*60'),
    PT15M: steps('15*60'),
    PT30M: steps('30*60'),
    PT1H: '{func}({col}, HOUR)',
    P1D: '{func}({col}, DAY)',
    P1W: '{func}({col}, WEEK)',
    P1M: '{func}({col}, MONTH)',
    P3M: '{func}({col}, QUARTER)',
    P1Y: '{func}({col}, YEAR)',
    '1969-12-29T00:00:00Z/P1W': '{func}({col}, ISOWEEK)',
  },
  dateTimeLiteral(ms, nativeType) {
    const iso = naiveTimestamp(ms).replace(' ', 'T');
    const type = /^(timestamp|datetime|date|time)/i.exec(nativeType)?.[0].toUpperCase();
    if (type === undefined) return undefined;
    const text = { DATE: iso.slice(0, 10), TIME: iso.slice(11) }[type] ?? iso;
    return `CAST('${text}' AS ${type})`;
  },
  epochSeconds: 'TIMESTAMP_SECONDS({col})',
  epochMilliseconds: 'TIMESTAMP_MILLIS({col})',
  nativeTypes: [[/^bignumeric/i, GenericType.NUMERIC]],
  // Not in the contract's list: they hand text to another database, or tell of the account.
  allowedFunctions: { values: together(COMMON_VALUES, VALUES), rows: COMMON_ROWS, schemas: ['safe'] },
  disallowedFunctions: new Set(['external_query', 'session_user']),
};
