import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { descendants } from './support/processes.ts';
import { ADMIN, type Product, pause, startProduct } from './support/product.ts';

const KILLS = 20;
const WAREHOUSE = process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';
const settings = { ...ADMIN, LOAD_EXAMPLES: 'false' };

describe('kill -9 of the server in mid-write', () => {
  test(`${KILLS} times, and nothing that was said to be saved is lost`, async () => {
    let product = await startProduct({ settings });
    const promised: string[] = [];
    try {
      for (let round = 0; round < KILLS; round += 1) {
        const client = await Client.signIn(product);
        const writing = Array.from({ length: 30 }, (_each, index) => writeDashboard(client, `${round}-${index}`, promised));
        await pause(15 + round * 4);
        await product.stop('SIGKILL');
        await Promise.all(writing);
        product = await startProduct({ home: product.home, settings });
      }
      const client = await Client.signIn(product);
      const kept = await everyTitle(client);
      expect(promised.length).toBeGreaterThan(KILLS);
      expect(promised.filter((title) => !kept.has(title))).toEqual([]);
    } finally {
      await product.remove();
    }
  });
});

describe('a killed engine and a guest who leaves', () => {
  let product: Product;
  let client: Client;
  beforeAll(async () => {
    product = await startProduct({ settings });
    client = await Client.signIn(product);
  });
  afterAll(() => product.remove());

  test('killing the engine in mid-query fails that query clearly, and the next one works', async () => {
    const database = await databaseId(client, 'uploads');
    await run(client, database, 'SELECT 1 AS one');
    const slow = fetch(
      `${product.url}/api/v1/sqllab/execute/`,
      request(
        client,
        database,
        'SELECT count(*) FROM range(100000) a, range(100000) b, range(100) c WHERE a.range + b.range + c.range = 7',
      ),
    );
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
    watcher.query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE '%leaving_guest%' AND pid <> pg_backend_pid()"),
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
    await until(async () => (await running(watcher)) > 0);
    leave.abort();
    await asked;
    await until(async () => (await running(watcher)) === 0);
    expect(await running(watcher)).toBe(0);
  });
});

async function running(watcher: pg.Client): Promise<number> {
  const { rows } = await watcher.query<{ n: string }>(
    "SELECT count(*) AS n FROM pg_stat_activity WHERE query LIKE '%leaving_guest%' AND state = 'active' AND pid <> pg_backend_pid()",
  );
  return Number(rows[0]?.n);
}

async function until(done: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await done()) return;
    await pause(50);
  }
  throw new Error('It did not come to pass within five seconds.');
}

async function writeDashboard(client: Client, title: string, promised: string[]): Promise<void> {
  try {
    await client.call('POST', '/api/v1/dashboard/', { dashboard_title: title });
    promised.push(title);
  } catch {
    // The server died first: nothing was promised.
  }
}

async function everyTitle(client: Client): Promise<Set<string>> {
  const titles = new Set<string>();
  for (let page = 0; ; page += 1) {
    const q = encodeURIComponent(`(page:${page},page_size:100)`);
    const { result } = await client.call<{ result: { dashboard_title: string }[] }>('GET', `/api/v1/dashboard/?q=${q}`);
    for (const each of result) titles.add(each.dashboard_title);
    if (result.length < 100) return titles;
  }
}

async function databaseId(client: Client, name: string): Promise<number> {
  const { result } = await client.call<{ result: { id: number; database_name: string }[] }>('GET', '/api/v1/database/');
  const found = result.find((each) => each.database_name === name);
  if (!found) throw new Error(`There is no database ${name}`);
  return found.id;
}

function request(client: Client, database: number, sql: string): RequestInit {
  return { method: 'POST', headers: client.headers, body: JSON.stringify({ database_id: database, sql, queryLimit: 10 }) };
}

function run(client: Client, database: number, sql: string): Promise<{ data: Record<string, unknown>[] }> {
  return client.call('POST', '/api/v1/sqllab/execute/', { database_id: database, sql, queryLimit: 10 });
}
