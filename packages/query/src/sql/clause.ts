import { type ChartroomError, DEFAULT_BOUNDS } from '@chartroom/model';
import type { Dialect } from '../dialect.ts';
import { clauseError, queryError, subqueryError } from '../query-error.ts';
import { forbiddenCalls } from './called-functions.ts';
import { fragmentFault } from './fragment.ts';
import { type CallPlace, unlistedCalls } from './function-calls.ts';
import { hiddenTables } from './hidden-tables.ts';
import { requireBoundedSql } from './sql-bounds.ts';
import { type Token, tokenize, UnfinishedText } from './tokens.ts';

/** Words that no expression holds outside brackets: whoever writes one continues the statement. */
const STATEMENT_WORDS = new Set(
  'SELECT UNION INTERSECT MINUS FROM WHERE GROUP ORDER HAVING LIMIT FETCH INTO WINDOW QUALIFY RETURNING SET VALUES JOIN'.split(
    ' ',
  ),
);
/** Words that start a statement: an expression never starts with one that a name follows. */
const COMMANDS = new Set(
  'INSERT UPDATE DELETE MERGE CREATE DROP ALTER TRUNCATE GRANT REVOKE CALL DO COPY ATTACH DETACH PRAGMA VACUUM ANALYZE EXPLAIN DESCRIBE SHOW USE BEGIN COMMIT ROLLBACK SET LOAD INSTALL EXPORT IMPORT WITH TABLE EXECUTE PREPARE REFRESH LOCK'.split(
    ' ',
  ),
);
/** Behind an opening bracket, a comma or another query these start a sub-query in one engine or another. */
const QUERY_STARTS = new Set(
  'SELECT WITH FROM TABLE VALUES PIVOT UNPIVOT SUMMARIZE DESCRIBE SHOW'.split(' '),
);
/** Functions in whose brackets FROM stands before their last argument. */
const FROM_FORMS = new Set('EXTRACT TRIM LTRIM RTRIM BTRIM SUBSTRING SUBSTR OVERLAY POSITION'.split(' '));
const NEEDS_RIGHT = new Set('AND OR NOT LIKE ILIKE IN BETWEEN IS = < > + - / % | , .'.split(' '));
const NEEDS_LEFT = new Set('AND OR LIKE ILIKE IN BETWEEN IS = < > / % | , ) .'.split(' '));

const OPENING: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
const CLOSING = new Set([')', ']', '}']);

/** What checking SQL of people needs of a dialect. */
export type CheckedDialect = Pick<
  Dialect,
  'id' | 'parser' | 'lexical' | 'disallowedFunctions' | 'allowedFunctions' | 'sqlBounds'
>;

/**
 * Checks that free SQL is one scalar expression and returns it without comments and trailing `;` (contract/query.md
 * §1.5). Nothing that passes can close a bracket, end the statement, reach another row than the one it stands for, or
 * call what is not listed. The words are looked at first, then the tree that the parser (`loadSqlParser`) makes of them:
 * either may refuse, and so does text that cannot be read.
 * @throws ChartroomError `Invalid SQL clause: …` (400), the sub-query error (403), or the names of functions (400)
 */
export function checkClause(clause: string, dialect: CheckedDialect): string {
  const tokens = checkedTokens(clause, dialect);
  const text = joinTokens(clause, tokens);
  const fault = fragmentFault(text, dialect, false);
  if (fault === 'relation') throw subqueryError();
  if (fault === 'deep') throw tooDeep();
  if (fault !== undefined) throw clauseError(clause);
  return text;
}

/** What the parser cannot follow is refused, and said as what it is. */
function tooDeep(): ChartroomError {
  return queryError('Invalid SQL clause: more than 30 brackets, calls or cases stand inside one another');
}

/** The same for one sort expression: commas, directions and null order are not part of it. */
export function checkOrderExpression(clause: string, dialect: CheckedDialect): string {
  const checked = checkClause(clause, dialect);
  if (/\b(ASC|DESC)\s*$/i.test(checked)) throw clauseError(clause);
  return checked;
}

/**
 * The same for a condition of an administrator, in which sub-queries may stand: `;` stands nowhere in it.
 * @throws ChartroomError 400
 */
export function checkCondition(condition: string, dialect: CheckedDialect): string {
  const tokens = clauseTokens(condition, dialect, false);
  const text = joinTokens(condition, tokens);
  if (tokens.length === 0 || isCommand(tokens)) throw clauseError(condition);
  refuseCalls(tokens, dialect, 'statement');
  const fault = fragmentFault(text, dialect, true);
  if (fault === 'deep') throw tooDeep();
  if (fault !== undefined) throw clauseError(condition);
  return text;
}

/**
 * Trims a virtual dataset's SQL and its trailing `;`, and refuses a second statement and functions that nobody may call.
 * @throws ChartroomError 400
 */
export function singleStatement(sql: string, dialect: CheckedDialect): string {
  try {
    const tokens = tokenize(sql, dialect.lexical);
    const code = tokens.filter((token) => token.kind !== 'comment');
    while (code.at(-1)?.text === ';') code.pop();
    if (code.length === 0 || code.some((token) => token.text === ';')) throw clauseError(sql);
    refuseCalls(code, dialect, 'statement');
    const last = code.at(-1);
    return last ? sql.slice(0, last.start + last.text.length).trim() : sql;
  } catch (error) {
    throw error instanceof UnfinishedText ? clauseError(sql) : error;
  }
}

/**
 * Refuses what no expression may hold, whoever has written it: an end of the statement, brackets that do not match, and
 * functions that nobody may call.
 * @throws ChartroomError 400
 */
export function checkOwned(expression: string, dialect: CheckedDialect): void {
  refuseCalls(clauseTokens(expression, dialect, false), dialect, 'statement');
}

function refuseCalls(code: readonly Token[], dialect: CheckedDialect, place: CallPlace): void {
  const called = new Set([
    ...forbiddenCalls(code, [], dialect.disallowedFunctions),
    ...unlistedCalls(code, dialect, place),
  ]);
  if (called.size > 0)
    throw queryError(`SQL statement contains disallowed function(s): ${[...called].sort().join(', ')}`);
}

/** The tokens of free SQL whose words say that it is one expression. */
function checkedTokens(clause: string, dialect: CheckedDialect): Token[] {
  const tokens = clauseTokens(clause, dialect, true);
  const first = tokens[0];
  const last = tokens.at(-1);
  if (!first || !last) throw clauseError(clause);
  if (NEEDS_LEFT.has(upper(first)) || NEEDS_RIGHT.has(upper(last))) throw clauseError(clause);
  if (isCommand(tokens)) throw clauseError(clause);
  checkWords(clause, tokens);
  if (dialect.lexical.hiddenTables && hiddenTables(tokens, dialect.lexical.hiddenTables).length > 0)
    throw subqueryError();
  refuseCalls(tokens, dialect, 'expression');
  return tokens;
}

/** The tokens of an expression without comments, its brackets being closed in order; `ends` says that `;` may stand behind it. */
function clauseTokens(
  clause: string,
  dialect: Pick<Dialect, 'lexical' | 'sqlBounds'>,
  ends: boolean,
): Token[] {
  // What is recorded was not always checked when it came in.
  if (typeof clause !== 'string') throw clauseError(JSON.stringify(clause));
  requireBoundedSql('an SQL expression', clause, dialect, dialect.sqlBounds ?? DEFAULT_BOUNDS);
  let tokens: Token[];
  try {
    tokens = tokenize(clause, dialect.lexical).filter((token) => token.kind !== 'comment');
  } catch (error) {
    throw error instanceof UnfinishedText ? clauseError(clause) : error;
  }
  while (ends && tokens.at(-1)?.text === ';') tokens.pop();
  const open: string[] = [];
  for (const { kind, text, start } of tokens) {
    if (kind !== 'symbol') continue;
    if (text === '@' && clause[start + 1] === '>' && !dialect.lexical.containsOperator)
      throw clauseError(clause);
    const closing = OPENING[text];
    if (text === ';' || text === '\0' || text === '`') throw clauseError(clause);
    if (closing) open.push(closing);
    else if (CLOSING.has(text) && open.pop() !== text) throw clauseError(clause);
  }
  if (open.length > 0) throw clauseError(clause);
  return tokens;
}

/** `DROP TABLE t`, but not a column that is called `show`: a word that names a thing stands alone or before an operator. */
function isCommand(tokens: Token[]): boolean {
  const [first, second] = tokens;
  if (first?.kind !== 'word' || !COMMANDS.has(upper(first))) return false;
  return (
    second !== undefined &&
    (second.kind === 'word' || second.kind === 'identifier') &&
    !/^(is|in|like|ilike|between|and|or|not)$/i.test(second.text)
  );
}

function checkWords(clause: string, tokens: Token[]): void {
  /** What stands before each bracket that is open, and whether FROM may stand in it. */
  const open: { form: string; hasFrom: boolean }[] = [];
  for (const [index, token] of tokens.entries()) {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    if (token.kind === 'symbol') {
      if (OPENING[token.text]) open.push({ form: token.text === '(' ? upper(before) : '', hasFrom: false });
      else if (CLOSING.has(token.text)) open.pop();
      else if (token.text === ',' && open.length === 0) throw clauseError(clause);
      continue;
    }
    // Engines whose square brackets quote names have no lists.
    if (token.text.startsWith('[') && before && upper(before) === 'ARRAY') throw clauseError(clause);
    if (token.kind !== 'word' || before?.text === '.') continue;
    const word = upper(token);
    const depth = open.length;
    if (word === 'FROM' && isPartOfForm(tokens, index, open.at(-1))) continue;
    if (depth > 0 && (word === 'SELECT' || word === 'FROM' || word === 'JOIN')) throw subqueryError();
    if (depth > 0 && startsQuery(word, before, after)) throw subqueryError();
    if (/^(UNION|INTERSECT|EXCEPT)$/.test(word) && after?.kind === 'word') {
      throw depth > 0 ? subqueryError() : queryError(`A clause is one expression; ${word} joins queries`);
    }
    if (depth === 0 && endsExpression(word, before, after)) throw clauseError(clause);
  }
}

/** `EXTRACT(year FROM x)`, once in its brackets, and `IS [NOT] DISTINCT FROM`. */
function isPartOfForm(
  tokens: Token[],
  index: number,
  bracket: { form: string; hasFrom: boolean } | undefined,
): boolean {
  const before = upper(tokens[index - 1]);
  if (before === 'DISTINCT') {
    const at = upper(tokens[index - 2]) === 'NOT' ? index - 3 : index - 2;
    return upper(tokens[at]) === 'IS';
  }
  if (!bracket || bracket.hasFrom || !FROM_FORMS.has(bracket.form)) return false;
  // `TRIM(FROM x)` alone has nothing before it: elsewhere a query would begin so.
  if (before === '(' && bracket.form !== 'TRIM') return false;
  bracket.hasFrom = true;
  return true;
}

function startsQuery(word: string, before: Token | undefined, after: Token | undefined): boolean {
  if (!QUERY_STARTS.has(word) || after === undefined) return false;
  const isName = after.kind === 'word' || after.kind === 'identifier' || after.kind === 'string';
  if (word === 'TABLE') return isName || after.text === '(';
  if (word === 'VALUES')
    return before?.text === '(' && (after.text === '(' || after.kind === 'number' || after.kind === 'string');
  return before?.kind === 'symbol' && isName && !/^(is|in|like|ilike|between|and|or|not)$/i.test(after.text);
}

function endsExpression(word: string, before: Token | undefined, after: Token | undefined): boolean {
  if (word === 'GROUP') return upper(before) !== 'WITHIN';
  if (word === 'EXCEPT') return after?.kind === 'word';
  // These are names too: a column `values` or `set` stands before an operator or at the end.
  if (/^(SET|VALUES|WINDOW|MINUS|FETCH|QUALIFY|RETURNING|INTO)$/.test(word)) {
    return (
      before !== undefined &&
      after !== undefined &&
      (after.kind === 'word' || after.kind === 'number' || after.text === '(')
    );
  }
  return STATEMENT_WORDS.has(word);
}

/** The text of the tokens as it was written, a comment between them being one blank. */
function joinTokens(clause: string, tokens: Token[]): string {
  let text = '';
  let end = tokens[0]?.start ?? 0;
  for (const token of tokens) {
    const gap = clause.slice(end, token.start);
    // A comment becomes one blank.
    text += gap.trim() === '' ? gap : ' ';
    text += token.text;
    end = token.start + token.text.length;
  }
  return text;
}

function upper(token: Token | undefined): string {
  return token?.kind === 'word' || token?.kind === 'symbol' ? token.text.toUpperCase() : '';
}
