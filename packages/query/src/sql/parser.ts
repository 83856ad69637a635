import { setFlagsFromString } from 'node:v8';
import { ChartroomError } from '@chartroom/model';
import type { Dialect } from '../dialect.ts';
import type { WindowDialect } from '../row-window.ts';
import { forbiddenCalls } from './called-functions.ts';
import { cteQuery } from './cte-query.ts';
import { expressionFault, type FragmentFault } from './expression-tree.ts';
import { unlistedCalls } from './function-calls.ts';
import { kustoStatement } from './kusto.ts';
import { withOtherTables } from './other-tables.ts';
import { parseStatement, withoutComments } from './parse-statement.ts';
import type { ParsedStatement, ScriptDialect, SyntaxProblem } from './parsed-statement.ts';
import { printStatement } from './print-statement.ts';
import { withLimit } from './row-limit.ts';
import { type ReplacedTable, withSubqueries } from './rule-subqueries.ts';
import { sampled } from './sampled.ts';
import { type Library, parserDialect } from './sql-library.ts';
import { type StatementText, splitStatements } from './statements.ts';
import { problemAt, SqlProblem } from './syntax-problem.ts';
import type { TableName } from './table-names.ts';
import { type TableNeeds, tableNeeds } from './table-needs.ts';
import { tokenize, UnfinishedText } from './tokens.ts';
import { withoutUnreadForms } from './unread-forms.ts';

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
  /** The statement in which each table is a sub-query of its first rows; undefined where it reads none, or one cannot be found in the text. */
  sampled(
    statement: ParsedStatement,
    rows: number,
    dialect: WindowDialect & Pick<Dialect, 'quoteIdentifier' | 'bareTableAlias'>,
  ): string | undefined;
  /**
   * A query for the rows of one common table expression of a text that is one statement, half written perhaps behind that
   * one; undefined where there is none of that name. Throws as `parse` does where a text or a name has no end.
   */
  cteQuery(sql: string, name: string, dialect: ScriptDialect): string | undefined;
  /** What a statement uses of the tables that it names. */
  needsOf(statement: ParsedStatement, dialect: Pick<Dialect, 'parser' | 'lexical'>): TableNeeds;
  /** The statement in which each place that `nameOf` knows reads a table of another name instead; the rest stays as written. */
  withTables(
    statement: ParsedStatement,
    nameOf: (table: TableName) => string | undefined,
    dialect: Pick<Dialect, 'quoteIdentifier' | 'bareTableAlias'>,
  ): string;
  /** Pretty print, statements joined by `;` and a line break; comments stay unless told otherwise. Throws as `parse` does. */
  format(sql: string, dialect: ScriptDialect, options?: { comments: boolean }): string;
}

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
    sampled,
    cteQuery: (sql, name, dialect) => {
      const [statement, ...others] = split(sql, dialect);
      return statement && others.length === 0 ? cteQuery(statement, name) : undefined;
    },
    needsOf: (statement, dialect) => needsOf(library, statement, dialect),
    withTables: withOtherTables,
    format: (sql, dialect, { comments } = { comments: true }) =>
      parse(comments ? sql : withoutComments(sql, dialect.lexical), dialect)
        .map((statement) =>
          printStatement(library, statement, { name: parserDialect(library, dialect), ...dialect }),
        )
        .join(';\n'),
  };
}

function needsOf(
  library: Library,
  { sql, tokens, start }: ParsedStatement,
  dialect: Pick<Dialect, 'parser' | 'lexical'>,
): TableNeeds {
  const text = withoutUnreadForms(sql, tokens, start, dialect.parser);
  const result = library.parse(text, parserDialect(library, dialect));
  return tableNeeds(result.success ? result.ast[0] : undefined, tokens, result.success && text === sql);
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
  const ruled = statement.uses.flatMap((use): ReplacedTable[] => {
    const predicate = predicateOf(use);
    if (predicate === undefined || !use.place) return [];
    const name = [use.catalog, use.schema, use.table].filter((part) => part !== null).join('.');
    const query = (table: string) => `SELECT * FROM ${table} WHERE ${predicate}`;
    return [{ ...use.place, query, alias: dialect.quoteIdentifier(name) }];
  });
  return withSubqueries(statement, ruled, dialect.bareTableAlias);
};

/** The last statement is a SELECT, so that the script can make a table. */
export function canMakeTable(statements: readonly ParsedStatement[]): boolean {
  return statements.at(-1)?.isSelect ?? false;
}

/** The script is one SELECT, so that it can make a view. */
export function canMakeView(statements: readonly ParsedStatement[]): boolean {
  return statements.length === 1 && canMakeTable(statements);
}

function split(sql: string, dialect: ScriptDialect): StatementText[] {
  try {
    return splitStatements(sql, dialect.lexical);
  } catch (error) {
    if (!(error instanceof UnfinishedText)) throw error;
    throw new SqlProblem(problemAt(sql, error.position, error.reason), { sql, dialect });
  }
}
