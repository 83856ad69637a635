import { CompiledQuery, Kysely, type Logger, Migrator, SqliteDialect, sql } from 'kysely';
import { migrations } from './migrations/index.ts';
import { OwnSchemaDialect } from './own-schema.ts';
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

/** Opens the records at `sqlite://<path>` or `postgresql://…` and brings them up to date; `log` is told every statement. */
export async function openRecords(url: string, log?: Logger): Promise<Records> {
  const kind: RecordsKind = url.startsWith('sqlite:') ? 'sqlite' : 'postgres';
  const db = new Kysely<Tables>({ dialect: kind === 'sqlite' ? sqliteDialect(url) : await postgresDialect(url), ...(log && { log }) });
  try {
    const schema = kind === 'postgres' ? await presentSchema(db) : undefined;
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations(kind) },
      ...(schema && { migrationTableSchema: schema }),
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
    if (kind === 'sqlite') await refreshFigures(db);
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

/** Lets SQLite look at a sample of what has grown, so that it knows which index narrows most; nothing when little has. */
export async function refreshFigures(db: Db): Promise<void> {
  await sql`pragma analysis_limit = 1000`.execute(db);
  await sql`pragma optimize = 0x10002`.execute(db);
}

/** The schema that the address leads to: the migrator would take another one's notes for ours. */
export async function presentSchema(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? undefined;
}

function sqliteDialect(url: string): SqliteDialect {
  return new SqliteDialect({ database: async () => openSqliteDatabase(url.replace(/^sqlite:\/\//, '')) });
}

/** Milliseconds that connections wait for work: a new one is slow at first. */
const IDLE_MS = 600_000;

async function postgresDialect(url: string): Promise<OwnSchemaDialect> {
  const { default: pg } = await import('pg');
  return new OwnSchemaDialect({
    pool: new pg.Pool({ connectionString: url, max: 10, idleTimeoutMillis: IDLE_MS, types: { getTypeParser: numbersOf(pg.types) } }),
    // To compile a statement takes longer than any of these runs.
    onCreateConnection: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('set jit = off'));
    },
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
