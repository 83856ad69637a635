/** Part of a statement in which one stands. */
export type Clause =
  | 'start'
  | 'with'
  | 'select'
  | 'from'
  | 'on'
  | 'using'
  | 'where'
  | 'group'
  | 'having'
  | 'order'
  | 'limit'
  | 'window'
  | 'set-operation'
  | 'into'
  | 'values'
  | 'update'
  | 'set'
  | 'delete'
  | 'object'
  | 'definition'
  | 'other';

/** A word of the text with what it names. */
export interface Named {
  name: string;
  from: number;
  to: number;
  isQuoted: boolean;
}

/** Common table expressions that a WITH names, and those around it. */
export interface CteScope {
  ctes: Cte[];
  isRecursive: boolean;
  outer: CteScope | undefined;
}

export interface Cte {
  named: Named;
  /** Names that it gives its columns: `name (a, b) AS …`. */
  columns: Named[];
  /** Its query, the first where it is made of several. */
  query: Query | undefined;
  /** Where its query ends; it may read itself only where the WITH is recursive. */
  end: number;
}

/** Something that a query reads from. */
export interface Source {
  /** Names from the outermost to its own; empty for a query in brackets. */
  path: Named[];
  alias: Named | undefined;
  /** Names that it gives its columns: `alias (a, b)`. */
  columns: Named[];
  query: Query | undefined;
  /** A call that makes rows. */
  isCall: boolean;
}

/** One of the values that a query selects. */
export interface Item {
  /** The name under which it is known; absent where the engine makes one up. */
  named: Named | undefined;
  isAlias: boolean;
  /** What it names, when it is but a name: `t.a`. */
  path: Named[];
  /** All columns: of every source, or of the one in `path`. */
  isAll: boolean;
}

/** A SELECT, or what reads like one: an UPDATE, a DELETE. */
export interface Query {
  from: number;
  /** What it stands in, whose columns it sees. */
  outer: Query | undefined;
  scope: CteScope | undefined;
  sources: Source[];
  items: Item[];
  /** Columns that joins name once for both sides. */
  using: Named[];
  /** Columns that an INSERT fills. */
  targets: Named[];
  /** It stands behind UNION or its like: what orders the rows may name columns of the first one. */
  isLater: boolean;
  /** It has a join that finds the columns of both sides by itself. */
  joinsByName: boolean;
}

/** A name in an expression: a column, or its table before it. */
export interface Reference {
  path: Named[];
  query: Query;
  clause: Clause;
  /** It may be a word of the language as well, such as a unit of time. */
  isSoft: boolean;
  /** A dot follows, and then no name: its last name is that of a source, as in `a.*`. */
  isSource: boolean;
}

/** What stands around a place. */
export interface Around {
  clause: Clause;
  query: Query | undefined;
  scope: CteScope | undefined;
  /** What is before it asks for a value, a source or a name; else something stands there that is whole. */
  isOpen: boolean;
  /** Behind a source or a value the name of an alias may follow. */
  mayAlias: boolean;
  /** `names`: a list of names in brackets, as of USING. `sources`: a join in brackets. */
  kind: 'query' | 'sources' | 'names' | 'expression';
  /** What one writes here is a new name. */
  isNaming: boolean;
  /** The call whose arguments one writes. */
  call: Named | undefined;
  /** The last words, upper case, the last one first. */
  before: string[];
  depth: number;
}

/** A statement taken apart, as far as it is written. */
export interface Statement {
  queries: Query[];
  ctes: Cte[];
  references: Reference[];
  around: Around | undefined;
}
