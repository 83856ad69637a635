import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, presentSchema, type RecordsKind } from '../../records/records.ts';

/** What every request may add to, refused or not: the log, the last sign of a session, the runs of queries with their errors, and jobs, which end by themselves. */
const MOVING = new Set(['logs', 'sessions', 'queries', 'jobs', 'kysely_migration', 'kysely_migration_lock']);
/** Columns that count sign-ins, good and bad. */
const COUNTED = ['last_login', 'login_count', 'fail_login_count'];

/** Tells which tables hold something else than when it was last asked. */
export interface ChangeWatch {
  changed(): Promise<string[]>;
}

/** Watches every table of the records but the few that move by themselves. */
export async function watchRecords(db: Db, kind: RecordsKind): Promise<ChangeWatch> {
  const schema = kind === 'postgres' ? await presentSchema(db) : undefined;
  const tables = (await db.introspection.getTables()).filter((table) => !MOVING.has(table.name) && table.schema === schema);
  const names = [...new Set(tables.map(({ name }) => name))].sort();
  if (kind === 'postgres') await countWrites(db, names);
  let writes = -1;
  let known = new Map<string, string>();
  const changed = async () => {
    const now = await writesSoFar(db, kind);
    if (now === writes) return [];
    writes = now;
    const found = new Map<string, string>();
    for (const name of names) found.set(name, await digest(db, name));
    const different = names.filter((name) => known.get(name) !== found.get(name));
    known = found;
    return different;
  };
  await changed();
  return { changed };
}

/** Counts every write from now on, of transactions that fail too. */
async function countWrites(db: Db, tables: readonly string[]): Promise<void> {
  await sql`create sequence watched_writes`.execute(db);
  await sql`create function watched_write() returns trigger language plpgsql as
    'begin perform nextval(''watched_writes''); return null; end'`.execute(db);
  for (const table of tables) {
    await sql`create trigger watched after insert or update or delete on ${sql.table(table)}
      for each statement execute function watched_write()`.execute(db);
  }
}

async function writesSoFar(db: Db, kind: RecordsKind): Promise<number> {
  const question =
    kind === 'sqlite'
      ? sql<{ writes: number }>`select total_changes() as writes`
      : sql<{ writes: number }>`select last_value as writes from watched_writes`;
  const { rows } = await question.execute(db);
  return Number(rows[0]?.writes ?? 0);
}

async function digest(db: Db, table: string): Promise<string> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
  const texts = rows.map((row) => JSON.stringify(row, (name, value: unknown) => (COUNTED.includes(name) ? null : value))).sort();
  return createHash('sha1').update(texts.join('\n')).digest('hex');
}
