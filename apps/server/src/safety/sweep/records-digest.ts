import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, presentSchema } from '../../records/records.ts';
import type { RecordsKind } from '../../records/records-kind.ts';

/**
 * What every request may add to, refused or not: the log, the last sign of a session, the runs of queries with their errors,
 * jobs, which end by themselves, sums and texts of others, and what is written down here.
 */
const MOVING = /^(logs|sessions|queries|jobs|watched_writes|kysely_migration.*)$/;
/** Columns that count sign-ins, good and bad. */
const COUNTED = ['last_login', 'login_count', 'fail_login_count'];

/** Tells which tables hold something else than when it was last asked. */
export interface ChangeWatch {
  changed(): Promise<string[]>;
}

/** Watches every table of the records but the few that move by themselves. */
export async function watchRecords(db: Db, kind: RecordsKind): Promise<ChangeWatch> {
  const schema = kind === 'postgres' ? await presentSchema(db) : undefined;
  const tables = (await db.introspection.getTables()).filter(
    (table) => !MOVING.test(table.name) && table.schema === schema,
  );
  const names = [...new Set(tables.map(({ name }) => name))].sort();
  await (kind === 'postgres' ? countStatements(db, names) : countRows(db, names));
  let writes = new Map<string, number>();
  const known = new Map<string, string>();
  const changed = async () => {
    const now = await writesSoFar(db, kind);
    const written = names.filter((name) => now.get(name) !== writes.get(name) || !known.has(name));
    writes = now;
    const different: string[] = [];
    for (const name of written) {
      const found = await digest(db, name);
      if (known.get(name) !== found) different.push(name);
      known.set(name, found);
    }
    return different;
  };
  await changed();
  return { changed };
}

const EVENTS = ['insert', 'update', 'delete'];

/** Counts every row written from now on; what is taken back was no change, and its count is taken back too. */
async function countRows(db: Db, tables: readonly string[]): Promise<void> {
  await sql`create table if not exists watched_writes (name text primary key, writes integer not null)`.execute(
    db,
  );
  for (const table of tables) {
    await sql`insert or ignore into watched_writes values (${table}, 1)`.execute(db);
    for (const event of EVENTS)
      await sql
        .raw(
          `create trigger if not exists watched_${table}_${event} after ${event} on ${table} begin
             update watched_writes set writes = writes + 1 where name = '${table}'; end`,
        )
        .execute(db);
  }
}

/** Counts every statement from now on, of transactions that fail too: one row for all would let them wait for one another. */
async function countStatements(db: Db, tables: readonly string[]): Promise<void> {
  await sql`create or replace function watched_write() returns trigger language plpgsql as
    'begin perform nextval(''watched_'' || tg_table_name); return null; end'`.execute(db);
  for (const table of tables) {
    await sql`create sequence if not exists ${sql.ref(`watched_${table}`)}`.execute(db);
    await sql`create or replace trigger watched after insert or update or delete on ${sql.table(table)}
      for each statement execute function watched_write()`.execute(db);
  }
}

async function writesSoFar(db: Db, kind: RecordsKind): Promise<Map<string, number>> {
  const question =
    kind === 'sqlite'
      ? sql<{ name: string; writes: number }>`select name, writes from watched_writes`
      : sql<{
          name: string;
          writes: number;
        }>`select substr(sequencename, 9) as name, coalesce(last_value, 0) as writes
          from pg_sequences where schemaname = current_schema() and sequencename like 'watched\_%'`;
  const { rows } = await question.execute(db);
  return new Map(rows.map(({ name, writes }) => [name, Number(writes)]));
}

async function digest(db: Db, table: string): Promise<string> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
  const texts = rows
    .map((row) => JSON.stringify(row, (name, value: unknown) => (COUNTED.includes(name) ? null : value)))
    .sort();
  return createHash('sha1').update(texts.join('\n')).digest('hex');
}
