import type { ListQuery } from '@chartroom/model';
import { sql } from 'kysely';
import type { Act } from '../http/act.ts';
import { pageOf } from '../http/q-argument.ts';
import { EVERYTHING } from '../records/everything.ts';
import { type Condition, conditionsOf } from './filters.ts';
import type { Listing } from './listing.ts';
import { orderOf } from './orders.ts';

/**
 * The ids of a page in its order, and how many rows there are on all pages: both asked of the records each time.
 * @throws ChartroomError 400 for an order or a filter that the list does not offer
 */
export async function page(
  listing: Listing,
  query: ListQuery,
  act: Act,
): Promise<{ ids: number[]; count: number }> {
  const { db, config } = act.services;
  const { limit, offset } = pageOf(
    query,
    listing.pageSize ?? 20,
    listing.unboundedPages ? undefined : config.FAB_API_MAX_PAGE_SIZE,
  );
  const visible = listing.visibleAll ?? listing.visible;
  const order = orderOf(listing, query);
  const where = allOf([
    visible?.(act) ?? EVERYTHING,
    ...conditionsOf(listing.filters, query.filters ?? [], act.caller),
  ]);
  const rows = sql`from ${sql.table(listing.table)} as t where ${where}`;
  const counted = await sql<{ n: number }>`select count(*) as n ${rows}`.execute(db);
  const count = Number(counted.rows[0]?.n ?? 0);
  if (offset >= count) return { ids: [], count };
  const size = Math.min(limit ?? count, count - offset);
  const found = await sql<{
    id: number;
  }>`select t.id as id ${rows} order by ${order} limit ${size} offset ${offset}`.execute(db);
  return { ids: found.rows.map(({ id }) => id), count };
}

/** All of some conditions. */
export function allOf(conditions: Condition[]): Condition {
  const asked = conditions.filter((each) => each !== EVERYTHING);
  return asked.length === 0 ? EVERYTHING : sql<boolean>`${sql.join(asked, sql` and `)}`;
}
