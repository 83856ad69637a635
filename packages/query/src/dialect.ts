import type { Bounds, GenericType } from '@chartroom/model';

/** What an engine can do in SQL, as facts (contract/query.md §3.5). */
export interface DialectCapabilities {
  joins: boolean;
  subqueries: boolean;
  /** A select alias may stand in ORDER BY. */
  aliasInOrderBy: boolean;
  /** ILIKE exists; else `lower(c) LIKE lower(v)`. */
  ilike: boolean;
  /** A boolean is tested with `c IS <literal>`; else with `c = <literal>`. */
  isTrue: boolean;
  /** Three-part names (catalog.schema.table) may be written in one query. */
  crossCatalog: boolean;
  cteInSubquery: boolean;
}

/** How the engine reads text, as far as finding the end of a word, a string or a comment needs it. */
export interface Lexical {
  /** `\`name\`` is an identifier. */
  backticks: boolean;
  /** `[name]` is an identifier (else brackets are symbols: arrays, subscripts). */
  bracketIdentifiers: boolean;
  /** Every string understands `\\'`; else only those written `E'…'` where `escapeStrings` holds. */
  backslashEscapes: boolean;
  escapeStrings: boolean;
  /** A backslash in a quoted name takes the sign behind it literally. */
  backslashInNames?: boolean;
  /** `$tag$ … $tag$` is a string. */
  dollarQuotes: boolean;
  /** Of those only `$$ … $$` is one; `$name$` is something else. */
  plainDollarQuotes?: boolean;
  /** `#` starts a comment. */
  hashComments: boolean;
  /** `//` starts a comment. */
  slashComments?: boolean;
  nestedComments: boolean;
  /** One quoted name may hold the whole way to a table: `` `project.dataset.table` ``. */
  dottedNames?: boolean;
  /** Three quotes open a string that only three close: such text is refused. */
  tripleQuotes?: boolean;
  /** In `r'…'` a backslash means nothing, not even before a quote: such text is refused. */
  rawStrings?: boolean;
  /** `->>` hands the rows of a statement to another one of any kind: such text is refused. */
  flowOperator?: boolean;
  /** `"text"` is a string, as `'text'` is; else a name. */
  doubleQuotedStrings?: boolean;
  /** A comment that starts with `/*!` is code that looks like a comment to other engines: such text is refused. */
  executableComments?: boolean;
  /** `@>` is an operator (contains); elsewhere `@` begins a name, which `>` is none. */
  containsOperator?: boolean;
  /** `N'text'` is one string. */
  nationalTexts?: boolean;
  /** `q'[text]'` is a string with brackets of one's choice: such text is refused. */
  quoteOperator?: boolean;
  /** `--` starts a comment only before white space; else it is two signs: such text is refused. */
  commentsNeedBlank?: boolean;
  /** `x IN name` reads the table `name`: also in brackets, as `dictGet('name', …)` reads the dictionary, or only without any. */
  hiddenTables?: 'anywhere' | 'bare';
}

/**
 * The functions of an engine that people may call in charts, datasets and statements that read: they make values of
 * their arguments, and neither read tables, files or settings, nor run text, write, wait, lock or signal. All names in
 * lower case.
 */
export interface AllowedFunctions {
  /** Functions of values, aggregates and windows. Those of a namespace are written with it: `net.host`. */
  values: ReadonlySet<string>;
  /** Functions that make rows of their arguments alone: they stand in statements, not in the free SQL of a question. */
  rows: ReadonlySet<string>;
  /** The engine's own schemas: `pg_catalog.lower(x)` is `lower(x)`. Functions of other schemas are somebody's own. */
  schemas?: readonly string[];
  /** Names that may be called behind the dot of a value (`x.upper()`): these, or all that are listed. */
  methods?: ReadonlySet<string> | 'all';
  /** Endings that make another function of one that is listed: `sumIf`. */
  endings?: readonly string[];
  /** Words that call a function without brackets, beside those of the standard. */
  bare?: ReadonlySet<string>;
  /** `@@name` is a setting of the server. */
  variables?: boolean;
}

/** What differs between engines when a question becomes text. Pure; data where it can be. */
/** How long and deep SQL of people may be, whatever it is for. */
export type SqlBounds = Pick<
  Bounds,
  'MAX_SQL_DEPTH' | 'MAX_SQL_OPERATORS' | 'MAX_SQL_LENGTH' | 'MAX_SQL_TOKENS'
>;

export interface Dialect {
  /** e.g. `postgresql`, `duckdb`, `sqlite`: the wire name (`backend`) of the engine. */
  id: string;
  /** Name of the dialect in the SQL parser. */
  parser: string;
  capabilities: DialectCapabilities;
  /** Longest label, in characters; absent = no bound. Longer ones become the md5 of the label. */
  maxLabelLength?: number;
  /** The engine counts bytes of a label (UTF-8), not characters. */
  labelsCountBytes?: boolean;
  /** Rule for labels beyond the length, e.g. lower-casing. */
  mutateLabel?(label: string): string;
  lexical: Lexical;
  /**
   * How a query is cut to its first rows; absent = `LIMIT n OFFSET m`. `top`: `SELECT TOP n`, and with an offset
   * `OFFSET m ROWS FETCH NEXT n ROWS ONLY` behind an order; sub-queries are sorted only where they are cut.
   * `fetch`: `OFFSET m ROWS FETCH NEXT n ROWS ONLY`.
   */
  rowLimit?: 'top' | 'fetch';
  /** A table is made of a query by `SELECT … INTO`; absent = `CREATE TABLE … AS`. */
  selectInto?: boolean;
  /** The alias of a table or sub-select stands without AS. */
  bareTableAlias?: boolean;
  /** What LIMIT says where all rows are meant, in engines that read OFFSET only after a LIMIT. */
  unlimited?: string;
  /** OFFSET stands before LIMIT, not behind it. */
  offsetFirst?: boolean;
  /** Inside an expression of ORDER BY a name means the alias, also where a column has it: such an alias gives way (contract/query.md §1.7). */
  aliasesHideColumns?: boolean;
  /** How `true` and `false` are written. */
  booleans: readonly [yes: string, no: string];
  /** Name of the text type in CAST. */
  textType: string;
  quoteIdentifier(name: string): string;
  quoteString(text: string): string;
  /** ISO duration → expression with `{col}` for the column; `{type}` is its type, `{func}` that with `_TRUNC`. Keys as in contract/query.md §3.1. */
  grains: Readonly<Record<string, string>>;
  /** A bound as a literal for a column of this native type, or undefined: the caller's rule applies (contract/query.md §3.3). `ms` = epoch milliseconds of the naive wall clock; fractions = microseconds. */
  dateTimeLiteral(ms: number, nativeType: string): string | undefined;
  /** Expression turning a column of epoch seconds / milliseconds into a timestamp; `{col}` stands for it (contract/query.md §3.4). Absent = none is known. */
  epochSeconds?: string;
  epochMilliseconds?: string;
  /** Patterns over the native type, first match wins, before the common ones of contract/query.md §3.6. */
  nativeTypes: readonly (readonly [RegExp, GenericType])[];
  /**
   * Names under which templates ask for the partitions of a table (`presto.latest_partition(t)`). Such engines show them
   * as rows of the table `"t$partitions"`, a column for each field of the partition. Absent = tables have none.
   */
  partitionMacros?: readonly string[];
  /** Functions people may not call, lower case (contract/query.md §5.2). They stay closed whatever `allowedFunctions` says. */
  disallowedFunctions: ReadonlySet<string>;
  /** Functions people may call where they read. `any`: the language has functions of another kind. */
  allowedFunctions: AllowedFunctions | 'any';
  /** How long and deep SQL of people may be; absent = as long and deep as everywhere. */
  sqlBounds?: SqlBounds;
}
