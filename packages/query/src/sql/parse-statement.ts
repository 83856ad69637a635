import type { Lexical } from '../dialect.ts';
import { foreignToken } from './foreign-forms.ts';
import { hiddenTables } from './hidden-tables.ts';
import type { ParsedStatement, ScriptDialect } from './parsed-statement.ts';
import { withoutLongLists } from './plain-lists.ts';
import { boundOf, isQuery, limitOf } from './row-limit.ts';
import { type Library, parserDialect } from './sql-library.ts';
import { onlyReads, reachBeyond } from './statement-effects.ts';
import type { StatementText } from './statements.ts';
import { problemAt, type Script, SqlProblem } from './syntax-problem.ts';
import { isTreeObject, nodeOf, someObject, type TreeObject } from './syntax-tree.ts';
import { tableNames } from './table-names.ts';
import { type Token, tokenize } from './tokens.ts';
import { withoutUnreadForms } from './unread-forms.ts';

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

/** What a statement does. @throws ChartroomError INVALID_SQL_ERROR with its place in the script */
export function parseStatement(library: Library, statement: StatementText, script: Script): ParsedStatement {
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
export function withoutComments(sql: string, lexical: Lexical, start = ''): string {
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
