import type { Cte, CteScope, Item, Named, Query, Source } from './query.ts';

/** A column as far as it is known. */
export interface Column {
  name: string;
  /** As the engine writes it; absent where it comes of an expression. */
  type: string | undefined;
  comment?: string | null;
}

/** What is known of the database. */
export interface Catalog {
  /** Tables and views of the schema at hand. */
  tables: readonly string[];
  schemas: readonly string[];
  /** Other connected databases whose tables a query may read: `database.schema.table`. */
  databases: readonly string[];
  /** Schemas of one of them; undefined while they are not known. */
  schemasOf: (database: string) => readonly string[] | undefined;
  /** Tables of another schema, also of another database; undefined while they are not known. */
  tablesOf: (schema: string, database?: string) => readonly string[] | undefined;
  /** Columns of a table by its path; undefined while they are not known. */
  columnsOf: (path: readonly string[]) => readonly Column[] | undefined;
  /** Tables whose columns are known already. */
  known: readonly string[];
}

/** Columns of something, and whether that is all of them. */
export interface Columns {
  columns: readonly Column[];
  isComplete: boolean;
}

const UNKNOWN: Columns = { columns: [], isComplete: false };
/** Queries within queries that are followed: what goes in circles ends. */
const DEEP = 30;

/** Columns of a source: of its table, its query, or as it names them. */
export function columnsOf(source: Source, query: Query, catalog: Catalog, depth = 0): Columns {
  if (depth > DEEP) return UNKNOWN;
  const own = sourceColumns(source, query, catalog, depth);
  return source.columns.length > 0 ? renamed(own, source.columns) : own;
}

function sourceColumns(source: Source, query: Query, catalog: Catalog, depth: number): Columns {
  if (source.query) return outputOf(source.query, catalog, depth + 1);
  if (source.isCall || source.path.length === 0) return UNKNOWN;
  const cte = cteOf(source, query);
  if (cte) {
    const output = cte.query ? outputOf(cte.query, catalog, depth + 1) : UNKNOWN;
    return cte.columns.length > 0 ? renamed(output, cte.columns) : output;
  }
  const columns = catalog.columnsOf(source.path.map(({ name }) => name));
  return columns ? { columns, isComplete: true } : UNKNOWN;
}

/** Columns under the names that are given to them; what is not named keeps its own. */
function renamed({ columns, isComplete }: Columns, names: readonly Named[]): Columns {
  const named = names.map(({ name }, at) => ({ name, type: columns[at]?.type }));
  return {
    columns: [...named, ...columns.slice(names.length)],
    isComplete: isComplete || columns.length === 0,
  };
}

/** The columns that a query yields. */
export function outputOf(query: Query, catalog: Catalog, depth = 0): Columns {
  if (query.items.length === 0) return allColumns(query, catalog, depth);
  let isComplete = true;
  const columns = query.items.flatMap((item): readonly Column[] => {
    const own = itemColumns(item, query, catalog, depth);
    isComplete &&= own.isComplete;
    return own.columns;
  });
  return { columns: once(columns), isComplete };
}

function itemColumns(item: Item, query: Query, catalog: Catalog, depth: number): Columns {
  if (item.isAll && item.path.length === 0) return allColumns(query, catalog, depth);
  const of = item.path.at(-1);
  if (item.isAll && of) {
    const source = query.sources.find((each) => isCalled(each, of.name));
    return source ? columnsOf(source, query, catalog, depth + 1) : UNKNOWN;
  }
  if (!item.named) return { columns: [], isComplete: true };
  const found = depth < DEEP ? resolved(item.path, query, catalog, depth + 1) : undefined;
  return { columns: [{ ...found, name: item.named.name, type: found?.type }], isComplete: true };
}

function allColumns(query: Query, catalog: Catalog, depth: number): Columns {
  const all = query.sources.map((source) => columnsOf(source, query, catalog, depth + 1));
  return {
    columns: once(all.flatMap(({ columns }) => columns)),
    isComplete: all.length > 0 && all.every(({ isComplete }) => isComplete),
  };
}

function once(columns: readonly Column[]): Column[] {
  return [
    ...new Map(columns.toReversed().map((column) => [column.name.toLowerCase(), column])).values(),
  ].toReversed();
}

/** The column that a name means, by its table's name before it or without. */
export function resolved(
  path: readonly Named[],
  query: Query,
  catalog: Catalog,
  depth = 0,
): Column | undefined {
  const column = path.at(-1);
  const of = path.at(-2);
  if (!column || depth > DEEP) return undefined;
  for (let at: Query | undefined = query; at; at = at.outer) {
    const here = at;
    const sources = of ? here.sources.filter((each) => isCalled(each, of.name)) : here.sources;
    for (const source of sources) {
      const { columns } = columnsOf(source, here, catalog, depth + 1);
      const found = columns.find(({ name }) => isSame(name, column.name));
      if (found) return found;
    }
  }
  return undefined;
}

/** The common table expression that a source reads. */
export function cteOf(source: Source, { scope, from }: Pick<Query, 'scope' | 'from'>): Cte | undefined {
  const [name, ...more] = source.path;
  if (!name || more.length > 0) return undefined;
  return ctesAt(scope, from).find(({ named }) => isSame(named.name, name.name));
}

/** Common table expressions that can be read at a place, the innermost first. */
export function ctesAt(scope: CteScope | undefined, at: number): Cte[] {
  const found: Cte[] = [];
  for (let each = scope; each; each = each.outer) {
    const { ctes, isRecursive } = each;
    // One that is being written has no end yet.
    found.push(...ctes.filter((cte) => cte.named.to < at && (isRecursive || !isInside(cte, at, ctes))));
  }
  return found;
}

function isInside(cte: Cte, at: number, all: readonly Cte[]): boolean {
  const next = all[all.indexOf(cte) + 1];
  if (next && next.named.from < at) return false;
  return cte.end === cte.named.to ? next === undefined : at < cte.end;
}

/** Whether a name means this source: its alias, or the last name of its table. */
export function isCalled({ alias, path }: Source, name: string): boolean {
  const own = alias ?? path.at(-1);
  return own !== undefined && isSame(own.name, name);
}

/** Engines fold names differently; nothing here is worse for telling too few of them apart. */
export function isSame(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase();
}
