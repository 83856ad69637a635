import { sql } from 'kysely';
import type { Act } from '../../http/act.ts';
import { notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import { EVERYTHING } from '../../records/everything.ts';
import { may } from '../../security/caller.ts';
import type { Wire } from '../columns.ts';
import { peopleOf } from '../people.ts';
import { DATABASES, named, PEOPLE } from '../related.ts';
import { NEWEST_FIRST, type Resource } from '../resource.ts';

/** `/query/` (contract/api.md §2.6): what was run in SQL Lab; one's own, unless all may be seen. */
export const queryResource: Resource = {
  path: 'query',
  view: 'Query',
  model: 'Query',
  noun: ['query', 'queries'],
  table: 'queries',
  permissions: ['can_read'],
  listColumns: [
    'id',
    'changed_on',
    'client_id',
    'database.id',
    'database.database_name',
    'executed_sql',
    'error_message',
    'limit',
    'limiting_factor',
    'progress',
    'rows',
    'schema',
    'select_as_cta',
    'sql',
    'sql_editor_id',
    'sql_tables',
    'status',
    'tab_name',
    'user.first_name',
    'user.id',
    'user.last_name',
    'start_time',
    'start_running_time',
    'end_time',
    'tmp_table_name',
    'tracking_url',
    'results_key',
  ],
  showColumns: [
    'id',
    'changed_on',
    'client_id',
    'database.id',
    'end_result_backend_time',
    'end_time',
    'error_message',
    'executed_sql',
    'limit',
    'progress',
    'results_key',
    'rows',
    'schema',
    'select_as_cta',
    'select_as_cta_used',
    'select_sql',
    'sql',
    'sql_editor_id',
    'start_running_time',
    'start_time',
    'status',
    'tab_name',
    'tmp_schema_name',
    'tmp_table_name',
    'tracking_url',
  ],
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
    const [row] = await queryRows([id], act);
    if (!row) throw notFound();
    // The list answers numbers; of one query the contract's clients read text.
    return { ...row, ...Object.fromEntries(TIMES.map((name) => [name, textOf(row[name])])) };
  },
};

const TIMES = ['start_time', 'start_running_time', 'end_time', 'end_result_backend_time'];

function textOf(value: unknown): string | null {
  return typeof value === 'number' ? value.toFixed(6) : null;
}

async function queryRows(ids: number[], act: Act): Promise<Wire[]> {
  const { db } = act.services;
  const rows = await db.selectFrom('queries').selectAll().where('id', 'in', ids).execute();
  const databases = await db
    .selectFrom('databases')
    .select(['id', 'database_name'])
    .where('id', 'in', [0, ...rows.map((row) => row.database_id)])
    .execute();
  const people = await peopleOf(
    db,
    rows.map((row) => row.user_id),
  );
  const byId = new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        changed_on: zoneless(row.changed_on),
        select_as_cta: row.select_as_cta === 1,
        select_as_cta_used: row.select_as_cta_used === 1,
        sql_tables: row.sql_tables ? JSON.parse(row.sql_tables) : [],
        database: databases.find((each) => each.id === row.database_id) ?? null,
        user: people.get(row.user_id ?? -1) ?? null,
      },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}
