import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../testing/test-app.ts';
import { member, memberId, openDataset } from '../testing/things.ts';
import {
  ALL,
  execute,
  type GuardedDatabase,
  type GuardedHouse,
  openGuardedHouse,
} from './guarded-databases.ts';

let guarded: GuardedHouse;
let house: TestApp;
beforeAll(async () => {
  guarded = await openGuardedHouse({
    CHARTROOM_PREVENT_UNSAFE_DB_CONNECTIONS: 'false',
    CHARTROOM_ALLOWED_SQL_FUNCTIONS: '{"postgresql": ["pg_relation_size"], "duckdb": ["own_macro"]}',
  });
  house = guarded.house;
});
afterAll(() => guarded.close());

async function allowWriting(database: GuardedDatabase, allow_dml: boolean): Promise<void> {
  const answer = await house.as('admin', 'PUT', `/api/v1/database/${database.id}`, { body: { allow_dml } });
  expect(answer.status).toBe(200);
}

describe('F3: where writing is not allowed', () => {
  test.each([
    ["copy guarded to '/tmp/chartroom-stolen'", ['postgresql', 'duckdb']],
    ["copy binary guarded to program 'id'", ['postgresql']],
    ['COPY guarded TO STDOUT', ['postgresql']],
    ["create secret s (type s3, key_id 'x')", ['duckdb']],
    ['SET ROLE postgres', ['postgresql']],
    ['RESET ALL', ['postgresql', 'duckdb']],
    ['LISTEN x', ['postgresql']],
    ["SELECT 1; NOTIFY x, 'y'", ['postgresql']],
    ['CALL p()', ['postgresql', 'mariadb', 'duckdb']],
    ['CHECKPOINT', ['postgresql', 'duckdb']],
    ['PREPARE p AS SELECT 1', ['postgresql', 'duckdb']],
    ["EXECUTE IMMEDIATE 'SELECT 1'", ['mariadb']],
    ['KILL 1', ['mariadb']],
    ['USE information_schema', ['mariadb', 'duckdb', 'clickhouse']],
    ["PRAGMA memory_limit='1GB'", ['duckdb']],
    ['PRAGMA user_version(7)', ['sqlite']],
    ['SELECT x FROM guarded FOR UPDATE', ['postgresql', 'mariadb']],
    ['BEGIN', ALL],
    ['GRANT SELECT ON guarded TO PUBLIC', ['postgresql', 'mariadb', 'clickhouse']],
  ])('F3: %s is refused as writing', async (sql, engines) => {
    for (const database of guarded.of(...engines)) {
      const answer = await execute(house, database, sql);
      expect([database.engine, answer.status, answer.text]).toEqual([
        database.engine,
        expect.toSatisfy((status: number) => status === 403 || status === 422),
        expect.stringMatching(/DML_NOT_ALLOWED_ERROR|INVALID_SQL_ERROR|SYNTAX_ERROR/),
      ]);
    }
  });

  test.each([
    ['EXPLAIN SELECT x FROM guarded', ['postgresql', 'sqlite', 'duckdb', 'mariadb', 'clickhouse']],
    ['TABLE guarded', ['postgresql']],
    ['FROM guarded', ['duckdb']],
    ['DESCRIBE guarded', ['duckdb', 'mariadb', 'clickhouse']],
    ['SHOW TABLES', ['duckdb', 'mariadb', 'clickhouse']],
    ["SET timezone = 'UTC'; SELECT 1", ['postgresql']],
    ['SET @x = 1', ['mariadb']],
    ['PRAGMA table_info(guarded)', ['sqlite']],
    ['VALUES (1), (2)', ['postgresql', 'duckdb', 'sqlite']],
    [
      "SELECT count(*) FILTER (WHERE x > 1), string_agg(x::text, ',' ORDER BY x) FROM guarded g(x), generate_series(1, 2) AS s(n)",
      ['postgresql', 'duckdb'],
    ],
    ["SELECT pg_relation_size('guarded') > 0", ['postgresql']],
  ])('F3: %s reads as before', async (sql, engines) => {
    for (const database of guarded.of(...engines))
      expect([database.engine, (await execute(house, database, sql)).text]).toEqual([
        database.engine,
        expect.stringContaining('"status":"success"'),
      ]);
  });

  test('F2: the error of SQL Lab names what no list opens', async () => {
    for (const database of guarded.databases) {
      const answer = await execute(house, database, 'SELECT strange(x) FROM guarded');
      expect([database.engine, answer.status, member(answer.body, 'errors', 0, 'message')]).toEqual([
        database.engine,
        422,
        'SQL statement contains disallowed function(s): strange',
      ]);
    }
  });
});

describe('F3: where writing is allowed', () => {
  beforeAll(async () => {
    for (const database of guarded.databases) await allowWriting(database, true);
  });
  afterAll(async () => {
    for (const database of guarded.databases) await allowWriting(database, false);
  });

  test.each([
    ["COPY guarded TO '/tmp/chartroom-stolen'", ['postgresql', 'duckdb']],
    ["COPY (SELECT 1) TO PROGRAM 'cat > /tmp/chartroom-stolen'", ['postgresql']],
    ["COPY guarded FROM PROGRAM 'id'", ['postgresql']],
    ["copy binary guarded from '/etc/hostname'", ['postgresql']],
    ['CREATE EXTENSION dblink', ['postgresql']],
    ["ALTER SYSTEM SET work_mem = '1GB'", ['postgresql']],
    ["LOAD 'x'", ['postgresql']],
    ['CREATE SERVER s FOREIGN DATA WRAPPER postgres_fdw', ['postgresql']],
    ["CREATE SECRET s (TYPE s3, KEY_ID 'x')", ['duckdb']],
    ["CREATE OR REPLACE PERSISTENT SECRET s (TYPE s3, KEY_ID 'x')", ['duckdb']],
    ['INSTALL httpfs', ['duckdb']],
    ['LOAD httpfs', ['duckdb']],
    ["ATTACH '/tmp/chartroom-stolen.db' AS stolen", ['duckdb', 'sqlite']],
    ["EXPORT DATABASE '/tmp/chartroom-stolen'", ['duckdb']],
    ["VACUUM INTO '/tmp/chartroom-stolen'", ['sqlite']],
    ["SELECT * FROM guarded INTO OUTFILE '/tmp/chartroom-stolen'", ['mariadb', 'clickhouse']],
    ["LOAD DATA INFILE '/etc/hostname' INTO TABLE guarded", ['mariadb']],
    ["INSTALL SONAME 'x'", ['mariadb']],
    ['SET GLOBAL max_connections = 7', ['mariadb']],
    ['SYSTEM RELOAD CONFIG', ['clickhouse']],
    ["CREATE TABLE stolen (x String) ENGINE = File('CSV')", ['clickhouse']],
    ["CREATE TABLE stolen (x String) ENGINE = URL('http://127.0.0.1:1/', 'CSV')", ['clickhouse']],
    [
      "CREATE DICTIONARY d (k UInt64) PRIMARY KEY k SOURCE(FILE(path '/etc/passwd' format 'CSV')) LAYOUT(FLAT())",
      ['clickhouse'],
    ],
    ["INSERT INTO guarded SELECT length(pg_read_file('/etc/passwd'))", ['postgresql']],
    ["CREATE TABLE stolen AS SELECT * FROM read_text('/etc/passwd')", ['duckdb']],
    ["INSERT INTO guarded SELECT length(load_file('/etc/passwd'))", ['mariadb']],
  ])('F3: %s reaches beyond the database and is refused', async (sql, engines) => {
    for (const database of guarded.of(...engines)) {
      const answer = await execute(house, database, sql);
      expect([database.engine, answer.status, answer.text]).toEqual([
        database.engine,
        expect.toSatisfy((status: number) => status === 403 || status === 422 || status === 400),
        expect.not.stringMatching(/root:/),
      ]);
      expect(await database.rows()).toEqual([1, 2, 3]);
    }
    expect((await readdir('/tmp')).filter((name) => name.startsWith('chartroom-stolen'))).toEqual([]);
  });

  test('F3: writing goes on, and a statement that reads is held to the list there too', async () => {
    for (const database of guarded.of('postgresql', 'sqlite', 'duckdb', 'mariadb')) {
      expect([
        database.engine,
        (await execute(house, database, 'UPDATE guarded SET x = x WHERE x > 0')).status,
      ]).toEqual([database.engine, 200]);
      expect([
        database.engine,
        (await execute(house, database, 'SELECT strange(x) FROM guarded')).status,
      ]).toEqual([database.engine, 422]);
    }
  });

  test('F2: who may not read all gets past no list by writing something besides', async () => {
    const [database] = guarded.of('postgresql');
    if (!database) return;
    const body = { database: database.id, schema: database.schema, table_name: 'guarded' };
    const id = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
    await openDataset(house, id, 'sql_lab');
    for (const [sql, status] of [
      ['UPDATE guarded SET x = x', 200],
      ['UPDATE guarded SET x = x + upper_part(x)', 403],
      ['UPDATE guarded SET x = x; SELECT * FROM peek()', 422],
      ['INSERT INTO guarded SELECT x FROM peek()', 403],
    ] as const) {
      const answer = await execute(house, database, sql, 'analyst');
      expect([sql, answer.status]).toEqual([sql, status]);
    }
  });
});

describe('F25: rules that are no condition', () => {
  async function ruled(): Promise<{ id: number; role: number }> {
    const body = {
      database: house.uploads,
      table_name: `ruled ${Date.now()}`,
      sql: "select 'y' as x union all select 'z'",
    };
    const id = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
    await openDataset(house, id, 'Gamma');
    const role = await house.services.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Gamma')
      .executeTakeFirstOrThrow();
    return { id, role: role.id };
  }

  test('F25: are refused when they are saved, with the reason', async () => {
    const { id, role } = await ruled();
    const save = (clause: string) =>
      house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', {
        body: { name: `rule ${clause}`, filter_type: 'Regular', tables: [id], roles: [role], clause },
      });
    for (const clause of [
      "x='y';",
      "x='y'; --",
      "x = 'y', x = 'z'",
      "(x = 'y'",
      "x = 'y')",
      "x = 'y') or (1 = 1",
      "x = 'y' union select 'z'",
      "x = 'y' limit 1",
      "x = = 'y'",
      "x = 'y' -- \r or 1 = 1",
      "x = 'open",
      'select 1',
      'drop table t',
      "x = strange('y')",
      "x = getenv('HOME')",
      '   ',
      '-- nothing',
    ]) {
      const answer = await save(clause);
      expect([clause, answer.status, member(answer.body, 'message', 'clause', 0)]).toEqual([
        clause,
        expect.toSatisfy((status: number) => status === 422 || status === 400),
        expect.any(String),
      ]);
    }
    for (const clause of [
      "x='y' -- all",
      "x in (select 'y')",
      "(x = 'y')",
      "x = 'y' /* ; */",
      "x <> 'a;b'",
    ]) {
      const answer = await save(clause);
      expect([clause, answer.status]).toEqual([clause, 201]);
    }
    const asked = { datasource: { id, type: 'table' }, queries: [{ columns: ['x'] }] };
    const answer = await house.as('gamma', 'POST', '/api/v1/chart/data', { body: asked });
    expect(member(answer.body, 'result', 0, 'data')).toEqual([{ x: 'y' }]);
  });

  test('F25: that were saved before fail by their number, and say nothing of themselves', async () => {
    const { id, role } = await ruled();
    const body = { name: 'old', filter_type: 'Regular', tables: [id], roles: [role], clause: "x = 'y'" };
    const rule = memberId((await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body })).body);
    await house.services.db
      .updateTable('row_rules')
      .set({ clause: "x='y';" })
      .where('id', '=', rule)
      .execute();
    house.services.sources.forget();
    const asked = { datasource: { id, type: 'table' }, queries: [{ columns: ['x'] }] };
    const answer = await house.as('gamma', 'POST', '/api/v1/chart/data', { body: asked });
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining(`The row rule ${rule} of this dataset cannot be used`),
    ]);
    expect(answer.text).not.toContain("'y'");
    expect((await house.as('admin', 'POST', '/api/v1/chart/data', { body: asked })).status).toBe(200);
  });
});
