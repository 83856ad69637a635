import { type RawBuilder, sql } from 'kysely';
import type { Act } from '../http/act.ts';
import type { NameOrder } from './resource.ts';

/** Orders by name that every list may offer. */
export const NAME_ORDERS: Record<string, NameOrder> = {
  'changed_by.first_name': { column: 'changed_by_id', table: 'users', name: 'first_name' },
  'created_by.first_name': { column: 'created_by_id', table: 'users', name: 'first_name' },
  'database.database_name': { column: 'database_id', table: 'databases', name: 'database_name' },
};

interface Page {
  descending: boolean;
  /** Rows of the page; undefined for all. */
  limit: number | undefined;
  offset: number;
}

/**
 * A page in the order of names of another table, by counting how many rows belong to each name: to sort all rows by a
 * name that has to be fetched for each of them takes a hundred times as long. Rows without a name come first.
 */
export async function pageByName(
  { column, table, name }: NameOrder,
  from: RawBuilder<unknown>,
  { descending, limit = Number.POSITIVE_INFINITY, offset }: Page,
  act: Act,
): Promise<{ ids: number[]; count: number }> {
  const { db } = act.services;
  const key = sql.ref(`t.${column}`);
  const [groups, names] = await Promise.all([
    sql<{ key: number | null; n: number }>`select ${key} as key, count(*) as n ${from} group by ${key}`.execute(db),
    sql<{ id: number; name: string | null }>`select id, ${sql.ref(name)} as name from ${sql.table(table)}`.execute(db),
  ]);
  const nameOf = new Map(names.rows.map((row) => [row.id, row.name ?? '']));
  const wordOf = (group: { key: number | null }) => (group.key === null ? '' : (nameOf.get(group.key) ?? ''));
  const turn = descending ? -1 : 1;
  const ordered = groups.rows.sort((a, b) => {
    const [left, right] = [wordOf(a), wordOf(b)];
    return turn * (left === right ? (a.key ?? 0) - (b.key ?? 0) : left < right ? -1 : 1);
  });
  const ids: number[] = [];
  let before = offset;
  for (const group of ordered) {
    if (ids.length >= limit) break;
    const size = Number(group.n);
    if (before >= size) {
      before -= size;
      continue;
    }
    const wanted = Math.min(limit - ids.length, size - before);
    const mine = group.key === null ? sql`${key} is null` : sql`${key} = ${group.key}`;
    const order = descending ? sql`desc` : sql`asc`;
    const { rows } = await sql<{
      id: number;
    }>`select t.id as id ${from} and ${mine} order by t.id ${order} limit ${wanted} offset ${before}`.execute(db);
    ids.push(...rows.map(({ id }) => id));
    before = 0;
  }
  return { ids, count: groups.rows.reduce((sum, { n }) => sum + Number(n), 0) };
}
