import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunOptions } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { isReachable, SERVERS } from '../testing/reachable-server.ts';
import { beginStatements } from './checkout.ts';
import { mysqlDialect } from './dialect.ts';
import { mysql } from './index.ts';

const MARIADB = SERVERS.MariaDB.uri;
const live = () => new AbortController().signal;
const open = (uri: string) => mysql.open({ uri, extra: {}, home: '' });

describe.runIf(await isReachable('MariaDB', 'what is special about it'))('MariaDB', () => {
  const session = open(MARIADB);
  const home = new URL(MARIADB).pathname.slice(1);
  const table = `mysql_session_${process.pid}`;
  const ask = async (sql: string, options: Partial<RunOptions> = {}) =>
    readRows(await session.run(sql, { signal: live(), timeoutMs: 20_000, readOnly: true, ...options }));
  const write = (sql: string, options: Partial<RunOptions> = {}) => ask(sql, { ...options, readOnly: false });
  const rows = () => ask(`SELECT a FROM ${table} ORDER BY a`);

  beforeAll(async () => {
    await write(`CREATE OR REPLACE TABLE ${table} (a INT, seen DATETIME(6), day DATE)`);
    await write(
      `INSERT INTO ${table} VALUES (1, '2024-02-29 13:14:15.123456', '2024-02-29'), (2, NULL, NULL)`,
    );
  });
  afterAll(async () => {
    await write(`DROP TABLE IF EXISTS ${table}`);
    await session.close();
  });

  test.each([
    'SET STATEMENT tx_read_only = 0 FOR DELETE FROM {t}',
    'SET GLOBAL max_connections = 200',
    'SET @a = 1, GLOBAL max_connections = 200',
    "EXECUTE IMMEDIATE 'BEGIN NOT ATOMIC COMMIT; SET SESSION TRANSACTION READ WRITE; DELETE FROM {t}; END'",
    'BEGIN NOT ATOMIC COMMIT; SET SESSION TRANSACTION READ WRITE; DELETE FROM {t}; END',
    '# a comment\n(/* another */ BEGIN NOT ATOMIC DELETE FROM {t}; END)',
    '/*!50000 DELETE FROM {t} */',
    'SELECT 1 /*M!100101 INTO OUTFILE "/tmp/never" */',
    "SELECT a FROM {t} INTO OUTFILE '/tmp/never-written'",
    "SELECT a FROM {t} LIMIT 1 INTO /* */ dumpfile '/tmp/never-written'",
    'ANALYZE DELETE FROM {t}',
    'CREATE TEMPORARY TABLE mine (a INT)',
    "LOAD DATA INFILE '/etc/passwd' INTO TABLE {t}",
    'LOCK TABLES {t} WRITE',
    'REPLACE INTO {t} (a) VALUES (3)',
    'SELECT a FROM {t} FOR UPDATE',
  ])('reading refuses: %s', async (sql) => {
    await expect(ask(sql.replace('{t}', table))).rejects.toMatchObject({ status: 400 });
    expect(await rows()).toEqual([[1], [2]]);
  });

  test('F25: a procedure answers the rows of its first result, as they are', async () => {
    const name = `mysql_called_${process.pid}`;
    await write(
      `CREATE OR REPLACE PROCEDURE ${name}() BEGIN SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, 'y'; SELECT 3.5 AS c; END`,
    );
    expect(await write(`CALL ${name}()`)).toEqual([
      [1, 'x'],
      [2, 'y'],
    ]);
    await write(`DROP PROCEDURE ${name}`);
    expect(await write('DO 1')).toEqual([]);
  });

  test.each([
    ['SET @own := 1', []],
    ['SELECT \'INTO OUTFILE\', "BEGIN" /* KILL */', [['INTO OUTFILE', 'BEGIN']]],
    ['(SELECT 1)', [[1]]],
    ['ANALYZE SELECT 1', [expect.arrayContaining(['SIMPLE'])]],
  ])('reading takes: %s', async (sql, expected) => {
    expect(await ask(sql)).toEqual(expected);
  });

  test('files of this machine are never sent', async () => {
    await expect(
      write(`LOAD DATA LOCAL INFILE '${import.meta.filename}' INTO TABLE ${table} (a)`),
    ).rejects.toMatchObject({ status: 400 });
    expect(await rows()).toEqual([[1], [2]]);
  });

  test('what a statement changes in its session ends with it', async () => {
    const around = () => ask('SELECT DATABASE(), @left_over, @@sql_mode LIKE "%ANSI%", @@session.time_zone');
    const before = await around();
    for (const sql of [
      'USE information_schema',
      'SET @left_over := 1',
      "SET SESSION sql_mode = 'ANSI'",
      "SET time_zone = '+05:00'",
    ]) {
      for (let round = 0; round < 8; round++) await write(sql);
    }
    expect(await around()).toEqual(before);
    expect(before[0]?.slice(0, 3)).toEqual([home, null, 0]);
  });

  test('another database is selected for one statement', async () => {
    expect(await ask('SELECT DATABASE()', { schema: 'information_schema' })).toEqual([
      ['information_schema'],
    ]);
    expect(await ask('SELECT DATABASE()')).toEqual([[home]]);
    const url = new URL(MARIADB);
    url.pathname = '/';
    const other = open(url.href);
    const place = async (schema?: string) =>
      readRows(
        await other.run('SELECT DATABASE()', {
          signal: live(),
          timeoutMs: 20_000,
          readOnly: true,
          ...(schema && { schema }),
        }),
      );
    expect(await place(home)).toEqual([[home]]);
    expect(await place()).toEqual([[null]]);
    expect(await other.defaultSchema()).toBeNull();
    await other.close();
  });

  test('the server itself knows the limits, should this process end first', async () => {
    const limits = '@@tx_read_only, @@max_statement_time';
    const at = async (options: Partial<RunOptions>) =>
      (await ask(`SELECT ${limits}`, options)).flat().map(Number);
    expect(await at({ timeoutMs: 2_500 })).toEqual([1, 3.5]);
    expect(await at({ timeoutMs: Number.POSITIVE_INFINITY, readOnly: false })).toEqual([0, 0]);
  });

  test('leaving the rows of a statement that may write is no error', async () => {
    expect((await write('SELECT seq FROM seq_0_to_1000000', { maxRows: 5 })).length).toBe(5);
  });

  test('what is cancelled or left ends on the server', async () => {
    const mark = `left_${process.pid}`;
    const abort = new AbortController();
    const running = ask(
      `SELECT /* ${mark} */ count(*) FROM seq_1_to_100000000 a, seq_1_to_100000 b WHERE a.seq * b.seq % 7 = 3`,
      {
        signal: abort.signal,
      },
    );
    setTimeout(() => abort.abort(new Error('stop')), 300);
    await expect(running).rejects.toThrow('stop');
    await ask(`SELECT /* ${mark} */ seq FROM seq_0_to_10000000`, { maxRows: 1 });
    const look = () =>
      ask(
        `SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%${mark}%' AND id <> CONNECTION_ID()`,
      );
    await expect.poll(look, { timeout: 2_000 }).toEqual([[0]]);
  });

  test('a server that reads quotes in another way is told to read them as the dialect says', async () => {
    const connection = await createConnection(MARIADB);
    const text = 'a\\\' " b';
    const sql = `SELECT ${mysqlDialect.quoteString(text)} AS a, "text" AS b`;
    try {
      await connection.query("SET SESSION sql_mode = 'ORACLE,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES'");
      await expect(connection.query(sql)).rejects.toThrow();
      const options = {
        signal: live(),
        readOnly: true,
        timeoutMs: 5_000,
        database: [home],
        transactions: true,
      };
      for (const statement of beginStatements(options)) await connection.query(statement);
      expect((await connection.query(sql))[0]).toEqual([{ a: text, b: 'text' }]);
      expect((await connection.query('SELECT @@sql_mode LIKE "%STRICT_ALL_TABLES%" AS strict'))[0]).toEqual([
        { strict: 1 },
      ]);
    } finally {
      await connection.end();
    }
  });

  test('a database of a catalog is named by both', () => {
    const options = { signal: live(), readOnly: true, timeoutMs: 5_000, transactions: false };
    expect(beginStatements({ ...options, database: ['cat', 'd`b'] })[0]).toBe('USE `cat`.`d``b`');
    expect(beginStatements({ ...options, database: [] })).toEqual(['SET NAMES utf8mb4']);
  });

  test.each(Object.entries(mysqlDialect.grains))('grain %s', async (_, expression) => {
    const answer = await ask(
      `SELECT ${expression.replaceAll('{col}', 'seen')}, ${expression.replaceAll('{col}', 'day')} FROM ${table} WHERE a = 1`,
    );
    for (const cell of answer.flat())
      expect(Number(cell)).toBeLessThanOrEqual(Date.UTC(2024, 1, 29, 13, 14, 15));
    expect(answer.flat().every((cell) => Number(cell) >= Date.UTC(2024, 0, 1))).toBe(true);
  });

  test('literals and epochs are moments to the server', async () => {
    const ms = Date.UTC(2024, 1, 29, 13, 14, 15) + 123.456;
    const literal = (type: string) => mysqlDialect.dateTimeLiteral(ms, type) ?? '';
    expect(
      await ask(`SELECT a FROM ${table} WHERE seen = ${literal('DATETIME(6)')} AND day = ${literal('DATE')}`),
    ).toEqual([[1]]);
    const [row] = await ask(
      `SELECT UNIX_TIMESTAMP(${mysqlDialect.epochSeconds?.replace('{col}', '1700000000')}), UNIX_TIMESTAMP(${mysqlDialect.epochMilliseconds?.replace('{col}', '1700000000500')})`,
    );
    expect(row?.map(Number)).toEqual([1_700_000_000, 1_700_000_000.5]);
  });

  test('a label with emoji has an alias that the server takes', async () => {
    const alias = mysqlDialect.mutateLabel?.('sold 🙂') ?? '';
    expect(alias).toBe('sold _1f642');
    expect(
      await ask(
        `SELECT a AS ${mysqlDialect.quoteIdentifier(alias)} FROM ${table} ORDER BY ${mysqlDialect.quoteIdentifier(alias)} LIMIT 1`,
      ),
    ).toEqual([[1]]);
  });

  test('keys, comments and types are described', async () => {
    const [one, two] = [`${table}_one`, `${table}_two`];
    try {
      await write(
        `CREATE OR REPLACE TABLE ${one} (a INT NOT NULL, b INT, c ENUM('x', 'Y, unsigned') COMMENT 'of c', d DECIMAL(10,2) UNSIGNED, e VARCHAR(9) DEFAULT 'NULL', PRIMARY KEY (b, a)) COMMENT 'of the table'`,
      );
      await write(
        `CREATE OR REPLACE TABLE ${two} (a INT, b INT, CONSTRAINT ${two}_key FOREIGN KEY (b, a) REFERENCES ${one} (b, a))`,
      );
      const described = await session.describe({ table: one });
      expect(described).toMatchObject({
        primaryKey: { column_names: ['b', 'a'] },
        comment: 'of the table',
        foreignKeys: [],
        indexes: [],
      });
      expect(described.columns.map(({ nativeType }) => nativeType.replace('INT(11)', 'INT'))).toEqual([
        'INT',
        'INT',
        "ENUM('x','Y, unsigned')",
        'DECIMAL(10, 2) UNSIGNED',
        'VARCHAR(9)',
      ]);
      expect(described.columns.map(({ comment }) => comment)).toEqual([null, null, 'of c', null, null]);
      expect((await session.describe({ table: two, schema: home })).foreignKeys).toEqual([
        {
          name: `${two}_key`,
          column_names: ['b', 'a'],
          referred_schema: home,
          referred_table: one,
          referred_columns: ['b', 'a'],
        },
      ]);
    } finally {
      await write(`DROP TABLE IF EXISTS ${two}, ${one}`);
    }
  });
});
