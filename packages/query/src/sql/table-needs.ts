import type { Lexical } from '../dialect.ts';
import { identifierText, isTreeObject, nodeOf, someObject, type TreeObject } from './syntax-tree.ts';
import type { TableName } from './table-names.ts';
import { type Token, tokenize } from './tokens.ts';

/** A value as it is written in a statement. */
export interface WrittenValue {
  kind: 'number' | 'string' | 'date' | 'timestamp';
  /** Digits with their sign, or the text without quotes. */
  text: string;
}
export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'in' | 'between' | 'is null' | 'is not null';
/** A condition on one column that every row has to meet which the statement uses of a table. */
export interface PlainCondition {
  column: string;
  comparison: Comparison;
  values: WrittenValue[];
}

/** What a statement uses of the tables that it names. */
export interface TableNeeds {
  /** Names, in lower case, by which columns of a table may be meant: no other one is used. Undefined = all columns may be. */
  namesOf(table: TableName): ReadonlySet<string> | undefined;
  /** Conditions on the rows of a table, for each place where it is read directly by a SELECT. */
  conditionsOf(table: TableName): PlainCondition[][];
  /** How many rows of its one table do, whichever they are; undefined where more may be needed. */
  firstRows: number | undefined;
}

/** Words that use columns without naming them, or count them by their place. */
const UNNAMED =
  /^(natural|columns|pivot|unpivot|pivot_wider|pivot_longer|summarize|describe|show|positional|table)$/i;
/** Words by which fewer rows of a table change which of the others are used. */
const ORDERED = /^(asof|positional|sample|tablesample|limit_percent)$/i;

/**
 * What a statement uses of its tables: rather too much than too little, and nothing is concluded where the parser has left
 * text unread.
 * @param isWhole whether the tree is that of the whole text: of which nothing was left out for the parser
 */
export function tableNeeds(tree: unknown, tokens: readonly Token[], isWhole: boolean): TableNeeds {
  const isUnread =
    !isWhole || someObject(tree, (value) => ['raw', 'command'].includes(nodeOf(value)?.kind ?? ''));
  const finder = new ConditionFinder();
  const sources = sourcesIn(tree);
  const isOrdered = tokens.some(({ kind, text }) => kind === 'word' && ORDERED.test(text));
  if (!isUnread && !isOrdered) finder.visit(tree);
  const isAll =
    isUnread ||
    tokens.some(({ kind, text }) => kind === 'word' && UNNAMED.test(text)) ||
    someObject(tree, (value) => nodeOf(value)?.kind === 'star' || hasColumnNames(value)) ||
    usesWholeRows(tree, tokens);
  return {
    namesOf: (table) => (isAll ? undefined : namesFor(table, sources, tokens)),
    conditionsOf: (table) => finder.found.get(keyOf(table)) ?? [],
    firstRows: isUnread || isOrdered ? undefined : firstRowsIn(tree),
  };
}

/** Which tables the names of sources stand for, wherever in the statement; '' for what is no table. */
function sourcesIn(tree: unknown): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  someObject(tree, (value) => {
    const node = nodeOf(value);
    const name = node && sourceName(value);
    if (!name) return false;
    const meant = node.kind === 'table' ? keyOf(tableOf(node.members)) : '';
    found.set(name, new Set([...(found.get(name) ?? []), meant]));
    return false;
  });
  return found;
}

/** Names in the statement, but for those behind a dot that follows the name of other sources alone. */
function namesFor(
  table: TableName,
  sources: ReadonlyMap<string, ReadonlySet<string>>,
  tokens: readonly Token[],
): Set<string> {
  const own = keyOf(table);
  const names = tokens.flatMap((token, at) => {
    const name = namedBy(token)?.toLowerCase();
    const before = tokens[at - 2];
    const isBehind = tokens[at - 1]?.text === '.' && before && tokens[at - 3]?.text !== '.';
    const meant = isBehind ? sources.get(namedBy(before)?.toLowerCase() ?? '') : undefined;
    return name === undefined || meant?.has(own) === false ? [] : [name];
  });
  return new Set(names);
}

/** The name that a token is; undefined for what is none. */
export function namedBy({ kind, text }: Token): string | undefined {
  if (kind === 'word') return text;
  if (kind !== 'identifier') return undefined;
  const quote = text.charAt(0);
  return text.slice(1, -1).replaceAll(quote + quote, quote);
}

/** The names of a way such as `a."B c".d`; undefined for any other text. */
export function wayParts(text: string, lexical: Lexical): string[] | undefined {
  const tokens = tokenize(text, lexical).filter(({ kind }) => kind !== 'comment');
  const names = tokens.flatMap((token, at) => (at % 2 === 0 ? (namedBy(token) ?? []) : []));
  const isWay = tokens.every(({ text: sign }, at) => at % 2 === 0 || sign === '.');
  return isWay && names.length === (tokens.length + 1) / 2 ? names : undefined;
}

/** `orders AS o(a, b)` names columns by their place. */
function hasColumnNames(value: TreeObject): boolean {
  const node = nodeOf(value);
  const names = node?.kind === 'table' ? node.members.column_aliases : undefined;
  return Array.isArray(names) && names.length > 0;
}

/** Whether the name of a source may stand for its rows: it occurs elsewhere than before a dot and where it is given. */
function usesWholeRows(tree: unknown, tokens: readonly Token[]): boolean {
  const given = new Map<string, number>();
  someObject(tree, (value) => {
    const node = nodeOf(value);
    if (node?.kind === 'table') {
      const name = nameOfSource(node.members)?.toLowerCase();
      if (name !== undefined) given.set(name, (given.get(name) ?? 0) + 1);
    }
    return false;
  });
  for (const [place, token] of tokens.entries()) {
    const name = namedBy(token)?.toLowerCase();
    const count = name === undefined ? undefined : given.get(name);
    if (name === undefined || count === undefined || tokens[place + 1]?.text === '.') continue;
    if (count === 0) return true;
    given.set(name, count - 1);
  }
  return false;
}

function nameOfSource(members: TreeObject): string | undefined {
  return identifierText(members.alias) ?? identifierText(members.name);
}

/** Members of a SELECT that shows columns of its one table, and no more than so many rows. */
const SHOWING: ReadonlySet<string> = new Set(['expressions', 'from', 'limit']);

function firstRowsIn(tree: unknown): number | undefined {
  const node = nodeOf(tree);
  if (node?.kind !== 'select') return undefined;
  const { from, expressions, limit } = node.members;
  const sources = isTreeObject(from) && Array.isArray(from.expressions) ? from.expressions : [];
  const isShowing =
    membersOf(node.members).every((name) => SHOWING.has(name)) &&
    sources.length === 1 &&
    nodeOf(sources[0])?.kind === 'table' &&
    Array.isArray(expressions) &&
    expressions.every(showsColumn);
  const count = isTreeObject(limit) && membersOf(limit).length === 1 ? writtenValue(limit.this) : undefined;
  return isShowing && count?.kind === 'number' && /^\d{1,15}$/.test(count.text)
    ? Number(count.text)
    : undefined;
}

function showsColumn(expression: unknown): boolean {
  const node = nodeOf(expression);
  if (node?.kind === 'alias') return nodeOf(node.members.this)?.kind === 'column';
  return node?.kind === 'column' || node?.kind === 'star';
}

/** Members that say something. */
function membersOf(members: TreeObject): string[] {
  return Object.entries(members).flatMap(([name, value]) => {
    const isNothing = value === null || value === undefined || value === false;
    const isEmpty = Array.isArray(value) && value.length === 0;
    return isNothing || isEmpty || /comments$|^span$/.test(name) ? [] : [name];
  });
}

class ConditionFinder {
  readonly found = new Map<string, PlainCondition[][]>();

  visit(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.visit(item);
    if (!isTreeObject(value)) return;
    const node = nodeOf(value);
    if (node?.kind === 'select') this.#select(node.members);
    for (const member of Object.values(value)) this.visit(member);
  }

  #select({ from, joins, where_clause: where }: TreeObject): void {
    const joined = (Array.isArray(joins) ? joins : []).map((join) => (isTreeObject(join) ? join.this : join));
    const first = isTreeObject(from) && Array.isArray(from.expressions) ? from.expressions : [];
    const sources = [...first, ...joined];
    const names = sources.map((source) => sourceName(source));
    for (const source of sources) {
      const node = nodeOf(source);
      if (node?.kind !== 'table') continue;
      const own = nameOfSource(node.members)?.toLowerCase() ?? '';
      const isOnly = sources.length === 1;
      const isClear = isOnly || names.filter((name) => name === undefined || name === own).length === 1;
      const conditions = isTreeObject(where) && isClear ? conjuncts(where.this) : [];
      const meant = conditions.flatMap((condition) => {
        const { table, ...plain } = plainCondition(condition) ?? { table: null };
        if (!('column' in plain)) return [];
        // What stands on the outer side of a join is null where it has no partner.
        if (plain.comparison === 'is null' && !isOnly) return [];
        const isOwn = table === undefined ? isOnly : table?.toLowerCase() === own;
        return isOwn ? [plain] : [];
      });
      const key = keyOf(tableOf(node.members));
      this.found.set(key, [...(this.found.get(key) ?? []), meant]);
    }
  }
}

/** The name by which columns of a source are told, in lower case; undefined for what may have any. */
function sourceName(source: unknown): string | undefined {
  const node = nodeOf(source);
  if (node?.kind === 'table') return nameOfSource(node.members)?.toLowerCase();
  return node?.kind === 'subquery' ? (identifierText(node.members.alias)?.toLowerCase() ?? '') : undefined;
}

function tableOf(members: TreeObject): TableName {
  return {
    catalog: identifierText(members.catalog) || null,
    schema: identifierText(members.schema) || null,
    table: identifierText(members.name) ?? '',
  };
}

function keyOf({ catalog, schema, table }: TableName): string {
  return JSON.stringify([catalog, schema, table]);
}

/** What AND joins. Not by recursion: such chains are as deep as they are long. */
function conjuncts(condition: unknown): unknown[] {
  const found: unknown[] = [];
  const waiting = [condition];
  while (waiting.length > 0) {
    const next = waiting.pop();
    const node = nodeOf(next);
    if (node?.kind === 'and') waiting.push(node.members.left, node.members.right);
    else if (node?.kind === 'paren') waiting.push(node.members.this);
    else found.push(next);
  }
  return found;
}

const COMPARED: Readonly<Record<string, readonly [Comparison, turned: Comparison]>> = {
  eq: ['=', '='],
  neq: ['<>', '<>'],
  lt: ['<', '>'],
  lte: ['<=', '>='],
  gt: ['>', '<'],
  gte: ['>=', '<='],
};

/** A condition of the plain kind, and the table that its column is said to be of. */
function plainCondition(value: unknown): (PlainCondition & { table: string | undefined }) | undefined {
  const node = nodeOf(value);
  if (!node) return undefined;
  const { kind, members } = node;
  const compared = COMPARED[kind];
  if (compared) {
    const [left, right] = [columnOf(members.left), columnOf(members.right)];
    const written = left ? writtenValue(members.right) : writtenValue(members.left);
    const column = left ?? right;
    const comparison = compared[left ? 0 : 1];
    return column && written ? { ...column, comparison, values: [written] } : undefined;
  }
  const column = columnOf(members.this);
  if (!column) return undefined;
  if (kind === 'is_null')
    return { ...column, comparison: members.not === true ? 'is not null' : 'is null', values: [] };
  if (members.not === true) return undefined;
  if (kind === 'between') {
    const [low, high] = [writtenValue(members.low), writtenValue(members.high)];
    const isPlain = low && high && members.symmetric !== true;
    return isPlain ? { ...column, comparison: 'between', values: [low, high] } : undefined;
  }
  if (kind !== 'in' || !Array.isArray(members.expressions) || isTreeObject(members.query)) return undefined;
  const values = members.expressions.flatMap((each) => writtenValue(each) ?? []);
  const isPlain = values.length > 0 && values.length === members.expressions.length;
  return isPlain ? { ...column, comparison: 'in', values } : undefined;
}

function columnOf(value: unknown): { column: string; table: string | undefined } | undefined {
  const node = nodeOf(value);
  if (node?.kind !== 'column') return undefined;
  const column = identifierText(node.members.name);
  return column === undefined ? undefined : { column, table: identifierText(node.members.table) };
}

const KINDS: Readonly<Record<string, WrittenValue['kind']>> = {
  number: 'number',
  string: 'string',
  date: 'date',
  timestamp: 'timestamp',
};

function writtenValue(value: unknown): WrittenValue | undefined {
  const node = nodeOf(value);
  if (node?.kind === 'neg') {
    const inner = writtenValue(node.members.this);
    const isPositive = inner?.kind === 'number' && !inner.text.startsWith('-');
    return isPositive ? { kind: 'number', text: `-${inner.text}` } : undefined;
  }
  if (node?.kind !== 'literal') return undefined;
  const kind = KINDS[String(node.members.literal_type)];
  const text = node.members.value;
  return kind !== undefined && typeof text === 'string' ? { kind, text } : undefined;
}
