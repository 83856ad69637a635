import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, Migrator, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { ownSchema, RECORD_KINDS } from '../../testing/test-app.ts';
import { openRecords } from '../records.ts';
import { openSqliteDatabase } from '../sqlite-database.ts';
import type { Tables } from '../tables.ts';
import { migrations } from './index.ts';

test.each(RECORD_KINDS)(
  'on %s records that were there before are found by parts of their texts',
  async (kind) => {
    const home = await mkdtemp(join(tmpdir(), 'chartroom-test-'));
    const store = kind === 'postgres' ? await ownSchema() : undefined;
    const path = join(home, 'records.sqlite');
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
      expect((await migrator.migrateTo('0002-account-access')).error).toBeUndefined();
      await sql`insert into charts (id, created_on, changed_on, uuid, slice_name, viz_type, datasource_id, datasource_type)
      values (7, '2020', '2020', 'u', 'Older than the index', 'pie', 1, 'table')`.execute(older);
      await older.destroy();
      const records = await openRecords(store?.url ?? `sqlite://${path}`);
      try {
        const { rows } = await sql`select rowid from chart_texts('"THAN the"')`.execute(records.db);
        expect(rows).toEqual([{ rowid: 7 }]);
        // Opened again it stays as it is.
        await (await openRecords(store?.url ?? `sqlite://${path}`)).close();
      } finally {
        await records.close();
      }
    } finally {
      await store?.drop();
      await rm(home, { recursive: true, force: true });
    }
  },
);
