import { type Catalog, columnsOf, cteOf, isCalled, isSame } from './columns.ts';
import type { Cte, Named, Query, Reference, Source, Statement } from './query.ts';

/** What a name of a statement means. */
export type Origin =
  | { kind: 'table' | 'alias'; named: Named; source: Source; query: Query }
  | { kind: 'cte'; named: Named; cte: Cte }
  /** A name that a query gives one of its values, or that a list of names gives a column. */
  | { kind: 'given'; named: Named }
  | { kind: 'column'; named: Named; source: Source; query: Query };

/** A name where it stands, with what it means. */
export interface Use {
  named: Named;
  origin: Origin;
}

/** Queries within queries that are followed. */
const DEEP = 30;

/** All names of a statement of which it is known what they mean. */
export function usesOf({ queries, ctes, references }: Statement, catalog: Catalog): Use[] {
  const own = ctes.flatMap((cte) => [
    use(cte.named, { kind: 'cte', named: cte.named, cte }),
    ...cte.columns.map(givenBy),
  ]);
  const inQueries = queries.flatMap((query) => [
    ...query.sources.flatMap((source) => usesOfSource(source, query)),
    ...query.items.flatMap(({ named, isAlias }) => (named && isAlias ? [givenBy(named)] : [])),
  ]);
  return [...own, ...inQueries, ...references.flatMap((reference) => usesOfReference(reference, catalog))];
}

function use(named: Named, origin: Origin): Use {
  return { named, origin };
}

function givenBy(named: Named): Use {
  return use(named, { kind: 'given', named });
}

function usesOfSource(source: Source, query: Query): Use[] {
  const { path, alias, columns, isCall } = source;
  const name = path.at(-1);
  return [
    ...(name && !isCall ? [use(name, originOfTable(source, query, name))] : []),
    ...(alias ? [use(alias, { kind: 'alias', named: alias, source, query })] : []),
    ...columns.map(givenBy),
  ];
}

function originOfTable(source: Source, query: Query, name: Named): Origin {
  const cte = cteOf(source, query);
  return cte ? { kind: 'cte', named: cte.named, cte } : { kind: 'table', named: name, source, query };
}

function usesOfReference({ path, query, clause, isSource }: Reference, catalog: Catalog): Use[] {
  const column = isSource ? undefined : path.at(-1);
  const of = path.at(isSource ? -1 : -2);
  const found = of && sourceNamed(of.name, query);
  const origin = column && originOfColumn({ path, query, clause }, catalog);
  return [
    ...(of && found ? [use(of, originOfSource(found.source, found.query))] : []),
    ...(column && origin ? [use(column, origin)] : []),
  ];
}

function originOfSource(source: Source, query: Query): Origin {
  const { alias, path } = source;
  if (alias) return { kind: 'alias', named: alias, source, query };
  const name = path.at(-1) ?? { name: '', from: 0, to: 0, isQuoted: false };
  return originOfTable(source, query, name);
}

/** The source that a name before a dot means, from within a query outwards. */
export function sourceNamed(name: string, query: Query): { source: Source; query: Query } | undefined {
  for (let at: Query | undefined = query; at; at = at.outer) {
    const source = at.sources.find((each) => isCalled(each, name));
    if (source) return { source, query: at };
  }
  return undefined;
}

/** Clauses in which a value of the same query may be called by its alias. */
const AFTER_VALUES = /^(?:group|having|order|where)$/;

function originOfColumn(
  { path, query, clause }: Pick<Reference, 'path' | 'query' | 'clause'>,
  catalog: Catalog,
  depth = 0,
): Origin | undefined {
  const column = path.at(-1);
  const of = path.at(-2);
  if (!column || depth > DEEP) return undefined;
  const alias = of || !AFTER_VALUES.test(clause) ? undefined : aliasIn(query, column.name);
  if (alias) return { kind: 'given', named: alias };
  for (let at: Query | undefined = query; at; at = at.outer) {
    const here = at;
    for (const source of here.sources) {
      if (of && !isCalled(source, of.name)) continue;
      const origin = columnOfSource(column.name, source, here, catalog, depth);
      if (origin) return origin;
    }
  }
  return undefined;
}

function aliasIn({ items }: Query, name: string): Named | undefined {
  return items.find(({ named, isAlias }) => isAlias && named && isSame(named.name, name))?.named;
}

function columnOfSource(
  name: string,
  source: Source,
  query: Query,
  catalog: Catalog,
  depth: number,
): Origin | undefined {
  const cte = cteOf(source, query);
  const given = [...source.columns, ...(cte?.columns ?? [])].find((each) => isSame(each.name, name));
  if (given) return { kind: 'given', named: given };
  const inner = source.query ?? cte?.query;
  if (inner) return columnOfQuery(name, inner, catalog, depth + 1);
  const named = source.alias ?? source.path.at(-1);
  const isThere = columnsOf(source, query, catalog).columns.some((each) => isSame(each.name, name));
  return named && isThere ? { kind: 'column', named, source, query } : undefined;
}

/** A column that a query yields: what it names anew, or what it hands on of its sources. */
function columnOfQuery(name: string, query: Query, catalog: Catalog, depth: number): Origin | undefined {
  if (depth > DEEP) return undefined;
  const item = query.items.find(({ named, isAll }) => !isAll && named && isSame(named.name, name));
  if (item?.named) {
    const handed = item.isAlias
      ? undefined
      : originOfColumn({ path: item.path, query, clause: 'select' }, catalog, depth + 1);
    return handed ?? { kind: 'given', named: item.named };
  }
  for (const { isAll, path } of query.items) {
    if (!isAll) continue;
    const of = path.at(-1);
    for (const source of query.sources) {
      if (of && !isCalled(source, of.name)) continue;
      const origin = columnOfSource(name, source, query, catalog, depth + 1);
      if (origin) return origin;
    }
  }
  return undefined;
}

/** Everywhere that a name stands which the statement itself gives; none for a table's or a column's. */
export function placesOf(uses: readonly Use[], at: number): Named[] {
  const origin = nameAt(uses, at)?.origin;
  if (!origin || origin.kind === 'table' || origin.kind === 'column') return [];
  const isSameOrigin = (each: Use) => each.origin.kind !== 'column' && each.origin.named === origin.named;
  const places = uses.filter(isSameOrigin).map(({ named }) => named);
  return [...new Map(places.map((named) => [named.from, named])).values()].sort((a, b) => a.from - b.from);
}

/** The name at a place. */
export function nameAt(uses: readonly Use[], at: number): Use | undefined {
  return uses.find(({ named }) => named.from <= at && at <= named.to);
}
