import type { RawBuilder } from 'kysely';
import type { Act } from '../http/act.ts';
import type { TableName } from '../records/tables.ts';
import type { Condition, Filters } from './filters.ts';

/** An order by the name of what a column refers to. */
export interface NameOrder {
  column: string;
  table: TableName;
  name: string;
}

/** What pages of a table are made by. In conditions and order expressions the table goes by `t`. */
export interface Listing {
  table: TableName;
  orderColumns: string[];
  /** Expressions of order columns that are not columns of the table. */
  orderBy?: Record<string, RawBuilder<unknown>>;
  /** Order columns that are names of things which the table refers to, beside the standard ones. */
  orderByName?: Record<string, NameOrder>;
  /** When none is asked for; by id when absent. Between equals the first made comes first, or the latest. */
  defaultOrder?: { by: RawBuilder<unknown>; descending: boolean; latest?: boolean };
  /** Rows of a page when none is asked for; 20 when absent. */
  pageSize?: number;
  /** No upper bound on the page size. */
  unboundedPages?: boolean;
  filters: Filters;
  /** Which rows the caller sees at all; the others do not exist for them. */
  visible?(act: Act): Condition;
  /** The same where all of them are wanted, and another way to them is shorter than to look at each. */
  visibleAll?(act: Act): Condition;
}
