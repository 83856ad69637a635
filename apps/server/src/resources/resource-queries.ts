import { type RawBuilder, sql } from 'kysely';
import { type Act, LARGEST_ID } from '../http/act.ts';
import { badRequest, forbidden, notFound } from '../http/errors.ts';
import { type ListQuery, pageOf } from '../http/q-argument.ts';
import { chosenColumns, labelsOf, pick, type Wire } from './columns.ts';
import { type Condition, filterConditions, matches } from './list-filters.ts';
import { NAME_ORDERS, pageByName } from './page-by-name.ts';
import type { NameOrder, Resource } from './resource.ts';

const LIST_KEYS = ['list_columns', 'order_columns', 'label_columns', 'description_columns', 'list_title'];

/** The list answer: a page of rows and what describes them. */
export async function listAnswer(resource: Resource, query: ListQuery, act: Act): Promise<Wire> {
  if (query.columns && query.select_columns) throw badRequest('Use either columns or select_columns, not both');
  const { ids, count } = await pageOfIds(resource, query, act);
  const columns = chosenColumns(resource.listColumns, query.columns ?? query.select_columns);
  const rows = ids.length > 0 ? await resource.list(ids, act) : [];
  const described: Wire = {
    list_columns: columns,
    order_columns: resource.orderColumns,
    label_columns: labelsOf(columns),
    description_columns: {},
    list_title: `List ${resource.model}`,
  };
  return { count, ids, ...onlyKeys(described, LIST_KEYS, query.keys), result: rows.map((row) => pick(row, columns)) };
}

async function pageOfIds(resource: Resource, query: ListQuery, act: Act): Promise<{ ids: number[]; count: number }> {
  const { db, config } = act.services;
  const where = allOf([shown(resource, act), ...filterConditions(resource.filters, query.filters ?? [], act.caller)]);
  const from = sql`from ${sql.table(resource.table)} as t where ${where}`;
  const { limit, offset } = pageOf(query, resource.pageSize ?? 20, resource.unboundedPages ? undefined : config.FAB_API_MAX_PAGE_SIZE);
  const name = nameOrderOf(resource, query.order_column);
  const order = orderOf(resource, query);
  if (name) return pageByName(name, from, { descending: query.order_direction === 'desc', limit, offset }, act);
  const page = limit === undefined ? sql`` : sql` limit ${limit} offset ${offset}`;
  if (isSearch(resource, query)) {
    const { rows } = await sql<{
      id: number;
      n: number;
    }>`select t.id as id, count(*) over () as n ${from} order by ${order}${page}`.execute(db);
    // A page behind the last one says nothing about how many there are.
    if (rows[0] || offset === 0) return { ids: rows.map(({ id }) => id), count: Number(rows[0]?.n ?? 0) };
  }
  const [total, rows] = await Promise.all([
    sql<{ n: number }>`select count(*) as n ${from}`.execute(db),
    sql<{ id: number }>`select t.id as id ${from} order by ${order}${page}`.execute(db),
  ]);
  return { ids: rows.rows.map((row) => row.id), count: Number(total.rows[0]?.n ?? 0) };
}

/** Whether parts of texts are looked for: what takes its time, so that finding and counting are one. */
function isSearch({ filters }: Resource, query: ListQuery): boolean {
  return (query.filters ?? []).some(({ col, opr }) => filters.texts?.columns.includes(col) && !WHOLE_TEXTS.includes(opr));
}

const WHOLE_TEXTS = ['eq', 'neq', 'in', 'not_in'];

function nameOrderOf(resource: Resource, column: string | undefined): NameOrder | undefined {
  if (!column || resource.orderBy?.[column]) return undefined;
  return resource.orderByName?.[column] ?? NAME_ORDERS[column];
}

function orderOf(resource: Resource, query: ListQuery): RawBuilder<unknown> {
  if (!query.order_column) return sql`${resource.defaultOrder ?? sql`t.id asc`}, t.id asc`;
  if (!resource.orderColumns.includes(query.order_column)) throw badRequest(`Order column: ${query.order_column} not allowed to order by`);
  const target = resource.orderBy?.[query.order_column] ?? STANDARD_ORDER[query.order_column] ?? sql.ref(`t.${query.order_column}`);
  return query.order_direction === 'desc' ? sql`${target} desc, t.id desc` : sql`${target} asc, t.id asc`;
}

const STANDARD_ORDER: Record<string, RawBuilder<unknown>> = { changed_on_delta_humanized: sql`t.changed_on` };

/** Condition that every row the caller sees meets. */
export function shown(resource: Resource, act: Act): Condition {
  return resource.visible?.(act) ?? sql<boolean>`1 = 1`;
}

/** All of some conditions. */
export function allOf(conditions: Condition[]): Condition {
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** The ids of the given ones that exist for the caller. */
export async function seenIds(resource: Resource, ids: number[], act: Act): Promise<Set<number>> {
  const possible = ids.filter((id) => id > 0 && id <= LARGEST_ID);
  if (possible.length === 0) return new Set();
  const rows = await sql<{
    id: number;
  }>`select t.id as id from ${sql.table(resource.table)} as t where t.id in (${sql.join(possible)}) and ${shown(resource, act)}`.execute(
    act.services.db,
  );
  return new Set(rows.rows.map((row) => row.id));
}

/** Throws 404 unless every one of the ids exists for the caller. */
export async function requireSeen(resource: Resource, ids: number[], act: Act): Promise<void> {
  const seen = await seenIds(resource, ids, act);
  if (ids.some((id) => !seen.has(id))) throw notFound();
}

/** Throws 403 unless the caller owns all of them; administrators own everything (contract §3.5). */
export async function requireOwned(resource: Pick<Resource, 'ownership'>, ids: number[], act: Act): Promise<void> {
  if (!resource.ownership || act.caller.isAdmin) return;
  const { link, own } = resource.ownership;
  const rows = await sql<{
    id: number;
  }>`select distinct ${sql.ref(own)} as id from ${sql.table(link)} where user_id = ${act.caller.user?.id ?? -1} and ${sql.ref(own)} in (${sql.join(ids)})`.execute(
    act.services.db,
  );
  const owned = new Set(rows.rows.map((row) => row.id));
  if (ids.some((id) => !owned.has(id))) throw forbidden();
}

/** Distinct values of a column, ascending, without nulls. */
export async function distinctAnswer(
  resource: Resource,
  column: string,
  query: { filter?: string | undefined; page?: number | undefined; page_size?: number | undefined },
  act: Act,
): Promise<Wire> {
  const { db, config } = act.services;
  const target = sql.ref(`t.${column}`);
  const conditions = [shown(resource, act), sql<boolean>`${target} is not null`];
  if (query.filter) conditions.push(matches(target, query.filter, 'sw'));
  const from = sql`from ${sql.table(resource.table)} as t where ${allOf(conditions)}`;
  const { limit, offset } = pageOf(query, 20, config.FAB_API_MAX_PAGE_SIZE);
  const total = await sql<{ n: number }>`select count(distinct ${target}) as n ${from}`.execute(db);
  const rows = await sql<{ value: string }>`select distinct ${target} as value ${from} order by 1 limit ${limit} offset ${offset}`.execute(
    db,
  );
  return { count: Number(total.rows[0]?.n ?? 0), result: rows.rows.map(({ value }) => ({ text: value, value })) };
}

/** Of the describing members of an answer those that were asked for; all when none were named. */
export function onlyKeys(described: Wire, known: string[], asked: string[] | undefined): Wire {
  if (!asked || asked.length === 0) return described;
  return Object.fromEntries(Object.entries(described).filter(([name]) => !known.includes(name) || asked.includes(name)));
}
