/** What of an engine's SQL decides how a text is cut into words, and how names are written. */
export interface SqlStyle {
  /** `\`name\`` is a name. */
  backticks: boolean;
  /** `[name]` is a name. */
  brackets: boolean;
  /** `"text"` is a text, not a name. */
  doubleQuotedTexts: boolean;
  /** A backslash in a text takes the sign behind it literally. */
  backslashes: boolean;
  /** `#` begins a comment. */
  hashComments: boolean;
  /** `$tag$ … $tag$` is a text. */
  dollarTexts: boolean;
  /** How names without quotes are kept: names that differ have to be quoted. */
  folds: 'lower' | 'upper' | 'none';
  /** A query may begin with FROM, and sources may be texts: files. */
  fromFirst: boolean;
  /** Its queries read tables of other connected databases, too. */
  readsOthers?: boolean;
  /** Rows are cut by `SELECT TOP n`. */
  top: boolean;
  /** Of columns of the same name in several sources it takes the first. */
  picksColumns: boolean;
  quote: readonly [open: string, close: string];
}

const STANDARD: SqlStyle = {
  backticks: false,
  brackets: false,
  doubleQuotedTexts: false,
  backslashes: false,
  hashComments: false,
  dollarTexts: false,
  folds: 'none',
  fromFirst: false,
  top: false,
  picksColumns: false,
  quote: ['"', '"'],
};

const MYSQL: SqlStyle = {
  ...STANDARD,
  backticks: true,
  doubleQuotedTexts: true,
  backslashes: true,
  hashComments: true,
  quote: ['`', '`'],
};
const POSTGRES: SqlStyle = { ...STANDARD, dollarTexts: true, folds: 'lower' };
const UPPER: SqlStyle = { ...STANDARD, folds: 'upper' };
const LAKE: SqlStyle = { ...MYSQL, hashComments: false };
const MSSQL: SqlStyle = { ...STANDARD, brackets: true, top: true, quote: ['[', ']'] };

const CLICKHOUSE: SqlStyle = {
  ...STANDARD,
  backticks: true,
  backslashes: true,
  hashComments: true,
  dollarTexts: true,
  picksColumns: true,
};

const STYLES: Readonly<Record<string, SqlStyle>> = {
  postgresql: POSTGRES,
  redshift: POSTGRES,
  cockroachdb: POSTGRES,
  mysql: MYSQL,
  mariadb: MYSQL,
  starrocks: MYSQL,
  doris: MYSQL,
  bigquery: MYSQL,
  databricks: LAKE,
  hive: LAKE,
  duckdb: { ...STANDARD, dollarTexts: true, fromFirst: true, readsOthers: true },
  motherduck: { ...STANDARD, dollarTexts: true, fromFirst: true },
  sqlite: { ...STANDARD, backticks: true, brackets: true },
  clickhouse: CLICKHOUSE,
  clickhousedb: CLICKHOUSE,
  mssql: MSSQL,
  snowflake: { ...UPPER, dollarTexts: true },
  oracle: UPPER,
};

/** How an engine's SQL is read by the editor; what is not known counts as the standard. */
export function styleOf(backend: string | undefined): SqlStyle {
  return STYLES[backend ?? ''] ?? STANDARD;
}

/** Words that no name can be without quotes, in any engine that is known here. */
const RESERVED = new Set(
  (
    'ALL ALTER AND ANY ARRAY AS ASC BETWEEN BOTH BY CASE CAST CHECK COLLATE COLUMN CONSTRAINT CREATE CROSS CURRENT_DATE CURRENT_TIME ' +
    'CURRENT_TIMESTAMP CURRENT_USER DEFAULT DELETE DESC DISTINCT DROP ELSE END EXCEPT EXISTS FALSE FETCH FOR FOREIGN FROM FULL GRANT ' +
    'GROUP HAVING IN INNER INSERT INTERSECT INTO IS JOIN LATERAL LEFT LIKE LIMIT NATURAL NOT NULL OFFSET ON OR ORDER OUTER PRIMARY ' +
    'QUALIFY REFERENCES RETURNING RIGHT SELECT SET TABLE THEN TO TRUE UNION UNIQUE UPDATE USING VALUES WHEN WHERE WINDOW WITH'
  ).split(' '),
);

/** Whether a word means something else wherever it stands without quotes. */
export function isReserved(word: string): boolean {
  return RESERVED.has(word.toUpperCase());
}

/** A name as it has to be written: quoted where the engine would not find it otherwise. */
export function written(name: string, style: SqlStyle): string {
  const isPlain = /^[\p{L}_][\p{L}\p{N}_$]*$/u.test(name) && !isReserved(name);
  const isKept = style.folds !== 'lower' || name === name.toLowerCase();
  return isPlain && isKept ? name : quoted(name, style);
}

/** A name in the quotes of the engine. */
export function quoted(name: string, { quote: [open, close] }: SqlStyle): string {
  return open + name.replaceAll(close, close + close) + close;
}
