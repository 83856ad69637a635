import { type Kysely, type Migration, sql } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';

/** What of each table behind lists is noted when a row changes: the columns that say which listed thing it is about. */
const NOTED: Record<string, string[]> = {
  charts: ['id'],
  dashboards: ['id'],
  datasets: ['id'],
  users: ['id'],
  chart_owners: ['chart_id'],
  dashboard_owners: ['dashboard_id'],
  dataset_owners: ['dataset_id'],
  dashboard_charts: ['dashboard_id', 'chart_id'],
  dashboard_roles: ['dashboard_id'],
  favorites: ['object_id'],
  tags: ['id'],
  tagged_objects: ['object_id'],
  logs: ['id'],
  queries: ['id'],
  saved_queries: ['id'],
  report_schedules: ['id'],
  report_owners: ['report_id'],
  report_logs: ['id'],
  annotations: ['id'],
};
/** Tables that are counted since now. */
const NEW = [
  'logs',
  'queries',
  'saved_queries',
  'report_schedules',
  'report_owners',
  'report_logs',
  'annotations',
];
const ADDED: Record<string, number> = { insert: 1, update: 0, delete: -1 };
/** More filters of lists. */
const INDEXES: Record<string, string> = {
  queries_in_order_of_sql_editor_id: 'queries (sql_editor_id, id)',
  tags_in_order_of_name: 'tags (name, id)',
  users_in_order_of_username: 'users (username, id)',
  users_in_order_of_email: 'users (email, id)',
  users_in_order_of_created_by_id: 'users (created_by_id, id)',
  users_in_order_of_changed_by_id: 'users (changed_by_id, id)',
  datasets_without_sql: "datasets ((case when coalesce(sql, '') = '' then 1 else 0 end), id)",
  datasets_certified: `datasets ((case when upper(extra) like '%"CERTIFICATION":%' then 1 else 0 end), id)`,
};
/** A statement that changes more rows has changed the table. */
const MOST_ROWS = 500;

/**
 * Notes which rows of the tables behind long lists change, so that what is known of them is set right for these rows
 * alone: `list_changed_rows` holds `table.column` and the id in that column, or none for a whole table, with a number
 * `at` that grows. The view `list_horizon` tells the number from which on there may be notes that cannot be seen yet.
 */
export function listRows(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      await sql
        .raw(`create table list_changed_rows (at ${kind === 'sqlite' ? 'integer primary key autoincrement' : 'bigint not null'},
          name text not null, id bigint)`)
        .execute(db);
      for (const table of NEW)
        await sql`insert into list_changes select ${sql.lit(table)}, 1, count(*) from ${sql.table(table)}`.execute(
          db,
        );
      for (const [name, on] of Object.entries(INDEXES))
        await sql.raw(`create index ${name} on ${on}`).execute(db);
      await sql`drop index queries_by_sql_editor_id`.execute(db);
      if (kind === 'sqlite') await noteRows(db);
      else await noteStatements(db);
    },
  };
}

/** One writer at a time: the notes are numbered in the order in which they can be seen. */
async function noteRows<T>(db: Kysely<T>): Promise<void> {
  await sql`create view list_horizon as select coalesce(max(at), 0) + 1 as at from list_changed_rows`.execute(
    db,
  );
  for (const [table, columns] of Object.entries(NOTED)) {
    for (const [event, added] of Object.entries(ADDED)) {
      const count = `update list_changes set changes = changes + 1, total = total + (${added}) where name = '${table}';`;
      const notes = columns.flatMap((column) => [
        ...(event === 'insert' ? [] : [noted(`values ('${table}.${column}', old.${column})`)]),
        ...(event === 'delete'
          ? []
          : [noted(`select '${table}.${column}', new.${column}${unlessSame(event, column)}`)]),
      ]);
      await sql
        .raw(`create trigger ${table}_notes_${event} after ${event} on ${table} begin
          ${NEW.includes(table) ? count : ''} ${notes.join(' ')} end`)
        .execute(db);
    }
  }
}

function noted(row: string): string {
  return `insert into list_changed_rows (name, id) ${row};`;
}

function unlessSame(event: string, column: string): string {
  return event === 'update' ? ` where new.${column} is not old.${column}` : '';
}

/**
 * Writers at the same time end in any order: notes are numbered by transaction, and all of transactions that were going
 * on when somebody read have to be read again.
 */
async function noteStatements<T>(db: Kysely<T>): Promise<void> {
  await sql`create index list_changed_rows_by_at on list_changed_rows (at)`.execute(db);
  await sql`create view list_horizon as select txid_snapshot_xmin(txid_current_snapshot()) as at`.execute(db);
  for (const [event, added] of Object.entries(ADDED)) {
    const rows =
      event === 'update'
        ? '(select %1$I as id from changed_rows union select %1$I from gone_rows)'
        : '(select %1$I as id from changed_rows)';
    await sql
      .raw(
        `create or replace function list_changed_by_${event}() returns trigger language plpgsql as $body$
         declare changed bigint; noted text;
         begin
           select count(*) into changed from changed_rows;
           if changed = 0 then return null; end if;
           insert into list_changes values (tg_table_name, 1, changed * (${added}));
           foreach noted in array tg_argv loop
             if changed > ${MOST_ROWS} then
               insert into list_changed_rows values (txid_current(), tg_table_name || '.' || noted, null);
             else
               execute format('insert into list_changed_rows select txid_current(), $1, r.id from ${rows} as r', noted)
                 using tg_table_name || '.' || noted;
             end if;
           end loop;
           return null;
         end $body$`,
      )
      .execute(db);
    const triggers = Object.entries(NOTED).map(([table, columns]) => {
      const name = `${table}_counts_${event}`;
      const old = event === 'delete' ? 'old table as changed_rows' : 'new table as changed_rows';
      return `drop trigger if exists ${name} on ${table}; create trigger ${name} after ${event} on ${table}
        referencing ${old} ${event === 'update' ? 'old table as gone_rows' : ''}
        for each statement execute function list_changed_by_${event}(${columns.map((column) => `'${column}'`).join(', ')});`;
    });
    await sql.raw(triggers.join('\n')).execute(db);
  }
}
