import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { everyTitle } from './support/kills.ts';
import { descendants, isAlive, memoryOf } from './support/processes.ts';
import { ADMIN, type Product, pause, startProduct } from './support/product.ts';

const KILLS = 20;
const WAREHOUSE =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';
/** Rows of a generated CSV, all alike. */
const LINE = '1234567,abcdefg\n';
const MEGABYTE = 2 ** 20;
const LINES_PER_MEGABYTE = Math.floor(MEGABYTE / LINE.length);
const settings = { ...ADMIN, LOAD_EXAMPLES: 'false', PREVENT_UNSAFE_DB_CONNECTIONS: 'false' };

describe('kill -9 of the server in mid-write', () => {
  test(`${KILLS} times, and nothing that was said to be saved is lost`, async () => {
    let product = await startProduct({ settings });
    const promised: string[] = [];
    try {
      for (let round = 0; round < KILLS; round += 1) {
        const client = await Client.signIn(product);
        const writing = Array.from({ length: 30 }, (_each, index) =>
          writeDashboard(client, `${round}-${index}`, promised),
        );
        // At another point of the work each time, however fast the machine is.
        const enough = promised.length + 2 + (round % 10);
        await until(() => promised.length >= enough, 60);
        await product.stop('SIGKILL');
        await Promise.all(writing);
        product = await startProduct({ home: product.home, settings });
      }
      const client = await Client.signIn(product);
      const kept = await everyTitle(client);
      await product.stop();
      expect(promised.length).toBeGreaterThan(KILLS);
      expect(integrityOf(product.home)).toBe('ok');
      expect(promised.filter((title) => !kept.has(title))).toEqual([]);
    } finally {
      await product.remove();
    }
  });
});

describe('kill -9 of the server while a query runs and a file becomes a table', () => {
  test('the query has failed, the table is whole or absent, no file and no process is left over', async () => {
    let product = await startProduct({ settings });
    try {
      new DatabaseSync(join(product.home, 'plain.sqlite')).close();
      const plain = await (await Client.signIn(product)).call<{ id: number }>('POST', '/api/v1/database/', {
        database_name: 'plain',
        sqlalchemy_uri: 'sqlite:///plain.sqlite',
        expose_in_sqllab: true,
      });
      for (const wait of [300, 900, 1_800]) {
        const client = await Client.signIn(product);
        const database = await client.database('uploads');
        await run(client, database, 'SELECT 1 AS one');
        const left = [
          run(client, database, SLOW).catch((error: unknown) => error),
          run(client, plain.id, SLOW_IN_SQLITE).catch((error: unknown) => error),
          sendWatched(client, product, { name: `cut${wait}.csv`, megabytes: 30 }).catch(
            (error: unknown) => error,
          ),
        ];
        await pause(wait);
        const children = descendants(product.pid);
        expect(children.length).toBeGreaterThan(0);
        await product.stop('SIGKILL');
        await Promise.all(left);
        await until(() => !children.some(isAlive), 10);
        product = await startProduct({ home: product.home, settings });
        expect(readdirSync(product.home)).not.toContain('incoming');
        await checkAfterKill(await Client.signIn(product), `cut${wait}`);
      }
    } finally {
      await product.remove();
    }
  });
});

const SLOW =
  'SELECT count(*) FROM range(100000) a, range(100000) b, range(100) c WHERE a.range + b.range + c.range = 7';

const SLOW_IN_SQLITE =
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) SELECT max(i) FROM n';

async function checkAfterKill(client: Client, table: string): Promise<void> {
  const database = await client.database('uploads');
  const queries = await client.call<{ result: { sql: string; status: string }[] }>('GET', '/api/v1/query/');
  const slow = queries.result.filter((query) => query.sql === SLOW);
  expect(slow.length).toBeGreaterThan(0);
  expect(slow.filter(({ status }) => status !== 'failed')).toEqual([]);
  const tables = await run(
    client,
    database,
    `SELECT count(*) AS n FROM information_schema.tables WHERE table_name = '${table}'`,
  );
  if (tables.data[0]?.n === 0) return;
  expect((await run(client, database, `SELECT count(*) AS n FROM ${table}`)).data).toEqual([
    { n: 30 * LINES_PER_MEGABYTE },
  ]);
}

function integrityOf(home: string): unknown {
  const records = new DatabaseSync(join(home, 'records.sqlite'), { readOnly: true });
  try {
    return records.prepare('PRAGMA integrity_check').get()?.integrity_check;
  } finally {
    records.close();
  }
}

describe('a killed engine', () => {
  let product: Product;
  let client: Client;
  beforeAll(async () => {
    product = await startProduct({ settings });
    client = await Client.signIn(product);
  });
  afterAll(() => product.remove());

  test('killing the engine in mid-query fails that query clearly, and the next one works', async () => {
    const database = await client.database('uploads');
    await run(client, database, 'SELECT 1 AS one');
    const slow = fetch(`${product.url}/api/v1/sqllab/execute/`, request(client, database, SLOW));
    await pause(600);
    const children = descendants(product.pid);
    expect(children.length).toBeGreaterThan(0);
    for (const child of children) process.kill(child, 'SIGKILL');
    const answer = await slow;
    const body = await answer.text();
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(body).toMatch(/engine/i);
    expect(body).toMatch(/error_type/);
    expect((await run(client, database, 'SELECT 2 AS two')).data).toEqual([{ two: 2 }]);
  });
});

describe('a browser that leaves in mid-query', () => {
  let product: Product;
  let watcher: pg.Client;
  beforeAll(async () => {
    watcher = new pg.Client({ connectionString: WAREHOUSE });
    await watcher.connect();
    product = await startProduct({ settings });
  });
  afterEach(() =>
    watcher.query(
      "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE '%leaving_guest%' AND pid <> pg_backend_pid()",
    ),
  );
  afterAll(async () => {
    await watcher.end();
    await product?.remove();
  });

  test('cancels the query in the engine', async () => {
    const client = await Client.signIn(product);
    const { id } = await client.call<{ id: number }>('POST', '/api/v1/database/', {
      database_name: 'leaving',
      sqlalchemy_uri: WAREHOUSE,
      expose_in_sqllab: true,
    });
    const leave = new AbortController();
    const asked = fetch(`${product.url}/api/v1/sqllab/execute/`, {
      ...request(
        client,
        id,
        'SELECT count(*) AS leaving_guest FROM generate_series(1, 30000) a, generate_series(1, 30000) b, generate_series(1, 30000) c',
      ),
      signal: leave.signal,
    }).catch((error: unknown) => error);
    await until(async () => (await running(watcher)) > 0, 30);
    leave.abort();
    await asked;
    await until(async () => (await running(watcher)) === 0, 5);
  });
});

describe('a file that is made while it is sent', () => {
  const LIMIT = 160 * MEGABYTE;
  let product: Product;
  let client: Client;
  beforeAll(async () => {
    product = await startProduct({ settings: { ...settings, UPLOAD_LIMIT: String(LIMIT) } });
    client = await Client.signIn(product);
    await run(client, await client.database('uploads'), 'SELECT 1 AS one');
  });
  afterAll(() => product.remove());

  test('of 120 MB becomes a table, and the server stays as small as it was', async () => {
    const { answer, growth } = await sendWatched(client, product, { name: 'long.csv', megabytes: 120 });
    expect(answer).toMatchObject({ status: 200 });
    const { rows, table_name }: { rows: number; table_name: string } = JSON.parse(answer.text);
    const counted = await run(
      client,
      await client.database('uploads'),
      `SELECT count(*) AS n, min(word) AS word FROM ${table_name}`,
    );
    expect(counted.data).toEqual([{ n: rows, word: 'abcdefg' }]);
    expect(rows).toBe(120 * LINES_PER_MEGABYTE);
    expect(growth).toBeLessThan(150 * MEGABYTE);
  });

  test('of more than is allowed is refused with its name, and the server stays as small as it was', async () => {
    const { answer, growth } = await sendWatched(client, product, { name: 'endless.csv', megabytes: 400 });
    expect([answer.status, answer.text]).toEqual([
      413,
      expect.stringMatching(/endless\.csv.*160 MB.*CHARTROOM_UPLOAD_LIMIT/),
    ]);
    expect(growth).toBeLessThan(150 * MEGABYTE);
    expect((await run(client, await client.database('uploads'), 'SELECT 2 AS two')).data).toEqual([
      { two: 2 },
    ]);
  });
});

/** Sends a generated CSV and watches how much the server's memory grows meanwhile, in bytes. */
async function sendWatched(client: Client, product: Product, file: { name: string; megabytes: number }) {
  const before = memoryOf(product.pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(product.pid));
  }, 100);
  try {
    const headers = {
      Authorization: `Bearer ${client.token}`,
      'Content-Type': 'multipart/form-data; boundary=made',
    };
    const sending = sendRequest(`${product.url}/api/v1/files/`, { method: 'POST', headers });
    const answered = once(sending, 'response');
    // The server may answer, and hang up, before it has everything.
    const sent = pipeline(formOf(file), sending).catch(() => undefined);
    const [answer]: IncomingMessage[] = await answered;
    if (!answer) throw new Error('There was no answer.');
    const status = answer.statusCode ?? 0;
    const body = await text(answer);
    await sent;
    return { answer: { status, text: body }, growth: most - before };
  } finally {
    clearInterval(watch);
  }
}

async function* formOf({ name, megabytes }: { name: string; megabytes: number }): AsyncGenerator<Uint8Array> {
  const bytes = (part: string) => new TextEncoder().encode(part);
  yield bytes(
    `--made\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nnumber,word\n`,
  );
  const lines = bytes(LINE.repeat(LINES_PER_MEGABYTE));
  for (let sent = 0; sent < megabytes; sent += 1) yield lines;
  yield bytes('\r\n--made--\r\n');
}

async function running(watcher: pg.Client): Promise<number> {
  const { rows } = await watcher.query<{ n: string }>(
    "SELECT count(*) AS n FROM pg_stat_activity WHERE query LIKE '%leaving_guest%' AND state = 'active' AND pid <> pg_backend_pid()",
  );
  return Number(rows[0]?.n);
}

async function until(done: () => boolean | Promise<boolean>, seconds: number): Promise<void> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; ) {
    if (await done()) return;
    await pause(5);
  }
  throw new Error(`It did not come to pass within ${seconds} seconds.`);
}

async function writeDashboard(client: Client, title: string, promised: string[]): Promise<void> {
  try {
    await client.call('POST', '/api/v1/dashboard/', { dashboard_title: title });
    promised.push(title);
  } catch {
    // The server died first: nothing was promised.
  }
}

function request(client: Client, database: number, sql: string): RequestInit {
  return {
    method: 'POST',
    headers: client.headers,
    body: JSON.stringify({ database_id: database, sql, queryLimit: 10 }),
  };
}

function run(client: Client, database: number, sql: string): Promise<{ data: Record<string, unknown>[] }> {
  return client.call('POST', '/api/v1/sqllab/execute/', { database_id: database, sql, queryLimit: 10 });
}
