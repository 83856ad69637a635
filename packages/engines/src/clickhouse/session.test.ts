import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { labelAlias } from '@chartroom/query';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunOptions, Session } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { isReachable, SERVERS } from '../testing/reachable-server.ts';
import { clickhouseDialect } from './dialect.ts';
import { clickhouse, clickhouseConnect } from './index.ts';

const { uri } = SERVERS.ClickHouse;
const live = () => new AbortController().signal;
const defaults = { timeoutMs: 20_000, readOnly: true };
const open = (change: (url: URL) => void = () => undefined): Session => {
  const url = new URL(uri);
  change(url);
  return clickhouseConnect.open({ uri: url.href, extra: {}, home: '' });
};

describe.runIf(await isReachable('ClickHouse', 'what is special about it'))('ClickHouse', () => {
  const session = open();
  const table = `clickhouse_session_${process.pid}`;
  const askOf = async (asked: Session, sql: string, options: Partial<RunOptions> = {}) =>
    readRows(await asked.run(sql, { signal: live(), ...defaults, ...options }));
  const ask = (sql: string, options: Partial<RunOptions> = {}) => askOf(session, sql, options);
  const write = (sql: string) => ask(sql, { readOnly: false });
  const rows = () => ask(`SELECT a FROM ${table} ORDER BY a`);

  beforeAll(async () => {
    await write(`DROP TABLE IF EXISTS ${table}`);
    await write(
      `CREATE TABLE ${table} (a Int32, seen DateTime, exact DateTime64(6), day Date) ENGINE = MergeTree ORDER BY a`,
    );
    await write(
      `INSERT INTO ${table} VALUES (1, '2024-02-29 13:14:15', '2024-02-29 13:14:15.123456', '2024-02-29'), (2, 0, 0, 0)`,
    );
    const known = (await ask('SELECT name FROM system.users')).flat();
    for (const [name, readonly] of Object.entries({ fixed: 1, reading: 2 })) {
      if (known.includes(name)) continue;
      await write(
        `CREATE USER ${name} IDENTIFIED WITH plaintext_password BY 'chartroom' SETTINGS readonly = ${readonly}`,
      );
      await write(`GRANT SELECT ON *.* TO ${name}`);
    }
  });
  afterAll(async () => {
    await write(`DROP TABLE IF EXISTS ${table}`);
    await session.close();
  });

  test.each([
    'SYSTEM STOP MERGES',
    '(/* a comment */ SYSTEM STOP MERGES)',
    '# a comment\nKILL QUERY WHERE 1 ASYNC',
    'SET max_execution_time = 0',
    'USE system',
    'OPTIMIZE TABLE {t}',
    'ALTER TABLE {t} DELETE WHERE 1',
    'TRUNCATE TABLE {t}',
    'CREATE TEMPORARY TABLE mine (a Int32)',
    "INSERT INTO FUNCTION file('never-written.csv') SELECT 1",
    "SELECT * FROM url('http://127.0.0.1:1/', CSV, 'a Int32')",
    "SELECT * FROM file('/etc/passwd', LineAsString)",
    "SELECT 1 INTO OUTFILE '/tmp/never-written'",
    'SELECT 1 SETTINGS max_memory_usage = 123456789',
    'SELECT 1 SETTINGS readonly = 0',
  ])('reading refuses: %s', async (sql) => {
    await expect(ask(sql.replace('{t}', table))).rejects.toMatchObject({ status: 400 });
    expect(await rows()).toEqual([[1], [2]]);
  });

  test('an answer in another format is refused by name', async () => {
    await expect(ask('SELECT 1 FORMAT CSV')).rejects.toThrow('asks for the format CSV');
    expect(await ask('SELECT 1')).toEqual([[1]]);
  });

  test('what is cancelled, left or too slow ends on the server', async () => {
    const mark = `left_${process.pid}`;
    const sql = `SELECT /* ${mark} */ count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1`;
    const abort = new AbortController();
    const running = ask(sql, { signal: abort.signal });
    const look = () =>
      ask(
        `SELECT count() FROM system.processes WHERE query LIKE '%${mark}%' AND query NOT LIKE '%system.processes%'`,
      );
    await expect.poll(look, { timeout: 5_000 }).toEqual([[1]]);
    abort.abort(new Error('stop'));
    await expect(running).rejects.toThrow('stop');
    await expect.poll(look, { timeout: 2_000 }).toEqual([[0]]);
    await ask(`SELECT /* ${mark} */ number FROM numbers(1000000000)`, { maxRows: 1 });
    await expect.poll(look, { timeout: 2_000 }).toEqual([[0]]);
    await expect(ask(sql, { timeoutMs: 200 })).rejects.toMatchObject({ status: 408 });
    await expect.poll(look, { timeout: 2_000 }).toEqual([[0]]);
  });

  test('a statement that writes is cancelled as well, however early', async () => {
    const mark = `early_${process.pid}`;
    const look = () =>
      ask(
        `SELECT count() FROM system.processes WHERE query LIKE '%${mark}%' AND query NOT LIKE '%system.processes%'`,
      );
    for (const delay of [0, 1, 5, 20]) {
      const abort = new AbortController();
      const sql = `INSERT INTO ${table} (a) SELECT /* ${mark} */ number FROM numbers(1000000000000) WHERE sipHash64(number) = 1`;
      const running = ask(sql, { signal: abort.signal, readOnly: false });
      void setTimeout(delay).then(() => abort.abort(new Error('stop')));
      await expect(running).rejects.toThrow('stop');
      await expect.poll(look, { timeout: 2_000 }).toEqual([[0]]);
    }
  });

  test('the server waits for a slow reader', async () => {
    const mark = `slow_${process.pid}`;
    const result = await session.run(`SELECT /* ${mark} */ number, repeat('x', 100) FROM numbers(50000000)`, {
      signal: live(),
      ...defaults,
    });
    const look = () =>
      ask(
        `SELECT read_rows FROM system.processes WHERE query LIKE '%${mark}%' AND query NOT LIKE '%system.processes%'`,
      );
    for await (const batch of result.batches) {
      expect(batch.length).toBeGreaterThan(0);
      await setTimeout(500);
      const before = await look();
      await setTimeout(500);
      expect(await look()).toEqual(before);
      expect(Number(before[0]?.[0])).toBeLessThan(5_000_000);
      break;
    }
  });

  test('the server itself knows the limits, should this process end first', async () => {
    const at = async (options: Partial<RunOptions>) =>
      (await ask("SELECT getSetting('readonly'), getSetting('max_execution_time')", options))[0]?.map(Number);
    expect(await at({ timeoutMs: 2_500 })).toEqual([1, 4]);
    expect(await at({ timeoutMs: Number.POSITIVE_INFINITY, readOnly: false })).toEqual([0, 0]);
  });

  test.each(['fixed', 'reading'])(
    'an account whose settings are %s is read with the settings it has',
    async (name) => {
      const other = open((url) => (url.username = name));
      expect(
        await askOf(other, "SELECT currentUser(), getSetting('readonly') > 0, 18446744073709551615"),
      ).toEqual([[name, 1, 18446744073709551615n]]);
      const abort = new AbortController();
      const running = askOf(other, 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 2', {
        signal: abort.signal,
      });
      void setTimeout(300).then(() => abort.abort(new Error('stop')));
      await expect(running).rejects.toThrow('stop');
      const look = () => ask(`SELECT count() FROM system.processes WHERE user = '${name}'`);
      await expect.poll(look, { timeout: 2_000 }).toEqual([[0]]);
      await other.close();
    },
  );

  test('bytes that are no text, double names, long rows and escapes', async () => {
    expect(await ask("SELECT unhex('ff'), 'é', 1, '\\u2028'")).toEqual([['[bytes]', 'é', 1, '\\u2028']]);
    expect(
      (await session.run('SELECT 1, 1, 1', { signal: live(), ...defaults })).columns.map(({ name }) => name),
    ).toEqual(['1', '1', '1']);
    const [row] = await ask(
      "SELECT repeat('é\"\\\\', 1000000), '\\0\\b\\t\\r\\n', [('a]\"', map('k}', [1]))]",
    );
    expect(row).toEqual(['é"\\'.repeat(1_000_000), '\0\b\t\r\n', '[["a]\\"",{"k}":[1]}]]']);
  });

  test('another database is selected for one statement', async () => {
    expect(await ask('SELECT currentDatabase()', { schema: 'system' })).toEqual([['system']]);
    expect(await ask('SELECT currentDatabase()')).toEqual([[new URL(uri).pathname.slice(1)]]);
    const other = open((url) => (url.pathname = ''));
    expect(await other.defaultSchema()).toBe('default');
    await other.close();
  });

  test.each([7, 400_000])(
    'F25: a connection that breaks after %i bytes of an answer is 503, and the next query heals',
    async (bytes) => {
      const { hostname, port } = new URL(uri);
      let broken = false;
      const proxy = createServer((client) => {
        const real = new Socket().connect(Number(port || 8123), hostname);
        let passed = 0;
        client.on('error', () => real.destroy()).on('close', () => real.destroy());
        real.on('error', () => client.destroy()).on('close', () => client.destroy());
        client.pipe(real);
        real.on('data', (data) => {
          passed += data.length;
          if (broken || passed < bytes + 1_000) client.write(data);
          else {
            broken = true;
            client.write(data.subarray(0, Math.max(0, data.length - (passed - bytes - 1_000))), () =>
              client.resetAndDestroy(),
            );
          }
        });
      }).listen(0, '127.0.0.1');
      await once(proxy, 'listening');
      const address = proxy.address();
      const other = open(
        (url) => (url.port = address !== null && typeof address === 'object' ? String(address.port) : ''),
      );
      await expect(askOf(other, 'SELECT number FROM numbers(1000000)')).rejects.toMatchObject({
        status: 503,
      });
      expect(broken).toBe(true);
      expect((await askOf(other, 'SELECT number FROM numbers(100000)')).length).toBe(100_000);
      await other.close();
      proxy.close();
    },
  );

  test.each(Object.entries(clickhouseDialect.grains))('grain %s', async (_, expression) => {
    const cells = ['seen', 'exact', 'day'].map((column) => expression.replaceAll('{col}', column)).join(', ');
    const [row] = await ask(`SELECT ${cells} FROM ${table} WHERE a = 1`);
    for (const cell of row ?? []) expect(Number(cell)).toBeLessThanOrEqual(Date.UTC(2024, 1, 29, 13, 14, 15));
    expect(row?.every((cell) => Number(cell) >= Date.UTC(2024, 0, 1))).toBe(true);
  });

  test('a label that is the name of a column does not stand in its way', async () => {
    const select = (alias: string) =>
      `SELECT toMonday(seen) AS ${alias}, count() FROM ${table} WHERE seen > toDateTime('2024-02-28 00:00:00') GROUP BY toMonday(seen)`;
    await expect(ask(select('seen'))).rejects.toMatchObject({ status: 400 });
    const alias = clickhouseDialect.quoteIdentifier(labelAlias('seen', clickhouseDialect));
    expect(await ask(select(alias))).toEqual([[Date.UTC(2024, 1, 26), 1]]);
  });

  test('literals are moments to the server, and a cast to text keeps nothing', async () => {
    const literal = (type: string) =>
      clickhouseDialect.dateTimeLiteral(Date.UTC(2024, 1, 29, 13, 14, 15), type) ?? '';
    expect(
      await ask(`SELECT a FROM ${table} WHERE seen = ${literal('DateTime')} AND day = ${literal('Date')}`),
    ).toEqual([[1]]);
    expect(
      await ask(
        `SELECT CAST(NULL AS ${clickhouseDialect.textType}), CAST(1 AS ${clickhouseDialect.textType})`,
      ),
    ).toEqual([[null, '1']]);
  });

  test('views, keys, defaults and comments are described', async () => {
    const view = `${table}_view`;
    try {
      await write(`CREATE OR REPLACE VIEW ${view} AS SELECT a FROM ${table}`);
      const schema = (await session.defaultSchema()) ?? '';
      expect(await session.relations(schema)).toContainEqual({ name: view, type: 'view' });
      await write(
        `CREATE TABLE ${table}_keys (b String COMMENT 'of b', a LowCardinality(Nullable(String)) DEFAULT 'x', c Int32) ENGINE = MergeTree PRIMARY KEY (c, b) COMMENT 'of all'`,
      );
      const described = await session.describe({ table: `${table}_keys` });
      expect(described).toMatchObject({ comment: 'of all', primaryKey: { column_names: ['c', 'b'] } });
      expect(described.columns).toEqual([
        { name: 'b', nativeType: 'String', nullable: false, default: null, comment: 'of b' },
        {
          name: 'a',
          nativeType: 'LowCardinality(Nullable(String))',
          nullable: true,
          default: "'x'",
          comment: null,
        },
        { name: 'c', nativeType: 'Int32', nullable: false, default: null, comment: null },
      ]);
      expect(await session.functions?.()).toContain('toStartOfDay');
    } finally {
      await write(`DROP TABLE IF EXISTS ${table}_keys`);
      await write(`DROP VIEW IF EXISTS ${view}`);
    }
  });

  test('addresses of the other driver reach it too', async () => {
    const other = clickhouse.open({
      uri: uri.replace('clickhousedb:', 'clickhouse+http:'),
      extra: {},
      home: '',
    });
    expect(await askOf(other, 'SELECT 1 AS a')).toEqual([[1]]);
    await other.close();
  });
});
