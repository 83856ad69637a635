import type { ListQuery } from '@chartroom/model';
import { sql } from 'kysely';
import { pageOf } from '../http/q-argument.ts';
import { EVERYTHING } from '../records/everything.ts';
import type { IdSet } from './id-set.ts';
import type { Search } from './kept-lists.ts';
import type { Moment } from './list-changes.ts';
import { type Condition, type Narrowing, narrowingsOf } from './list-filters.ts';
import { type ListOrder, orderOf, type Stretch } from './list-orders.ts';
import type { Reaches } from './reaches.ts';
import type { Listed } from './resource.ts';
import type { ListAct as Act } from './with-lists.ts';

/** Of how few rows each is looked at and sorted, rather than finding all that a filter lets through, or going along an order. */
const FEW = 5_000;
/** Rows along an order that are gone past while a row by its id is looked at. */
const PER_LOOK = 8;
/** How much farther the store itself goes past the rows before a page than rows are read. */
const FARTHER = 2.5;

/** The ids of a page in its order, and how many rows there are on all pages. */
export async function pageOfIds(
  resource: Listed,
  query: ListQuery,
  act: Act,
): Promise<{ ids: number[]; count: number }> {
  const { limit, offset } = pageOf(
    query,
    resource.pageSize ?? 20,
    resource.unboundedPages ? undefined : act.services.config.FAB_API_MAX_PAGE_SIZE,
  );
  const order = orderOf(resource, query);
  const narrowings = narrowingsOf(resource.filters, query.filters ?? [], act.caller);
  const moment = await act.services.lists.now();
  const listing: Listing = { resource, reaches: reachesOf(resource), act, moment };
  const { texts } = resource.filters;
  if (texts) act.services.lists.texts.prepare(resource.table, texts.columns, moment);
  const total = moment.totals.get(resource.table) ?? (await countOf(resource, act));
  const chosen = await chosenRows(visibleRows(resource, act), narrowings, listing);
  const count = chosen ? countIn(chosen, total) : total;
  if (offset >= count) return { ids: [], count };
  const size = Math.min(limit ?? count, count - offset);
  // What is nearer to the end is found from there.
  const backwards = offset > count - offset - size;
  const page = {
    limit: size,
    offset: backwards ? count - offset - size : offset,
    backwards: backwards !== order.isTurned,
  };
  const ids = chosen
    ? await pageOfChosen(chosen, order, page, total, listing)
    : await pageOfAll(order, page, total, listing);
  return { ids: backwards ? ids.reverse() : ids, count };
}

/** What the parts of one question to a list have in common. */
interface Listing {
  resource: Listed;
  reaches: Reaches;
  act: Act;
  moment: Moment;
}

/** The rows in a set, or those that are not. */
interface Chosen {
  set: IdSet;
  turned: boolean;
}

function visibleRows({ visible, visibleAll }: Listed, act: Act): Narrowing[] {
  const where = visible?.(act) ?? EVERYTHING;
  const found = visibleAll?.(act);
  return where === EVERYTHING ? [] : [{ where, ...(found && { found }) }];
}

async function countOf({ table }: Listed, { services }: Act): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    services.db,
  );
  return Number(rows[0]?.n ?? 0);
}

function countIn({ set, turned }: Chosen, total: number): number {
  return turned ? Math.max(0, total - set.size) : set.size;
}

/**
 * The rows that are left; undefined for all of them. What somebody sees at all comes first and what is dear to find last:
 * as soon as few rows are left, these are looked at.
 */
async function chosenRows(
  visible: Narrowing[],
  narrowings: Narrowing[],
  listing: Listing,
): Promise<Chosen | undefined> {
  const stages = [visible, narrowings.filter(({ dear }) => !dear), narrowings.filter(({ dear }) => dear)];
  let left: Chosen | undefined;
  for (const stage of stages) {
    if (stage.length === 0) continue;
    if (left && !left.turned && left.set.size <= FEW) {
      return fewRows(left.set, [...visible, ...narrowings], listing);
    }
    left = both([
      ...(left ? [left] : []),
      ...(await Promise.all(stage.map((each) => rowsOf(each, listing)))),
    ]);
  }
  return left;
}

async function rowsOf(
  { where, found, ids, part, beside, turned = false }: Narrowing,
  { resource, reaches, act, moment }: Listing,
): Promise<Chosen> {
  const all = ids ?? sql`select t.id as id from ${sql.table(resource.table)} as t where ${found ?? where}`;
  const search: Search = { table: resource.table, look: where, all, reaches, part, beside };
  return { set: await act.services.lists.found(search, moment), turned };
}

/** Of few rows those that meet everything. */
async function fewRows(
  few: IdSet,
  narrowings: Narrowing[],
  { resource, reaches, act, moment }: Listing,
): Promise<Chosen> {
  if (few.size === 0) return { set: few, turned: false };
  const look = allOf(
    narrowings.map(({ where, turned }) => (turned ? sql<boolean>`(${where}) is not true` : where)),
  );
  const all = sql`select t.id as id from ${sql.table(resource.table)} as t where t.id in (${sql.raw([...few].join(', '))}) and ${look}`;
  const search: Search = { table: resource.table, look, all, reaches };
  return { set: await act.services.lists.found(search, moment), turned: false };
}

/** What meets all of some conditions. */
function both(parts: Chosen[]): Chosen | undefined {
  const without = parts.filter(({ turned }) => turned).map(({ set }) => set);
  const within = parts.filter(({ turned }) => !turned).map(({ set }) => set);
  const [first, ...others] = within;
  if (first) {
    const inAll = others.reduce((left, set) => left.and(set), first);
    return { set: without.reduce((left, set) => left.without(set), inAll), turned: false };
  }
  const [left, ...more] = without;
  return left && { set: more.reduce((all, set) => all.or(set), left), turned: true };
}

/** A page of the rows that filters leave; found in the way that is likely to be the shortest. */
async function pageOfChosen(
  { set, turned }: Chosen,
  order: ListOrder,
  page: Stretch,
  total: number,
  listing: Listing,
): Promise<number[]> {
  const count = countIn({ set, turned }, total);
  const reach = Math.ceil(((page.offset + page.limit) * total) / count);
  const { lists, db } = listing.act.services;
  if (!turned && count <= FEW && count * PER_LOOK <= reach) {
    const { rows } = await order.few([...set], page).execute(db);
    return rows.map(({ id }) => id);
  }
  const isLeft = (id: number) => set.has(id) !== turned;
  const kept = reach > lists.far ? await lists.ordered(order, listing.reaches, listing.moment) : undefined;
  return kept ? pageAlong(kept, page, isLeft) : pageByWalking(order, page, { reach, total, isLeft }, listing);
}

async function pageOfAll(
  order: ListOrder,
  page: Stretch,
  total: number,
  listing: Listing,
): Promise<number[]> {
  const { lists, db } = listing.act.services;
  const reach = page.offset + page.limit;
  if (order.stretch && reach <= lists.far * FARTHER) {
    const { rows } = await order.stretch(page).execute(db);
    return rows.map(({ id }) => id);
  }
  const kept = reach > lists.far ? await lists.ordered(order, listing.reaches, listing.moment) : undefined;
  return kept ? pageAlong(kept, page) : pageByWalking(order, page, { reach, total }, listing);
}

type IsLeft = (id: number) => boolean;

/** The page among the ids of an order that are left; of all of them where nothing is said. */
function pageAlong(ids: Int32Array, { backwards, limit, offset }: Stretch, isLeft?: IsLeft): number[] {
  if (!isLeft)
    return backwards
      ? [...ids.slice(-offset - limit, ids.length - offset)].reverse()
      : [...ids.slice(offset, offset + limit)];
  const found: number[] = [];
  let before = offset;
  for (let at = 0; at < ids.length && found.length < limit; at += 1) {
    const id = ids[backwards ? ids.length - 1 - at : at] ?? 0;
    if (!isLeft(id)) continue;
    if (before > 0) before -= 1;
    else found.push(id);
  }
  return found;
}

interface Walk {
  /** Rows of the order among which the page is likely to be. */
  reach: number;
  total: number;
  isLeft?: IsLeft;
}

/** Reads the order from one end on, further and further until the page is found. */
async function pageByWalking(
  order: ListOrder,
  page: Stretch,
  { reach, total, isLeft }: Walk,
  { act }: Listing,
): Promise<number[]> {
  for (let limit = Math.ceil(reach * 1.25) + 100; ; limit *= 2) {
    const parts: number[] = [];
    for (const part of order.parts(page.backwards, limit)) {
      if (parts.length >= limit) break;
      for (const id of await act.services.lists.ids(part)) parts.push(id);
    }
    const found = pageAlong(Int32Array.from(parts), { ...page, backwards: false }, isLeft);
    if (found.length === page.limit || limit >= total) return found;
  }
}

/** Which rows of a list changes of other tables are about. */
function reachesOf({ table, ownership, filters, favorites, reaches }: Listed): Reaches {
  const links = Object.values(filters.columns).flatMap((column) =>
    column.kind === 'many' ? [`${column.link}.${column.own}`] : [],
  );
  const same = [
    `${table}.id`,
    ...links,
    ...(ownership ? [`${ownership.link}.${ownership.own}`] : []),
    ...(favorites ? ['favorites.object_id'] : []),
  ];
  return {
    ...Object.fromEntries(same.map((name) => [name, 'same' as const])),
    ...(filters.columns.tags && {
      'tags.id': (ids) => sql`select object_id as id from tagged_objects where tag_id in (${ids})`,
    }),
    ...reaches,
  };
}

/** All of some conditions. */
export function allOf(conditions: Condition[]): Condition {
  const asked = conditions.filter((each) => each !== EVERYTHING);
  return asked.length === 0 ? EVERYTHING : sql<boolean>`${sql.join(asked, sql` and `)}`;
}
