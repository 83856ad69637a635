import { sql } from 'kysely';
import type { Act } from '../http/act.ts';
import type { TableStates } from './kept-lists.ts';
import type { Reading } from './list-pages.ts';
import type { NameOrder } from './resource.ts';

/** Orders by name that every list may offer. */
export const NAME_ORDERS: Record<string, NameOrder> = {
  'changed_by.first_name': { column: 'changed_by_id', table: 'users', name: 'first_name' },
  'created_by.first_name': { column: 'created_by_id', table: 'users', name: 'first_name' },
  'database.database_name': { column: 'database_id', table: 'databases', name: 'database_name' },
};

interface Page {
  descending: boolean;
  /** Rows of the page. */
  limit: number;
  offset: number;
}

/**
 * The ids of a page in the order of names of another table, by counting how many rows belong to each name: to sort all
 * rows by a name that has to be fetched for each of them takes a hundred times as long. Rows without a name come first.
 */
export async function pageByName(
  { column, table, name }: NameOrder,
  read: Reading,
  { descending, limit, offset }: Page,
  act: Act,
  states: TableStates,
): Promise<number[]> {
  const { lists } = act.services;
  const key = sql.ref(`t.${column}`);
  const [groups, names] = await Promise.all([
    lists.rows(read(sql`${key} as key, count(*) as n`, sql` group by ${key}`), states),
    lists.rows(sql`select id, ${sql.ref(name)} as name from ${sql.table(table)}`, states),
  ]);
  const nameOf = new Map(names.map((row) => [row.id, String(row.name ?? '')]));
  const turn = descending ? -1 : 1;
  const ordered = groups
    .map((group) => ({ key: group.key ?? null, size: Number(group.n), word: nameOf.get(group.key ?? null) ?? '' }))
    .sort((a, b) => turn * (a.word === b.word ? Number(a.key) - Number(b.key) : a.word < b.word ? -1 : 1));
  const ids: number[] = [];
  let before = offset;
  for (const group of ordered) {
    if (ids.length >= limit) break;
    if (before >= group.size) {
      before -= group.size;
      continue;
    }
    const wanted = Math.min(limit - ids.length, group.size - before);
    const mine = group.key === null ? sql`${key} is null` : sql`${key} = ${group.key}`;
    const order = descending ? sql`desc` : sql`asc`;
    const rows = await lists.rows(read(sql`t.id as id`, sql` and ${mine} order by t.id ${order} limit ${wanted} offset ${before}`), states);
    ids.push(...rows.map(({ id }) => Number(id)));
    before = 0;
  }
  return ids;
}
