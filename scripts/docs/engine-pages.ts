import type { Engine, EngineCapabilities } from '@chartroom/engines';
import type { DialectCapabilities } from '@chartroom/query';

function compatible(name: string, driver: string): string {
  return `No ${name} server so far: its dialect is tested by the recorded SQL texts, types and addresses; reading, stopping and the refusal of writes through its driver on a real ${driver === 'MySQL' ? 'MariaDB' : driver} server, which is no proof for ${name}'s own.`;
}

/** How each engine was tested, by wire name. An engine without a line here cannot be documented. */
const TESTED: Readonly<Record<string, string>> = {
  awsathena:
    'No service so far: a double that speaks the JSON interface (signed requests, executions, pages, stopping, errors); the recorded SQL texts. The service ' +
    'has no mode that refuses writes: while only reading is allowed, only statements that begin as reading ones do are sent. Lists, maps and rows are the text that it writes.',
  bigquery:
    'No service so far: a double that speaks the REST interface (jobs, pages, cancelling, dry runs, errors), with requests signed by an account; ' +
    'the recorded SQL texts. The service has no mode that refuses writes: while only reading is allowed, only statements that begin as reading ones do are sent.',
  databricks:
    'No service so far: a double that speaks the statement interface of SQL warehouses (statements, chunks behind links, cancelling, errors); the recorded SQL ' +
    'texts. Clusters without a warehouse are not reached. The service has no mode that refuses writes: while only reading is allowed, only statements that begin as reading ones do are sent.',
  cockroachdb: compatible('CockroachDB', 'PostgreSQL'),
  clickhouse: 'As ClickHouse Connect, with which it shares everything.',
  clickhousedb:
    'The contract of engines, the loading of files and what is hostile in sessions on a real server: the one of `scripts/test-servers/clickhouse`, ' +
    'or the one that `CHARTROOM_TEST_CLICKHOUSE` names; the recorded SQL texts.',
  druid:
    'Sessions on a double that speaks the documented protocol, no Druid server so far; the recorded SQL texts.',
  duckdb:
    'The contract of engines and the loading of files on real databases, the laws of the compiler on its answers, the recorded SQL texts.',
  elasticsearch:
    'Sessions on a double that speaks the documented protocol, no Elasticsearch server so far; the recorded SQL texts.',
  mariadb:
    'The contract of engines and the loading of files on a real MariaDB server, where `CHARTROOM_TEST_MYSQL` names one.',
  mssql:
    'No SQL Server so far: values, stopping, faults and back-pressure over the bytes of its protocol (TDS) against a double, the recorded SQL texts. ' +
    'Decimals of more than 15 digits arrive rounded, because its client reads them as doubles.',
  oceanbase: compatible('OceanBase', 'MySQL'),
  oracle:
    'No Oracle so far: logging on, values, fetching, stopping, transactions and errors over the bytes of its protocol (TNS), which its client speaks with a ' +
    'double that was written after that client, so that what both misread is not seen; the recorded SQL texts. Fractions of a second are read to the millisecond, as its client gives them.',
  pydoris: compatible('Doris', 'MySQL'),
  redshift: compatible('Redshift', 'PostgreSQL'),
  risingwave: compatible('RisingWave', 'PostgreSQL'),
  singlestoredb: compatible('SingleStore', 'MySQL'),
  starrocks: compatible('StarRocks', 'MySQL'),
  mysql: 'No MySQL server so far: it shares all but its dialect with MariaDB and is tested there.',
  odelasticsearch:
    'Sessions on a double that speaks the documented protocol, no Open Distro server so far; the recorded SQL texts.',
  pinot:
    'Sessions on doubles of a broker and a controller that speak the documented protocol, no Pinot server so far; the recorded SQL texts.',
  postgresql:
    'The contract of engines and the loading of files on a real PostgreSQL server, where `CHARTROOM_TEST_POSTGRES` names one; ' +
    'the laws of the compiler on its texts; the recorded SQL texts and answers.',
  presto:
    'No server so far: it shares all but its dialect and the names of its headers with Trino and is tested there, against the same double.',
  snowflake:
    'No service so far: a double that speaks the interface of its driver (logins, keys, chunks, aborts, errors); the recorded SQL texts. The service has no ' +
    'mode that refuses writes: while only reading is allowed, only statements that begin as reading ones do are sent. Whole numbers inside lists and objects ' +
    'are exact to 2^53, as the driver reads them.',
  sqlite:
    'The contract of engines on real files, the laws of the compiler on its answers, the recorded SQL texts.',
  trino:
    'No server so far: a double that speaks the statement protocol (HTTP, pages, cancelling, errors); the recorded SQL texts. Only statements ' +
    'that begin as reading ones do are sent while only reading is allowed.',
};

const CAPABILITIES: readonly (readonly [keyof EngineCapabilities, string])[] = [
  ['fileUpload', 'Files can become tables'],
  ['catalogs', 'Has catalogs above its schemas'],
  ['schemas', 'Has schemas'],
  ['cancel', 'A running query can be stopped'],
  ['estimate', 'The cost of a query can be estimated'],
  ['embedded', 'Runs inside the installation, without network'],
  ['unsafe', 'Only where the operator allows addresses of files'],
];

const SQL: readonly (readonly [keyof DialectCapabilities, string])[] = [
  ['joins', 'Joins'],
  ['subqueries', 'Sub-queries'],
  ['aliasInOrderBy', 'Sorts by the label of a column'],
  ['ilike', '`ILIKE`; else both sides in lower case'],
  ['isTrue', '`IS TRUE`; else `= TRUE`'],
  ['crossCatalog', 'Names of three parts'],
  ['cteInSubquery', '`WITH` inside a sub-query'],
];

/**
 * The page of all engines as Markdown, in the order of the connection form; `known` are those that cannot be opened.
 * @throws Error for an engine of which nobody says how it was tested
 */
export function enginesPage(engines: readonly Engine[], known: readonly Engine[]): string {
  return [
    '# Engines',
    '',
    'Written by `node scripts/engines-doc.ts` from the engines themselves: change the engine, not this page.',
    '',
    ...table(['Engine', 'Wire name', 'Default port'], engines.map(summary)),
    '',
    '## What they can do',
    '',
    ...facts(
      engines,
      [...CAPABILITIES, ['tunnels', 'Can be reached through an SSH server']],
      ({ capabilities, tunnels = false }) => ({
        ...capabilities,
        tunnels,
      }),
    ),
    '',
    '## What their SQL can do',
    '',
    ...facts(engines, SQL, (engine) => engine.dialect.capabilities),
    '',
    '## Grains of time',
    '',
    ...grains(engines),
    ...engines.flatMap(section),
    '',
    ...unopened(known),
    '',
  ].join('\n');
}

function summary(engine: Engine): string[] {
  return [
    `[${engine.name}](#${engine.id})`,
    `\`${engine.id}\``,
    engine.defaultPort === undefined ? 'none' : String(engine.defaultPort),
  ];
}

function facts<Key extends string>(
  engines: readonly Engine[],
  rows: readonly (readonly [Key, string])[],
  of: (engine: Engine) => Readonly<Record<Key, boolean>>,
): string[] {
  return table(
    ['', ...engines.map((engine) => engine.name)],
    rows.map(([key, words]) => [words, ...engines.map((engine) => yes(of(engine)[key]))]),
  );
}

function grains(engines: readonly Engine[]): string[] {
  const durations = [...new Set(engines.flatMap((engine) => Object.keys(engine.dialect.grains)))].sort(
    byLength,
  );
  return table(
    ['Grain', ...engines.map((engine) => engine.name)],
    durations.map((duration) => [
      `\`${duration}\``,
      ...engines.map(({ dialect }) => yes(Object.hasOwn(dialect.grains, duration))),
    ]),
  );
}

/** ISO durations from seconds to years; what is no plain duration (weeks that begin on a named day) comes last. */
function byLength(one: string, other: string): number {
  return seconds(one) - seconds(other) || (one < other ? -1 : 1);
}

const UNITS: Readonly<Record<string, number>> = {
  TS: 1,
  TM: 60,
  TH: 3600,
  D: 86_400,
  W: 7 * 86_400,
  M: 30 * 86_400,
  Y: 365 * 86_400,
};

function seconds(duration: string): number {
  const parts = /^P(T?)([\d.]+)([SMHDWY])$/.exec(duration);
  const unit = UNITS[`${parts?.[1] ?? ''}${parts?.[3] ?? ''}`];
  return unit === undefined ? Number.MAX_SAFE_INTEGER : Number(parts?.[2]) * unit;
}

/** Engines without a driver: what of them is known. Their facts are tested by the recorded SQL texts and types alone. */
function unopened(known: readonly Engine[]): string[] {
  return [
    '## Only the SQL is known',
    '',
    'Grains, literals, labels and types of these engines are facts of the installation, tested by the recorded ones. No driver of the installation speaks to them: an address of one is understood, and opening it fails with words that say so.',
    '',
    ...table(
      ['Engine', 'Wire name', 'Grains', 'Longest label'],
      known.map(({ name, id, dialect }) => [
        name,
        `\`${id}\``,
        String(Object.keys(dialect.grains).length),
        dialect.maxLabelLength === undefined ? 'any' : String(dialect.maxLabelLength),
      ]),
    ),
  ];
}

function section(engine: Engine): string[] {
  const tested = TESTED[engine.id];
  if (tested === undefined) throw new Error(`Nobody says how the engine ${engine.id} was tested`);
  const encryption = new URLSearchParams(engine.encryptionQuery ?? { sslmode: 'require' }).toString();
  const longest = engine.dialect.maxLabelLength;
  return [
    '',
    `<a id="${engine.id}"></a>`,
    '',
    `## ${engine.name}`,
    '',
    `- Drivers in an address: ${engine.drivers.map((driver, index) => `\`${driver}\`${index === 0 ? ' (taken when none is named)' : ''}`).join(', ')}`,
    `- Address: \`${engine.uriPlaceholder}\``,
    `- Encryption: ${engine.capabilities.embedded ? 'none, the database is a file' : `\`?${encryption}\` in the address`}`,
    `- Labels: ${longest === undefined ? 'of any length' : `at most ${longest} ${engine.dialect.labelsCountBytes ? 'bytes' : 'characters'}; a longer one stands in the SQL as its md5`}`,
    `- Functions that free SQL may call: ${callable(engine.dialect)}; closed whatever a setting opens: ${engine.dialect.disallowedFunctions.size}`,
    `- Tested: ${tested}`,
  ];
}

function callable({ allowedFunctions }: Engine['dialect']): string {
  return allowedFunctions === 'any'
    ? 'any'
    : String(new Set([...allowedFunctions.values, ...allowedFunctions.rows]).size);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function yes(fact: boolean): string {
  return fact ? 'yes' : 'no';
}
