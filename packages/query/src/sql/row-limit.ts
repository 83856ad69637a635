import type { Dialect } from '../dialect.ts';
import type { StatementText } from './statements.ts';
import { identifierText, isTreeObject, nodeOf, SET_OPERATIONS, type TreeObject } from './syntax-tree.ts';
import type { Token } from './tokens.ts';

/**
 * The number of rows that a query asks for itself; null when it asks for none, or not with a plain number. `FETCH FIRST`
 * counts with engines that have no LIMIT.
 */
export function limitOf(tree: unknown, fetchCounts: boolean): number | null {
  const node = nodeOf(tree);
  if (!node || !isQuery(node.kind)) return null;
  // The parser keeps what stands behind a set operation with its last part.
  const last = SET_OPERATIONS.has(node.kind) ? nodeOf(node.members.right)?.members : undefined;
  const fetch = fetchCounts ? (node.members.fetch ?? last?.fetch) : undefined;
  const count =
    isTreeObject(fetch) && fetch.percent !== true && fetch.with_ties !== true
      ? numberOf(fetch.count)
      : undefined;
  const value = count ?? numberOf(node.members.limit) ?? topOf(node.members.top);
  return value ?? null;
}

/** How many rows a query asks for: a number of them, something that only the engine can count, or no number at all. */
export type RowBound = number | 'computed' | null;

/** As `limitOf`, in whatever form it is asked for. */
export function boundOf(tree: unknown): RowBound {
  const plain = limitOf(tree, true);
  const node = plain === null ? nodeOf(tree) : undefined;
  if (!node || !isQuery(node.kind)) return plain;
  const last = SET_OPERATIONS.has(node.kind) ? nodeOf(node.members.right)?.members : undefined;
  const fetch = node.members.fetch ?? last?.fetch;
  if (isTreeObject(fetch)) return fetch.count === null ? 1 : 'computed';
  const value = countIn(node.members.limit);
  if (node.members.top) return 'computed';
  return value === undefined || value.kind === 'null' || columnName(value) === 'ALL' ? null : 'computed';
}

/** What a limit says, without the wrapping of the parser. */
function countIn(limit: unknown): ReturnType<typeof nodeOf> {
  const inner = isTreeObject(limit) && 'this' in limit ? limit.this : limit;
  return nodeOf(inner);
}

/** `LIMIT ALL` reads as a column of that name. */
function columnName(value: { kind: string; members: TreeObject }): string | undefined {
  return value.kind === 'column' ? identifierText(value.members.name)?.toUpperCase() : undefined;
}

/** The number of `TOP n`; a share of the rows is no number of them. */
function topOf(top: unknown): number | undefined {
  return isTreeObject(top) && top.percent === true ? undefined : numberOf(top);
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
export function withLimit(
  statement: StatementText & { kind: string },
  limit: number,
  { rowLimit }: Pick<Dialect, 'rowLimit'>,
): string {
  const top = topLevel(statement.tokens);
  const text = (from: number, to?: number): string =>
    statement.sql.slice(from - statement.start, to === undefined ? undefined : to - statement.start);
  const place = top.findLastIndex((token) => isWord(token, 'LIMIT'));
  if (place >= 0 && !top.slice(place).some((token) => isWord(token, 'FROM'))) {
    const [from, to] = limitValue(top, place, statement);
    return `${text(statement.start, from)}${limit}${text(to)}`;
  }
  const fetch = top.findLastIndex(
    (token, index) => isWord(token, 'FETCH') && /^(FIRST|NEXT)$/i.test(top[index + 1]?.text ?? ''),
  );
  if (fetch >= 0) {
    const end = top.findIndex((token, index) => index > fetch && isWord(token, 'ONLY'));
    const last = end >= 0 ? tokenEnd(top[end]) : statement.start + statement.sql.length;
    const words = rowLimit ? `FETCH FIRST ${limit} ROWS ONLY` : `LIMIT ${limit}`;
    return `${text(statement.start, top[fetch]?.start ?? last)}${words}${text(last)}`;
  }
  if (rowLimit === 'top') return withTop(statement, top, limit);
  const words = rowLimit === 'fetch' ? `FETCH FIRST ${limit} ROWS ONLY` : `LIMIT ${limit}`;
  const lock = top.find((token, index) => LOCKS.test(`${token.text} ${top[index + 1]?.text ?? ''}`));
  if (lock) return `${text(statement.start, lock.start)}${words} ${text(lock.start)}`;
  return `${statement.sql}\n${words}`;
}

/**
 * `SELECT TOP n`: behind the SELECT of the query itself, in place of a number that is there. Set operations are cut
 * from outside, or behind the order they have: each of their SELECTs would only be cut for itself.
 */
function withTop(statement: StatementText & { kind: string }, top: readonly Token[], limit: number): string {
  const sorted = top.some((token) => isWord(token, 'ORDER'));
  if (SET_OPERATIONS.has(statement.kind)) {
    const before = isWord(top[0], 'WITH');
    if (!sorted && !before) return `SELECT TOP ${limit} * FROM (\n${statement.sql}\n) AS limited`;
    return `${statement.sql}\n${sorted ? '' : 'ORDER BY 1 '}OFFSET 0 ROWS FETCH NEXT ${limit} ROWS ONLY`;
  }
  const select = statement.tokens.findIndex(
    (token) => token.start === top.find((each) => isWord(each, 'SELECT'))?.start,
  );
  const [first, second, third] = statement.tokens.slice(select + 1);
  const own = [first, second].find((token) => isWord(token, 'TOP'));
  if (!own) {
    const after = isWord(first, 'DISTINCT') || isWord(first, 'ALL') ? first : statement.tokens[select];
    const end = tokenEnd(after) - statement.start;
    return `${statement.sql.slice(0, end)} TOP ${limit}${statement.sql.slice(end)}`;
  }
  const number = own === first ? second : third;
  const bracket = number?.text === '(';
  const last = bracket
    ? statement.tokens.find((token) => token.start > number.start && token.text === ')')
    : number;
  // A share of the rows stays one: whoever reads stops at the limit.
  const after = statement.tokens.find((token) => token.start >= tokenEnd(last));
  if (isWord(after, 'PERCENT')) return statement.sql;
  const from = (number?.start ?? 0) - statement.start;
  return `${statement.sql.slice(0, from)}${limit}${statement.sql.slice(tokenEnd(last) - statement.start)}`;
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
    else if (
      depth === 0 &&
      token.kind === 'word' &&
      (AFTER_LIMIT.has(token.text.toUpperCase()) || isWord(token, 'OFFSET'))
    )
      break;
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
