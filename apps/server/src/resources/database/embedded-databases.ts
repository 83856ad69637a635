import type { Db } from '../../records/records.ts';
import { takeTurn } from '../../records/settings.ts';
import { databaseView } from '../../security/data-grants.ts';
import { ensurePair } from '../../security/role-setup.ts';

/** A database of the installation: a file in its home. */
export interface EmbeddedDatabase {
  uuid: string;
  database_name: string;
  sqlalchemy_uri: string;
  /** Whether people may put files, tables and rows into it. */
  takesData: boolean;
}

/** The database that dropped files become tables of. */
const UPLOADS: EmbeddedDatabase = {
  uuid: '5d0a4c7c-6b0e-5f0e-9a57-3c1d1d0b7a11',
  database_name: 'uploads',
  sqlalchemy_uri: 'duckdb:///uploads.duckdb',
  takesData: true,
};

/** Makes the connection for uploaded files when there is none. */
export function ensureUploads(db: Db, now: Date): Promise<void> {
  return ensureEmbedded(db, UPLOADS, `${UPLOADS.database_name} (files)`, now);
}

/** Makes a connection when there is none: under its other name when somebody has given its own one away; without one, not at all. */
export async function ensureEmbedded(
  db: Db,
  { uuid, database_name: name, sqlalchemy_uri, takesData }: EmbeddedDatabase,
  otherName: string | undefined,
  now: Date,
): Promise<void> {
  const isThere = (records: Db) =>
    records.selectFrom('databases').select('id').where('uuid', '=', uuid).executeTakeFirst();
  if (await isThere(db)) return;
  await db.transaction().execute(async (records) => {
    await takeTurn(records, `database of ${name}`);
    if (await isThere(records)) return;
    const taken = await records
      .selectFrom('databases')
      .select('id')
      .where('database_name', '=', name)
      .executeTakeFirst();
    const database_name = taken ? otherName : name;
    if (database_name === undefined) return;
    const at = now.toISOString();
    const mayWrite = takesData ? 1 : 0;
    const made = await records
      .insertInto('databases')
      .values({
        uuid,
        database_name,
        backend: 'duckdb',
        sqlalchemy_uri,
        secrets: null,
        extra: '{}',
        server_cert: null,
        configuration_method: 'sqlalchemy_form',
        cache_timeout: null,
        expose_in_sqllab: 1,
        allow_run_async: 0,
        allow_file_upload: mayWrite,
        allow_ctas: mayWrite,
        allow_cvas: mayWrite,
        allow_dml: mayWrite,
        force_ctas_schema: null,
        impersonate_user: 0,
        is_managed_externally: 0,
        external_url: null,
        created_on: at,
        changed_on: at,
        created_by_id: null,
        changed_by_id: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ensurePair(records, 'database_access', databaseView({ id: made.id, database_name }));
  });
}

/** Id of the database for uploaded files. Rejects when somebody has deleted it. */
export async function uploadsDatabase(db: Db): Promise<number> {
  const row = await db
    .selectFrom('databases')
    .select('id')
    .where('uuid', '=', UPLOADS.uuid)
    .executeTakeFirst();
  if (row) return row.id;
  throw new Error('The database for uploaded files was deleted; it comes back with the next start.');
}
