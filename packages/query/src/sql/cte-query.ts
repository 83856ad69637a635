import type { StatementText } from './statements.ts';
import type { Token } from './tokens.ts';

/**
 * A query for the rows of one common table expression of a statement, with those before it: the text up to its end, and
 * `SELECT * FROM` it. What stands behind it is not read, and may be half written. Undefined where the statement names none
 * such at its beginning.
 */
export function cteQuery({ sql, start, tokens }: StatementText, name: string): string | undefined {
  if (wordAt(tokens, 0) !== 'WITH') return undefined;
  let at = wordAt(tokens, 1) === 'RECURSIVE' ? 2 : 1;
  for (;;) {
    const named = tokens[at];
    const close = named && closeOf(tokens, at + 1);
    const last = close === undefined ? undefined : tokens[close];
    if (!named || close === undefined || !last) return undefined;
    if (nameOf(named).toLowerCase() === name.toLowerCase())
      return `${sql.slice(0, last.start + last.text.length - start)}\nSELECT * FROM ${named.text}`;
    if (tokens[close + 1]?.text !== ',') return undefined;
    at = close + 2;
  }
}

/** Where the query ends that stands behind a name: `(a, b) AS NOT MATERIALIZED (…)`. */
function closeOf(tokens: readonly Token[], from: number): number | undefined {
  let at = from;
  while (wordAt(tokens, at) !== 'AS') {
    if (tokens[at]?.text !== '(' && !/^(USING|KEY)$/.test(wordAt(tokens, at))) return undefined;
    const next = tokens[at]?.text === '(' ? bracketEnd(tokens, at) : at;
    if (next === undefined) return undefined;
    at = next + 1;
  }
  at += 1;
  while (/^(NOT|MATERIALIZED)$/.test(wordAt(tokens, at))) at += 1;
  return tokens[at]?.text === '(' ? bracketEnd(tokens, at) : undefined;
}

function bracketEnd(tokens: readonly Token[], open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] ?? { kind: 'symbol', text: '' };
    if (kind !== 'symbol') continue;
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

function wordAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token?.kind === 'word' ? token.text.toUpperCase() : '';
}

/** A name without its quotes. */
function nameOf({ kind, text }: Token): string {
  const quote = text.charAt(0) === '[' ? ']' : text.charAt(0);
  return kind === 'identifier' ? text.slice(1, -1).replaceAll(quote + quote, quote) : text;
}
