import { Kysely, type Logger, Migrator, sql } from 'kysely';
import { migrations } from './migrations/index.ts';
import { OwnSchemaDialect } from './own-schema.ts';
import { PatientSqliteDialect } from './patient-sqlite.ts';
import { type RecordsKind, recordsKind } from './records-kind.ts';
import { RecordsLostError } from './records-lost.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import type { Tables } from './tables.ts';
import { type RecordsPatience, WatchedPool } from './watched-pool.ts';

/** The records, or a transaction on them. */
export type Db = Kysely<Tables>;

export interface Records {
  db: Db;
  kind: RecordsKind;
  close(): Promise<void>;
}

export interface RecordsOptions {
  /** Is told every statement. */
  log?: Logger | undefined;
  /** Seconds that a statement, and the way to the records, may take once they are open. */
  timeout?: number;
}

/** Milliseconds for which somebody who saves waits at most for another process that holds the records' file. */
const FILE_FREE_WITHIN = 2_000;

/** Opens the records at `sqlite://<path>` or `postgresql://…` and brings them up to date, however long that takes. */
export async function openRecords(url: string, { log, timeout = 10 }: RecordsOptions = {}): Promise<Records> {
  const kind = recordsKind(url);
  const patience: RecordsPatience = { statement: undefined };
  const dialect =
    kind === 'sqlite' ? sqliteDialect(url, timeout) : await postgresDialect(url, patience, timeout);
  const db = new Kysely<Tables>({ dialect, ...(log && { log }) });
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
    const words =
      error instanceof RecordsLostError && error.cause instanceof Error
        ? error.cause.message
        : messageOf(error);
    throw new Error(`The records at ${url.replace(/:[^:@/]*@/, ':***@')} cannot be opened: ${words}`, {
      cause: error,
    });
  }
  patience.statement = timeout * 1_000;
  return { db, kind, close: () => db.destroy() };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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

function sqliteDialect(url: string, timeout: number): PatientSqliteDialect {
  const database = async () => openSqliteDatabase(url.replace(/^sqlite:\/\//, ''));
  return new PatientSqliteDialect({ database }, Math.min(FILE_FREE_WITHIN, timeout * 1_000));
}

/** Milliseconds that connections wait for work: a new one is slow at first. */
const IDLE_MS = 600_000;

async function postgresDialect(
  url: string,
  patience: RecordsPatience,
  timeout: number,
): Promise<OwnSchemaDialect> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: timeout * 1_000,
    keepAlive: true,
    types: { getTypeParser: numbersOf(pg.types) },
  });
  return new OwnSchemaDialect({ pool: new WatchedPool(pool, patience) });
}

/** Counts and sums come as 64-bit integers, which `pg` hands over as text; the records hold none beyond 2^53. */
function numbersOf(types: typeof import('pg').types): typeof import('pg').types.getTypeParser {
  const EIGHT_BYTE_INTEGER = 20;
  return (oid: number, format?: 'text' | 'binary') => {
    if (oid === EIGHT_BYTE_INTEGER) return (text: string) => Number(text);
    return format === 'binary' ? types.getTypeParser(oid, 'binary') : types.getTypeParser(oid, 'text');
  };
}
