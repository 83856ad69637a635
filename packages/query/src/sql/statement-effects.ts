import type { Dialect } from '../dialect.ts';
import { isTreeObject, nodeOf, someObject } from './syntax-tree.ts';
import type { Token } from './tokens.ts';

/** What of a dialect the effects of a statement depend on. */
type Effects = Pick<Dialect, 'parser'>;

/** Kinds of statements that are queries. */
const QUERIES = /^(select|subquery|paren|union|intersect|except|values|table|from|pivot|unpivot)$/;
/** First words of queries. */
const QUERY_WORDS = /^(SELECT|WITH|VALUES|FROM|PIVOT|UNPIVOT)$/;
/** Nodes that do more than read, wherever they stand in a query, and text that the parser did not read. */
const NO_READING =
  /^(insert|update|delete|merge|truncate|truncate_table|multi_insert|(create|drop|alter|undrop)_\w+|command|raw|copy|export|load_data|execute|prepare|kill|grant|revoke|attach|detach|install|set_statement|use|call|lock|locking_statement|next_value_for)$/;
/** Words of EXPLAIN before what is explained. */
const EXPLAIN_OPTIONS =
  /^(ANALY[SZ]E|VERBOSE|EXTENDED|PARTITIONS|QUERY|PLAN|FOR|FORMAT|JSON|TEXT|XML|YAML|TREE|TRADITIONAL|GRAPHVIZ|COSTS?|BUFFERS|WAL|TIMING|SUMMARY|SETTINGS|GENERIC_PLAN|MEMORY|ON|OFF|TRUE|FALSE|TYPE|LOGICAL|DISTRIBUTED|VALIDATE|IO|AST|SYNTAX|PIPELINE|ESTIMATE|TABULAR|FORMATTED|CODEGEN|OPTIMIZED|PHYSICAL|INDEXES|ACTIONS|HEADER|DESCRIPTION|SORTING|GRAPH|COMPACT|CURRENT|RUN_PASSES|PASSES|DUMP_PASSES|DUMP_AST|DUMP_TREE|ONELINE|OPTIMIZE|KEEP_LOGICAL_STEPS|QUERY_TREE_PASSES|USING|[(),=]|\d+)$/i;
/** Pragmas that tell of tables and change nothing, also with an argument. */
const TELLING_PRAGMAS =
  /^(table_x?info|table_list|index_list|index_x?info|foreign_key_list|show_tables|show_tables_expanded|show|database_list|database_size|collations|collation_list|function_list|functions|version|storage_info|platform|compile_options|integrity_check|quick_check)$/i;
/** Settings of PostgreSQL that change how moments and numbers are written and which plan is chosen, until the script ends. */
const HARMLESS_SETTINGS =
  /^(timezone|datestyle|intervalstyle|extra_float_digits|bytea_output|lc_numeric|lc_monetary|lc_time|enable_\w+|jit|random_page_cost|seq_page_cost|statement_timeout)$/i;

/**
 * Whether a statement only reads. It does where its form is one of those that are known to: everything else counts as
 * writing, also what nobody here has heard of. `inner` tells it of the statement behind EXPLAIN.
 */
export function onlyReads(
  tokens: readonly Token[],
  tree: unknown,
  dialect: Effects,
  inner: { reads: boolean; begin: number } | undefined,
): boolean {
  const words = tokens.filter(({ text }) => text !== '(').slice(0, 3);
  const [first = '', second = ''] = words.map(({ kind, text }) =>
    kind === 'word' ? text.toUpperCase() : text,
  );
  // The parser does not know `TABLE name`, which is all there may be.
  if (first === 'TABLE') return areNames(tokens.slice(1));
  if (QUERY_WORDS.test(first)) return isReadingQuery(tree, tokens);
  switch (first) {
    case 'EXPLAIN':
      return (
        inner?.reads === true &&
        tokens
          .slice(1, inner.begin)
          .every(({ kind, text }) => kind === 'string' || EXPLAIN_OPTIONS.test(text))
      );
    case 'DESCRIBE':
    case 'DESC':
    case 'SUMMARIZE':
      return (
        areNames(tokens.slice(1)) || !someObject(tree, (value) => NO_READING.test(nodeOf(value)?.kind ?? ''))
      );
    case 'SHOW':
      return true;
    case 'EXISTS':
      return dialect.parser === 'clickhouse';
    case 'PRAGMA':
      return isTellingPragma(tokens);
    case 'SET':
      return isHarmlessSetting(tokens, second, dialect);
    default:
      return false;
  }
}

/** The way to a table, and nothing else but a word that says it is one. */
function areNames(tokens: readonly Token[]): boolean {
  const names =
    /^(TABLE|EXTENDED|FORMATTED)$/i.test(tokens[0]?.text ?? '') && tokens.length > 1
      ? tokens.slice(1)
      : tokens;
  return (
    names.length % 2 === 1 &&
    names.every(({ kind, text }, at) =>
      at % 2 === 1 ? text === '.' : kind === 'word' || kind === 'identifier',
    )
  );
}

/** A query without a part that writes, makes a table, takes a lock or was not read. */
function isReadingQuery(tree: unknown, tokens: readonly Token[]): boolean {
  const kind = nodeOf(tree)?.kind ?? '';
  if (!QUERIES.test(kind)) return false;
  if (locksRows(tokens)) return false;
  return !someObject(tree, (value, key) => {
    if (NO_READING.test(nodeOf(value)?.kind ?? '')) return true;
    return (
      key === 'into' || isTreeObject(value.into) || (Array.isArray(value.locks) && value.locks.length > 0)
    );
  });
}

/** `FOR UPDATE`, `LOCK IN SHARE MODE`: others would wait. */
function locksRows(tokens: readonly Token[]): boolean {
  const word = (at: number): string =>
    tokens[at]?.kind === 'word' ? (tokens[at]?.text.toUpperCase() ?? '') : '';
  return tokens.some((_, at) => {
    if (word(at) === 'LOCK') return word(at + 1) === 'IN' && word(at + 2) === 'SHARE';
    return word(at) === 'FOR' && /^(UPDATE|SHARE|NO KEY|KEY SHARE)/.test(`${word(at + 1)} ${word(at + 2)}`);
  });
}

function isTellingPragma(tokens: readonly Token[]): boolean {
  const names = tokens[2]?.text === '.' ? tokens.slice(3) : tokens.slice(1);
  const [name, after] = names;
  if (!name || !TELLING_PRAGMAS.test(name.text)) return false;
  return (
    after === undefined ||
    (after.text === '(' && tokens.at(-1)?.text === ')' && !tokens.some(({ text }) => text === '='))
  );
}

function isHarmlessSetting(tokens: readonly Token[], second: string, { parser }: Effects): boolean {
  // `SET @x = 1` ends with the script.
  if (second === '@') {
    return (
      parser === 'mysql' &&
      tokens[2]?.kind === 'word' &&
      !tokens.some(({ kind, text }) => text === ',' || (kind === 'word' && /^select$/i.test(text)))
    );
  }
  if (!/^(postgres|redshift|cockroachdb|risingwave)$/.test(parser)) return false;
  const names = tokens.slice(/^(SESSION|LOCAL)$/.test(second) ? 2 : 1);
  const [name, after] = names.map(({ text }) => text.toUpperCase());
  if (name === 'TIME' && after === 'ZONE') return true;
  return HARMLESS_SETTINGS.test(name ?? '') && /^(=|TO)$/.test(after ?? '');
}

/**
 * What of the machine that a statement reaches no right of a database may open: files and programs of the server, code
 * that it would load, keys that it would keep. Undefined for everything else; the words are for people.
 */
export function reachBeyond(tokens: readonly Token[], { parser }: Effects): string | undefined {
  const words = tokens.map(({ kind, text }) => {
    if (kind === 'word') return text.toUpperCase();
    return kind === 'string' || kind === 'identifier' ? '?' : text;
  });
  const text = ` ${words.join(' ')} `;
  const first = words[0] ?? '';
  if (first === 'COPY') return copyBeyond(text, parser);
  if (LOADERS.test(parser) && /^(LOAD|INSTALL|ATTACH|DETACH|EXPORT|IMPORT)$/.test(first)) return first;
  if (/^ CREATE (OR REPLACE )?(PERSISTENT |TEMPORARY |TEMP )?SECRET\b/.test(text)) return 'CREATE SECRET';
  if (/ INTO (OUTFILE|DUMPFILE) /.test(text)) return 'INTO OUTFILE';
  const start = BEYOND.find(([dialects, pattern]) => dialects.test(parser) && pattern.test(text));
  return start && (start[1].exec(text)?.[0] ?? '').trim();
}

const LOADERS = /^(duckdb|postgres|sqlite)$/;

/** Forms that reach the server's machine, by dialect. */
const BEYOND: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(postgres|redshift|cockroachdb|risingwave)$/,
    /^ (ALTER SYSTEM|CREATE EXTENSION|CREATE (FOREIGN|SERVER|SUBSCRIPTION)|CREATE (OR REPLACE )?(TRUSTED )?(PROCEDURAL )?LANGUAGE|IMPORT FOREIGN) /,
  ],
  [/^sqlite$/, / VACUUM (\? )?INTO /],
  [
    /^(mysql|singlestore|doris|starrocks)$/,
    /^ (LOAD (DATA|XML)|INSTALL (PLUGIN|SONAME)|CREATE (OR REPLACE )?(AGGREGATE )?FUNCTION (IF NOT EXISTS )?\S+ RETURNS \S+ SONAME|CREATE (OR REPLACE )?SERVER|SET GLOBAL|SET PERSIST|BACKUP|CHANGE MASTER|SHUTDOWN|RESTART) /,
  ],
  [
    /^clickhouse$/,
    /^ (SYSTEM|BACKUP|RESTORE|ATTACH|CREATE (OR REPLACE )?(FUNCTION|NAMED COLLECTION|USER|ROLE|QUOTA|SETTINGS PROFILE)) /,
  ],
  [
    /^clickhouse$/,
    / ENGINE = ?(FILE|URL|S3|HDFS|ODBC|JDBC|MYSQL|POSTGRESQL|MONGODB|REDIS|SQLITE|EXECUTABLE|EXECUTABLEPOOL|ICEBERG\w*|DELTALAKE\w*|HUDI|KAFKA|RABBITMQ|NATS|DISTRIBUTED|AZUREBLOBSTORAGE|S3QUEUE|FILELOG) /,
  ],
  [
    /^clickhouse$/,
    / SOURCE \( (FILE|HTTP|EXECUTABLE|EXECUTABLEPOOL|ODBC|MYSQL|POSTGRESQL|MONGODB|REDIS|CASSANDRA) /,
  ],
  [
    /^(tsql|fabric)$/,
    / (BULK INSERT|BACKUP (DATABASE|LOG)|RESTORE (DATABASE|LOG)|CREATE ASSEMBLY|RECONFIGURE|SHUTDOWN|XP_CMDSHELL|SP_CONFIGURE|SP_OACREATE) /,
  ],
  [
    /^oracle$/,
    /^ (CREATE (OR REPLACE )?(DIRECTORY|LIBRARY|(AND (RESOLVE|COMPILE) )?JAVA)|ALTER (SYSTEM|DATABASE)|CREATE (SHARED )?(PUBLIC )?DATABASE LINK) /,
  ],
];

/** COPY from and to files and programs; `STDIN` and `STDOUT` are the connection's own. Warehouses copy from where they are let. */
function copyBeyond(text: string, parser: string): string | undefined {
  if (!/^(postgres|duckdb|cockroachdb|risingwave|redshift|generic)$/.test(parser)) return undefined;
  if (parser === 'redshift') return undefined;
  return / (FROM|TO) (STDIN|STDOUT) /.test(text) && !/ PROGRAM /.test(text) ? undefined : 'COPY';
}
