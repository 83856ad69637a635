import { type Kysely, type Migration, sql } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';

const EVENTS = ['insert', 'update', 'delete'];
/** Texts that lists were searched by: the full text table or function, the table, its columns. */
const TEXTS = [
  { name: 'chart_texts', columns: ['slice_name', 'description', 'viz_type'] },
  { name: 'dashboard_texts', columns: ['dashboard_title', 'slug'] },
];

/**
 * Takes away what older servers kept for long lists: notes of every change, and second copies of texts. Lists ask the
 * tables themselves. Records that never had them stay as they are.
 */
export function plainLists(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      await (kind === 'sqlite' ? dropTriggers(db) : dropFunctions(db));
      for (const statement of [
        'drop view if exists list_horizon',
        'drop table if exists list_changed_rows',
        'drop table if exists list_changes',
      ])
        await sql.raw(statement).execute(db);
    },
  };
}

async function dropTriggers<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'
    and (sql like '%update list_changes %' or sql like '%into list_changed_rows %' or sql like '%into chart_texts %'
      or sql like '%into dashboard_texts %')`.execute(db);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  for (const { name } of TEXTS) await sql`drop table if exists ${sql.table(name)}`.execute(db);
}

/** Triggers go with their functions. The extension `pg_trgm` stays: others may use it. */
async function dropFunctions<T>(db: Kysely<T>): Promise<void> {
  for (const event of EVENTS)
    await sql.raw(`drop function if exists list_changed_by_${event}() cascade`).execute(db);
  for (const { name, columns } of TEXTS) {
    await sql.raw(`drop function if exists ${name}(text)`).execute(db);
    for (const column of columns) await sql.raw(`drop index if exists ${name}_of_${column}`).execute(db);
  }
}
