import { beyondBound } from '@chartroom/model';
import type { Dialect, SqlBounds } from '../dialect.ts';
import { PlainLists } from './plain-lists.ts';
import { eachToken, type Token, UnfinishedText } from './tokens.ts';

const OPENING: ReadonlySet<string> = new Set(['(', '[', '{']);
const CLOSING: ReadonlySet<string> = new Set([')', ']', '}']);
/** Between these a chain of operators begins anew. */
const ENDS_CHAIN: ReadonlySet<string> = new Set([',', ';', 'WHEN', 'THEN', 'ELSE']);
const WORD_OPERATORS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'UNION']);

/** Of values of lists behind IN so many count as one word: they are cut out of the text, and looked at no further. */
const VALUES = 5;
/** Words and signs that the end of a statement counts as: each statement is read on its own. */
const STATEMENT = 10;

/**
 * Refuses SQL of people that is too long or too deep to be read: whatever reads it looks at every word, recurses into
 * brackets, and into operators that follow one another.
 * @param prints whether it is to be laid out, too, with all values of its lists
 * @throws ChartroomError 400 naming what is beyond which bound
 */
export function requireBoundedSql(
  what: string,
  sql: string,
  { lexical }: Pick<Dialect, 'lexical'>,
  bounds: SqlBounds,
  prints = false,
): void {
  if (sql.length > bounds.MAX_SQL_LENGTH)
    throw beyondBound(`${what}: the number of characters`, sql.length, bounds.MAX_SQL_LENGTH);
  // Each bracket, each operator and each word is a character at least.
  if (
    sql.length <= Math.min(bounds.MAX_SQL_DEPTH, bounds.MAX_SQL_OPERATORS, bounds.MAX_SQL_TOKENS / STATEMENT)
  )
    return;
  const chains = [0];
  const lists = new PlainLists();
  let count = 0;
  for (const token of readableTokens(sql, lexical)) {
    const { kind, text } = token;
    count += text === ';' ? STATEMENT : 1;
    // What a list leaves out is known at its end.
    const leftOut = prints ? 0 : lists.see(token);
    const counted = count - leftOut + Math.floor(leftOut / VALUES);
    if (counted > bounds.MAX_SQL_TOKENS)
      throw beyondBound(`${what}: the number of words and signs`, counted, bounds.MAX_SQL_TOKENS);
    const sign = kind === 'symbol' ? text : '';
    const word = kind === 'word' ? text.toUpperCase() : sign;
    if (CLOSING.has(word) || word === 'END') {
      if (chains.length > 1) chains.pop();
    } else if (ENDS_CHAIN.has(word)) chains[chains.length - 1] = 0;
    else if (kind === 'symbol' || WORD_OPERATORS.has(word)) {
      const length = (chains.at(-1) ?? 0) + 1;
      if (length > bounds.MAX_SQL_OPERATORS)
        throw beyondBound(
          `${what}: the number of operators that follow one another`,
          length,
          bounds.MAX_SQL_OPERATORS,
        );
      chains[chains.length - 1] = length;
    }
    if (OPENING.has(word) || word === 'CASE') chains.push(0);
    if (chains.length - 1 > bounds.MAX_SQL_DEPTH)
      throw beyondBound(`${what}: the depth of brackets`, chains.length - 1, bounds.MAX_SQL_DEPTH);
  }
}

/** Text that does not end is said to be so by whoever reads it. */
function* readableTokens(sql: string, lexical: Dialect['lexical']): Generator<Token> {
  try {
    yield* eachToken(sql, lexical);
  } catch (error) {
    if (!(error instanceof UnfinishedText)) throw error;
  }
}
