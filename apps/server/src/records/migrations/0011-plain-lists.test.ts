import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, Migrator, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { ownSchema, RECORD_KINDS } from '../../testing/test-app.ts';
import { openRecords } from '../records.ts';
import type { RecordsKind } from '../records-kind.ts';
import { openSqliteDatabase } from '../sqlite-database.ts';
import type { Tables } from '../tables.ts';
import { migrations } from './index.ts';

/** What older servers made beside the tables. */
const OLDER: Record<RecordsKind, string[]> = {
  sqlite: [
    'create table list_changes (name text not null, changes bigint not null, total bigint not null)',
    'create table list_changed_rows (at integer primary key autoincrement, name text not null, id bigint)',
    'create view list_horizon as select coalesce(max(at), 0) + 1 as at from list_changed_rows',
    "create virtual table chart_texts using fts5 (slice_name, content='charts', content_rowid='id', tokenize='trigram')",
    `create trigger chart_texts_made after insert on charts begin
       insert into chart_texts (rowid, slice_name) values (new.id, new.slice_name); end`,
    `create trigger charts_counts_insert after insert on charts begin
       update list_changes set changes = changes + 1, total = total + (1) where name = 'charts'; end`,
    `create trigger charts_notes_insert after insert on charts begin
       insert into list_changed_rows (name, id) values ('charts.id', new.id); end`,
  ],
  postgres: [
    'create table list_changes (name text not null, changes bigint not null, total bigint not null)',
    'create table list_changed_rows (at bigint not null, name text not null, id bigint)',
    'create view list_horizon as select txid_snapshot_xmin(txid_current_snapshot()) as at',
    `create function chart_texts (phrase text) returns table (rowid integer) language sql stable
       as $body$ select id from charts where upper(slice_name) like $1 $body$`,
    'create index chart_texts_of_slice_name on charts (upper(slice_name))',
    `create function list_changed_by_insert() returns trigger language plpgsql
       as $body$ begin insert into list_changes values (tg_table_name, 1, 1); return null; end $body$`,
    'create trigger charts_counts_insert after insert on charts for each statement execute function list_changed_by_insert()',
  ],
};

/** What of it is still there. */
const LEFT: Record<RecordsKind, string> = {
  sqlite: `select name from sqlite_master where name like 'list\\_%' escape '\\' or name like 'chart\\_texts%' escape '\\'
    or type = 'trigger'`,
  postgres: `select relname as name from pg_class where relnamespace = current_schema()::regnamespace
      and (relname like 'list\\_%' or relname like 'chart\\_texts%')
    union all select proname from pg_proc where pronamespace = current_schema()::regnamespace
    union all select tgname from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
      where c.relnamespace = current_schema()::regnamespace and not tgisinternal`,
};

test.each(RECORD_KINDS)('what older servers kept for lists is gone from %s records', async (kind) => {
  const home = await mkdtemp(join(tmpdir(), 'chartroom-test-'));
  const store = kind === 'postgres' ? await ownSchema() : undefined;
  const path = join(home, 'records.sqlite');
  const url = store?.url ?? `sqlite://${path}`;
  try {
    const older = new Kysely<Tables>({
      dialect: store
        ? new PostgresDialect({ pool: new pg.Pool({ connectionString: store.url }) })
        : new SqliteDialect({ database: async () => openSqliteDatabase(path) }),
    });
    const provider = { getMigrations: async () => migrations(kind) };
    const migrator = new Migrator({
      db: older,
      provider,
      ...(store && { migrationTableSchema: store.name }),
    });
    expect((await migrator.migrateTo('0010-servers')).error).toBeUndefined();
    const before = await left(older, kind);
    for (const statement of OLDER[kind]) await sql.raw(statement).execute(older);
    expect(await left(older, kind)).not.toEqual(before);
    await older.destroy();
    const records = await openRecords(url);
    try {
      expect(await left(records.db, kind)).toEqual(before);
      await sql`insert into charts (id, created_on, changed_on, uuid, slice_name, viz_type, datasource_id, datasource_type)
        values (7, '2020', '2020', 'u', 'Newer', 'pie', 1, 'table')`.execute(records.db);
    } finally {
      await records.close();
    }
    // Opened again it stays as it is.
    await (await openRecords(url)).close();
  } finally {
    await store?.drop();
    await rm(home, { recursive: true, force: true });
  }
});

async function left(db: Kysely<Tables>, kind: RecordsKind): Promise<string[]> {
  const { rows } = await sql.raw<{ name: string }>(LEFT[kind]).execute(db);
  return rows.map(({ name }) => name).sort();
}
