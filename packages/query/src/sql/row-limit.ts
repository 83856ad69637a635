import type { StatementText } from './statements.ts';
import { nodeOf, SET_OPERATIONS } from './syntax-tree.ts';
import type { Token } from './tokens.ts';

/** The number of rows that a query asks for itself; null when it asks for none, or not with a plain number. */
export function limitOf(tree: unknown): number | null {
  const node = nodeOf(tree);
  if (!node || !isQuery(node.kind)) return null;
  const value = numberOf(node.members.limit) ?? numberOf(node.members.top);
  return value ?? null;
}

/** Whether rows of this kind of statement can be limited. */
export function isQuery(kind: string): boolean {
  return kind === 'select' || kind === 'subquery' || SET_OPERATIONS.has(kind);
}

function numberOf(value: unknown): number | undefined {
  const node = nodeOf(value);
  if (node?.kind === 'literal' && node.members.literal_type === 'number') {
    const number = Number(node.members.value);
    return Number.isSafeInteger(number) ? number : undefined;
  }
  return typeof value === 'object' && value !== null && 'this' in value ? numberOf(value.this) : undefined;
}

/** Words that may follow LIMIT at the end of a query. */
const AFTER_LIMIT: ReadonlySet<string> = new Set(['FOR', 'SETTINGS', 'FORMAT', 'INTO', 'LOCK', 'WITH']);

/** What holds the rows that were read: `FOR UPDATE`, `LOCK IN SHARE MODE`. */
const LOCKS = /^(FOR (UPDATE|SHARE|NO|KEY)|LOCK IN)$/i;

/**
 * The statement with at most `limit` rows: its own limit is replaced, its offset kept. Only the limit is touched;
 * everything else stays as it was written.
 */
export function withLimit(statement: StatementText, limit: number): string {
  const top = topLevel(statement.tokens);
  const text = (from: number, to?: number): string =>
    statement.sql.slice(from - statement.start, to === undefined ? undefined : to - statement.start);
  const place = top.findLastIndex((token) => isWord(token, 'LIMIT'));
  if (place >= 0 && !top.slice(place).some((token) => isWord(token, 'FROM'))) {
    const [from, to] = limitValue(top, place, statement);
    return `${text(statement.start, from)}${limit}${text(to)}`;
  }
  const fetch = top.findLastIndex((token, index) => isWord(token, 'FETCH') && /^(FIRST|NEXT)$/i.test(top[index + 1]?.text ?? ''));
  if (fetch >= 0) {
    const end = top.findIndex((token, index) => index > fetch && isWord(token, 'ONLY'));
    const last = end >= 0 ? tokenEnd(top[end]) : statement.start + statement.sql.length;
    return `${text(statement.start, top[fetch]?.start ?? last)}LIMIT ${limit}${text(last)}`;
  }
  const lock = top.find((token, index) => LOCKS.test(`${token.text} ${top[index + 1]?.text ?? ''}`));
  if (lock) return `${text(statement.start, lock.start)}LIMIT ${limit} ${text(lock.start)}`;
  return `${statement.sql}\nLIMIT ${limit}`;
}

/** First and last character of a limit's value. `LIMIT offset, count` keeps its offset. */
function limitValue(top: readonly Token[], place: number, statement: StatementText): [number, number] {
  const all = statement.tokens;
  const begin = all.findIndex((token) => token.start === top[place]?.start) + 1;
  let first = begin;
  let end = begin;
  let depth = 0;
  for (; end < all.length; end += 1) {
    const token = all[end];
    if (!token) break;
    if (token.text === '(') depth += 1;
    else if (token.text === ')') depth -= 1;
    else if (depth === 0 && token.text === ',') first = end + 1;
    else if (depth === 0 && token.kind === 'word' && (AFTER_LIMIT.has(token.text.toUpperCase()) || isWord(token, 'OFFSET'))) break;
  }
  return [all[first]?.start ?? statement.start + statement.sql.length, tokenEnd(all[end - 1])];
}

function tokenEnd(token: Token | undefined): number {
  return token ? token.start + token.text.length : 0;
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text.toUpperCase() === word;
}

/** Tokens outside of brackets. */
function topLevel(tokens: readonly Token[]): Token[] {
  let depth = 0;
  return tokens.filter((token) => {
    if (token.kind === 'symbol' && '([{'.includes(token.text)) depth += 1;
    const outside = depth === 0;
    if (token.kind === 'symbol' && ')]}'.includes(token.text)) depth -= 1;
    return outside;
  });
}
