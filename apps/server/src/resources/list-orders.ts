import { type ListQuery, ownMember } from '@chartroom/model';
import { type RawBuilder, sql } from 'kysely';
import { badRequest } from '../http/errors.ts';
import { idsAsText } from './id-set.ts';
import type { Reaches } from './reaches.ts';
import type { Listed, NameOrder } from './resource.ts';

/** Orders by name that every list may offer. */
const NAME_ORDERS: Record<string, NameOrder> = {
  'changed_by.first_name': { column: 'changed_by_id', table: 'users', name: 'first_name' },
  'created_by.first_name': { column: 'created_by_id', table: 'users', name: 'first_name' },
  'database.database_name': { column: 'database_id', table: 'databases', name: 'database_name' },
};
const STANDARD_ORDER: Record<string, RawBuilder<unknown>> = { changed_on_delta_humanized: sql`t.changed_on` };
const ID = sql`t.id`;
/** Rows among which the place of another one is looked for at once. */
const SIGNPOSTS = 64;
/** More than any table needs. */
const MOST_ROUNDS = 8;

interface IdRow {
  id: number;
}

interface Term {
  by: RawBuilder<unknown>;
  descending: boolean;
}

/** An order of all rows of a table. */
export interface ListOrder {
  /** The order that was asked for goes through this one from its end. */
  isTurned: boolean;
  /** Some rows, in this order. */
  placing(ids: readonly number[]): RawBuilder<IdRow>;
  /** Some rows from one place on, in this order or from its end. */
  few(ids: readonly number[], page: Stretch): RawBuilder<IdRow>;
  /** Statements that tell the first rows as texts, one after the other, in this order or from its end. */
  parts(backwards: boolean, limit: number): RawBuilder<{ ids: string | null }>[];
  /** The rows of a stretch where an index leads to them. */
  stretch: ((page: Stretch) => RawBuilder<IdRow>) | undefined;
  /** Which rows move when another table changes. */
  reaches: Reaches;
}

export interface Stretch {
  backwards: boolean;
  limit: number;
  offset: number;
}

/** The order that a list is asked for. Throws 400 for a column that is not offered. */
export function orderOf(resource: Listed, query: ListQuery): ListOrder {
  const column = query.order_column;
  const name =
    column && !ownMember(resource.orderBy ?? {}, column)
      ? (ownMember(resource.orderByName ?? {}, column) ?? ownMember(NAME_ORDERS, column))
      : undefined;
  const terms = termsOf(resource, query, name);
  const isTurned = terms.every(({ descending }) => descending);
  const straight = isTurned ? terms.map(({ by }) => ({ by, descending: false })) : terms;
  const table = sql.table(resource.table);
  const rows = (page: Stretch) =>
    sql<IdRow>`select t.id as id from ${table} as t order by ${written(straight, page.backwards)} limit ${page.limit} offset ${page.offset}`;
  return {
    isTurned,
    placing: (ids) =>
      sql<IdRow>`select t.id as id from ${table} as t where t.id in (${sql.raw(ids.join(', '))}) order by ${written(straight, false)}`,
    few: (ids, page) => fewRows(table, straight, ids, page),
    parts: (backwards, limit) =>
      name
        ? rowsByName(resource, name, backwards, limit)
        : [idsAsText(rows({ backwards, limit, offset: 0 }))],
    stretch: name ? undefined : rows,
    reaches: name ? reachesOf(resource, name) : {},
  };
}

function termsOf(resource: Listed, query: ListQuery, name: NameOrder | undefined): Term[] {
  const column = query.order_column;
  if (!column) {
    const { defaultOrder } = resource;
    return [...(defaultOrder ? [defaultOrder] : []), { by: ID, descending: defaultOrder?.latest ?? false }];
  }
  if (!resource.orderColumns.includes(column)) throw badRequest(`Invalid order by column: ${column}`);
  // Who names no direction is answered from the end, as clients of the contract have always been.
  const descending = query.order_direction !== 'asc';
  const by = name
    ? nameTerms(name)
    : [resource.orderBy?.[column] ?? STANDARD_ORDER[column] ?? sql.ref(`t.${column}`)];
  return [...(column === 'id' ? [] : by), ID].map((each) => ({ by: each, descending }));
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

/** Rows by the names that they refer to, found along an index of the names: to sort by a name that is fetched for each row takes long. */
function rowsByName(
  { table }: Listed,
  { column, table: names, name }: NameOrder,
  backwards: boolean,
  limit: number,
) {
  const key = sql.ref(`t.${column}`);
  const way = backwards ? sql`desc` : sql`asc`;
  const nameless = sql`select t.id as id from ${sql.table(table)} as t where ${key} is null order by t.id ${way} limit ${limit}`;
  const named = sql`select t.id as id from ${sql.table(names)} as named join ${sql.table(table)} as t on ${key} = named.id
    order by ${sql.ref(`named.${name}`)} ${way}, named.id ${way}, t.id ${way} limit ${limit}`;
  return (backwards ? [named, nameless] : [nameless, named]).map(idsAsText);
}

function reachesOf({ table }: Listed, { column, table: names }: NameOrder): Reaches {
  return {
    [`${names}.id`]: (ids) =>
      sql`select named.id as id from ${sql.table(table)} as named where ${sql.ref(`named.${column}`)} in (${ids})`,
  };
}

/** Rows are read first and sorted then: stores would rather go along an index past all the others. */
function fewRows(
  table: RawBuilder<unknown>,
  terms: Term[],
  ids: readonly number[],
  { backwards, limit, offset }: Stretch,
) {
  const names = terms.map((_term, at) => sql.ref(`by_${at}`));
  const columns = terms.map(({ by }, at) => sql`${by} as ${names[at]}`);
  const order = terms.map(({ descending }, at) => ({ by: sql`${names[at]}`, descending }));
  return sql<IdRow>`select few.id as id from (select t.id as id, ${sql.join(columns)} from ${table} as t
    where t.id in (${sql.raw(ids.join(', '))}) limit ${ids.length}) as few order by ${written(order, backwards)} limit ${limit} offset ${offset}`;
}

function written(terms: Term[], backwards: boolean): RawBuilder<unknown> {
  return sql.join(
    terms.map(({ by, descending }) => (descending === backwards ? sql`${by} asc` : sql`${by} desc`)),
  );
}

/**
 * Ids in an order, after some rows have changed: these are taken out, and put where they belong now. `inOrder` tells
 * those of some rows that are still there in the order; it is asked a few times, with more and more narrow neighbours.
 * Undefined when the neighbours change meanwhile.
 */
export async function placed(
  ids: Int32Array,
  changed: readonly number[],
  inOrder: (ids: readonly number[]) => Promise<number[]>,
): Promise<Int32Array | undefined> {
  const moving = new Set(changed);
  const rest = withoutAny(ids, changed);
  let ranges = new Map(changed.map((id) => [id, { from: 0, to: rest.length }]));
  let sequence: number[] = [];
  for (
    let round = 0;
    sequence.length === 0 || [...ranges.values()].some(({ from, to }) => from < to);
    round += 1
  ) {
    if (round === MOST_ROUNDS) return undefined;
    const posts = new Map<number, number>();
    for (const { from, to } of ranges.values())
      for (const at of signposts(from, to)) posts.set(rest[at] ?? 0, at);
    sequence = await inOrder([...posts.keys(), ...moving]);
    ranges = narrowed(sequence, posts, ranges);
    if (ranges.size === 0) return rest;
  }
  const result = new Int32Array(rest.length + ranges.size);
  let [taken, put] = [0, 0];
  for (const id of sequence) {
    const range = ranges.get(id);
    if (!range) continue;
    result.set(rest.subarray(taken, range.from), put);
    put += range.from - taken;
    result[put] = id;
    put += 1;
    taken = range.from;
  }
  result.set(rest.subarray(taken), put);
  return result;
}

function withoutAny(ids: Int32Array, some: readonly number[]): Int32Array {
  const places = some.flatMap((id) => placesOf(id, ids)).sort((a, b) => a - b);
  const rest = new Int32Array(ids.length - places.length);
  let from = 0;
  for (const [gone, at] of places.entries()) {
    rest.set(ids.subarray(from, at), from - gone);
    from = at + 1;
  }
  rest.set(ids.subarray(from), from - places.length);
  return rest;
}

/** A row that changed while an order was read may be in it twice. */
function placesOf(id: number, ids: Int32Array): number[] {
  const places: number[] = [];
  for (let at = ids.indexOf(id); at >= 0; at = ids.indexOf(id, at + 1)) places.push(at);
  return places;
}

function signposts(from: number, to: number): number[] {
  const step = Math.max(1, Math.ceil((to - from) / SIGNPOSTS));
  const places: number[] = [];
  for (let at = from + Math.floor((step - 1) / 2); at < to; at += step) places.push(at);
  return places;
}

type Ranges = Map<number, { from: number; to: number }>;

/** Between which places of the others each moving row belongs, as far as it was known and the signposts tell. */
function narrowed(sequence: number[], posts: ReadonlyMap<number, number>, before: Ranges): Ranges {
  const ranges: Ranges = new Map();
  let from = 0;
  for (const id of sequence) {
    const known = before.get(id);
    const post = posts.get(id);
    if (known) ranges.set(id, { from: Math.max(from, known.from), to: known.to });
    else if (post !== undefined) from = post + 1;
  }
  let to = Number.POSITIVE_INFINITY;
  for (const id of sequence.toReversed()) {
    const range = ranges.get(id);
    if (range) range.to = Math.min(to, range.to);
    else to = posts.get(id) ?? to;
  }
  return ranges;
}
