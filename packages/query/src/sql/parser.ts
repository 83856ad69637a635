import { setFlagsFromString } from 'node:v8';
import { ChartroomError } from '@chartroom/model';
import type { Dialect, Lexical } from '../dialect.ts';
import { forbiddenCalls } from './called-functions.ts';
import { expressionFault, type FragmentFault } from './expression-tree.ts';
import { foreignToken } from './foreign-forms.ts';
import { unlistedCalls } from './function-calls.ts';
import { hiddenTables } from './hidden-tables.ts';
import { kustoStatement } from './kusto.ts';
import { withoutLongLists } from './plain-lists.ts';
import { printStatement } from './print-statement.ts';
import { boundOf, isQuery, limitOf, type RowBound, withLimit } from './row-limit.ts';
import { type RuledTable, withRules } from './rule-subqueries.ts';
import { onlyReads, reachBeyond } from './statement-effects.ts';
import { type StatementText, splitStatements } from './statements.ts';
import { isTreeObject, nodeOf, someObject, type TreeObject } from './syntax-tree.ts';
import { type TableName, type TableUse, tableNames } from './table-names.ts';
import { type Token, tokenize, UnfinishedText } from './tokens.ts';
import { withoutUnreadForms } from './unread-forms.ts';

/** What of a dialect reading a script needs. */
export type ScriptDialect = Pick<Dialect, 'id' | 'parser' | 'lexical' | 'rowLimit' | 'selectInto'>;

/** A statement and what it does. */
export interface ParsedStatement extends StatementText {
  /** Kind of its root as the parser names it, e.g. `select`, `union`, `insert`, `command`. */
  kind: string;
  /** A plain SELECT: set operations and bracketed queries are none. */
  isSelect: boolean;
  /** Rows of it can be limited. */
  isQuery: boolean;
  /** Writes data or changes tables as the contract counts it (contract/query.md §5.2), which leaves out much that does more than read. */
  isMutating: boolean;
  /** Is known to do nothing but read: what decides what may run where writing is not allowed. */
  reads: boolean;
  /** What it reaches of the server's machine, e.g. `COPY` from a file; undefined for most statements. */
  beyond: string | undefined;
  /** Each place where one of its queries reads a table. */
  uses: TableUse[];
  /** Tables that its queries read; names of common table expressions are none. */
  tables: TableName[];
  /** Every table it names. Access is decided on these. */
  touched: TableName[];
  /** False when it may reach tables that are not in `touched` (commands, procedures): only who may read all passes. */
  isTransparent: boolean;
  /** Its own limit, when that is a plain number. */
  limit: number | null;
  /** How many rows it asks for in whatever form, `FETCH FIRST` and reckoned numbers among them. */
  bound: RowBound;
  hasSubquery: boolean;
}

/** Where and why a script cannot be read; line and column count from 1. */
export interface SyntaxProblem {
  message: string;
  line: number;
  column: number;
}

/** Reads SQL of people. All functions are synchronous and pure. */
export interface SqlParser {
  /** The statements of a script. Throws INVALID_SQL_ERROR (422) with `line` and `column` in `extra`. */
  parse(sql: string, dialect: ScriptDialect): ParsedStatement[];
  /** The first thing that cannot be read, or undefined. */
  problemOf(sql: string, dialect: ScriptDialect): SyntaxProblem | undefined;
  /** The statement with at most `limit` rows; anything that is no query stays as it is. */
  withLimit(statement: ParsedStatement, limit: number, dialect: Pick<Dialect, 'rowLimit'>): string;
  /** Forbidden functions (lower case) that the statements call. */
  forbiddenCalls(statements: readonly ParsedStatement[], forbidden: ReadonlySet<string>): string[];
  /** Functions that the statements may not call where they only read: those that are closed, and those that no list opens. */
  refusedCalls(
    statements: readonly ParsedStatement[],
    dialect: Pick<Dialect, 'parser' | 'disallowedFunctions' | 'allowedFunctions'>,
  ): string[];
  /** What keeps a text from being one scalar expression; `queries` says that sub-queries which only read may stand in it. */
  expressionFault(
    text: string,
    dialect: Pick<Dialect, 'parser' | 'lexical'>,
    queries: boolean,
  ): FragmentFault | undefined;
  /**
   * The statement in which each table that `predicateOf` knows is a sub-query of its permitted rows. Throws 403 when
   * a table with a rule cannot be found in the text.
   */
  withRowRules(
    statement: ParsedStatement,
    predicateOf: (table: TableName) => string | undefined,
    dialect: Pick<Dialect, 'quoteIdentifier' | 'bareTableAlias'>,
  ): string;
  /** Pretty print, statements joined by `;` and a line break; comments stay unless told otherwise. Throws as `parse` does. */
  format(sql: string, dialect: ScriptDialect, options?: { comments: boolean }): string;
}

type Library = typeof import('@polyglot-sql/sdk');
let loading: Promise<SqlParser> | undefined;
let ready: SqlParser | undefined;

/**
 * The parser. Loading takes about a quarter of a second and 60 MB once, so it waits until SQL of people is to be read.
 */
export function loadSqlParser(): Promise<SqlParser> {
  loading ??= load();
  return loading;
}

/** The parser that `loadSqlParser` has loaded. Throws a plain Error before: what holds SQL of people has to wait for it. */
export function readyParser(): SqlParser {
  if (!ready) throw new Error('The SQL parser is needed before it is loaded.');
  return ready;
}

async function load(): Promise<SqlParser> {
  // The engine would compile hot parts of the module a second time, which saves half a millisecond and takes 200 MB.
  setFlagsFromString('--wasm-tiering-budget=2000000000');
  const library = await import('@polyglot-sql/sdk');
  await library.init();
  ready = createParser(library);
  return ready;
}

function createParser(library: Library): SqlParser {
  const parse = (sql: string, dialect: ScriptDialect): ParsedStatement[] =>
    split(sql, dialect).map((statement) =>
      dialect.parser === 'kusto'
        ? kustoStatement(statement)
        : parseStatement(library, statement, { sql, dialect }),
    );
  return {
    parse,
    problemOf(sql, dialect) {
      try {
        parse(sql, dialect);
        return undefined;
      } catch (error) {
        if (!(error instanceof SqlProblem)) throw error;
        return error.problem;
      }
    },
    withLimit: (statement, limit, dialect) =>
      statement.isQuery ? withLimit(statement, limit, dialect) : statement.sql,
    forbiddenCalls: (statements, forbidden) =>
      [
        ...new Set(
          statements.flatMap((statement) => forbiddenCalls(statement.tokens, statement.touched, forbidden)),
        ),
      ].sort(),
    refusedCalls: (statements, dialect) =>
      [
        ...new Set(
          statements.flatMap(({ tokens, touched }) => [
            ...forbiddenCalls(tokens, touched, dialect.disallowedFunctions),
            ...unlistedCalls(tokens, dialect, 'statement'),
          ]),
        ),
      ].sort(),
    expressionFault: (text, dialect, queries) => faultOf(library, text, dialect, queries),
    withRowRules,
    format: (sql, dialect, { comments } = { comments: true }) =>
      parse(comments ? sql : withoutComments(sql, dialect.lexical), dialect)
        .map((statement) =>
          printStatement(library, statement, { name: parserDialect(library, dialect), ...dialect }),
        )
        .join(';\n'),
  };
}

function faultOf(
  library: Library,
  text: string,
  dialect: Pick<Dialect, 'parser' | 'lexical'>,
  queries: boolean,
): FragmentFault | undefined {
  const prefix = 'SELECT ';
  const tokens = tokenize(text, dialect.lexical).map((token) => ({
    ...token,
    start: token.start + prefix.length,
  }));
  const read = withoutUnreadForms(`${prefix}${text}`, tokens, 0, dialect.parser);
  const result = library.parse(read, parserDialect(library, dialect));
  const [tree, ...others] = result.success ? result.ast : [];
  // Its stack is small: the library follows brackets, calls and cases no deeper.
  if (result.error?.includes('DEPTH_EXCEEDED')) return 'deep';
  if (tree === undefined || others.length > 0) return 'unread';
  return expressionFault(tree, queries);
}

const withRowRules: SqlParser['withRowRules'] = (statement, predicateOf, dialect) => {
  const sameTable = (one: TableName, other: TableName): boolean =>
    one.catalog === other.catalog && one.schema === other.schema && one.table === other.table;
  const hidden = statement.tables.find(
    (table) =>
      predicateOf(table) !== undefined && !statement.uses.some((use) => use.place && sameTable(use, table)),
  );
  if (hidden) {
    throw new ChartroomError(`The row rules of table "${hidden.table}" cannot be put into this query.`, {
      status: 403,
      error_type: 'TABLE_SECURITY_ACCESS_ERROR',
      level: 'error',
    });
  }
  const ruled = statement.uses.flatMap((use): RuledTable[] => {
    const predicate = predicateOf(use);
    if (predicate === undefined || !use.place) return [];
    const name = [use.catalog, use.schema, use.table].filter((part) => part !== null).join('.');
    return [{ ...use.place, predicate, alias: dialect.quoteIdentifier(name) }];
  });
  return withRules(statement, ruled, dialect.bareTableAlias);
};

/** The last statement is a SELECT, so that the script can make a table. */
export function canMakeTable(statements: readonly ParsedStatement[]): boolean {
  return statements.at(-1)?.isSelect ?? false;
}

/** The script is one SELECT, so that it can make a view. */
export function canMakeView(statements: readonly ParsedStatement[]): boolean {
  return statements.length === 1 && canMakeTable(statements);
}

/** The error of a script that cannot be read. */
class SqlProblem extends ChartroomError {
  readonly problem: SyntaxProblem;
  constructor(problem: SyntaxProblem, script: { sql: string; dialect: ScriptDialect }) {
    super(problem.message, {
      status: 422,
      error_type: 'INVALID_SQL_ERROR',
      level: 'error',
      extra: { sql: script.sql, engine: script.dialect.id, line: problem.line, column: problem.column },
    });
    this.problem = problem;
  }
}

function problemAt(sql: string, position: number, reason: string): SyntaxProblem {
  const before = sql.slice(0, position);
  const line = before.split('\n').length;
  const column = position - before.lastIndexOf('\n');
  const near = /^\s*([\p{L}\p{N}_$]+|\S)/u.exec(sql.slice(position))?.[1];
  const where = `line ${line}:${column}`;
  return {
    message:
      near === undefined
        ? `Error parsing at ${where}: ${reason}`
        : `Error parsing near '${near}' at ${where}`,
    line,
    column,
  };
}

function split(sql: string, dialect: ScriptDialect): StatementText[] {
  try {
    return splitStatements(sql, dialect.lexical);
  } catch (error) {
    if (!(error instanceof UnfinishedText)) throw error;
    throw new SqlProblem(problemAt(sql, error.position, error.reason), { sql, dialect });
  }
}

/** Nodes that write, wherever they stand. */
const WRITES = /^(insert|update|delete|merge|truncate|(create|drop|alter)_\w+|multi_insert)$/;
/** Kinds that name every table they reach. */
const TRANSPARENT =
  /^(select|subquery|union|intersect|except|values|insert|update|delete|merge|truncate|(create|drop|alter)_(table|view|index)|set_statement|transaction|begin|commit|rollback|use)$/;
/** First words of statements that the parser may not know and that yet are none of its business. */
const COMMANDS = /^(EXPLAIN|OPTIMIZE|VACUUM|ANALYZE|KILL|CALL|EXECUTE|EXEC)$/i;
/** First words that only some dialects know; the parser knows them for all. */
const KNOWN_TO: Readonly<Record<string, ReadonlySet<string>>> = {
  ATTACH: new Set(['duckdb', 'sqlite', 'clickhouse']),
  EXEC: new Set(['tsql', 'fabric', 'postgres', 'redshift']),
  DO: new Set(['postgres']),
  LOCK: new Set(),
  REFRESH: new Set(['postgres', 'databricks', 'spark', 'hive', 'materialize', 'risingwave']),
};
interface Script {
  sql: string;
  dialect: ScriptDialect;
}

function parseStatement(library: Library, statement: StatementText, script: Script): ParsedStatement {
  const { dialect } = script;
  const first = statement.tokens[0];
  if (first && KNOWN_TO[first.text.toUpperCase()]?.has(dialect.parser) === false) {
    throw new SqlProblem(
      problemAt(script.sql, first.start, 'the engine does not know this statement'),
      script,
    );
  }
  const known = withoutUnreadForms(
    withoutHashComments(statement.sql, dialect.lexical),
    statement.tokens,
    statement.start,
    dialect.parser,
  );
  const text = withoutLongLists(known, statement.tokens, statement.start);
  const result = library.parse(text, parserDialect(library, dialect));
  const tree: unknown = result.success ? result.ast[0] : undefined;
  const node = nodeOf(tree);
  if (!result.success || !node || result.ast.length !== 1) {
    const command = asCommand(library, statement, script);
    if (command) return command;
    const position = statement.start + (result.errorStart ?? 0);
    throw new SqlProblem(problemAt(script.sql, position, result.error ?? 'this is no statement'), script);
  }
  const foreign = foreignToken(statement.tokens, tree, dialect);
  if (foreign)
    throw new SqlProblem(problemAt(script.sql, foreign.start, 'the engine does not know this form'), script);
  const names = tableNames(tree, statement.tokens, dialect.lexical.dottedNames);
  const hidden = dialect.lexical.hiddenTables
    ? hiddenTables(statement.tokens, dialect.lexical.hiddenTables)
    : [];
  return {
    ...statement,
    kind: node.kind,
    isSelect: node.kind === 'select',
    isQuery: isQuery(node.kind),
    isMutating: someObject(
      { [node.kind]: node.members },
      (value) => WRITES.test(nodeOf(value)?.kind ?? '') || makesTable(value, dialect),
    ),
    tables: [
      ...(node.kind === 'describe' && nodeOf(node.members.target)?.kind !== 'table' ? [] : names.read),
      ...hidden.filter(({ table }) => table !== ''),
    ],
    touched: [...names.touched, ...hidden],
    uses: names.uses,
    reads: onlyReads(statement.tokens, tree, dialect, innerOf(library, statement, script)),
    beyond: reachBeyond(statement.tokens, dialect),
    isTransparent:
      TRANSPARENT.test(node.kind) && !(node.kind === 'set_statement' && movesNames(statement.tokens)),
    limit: limitOf(tree, dialect.rowLimit !== undefined),
    bound: boundOf(tree),
    hasSubquery: node.kind === 'subquery' || (node.kind === 'select' && countQueries(tree) > 1),
  };
}

/** Whether names mean something else behind this setting, or somebody else asks: the tables behind it are others than they seem. */
function movesNames(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => /^"?(search_path|schema|role|authorization)"?$/i.test(text));
}

/** `SELECT … INTO`, where it makes a table: in PostgreSQL too, beside `CREATE TABLE … AS`. */
function makesTable(value: TreeObject, { selectInto, parser }: ScriptDialect): boolean {
  const node = selectInto || parser === 'postgres' || parser === 'redshift' ? nodeOf(value) : undefined;
  return node?.kind === 'select' && isTreeObject(node.members.into);
}

/** The library knows no comments that start with `#`. */
function withoutHashComments(sql: string, lexical: Lexical): string {
  return lexical.hashComments ? withoutComments(sql, lexical, '#') : sql;
}

/** Comments that start so become as many blanks, so that positions stay. */
function withoutComments(sql: string, lexical: Lexical, start = ''): string {
  const comments = tokenize(sql, lexical).filter(
    (token) => token.kind === 'comment' && token.text.startsWith(start),
  );
  let [read, at] = ['', 0];
  for (const { start: from, text } of comments) {
    read += sql.slice(at, from) + ' '.repeat(text.length);
    at = from + text.length;
  }
  return read + sql.slice(at);
}

/** Statements that the parser does not know. What is explained is read on its own. */
function asCommand(library: Library, statement: StatementText, script: Script): ParsedStatement | undefined {
  const word = statement.tokens[0]?.text.toUpperCase() ?? '';
  const isBlock = word === 'DO' && script.dialect.parser === 'postgres';
  if (!isBlock && !COMMANDS.test(word)) return undefined;
  const explained = word === 'EXPLAIN' ? explainedPart(statement) : undefined;
  const inner = explained && parseStatement(library, explained.statement, script);
  return {
    ...statement,
    kind: 'command',
    isSelect: false,
    isQuery: false,
    isMutating: isBlock || (inner?.isMutating === true && explained?.runs === true),
    reads: onlyReads(
      statement.tokens,
      undefined,
      script.dialect,
      inner && explained && { reads: inner.reads, begin: explained.begin },
    ),
    beyond: reachBeyond(statement.tokens, script.dialect),
    tables: inner?.touched ?? [],
    touched: inner?.touched ?? [],
    uses: [],
    isTransparent: inner?.isTransparent ?? false,
    limit: null,
    bound: null,
    hasSubquery: false,
  };
}

/** What follows EXPLAIN and its options; `runs` when the engine runs it to measure. */
function explainedPart(
  statement: StatementText,
): { statement: StatementText; runs: boolean; begin: number } | undefined {
  const begin = statement.tokens.findIndex((token) =>
    /^(SELECT|WITH|INSERT|UPDATE|DELETE|MERGE|CREATE|VALUES|TABLE|FROM)$/i.test(token.text),
  );
  const first = statement.tokens[begin];
  if (!first) return undefined;
  const runs = statement.tokens.slice(0, begin).some((token) => /^ANALY[SZ]E$/i.test(token.text));
  return {
    statement: {
      sql: statement.sql.slice(first.start - statement.start),
      start: first.start,
      tokens: statement.tokens.slice(begin),
    },
    runs,
    begin,
  };
}

/** What is explained where the parser knows EXPLAIN itself. */
function innerOf(
  library: Library,
  statement: StatementText,
  script: Script,
): { reads: boolean; begin: number } | undefined {
  if (statement.tokens[0]?.text.toUpperCase() !== 'EXPLAIN') return undefined;
  const explained = explainedPart(statement);
  return (
    explained && { reads: parseStatement(library, explained.statement, script).reads, begin: explained.begin }
  );
}

function countQueries(tree: unknown): number {
  let count = 0;
  someObject(tree, (value) => {
    if ('select' in value) count += 1;
    return false;
  });
  return count;
}

/** The library's own name of the dialect. */
function parserDialect(
  library: Library,
  { parser }: Pick<Dialect, 'parser'>,
): (typeof library.Dialect)[keyof typeof library.Dialect] {
  const name = parser === 'postgres' ? 'postgresql' : parser;
  return Object.values(library.Dialect).find((known) => known === name) ?? library.Dialect.Generic;
}
