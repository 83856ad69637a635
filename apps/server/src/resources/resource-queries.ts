import type { ListQuery, relatedAnswer } from '@chartroom/model';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Act, LARGEST_ID } from '../http/act.ts';
import { badRequest, forbidden, notFound } from '../http/errors.ts';
import { pageOf } from '../http/q-argument.ts';
import { type Condition, matches } from '../lists/filters.ts';
import { allOf, page } from '../lists/page.ts';
import { EVERYTHING } from '../records/everything.ts';
import { chosenColumns, labelsOf, pick } from './columns.ts';
import { answerOfRows, type RowsAnswer } from './long-rows.ts';
import type { Listed } from './resource.ts';
import type { ResourceAct } from './resource-act.ts';

const LIST_KEYS = ['list_columns', 'order_columns', 'label_columns', 'description_columns', 'list_title'];

/** The list answer: a page of rows and what describes them. */
export async function listAnswer(resource: Listed, query: ListQuery, act: ResourceAct): Promise<RowsAnswer> {
  if (query.columns && query.select_columns)
    throw badRequest('Use either columns or select_columns, not both');
  const { ids, count } = await page(resource, query, act);
  const asked = query.columns ?? query.select_columns;
  const columns = chosenColumns(resource.listColumns, asked);
  const isPruned = columns.length < resource.listColumns.length;
  const described = {
    list_columns: columns,
    order_columns: isPruned
      ? resource.orderColumns.filter((column) => columns.includes(column))
      : resource.orderColumns,
    label_columns: labelsOf(columns),
    description_columns: {},
    list_title: `List ${resource.model}`,
  };
  const read = async (some: number[]) => (await resource.list(some, act)).map((row) => pick(row, columns));
  return answerOfRows(
    { count, ids, ...onlyKeys(described, LIST_KEYS, query.keys) },
    { table: resource.table, ids, read },
    act.services,
  );
}

/** Condition that every row the caller sees meets. */
export function shown(resource: Listed, act: Act): Condition {
  return resource.visible?.(act) ?? EVERYTHING;
}

/** The ids of the given ones that exist for the caller. */
export async function seenIds(resource: Listed, ids: number[], act: Act): Promise<Set<number>> {
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
export async function requireSeen(resource: Listed, ids: number[], act: Act): Promise<void> {
  const seen = await seenIds(resource, ids, act);
  if (ids.some((id) => !seen.has(id))) throw notFound();
}

/** Throws 403 unless the caller owns all of them; administrators own everything (contract/api.md §3.5). */
export async function requireOwned(
  resource: Pick<Listed, 'ownership'>,
  ids: number[],
  act: Act,
): Promise<void> {
  if (!(await ownsAll(resource, ids, act))) throw forbidden();
}

/** Whether the caller owns all of them; what has no owners is everybody's, and everything is an administrator's. */
export async function ownsAll(
  resource: Pick<Listed, 'ownership'>,
  ids: number[],
  act: Act,
): Promise<boolean> {
  const owned = await ownedIds(resource, ids, act);
  return ids.every((id) => owned.has(id));
}

/** Those of the given ids that the caller owns. */
export async function ownedIds(
  { ownership }: Pick<Listed, 'ownership'>,
  ids: number[],
  act: Act,
): Promise<Set<number>> {
  if (!ownership || act.caller.isAdmin || ids.length === 0) return new Set(ids);
  const { link, own } = ownership;
  const rows = await sql<{
    id: number;
  }>`select distinct ${sql.ref(own)} as id from ${sql.table(link)} where user_id = ${act.caller.user?.id ?? -1} and ${sql.ref(own)} in (${sql.join(ids)})`.execute(
    act.services.db,
  );
  return new Set(rows.rows.map((row) => row.id));
}

/** Distinct values of a column, ascending, without nulls. */
export async function distinctAnswer(
  resource: Listed,
  column: string,
  query: { filter?: string | undefined; page?: number | undefined; page_size?: number | undefined },
  act: Act,
): Promise<z.input<typeof relatedAnswer>> {
  const { db, config } = act.services;
  const target = sql.ref(`t.${column}`);
  const conditions = [shown(resource, act), sql<boolean>`${target} is not null`];
  if (query.filter) conditions.push(matches(target, query.filter, 'sw'));
  const from = sql`from ${sql.table(resource.table)} as t where ${allOf(conditions)}`;
  const { limit, offset } = pageOf(query, 20, config.FAB_API_MAX_PAGE_SIZE);
  const total = await sql<{ n: number }>`select count(distinct ${target}) as n ${from}`.execute(db);
  const rows = await sql<{
    value: string;
  }>`select distinct ${target} as value ${from} order by 1 limit ${limit} offset ${offset}`.execute(db);
  return {
    count: Number(total.rows[0]?.n ?? 0),
    result: rows.rows.map(({ value }) => ({ text: value, value })),
  };
}

/** Of the describing members of an answer those that were asked for; all when none were named. */
export function onlyKeys(described: object, known: string[], asked: string[] | undefined): object {
  if (!asked || asked.length === 0) return described;
  return Object.fromEntries(
    Object.entries(described).filter(([name]) => !known.includes(name) || asked.includes(name)),
  );
}
