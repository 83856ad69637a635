import { Kysely, SqliteDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSqliteDatabase } from '../records/sqlite-database.ts';
import { matches } from './filters.ts';

const NAMES = ['Éclair 100%', 'éclair_2', 'plain Text', 'ÜBER', 'back\\slash', "it's"];
let db: Kysely<{ t: { name: string } }>;
beforeAll(async () => {
  db = new Kysely({ dialect: new SqliteDialect({ database: async () => openSqliteDatabase(':memory:') }) });
  await sql`create table t (name text)`.execute(db);
  for (const name of NAMES) await db.insertInto('t').values({ name }).execute();
});
afterAll(() => db.destroy());

test.each([
  ['éCLAIR', 'sw', ['Éclair 100%', 'éclair_2']],
  ['PLAIN', 'sw', ['plain Text']],
  ['text', 'ew', ['plain Text']],
  ['%', 'ct', ['Éclair 100%']],
  ['_', 'ct', ['éclair_2']],
  ['über', 'ct', ['ÜBER']],
  ['\\', 'ct', ['back\\slash']],
  ["'", 'ct', ["it's"]],
  ['lair', 'sw', []],
  ['', 'ct', NAMES],
])('%s (%s) finds %j, whatever its case', async (text, how, found) => {
  const { rows } = await sql<{
    name: string;
  }>`select name from t where ${matches(sql.ref('t.name'), text, how)}`.execute(db);
  expect(rows.map((row) => row.name)).toEqual(found);
});
