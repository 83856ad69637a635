import { columnsOf, type QueryItem, type QueryRow, queryApi } from '@chartroom/model';
import { sql } from 'kysely';
import type { Act } from '../../http/act.ts';
import { zoneless } from '../../http/humanized.ts';
import { EVERYTHING } from '../../records/everything.ts';
import { may } from '../../security/caller.ts';
import { inOrder, peopleOf } from '../people.ts';
import { oneOf } from '../plain-rows.ts';
import { DATABASES, named, PEOPLE } from '../related.ts';
import { NEWEST_FIRST, type Resource } from '../resource.ts';
import { storedTables } from '../sql-tables.ts';

/** `/query/` (contract/api.md §2.6): what was run in SQL Lab; one's own, unless all may be seen. */
export const queryResource: Resource<QueryRow, QueryItem> = {
  api: queryApi,
  path: 'query',
  view: 'Query',
  model: 'Query',
  noun: ['query', 'queries'],
  table: 'queries',
  permissions: ['can_read'],
  listColumns: columnsOf(queryApi.row, ['sql_tables']),
  showColumns: columnsOf(queryApi.item),
  orderColumns: [
    'changed_on',
    'database.database_name',
    'rows',
    'schema',
    'start_time',
    'sql',
    'tab_name',
    'user.first_name',
  ],
  orderBy: {
    'database.database_name': sql`(select d.database_name from databases as d where d.id = t.database_id)`,
    'user.first_name': sql`(select u.first_name from users as u where u.id = t.user_id)`,
  },
  defaultOrder: NEWEST_FIRST,
  filters: {
    columns: {
      changed_on: { kind: 'date' },
      sql: { kind: 'text' },
      status: { kind: 'text' },
      start_time: { kind: 'number' },
      sql_editor_id: { kind: 'text' },
      uuid: { kind: 'text' },
      client_id: { kind: 'text' },
      database: { kind: 'one', column: 'database_id' },
      user: { kind: 'one', column: 'user_id' },
    },
  },
  visible: ({ caller }) =>
    may(caller, 'all_query_access', 'all_query_access')
      ? EVERYTHING
      : sql<boolean>`t.user_id = ${caller.user?.id ?? -1}`,
  related: {
    user: PEOPLE,
    database: { ...DATABASES, match: named('databases', 'database_name', 'ct').match },
  },
  distinct: ['status'],
  list: queryRows,
  show: async (id, act) => {
    const { start_time, start_running_time, end_time, end_result_backend_time, ...row } = await oneRow(
      id,
      act,
    );
    // The list answers numbers; of one query the contract's clients read text.
    return {
      ...row,
      start_time: textOf(start_time),
      start_running_time: textOf(start_running_time),
      end_time: textOf(end_time),
      end_result_backend_time: textOf(end_result_backend_time),
    };
  },
};

function textOf(time: number | null): string | null {
  return time === null ? null : time.toFixed(6);
}

const oneRow = oneOf(queryRows);

async function queryRows(ids: number[], act: Act) {
  const { db } = act.services;
  const rows = await db
    .selectFrom('queries')
    .innerJoin('databases', 'databases.id', 'queries.database_id')
    .selectAll('queries')
    .select('database_name')
    .where('queries.id', 'in', ids)
    .execute();
  const people = await peopleOf(
    db,
    rows.map((row) => row.user_id),
  );
  const shown = rows.map(({ database_name, ...row }) => ({
    ...row,
    changed_on: zoneless(row.changed_on),
    select_as_cta: row.select_as_cta === 1,
    select_as_cta_used: row.select_as_cta_used === 1,
    sql_tables: storedTables(row.sql_tables),
    database: { id: row.database_id, database_name },
    user: people.get(row.user_id ?? -1) ?? null,
  }));
  return inOrder(ids, shown);
}
