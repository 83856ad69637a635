import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunOptions, Session } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { duckdbDialect } from './dialect.ts';
import { duckDbProcess } from './instances.ts';
import { openDuckDb } from './session.ts';

const LONG = 'SELECT count(*) FROM range(100000000) a, range(100000) b WHERE a.range * b.range % 7 = 3';

let home = '';
const opened: Session[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'chartroom-duckdb-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((session) => session.close()));
  rmSync(home, { recursive: true, force: true });
});

function open(name: string, folder = home): Session {
  const session = openDuckDb({ uri: `duckdb:///${name}`, extra: {}, home: folder });
  opened.push(session);
  return session;
}

async function ask(session: Session, sql: string, options: Partial<RunOptions> = {}): Promise<unknown[][]> {
  const signal = new AbortController().signal;
  return readRows(await session.run(sql, { signal, timeoutMs: 20_000, readOnly: true, ...options }));
}

async function write(session: Session, ...statements: string[]): Promise<void> {
  for (const sql of statements) await ask(session, sql, { readOnly: false });
}

/** Makes an examples file elsewhere, as the loader of the example data does, and gives its path. */
async function makeExamples(): Promise<string> {
  const workshop = join(home, 'workshop');
  mkdirSync(workshop);
  const session = openDuckDb({ uri: 'duckdb:///examples.part', extra: {}, home: workshop });
  await write(session, 'CREATE TABLE flights AS SELECT range AS airport FROM range(3)');
  await session.close();
  return join(workshop, 'examples.part');
}

describe('the server: examples and uploads', () => {
  test('examples says that it is not loaded until its file is in place, then answers', async () => {
    const [examples, uploads] = [open('examples.duckdb'), open('uploads.duckdb')];
    await expect(ask(examples, 'SELECT 1')).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('not loaded yet'),
    });
    await write(
      uploads,
      'CREATE TABLE airport_fees (airport BIGINT, fee DOUBLE)',
      'INSERT INTO airport_fees VALUES (1, 2.5), (2, 4)',
    );
    renameSync(await makeExamples(), join(home, 'examples.duckdb'));
    expect(await ask(examples, 'SELECT count(*) FROM flights')).toEqual([[3]]);
    expect(await ask(uploads, 'SELECT sum(fee) FROM airport_fees')).toEqual([[6.5]]);
  });

  test('one query joins tables of both, from either side', async () => {
    renameSync(await makeExamples(), join(home, 'examples.duckdb'));
    const [examples, uploads] = [open('examples.duckdb'), open('uploads.duckdb')];
    await write(uploads, 'CREATE TABLE airport_fees AS SELECT 1 AS airport, 2.5 AS fee');
    const join_ = 'FROM examples.flights f JOIN uploads.airport_fees a USING (airport)';
    expect(await ask(examples, `SELECT f.airport ${join_}`)).toEqual([[1]]);
    expect(await ask(uploads, `SELECT f.airport ${join_}`)).toEqual([[1]]);
    expect(await ask(examples, 'SELECT count(*) FROM flights')).toEqual([[3]]);
    await expect(ask(examples, 'SELECT * FROM airport_fees')).rejects.toMatchObject({
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    });
    expect(await examples.relations('main')).toEqual([{ name: 'flights', type: 'table' }]);
  });

  test('a name tells whose table it is', () => {
    const uploads = open('uploads.duckdb');
    const place = (catalog: string | undefined, schema: string | undefined) =>
      uploads.placeOf?.({ catalog, schema, table: 't' });
    expect(place(undefined, undefined)).toEqual({ uri: undefined, schema: 'main', table: 't' });
    expect(place(undefined, 'uploads')).toEqual({ uri: undefined, schema: 'main', table: 't' });
    expect(place(undefined, 'Examples')).toEqual({
      uri: 'duckdb:///examples.duckdb',
      schema: 'main',
      table: 't',
    });
    expect(place('examples', 's')).toEqual({ uri: 'duckdb:///examples.duckdb', schema: 's', table: 't' });
    expect(place(undefined, 's')).toEqual({ uri: undefined, schema: 's', table: 't' });
    expect(open('other.duckdb').placeOf?.({ schema: 'examples', table: 't' })).toEqual({
      uri: undefined,
      schema: 'examples',
      table: 't',
    });
  });

  test('a file that is no database fails alone and without its path', async () => {
    writeFileSync(join(home, 'examples.duckdb'), 'this is no database'.repeat(1000));
    const [examples, uploads] = [open('examples.duckdb'), open('uploads.duckdb')];
    const failure = await ask(examples, 'SELECT 1').catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 400 });
    expect(String(failure)).not.toContain(home);
    expect(await ask(uploads, 'SELECT 1')).toEqual([[1]]);
  });
});

describe('the process', () => {
  test('starts with the first query, and a killed one fails that query only; committed rows survive', async () => {
    const session = open('a.duckdb');
    const file = join(home, 'a.duckdb');
    expect(duckDbProcess(file)).toBeUndefined();
    await write(session, 'CREATE TABLE t (x INTEGER)', 'INSERT INTO t VALUES (1), (2)');
    const pid = duckDbProcess(file) ?? 0;
    const broken = ask(session, LONG);
    setTimeout(() => process.kill(pid, 'SIGKILL'), 200);
    await expect(broken).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('ended unexpectedly'),
    });
    expect(await ask(session, 'SELECT count(*) FROM t')).toEqual([[2]]);
    expect(duckDbProcess(file)).not.toBe(pid);
  });

  test('what is told as written is there for the next query', async () => {
    const session = open('a.duckdb');
    for (let turn = 0; turn < 60; turn += 1) {
      await write(session, `CREATE TABLE made_${turn} AS SELECT ${turn} AS x`);
      expect(await ask(session, `SELECT x FROM made_${turn}`)).toEqual([[turn]]);
    }
  });

  test('two sessions of one file share it', async () => {
    const [one, two] = [open('a.duckdb'), open('a.duckdb')];
    await write(one, 'CREATE TABLE t (x INTEGER)');
    await one.close();
    expect(await ask(two, 'SELECT count(*) FROM t')).toEqual([[0]]);
    await expect(ask(one, 'SELECT 1')).rejects.toMatchObject({ status: 503 });
  });

  test('a question whose connection is closed while its process begins leaves none that holds the file', async () => {
    const session = open('a.duckdb');
    const asked = ask(session, 'SELECT 1').catch((error: unknown) => error);
    await expect.poll(() => duckDbProcess(join(home, 'a.duckdb'))).toBeGreaterThan(0);
    // The process has opened the file meanwhile, and its word of that has not been read here.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    await session.close();
    expect(await asked).toMatchObject({ status: 503 });
    expect(await ask(open('a.duckdb'), 'SELECT 2')).toEqual([[2]]);
  });

  test('who comes while the last one leaves waits for the process to end', async () => {
    const session = open('a.duckdb');
    await write(session, 'CREATE TABLE t AS SELECT 7 AS x');
    const leaving = session.close();
    expect(await ask(open('a.duckdb'), 'SELECT x FROM t')).toEqual([[7]]);
    await leaving;
  });

  test('many questions at once', async () => {
    const session = open('a.duckdb');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => ask(session, `SELECT ${index}`)),
    );
    expect(answers.flat(2)).toEqual(Array.from({ length: 40 }, (_, index) => index));
  });
});

describe('what SQL may not do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chartroom-duckdb-'));
  const session = openDuckDb({ uri: 'duckdb:///a.duckdb', extra: {}, home: folder });
  beforeAll(() => write(session, 'CREATE TABLE t AS SELECT 1 AS x'));
  afterAll(async () => {
    await session.close();
    rmSync(folder, { recursive: true, force: true });
  });
  /** Whatever was asked: the table is there, and nothing beside its file. */
  const expectUntouched = async (): Promise<void> => {
    expect(await ask(session, 'SELECT x FROM t')).toEqual([[1]]);
    expect(readdirSync(folder).filter((name) => !name.startsWith('a.duckdb'))).toEqual([]);
  };

  test.each([
    ["SELECT * FROM read_text('/etc/passwd')"],
    ["SELECT * FROM '/etc/passwd'"],
    ["SELECT * FROM sniff_csv('/etc/passwd')"],
    ["COPY (SELECT 1) TO 'stolen.csv'"],
    ["ATTACH 'other.duckdb'"],
    ["ATTACH ':memory:' AS m"],
    ['INSTALL httpfs'],
    ['LOAD httpfs'],
    ["SET memory_limit = '1TB'"],
    ['RESET memory_limit'],
    ['PRAGMA enable_profiling'],
    ['CREATE TEMP TABLE x (a INTEGER)'],
    ['CREATE TABLE x (a INTEGER)'],
    ['USE memory'],
    ['SELECT 1; DROP TABLE t'],
    ["EXPORT DATABASE 'x'"],
    ['CHECKPOINT'],
    ['CALL pragma_version()'],
  ])('%s is refused', async (sql) => {
    await expect(ask(session, sql)).rejects.toMatchObject({ status: 400 });
    await expectUntouched();
  });

  test.each([
    ["COPY (SELECT 1) TO 'stolen.csv'"],
    ["ATTACH 'other.duckdb'"],
    ['SET threads = 64'],
    ['INSTALL httpfs'],
    ["SELECT * FROM read_text('/etc/passwd')"],
  ])('%s is refused where writing is allowed too', async (sql) => {
    await expect(ask(session, sql, { readOnly: false })).rejects.toMatchObject({ status: 400 });
    await expectUntouched();
  });

  test('a file outside of the home is refused', () => {
    for (const name of ['../x.duckdb', '/etc/x.duckdb', 'a/../../x.duckdb'])
      expect(() => open(name)).toThrow('outside the folder');
  });

  test('functions that tell the place of files are on the list of the forbidden', () => {
    const forbidden = ['duckdb_databases', 'pragma_database_list', 'duckdb_settings', 'read_text', 'query'];
    expect(forbidden.filter((name) => !duckdbDialect.disallowedFunctions.has(name))).toEqual([]);
  });
});
