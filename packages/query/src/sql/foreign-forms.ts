import type { Dialect } from '../dialect.ts';
import { someObject } from './syntax-tree.ts';
import type { Token } from './tokens.ts';

/** Dialects that know `SELECT TOP n`. */
const KNOWS_TOP: ReadonlySet<string> = new Set([
  'tsql',
  'fabric',
  'snowflake',
  'redshift',
  'oracle',
  'teradata',
]);
/** Dialects that know `REPLACE INTO`. */
const KNOWS_REPLACE: ReadonlySet<string> = new Set([
  'mysql',
  'sqlite',
  'singlestore',
  'tidb',
  'doris',
  'starrocks',
]);
/** Dialects in which set operations have to say whether equal rows stay. */
const ASKS_FOR_ALL: ReadonlySet<string> = new Set(['bigquery']);

/**
 * The parser reads forms of other dialects too, and in ClickHouse nearly everything: the first token that the engine
 * would not understand, so that this is told before it is asked.
 */
export function foreignToken(
  tokens: readonly Token[],
  tree: unknown,
  dialect: Pick<Dialect, 'parser' | 'lexical'>,
): Token | undefined {
  const { parser, lexical } = dialect;
  const word = (at: number): string => tokens[at]?.text.toUpperCase() ?? '';
  const first = (test: (text: string, at: number) => boolean): Token | undefined =>
    tokens.find((token, at) => token.kind !== 'string' && test(token.text.toUpperCase(), at));
  const has = (test: (value: Record<string, unknown>) => boolean): boolean => someObject(tree, test);
  const found = [
    !lexical.backticks && first((text) => text === '`'),
    !KNOWS_TOP.has(parser) &&
      has(({ top }) => top !== undefined && top !== null) &&
      first((text) => text === 'TOP'),
    !KNOWS_REPLACE.has(parser) &&
      has((value) => value.is_replace === true) &&
      first((text) => text === 'REPLACE'),
    !KNOWS_REPLACE.has(parser) && word(0) === 'REPLACE' && word(1) === 'INTO' && tokens[0],
    ASKS_FOR_ALL.has(parser) &&
      first((text, at) => /^(UNION|INTERSECT)$/.test(text) && !/^(ALL|DISTINCT)$/.test(word(at + 1))),
    parser === 'clickhouse' && word(0) === 'SELECT' && word(1) === 'FROM' && tokens[1],
    // Its parameters are written `{name:Type}`.
    parser === 'clickhouse' && first((text, at) => text === '$' && /^\d/.test(word(at + 1))),
    // What is cut off is its second argument.
    parser === 'snowflake' &&
      first(
        (text, at) =>
          text === 'TRIM' && word(at + 1) === '(' && /^(BOTH|LEADING|TRAILING)$/.test(word(at + 2)),
      ),
    openBracket(tokens),
  ];
  return found.find((token) => typeof token === 'object');
}

/** The last bracket that nothing closes. */
function openBracket(tokens: readonly Token[]): Token | undefined {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind !== 'symbol') continue;
    if (token.text === '(') open.push(token);
    else if (token.text === ')') open.pop();
  }
  return open.at(-1);
}
