import { type Migration, sql } from 'kysely';

/** Orders of lists and the filters that go with the usual order, newest first; the id decides between equals. */
const INDEXES: Record<string, string[]> = {
  charts: [
    'changed_on desc, id',
    'changed_on, id',
    'slice_name, id',
    'viz_type, id',
    'viz_type, changed_on desc, id',
    'datasource_id, id',
    'datasource_name, id',
    'last_saved_at, id',
    'last_saved_by_id, id',
    'created_by_id, id',
    'changed_by_id, id',
    'certified_by, changed_on desc, id',
  ],
  dashboards: [
    'changed_on desc, id',
    'changed_on, id',
    'dashboard_title, id',
    'published, id',
    'published, changed_on desc, id',
    'created_by_id, id',
    'changed_by_id, id',
    'certified_by, changed_on desc, id',
  ],
  users: ['first_name, id', 'last_name, id'],
  dashboard_roles: ['role_id, dashboard_id'],
  favorites: ['kind, object_id'],
};

/** Indexes that the ones above hold in themselves. */
const REPLACED = [
  'charts_by_changed_on',
  'charts_by_slice_name',
  'charts_by_datasource_id',
  'dashboards_by_changed_on',
];

/** Gives the orders and filters of long lists their indexes. (What it once made beside them is taken away by a later step.) */
export const longLists: Migration = {
  up: async (db) => {
    for (const name of REPLACED) await db.schema.dropIndex(name).execute();
    for (const [table, indexes] of Object.entries(INDEXES)) {
      for (const columns of indexes) {
        const name = `${table}_in_order_of_${columns.replaceAll(/, id$/g, '').replaceAll(/[, ]+/g, '_')}`;
        await sql`create index ${sql.ref(name)} on ${sql.table(table)} (${sql.raw(columns)})`.execute(db);
      }
    }
  },
};
