import type { Lexical } from '../dialect.ts';
import { tokenize } from './tokens.ts';

/**
 * Cuts a query that begins with WITH: the text of its common table expressions, and the query that follows them.
 * Undefined for any other text. The text has been read before (`singleStatement`).
 */
export function hoisted(sql: string, lexical: Lexical): { expressions: string; query: string } | undefined {
  const tokens = tokenize(sql, lexical).filter((token) => token.kind !== 'comment');
  const [first, second] = tokens;
  if (first?.kind !== 'word' || first.text.toUpperCase() !== 'WITH' || !second) return undefined;
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.text === '(') depth += 1;
    else if (token.text === ')') depth -= 1;
    else if (
      depth === 0 &&
      index > 0 &&
      tokens[index - 1]?.text === ')' &&
      token.text !== ',' &&
      !isAs(token.text)
    ) {
      return { expressions: sql.slice(second.start, token.start).trimEnd(), query: sql.slice(token.start) };
    }
  }
  return undefined;
}

/** `WITH x (a, b) AS (…)`: the first brackets are names of columns. */
function isAs(text: string): boolean {
  return text.toUpperCase() === 'AS';
}
