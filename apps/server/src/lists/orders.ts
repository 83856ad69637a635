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

/**
 * The order that a list is asked for, as it stands behind `order by`; the id decides between equals.
 * @throws ChartroomError 400 for a column that is not offered
 */
export function orderOf(listing: Listing, { order_column, order_direction }: ListQuery): RawBuilder<unknown> {
  if (!order_column) {
    const { defaultOrder } = listing;
    const latest = ordered(ID, defaultOrder?.latest ?? false);
    return defaultOrder
      ? sql`${ordered(defaultOrder.by, defaultOrder.descending)}, ${latest}`
      : sql`${latest}`;
  }
  if (!listing.orderColumns.includes(order_column))
    throw badRequest(`Invalid order by column: ${order_column}`);
  // Who names no direction is answered from the end, as clients of the contract have always been.
  const descending = order_direction !== 'asc';
  const terms = order_column === 'id' ? [ID] : [...termsOf(listing, order_column), ID];
  return sql`${sql.join(terms.map((by) => ordered(by, descending)))}`;
}

function termsOf({ orderBy = {}, orderByName = {} }: Listing, column: string): RawBuilder<unknown>[] {
  const own = ownMember(orderBy, column);
  if (own) return [own];
  const name = ownMember(orderByName, column) ?? ownMember(NAME_ORDERS, column);
  return name ? nameTerms(name) : [STANDARD_ORDER[column] ?? sql.ref(`t.${column}`)];
}

/** Rows without a name come first. */
function nameTerms({ column, table, name }: NameOrder): RawBuilder<unknown>[] {
  const key = sql.ref(`t.${column}`);
  return [
    sql`case when ${key} is null then 0 else 1 end`,
    sql`(select ${sql.ref(`named.${name}`)} from ${sql.table(table)} as named where named.id = ${key})`,
    sql`coalesce(${key}, 0)`,
  ];
}

function ordered(by: RawBuilder<unknown>, descending: boolean): RawBuilder<unknown> {
  return descending ? sql`${by} desc` : sql`${by} asc`;
}
