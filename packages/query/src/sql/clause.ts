import type { Dialect } from '../dialect.ts';
import { clauseError, queryError, subqueryError } from '../query-error.ts';
import { forbiddenCalls, isDisguised } from './called-functions.ts';
import { hiddenTables } from './hidden-tables.ts';
import { type Token, tokenize, UnfinishedText } from './tokens.ts';

/** Words that no expression holds outside brackets: whoever writes one continues the statement. */
const STATEMENT_WORDS = new Set(
  'SELECT UNION INTERSECT MINUS FROM WHERE GROUP ORDER HAVING LIMIT FETCH INTO WINDOW QUALIFY RETURNING SET VALUES JOIN'.split(' '),
);
/** Words that start a statement: an expression never starts with one that a name follows. */
const COMMANDS = new Set(
  'INSERT UPDATE DELETE MERGE CREATE DROP ALTER TRUNCATE GRANT REVOKE CALL DO COPY ATTACH DETACH PRAGMA VACUUM ANALYZE EXPLAIN DESCRIBE SHOW USE BEGIN COMMIT ROLLBACK SET LOAD INSTALL EXPORT IMPORT WITH TABLE EXECUTE PREPARE REFRESH LOCK'.split(
    ' ',
  ),
);
/** After an opening bracket these start a sub-query in one engine or another. */
const QUERY_STARTS = new Set('SELECT WITH FROM TABLE VALUES PIVOT UNPIVOT SUMMARIZE DESCRIBE SHOW'.split(' '));
const NEEDS_RIGHT = new Set('AND OR NOT LIKE ILIKE IN BETWEEN IS = < > + - / % | , .'.split(' '));
const NEEDS_LEFT = new Set('AND OR LIKE ILIKE IN BETWEEN IS = < > / % | , ) .'.split(' '));

const OPENING: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
const CLOSING = new Set([')', ']', '}']);

/**
 * Checks that free SQL is one balanced expression and returns it without comments and trailing `;`
 * (contract/query.md §1.5). Nothing that passes can close a bracket, end the statement, or reach
 * another table.
 * @throws ChartroomError `Invalid SQL clause: …` (400), or the sub-query error (403)
 */
export function checkClause(clause: string, dialect: Pick<Dialect, 'lexical' | 'disallowedFunctions'>): string {
  const tokens = clauseTokens(clause, dialect);
  const first = tokens[0];
  const last = tokens.at(-1);
  if (!first || !last) throw clauseError(clause);
  if (NEEDS_LEFT.has(upper(first)) || NEEDS_RIGHT.has(upper(last))) throw clauseError(clause);
  if (isCommand(tokens)) throw clauseError(clause);
  checkWords(clause, tokens, dialect);
  if (dialect.lexical.hiddenTables && hiddenTables(tokens).length > 0) throw subqueryError();
  return joinTokens(clause, tokens);
}

/** The same for one sort expression: commas, directions and null order are not part of it. */
export function checkOrderExpression(clause: string, dialect: Pick<Dialect, 'lexical' | 'disallowedFunctions'>): string {
  const checked = checkClause(clause, dialect);
  if (/\b(ASC|DESC)\s*$/i.test(checked)) throw clauseError(clause);
  return checked;
}

/**
 * Trims a virtual dataset's SQL and its trailing `;`, and refuses a second statement and functions that nobody may call.
 * @throws ChartroomError 400
 */
export function singleStatement(sql: string, dialect: Pick<Dialect, 'lexical' | 'disallowedFunctions'>): string {
  try {
    const tokens = tokenize(sql, dialect.lexical);
    const code = tokens.filter((token) => token.kind !== 'comment');
    while (code.at(-1)?.text === ';') code.pop();
    if (code.length === 0 || code.some((token) => token.text === ';')) throw clauseError(sql);
    refuseCalls(code, dialect);
    const last = code.at(-1);
    return last ? sql.slice(0, last.start + last.text.length).trim() : sql;
  } catch (error) {
    throw error instanceof UnfinishedText ? clauseError(sql) : error;
  }
}

/**
 * Refuses what no expression may hold, whoever has written it: an end of the statement, and functions that nobody may call.
 * @throws ChartroomError 400
 */
export function checkOwned(expression: string, dialect: Pick<Dialect, 'lexical' | 'disallowedFunctions'>): void {
  try {
    const code = tokenize(expression, dialect.lexical).filter((token) => token.kind !== 'comment');
    if (code.some((token) => token.text === ';')) throw clauseError(expression);
    refuseCalls(code, dialect);
  } catch (error) {
    throw error instanceof UnfinishedText ? clauseError(expression) : error;
  }
}

function refuseCalls(code: readonly Token[], { disallowedFunctions }: Pick<Dialect, 'disallowedFunctions'>): void {
  const called = forbiddenCalls(code, [], disallowedFunctions);
  if (called.length > 0) throw queryError(`SQL statement contains disallowed function(s): ${called.join(', ')}`);
}

function clauseTokens(clause: string, dialect: Pick<Dialect, 'lexical'>): Token[] {
  let tokens: Token[];
  try {
    tokens = tokenize(clause, dialect.lexical).filter((token) => token.kind !== 'comment');
  } catch (error) {
    throw error instanceof UnfinishedText ? clauseError(clause) : error;
  }
  while (tokens.at(-1)?.text === ';') tokens.pop();
  const open: string[] = [];
  for (const { kind, text, start } of tokens) {
    if (kind !== 'symbol') continue;
    if (text === '@' && clause[start + 1] === '>' && !dialect.lexical.containsOperator) throw clauseError(clause);
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

function checkWords(clause: string, tokens: Token[], dialect: Pick<Dialect, 'disallowedFunctions'>): void {
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    if (token.kind === 'symbol') {
      if (OPENING[token.text]) depth += 1;
      else if (CLOSING.has(token.text)) depth -= 1;
      else if (token.text === ',' && depth === 0) throw clauseError(clause);
      continue;
    }
    if (isCallOf(token, after, dialect.disallowedFunctions)) throw clauseError(clause);
    // Engines whose square brackets quote names have no lists.
    if (token.text.startsWith('[') && before && upper(before) === 'ARRAY') throw clauseError(clause);
    if (token.kind !== 'word' || before?.text === '.' || after?.text === '.') continue;
    const word = upper(token);
    if (word === 'SELECT' && depth > 0) throw subqueryError();
    if (before?.text === '(' && QUERY_STARTS.has(word) && startsQuery(word, after)) throw subqueryError();
    if (/^(UNION|INTERSECT|EXCEPT)$/.test(word) && after?.kind === 'word') {
      throw depth > 0 ? subqueryError() : queryError(`A clause is one expression; ${word} joins queries`);
    }
    if (depth === 0 && endsExpression(word, before, after)) throw clauseError(clause);
  }
}

function startsQuery(word: string, after: Token | undefined): boolean {
  if (word === 'VALUES') return after?.text === '(';
  return after !== undefined && (after.kind === 'word' || after.kind === 'identifier' || after.kind === 'string');
}

function endsExpression(word: string, before: Token | undefined, after: Token | undefined): boolean {
  if (word === 'FROM') return upper(before) !== 'DISTINCT';
  if (word === 'GROUP') return upper(before) !== 'WITHIN';
  if (word === 'EXCEPT') return after?.kind === 'word';
  // These are names too: a column `values` or `set` stands before an operator or at the end.
  if (/^(SET|VALUES|WINDOW|MINUS|FETCH|QUALIFY|RETURNING|INTO)$/.test(word)) {
    return before !== undefined && after !== undefined && (after.kind === 'word' || after.kind === 'number' || after.text === '(');
  }
  return STATEMENT_WORDS.has(word);
}

/** A call of a listed function, quoted or not, with or without its schema. */
function isCallOf(token: Token, after: Token | undefined, functions: ReadonlySet<string>): boolean {
  if (after?.text !== '(' || (token.kind !== 'word' && token.kind !== 'identifier')) return false;
  return isDisguised(token) || functions.has(token.text.replace(/^["`[]|["`\]]$/g, '').toLowerCase());
}

/** The text of the tokens as it was written, a comment between them being one blank. */
function joinTokens(clause: string, tokens: Token[]): string {
  let text = '';
  let end = tokens[0]?.start ?? 0;
  for (const token of tokens) {
    const gap = clause.slice(end, token.start);
    text += gap === '' ? '' : gap.trim() === '' ? gap : ' ';
    text += token.text;
    end = token.start + token.text.length;
  }
  return text;
}

function upper(token: Token | undefined): string {
  return token?.kind === 'word' || token?.kind === 'symbol' ? token.text.toUpperCase() : '';
}
