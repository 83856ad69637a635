import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { engineById, type Session } from '@chartroom/engines';
import pg from 'pg';
import { expect } from 'vitest';
import {
  type Answer,
  openTestApp,
  type PersonName,
  RECORD_KINDS,
  type TestApp,
} from '../testing/test-app.ts';
import { memberId, NOBODY } from '../testing/things.ts';

const POSTGRES =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';

export const MARIADB = (
  process.env.CHARTROOM_TEST_MYSQL ?? 'mysql://chartroom:chartroom@127.0.0.1:3306/warehouse'
).replace(/^\w+:/, 'mariadb:');

const CLICKHOUSE =
  process.env.CHARTROOM_TEST_CLICKHOUSE || 'clickhousedb://chartroom:chartroom@127.0.0.1:8123/warehouse';

/** A connected database with a table `guarded` of three rows, 1 to 3, which no request may change. */
export interface GuardedDatabase {
  engine: 'postgresql' | 'sqlite' | 'duckdb' | 'mariadb' | 'clickhouse';
  id: number;
  schema: string;
  /** What a look past the product sees in the table: its rows, or that it is gone. */
  rows(): Promise<number[]>;
  /** Runs a statement past the product. */
  run(sql: string): Promise<void>;
  drop(): Promise<void>;
}

/** The engines of guarded databases. */
export const ALL = ['postgresql', 'sqlite', 'duckdb', 'mariadb', 'clickhouse'];

/** An installation with guarded databases in it. */
export interface GuardedHouse {
  house: TestApp;
  databases: GuardedDatabase[];
  /** The databases of some engines: none of those that cannot be reached. */
  of(...engines: string[]): GuardedDatabase[];
  close(): Promise<void>;
}

/** Opens an installation with SQLite records and one guarded database per engine; of servers where they can be reached. */
export async function openGuardedHouse(settings: Record<string, string> = {}): Promise<GuardedHouse> {
  const house = await openTestApp('sqlite', { settings });
  const databases = await guardedDatabases(house);
  return {
    house,
    databases,
    of: (...engines) => databases.filter(({ engine }) => engines.includes(engine)),
    close: async () => {
      for (const each of databases) await each.drop();
      await house.close();
    },
  };
}

async function guardedDatabases(house: TestApp): Promise<GuardedDatabase[]> {
  const databases = [await ofSqlite(house), await ofDuckDb(house)];
  if (RECORD_KINDS.includes('postgres')) databases.push(await ofPostgres(house));
  if (await isMariaDbReachable()) databases.push(await ofMariaDb(house));
  if (await isReachable('clickhousedb', CLICKHOUSE, 'CHARTROOM_TEST_CLICKHOUSE'))
    databases.push(await ofClickHouse(house));
  return databases;
}

/** Whether MariaDB answers; in CI it has to. */
export function isMariaDbReachable(): Promise<boolean> {
  return isReachable('mariadb', MARIADB, 'CHARTROOM_TEST_MYSQL');
}

async function isReachable(id: string, uri: string, variable: string): Promise<boolean> {
  const engine = engineById(id);
  const session = engine?.open({ uri, extra: {}, home: '' });
  try {
    await session?.ping(AbortSignal.timeout(5_000));
    return session !== undefined;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    console.warn(
      `${engine?.name} is not reachable: the safety of SQL on it was not tried. Set ${variable} to its address.`,
    );
    return false;
  } finally {
    await session?.close();
  }
}

/** Runs SQL in the editor. */
export function execute(
  house: TestApp,
  database: GuardedDatabase,
  sql: string,
  who: PersonName = 'admin',
): Promise<Answer> {
  const body = { database_id: database.id, sql, schema: database.schema, queryLimit: 10 };
  return house.as(who, 'POST', '/api/v1/sqllab/execute/', { body });
}

async function connect(house: TestApp, database_name: string, sqlalchemy_uri: string): Promise<number> {
  const answer = await house.as('admin', 'POST', '/api/v1/database/', {
    body: { database_name, sqlalchemy_uri, expose_in_sqllab: true },
  });
  expect(answer).toMatchObject({ status: 201 });
  return memberId(answer.body);
}

async function ofPostgres(house: TestApp): Promise<GuardedDatabase> {
  const client = new pg.Client({ connectionString: POSTGRES });
  await client.connect();
  const schema = `guarded_${randomBytes(6).toString('hex')}`;
  await client.query(
    `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.guarded AS SELECT generate_series(1, 3) AS x`,
  );
  await client.query(
    `CREATE FUNCTION ${schema}.sneak() RETURNS int LANGUAGE sql AS 'DELETE FROM ${schema}.guarded; SELECT 1'`,
  );
  await client.query(
    `CREATE FUNCTION ${schema}.peek() RETURNS SETOF int LANGUAGE sql STABLE AS 'SELECT x FROM ${schema}.guarded'`,
  );
  return {
    engine: 'postgresql',
    id: await connect(house, 'guarded server', POSTGRES),
    schema,
    run: async (sql) => void (await client.query(sql)),
    rows: async () =>
      (await client.query<{ x: number }>(`SELECT x FROM ${schema}.guarded ORDER BY x`)).rows.map(
        ({ x }) => x,
      ),
    drop: async () => {
      await client.query(`DROP SCHEMA ${schema} CASCADE`);
      await client.end();
    },
  };
}

async function ofSqlite(house: TestApp): Promise<GuardedDatabase> {
  const path = join(house.services.config.HOME, 'guarded.sqlite');
  const file = new DatabaseSync(path);
  file.exec('CREATE TABLE guarded (x INTEGER); INSERT INTO guarded VALUES (1), (2), (3)');
  return {
    engine: 'sqlite',
    id: await connect(house, 'guarded file', 'sqlite:///guarded.sqlite'),
    schema: 'main',
    run: async (sql) => file.exec(sql),
    rows: async () =>
      file
        .prepare('SELECT x FROM guarded ORDER BY x')
        .all()
        .map(({ x }) => Number(x)),
    drop: async () => file.close(),
  };
}

async function ofDuckDb(house: TestApp): Promise<GuardedDatabase> {
  const id = await connect(house, 'guarded duck', 'duckdb:///guarded.duckdb');
  // A change of its settings opens the database anew.
  const values = async (sql: string, readOnly: boolean) =>
    valuesOf(await (await house.services.data()).session(id, NOBODY), sql, readOnly);
  await values('CREATE TABLE guarded AS SELECT x::INTEGER AS x FROM range(1, 4) t(x)', false);
  return {
    engine: 'duckdb',
    id,
    schema: 'main',
    run: async (sql) => void (await values(sql, false)),
    rows: () => values('SELECT x FROM guarded ORDER BY x', true),
    drop: async () => undefined,
  };
}

async function ofMariaDb(house: TestApp): Promise<GuardedDatabase> {
  const session = engineById('mariadb')?.open({ uri: MARIADB, extra: {}, home: house.services.config.HOME });
  if (!session) throw new Error('The installation has no engine for MariaDB.');
  const schema = `guarded_${randomBytes(6).toString('hex')}`;
  await valuesOf(session, `CREATE DATABASE ${schema}`, false);
  await valuesOf(session, `CREATE TABLE ${schema}.guarded (x INTEGER)`, false);
  await valuesOf(session, `INSERT INTO ${schema}.guarded VALUES (1), (2), (3)`, false);
  return {
    engine: 'mariadb',
    id: await connect(house, 'guarded MariaDB', MARIADB),
    schema,
    run: async (sql) => void (await valuesOf(session, sql, false)),
    rows: () => valuesOf(session, `SELECT x FROM ${schema}.guarded ORDER BY x`, true),
    drop: async () => {
      await valuesOf(session, `DROP DATABASE ${schema}`, false);
      await session.close();
    },
  };
}

/** Beside the table there is all that reads it under another name: a dictionary, a table to be joined, a view with parameters. */
async function ofClickHouse(house: TestApp): Promise<GuardedDatabase> {
  const session = engineById('clickhousedb')?.open({
    uri: CLICKHOUSE,
    extra: {},
    home: house.services.config.HOME,
  });
  if (!session) throw new Error('The installation has no engine for ClickHouse.');
  const schema = `guarded_${randomBytes(6).toString('hex')}`;
  for (const sql of [
    `CREATE DATABASE ${schema}`,
    `CREATE TABLE ${schema}.guarded (x Int32) ENGINE = MergeTree ORDER BY x`,
    `INSERT INTO ${schema}.guarded VALUES (1), (2), (3)`,
    `CREATE TABLE ${schema}.joined (k Int32, x Int32) ENGINE = Join(ANY, LEFT, k)`,
    `INSERT INTO ${schema}.joined VALUES (1, 1)`,
    `CREATE DICTIONARY ${schema}.words (k UInt64, x Int32) PRIMARY KEY k
     SOURCE(CLICKHOUSE(QUERY 'SELECT toUInt64(x) AS k, x FROM ${schema}.guarded' USER 'chartroom' PASSWORD 'chartroom')) LIFETIME(0) LAYOUT(FLAT())`,
    `CREATE VIEW ${schema}.viewed AS SELECT x FROM ${schema}.guarded WHERE x >= {least:Int32}`,
  ]) {
    await valuesOf(session, sql, false);
  }
  return {
    engine: 'clickhouse',
    id: await connect(house, 'guarded ClickHouse', CLICKHOUSE),
    schema,
    run: async (sql) => void (await valuesOf(session, sql, false)),
    rows: () => valuesOf(session, `SELECT x FROM ${schema}.guarded ORDER BY x`, true),
    drop: async () => {
      await valuesOf(session, `DROP DATABASE ${schema}`, false);
      await session.close();
    },
  };
}

/** Runs a statement past the product and reads the first column of what it answers. */
async function valuesOf(session: Session, sql: string, readOnly: boolean): Promise<number[]> {
  const options = { signal: AbortSignal.timeout(30_000), timeoutMs: 30_000, readOnly };
  const values: unknown[] = [];
  for await (const batch of (await session.run(sql, options)).batches)
    values.push(...(batch.columns[0] ?? []));
  return values.map(Number);
}
