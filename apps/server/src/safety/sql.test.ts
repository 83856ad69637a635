import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../testing/test-app.ts';
import { ALL, execute, type GuardedHouse, openGuardedHouse } from './guarded-databases.ts';

/** Numbers are those of the contract's catalogue of safety cases. */
let guarded: GuardedHouse;
let house: TestApp;
beforeAll(async () => {
  guarded = await openGuardedHouse({ CHARTROOM_PREVENT_UNSAFE_DB_CONNECTIONS: 'false' });
  house = guarded.house;
});
afterAll(() => guarded.close());

describe('S35, S36, S37, S50: SQL that would write, where writing is not allowed', () => {
  test.each([
    ['INSERT INTO guarded VALUES (4)', ALL],
    ['UPDATE guarded SET x = 0', ALL],
    ['DELETE FROM guarded', ALL],
    ['DELETE FROM guarded RETURNING x', ALL],
    ['TRUNCATE guarded', ['postgresql', 'duckdb', 'mariadb']],
    ['DROP TABLE guarded', ALL],
    ['ALTER TABLE guarded ADD COLUMN y INTEGER', ALL],
    ['CREATE TABLE other AS SELECT * FROM guarded', ALL],
    ['CREATE VIEW other AS SELECT * FROM guarded', ALL],
    ['CREATE INDEX i ON guarded (x)', ALL],
    ['REPLACE INTO guarded VALUES (4)', ['sqlite', 'mariadb']],
    [
      'MERGE INTO guarded USING (SELECT 1 AS y) s ON x = y WHEN MATCHED THEN DELETE',
      ['postgresql', 'duckdb'],
    ],
    ['WITH gone AS (DELETE FROM guarded RETURNING x) SELECT * FROM gone', ['postgresql']],
    ['WITH a AS (SELECT 1) DELETE FROM guarded', ALL],
    ['SELECT * INTO other FROM guarded', ['postgresql']],
    ['EXPLAIN ANALYZE DELETE FROM guarded', ['postgresql', 'duckdb']],
    ['EXPLAIN (ANALYZE) DELETE FROM guarded', ['postgresql']],
    ['DO $$ BEGIN DELETE FROM guarded; END $$', ['postgresql']],
    ['SELECT sneak()', ['postgresql']],
    ['CALL sneak()', ['postgresql']],
    ['PREPARE p AS DELETE FROM guarded', ['postgresql', 'duckdb']],
    ["COPY guarded FROM '/etc/hostname'", ['postgresql', 'duckdb']],
    ["COPY guarded TO PROGRAM 'touch /tmp/x'", ['postgresql']],
    ["COPY guarded TO 'stolen.csv'", ['postgresql', 'duckdb']],
    ['GRANT ALL ON guarded TO PUBLIC', ['postgresql']],
    ['LOCK TABLE guarded', ['postgresql']],
    ['VACUUM', ALL],
    ['PRAGMA user_version = 7', ['sqlite']],
    ['SET TRANSACTION READ WRITE', ['postgresql', 'mariadb']],
    ['SELECT 1 /*!50000 ; DELETE FROM guarded */', ['mariadb']],
    ['/*M!100000 DELETE FROM guarded */', ['mariadb']],
    ["EXECUTE IMMEDIATE 'DELETE FROM guarded'", ['mariadb']],
    ['BEGIN NOT ATOMIC DELETE FROM guarded; END', ['mariadb']],
    ["SELECT * FROM guarded INTO OUTFILE '/tmp/stolen.csv'", ['mariadb']],
    ['SELECT x FROM guarded INTO @x', ['mariadb']],
    ["LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE guarded", ['mariadb']],
    ['SET GLOBAL max_connections = 1', ['mariadb']],
    ['RENAME TABLE guarded TO other', ['mariadb']],
    ['LOCK TABLES guarded WRITE', ['mariadb']],
    ['EXPLAIN DELETE FROM guarded', ['mariadb']],
    ['ANALYZE DELETE FROM guarded', ['mariadb']],
    ['ALTER TABLE guarded DELETE WHERE 1', ['clickhouse']],
    ['OPTIMIZE TABLE guarded', ['clickhouse']],
    ['RENAME TABLE guarded TO other', ['clickhouse']],
    ['EXCHANGE TABLES guarded AND joined', ['clickhouse']],
    ['DETACH TABLE guarded', ['clickhouse']],
    ['TRUNCATE TABLE guarded', ['clickhouse']],
    ['DELETE FROM guarded WHERE 1 SETTINGS readonly = 0', ['clickhouse']],
    ['INSERT INTO guarded SELECT 4', ['clickhouse']],
    ['INSERT INTO guarded FORMAT CSV 4', ['clickhouse']],
    ["INSERT INTO FUNCTION file('stolen.csv') SELECT * FROM guarded", ['clickhouse']],
    ["SELECT * FROM guarded INTO OUTFILE 'stolen.csv'", ['clickhouse']],
    ["SELECT * FROM guarded INTO OUTFILE 'stolen.csv' TRUNCATE FORMAT CSV", ['clickhouse']],
    ['SELECT 1 SETTINGS readonly = 0', ['clickhouse']],
    ['SELECT 1 SETTINGS max_execution_time = 0', ['clickhouse']],
    ['SELECT 1 FORMAT Pretty', ['clickhouse']],
    ['SELECT 1 LIMIT 1 SETTINGS readonly = 0', ['clickhouse']],
    ["SELECT 1 LIMIT 1 INTO OUTFILE 'stolen.csv'", ['clickhouse']],
    ['SELECT 1 LIMIT 1 FORMAT Pretty', ['clickhouse']],
    ['EXPLAIN SELECT 1 SETTINGS readonly = 0', ['clickhouse']],
    ['EXPLAIN SELECT 1 FORMAT Pretty', ['clickhouse']],
    ['SET readonly = 0', ['clickhouse']],
    ['SYSTEM STOP MERGES', ['clickhouse']],
    ['SYSTEM SHUTDOWN', ['clickhouse']],
    ['/* x */ SYSTEM RELOAD CONFIG', ['clickhouse']],
    ['KILL QUERY WHERE 1', ['clickhouse']],
    ['CREATE USER thief', ['clickhouse']],
    ["CREATE FUNCTION f AS x -> x + 1; SELECT f('x')", ['clickhouse']],
    [
      "CREATE DICTIONARY d (k UInt64) PRIMARY KEY k SOURCE(FILE(path '/etc/passwd' format 'CSV')) LAYOUT(FLAT())",
      ['clickhouse'],
    ],
    ['EXPLAIN SYNTAX DELETE FROM guarded WHERE 1', ['clickhouse']],
    ['WATCH guarded', ['clickhouse']],
    ['USE system', ['clickhouse']],
    ["BACKUP TABLE guarded TO File('stolen')", ['clickhouse']],
    ['BEGIN; DELETE FROM guarded; COMMIT', ALL],
    ['COMMIT; DELETE FROM guarded', ALL],
    ['SELECT 1; DELETE FROM guarded', ALL],
    ['SELECT 1 /* ; */ ; -- x\n DELETE FROM guarded; SELECT 2', ALL],
    ["SELECT 'a;' ; DROP TABLE guarded --", ALL],
    ["ATTACH 'other.db' AS other", ['sqlite', 'duckdb']],
    ["VACUUM INTO 'stolen.db'", ['sqlite']],
    ['SELECT FORM guarded', ALL],
    ['DELET FROM guarded', ALL],
    ["SELECT 'open", ALL],
    ['SELECT * FROM guarded WHERE (x = 1', ALL],
    ['', ALL],
    ['-- nothing', ALL],
  ])('S35: %s', async (sql, engines) => {
    const listing = async () => (await readdir(house.services.config.HOME)).sort();
    const files = await listing();
    for (const database of guarded.of(...engines)) {
      const answer = await execute(house, database, sql);
      expect([database.engine, answer.status >= 400 && answer.status < 500, answer.text]).toEqual([
        database.engine,
        true,
        expect.stringContaining('error_type'),
      ]);
      expect(await database.rows()).toEqual([1, 2, 3]);
    }
    expect(await listing()).toEqual(files);
  });

  test('S50: reading only still holds after attempts to change it', async () => {
    for (const database of guarded.databases) {
      for (const sql of [
        'SET default_transaction_read_only = off',
        'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE',
        'BEGIN',
        'ROLLBACK',
      ]) {
        for (let tries = 0; tries < 8; tries += 1) await execute(house, database, sql);
      }
      expect((await execute(house, database, 'DELETE FROM guarded')).status).toBe(403);
      expect((await execute(house, database, 'SELECT x FROM guarded ORDER BY x')).body).toMatchObject({
        data: [{ x: 1 }, { x: 2 }, { x: 3 }],
      });
      expect(await database.rows()).toEqual([1, 2, 3]);
    }
  });

  test('S35: what writes is no dataset either', async () => {
    for (const database of guarded.databases) {
      for (const sql of [
        'DELETE FROM guarded',
        'SELECT 1; DELETE FROM guarded',
        'WITH d AS (DELETE FROM guarded RETURNING x) SELECT * FROM d',
      ]) {
        const body = {
          database: database.id,
          table_name: `${database.engine} ${sql}`,
          sql,
          schema: database.schema,
        };
        const answer = await house.as('admin', 'POST', '/api/v1/dataset/', { body });
        expect([sql, answer.status >= 400 && answer.status < 500]).toEqual([sql, true]);
      }
      expect(await database.rows()).toEqual([1, 2, 3]);
    }
  });
});

describe('S39, S41, S42, S43: what the engine could reach', () => {
  test.each([
    ["SELECT * FROM read_text('/etc/passwd')", ['duckdb']],
    ["SELECT * FROM READ_TEXT/**/('/etc/passwd')", ['duckdb']],
    ['SELECT * FROM "read_text"(\'/etc/passwd\')', ['duckdb']],
    ["SELECT * FROM main.read_csv('/etc/passwd')", ['duckdb']],
    ["SELECT * FROM '/etc/passwd'", ['duckdb']],
    ["FROM 'records.sqlite'", ['duckdb']],
    ["SELECT * FROM sniff_csv('/etc/passwd')", ['duckdb']],
    ["SELECT * FROM glob('*')", ['duckdb']],
    ["SELECT getenv('HOME')", ['duckdb']],
    ["SELECT * FROM query('SELECT 1')", ['duckdb']],
    ["SELECT * FROM query_table('guarded')", ['duckdb']],
    ['SELECT * FROM duckdb_settings()', ['duckdb']],
    ['SELECT * FROM duckdb_secrets()', ['duckdb']],
    ['PRAGMA database_list', ['duckdb', 'sqlite']],
    ['SELECT * FROM pragma_database_list', ['duckdb', 'sqlite']],
    ["SET memory_limit = '1TB'", ['duckdb']],
    ['RESET memory_limit', ['duckdb']],
    ['SET lock_configuration = false', ['duckdb']],
    ['INSTALL httpfs', ['duckdb']],
    ['LOAD httpfs', ['duckdb']],
    ["CREATE SECRET s (TYPE s3, KEY_ID 'x')", ['duckdb']],
    ["SELECT load_extension('x')", ['sqlite']],
    ["SELECT readfile('/etc/passwd')", ['sqlite']],
    ['PRAGMA writable_schema = 1', ['sqlite']],
    ["SELECT pg_read_file('/etc/passwd')", ['postgresql']],
    ["SELECT PG_READ_FILE/**/('/etc/passwd')", ['postgresql']],
    ['SELECT "pg_read_file"(\'/etc/passwd\')', ['postgresql']],
    ["SELECT pg_catalog.pg_read_file('/etc/passwd')", ['postgresql']],
    ['SELECT pg_catalog . "pg_read_file" -- x\n (\'/etc/passwd\')', ['postgresql']],
    ['SELECT U&"pg_re\\0061d_file"(\'/etc/passwd\')', ['postgresql']],
    ["SELECT 1 -- x\r, pg_read_file('/etc/passwd')", ['postgresql']],
    ['SELECT pg_sleep(100)', ['postgresql']],
    ["SELECT LOAD_FILE('/etc/passwd')", ['mariadb']],
    ["SELECT `load_file`('/etc/passwd')", ['mariadb']],
    ['SELECT LOAD_FILE /* x */ (CHAR(47,101,116,99,47,112,97,115,115,119,100))', ['mariadb']],
    ['SELECT SLEEP(100)', ['mariadb']],
    ['SELECT BENCHMARK(1000000000, 1)', ['mariadb']],
    ["SELECT GET_LOCK('x', 100)", ['mariadb']],
    ["SELECT * FROM file('/etc/passwd', 'LineAsString')", ['clickhouse']],
    ["SELECT file('/etc/passwd')", ['clickhouse']],
    ['SELECT * FROM FILE/**/(\'/etc/passwd\', "LineAsString")', ['clickhouse']],
    ["SELECT * FROM `file`('/etc/passwd', 'LineAsString')", ['clickhouse']],
    ["SELECT * FROM \"fi\\x6ce\"('/etc/passwd', 'LineAsString')", ['clickhouse']],
    ['SELECT "vers\\x69on"()', ['clickhouse']],
    ["SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')", ['clickhouse']],
    ["SELECT * FROM s3('http://127.0.0.1:1/b/x.csv')", ['clickhouse']],
    ["SELECT * FROM remote('127.0.0.1:1', system.one)", ['clickhouse']],
    ["SELECT * FROM remoteSecure('127.0.0.1:1', system.one)", ['clickhouse']],
    ["SELECT * FROM cluster('default', system.one)", ['clickhouse']],
    ["SELECT * FROM mysql('127.0.0.1:1', 'd', 't', 'u', 'p')", ['clickhouse']],
    ["SELECT * FROM postgresql('127.0.0.1:1', 'd', 't', 'u', 'p')", ['clickhouse']],
    ["SELECT * FROM executable('x.sh', 'CSV', 'x String')", ['clickhouse']],
    ["SELECT * FROM input('x String')", ['clickhouse']],
    ["SELECT * FROM merge(REGEXP('.*'), 'guarded')", ['clickhouse']],
    ["SELECT * FROM dictionary('words')", ['clickhouse']],
    ["SELECT * FROM icebergLocal('/etc')", ['clickhouse']],
    ["SELECT * FROM viewExplain('EXPLAIN', '', (SELECT 1))", ['clickhouse']],
    ["SELECT getClientHTTPHeader('Authorization')", ['clickhouse']],
    ["SELECT getSetting('readonly')", ['clickhouse']],
    ['SELECT currentUser()', ['clickhouse']],
    ['SELECT version()', ['clickhouse']],
    ['SELECT sleep(3)', ['clickhouse']],
    ["SELECT set_config('default_transaction_read_only', 'off', false)", ['postgresql']],
    ["SELECT query_to_xml('DELETE FROM guarded', true, true, '')", ['postgresql']],
    ["SELECT * FROM dblink('x', 'y')", ['postgresql']],
    ["SELECT lo_import('/etc/passwd')", ['postgresql']],
    ['SELECT version()', ['postgresql']],
    ['SELECT current_user', ['postgresql']],
  ])('S43: %s', async (sql, engines) => {
    for (const database of guarded.of(...engines)) {
      const answer = await execute(house, database, sql);
      expect([database.engine, answer.status]).toEqual([
        database.engine,
        expect.toSatisfy((status: number) => status >= 400 && status < 500),
      ]);
      expect(answer.text).not.toMatch(/root:|\/tmp\/chartroom/);
    }
  });

  test.each([
    'sqlite:///records.sqlite',
    'sqlite:///./records.sqlite',
    'sqlite:///x/../records.sqlite',
    'sqlite:///RECORDS.SQLITE',
    'sqlite:////etc/passwd',
    'sqlite:///../../etc/passwd',
    'sqlite+pysqlite:///records.sqlite',
    'SQLITE:///records.sqlite',
    'duckdb:///records.sqlite',
    'duckdb:///secret.key',
    'sqlite:///file:records.sqlite?mode=ro&uri=true',
    'sqlite:///records.sqlite?mode=ro',
    'sqlite:///records%2Esqlite',
    'sqlite:///file:..%2Frecords.sqlite',
    'sqlite:///FILE:records.sqlite',
    'duckdb:///file:records.sqlite',
    'duckdb:///sqlite:records.sqlite',
    'file:///etc/passwd',
  ])('S42: the records cannot be connected as %s', async (sqlalchemy_uri) => {
    const body = { database_name: `own ${sqlalchemy_uri}`, sqlalchemy_uri, expose_in_sqllab: true };
    const tried = await house.as('admin', 'POST', '/api/v1/database/test_connection/', { body });
    expect(tried.status).toBeGreaterThanOrEqual(400);
    const made = await house.as('admin', 'POST', '/api/v1/database/', { body });
    expect(made.status).toBeGreaterThanOrEqual(400);
    expect(tried.status).toBeLessThan(500);
    expect(made.text).not.toContain(house.services.config.HOME);
  });
});
