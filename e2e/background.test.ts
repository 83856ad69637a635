import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { everyChartDrawn } from './support/charts-drawn.ts';
import { ADMIN, type Product, startProduct } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';
import { warehouse, warehouseAtHand } from './support/warehouse.ts';

const READY = { timeout: 60_000 };
const SLOW =
  'SELECT count(*) FROM range(100000) a, range(100000) b, range(100) c WHERE a.range + b.range + c.range = 7';
/** A second of work or so, and then a row. */
const LONG = 'SELECT count(*) AS n FROM range(15000) a, range(15000) b WHERE a.range + b.range = 7';

describe.runIf(browserAtHand()).each(['polling', 'ws'] as const)(
  'a dashboard whose charts are answered by events, by %s',
  (transport) => {
    let seat: Seat;
    beforeAll(async () => {
      seat = await takeSeat({
        GLOBAL_ASYNC_QUERIES: 'true',
        GLOBAL_ASYNC_QUERIES_TRANSPORT: transport,
        JOBS_AT_ONCE: '2',
      });
    });
    afterAll(() => seat?.leave());

    test('draws every chart, at first by their events and then from what is kept', async () => {
      const { page, product } = seat;
      const { asked, sockets } = watch(page);
      await page.goto(`${product.url}/superset/dashboard/films/`);
      await everyChartDrawn(page);
      expect(asked.filter((path) => path.startsWith('/api/v1/chart/data/qc-')).length).toBeGreaterThan(3);
      expect(asked.some((path) => path === '/api/v1/async_event/')).toBe(transport === 'polling');
      expect(sockets.length).toBe(transport === 'ws' ? 1 : 0);
      asked.length = 0;
      await page.reload();
      await everyChartDrawn(page);
      expect(asked.filter((path) => path.startsWith('/api/v1/chart/data/qc-'))).toEqual([]);
      expect(seat.complaints).toEqual([]);
    });

    test('and so does Explore, whose Stop ends the job', async () => {
      const { page, product } = seat;
      const chart = await makeEndlessChart(await Client.signIn(product));
      await page.goto(`${product.url}/explore/?slice_id=${chart}`);
      const job = page.waitForResponse(
        (response) => response.url().endsWith('/api/v1/chart/data') && response.status() === 202,
      );
      expect(await (await job).json()).toMatchObject({ status: 'pending' });
      const stopped = page.waitForResponse((response) => response.request().method() === 'DELETE');
      await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
      expect((await stopped).status()).toBe(200);
      expect(seat.complaints).toEqual([]);
    });
  },
);

/** A chart whose question takes an hour; answers its id. */
async function makeEndlessChart(client: Client): Promise<number> {
  const body = {
    database: await client.database('uploads'),
    table_name: `endless ${Math.random()}`,
    sql: 'SELECT a.range AS x, b.range AS y FROM range(1000000) a, range(1000000) b',
  };
  const dataset = await client.call<{ id: number }>('POST', '/api/v1/dataset/', body);
  const metric = { expressionType: 'SQL', sqlExpression: 'SUM(x * y % 7)', label: 'endless' };
  const chart = {
    slice_name: 'Endless',
    viz_type: 'big_number_total',
    datasource_id: dataset.id,
    datasource_type: 'table',
    params: JSON.stringify({ viz_type: 'big_number_total', datasource: `${dataset.id}__table`, metric }),
  };
  return (await client.call<{ id: number }>('POST', '/api/v1/chart/', chart)).id;
}

/** Paths that a page asks for, and sockets that it opens, from now on. */
function watch(page: Page): { asked: string[]; sockets: string[] } {
  const asked: string[] = [];
  const sockets: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => sockets.push(socket.url()));
  return { asked, sockets };
}

describe.runIf(browserAtHand() && (await warehouseAtHand()))('SQL Lab with queries in the background', () => {
  let seat: Seat;
  let watcher: pg.Client;
  beforeAll(async () => {
    watcher = new pg.Client({ connectionString: warehouse.href });
    await watcher.connect();
    seat = await takeSeat();
    const client = await Client.signIn(seat.product);
    const database = {
      database_name: 'background',
      sqlalchemy_uri: warehouse.href,
      expose_in_sqllab: true,
      allow_run_async: true,
    };
    const { id } = await client.call<{ id: number }>('POST', '/api/v1/database/', database);
    await client.call('PUT', `/api/v1/database/${await client.database('uploads')}`, {
      allow_run_async: true,
    });
    await seat.page.goto(`${seat.product.url}/sqllab/?new=true&dbid=${id}`);
  });
  afterAll(async () => {
    await watcher?.end();
    await seat?.leave();
  });
  const editor = () => seat.page.getByRole('textbox', { name: 'SQL' });
  const type = async (sql: string) => {
    await editor().click();
    await seat.page.keyboard.press('Control+a');
    await seat.page.keyboard.insertText(sql);
  };
  const active = async (mark: string) => {
    const text =
      "select count(*)::int as n from pg_stat_activity where query like $1 and state = 'active' and pid <> pg_backend_pid()";
    return (await watcher.query<{ n: number }>(text, [`%${mark}%`])).rows[0]?.n;
  };

  test('a page that is closed in the middle finds its query running, and then its rows', async () => {
    const { page } = seat;
    await type(
      'select count(*) as counted_later from generate_series(1, 7000) a, generate_series(1, 7000) b',
    );
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('It goes on when you leave this page.').waitFor();
    await expect.poll(() => active('counted_later'), READY).toBe(1);
    await page.goto(`${seat.product.url}/superset/welcome/`);
    await page.goto(`${seat.product.url}/sqllab/`);
    await page.getByText('It goes on when you leave this page.').waitFor();
    await page
      .getByRole('gridcell', { name: '49,000,000' })
      .or(page.getByText('49000000'))
      .first()
      .waitFor({ timeout: 60_000 });
    await page.reload();
    await page.getByRole('gridcell', { name: '49,000,000' }).or(page.getByText('49000000')).first().waitFor();
  });

  test('Stop reaches the engine, also after coming back', async () => {
    const { page } = seat;
    const series = 'generate_series(1, 30000)';
    await type(`select count(*) as stopped_later from ${series} a, ${series} b, ${series} c`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => active('stopped_later'), READY).toBe(1);
    await page.reload();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Query was stopped').waitFor();
    await expect.poll(() => active('stopped_later'), READY).toBe(0);
  });

  test('what fails says why', async () => {
    await type('select no_such_column from flights');
    await seat.page.getByRole('button', { name: 'Run', exact: true }).click();
    await seat.page
      .getByText(/no_such_column/)
      .last()
      .waitFor();
    await seat.page.getByText('Database error').waitFor();
    expect(seat.complaints).toEqual([]);
  });
});

describe('kill -9 of the server while queries run in the background', () => {
  let product: Product;
  afterEach(() => product.remove());

  test('what reads is run again by the next server, what writes has failed, and what waited runs', async () => {
    const settings = { ...ADMIN, LOAD_EXAMPLES: 'false', JOBS_AT_ONCE: '2' };
    product = await startProduct({ settings });
    const before = await Client.signIn(product);
    const database = await before.database('uploads');
    await before.call('PUT', `/api/v1/database/${database}`, { allow_dml: true });
    await begin(before, database, 'reads', LONG);
    await begin(before, database, 'writes', `CREATE TABLE made AS ${SLOW}`);
    await begin(before, database, 'waits', 'SELECT 7 AS n');
    await expect
      .poll(() => states(before), READY)
      .toMatchObject({ reads: 'running', writes: 'running', waits: 'pending' });
    await product.stop('SIGKILL');
    product = await startProduct({ home: product.home, settings });
    const after = await Client.signIn(product);
    await expect
      .poll(() => states(after), READY)
      .toEqual({ reads: 'success', writes: 'failed', waits: 'success' });
    const { result } = await after.call<{ result: Query[] }>('GET', SINCE);
    expect(result.find(({ id }) => id === 'writes')?.errorMessage).toMatch(/server stopped/);
    const rows = (id: string) =>
      after.call(
        'GET',
        `/api/v1/sqllab/results/?q=(key:'${result.find((each) => each.id === id)?.resultsKey}')`,
      );
    expect(await rows('waits')).toMatchObject({ data: [{ n: 7 }] });
    expect(await rows('reads')).toMatchObject({ data: [{ n: 8 }] });
  });

  test('a query that takes its server down with it does not do so for ever', async () => {
    const settings = { ...ADMIN, LOAD_EXAMPLES: 'false' };
    product = await startProduct({ settings });
    const client = await Client.signIn(product);
    await begin(client, await client.database('uploads'), 'deadly', SLOW);
    for (const end of ['running', 'running', 'failed']) {
      const present = await Client.signIn(product);
      await expect.poll(() => states(present), READY).toEqual({ deadly: end });
      if (end === 'failed') break;
      await product.stop('SIGKILL');
      product = await startProduct({ home: product.home, settings });
    }
  });
});

interface Query {
  id: string;
  state: string;
  errorMessage: string | null;
  resultsKey: string | null;
}

const SINCE = '/api/v1/query/updated_since?q=(last_updated_ms:0)';

async function states(client: Client): Promise<Record<string, string>> {
  const { result } = await client.call<{ result: Query[] }>('GET', SINCE);
  return Object.fromEntries(result.map(({ id, state }) => [id, state]));
}

async function begin(client: Client, database_id: number, client_id: string, sql: string): Promise<void> {
  await client.call('POST', '/api/v1/sqllab/execute/', { database_id, client_id, sql, runAsync: true });
}
