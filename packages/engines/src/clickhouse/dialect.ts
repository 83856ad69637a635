import { createHash } from 'node:crypto';
import { GenericType } from '@chartroom/model';
import { type Dialect, naiveTimestamp, STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '@chartroom/query';
import { together } from '../sql/words.ts';
import { AGGREGATES, VALUES_TO_L } from './functions.ts';
import { READERS, ROWS, VALUES_FROM_M } from './functions-m-to-z.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** Combinators: they make other aggregates of those that are listed. */
const ENDINGS =
  'if array map state simplestate merge mergestate foreach distinct ordefault ornull resample argmin argmax tuple null'.split(
    ' ',
  );

const MOMENT = 'toDateTime({col})';

/** A grain of whole minutes that the engine has no word for. */
function everySeconds(seconds: number): string {
  return `toDateTime(intDiv(toUInt32(${MOMENT}), ${seconds})*${seconds})`;
}

/** ClickHouse (contract/query.md §3.2–3.6, §5.2). */
export const clickhouseDialect: Dialect = {
  id: 'clickhouse',
  parser: 'clickhouse',
  capabilities: {
    ...STANDARD_CAPABILITIES,
    ilike: true,
  },
  lexical: {
    ...STANDARD_LEXICAL,
    backticks: true,
    backslashEscapes: true,
    backslashInNames: true,
    dollarQuotes: true,
    hashComments: true,
    nestedComments: true,
    hiddenTables: 'anywhere',
  },
  booleans: ['true', 'false'],
  // A cast to String alone refuses NULL.
  textType: 'Nullable(String)',
  // The engine reads a name as an alias before it reads it as a column, in WHERE too: a label never is the name of a column.
  mutateLabel: (label) => `${label}_${createHash('md5').update(label).digest('hex').slice(0, 6)}`,
  quoteIdentifier: quoteName,
  quoteString: quoteText,
  grains: {
    PT1M: `toStartOfMinute(${MOMENT})`,
    PT5M: everySeconds(300),
    PT10M: everySeconds(600),
    PT15M: everySeconds(900),
    PT30M: everySeconds(1800),
    PT1H: `toStartOfHour(${MOMENT})`,
    P1D: `toStartOfDay(${MOMENT})`,
    P1W: `toMonday(${MOMENT})`,
    P1M: `toStartOfMonth(${MOMENT})`,
    P3M: `toStartOfQuarter(${MOMENT})`,
    P1Y: `toStartOfYear(${MOMENT})`,
  },
  dateTimeLiteral(ms, nativeType) {
    if (/datetime|timestamp/i.test(nativeType)) return `toDateTime('${naiveTimestamp(ms).slice(0, 19)}')`;
    if (/date/i.test(nativeType)) return `toDate('${naiveTimestamp(ms).slice(0, 10)}')`;
    return undefined;
  },
  epochSeconds: '{col}',
  epochMilliseconds: '({col}/1000)',
  nativeTypes: [
    // What holds several values is text on the wire, whatever the values are.
    [/^(nullable\()?(array|map|tuple|nested|json|object|variant|dynamic)\(/i, GenericType.STRING],
    [/enum|array|uuid/i, GenericType.STRING],
    [/bool/i, GenericType.BOOLEAN],
    [/string|ipv[46]/i, GenericType.STRING],
    [/^interval/i, GenericType.NUMERIC],
    [/int\d|decimal|float\d/i, GenericType.NUMERIC],
    [/date/i, GenericType.TEMPORAL],
  ],
  allowedFunctions: {
    values: together(AGGREGATES, VALUES_TO_L, VALUES_FROM_M),
    rows: together(ROWS, READERS),
    endings: ENDINGS,
  },
  disallowedFunctions: new Set(
    (
      'buildid currentdatabase currentroles currentuser filesystempath getmacro getosinformation getsetting hostname url version ' +
      // Not in the contract's list, but of the same kind: they tell of the server and its accounts, wait, or read what no table in the text names.
      'current_user user fqdn uptime serveruuid tcpport currentprofiles enabledprofiles enabledroles defaultroles displayname ' +
      'filesystemavailable filesystemcapacity filesystemunreserved getserverport getserversetting getmergetreesetting queryid ' +
      'initialqueryid currentqueryid connectionid sleep sleepeachrow file filecluster urlcluster s3 s3cluster gcs azureblobstorage ' +
      'azureblobstoragecluster hdfs hdfscluster iceberg deltalake hudi paimon remote remotesecure cluster clusterallreplicas mysql ' +
      'postgresql mongodb redis sqlite odbc jdbc executable input merge loop dictionary mergetreeindex mergetreeprojection arrowflight ' +
      'ytsaurus catboostevaluate hascolumnintable evalmlmethod authenticateduser currentschemas getclienthttpheader getsettingordefault globalvariable ' +
      'getoskernelversion showcertificate generateserialid addresstoline addresstolinewithinlines addresstosymbol getmaxtablenamelengthfordatabase ' +
      'cosn oss filesystem eval viewexplain viewifpermitted fuzzquery mergetreetextindex mergetreeanalyzeindexes mergetreeanalyzeindexesuuid ' +
      'prometheusquery prometheusqueryrange timeseriesdata timeseriesmetrics timeseriesselector timeseriestags timeseriessamples hudicluster ' +
      'deltalakelocal deltalakes3 deltalakeazure deltalakecluster deltalakes3cluster deltalakeazurecluster iceberglocal icebergs3 icebergazure ' +
      'iceberghdfs icebergcluster iceberglocalcluster icebergs3cluster icebergazurecluster iceberghdfscluster paimonlocal paimons3 paimonazure ' +
      'paimonhdfs paimoncluster paimons3cluster paimonazurecluster paimonhdfscluster'
    ).split(' '),
  ),
};

/** The same under addresses of the connect driver. */
export const clickhouseConnectDialect: Dialect = { ...clickhouseDialect, id: 'clickhousedb' };
