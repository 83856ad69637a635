import { type ListQuery, ownMember } from '@chartroom/model';
import { type RawBuilder, sql } from 'kysely';
import { badRequest } from '../http/errors.ts';
import type { Listing, NameOrder } from './listing.ts';

/** Orders by name that every list may offer. */
const NAME_ORDERS: Record<string, NameOrder> = {
  'changed_by.first_name': { column: 'changed_by_id', table: 'users', name: 'first_name' },
  'created_by.first_name': { column: 'created_by_id', table: 'users', name: 'first_name' },
  'database.database_name': { column: 'database_id', table: 'databases', name: 'database_name' },
};
const STANDARD_ORDER: Record<string, RawBuilder<unknown>> = { changed_on_delta_humanized: sql`t.changed_on` };
const ID = sql`t.id`;

/** What rows are sorted by, and what has to be joined for it. */
export interface Order {
  terms: readonly Term[];
  joins: RawBuilder<unknown>;
}

interface Term {
  by: RawBuilder<unknown>;
  descending: boolean;
}

/**
 * The order that a list is asked for; the id decides between equals.
 * @throws ChartroomError 400 for a column that is not offered
 */
export function orderOf(listing: Listing, { order_column, order_direction }: ListQuery): Order {
  if (!order_column) {
    const { defaultOrder } = listing;
    const last = { by: ID, descending: defaultOrder?.latest ?? false };
    return { terms: defaultOrder ? [defaultOrder, last] : [last], joins: sql`` };
  }
  if (!listing.orderColumns.includes(order_column))
    throw badRequest(`Invalid order by column: ${order_column}`);
  // Who names no direction is answered from the end, as clients of the contract have always been.
  const descending = order_direction !== 'asc';
  const { by, joins = sql`` } = columnOf(listing, order_column);
  const terms = order_column === 'id' ? [ID] : [...by, ID];
  return { terms: terms.map((each) => ({ by: each, descending })), joins };
}

/** An order as it stands behind `order by`. */
export function written(terms: readonly Term[]): RawBuilder<unknown> {
  return sql.join(terms.map(({ by, descending }) => (descending ? sql`${by} desc` : sql`${by} asc`)));
}

interface OrderColumn {
  by: RawBuilder<unknown>[];
  joins?: RawBuilder<unknown>;
}

function columnOf({ orderBy = {}, orderByName = {} }: Listing, column: string): OrderColumn {
  const own = ownMember(orderBy, column);
  if (own) return { by: [own] };
  const name = ownMember(orderByName, column) ?? ownMember(NAME_ORDERS, column);
  return name ? nameOrder(name) : { by: [STANDARD_ORDER[column] ?? sql.ref(`t.${column}`)] };
}

/** Rows without a name come first. The names are put in order once: to compare places is far quicker than texts. */
function nameOrder({ column, table, name }: NameOrder): OrderColumn {
  const names = sql`select id, row_number() over (order by ${sql.ref(name)}, id) as place from ${sql.table(table)}`;
  return {
    by: [sql`coalesce(named.place, 0)`],
    joins: sql`left join (${names}) as named on named.id = ${sql.ref(`t.${column}`)}`,
  };
}
