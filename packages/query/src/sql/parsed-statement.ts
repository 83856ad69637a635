import type { Dialect } from '../dialect.ts';
import type { RowBound } from './row-limit.ts';
import type { StatementText } from './statements.ts';
import type { TableName, TableUse } from './table-names.ts';

/** What of a dialect reading a script needs. */
export type ScriptDialect = Pick<Dialect, 'id' | 'parser' | 'lexical' | 'rowLimit' | 'selectInto'>;

/** A statement and what it does. */
export interface ParsedStatement extends StatementText {
  /** Kind of its root as the parser names it, e.g. `select`, `union`, `insert`, `command`. */
  kind: string;
  /** A plain SELECT: set operations and bracketed queries are none. */
  isSelect: boolean;
  /** Rows of it can be limited. */
  isQuery: boolean;
  /** Writes data or changes tables as the contract counts it (contract/query.md §5.2), which leaves out much that does more than read. */
  isMutating: boolean;
  /** Is known to do nothing but read: what decides what may run where writing is not allowed. */
  reads: boolean;
  /** What it reaches of the server's machine, e.g. `COPY` from a file; undefined for most statements. */
  beyond: string | undefined;
  /** Each place where one of its queries reads a table. */
  uses: TableUse[];
  /** Tables that its queries read; names of common table expressions are none. */
  tables: TableName[];
  /** Every table it names. Access is decided on these. */
  touched: TableName[];
  /** False when it may reach tables that are not in `touched` (commands, procedures): only who may read all passes. */
  isTransparent: boolean;
  /** Its own limit, when that is a plain number. */
  limit: number | null;
  /** How many rows it asks for in whatever form, `FETCH FIRST` and reckoned numbers among them. */
  bound: RowBound;
  hasSubquery: boolean;
}

/** Where and why a script cannot be read; line and column count from 1. */
export interface SyntaxProblem {
  message: string;
  line: number;
  column: number;
}
