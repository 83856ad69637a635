import { type Catalog, type Column, columnsOf, ctesAt, isCalled, isSame } from './columns.ts';
import { calledIn, type SqlFunction } from './functions.ts';
import { type KeywordPlace, keywordsAt, typesOf } from './keywords.ts';
import { narrow } from './narrow.ts';
import type { Place, Wanted } from './place.ts';
import type { Named, Query, Source } from './query.ts';
import { snippetsAt } from './snippets.ts';
import { quoted, type SqlStyle, written } from './style.ts';
import { FILTERS, MACROS, TAGS, type TemplateWord } from './templates.ts';

export type OfferKind =
  | 'keyword'
  | 'function'
  | 'schema'
  | 'table'
  | 'column'
  | 'cte'
  | 'alias'
  | 'type'
  | 'macro'
  | 'snippet';

/** How much each kind counts among names that fit as well (contract/ui.md E3). */
export const SCORES: Readonly<Record<OfferKind, number>> = {
  keyword: 100,
  function: 90,
  schema: 60,
  table: 55,
  column: 50,
  cte: 58,
  alias: 105,
  type: 50,
  macro: 50,
  snippet: 40,
};

/** What a place asks for stands before what is possible there as well. */
const WANTED_SCORE = 60;

/** Columns of tables that somebody has looked at are meant more often than any of the functions. */
const LOOKED_AT_SCORE = 95;

/** A name that may be written at a place. */
export interface Offer {
  kind: OfferKind;
  /** What is looked for. */
  name: string;
  /** What is shown beside it: a type, the table, the arguments. */
  detail: string | undefined;
  about: string | undefined;
  /** What is written. */
  text: string;
  /** What follows: a blank, brackets, nothing. */
  tail: ' ' | '()' | '';
  score: number;
}

/** What can stand at a place. */
export interface Offered {
  offers: Offer[];
  /** How many tables fit besides those. */
  left: number;
}

/** Tables that are looked at more closely, of those that fit best. */
const TABLES = 100;

/** What the person's tab knows. */
export interface Knowledge {
  style: SqlStyle;
  catalog: Catalog;
  functions: readonly SqlFunction[];
  /** Names of the tab's template parameters. */
  parameters: readonly string[];
}

/** Everything that can stand at a place; `rank` finds what fits to what is written. */
export function offersAt(place: Place, knowledge: Knowledge): Offered {
  const { wanted } = place;
  if (wanted.kind === 'source') return sources(place, knowledge);
  if (wanted.kind === 'member') return members(wanted.path, place, knowledge);
  return { offers: plainOffers(wanted, place, knowledge), left: 0 };
}

function plainOffers(
  wanted: Exclude<Wanted, { kind: 'source' | 'member' }>,
  place: Place,
  knowledge: Knowledge,
): Offer[] {
  const { style } = knowledge;
  switch (wanted.kind) {
    case 'words':
      return [...keywords(wanted.words, style), ...snippetOffers(wanted.words, style)];
    case 'type':
      return typesOf(style).map((name, at) => offer('type', name, { score: 100 - at }));
    case 'macro':
      return [
        ...knowledge.parameters.map((name) => offer('macro', name, { detail: 'parameter', score: 100 })),
        ...templateOffers(MACROS),
      ];
    case 'template-filter':
      return templateOffers(FILTERS);
    case 'template-tag':
      return templateOffers(TAGS);
    case 'shared-columns':
      return sharedColumns(place, knowledge);
    case 'target-columns':
      return targetColumns(place, knowledge);
    case 'value':
      return values(wanted.words, place, knowledge);
  }
}

function offer(kind: OfferKind, name: string, part: Partial<Offer> = {}): Offer {
  return {
    kind,
    name,
    detail: undefined,
    about: undefined,
    text: name,
    tail: kind === 'schema' || kind === 'alias' || kind === 'macro' ? '' : ' ',
    score: SCORES[kind],
    ...part,
  };
}

/** Keywords keep the order of their lists. */
function keywords(places: readonly KeywordPlace[], style: SqlStyle, base: number = SCORES.keyword): Offer[] {
  const all = new Set(places.flatMap((place) => keywordsAt(place, style)));
  return [...all].map((name, at) => offer('keyword', name, { score: base - at / 100 }));
}

function templateOffers(words: readonly TemplateWord[]): Offer[] {
  return words.map(({ name, args, about }, at) =>
    offer('macro', name, {
      about,
      detail: args === undefined ? undefined : `(${args})`,
      text: args === undefined ? name : `${name}(${args})`,
      score: SCORES.macro - at / 100,
    }),
  );
}

function snippetOffers(places: readonly KeywordPlace[], style: SqlStyle): Offer[] {
  return snippetsAt(places, style).map(({ name, text }, at) =>
    offer('snippet', name, { text, detail: 'snippet', tail: '', score: SCORES.snippet - at / 100 }),
  );
}

/** A name as it is written here: in the quotes that were opened, or as the engine needs it. */
function nameText(name: string, { isQuoted }: Place, style: SqlStyle): string {
  return isQuoted ? quoted(name, style) : written(name, style);
}

function sources(place: Place, { style, catalog }: Knowledge): Offered {
  const { around, from, isQuoted } = place;
  const named = (kind: OfferKind, part: Partial<Offer>) => (name: string) =>
    offer(kind, name, { text: nameText(name, place, style), ...part });
  const ctes = ctesAt(around.scope, from).map((cte) => cte.named.name);
  const inBrackets = around.before[0] === '(' || around.kind === 'sources';
  const tables = narrow(catalog.tables, place.prefix, TABLES);
  const offers = [
    ...ctes.map(named('cte', { detail: 'WITH', score: SCORES.cte + WANTED_SCORE })),
    ...tables.names.map(named('table', { score: SCORES.table + WANTED_SCORE })),
    ...catalog.schemas.map(named('schema', { detail: 'schema', score: SCORES.schema })),
    ...catalog.databases.map(named('schema', { detail: 'database', score: SCORES.schema - 1 })),
    ...(inBrackets && !isQuoted ? keywords(['inBrackets'], style) : []),
  ];
  return { offers, left: tables.more };
}

function columnOffer(column: Column, place: Place, knowledge: Knowledge, detail?: string): Offer {
  return offer('column', column.name, {
    text: nameText(column.name, place, knowledge.style),
    detail: [column.type?.toLowerCase(), detail].filter(Boolean).join(' · ') || undefined,
    about: column.comment ?? undefined,
    score: SCORES.column + WANTED_SCORE,
  });
}

function members(path: readonly string[], place: Place, knowledge: Knowledge): Offered {
  const { catalog, style } = knowledge;
  const [first = ''] = path;
  const found: Offer[] = [];
  if (path.length === 1 && place.around.clause !== 'from' && place.around.clause !== 'object') {
    for (const { source, query } of reachable(place)) {
      if (!isCalled(source, first)) continue;
      const { columns } = columnsOf(source, query, catalog);
      found.push(...columns.map((column) => columnOffer(column, place, knowledge)));
    }
  }
  const isOfTable = found.length === 0 && !isSourcePlace(place);
  const columns = isOfTable ? (catalog.columnsOf(path) ?? []) : [];
  const tables = narrow(tablesBehind(path, catalog), place.prefix, TABLES);
  const schemas = path.length === 1 ? (catalog.schemasOf(first) ?? []) : [];
  const offers = [
    ...found,
    ...schemas.map((name) => offer('schema', name, { text: nameText(name, place, style), detail: 'schema' })),
    ...columns.map((column) => columnOffer(column, place, knowledge)),
    ...tables.names.map((name) => offer('table', name, { text: nameText(name, place, style) })),
  ];
  return { offers, left: tables.more };
}

function tablesBehind([first = '', second, ...more]: readonly string[], catalog: Catalog): readonly string[] {
  const tables = second === undefined ? catalog.tablesOf(first) : catalog.tablesOf(second, first);
  return (more.length === 0 ? tables : undefined) ?? [];
}

function isSourcePlace({ around }: Place): boolean {
  return /^(?:from|into|object|update)$/.test(around.clause) && around.kind !== 'expression';
}

/** Sources whose columns can be named at a place, the nearest first; not the one that is being written. */
export function reachable({ around, from }: Place): { source: Source; query: Query }[] {
  const found: { source: Source; query: Query }[] = [];
  for (let query = around.query; query; query = query.outer) {
    const here = query;
    const others = here.sources.filter(({ path }) => !path.some((named) => covers(named, from)));
    found.push(...others.map((source) => ({ source, query: here })));
  }
  return found;
}

function covers({ from, to }: Named, at: number): boolean {
  return from <= at && at <= to;
}

function sharedColumns(place: Place, knowledge: Knowledge): Offer[] {
  const all = reachable(place).map(({ source, query }) => columnsOf(source, query, knowledge.catalog));
  const known = all.filter(({ columns }) => columns.length > 0);
  const last = known.at(-1)?.columns ?? [];
  const shared = last.filter(({ name }) =>
    known.slice(0, -1).some(({ columns }) => columns.some((other) => isSame(other.name, name))),
  );
  return shared.map((column) => columnOffer(column, place, knowledge)).map((each) => ({ ...each, tail: '' }));
}

function targetColumns(place: Place, knowledge: Knowledge): Offer[] {
  const [target] = reachable(place);
  const columns = target ? columnsOf(target.source, target.query, knowledge.catalog).columns : [];
  return columns.map((column) => columnOffer(column, place, knowledge));
}

function values(words: readonly KeywordPlace[], place: Place, knowledge: Knowledge): Offer[] {
  const columns = columnsInScope(place, knowledge);
  if (place.isQuoted) return columns;
  const { style, functions } = knowledge;
  const aliases = reachable(place).flatMap(({ source }) => {
    const name = (source.alias ?? source.path.at(-1))?.name;
    return name === undefined
      ? []
      : [offer('alias', name, { text: written(name, style), detail: aboutSource(source) })];
  });
  const calls = functions.map(({ name, args, about }, at) =>
    offer('function', name, {
      text: calledIn(name, style),
      detail: args === undefined ? '()' : `(${args})`,
      about,
      tail: '()',
      score: SCORES.function - at / 1000,
    }),
  );
  const called = new Set(calls.map(({ name }) => name.toUpperCase()));
  const plain = keywords(words, style).filter(({ name }) => !called.has(name));
  return [...columns, ...aliases, ...calls, ...plain, ...snippetOffers(words, style)];
}

function aboutSource({ path, query, alias }: Source): string {
  if (query) return 'query';
  return alias ? path.map(({ name }) => name).join('.') : 'table';
}

/** Columns that can be named at a place; those that several sources have, with the source before them. */
function columnsInScope(place: Place, knowledge: Knowledge): Offer[] {
  const { catalog, style } = knowledge;
  const near = reachable(place);
  const { query, clause } = place.around;
  const outputs =
    query && /^(?:order|group|having)$/.test(clause)
      ? query.items.flatMap(({ named, isAlias }) =>
          named && isAlias && !covers(named, place.from) ? [{ name: named.name, type: undefined }] : [],
        )
      : [];
  if (near.length === 0) return knownColumns(place, knowledge);
  const shared = new Set(query?.using.map(({ name }) => name.toLowerCase()));
  const found = near.flatMap(({ source, query: own }) =>
    columnsOf(source, own, catalog).columns.map((column) => ({ column, source, isOwn: own === query })),
  );
  const times = new Map<string, number>();
  for (const { column, isOwn } of found) {
    const key = column.name.toLowerCase();
    if (isOwn) times.set(key, (times.get(key) ?? 0) + 1);
  }
  const offers = found.map(({ column, source, isOwn }) => {
    const of = (source.alias ?? source.path.at(-1))?.name;
    const isShared = shared.has(column.name.toLowerCase());
    const plain = columnOffer(column, place, knowledge, of);
    const isPlain =
      !of ||
      isShared ||
      (isOwn ? times.get(column.name.toLowerCase()) === 1 : !times.has(column.name.toLowerCase()));
    return isPlain ? plain : { ...plain, text: `${written(of, style)}.${plain.text}` };
  });
  return onceEach([...outputs.map((column) => columnOffer(column, place, knowledge, 'alias')), ...offers]);
}

function onceEach(offers: readonly Offer[]): Offer[] {
  return [...new Map(offers.toReversed().map((each) => [each.text, each])).values()].toReversed();
}

/** Before any source is named: columns of the tables that were looked at. */
function knownColumns(place: Place, knowledge: Knowledge): Offer[] {
  const { catalog } = knowledge;
  return catalog.known.flatMap((table) =>
    (catalog.columnsOf([table]) ?? []).map((column) => ({
      ...columnOffer(column, place, knowledge, table),
      score: LOOKED_AT_SCORE,
    })),
  );
}

/** The paths of all tables that a statement reads and that are none of its own. */
export function tablesIn(place: Pick<Place, 'statement'>): string[][] {
  const { queries } = place.statement;
  return queries.flatMap((query) =>
    query.sources
      .filter(({ path, isCall }) => path.length > 0 && !isCall)
      .filter(({ path: [name, ...more] }) => more.length > 0 || !isCte(name, query))
      .map(({ path }) => path.map(({ name }) => name)),
  );
}

function isCte(name: Named | undefined, query: Query): boolean {
  return (
    name !== undefined && ctesAt(query.scope, query.from).some(({ named }) => isSame(named.name, name.name))
  );
}
