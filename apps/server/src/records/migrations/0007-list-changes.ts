import { type Kysely, type Migration, sql } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';

/** Tables that long lists are read from, and what joins them. */
const TABLES = [
  'charts',
  'dashboards',
  'datasets',
  'users',
  'chart_owners',
  'dashboard_owners',
  'dataset_owners',
  'dashboard_charts',
  'dashboard_roles',
  'favorites',
  'tags',
  'tagged_objects',
];

/** More orders and filters that lists offer. */
const INDEXES: Record<string, string[]> = {
  charts: ['datasource_type, id'],
  users: [
    'active, id',
    'created_on, id',
    'changed_on, id',
    'last_login, id',
    'login_count, id',
    'fail_login_count, id',
  ],
  dashboard_charts: ['chart_id, dashboard_id'],
  chart_owners: ['user_id, chart_id'],
  dashboard_owners: ['user_id, dashboard_id'],
  dataset_owners: ['user_id, dataset_id'],
  datasets: [
    'changed_on, id',
    'table_name, id',
    'schema, id',
    'catalog, id',
    'database_id, id',
    'changed_by_id, id',
    'created_by_id, id',
  ],
  logs: [
    'user_id, id',
    'action, id',
    'action, dttm desc, id',
    'dttm desc, id',
    'dttm, id',
    'slice_id, id',
    'dashboard_id, id',
    'duration_ms, id',
  ],
  queries: [
    'changed_on desc, id',
    'changed_on, id',
    'database_id, id',
    'user_id, id',
    'user_id, changed_on desc, id',
    'rows, id',
    'schema, id',
    'start_time, id',
    'tab_name, id',
    'status, changed_on desc, id',
    'client_id, id',
  ],
  saved_queries: ['created_by_id, changed_on desc, id'],
  tags: ['type, id', 'changed_on, id', 'created_on, id', 'created_by_id, id', 'changed_by_id, id'],
  report_logs: ['report_id, scheduled_dttm desc, id desc'],
};

/** Indexes that the ones above hold in themselves. */
const REPLACED = [
  'chart_owners_by_user_id',
  'dashboard_owners_by_user_id',
  'dataset_owners_by_user_id',
  'dashboard_charts_by_chart_id',
  'datasets_by_changed_on',
  'logs_by_dttm',
  'queries_by_user_id_changed_on',
  'saved_queries_by_created_by_id',
];

/**
 * Counts what happens to the tables behind long lists, so that an answer which is still right is not looked for again:
 * `list_changes` says by table how often it changed and how many rows it has, each as the sum over its rows.
 */
export function listChanges(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      for (const name of REPLACED) await db.schema.dropIndex(name).execute();
      for (const [table, indexes] of Object.entries(INDEXES)) {
        for (const columns of indexes) {
          const name = `${table}_in_order_of_${columns.replaceAll(/, id( desc)?$/g, '').replaceAll(/[, ]+/g, '_')}`;
          await sql`create index ${sql.ref(name)} on ${sql.table(table)} (${sql.raw(columns)})`.execute(db);
        }
      }
      await sql`create table list_changes (name text not null, changes bigint not null, total bigint not null)`.execute(
        db,
      );
      for (const table of TABLES)
        await sql`insert into list_changes select ${sql.lit(table)}, 1, count(*) from ${sql.table(table)}`.execute(
          db,
        );
      if (kind === 'sqlite') await countRows(db);
      else await countStatements(db);
    },
  };
}

const ADDED: Record<string, number> = { insert: 1, update: 0, delete: -1 };

/** One row for each table, brought up to date with every row that changes: nobody else writes at the same time. */
async function countRows<T>(db: Kysely<T>): Promise<void> {
  for (const table of TABLES)
    for (const [event, added] of Object.entries(ADDED))
      await sql
        .raw(
          `create trigger ${table}_counts_${event} after ${event} on ${table} begin
             update list_changes set changes = changes + 1, total = total + (${added}) where name = '${table}'; end`,
        )
        .execute(db);
}

/** A row for each statement: writers that met at one row would wait for one another. Readers add them up. */
async function countStatements<T>(db: Kysely<T>): Promise<void> {
  for (const [event, added] of Object.entries(ADDED)) {
    await sql
      .raw(
        `create function list_changed_by_${event}() returns trigger language plpgsql as $body$
         declare changed bigint;
         begin
           select count(*) into changed from changed_rows;
           if changed > 0 then insert into list_changes values (tg_table_name, 1, changed * (${added})); end if;
           return null;
         end $body$`,
      )
      .execute(db);
    for (const table of TABLES)
      await sql
        .raw(
          `create trigger ${table}_counts_${event} after ${event} on ${table}
           referencing ${event === 'delete' ? 'old' : 'new'} table as changed_rows
           for each statement execute function list_changed_by_${event}()`,
        )
        .execute(db);
  }
}
