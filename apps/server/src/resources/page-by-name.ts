import { type RawBuilder, sql } from 'kysely';
import type { Act } from '../http/act.ts';
import type { ListRow, TableStates } from './kept-lists.ts';
import type { Reading } from './list-pages.ts';
import type { NameOrder } from './resource.ts';

/** Orders by name that every list may offer. */
export const NAME_ORDERS: Record<string, NameOrder> = {
  'changed_by.first_name': { column: 'changed_by_id', table: 'users', name: 'first_name' },
  'created_by.first_name': { column: 'created_by_id', table: 'users', name: 'first_name' },
  'database.database_name': { column: 'database_id', table: 'databases', name: 'database_name' },
};

/** Names whose rows are counted at once where there are many rows. */
const AT_ONCE = 250;

interface Page {
  descending: boolean;
  /** Rows of the page. */
  limit: number;
  offset: number;
  /** An index leads from each name to its rows: the names behind the page need not be counted. */
  inParts: boolean;
}

/**
 * The ids of a page in the order of names of another table, by counting how many rows belong to each name: to sort all
 * rows by a name that has to be fetched for each of them takes a hundred times as long. Rows without a name come first.
 */
export async function pageByName(
  { column, table, name }: NameOrder,
  read: Reading,
  { descending, limit, offset, inParts }: Page,
  act: Act,
  states: TableStates,
): Promise<number[]> {
  const ask = (statement: RawBuilder<ListRow>) => act.services.lists.rows(statement, states);
  const key = sql.ref(`t.${column}`);
  const order = descending ? sql`desc` : sql`asc`;
  const named = await ask(sql`select id from ${sql.table(table)} order by ${sql.ref(name)}, id`);
  const keys = [null, ...named.map(({ id }) => Number(id))];
  if (descending) keys.reverse();
  const ids: number[] = [];
  let before = offset;
  for (let from = 0; from < keys.length && ids.length < limit; from += inParts ? AT_ONCE : keys.length) {
    const part = inParts ? keys.slice(from, from + AT_ONCE) : keys;
    const those = inParts ? sql` and ${oneOfKeys(key, part)}` : sql``;
    const groups = await ask(read(sql`${key} as key, count(*) as n`, sql`${those} group by ${key}`));
    const sizes = new Map(groups.map((group) => [group.key ?? null, Number(group.n)]));
    for (const each of part) {
      const size = sizes.get(each) ?? 0;
      if (before >= size) {
        before -= size;
        continue;
      }
      const wanted = Math.min(limit - ids.length, size - before);
      const rows = await ask(
        read(sql`t.id as id`, sql` and ${oneOfKeys(key, [each])} order by t.id ${order} limit ${wanted} offset ${before}`),
      );
      ids.push(...rows.map(({ id }) => Number(id)));
      before = 0;
      if (ids.length >= limit) break;
    }
  }
  return ids;
}

/** Rows that belong to one of some names, or to none where null is among them. */
function oneOfKeys(key: RawBuilder<unknown> | ReturnType<typeof sql.ref>, keys: (number | null)[]): RawBuilder<boolean> {
  const known = keys.filter((each) => each !== null);
  const ways = [
    ...(known.length > 0 ? [sql<boolean>`${key} in (${sql.raw(known.join(', '))})`] : []),
    ...(known.length < keys.length ? [sql<boolean>`${key} is null`] : []),
  ];
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}
