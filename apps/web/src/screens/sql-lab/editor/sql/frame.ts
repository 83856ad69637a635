import { CLAUSES } from './clause-words.ts';
import type { Clause, Cte, CteScope, Item, Named, Query, Source } from './query.ts';
import { isName, type Token } from './tokens.ts';

/** A word, a sign or a pair of brackets of an expression. */
export interface ItemPart {
  /** Upper case for words. */
  word: string;
  /** Set for words and quoted names. */
  named: Named | undefined;
  isGroup: boolean;
}

/** What one reads between two brackets; the statement itself is the outermost. */
export interface Frame {
  /** `query`: a statement or sub-query. `sources`: a join in brackets. `names`: a list of names. */
  kind: 'query' | 'sources' | 'names' | 'expression';
  clause: Clause;
  query: Query | undefined;
  /** What its queries stand in. */
  outer: Query | undefined;
  scope: CteScope | undefined;
  /** The source that is being read. */
  source: Source | undefined;
  /** Whether a name here is an alias of what is before it. */
  alias: 'must' | 'may' | 'no';
  /** The value that is being read. */
  item: ItemPart[];
  cte: Cte | undefined;
  expectsCte: boolean;
  /** What its first query is the body of. */
  bodyOf: Cte | undefined;
  sourceOf: Source | undefined;
  /** Where names of a list go. */
  names: Named[] | undefined;
  call: Named | undefined;
}

/** A frame of which nothing was read. */
export function frameOf(kind: Frame['kind'], part: Partial<Frame> = {}): Frame {
  return {
    kind,
    clause: 'start',
    query: undefined,
    outer: undefined,
    scope: undefined,
    source: undefined,
    alias: 'no',
    item: [],
    cte: undefined,
    expectsCte: false,
    bodyOf: undefined,
    sourceOf: undefined,
    names: undefined,
    call: undefined,
    ...part,
  };
}

/** Keeps the value that was read among those of its query. */
export function finishItem(frame: Frame): void {
  const { item, query, clause, kind } = frame;
  if (item.length > 0 && query && kind === 'query' && clause === 'select') query.items.push(itemOf(item));
  frame.item = [];
}

/** The value that stands between two commas. */
function itemOf(all: readonly ItemPart[]): Item {
  const parts = all.filter(({ word }) => word !== 'DISTINCT' && word !== 'ALL');
  const last = parts.at(-1);
  const before = parts.at(-2);
  if (last?.word === '*' && (before === undefined || before.word === '.')) {
    const path = parts.flatMap(({ named }) => (named ? [named] : []));
    return { named: undefined, isAlias: false, path, isAll: true };
  }
  const hasWord = before?.word === 'AS';
  const joins =
    before !== undefined && !before.isGroup && before.named === undefined && !VALUES.test(before.word);
  const isAlias = last?.named !== undefined && (hasWord || (before !== undefined && !joins));
  const value = isAlias ? parts.slice(0, hasWord ? -2 : -1) : parts;
  const path = pathOf(value);
  const own = isAlias ? last?.named : path.at(-1);
  return { named: own ?? callIn(value), isAlias, path, isAll: false };
}

/** Texts and numbers, behind which an alias may stand without AS. */
const VALUES = /^(?:['\d]|END$|NULL$|TRUE$|FALSE$|CURRENT_)/;

/** Names with dots between them and nothing else. */
function pathOf(parts: readonly ItemPart[]): Named[] {
  const isPath = parts.every(({ named, word }, at) => (at % 2 === 0 ? named !== undefined : word === '.'));
  return isPath ? parts.flatMap(({ named }) => (named ? [named] : [])) : [];
}

/** What engines call a value without a name that is but a call. */
function callIn([call, brackets, ...rest]: readonly ItemPart[]): Named | undefined {
  return rest.length === 0 && brackets?.isGroup ? call?.named : undefined;
}

/** A source of which nothing is known. */
export function noSource(): Source {
  return { path: [], alias: undefined, columns: [], query: undefined, isCall: false };
}

/** FROM without a SELECT before it begins a query of its own. */
export function needsQuery({ query, clause }: Frame): boolean {
  return query === undefined || clause === 'set-operation';
}

/** The part of a statement that a word begins before another one. */
export function clauseBefore(word: string, next: Token | undefined, nextWord: string): Clause {
  const clause = CLAUSES.get(word) ?? 'other';
  if (word === 'ON' && /^(?:CONFLICT|DUPLICATE)$/.test(nextWord)) return 'other';
  if (word !== 'USING' || !isName(next)) return clause;
  // Without brackets these are more sources, as of a DELETE.
  return nextWord === 'SAMPLE' ? 'other' : 'from';
}

/** `IS DISTINCT FROM`, `DISTINCT ON`, a column that is named like a clause: words that begin no part of a statement. */
export function isPartOfExpression(
  word: string,
  clause: Clause,
  [before = '', second = '']: readonly string[],
  isOpen: boolean,
): boolean {
  if (word === 'GROUP') return before === 'WITHIN';
  if (word === 'ON') return before === 'DISTINCT';
  if (word === 'SETTINGS' || word === 'FORMAT') return clause === 'select' || isOpen;
  if (word === 'UPDATE' && clause === 'other') return true;
  if (word === 'FROM') return before === 'DISTINCT' && second !== 'SELECT';
  if (/^(?:SET|VALUES|TABLE|VIEW)$/.test(word)) return clause === 'select' || clause === 'where';
  if (/^(?:UPDATE|DELETE|INTO|WINDOW|LIMIT|OFFSET|FETCH|SHOW|USE|CALL)$/.test(word))
    return clause === 'select' && isOpen;
  return false;
}
