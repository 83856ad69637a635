import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../testing/test-app.ts';
import { grant, member, memberId, openDataset } from '../testing/things.ts';
import {
  ALL,
  execute,
  type GuardedDatabase,
  type GuardedHouse,
  openGuardedHouse,
} from './guarded-databases.ts';

/** Numbers are those of the contract's catalogue of safety cases. */
let guarded: GuardedHouse;
let house: TestApp;
beforeAll(async () => {
  guarded = await openGuardedHouse({ CHARTROOM_PREVENT_UNSAFE_DB_CONNECTIONS: 'false' });
  house = guarded.house;
});
afterAll(() => guarded.close());

describe('S24, S38: tables that somebody may not read', () => {
  const opened = new Map<number, Promise<number>>();
  /** Lets the analyst read the dataset `open_words` of a database and nothing else there. */
  async function openOne(database: GuardedDatabase): Promise<number> {
    const body = {
      database: database.id,
      schema: database.schema,
      table_name: `open_words_${database.engine}`,
      sql: 'SELECT 1 AS x',
    };
    const made = await house.as('admin', 'POST', '/api/v1/dataset/', { body });
    const id = Number(member(made.body, 'id'));
    await openDataset(house, id, 'sql_lab');
    return id;
  }

  function openedOnce(database: GuardedDatabase): Promise<number> {
    const known = opened.get(database.id) ?? openOne(database);
    opened.set(database.id, known);
    return known;
  }

  /** Makes a dataset the analyst's too. */
  const own = (dataset_id: number) =>
    house.services.db
      .insertInto('dataset_owners')
      .values({ dataset_id, user_id: house.ids.analyst })
      .execute();
  const disown = (dataset_id: number) =>
    house.services.db
      .deleteFrom('dataset_owners')
      .where('dataset_id', '=', dataset_id)
      .where('user_id', '=', house.ids.analyst)
      .execute();

  test.each([
    ['SELECT * FROM guarded', ALL],
    ['SELECT * FROM "guarded"', ALL],
    ['SELECT * FROM /* open_words */ guarded -- x', ALL],
    ['SELECT 1 WHERE EXISTS (SELECT 1 FROM guarded)', ALL],
    ['SELECT (SELECT max(x) FROM guarded)', ALL],
    ['WITH guarded2 AS (SELECT * FROM guarded) SELECT * FROM guarded2', ALL],
    ['WITH guarded AS (SELECT * FROM guarded) SELECT * FROM guarded', ['postgresql', 'duckdb']],
    ['SELECT 1 UNION SELECT x FROM guarded', ALL],
    ['SELECT 1 FROM (VALUES (1)) v(a) JOIN guarded ON true', ALL],
    ['TABLE guarded', ['postgresql']],
    ['FROM guarded', ['duckdb']],
    ['SUMMARIZE guarded', ['duckdb']],
    ['DESCRIBE guarded', ['duckdb']],
    ['EXPLAIN SELECT * FROM guarded', ALL],
    ['SELECT * FROM `guarded`', ['sqlite', 'mariadb']],
    ['DESCRIBE guarded', ['mariadb']],
    ['SHOW CREATE TABLE guarded', ['mariadb']],
    ['HANDLER guarded OPEN', ['mariadb']],
    ['SELECT * FROM mysql.user', ['mariadb']],
    ['SELECT * FROM information_schema.tables', ['mariadb']],
    ['CHECKSUM TABLE guarded', ['mariadb']],
    ["SELECT * FROM query_table('guarded')", ['duckdb']],
    ["SELECT * FROM query('FROM guarded')", ['duckdb']],
    ["SELECT query_to_xml('SELECT * FROM guarded', true, true, '')", ['postgresql']],
    ["SELECT * FROM json_execute_serialized_sql(json_serialize_sql('FROM guarded'))", ['duckdb']],
    ['SELECT U&"\\0078" FROM U&"\\0067uarded"', ['postgresql']],
    ['SELECT * FROM sneak()', ['postgresql']],
    ['SELECT sneak()', ['postgresql']],
    ['SELECT * FROM peek()', ['postgresql']],
    ["SELECT * FROM pragma_table_info('guarded')", ['sqlite']],
    ['SELECT * FROM sqlite_schema', ['sqlite']],
    ['SELECT * FROM information_schema.tables', ['postgresql', 'duckdb']],
    ['SELECT * FROM pg_stat_activity', ['postgresql']],
    ['SELECT * FROM pg_catalog.pg_shadow', ['postgresql']],
    ['SELECT 1 IN guarded', ['clickhouse']],
    ['SELECT 1 NOT IN (guarded)', ['clickhouse']],
    ['SELECT 1 GLOBAL IN ((`guarded`))', ['clickhouse']],
    ['SELECT in(1, guarded)', ['clickhouse']],
    ['SELECT "notIn"(1, (guarded))', ['clickhouse']],
    ['SELECT 1 IN (guarded AS q)', ['clickhouse']],
    ['WITH guarded AS open_words_clickhouse SELECT 1 IN open_words_clickhouse', ['clickhouse']],
    ["SELECT dictGet('words', 'x', toUInt64(1))", ['clickhouse']],
    ["SELECT dictGet(words, 'x', toUInt64(1))", ['clickhouse']],
    ["SELECT dictGetOrDefault('wo' || 'rds', 'x', toUInt64(1), 7)", ['clickhouse']],
    ["WITH 'words' AS d SELECT dictGet(d, 'x', toUInt64(1))", ['clickhouse']],
    ["SELECT dictHas('words', toUInt64(1))", ['clickhouse']],
    ['SELECT * FROM words', ['clickhouse']],
    ["SELECT joinGet('joined', 'x', toInt32(1))", ['clickhouse']],
    ['SELECT * FROM viewed(least = 1)', ['clickhouse']],
    ['SELECT * FROM view(SELECT * FROM guarded)', ['clickhouse']],
    ['SELECT (FROM guarded SELECT max(x))', ['clickhouse']],
    ["SELECT hasColumnInTable(currentDatabase(), 'guarded', 'x')", ['clickhouse']],
    ['EXISTS TABLE guarded', ['clickhouse']],
    ['SHOW CREATE TABLE guarded', ['clickhouse']],
    ['DESCRIBE TABLE guarded', ['clickhouse']],
    ['EXPLAIN ESTIMATE SELECT * FROM guarded', ['clickhouse']],
    ['SELECT * FROM system.tables', ['clickhouse']],
    ['SELECT 1; SELECT * FROM guarded', ALL],
    ['PIVOT guarded ON x USING count(*)', ['duckdb']],
  ])('S38: %s', async (sql, engines) => {
    for (const database of guarded.of(...engines)) {
      await openedOnce(database);
      const answer = await execute(house, database, sql, 'analyst');
      expect([database.engine, answer.status, answer.text]).toEqual([
        database.engine,
        expect.toSatisfy((status: number) => status === 403 || status === 422 || status === 400),
        expect.not.stringMatching(/"data":/),
      ]);
    }
  });

  test('S38: what is open is open', async () => {
    for (const database of guarded.databases) {
      await openedOnce(database);
      expect([database.engine, (await execute(house, database, 'SELECT 1 AS x', 'analyst')).status]).toEqual([
        database.engine,
        200,
      ]);
    }
  });

  test('S38: the name of a virtual dataset opens no table of that name', async () => {
    for (const database of guarded.databases) {
      const body = {
        database: database.id,
        schema: database.schema,
        table_name: 'guarded',
        sql: 'SELECT 1 AS x',
      };
      const made = await house.as('admin', 'POST', '/api/v1/dataset/', { body });
      expect([database.engine, made.status]).toEqual([database.engine, 201]);
      const id = Number(member(made.body, 'id'));
      await openDataset(house, id, 'sql_lab');
      const answer = await execute(house, database, 'SELECT * FROM guarded', 'analyst');
      expect([database.engine, answer.status]).toEqual([database.engine, 403]);
      const place = `name=guarded&schema=${encodeURIComponent(database.schema ?? '')}`;
      const told = await house.as(
        'analyst',
        'GET',
        `/api/v1/database/${database.id}/table_metadata/?${place}`,
      );
      expect([database.engine, told.status]).toEqual([database.engine, 404]);
      await house.as('admin', 'DELETE', `/api/v1/dataset/${id}`);
    }
  });

  test('S38: a dataset without a schema opens the table of the usual one, and no other of its name', async () => {
    for (const [engine, status] of [
      ['duckdb', 200],
      ['postgresql', 403],
    ] as const) {
      for (const database of guarded.of(engine)) {
        const body = { database: database.id, schema: database.schema, table_name: 'guarded' };
        const id = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
        await openDataset(house, id, 'sql_lab');
        const sql = `SELECT * FROM ${database.schema}.guarded`;
        expect([engine, (await execute(house, database, sql, 'analyst')).status]).toEqual([engine, 200]);
        await house.services.db
          .updateTable('datasets')
          .set({ schema: null, catalog: null })
          .where('id', '=', id)
          .execute();
        house.services.sources.forget();
        expect([engine, (await execute(house, database, sql, 'analyst')).status]).toEqual([engine, status]);
        await house.as('admin', 'DELETE', `/api/v1/dataset/${id}`);
      }
    }
  });

  test('S24: what a dataset computes reads no table that its owner may not read', async () => {
    await grant(house, 'sql_lab', 'can_write', 'Dataset');
    let serial = 0;
    for (const database of guarded.databases) {
      const id = await openedOnce(database);
      await own(id);
      const put = (body: object) => house.as('analyst', 'PUT', `/api/v1/dataset/${id}`, { body });
      const wanted = async (expression: string, ...statuses: number[]) => {
        const bodies = [
          { columns: [{ column_name: `y${++serial}`, expression }] },
          { metrics: [{ metric_name: `m${serial}`, expression }] },
          { fetch_values_predicate: expression },
        ];
        for (const body of bodies)
          expect(statuses, `${database.engine} ${JSON.stringify(body)}`).toContain((await put(body)).status);
      };
      await wanted('(SELECT max(x) FROM guarded)', 403);
      await wanted('1) FROM guarded --', 403, 422);
      await wanted('max(x) + 1', 200);
      // What somebody else has written stays when the dataset is saved.
      const foreign = { fetch_values_predicate: '(SELECT max(x) FROM guarded) > 0' };
      expect((await house.as('admin', 'PUT', `/api/v1/dataset/${id}`, { body: foreign })).status).toBe(200);
      expect((await put(foreign)).status).toBe(200);
      await disown(id);
    }
  });

  test('S24: a dataset is not moved to a table that its owner may not read', async () => {
    await grant(house, 'sql_lab', 'can_write', 'Dataset');
    for (const database of guarded.databases) {
      const { engine, schema } = database;
      const refused = { status: 403, body: { errors: [{ error_type: 'TABLE_SECURITY_ACCESS_ERROR' }] } };
      // What is held against the SQL of a dataset is told under that field.
      const closed = {
        status: 422,
        body: { message: { sql: [expect.stringMatching(/^You need access to the following tables: /)] } },
      };
      const body = {
        database: database.id,
        schema,
        table_name: `taken by ${engine}`,
        sql: 'SELECT x FROM guarded',
      };
      const id = await openedOnce(database);
      expect(await house.as('analyst', 'POST', '/api/v1/dataset/', { body })).toMatchObject(closed);
      expect(
        await house.as('analyst', 'POST', '/api/v1/dataset/', {
          body: { ...body, sql: '', table_name: 'guarded' },
        }),
      ).toMatchObject(refused);
      await own(id);
      const change = (body: object) => house.as('analyst', 'PUT', `/api/v1/dataset/${id}`, { body });
      expect(await change({ sql: 'SELECT x FROM guarded' })).toMatchObject(closed);
      expect(await change({ sql: '', table_name: 'guarded' })).toMatchObject(refused);
      expect(
        (await house.as('analyst', 'PUT', `/api/v1/dataset/${id}`, { body: { sql: 'SELECT 2 AS x' } }))
          .status,
      ).toBe(200);
      await disown(id);
    }
  });
});
