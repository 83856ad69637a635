import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineOfUri } from './catalog.ts';
import type { Engine, RunOptions, Session } from './engine.ts';
import { readRows } from './files/read-rows.ts';
import { MOMENT, subjects } from './testing/contract-subjects.ts';
import { isReachable, SERVERS } from './testing/reachable-server.ts';

const home = mkdtempSync(join(tmpdir(), 'chartroom-contract-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const live = () => new AbortController().signal;

function open(uri: string): { engine: Engine; session: Session } {
  const engine = engineOfUri(uri);
  if (!engine) throw new Error(`There is no engine for ${uri}.`);
  return { engine, session: engine.open({ uri, extra: {}, home }) };
}

const postgresThere = await isReachable('PostgreSQL', 'its part of the contract');
const mariadbThere = await isReachable('MariaDB', 'its part of the contract');
const clickhouseThere = await isReachable('ClickHouse', 'its part of the contract');
const absent = new Set([
  ...(postgresThere ? [] : ['PostgreSQL']),
  ...(mariadbThere ? [] : ['MariaDB']),
  ...(clickhouseThere ? [] : ['ClickHouse']),
]);

describe.each(subjects.filter(({ name }) => !absent.has(name)))('$name', (subject) => {
  const { engine, session } = open(subject.uri);
  const quote = engine.dialect.quoteIdentifier;
  const ask = async (sql: string, options: Partial<RunOptions> = {}) =>
    readRows(await session.run(sql, { signal: live(), timeoutMs: 20_000, readOnly: true, ...options }));
  const write = (sql: string) => ask(sql, { readOnly: false });
  const table = `contract ${process.pid} "odd" name`;
  const index = `contract_index_${process.pid}`;

  beforeAll(async () => {
    await write(`DROP TABLE IF EXISTS ${quote(table)}`);
    await write(
      `CREATE TABLE ${quote(table)} (id INTEGER PRIMARY KEY, ${quote('a "b" c')} VARCHAR(20) NOT NULL DEFAULT 'x', seen ${subject.moment ?? 'TIMESTAMP'})`,
    );
    await write(
      subject.index?.(quote(index), quote(table)) ??
        `CREATE UNIQUE INDEX ${quote(index)} ON ${quote(table)} (seen)`,
    );
    await write(
      `INSERT INTO ${quote(table)} VALUES (1, 'one', '2024-02-29 13:14:15.123456'), (2, 'two', NULL)`,
    );
  });
  afterAll(async () => {
    await write(`DROP TABLE IF EXISTS ${quote(table)}`);
    await session.close();
  });

  test('every kind of value comes exactly', async () => {
    const result = await session.run(subject.kinds.sql, {
      signal: live(),
      timeoutMs: 20_000,
      readOnly: true,
    });
    expect(result.columns.map((column) => column.kind)).toEqual(subject.kinds.kinds);
    expect((await readRows(result))[0]).toEqual(subject.kinds.cells);
  });

  test('odd names and texts are quoted', async () => {
    const text = 'it\'s 100% \\ "q" é🙂; --';
    const alias = subject.oddName ?? 'a "b" \\ 😀';
    const result = await session.run(`SELECT ${engine.dialect.quoteString(text)} AS ${quote(alias)}`, {
      signal: live(),
      timeoutMs: 20_000,
      readOnly: true,
    });
    expect(result.columns.map((column) => column.name)).toEqual([alias]);
    expect(await readRows(result)).toEqual([[text]]);
  });

  test('moments of a table, and null', async () => {
    const result = await session.run(`SELECT seen FROM ${quote(table)} ORDER BY id`, {
      signal: live(),
      timeoutMs: 20_000,
      readOnly: true,
    });
    expect(result.columns[0]?.kind).toBe('timestamp');
    expect(await readRows(result)).toEqual([[MOMENT], [null]]);
  });

  test('columns are known when there are no rows', async () => {
    const result = await session.run(`SELECT * FROM ${quote(table)} WHERE id > 5`, {
      signal: live(),
      timeoutMs: 20_000,
      readOnly: true,
    });
    expect(result.columns.map((column) => column.name)).toEqual(['id', 'a "b" c', 'seen']);
    expect(await readRows(result)).toEqual([]);
  });

  test.each([1, 999, 1000, 1001, 5000, 12_345])('%i rows at most', async (maxRows) => {
    const rows = await ask(subject.numbers(20_000), { maxRows });
    expect(rows.length).toBe(maxRows);
  });

  test('many rows stream in order', async () => {
    const result = await session.run(subject.numbers(200_000), {
      signal: live(),
      timeoutMs: 20_000,
      readOnly: true,
    });
    let [count, sum] = [0, 0];
    for await (const batch of result.batches) {
      for (let row = 0; row < batch.length; row++) sum += Number(batch.columns[0]?.[row]);
      count += batch.length;
    }
    expect([count, sum]).toEqual([200_000, 19_999_900_000]);
  });

  test('leaving early gives the connection back', async () => {
    for (let round = 0; round < 12; round++) {
      const result = await session.run(subject.numbers(1_000_000), {
        signal: live(),
        timeoutMs: 20_000,
        readOnly: true,
      });
      for await (const batch of result.batches) {
        expect(batch.length).toBeGreaterThan(0);
        break;
      }
    }
    expect(await ask('SELECT 1')).toEqual([[1]]);
  });

  test('a cancelled query stops, and the next one runs', async () => {
    const abort = new AbortController();
    const running = ask(subject.long, { signal: abort.signal });
    const reason = new Error('the reader left');
    setTimeout(() => abort.abort(reason), 300);
    const begun = performance.now();
    await expect(running).rejects.toBe(reason);
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(await ask('SELECT 1')).toEqual([[1]]);
  });

  test('a query cancelled before its start never runs', async () => {
    const reason = new Error('too late');
    await expect(ask('SELECT 1', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test('a query that takes too long ends with a timeout', async () => {
    await expect(ask(subject.long, { timeoutMs: 300 })).rejects.toMatchObject({
      error_type: 'BACKEND_TIMEOUT_ERROR',
      status: 408,
    });
    expect(await ask('SELECT 1')).toEqual([[1]]);
  });

  test('a cancelled query does not disturb others', async () => {
    const abort = new AbortController();
    const running = ask(subject.long, { signal: abort.signal });
    const other = ask(subject.numbers(150_000));
    setTimeout(() => abort.abort(new Error('stop')), 200);
    await expect(running).rejects.toThrow('stop');
    expect((await other).length).toBe(150_000);
  });

  test.each([
    "INSERT INTO {t} VALUES (3, 'three', NULL)",
    'UPDATE {t} SET seen = NULL',
    'DELETE FROM {t}',
    'DROP TABLE {t}',
    'CREATE TABLE other_{n} (a INTEGER)',
  ])('reading refuses: %s', async (sql) => {
    const text = sql.replace('{t}', quote(table)).replace('{n}', String(process.pid));
    await expect(ask(text)).rejects.toMatchObject({ status: 400 });
    expect(await ask(`SELECT count(*) FROM ${quote(table)}`)).toEqual([[2]]);
  });

  test('a failed write leaves nothing', async () => {
    const sql =
      subject.failingWrite?.(quote(table)) ??
      `INSERT INTO ${quote(table)} VALUES (10, 'ten', NULL), (1, 'again', NULL)`;
    await expect(write(sql)).rejects.toMatchObject({ status: 400 });
    expect(await ask(`SELECT count(*) FROM ${quote(table)}`)).toEqual([[2]]);
  });

  test('only one statement at a time', async () => {
    await expect(ask('SELECT 1; SELECT 2')).rejects.toMatchObject({ status: 400 });
    await expect(write(`SELECT 1; DELETE FROM ${quote(table)}`)).rejects.toMatchObject({ status: 400 });
    expect(await ask(`SELECT count(*) FROM ${quote(table)}`)).toEqual([[2]]);
  });

  test('errors say what is wrong', async () => {
    await expect(ask('SELECT * FROM no_such_table')).rejects.toMatchObject({
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    });
    await expect(ask(subject.missingColumn)).rejects.toMatchObject({
      error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
    });
    await expect(ask('SELEC 1')).rejects.toMatchObject({ error_type: 'SYNTAX_ERROR' });
    expect(await ask('SELECT 1')).toEqual([[1]]);
  });

  test('an error in the middle of the rows reaches the reader', async () => {
    await expect(ask(subject.failing)).rejects.toMatchObject({ status: 400 });
    expect(await ask('SELECT 1')).toEqual([[1]]);
  });

  test('tables are listed and described', async () => {
    const schema = (await session.defaultSchema()) ?? undefined;
    expect(await session.schemas()).toContain(schema);
    expect(await session.relations(schema ?? 'main')).toContainEqual({ name: table, type: 'table' });
    const described = await session.describe({ table, schema });
    expect(described.columns.map(({ name, nullable }) => [name, nullable])).toEqual([
      ['id', engine.id === 'sqlite'],
      ['a "b" c', false],
      ['seen', true],
    ]);
    expect(described.columns[1]?.default).toContain('x');
    expect(described.primaryKey?.column_names).toEqual(['id']);
    expect(described.indexes).toContainEqual({
      name: index,
      column_names: ['seen'],
      unique: subject.index === undefined,
    });
    await expect(session.describe({ table: 'no_such_table', schema })).rejects.toMatchObject({
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
      status: 404,
    });
  });

  test('many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, (_, number) => ask(`SELECT ${number}`)));
    expect(answers.flat(2)).toEqual(Array.from({ length: 24 }, (_, number) => number));
  });

  test('a closed session says so', async () => {
    const { session: other } = open(subject.uri);
    await other.ping(live());
    await other.close();
    await other.close();
    await expect(other.ping(live())).rejects.toThrow('closed');
  });
});

describe.runIf(postgresThere)('databases of a PostgreSQL server', () => {
  test('each is asked over connections of its own', async () => {
    const { session } = open(SERVERS.PostgreSQL.uri);
    const own = new URL(SERVERS.PostgreSQL.uri).pathname.slice(1);
    const catalogs = await session.catalogs();
    expect(catalogs).toContain(own);
    const name = async (catalog?: string) =>
      readRows(
        await session.run('SELECT current_database()', {
          signal: live(),
          timeoutMs: 20_000,
          readOnly: true,
          ...(catalog && { catalog }),
        }),
      );
    expect(await name()).toEqual([[own]]);
    expect(await name('postgres')).toEqual([['postgres']]);
    expect(await session.schemas('postgres')).toContain('public');
    await expect(name('no_such_database')).rejects.toMatchObject({
      error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
    });
    await session.close();
  });

  test('the planner estimates', async () => {
    const { session } = open(SERVERS.PostgreSQL.uri);
    const { signal } = new AbortController();
    expect(await session.estimate?.('SELECT * FROM orders', { signal, schema: 'staging' })).toEqual([
      { 'Start-up cost': expect.stringMatching(/^[\d.]+$/), 'Total cost': expect.stringMatching(/^[\d.]+$/) },
    ]);
    const joined = 'SELECT * FROM orders o JOIN orders p ON p.id = o.id WHERE o.id > 3 ORDER BY 1';
    const plan = await session.plan?.(joined, { signal, schema: 'staging' });
    expect(JSON.stringify(plan)).toMatch(/"name":"[\w ]*Join".*"about":"Inner/);
    expect(JSON.stringify(plan)).toMatch(/"about":"on orders.*where \(id > 3\)/);
    expect([typeof plan?.cost, typeof plan?.rows]).toEqual(['number', 'number']);
    await session.close();
  });
});

const servers = [
  { name: 'PostgreSQL', address: SERVERS.PostgreSQL.uri, refused: 'CONNECTION_INVALID_PASSWORD_ERROR' },
  { name: 'MariaDB', address: SERVERS.MariaDB.uri, refused: 'CONNECTION_ACCESS_DENIED_ERROR' },
  { name: 'ClickHouse', address: SERVERS.ClickHouse.uri, refused: 'CONNECTION_ACCESS_DENIED_ERROR' },
];
describe.each(servers.filter(({ name }) => !absent.has(name)))(
  'addresses of $name that lead nowhere',
  ({ address, refused }) => {
    const wrong = (change: (url: URL) => void): string => {
      const url = new URL(address);
      change(url);
      return url.href;
    };
    test.each([
      ['CONNECTION_PORT_CLOSED_ERROR', wrong((url) => (url.port = '1'))],
      ['CONNECTION_INVALID_HOSTNAME_ERROR', wrong((url) => (url.hostname = 'no-such-host.invalid'))],
      [refused, wrong((url) => (url.password = 'wrong'))],
      ['CONNECTION_UNKNOWN_DATABASE_ERROR', wrong((url) => (url.pathname = '/no_such_database'))],
    ])('%s', async (error_type, uri) => {
      const { session } = open(uri);
      await expect(session.ping(live())).rejects.toMatchObject({ error_type, status: 400 });
      await session.close();
    });
  },
);
