import type { AllowedFunctions, Dialect } from '../dialect.ts';
import { BARE_CALLS, GRAMMAR, LOOKING_TYPES, QUERY_WORDS, TYPES } from './call-words.ts';
import { isDisguised } from './called-functions.ts';
import type { Token } from './tokens.ts';

/** Where a call stands: in free SQL of a question, or in a statement, where functions that make rows stand too. */
export type CallPlace = 'expression' | 'statement';

type Listing = Pick<Dialect, 'allowedFunctions' | 'parser'>;

/**
 * The calls of functions that the dialect's list does not hold, as they would be named to people (lower case, with
 * what stands before the last dot). Read from the tokens: whatever has the form of a call counts as one unless the
 * grammar of SQL says that it cannot be one, so that a form which is not known is refused and not let through.
 */
export function unlistedCalls(tokens: readonly Token[], dialect: Listing, place: CallPlace): string[] {
  const allowed = dialect.allowedFunctions;
  if (allowed === 'any') return [];
  const found = new Set<string>();
  const reader = new CallReader(tokens, dialect.parser, allowed, place);
  for (let at = 0; at < tokens.length; at += 1) {
    const name = reader.unlistedAt(at);
    if (name !== undefined) found.add(name);
  }
  return [...found].sort();
}

class CallReader {
  readonly #tokens: readonly Token[];
  readonly #parser: string;
  readonly #allowed: AllowedFunctions;
  readonly #place: CallPlace;

  constructor(tokens: readonly Token[], parser: string, allowed: AllowedFunctions, place: CallPlace) {
    this.#tokens = tokens;
    this.#parser = parser;
    this.#allowed = allowed;
    this.#place = place;
  }

  /** What is called at a place without being listed. */
  unlistedAt(at: number): string | undefined {
    const token = this.#tokens[at];
    if (!token) return undefined;
    if (token.kind === 'symbol') return this.#variable(at);
    if (token.kind === 'number') return this.#text(at + 1) === '(' ? token.text.toLowerCase() : undefined;
    if (token.kind !== 'word' && token.kind !== 'identifier') return undefined;
    const name = nameOf(token);
    if (isDisguised(token) && this.#text(at + 1) === '(') return name;
    if (LOOKING_TYPES.has(name) && POSTGRES.has(this.#parser)) return name;
    const applied = this.#applied(at, name);
    if (applied !== undefined) return applied;
    if (this.#text(at + 1) !== '(') return this.#bare(at, name);
    return this.#call(at, name);
  }

  #call(at: number, name: string): string | undefined {
    const qualifier = this.#qualifier(at);
    const isWord = this.#tokens[at]?.kind === 'word';
    if (isWord && name === 'operator' && POSTGRES.has(this.#parser)) return this.#operator(at);
    // `TABLE('name')` reads a table by a text, or by what a variable holds.
    if (isWord && name === 'table' && /^['$:?@]/.test(this.#text(at + 2))) return name;
    if (
      isWord &&
      qualifier.length === 0 &&
      (GRAMMAR.has(name) || TYPES.has(name)) &&
      this.#text(at - 1) !== '.'
    )
      return undefined;
    // What a pragma may do is decided where statements are told apart.
    if (
      isWord &&
      (this.#word(at - 1) === 'pragma' || (this.#text(at - 1) === '.' && this.#word(at - 3) === 'pragma'))
    )
      return undefined;
    if (isWord && name === 'system' && this.#word(at - 1) === 'tablesample') return undefined;
    if (this.#isType(at) || this.#isAlias(at) || this.#isTableExpression(at)) return undefined;
    return this.#isListed(name, qualifier) ? undefined : [...qualifier, name].join('.');
  }

  #isListed(name: string, qualifier: readonly string[]): boolean {
    const { schemas = [], methods, values } = this.#allowed;
    const path = qualifier.join('.');
    if (path === '' || schemas.includes(path)) return this.#isOwn(name);
    if (
      values.has(`${path}.${name}`) ||
      (this.#place === 'statement' && this.#allowed.rows.has(`${path}.${name}`))
    )
      return true;
    return methods === 'all' ? this.#isOwn(name) : methods?.has(name) === true;
  }

  #isOwn(name: string): boolean {
    const { values, rows, endings = [] } = this.#allowed;
    if (values.has(name) || (this.#place === 'statement' && rows.has(name))) return true;
    const ending = endings.find((each) => name.endsWith(each) && name.length > each.length);
    return ending !== undefined && this.#isOwn(name.slice(0, -ending.length));
  }

  /** Names before the last dot of a call. */
  #qualifier(at: number): string[] {
    const parts: string[] = [];
    for (let place = at; this.#text(place - 1) === '.'; place -= 2) {
      const token = this.#tokens[place - 2];
      if (token?.kind !== 'word' && token?.kind !== 'identifier') break;
      parts.unshift(nameOf(token));
    }
    return parts;
  }

  /** A name behind `::`, or behind AS. */
  #isType(at: number): boolean {
    let first = at;
    while (this.#text(first - 1) === '.') first -= 2;
    const [colon, before] = [this.#tokens[first - 1], this.#tokens[first - 2]];
    if (colon?.text === ':' && before?.text === ':' && before.start + 1 === colon.start) return true;
    return this.#word(first - 1) === 'as';
  }

  /** `(VALUES (1)) v(a)`, `f(x) v(a)`, `FROM t v(a)`: the brackets behind an alias name its columns. */
  #isAlias(at: number): boolean {
    if (this.#text(at - 1) !== ')') return this.#isSource(at - 1);
    let depth = 0;
    let open = at - 1;
    for (; open >= 0; open -= 1) {
      if (this.#text(open) === ')') depth += 1;
      else if (this.#text(open) === '(') depth -= 1;
      if (depth === 0) break;
    }
    const before = this.#tokens[open - 1];
    if (!before) return false;
    if (before.text === ',' || BEFORE_SOURCE.test(before.text)) return true;
    if (before.kind === 'identifier') return true;
    if (before.kind !== 'word') return false;
    return !GRAMMAR.has(before.text.toLowerCase()) || BEFORE_SOURCE.test(this.#word(open - 2));
  }

  /** The name of a table behind FROM or JOIN. */
  #isSource(at: number): boolean {
    const token = this.#tokens[at];
    const isName =
      token?.kind === 'identifier' || (token?.kind === 'word' && !GRAMMAR.has(token.text.toLowerCase()));
    let first = at;
    while (this.#text(first - 1) === '.') first -= 2;
    return isName && BEFORE_SOURCE.test(this.#word(first - 1));
  }

  /** `name (a, b) AS (SELECT …`: a common table expression with names for its columns. */
  #isTableExpression(at: number): boolean {
    let depth = 0;
    let close = at + 1;
    for (; close < this.#tokens.length; close += 1) {
      if (this.#text(close) === '(') depth += 1;
      else if (this.#text(close) === ')') depth -= 1;
      if (depth === 0) break;
    }
    let next = close + 1;
    if (this.#word(next) !== 'as') return false;
    next += 1;
    if (this.#word(next) === 'not') next += 1;
    if (this.#word(next) === 'materialized') next += 1;
    if (this.#text(next) !== '(') return false;
    const first = this.#word(next + 1);
    return (
      this.#text(next + 1) === '(' ||
      QUERY_WORDS.has(first) ||
      (first === 'values' && this.#text(next + 2) === '(')
    );
  }

  /** `a OPERATOR(schema.+) b` calls what belongs to the operator of that schema. */
  #operator(at: number): string | undefined {
    const [schema, dot] = [this.#tokens[at + 2], this.#tokens[at + 3]];
    if (dot?.text !== '.' || !schema) return schema?.kind === 'symbol' ? undefined : 'operator';
    return schema.kind === 'word' && schema.text.toLowerCase() === 'pg_catalog'
      ? undefined
      : `operator(${schema.text})`;
  }

  /** ClickHouse calls a function for each column by its mere name: `* APPLY f`, `COLUMNS('x') APPLY(f)`. */
  #applied(at: number, name: string): string | undefined {
    if (this.#parser !== 'clickhouse' || this.#tokens[at]?.kind !== 'word' || name !== 'apply')
      return undefined;
    const place = this.#text(at + 1) === '(' ? at + 2 : at + 1;
    const token = this.#tokens[place];
    if (!token || (token.kind !== 'word' && token.kind !== 'identifier') || this.#text(place + 1) === '-')
      return undefined;
    return this.#isOwn(nameOf(token)) ? undefined : nameOf(token);
  }

  /** Functions that are called without brackets. */
  #bare(at: number, name: string): string | undefined {
    const token = this.#tokens[at];
    if (token?.kind !== 'word' || !(BARE_CALLS.has(name) || this.#allowed.bare?.has(name))) return undefined;
    if (this.#text(at - 1) === '.' || this.#text(at + 1) === '.' || this.#word(at - 1) === 'as')
      return undefined;
    return this.#isOwn(name) ? undefined : name;
  }

  /** `@@name` tells the settings of the server. */
  #variable(at: number): string | undefined {
    const [first, second, third] = [this.#tokens[at], this.#tokens[at + 1], this.#tokens[at + 2]];
    if (!this.#allowed.variables || first?.text !== '@') return undefined;
    if (second?.text === '@' && third && second.start === first.start + 1)
      return `@@${third.text.toLowerCase()}`;
    return undefined;
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  #word(at: number): string {
    const token = this.#tokens[at];
    return token?.kind === 'word' ? token.text.toLowerCase() : '';
  }
}

const BEFORE_SOURCE = /^(from|join|lateral)$/i;
const POSTGRES: ReadonlySet<string> = new Set([
  'postgres',
  'postgresql',
  'redshift',
  'cockroachdb',
  'risingwave',
  'duckdb',
]);

/** The name that a token writes, lower case. */
function nameOf({ kind, text }: Token): string {
  if (kind === 'word') return text.toLowerCase();
  const quote = text.charAt(0) === '[' ? ']' : text.charAt(0);
  return text
    .slice(1, -1)
    .replaceAll(quote + quote, quote)
    .toLowerCase();
}
