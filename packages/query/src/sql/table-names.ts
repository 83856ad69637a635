import { type TablePlace, tablePlace } from './rule-subqueries.ts';
import { identifierText, isTreeObject, nodeOf, SET_OPERATIONS, type TreeObject } from './syntax-tree.ts';
import type { Token } from './tokens.ts';

/** A table as a statement names it; parts that were not written are null. */
export interface TableName {
  catalog: string | null;
  schema: string | null;
  table: string;
}

/** A table where a query reads it. */
export interface TableUse extends TableName {
  /** Where it is named; undefined where the parser does not say. */
  place: TablePlace | undefined;
}

/** The tables of a statement. */
export interface TableNames {
  /** Each place where a query reads a table. */
  uses: TableUse[];
  /** Tables that queries of the statement read, as the conformance table of parsed scripts counts them. */
  read: TableName[];
  /** Every table, also those that are written, described or explained: what access is decided on. */
  touched: TableName[];
}

/** Members that hold the tables which a statement writes or looks at. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  insert: ['table'],
  update: ['table', 'extra_tables'],
  delete: ['table', 'tables', 'using'],
  merge: ['this', 'using'],
  truncate: ['table', 'extra_tables'],
  create_table: ['name', 'like', 'clone_source'],
  create_view: ['name'],
  create_index: ['table'],
  alter_table: ['name'],
  alter_view: ['name'],
  drop_table: ['names'],
  drop_view: ['name'],
  drop_index: ['table'],
  copy: ['this'],
  pivot: ['this'],
  analyze: ['this'],
  refresh: ['this', 'table'],
  comment: ['this'],
  show: ['from'],
  describe: ['target'],
};
/** Those of them that read their target. */
const READS_TARGET: ReadonlySet<string> = new Set(['pivot', 'describe']);
const QUERIES: ReadonlySet<string> = new Set([...SET_OPERATIONS, 'select', 'subquery', 'values']);
/** Words after which, or at the start of which, `TABLE name` is a whole query. */
const BEFORE_TABLE_QUERY: ReadonlySet<string> = new Set([
  '',
  '(',
  'UNION',
  'ALL',
  'DISTINCT',
  'EXCEPT',
  'INTERSECT',
  'AS',
]);

interface Place {
  /** Names that common table expressions have here. */
  ctes: ReadonlySet<string>;
  inQuery: boolean;
}

/** Finds the tables in a statement's tree. A table function counts as a table without a name, which nobody may read unasked. */
export function tableNames(tree: unknown, tokens: readonly Token[], dottedNames = false): TableNames {
  const finder = new Finder(dottedNames);
  finder.visit(tree, { ctes: new Set(), inQuery: false });
  for (const name of tableQueries(tokens)) finder.add({ catalog: null, schema: null, table: name }, true);
  return { uses: finder.uses, read: [...finder.read.values()], touched: [...finder.touched.values()] };
}

class Finder {
  readonly uses: TableUse[] = [];
  readonly read = new Map<string, TableName>();
  readonly touched = new Map<string, TableName>();
  readonly #dotted: boolean;

  /** `dotted`: one quoted name may hold the whole way to a table. */
  constructor(dotted: boolean) {
    this.#dotted = dotted;
  }

  add(table: TableName, inQuery: boolean): void {
    const key = JSON.stringify([table.catalog, table.schema, table.table]);
    this.touched.set(key, table);
    if (inQuery) this.read.set(key, table);
  }

  visit(value: unknown, place: Place): void {
    if (Array.isArray(value)) {
      for (const item of value) this.visit(item, place);
      return;
    }
    if (!isTreeObject(value)) return;
    const node = nodeOf(value);
    if (!node) this.#members(value, place);
    else if (node.kind === 'table') this.#table(node.members, place);
    else {
      const targets = TARGETS[node.kind];
      const inside =
        QUERIES.has(node.kind) || targets
          ? { ...place, inQuery: targets === undefined || readsTarget(node) }
          : place;
      for (const member of targets ?? []) this.#target(node.members[member], inside);
      this.#members(node.members, inside);
    }
  }

  #members(members: TreeObject, place: Place): void {
    const inside = isTreeObject(members.with) ? this.#expressions(members.with, place) : place;
    for (const [name, member] of Object.entries(members)) {
      if (name === 'with') continue;
      if (name === 'into') {
        this.visit(member, { ...inside, inQuery: false });
        continue;
      }
      if (name === 'from' && isTreeObject(member)) this.#sources(member.expressions, inside);
      if (name === 'joins')
        this.#sources(
          Array.isArray(member) ? member.map((join) => (isTreeObject(join) ? join.this : join)) : [],
          inside,
        );
      this.visit(member, inside);
    }
  }

  /** Visits a WITH clause; gives the place after it, where its names are known. */
  #expressions(clause: TreeObject, place: Place): Place {
    const ctes = new Set(place.ctes);
    for (const cte of Array.isArray(clause.ctes) ? clause.ctes : []) {
      if (!isTreeObject(cte)) continue;
      const name = identifierText(cte.alias);
      const isQuery = QUERIES.has(nodeOf(cte.this)?.kind ?? '');
      if (name !== undefined && isQuery && clause.recursive === true) ctes.add(name.toLowerCase());
      this.visit(cte.this, { ctes: new Set(ctes), inQuery: place.inQuery });
      if (name !== undefined && isQuery) ctes.add(name.toLowerCase());
    }
    return { ...place, ctes };
  }

  #table(members: TreeObject, place: Place): void {
    const table = this.#dotted ? apart(tableName(members)) : tableName(members);
    const isCte =
      table.catalog === null && table.schema === null && place.ctes.has(table.table.toLowerCase());
    if (!isCte && table.table !== '') {
      this.add(table, place.inQuery);
      if (place.inQuery) this.uses.push({ ...table, place: tablePlace(members) });
    }
    for (const [name, member] of Object.entries(members))
      if (!['name', 'schema', 'catalog'].includes(name)) this.visit(member, place);
  }

  /** Functions in the place of tables. */
  #sources(sources: unknown, place: Place): void {
    for (const source of Array.isArray(sources) ? sources : []) {
      const node = nodeOf(source);
      if (node?.kind === 'alias') this.#sources([node.members.this], place);
      if (node?.kind !== 'function') continue;
      const parts = (identifierText(node.members.name) ?? '').split('.');
      this.add({ catalog: parts.at(-3) ?? null, schema: parts.at(-2) ?? null, table: '' }, place.inQuery);
    }
  }

  #target(value: unknown, place: Place): void {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (!isTreeObject(item)) continue;
      const node = nodeOf(item);
      if (node?.kind === 'column') this.add(columnAsTable(node.members), place.inQuery);
      else if (!node && isTreeObject(item.name)) this.#table(item, place);
      // Those of `TRUNCATE a, b` behind the first one.
      else if (!node && isTreeObject(item.table)) this.#target(item.table, place);
    }
  }
}

function readsTarget({ kind, members }: { kind: string; members: TreeObject }): boolean {
  return READS_TARGET.has(kind) || (kind === 'show' && members.this === 'COLUMNS');
}

function tableName(members: TreeObject): TableName {
  const written = identifierText(members.name) ?? '';
  // `t@link` is the table t of another database.
  const table =
    isTreeObject(members.name) && members.name.quoted !== true ? (written.split('@')[0] ?? '') : written;
  const schema = identifierText(members.schema) || null;
  const [catalog = null, extra] = (identifierText(members.catalog) || null)?.split('.') ?? [];
  // Four parts: the third, that of the server's own levels, is left out.
  return extra === undefined ? { catalog, schema, table } : { catalog, schema: extra, table };
}

/** `` `p.d.t` `` is the table t of d of p, however much of the way is in one pair of quotes. */
function apart(name: TableName): TableName {
  const written = [name.catalog, name.schema, name.table].filter((part) => part !== null);
  if (!written.some((part) => part.includes('.'))) return name;
  const parts = written.join('.').split('.');
  return {
    catalog: parts.slice(0, -2).join('.') || null,
    schema: parts.at(-2) ?? null,
    table: parts.at(-1) ?? '',
  };
}

/** `PIVOT t ON …`: the parser takes the table for a column. */
function columnAsTable(members: TreeObject): TableName {
  return {
    catalog: null,
    schema: identifierText(members.table) ?? null,
    table: identifierText(members.name) ?? '',
  };
}

/** Tables of `TABLE name`, a short form of SELECT that the parser does not know. */
function tableQueries(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'word' || token.text.toUpperCase() !== 'TABLE') return [];
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    if (
      !BEFORE_TABLE_QUERY.has(before?.text.toUpperCase() ?? '') ||
      !after ||
      (after.kind !== 'word' && after.kind !== 'identifier')
    )
      return [];
    return [after.text];
  });
}
