import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';

/** Milliseconds to wait, when the file is opened, for another process that holds it: nobody is to be answered yet. */
const OPENS_WITHIN = 2_000;
/** Prepared statements kept for repeated use. */
const KEPT_STATEMENTS = 300;

/**
 * Opens the records file for Kysely: write-ahead log, every commit on disk before it is acknowledged, foreign keys
 * on. `lower` folds all of Unicode, as PostgreSQL does. Once it is open, a file that another process holds is an error
 * at once: to wait here would stop everybody (`PatientSqliteDialect` waits).
 */
export function openSqliteDatabase(path: string): SqliteDatabase {
  const database = new DatabaseSync(path, { timeout: OPENS_WITHIN, enableForeignKeyConstraints: true });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0;`);
  database.function('lower', { deterministic: true }, (value) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  );
  const kept = new LRUCache<string, SqliteStatement>({ max: KEPT_STATEMENTS });
  return {
    close: () => {
      kept.clear();
      database.close();
    },
    prepare: (sql) => {
      // A full disk ends a transaction by itself. To end it again would be an error that hides the first one.
      if (sql === 'rollback' && !database.isTransaction) return NOTHING;
      const known = kept.get(sql);
      if (known) return known;
      const made = statementOf(database.prepare(sql));
      kept.set(sql, made);
      return made;
    },
  };
}

const NOTHING: SqliteStatement = {
  reader: true,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

function statementOf(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(sqliteValue)),
    run: (parameters) => statement.run(...parameters.map(sqliteValue)),
    iterate: (parameters) => statement.iterate(...parameters.map(sqliteValue)),
  };
}

function sqliteValue(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`The records cannot hold a ${typeof value}.`);
}
