import type { ListQuery } from '@chartroom/model';
import { type RawBuilder, sql } from 'kysely';
import type { Act } from '../http/act.ts';
import { pageOf } from '../http/q-argument.ts';
import { EVERYTHING } from '../records/everything.ts';
import { type Condition, conditionsOf, looksIntoTexts } from './filters.ts';
import type { Listing } from './listing.ts';
import { type Order, orderOf, written } from './orders.ts';

interface IdRow {
  id: number;
}

/** So many rows are sooner found and sorted than counted, and then looked for along the index of an order. */
const FEW = 5_000;
/** The same holds of many more where texts are looked into for a page behind so many rows: that is to be done once. */
const FAR = 5_000;
const FEW_FOR_FAR = 50_000;

/**
 * The ids of a page in its order, and how many rows there are on all pages: both asked of the records each time.
 * @throws ChartroomError 400 for an order or a filter that the list does not offer
 */
export async function page(listing: Listing, query: ListQuery, act: Act): Promise<Page> {
  const { db, config } = act.services;
  const { limit, offset } = pageOf(
    query,
    listing.pageSize ?? 20,
    listing.unboundedPages ? undefined : config.FAB_API_MAX_PAGE_SIZE,
  );
  const visible = listing.visibleAll ?? listing.visible;
  const order = orderOf(listing, query);
  const filters = query.filters ?? [];
  const where = allOf([visible?.(act) ?? EVERYTHING, ...conditionsOf(listing.filters, filters, act.caller)]);
  const rows: Rows = { table: sql.table(listing.table), where };
  const part = { limit: limit ?? Number.MAX_SAFE_INTEGER, offset };
  const most = offset >= FAR && looksIntoTexts(filters) ? FEW_FOR_FAR : FEW;
  const found = where === EVERYTHING ? undefined : await pageOfFew(rows, order, { ...part, most }, db);
  if (found) return found;
  // PostgreSQL finds the page while it counts.
  const [count, ids] = await Promise.all([countOf(rows, db), orderedIds(rows, order, part, db)]);
  return { ids, count };
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

interface Page {
  ids: number[];
  /** Rows on all pages. */
  count: number;
}

interface Part {
  limit: number;
  offset: number;
}

/** The page where all rows are few: each is looked at once, for the count and for the order. Undefined where there are more. */
async function pageOfFew(
  { table, where }: Rows,
  { terms, joins }: Order,
  { limit, offset, most }: Part & { most: number },
  db: Db,
): Promise<Page | undefined> {
  const columns = terms.map(({ by }, at) => sql`${by} as ${sql.ref(`by_${at}`)}`);
  const names = written(terms.map(({ descending }, at) => ({ by: sql.ref(`by_${at}`), descending })));
  const { rows } = await sql<{ n: number; id: number | null }>`with
    found as materialized
      (select t.id as id, ${sql.join(columns)} from ${table} as t ${joins} where ${where} limit ${most + 1}),
    total as materialized (select count(*) as n from found)
    select total.n as n, part.id as id from total
    left join (select * from found order by ${names} limit ${limit} offset ${offset}) as part on total.n <= ${most}
    order by ${names}`.execute(db);
  const count = Number(rows[0]?.n ?? 0);
  return count > most ? undefined : { ids: rows.flatMap(({ id }) => id ?? []), count };
}

async function countOf({ table, where }: Rows, db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${table} as t where ${where}`.execute(
    db,
  );
  return Number(rows[0]?.n ?? 0);
}

/** Along the index of the order. */
async function orderedIds(
  { table, where }: Rows,
  { terms, joins }: Order,
  { limit, offset }: Part,
  db: Db,
): Promise<number[]> {
  const { rows } = await sql<IdRow>`select t.id as id from ${table} as t ${joins} where ${where}
    order by ${written(terms)} limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}
