import { randomBytes } from 'node:crypto';
import { engineById } from '@chartroom/engines';
import pg from 'pg';
import { expect } from 'vitest';
import {
  type Answer,
  openTestApp,
  type PersonName,
  RECORD_KINDS,
  type TestApp,
} from '../testing/test-app.ts';
import { grant, memberId, openDataset } from '../testing/things.ts';
import { isMariaDbReachable, MARIADB } from './guarded-databases.ts';

const POSTGRES =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';

/** An installation whose SQL Lab reads across: uploads, a PostgreSQL `pg_sales` and, within reach, a MariaDB `crm`. */
export interface AcrossWorld {
  house: TestApp;
  /** Schema of the tables in PostgreSQL; database of those in MariaDB, if it is within reach. */
  schema: string;
  crm: string | undefined;
  postgres: pg.Client;
  run(sql: string, who?: PersonName, more?: object): Promise<Answer>;
  /** Makes a dataset of a table of PostgreSQL, which those who hold `sql_lab` may read. */
  open(table: string): Promise<number>;
  rule(dataset: number, clause: string): Promise<void>;
  close(): Promise<void>;
}

/** Whether there is a PostgreSQL to read from. */
export const hasPostgres = RECORD_KINDS.includes('postgres');

export async function openAcrossWorld(settings: Record<string, string> = {}): Promise<AcrossWorld> {
  const house = await openTestApp('sqlite', { settings: { CHARTROOM_RLS_IN_SQLLAB: 'true', ...settings } });
  const schema = `across_${randomBytes(5).toString('hex')}`;
  const postgres = new pg.Client({ connectionString: POSTGRES });
  await postgres.connect();
  await postgres.query(`CREATE SCHEMA ${schema};
    CREATE TABLE ${schema}.orders AS SELECT n AS id, n % 3 AS customer, n * 1.5::numeric(10,2) AS amount, 'note ' || n AS note FROM generate_series(1, 9) AS n;
    CREATE TABLE ${schema}.secret AS SELECT n AS id, 'canary ' || n AS word FROM generate_series(1, 3) AS n;
    CREATE TABLE ${schema}."Odd ""Name" ("The Id" int, "select" text); INSERT INTO ${schema}."Odd ""Name" VALUES (1, 'one');
    ANALYZE ${schema}.orders`);
  const sales = await connect(house, 'pg_sales', POSTGRES);
  const maria = (await isMariaDbReachable()) ? openMaria(house.services.config.HOME) : undefined;
  const crm = maria && (await furnishMaria(maria, house, schema));
  await grant(house, 'sql_lab', 'database_access', `[uploads].(id:${house.uploads})`);
  return {
    house,
    schema,
    crm,
    postgres,
    run: (sql, who = 'admin', more = {}) =>
      house.as(who, 'POST', '/api/v1/sqllab/execute/', {
        body: { database_id: house.uploads, sql, queryLimit: 1_000, ...more },
      }),
    open: async (table_name) => {
      const body = { database: sales, schema, table_name };
      const made = await house.as('admin', 'POST', '/api/v1/dataset/', { body });
      expect([made.status, made.text]).toEqual([201, expect.anything()]);
      await openDataset(house, memberId(made.body), 'sql_lab');
      return memberId(made.body);
    },
    rule: async (dataset, clause) => {
      const roles = await house.services.db
        .selectFrom('roles')
        .select('id')
        .where('name', '=', 'sql_lab')
        .execute();
      const body = {
        name: `rule of ${dataset}: ${clause}`,
        filter_type: 'Regular',
        tables: [dataset],
        roles: roles.map(({ id }) => id),
        clause,
      };
      expect(await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body })).toMatchObject({
        status: 201,
      });
    },
    close: async () => {
      await postgres.query(`DROP SCHEMA ${schema} CASCADE`);
      await postgres.end();
      await maria?.run(`DROP TABLE ${schema}_customers`);
      await maria?.close();
      await house.close();
    },
  };
}

async function connect(house: TestApp, database_name: string, sqlalchemy_uri: string): Promise<number> {
  const body = { database_name, sqlalchemy_uri, expose_in_sqllab: true };
  const made = await house.as('admin', 'POST', '/api/v1/database/', { body });
  expect([made.status, made.text]).toEqual([201, expect.anything()]);
  return memberId(made.body);
}

/** Speaks to MariaDB past the product. */
interface Maria {
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

function openMaria(home: string): Maria {
  const session = engineById('mariadb')?.open({ uri: MARIADB, extra: {}, home });
  if (!session) throw new Error('The installation has no engine for MariaDB.');
  return {
    run: async (sql) => {
      const signal = AbortSignal.timeout(10_000);
      const { batches } = await session.run(sql, { signal, timeoutMs: 10_000, readOnly: false });
      for await (const _ of batches);
    },
    close: () => session.close(),
  };
}

/** Makes the customers; answers what their database is called. */
async function furnishMaria(maria: Maria, house: TestApp, schema: string): Promise<string> {
  const database = new URL(MARIADB).pathname.slice(1);
  await maria.run(
    `CREATE TABLE ${schema}_customers (id INT, name VARCHAR(50), joined DATETIME(6), score DECIMAL(30,10), weight DOUBLE)`,
  );
  await maria.run(
    `INSERT INTO ${schema}_customers VALUES (0, 'Zoë', '2024-02-29 12:00:00.000001', 12345678901234567890.0123456789, 0.1), (1, 'a,"b"', NULL, NULL, NULL), (2, '', '1969-12-31 23:59:59', -0.5, -1e300)`,
  );
  await connect(house, 'crm', MARIADB);
  return database;
}
