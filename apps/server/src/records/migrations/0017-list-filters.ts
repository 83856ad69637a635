import { type Migration, sql } from 'kysely';

/** Replaced by wider ones, or in the way. */
const DROPPED = [
  'charts_in_order_of_changed_on_desc',
  'charts_in_order_of_datasource_type',
  'queries_in_order_of_database_id',
];
const INDEXES: Record<string, string> = {
  charts_in_order_of_changed_on_desc:
    'charts (changed_on desc, id, changed_by_id, created_by_id, certified_by)',
  dashboards_in_order_of_published_dashboard_title: 'dashboards (published, dashboard_title, id)',
  queries_in_order_of_database_id_changed_on_desc: 'queries (database_id, changed_on desc, id)',
};

/**
 * Indexes that hold an order and what filters look at which leave most of the rows, so that a page deep inside is found
 * without reading the rows before it. Nearly all charts have one kind of source: an index of the kinds leads SQLite
 * past those that narrow.
 */
export const listFilters: Migration = {
  up: async (db) => {
    for (const name of DROPPED) await db.schema.dropIndex(name).execute();
    for (const [name, on] of Object.entries(INDEXES))
      await sql.raw(`create index ${name} on ${on}`).execute(db);
  },
};
