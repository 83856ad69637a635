import type { ListQuery } from '@chartroom/model';
import { type RawBuilder, sql } from 'kysely';
import type { Act } from '../http/act.ts';
import { pageOf } from '../http/q-argument.ts';
import { EVERYTHING } from '../records/everything.ts';
import { type RecordsKind, recordsKind } from '../records/records-kind.ts';
import { type Condition, conditionsOf } from './filters.ts';
import type { Listing } from './listing.ts';
import { type Order, orderOf, written } from './orders.ts';

interface IdRow {
  id: number;
}

/** So few rows are found once, and then sorted; where a store counts quickly, to look for more of them is lost time. */
const FEW: Readonly<Record<RecordsKind, number>> = { sqlite: 1_000, postgres: 5_000 };
/** So many rows are sorted sooner than found along the index of an order. */
const SORTED = 100_000;

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
  const rows: Rows = { table: sql.table(listing.table), where };
  const kind = recordsKind(config.RECORDS_URL);
  const few = where === EVERYTHING ? undefined : await fewIds(rows, FEW[kind], db);
  if (few) {
    const found = { ...rows, where: sql<boolean>`t.id in (${sql.raw(few.join(', ') || 'null')})` };
    const ids = await idsOf(sortedIds(found, order), { limit: limit ?? few.length, offset }, db);
    return { ids, count: few.length };
  }
  if (kind === 'postgres') {
    // It knows how to find a page, and does so while the rows are counted.
    const all = limit ?? Number.MAX_SAFE_INTEGER;
    const [count, ids] = await Promise.all([
      countOf(rows, db),
      idsOf(orderedIds(rows, order), { limit: all, offset }, db),
    ]);
    return { ids, count };
  }
  const count = await countOf(rows, db);
  const size = Math.min(limit ?? count, Math.max(0, count - offset));
  // SQLite goes along the index of an order to any page, past all that filters leave out.
  const isLate = where !== EVERYTHING && count <= SORTED && offset + size > count / 4;
  const ids = isLate ? sortedIds(rows, order) : orderedIds(rows, order);
  return { ids: await idsOf(ids, { limit: size, offset }, db), count };
}

/** All of some conditions. */
export function allOf(conditions: Condition[]): Condition {
  const asked = conditions.filter((each) => each !== EVERYTHING);
  return asked.length === 0 ? EVERYTHING : sql<boolean>`${sql.join(asked, sql` and `)}`;
}

interface Rows {
  table: RawBuilder<unknown>;
  where: Condition;
}

type Db = Act['services']['db'];

/** The ids of rows where these are few: to find them takes no longer than to count them. */
async function fewIds({ table, where }: Rows, most: number, db: Db): Promise<number[] | undefined> {
  const { rows } =
    await sql<IdRow>`select t.id as id from ${table} as t where ${where} limit ${most + 1}`.execute(db);
  return rows.length > most ? undefined : rows.map(({ id }) => id);
}

async function countOf({ table, where }: Rows, db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${table} as t where ${where}`.execute(
    db,
  );
  return Number(rows[0]?.n ?? 0);
}

async function idsOf(
  rows: RawBuilder<IdRow>,
  { limit, offset }: { limit: number; offset: number },
  db: Db,
): Promise<number[]> {
  if (limit === 0) return [];
  const found = await sql<IdRow>`${rows} limit ${limit} offset ${offset}`.execute(db);
  return found.rows.map(({ id }) => id);
}

function orderedIds({ table, where }: Rows, { terms, joins }: Order): RawBuilder<IdRow> {
  return sql<IdRow>`select t.id as id from ${table} as t ${joins} where ${where} order by ${written(terms)}`;
}

/** The same where the rows are found first: a store may rather go along the index of an order, past all that filters leave out. */
function sortedIds({ table, where }: Rows, { terms, joins }: Order): RawBuilder<IdRow> {
  const columns = terms.map(({ by }, at) => sql`${by} as ${sql.ref(`by_${at}`)}`);
  const names = terms.map(({ descending }, at) => ({ by: sql.ref(`by_${at}`), descending }));
  return sql<IdRow>`with found as materialized
    (select t.id as id, ${sql.join(columns)} from ${table} as t ${joins} where ${where})
    select id from found order by ${written(names)}`;
}
