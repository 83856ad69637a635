import type { Lexical } from '../dialect.ts';
import type { TableName } from './table-names.ts';
import type { Token } from './tokens.ts';

/** The operator and its functions: `x IN t`, `x IN (t)`, `in(x, t)`, `globalNotIn(x, t)`. */
const IN = /^(global)?(not)?(null)?in(ignoreset)?$/i;
/** Functions whose first argument names what they read: a dictionary, a table to be joined. */
const READERS = /^(dict(get|has|isin)\w*|joinget\w*)$/i;
/** Words that are values. */
const LITERALS = /^(null|true|false|inf|nan)$/i;
/** What is read but not named: nobody may read it unasked. */
const UNNAMED: TableName = { catalog: null, schema: null, table: '' };

/**
 * Tables that an expression reads without a query: behind IN, where a bare name is a table, and `anywhere` (ClickHouse) also in
 * brackets there, and those of dictionaries. Names of common table expressions are none; a name that is given to something
 * else in the same text may stand for any table. Rather one too many than one too few: access is decided on them.
 */
export function hiddenTables(
  tokens: readonly Token[],
  mode: NonNullable<Lexical['hiddenTables']>,
): TableName[] {
  return tokens.flatMap((token, at) => {
    if (!isName(token)) return [];
    const name = nameOf(token);
    if (mode === 'bare')
      return token.kind === 'word' && name.toLowerCase() === 'in' ? bareTables(tokens, at + 1) : [];
    if (READERS.test(name) && tokens[at + 1]?.text === '(') return [firstArgument(tokens, at + 2)];
    if (!IN.test(name) || tokens[at - 1]?.text === '.') return [];
    const found = [
      nameAt(tokens, at + 1),
      ...(tokens[at + 1]?.text === '(' ? [lastArgument(tokens, at + 1)] : []),
    ];
    return found.flatMap((table) => (table ? meant(table, tokens) : []));
  });
}

/** SQLite reads `x IN t`, `x IN s.t` and `x IN f(y)`; `x IN (a, b)` is a list. */
function bareTables(tokens: readonly Token[], at: number): TableName[] {
  const [first, dot] = [tokens[at], tokens[at + 1]];
  if (!first || !isName(first)) return [];
  if (tokens[at + (dot?.text === '.' ? 3 : 1)]?.text === '(') return [UNNAMED];
  const table = nameAt(tokens, at);
  return table ? meant(table, tokens) : [UNNAMED];
}

/** The way to a table that stands at a place, also in brackets, with nothing beside it there. */
function nameAt(tokens: readonly Token[], at: number, isArgument = false): TableName | undefined {
  let place = at;
  while (tokens[place]?.text === '(') place += 1;
  const depth = place - at;
  const [first, dot, second] = [tokens[place], tokens[place + 1], tokens[place + 2]];
  if (!first || !isName(first) || LITERALS.test(first.text)) return undefined;
  const isLong = dot?.text === '.' && second !== undefined && isName(second);
  const after = tokens[place + (isLong ? 3 : 1)];
  if (!isLong && after?.text === '(') return undefined;
  // Inside brackets it is a list of values unless the name stands alone there.
  if ((depth > 0 || isArgument) && after?.text !== ')' && after?.text.toUpperCase() !== 'AS')
    return undefined;
  return isLong
    ? { catalog: null, schema: nameOf(first), table: nameOf(second) }
    : { catalog: null, schema: null, table: nameOf(first) };
}

/** The table in the second place of a call. */
function lastArgument(tokens: readonly Token[], bracket: number): TableName | undefined {
  let depth = 0;
  for (let at = bracket; at < tokens.length; at += 1) {
    const { text } = tokens[at] ?? { text: '' };
    if ('([{'.includes(text)) depth += 1;
    else if (')]}'.includes(text)) depth -= 1;
    if (depth === 0) return undefined;
    if (depth === 1 && text === ',') return nameAt(tokens, at + 1, true);
  }
  return undefined;
}

function firstArgument(tokens: readonly Token[], at: number): TableName {
  const [token, after] = [tokens[at], tokens[at + 1]];
  if (token?.kind !== 'string' || after?.text !== ',' || /[\\$]/.test(token.text)) return UNNAMED;
  const parts = token.text.slice(1, -1).split('.');
  const [table = '', schema = null, ...others] = parts.reverse();
  return others.length > 0 ? UNNAMED : { catalog: null, schema, table };
}

/** What a name behind IN may stand for. */
function meant(table: TableName, tokens: readonly Token[]): TableName[] {
  if (table.schema !== null) return [table];
  const places = tokens.flatMap((token, at) => (isName(token) && nameOf(token) === table.table ? [at] : []));
  const text = (at: number): string => tokens[at]?.text.toUpperCase() ?? '';
  if (places.some((at) => text(at + 1) === 'AS' && text(at + 2) === '(')) return [];
  return places.some((at) => text(at - 1) === 'AS') ? [table, UNNAMED] : [table];
}

function isName({ kind }: Token): boolean {
  return kind === 'word' || kind === 'identifier';
}

/** A name without its quotes. */
function nameOf({ kind, text }: Token): string {
  if (kind === 'word') return text;
  const quote = text.charAt(0);
  return text
    .slice(1, -1)
    .replaceAll(quote + quote, quote)
    .replace(/\\(.)/gs, '$1');
}
