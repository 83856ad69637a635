import { Kysely, Migrator, PostgresDialect, SqliteDialect, sql } from 'kysely';
import { migrations } from './migrations/index.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import type { Tables } from './tables.ts';

/** The records, or a transaction on them. */
export type Db = Kysely<Tables>;

/** Which store stands behind the records; only migrations look at it. */
export type RecordsKind = 'sqlite' | 'postgres';

export interface Records {
  db: Db;
  kind: RecordsKind;
  close(): Promise<void>;
}

/** Opens the records at `sqlite://<path>` or `postgresql://…` and brings them up to date. */
export async function openRecords(url: string): Promise<Records> {
  const kind: RecordsKind = url.startsWith('sqlite:') ? 'sqlite' : 'postgres';
  const db = new Kysely<Tables>({ dialect: kind === 'sqlite' ? sqliteDialect(url) : await postgresDialect(url) });
  try {
    const schema = kind === 'postgres' ? await presentSchema(db) : undefined;
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations(kind) },
      ...(schema && { migrationTableSchema: schema }),
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } catch (error) {
    await db.destroy();
    throw new Error(
      `The records at ${url.replace(/:[^:@/]*@/, ':***@')} cannot be opened: ${error instanceof Error ? error.message : error}`,
      {
        cause: error,
      },
    );
  }
  return { db, kind, close: () => db.destroy() };
}

/** The schema that the address leads to: the migrator would take another one's notes for ours. */
export async function presentSchema(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? undefined;
}

function sqliteDialect(url: string): SqliteDialect {
  return new SqliteDialect({ database: async () => openSqliteDatabase(url.replace(/^sqlite:\/\//, '')) });
}

async function postgresDialect(url: string): Promise<PostgresDialect> {
  const { default: pg } = await import('pg');
  return new PostgresDialect({
    pool: new pg.Pool({ connectionString: url, max: 10, types: { getTypeParser: numbersOf(pg.types) } }),
  });
}

/** Counts and sums come as 64-bit integers, which `pg` hands over as text; the records hold none beyond 2^53. */
function numbersOf(types: typeof import('pg').types): typeof import('pg').types.getTypeParser {
  const EIGHT_BYTE_INTEGER = 20;
  return (oid: number, format?: 'text' | 'binary') =>
    oid === EIGHT_BYTE_INTEGER
      ? (text: string) => Number(text)
      : format === 'binary'
        ? types.getTypeParser(oid, 'binary')
        : types.getTypeParser(oid, 'text');
}
