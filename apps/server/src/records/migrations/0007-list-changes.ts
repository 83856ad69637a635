import { type Migration, sql } from 'kysely';

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

/** Gives more orders and filters their indexes. (What it once made beside them is taken away by a later step.) */
export const listChanges: Migration = {
  up: async (db) => {
    for (const name of REPLACED) await db.schema.dropIndex(name).execute();
    for (const [table, indexes] of Object.entries(INDEXES)) {
      for (const columns of indexes) {
        const name = `${table}_in_order_of_${columns.replaceAll(/, id( desc)?$/g, '').replaceAll(/[, ]+/g, '_')}`;
        await sql`create index ${sql.ref(name)} on ${sql.table(table)} (${sql.raw(columns)})`.execute(db);
      }
    }
  },
};
