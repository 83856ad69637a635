import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dialects, engineById, type Session } from '@chartroom/engines';
import type { Cell, Dialect } from '@chartroom/query';
import { makeFacts } from './fact-table.ts';

/** Rows of an answer and the names its columns have in the engine. */
export interface Answer {
  names: string[];
  rows: unknown[][];
}

/** An engine that holds the table of facts. */
export interface AnsweringEngine {
  dialect: Dialect;
  /** Part of the cases that it is asked. */
  part: number;
  /** What the engine may say to a question that makes sense to the installation: kinds of columns and groups are its own matter. */
  mayRefuse: RegExp;
  /** Rejects with what the engine says. */
  ask(sql: string): Promise<Answer>;
  close(): Promise<void>;
}

/** Openers by the name of the engine. */
export const ANSWERING: Readonly<Record<string, () => Promise<AnsweringEngine>>> = {
  DuckDB: openDuckDb,
  SQLite: openSqlite,
};

const PATIENCE_MS = 20_000;

/** DuckDB as the installation runs it: in its own process, through a session that may only read. */
async function openDuckDb(): Promise<AnsweringEngine> {
  const home = mkdtempSync(join(tmpdir(), 'chartroom-laws-'));
  const session = engineById('duckdb')?.open({ uri: 'duckdb:///laws.duckdb', extra: {}, home });
  if (!session) throw new Error('There is no DuckDB');
  for (const sql of makeFacts()) await run(session, sql, false);
  return {
    dialect: dialectOf('duckdb'),
    part: 1 / 8,
    mayRefuse: /must appear in the GROUP BY clause|Cannot compare values|Conversion Error/,
    ask: (sql) => run(session, sql, true),
    async close() {
      await session.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function run(session: Session, sql: string, readOnly: boolean): Promise<Answer> {
  const { columns, batches } = await session.run(sql, {
    signal: AbortSignal.timeout(PATIENCE_MS),
    timeoutMs: PATIENCE_MS,
    readOnly,
  });
  const rows: Cell[][] = [];
  for await (const batch of batches) {
    for (let row = 0; row < batch.length; row += 1)
      rows.push(batch.columns.map((cells) => cells[row] ?? null));
  }
  return { names: columns.map(({ name }) => name), rows };
}

/** SQLite in memory and in this process. */
async function openSqlite(): Promise<AnsweringEngine> {
  const database = new DatabaseSync(':memory:');
  for (const sql of makeFacts()) database.exec(sql);
  return {
    dialect: dialectOf('sqlite'),
    part: 1,
    mayRefuse: /^never$/,
    async ask(sql) {
      const statement = database.prepare(sql);
      const names = statement.columns().map(({ name }) => name);
      // As objects, rows would keep one of two columns with the same name.
      statement.setReturnArrays(true);
      return { names, rows: statement.all().map((row) => Object.values(row)) };
    },
    async close() {
      database.close();
    },
  };
}

function dialectOf(id: string): Dialect {
  const dialect = dialects[id];
  if (!dialect) throw new Error(`There is no dialect ${id}`);
  return dialect;
}
