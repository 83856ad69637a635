import type { Lexical } from '../dialect.ts';
import { type Token, tokenize } from './tokens.ts';

/** One statement of a script as it was written, without its semicolon. */
export interface StatementText {
  sql: string;
  /** Where it begins in the script. */
  start: number;
  /** Its tokens without comments; positions count from the start of the script. */
  tokens: Token[];
}

/**
 * Cuts a script at its semicolons. Statements without code (nothing, or comments only) are left out.
 * @throws UnfinishedText
 */
export function splitStatements(sql: string, lexical: Lexical): StatementText[] {
  const statements: StatementText[] = [];
  let start = 0;
  let tokens: Token[] = [];
  const finish = (end: number): void => {
    if (tokens.length > 0) {
      const text = sql.slice(start, end);
      const indent = text.length - text.trimStart().length;
      statements.push({ sql: text.trim(), start: start + indent, tokens });
    }
    start = end + 1;
    tokens = [];
  };
  for (const token of tokenize(sql, lexical)) {
    if (token.kind === 'symbol' && token.text === ';') finish(token.start);
    else if (token.kind !== 'comment') tokens.push(token);
  }
  finish(sql.length);
  return statements;
}
