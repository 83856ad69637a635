import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { barriersInBothLights } from './support/axe.ts';
import { browserAtHand } from './support/browser.ts';
import type { Product } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';
import { warehouse, warehouseAtHand } from './support/warehouse.ts';

const reachable = await warehouseAtHand();

/** Names that are empty (some engines have them) or there already, and values at the ends of their types. */
const ODD = `SELECT 1 AS nameless, 2 AS "nameless__1", 3 AS a, 4 AS a, 'infinity'::DOUBLE AS i, '\\x00\\xFF'::BLOB AS b,
  TIMESTAMP '9999-12-31 23:59:59' AS late, DATE '0044-03-15 (BC)' AS early`;

/** What takes longer than anybody waits. */
const SLOW =
  'SELECT count(*) FROM range(100000) a, range(100000) b, range(100) c WHERE a.range + c.range = 7';

describe.runIf(browserAtHand())('what may go wrong in SQL Lab', () => {
  let seat: Seat;
  let product: Product;
  let page: Page;
  let client: Client;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ product, page } = seat);
    client = await Client.signIn(product);
  });
  afterAll(async () => seat?.leave());

  const editor = () => page.getByRole('textbox', { name: 'SQL' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const grid = () => page.getByRole('grid', { name: 'Query results' });
  const cell = (row: number, column: number) =>
    grid().locator(`tr[aria-rowindex="${row + 1}"] [aria-colindex="${column}"]`);
  const write = async (sql: string) => {
    await editor().click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(sql);
  };
  const query = async (sql: string) => {
    await write(sql);
    await button('Run').click();
  };
  const open = (search: string) => page.goto(`${product.url}/sqllab/?new=true&${search}`);

  test('a database that is not offered any more leaves the text, and another one is chosen', async () => {
    const uploads = await client.database('uploads');
    await open('dbname=uploads&name=Left&sql=SELECT+7+AS+kept');
    await button('Run').waitFor();
    const offer = (expose_in_sqllab: boolean) =>
      client.call('PUT', `/api/v1/database/${uploads}`, { expose_in_sqllab });
    await offer(false);
    try {
      await page.reload();
      const alert = page.getByRole('alert').filter({ hasText: 'Select a database to write a query' });
      await alert.waitFor();
      await editor().getByText('kept').waitFor();
      expect(await button('Run').count()).toBe(0);
      expect(await barriersInBothLights(page)).toEqual([]);
      await editor().click();
      await page.keyboard.press('Control+Enter');
      await page.getByText('Nothing was run: the database of this tab is gone.').waitFor();
      await alert.getByRole('combobox', { name: 'Database to query' }).fill('examples');
      await page.locator('.ant-select-item-option').getByText('examples (duckdb)', { exact: true }).click();
    } finally {
      await offer(true);
    }
    await button('Run').click();
    await cell(1, 1).getByText('7').waitFor();
  });

  test('columns without a name, names that repeat and values at the ends are shown, copied and saved', async () => {
    await page.route('**/sqllab/execute/', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll('"nameless', '"');
      await route.fulfill({ response: answer, body });
    });
    await query(ODD);
    await expect.poll(() => grid().getByRole('columnheader').count()).toBe(8);
    const names = await grid().getByRole('columnheader').allInnerTexts();
    expect(names.map((name) => name.split('\n')[0])).toEqual([
      '(no name)',
      '__1',
      'a',
      'a__1',
      'i',
      'b',
      'late',
      'early',
    ]);
    await page.unroute('**/sqllab/execute/');
    await button('Column (no name)').click();
    await button('Sort descending').click();
    await page.keyboard.press('Escape');
    const cells = await grid().getByRole('gridcell').allInnerTexts();
    expect(cells.slice(-8)).toEqual([
      '1',
      '2',
      '3',
      '4',
      'Infinity',
      // As recorded: bytes are read as text.
      expect.stringMatching(/./),
      '9999-12-31T23:59:59',
      '-000043-03-15',
    ]);
    await cell(1, 1).dblclick();
    await page.getByRole('dialog').getByText('(no name)').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await button('Copy as').click();
    await page.getByRole('menuitem', { name: 'JSON', exact: true }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(async () => Object.keys(JSON.parse(await copied())[0])).toHaveLength(8);
    for (const form of ['CSV', 'Excel', 'Parquet', 'Arrow', 'JSON']) {
      await button('Download as').click();
      await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: form, exact: true }).click(),
      ]);
    }
  });

  test('rows that are not kept any more are one click away', async () => {
    const results = join(product.home, 'results');
    const kept = async () => (await readdir(results, { recursive: true }).catch(() => [])).length;
    const before = await kept();
    await query('SELECT 8 AS eight');
    await cell(1, 1).getByText('8').waitFor();
    // Rows are kept while they are read already.
    await expect.poll(kept).toBeGreaterThan(before);
    await rm(results, { recursive: true, force: true });
    await page.reload();
    const gone = page.getByText('Failed at retrieving results').first();
    await gone.waitFor();
    await page.getByRole('tab', { name: 'Query history' }).click();
    const history = page.getByRole('region', { name: 'Queries' });
    await history.getByRole('button', { name: 'View' }).first().click();
    await gone.waitFor();
    await button('Run again').click();
    await cell(1, 1).getByText('8').waitFor();
  });

  test('a server that does not answer is told as such, and a query in the background is found again', async () => {
    await page.route('**/sqllab/execute/', (route) => route.abort());
    await query('SELECT 9 AS nine');
    await page.getByText('Network error', { exact: true }).waitFor();
    await page.unroute('**/sqllab/execute/');
    await button('Run again').click();
    await cell(1, 1).getByText('9').waitFor();
    await page.route('**/schemas/**', (route) => route.abort());
    await button('Force refresh schema list').click();
    await page.getByText('The list could not be read again').waitFor();
    await page.unroute('**/schemas/**');
    const examples = await client.database('examples');
    await client.call('PUT', `/api/v1/database/${examples}`, { allow_run_async: true });
    await page.reload();
    await cell(1, 1).getByText('9').waitFor();
    await page.route('**/query/updated_since**', (route) => route.abort());
    await query('SELECT 10 AS ten');
    await page.getByText('The server cannot be reached.').waitFor();
    await page.unroute('**/query/updated_since**');
    await cell(1, 1).getByText('10').waitFor();
    await page.route('**/sqllab/results/**', (route) => route.abort());
    await query('SELECT 11 AS eleven');
    await button('Retry fetching results').waitFor();
    await page.unroute('**/sqllab/results/**');
    await button('Retry fetching results').click();
    await cell(1, 1).getByText('11').waitFor();
    await client.call('PUT', `/api/v1/database/${examples}`, {
      extra: JSON.stringify({ cancel_query_on_windows_unload: true }),
    });
    await page.reload();
    const tracked = 'https://lake.example/ui/q';
    await page.route('**/query/updated_since**', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll('"trackingUrl":null', `"trackingUrl":"${tracked}"`);
      await route.fulfill({ response: answer, body });
    });
    await query(SLOW);
    await page.getByText('It is stopped when you leave this page.').waitFor();
    const link = page.getByRole('link', { name: 'Track job' });
    await expect.poll(() => link.getAttribute('href')).toBe(tracked);
    // What is still held here would be lost with the page, and with it what the page sends as it ends.
    await page.unrouteAll({ behavior: 'wait' });
    await page.goto('about:blank');
    const states = async () =>
      (
        await client.call<{ result: { sql: string; status: string }[] }>('GET', '/api/v1/query/')
      ).result.flatMap(({ sql, status }) => (sql === SLOW ? [status] : []));
    await expect.poll(states).toEqual(['stopped']);
    await client.call('PUT', `/api/v1/database/${examples}`, { allow_run_async: false, extra: '{}' });
    await page.goto(`${product.url}/sqllab/`);
    await page.getByText('Query was stopped.').waitFor();
  });

  test('a browser without room says so, and loses nothing', async () => {
    await page.evaluate(() => {
      for (let size = 2 ** 20; size >= 1; size = Math.floor(size / 2))
        for (let at = 0; at < 20; at++)
          try {
            localStorage.setItem(`filler ${size} ${at}`, 'x'.repeat(size));
          } catch {
            break;
          }
    });
    await page.route('**/tabstateview/*', (route) => route.abort());
    await write('SELECT 12 AS twelve');
    await page.getByText('The storage of this browser is full').first().waitFor();
    await page.unroute('**/tabstateview/*');
    await page.getByText('Offline: what you change').waitFor({ state: 'hidden' });
    await button('Tab actions').click();
    await page.getByRole('menuitem', { name: 'Close tab' }).click();
    await page.getByText('The tab could not be closed').waitFor();
    await page.getByRole('tab', { name: /Left$/ }).click();
    await editor().getByText('twelve').waitFor();
    await page.evaluate(() => localStorage.clear());
  });

  test('who closes a tab is back in the one before, at the height and width that were chosen there', async () => {
    const height = async () => Math.round((await editor().boundingBox())?.height ?? 0);
    const schema = page.getByRole('complementary', { name: 'Schema' });
    const width = async () => Math.round((await schema.boundingBox())?.width ?? 0);
    const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^\\w+ ${name}$`) });
    const drag = async (layout: string, by: { x: number; y: number }) => {
      const bar = page
        .locator(`.ant-splitter-${layout} > .ant-splitter-bar .ant-splitter-bar-dragger`)
        .first();
      await bar.hover();
      const place = await bar.boundingBox();
      if (!place) throw new Error('There is nothing to draw at.');
      const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
      await page.mouse.down();
      await page.mouse.move(x + by.x, y + by.y, { steps: 4 });
      await page.mouse.up();
      // Another press that comes at once would be the second one of a double click, which draws nothing.
      await page.waitForTimeout(400);
    };
    for (const name of ['One', 'Two', 'Three']) {
      await open(`dbname=examples&name=${name}`);
      await tab(name).waitFor();
    }
    expect(await width()).toBe(400);
    const usual = await height();
    await tab('One').click();
    await expect.poll(() => tab('One').getAttribute('aria-selected')).toBe('true');
    await drag('vertical', { x: 0, y: 100 });
    await expect.poll(height).toBeGreaterThan(usual + 50);
    await drag('horizontal', { x: 60, y: 0 });
    await expect.poll(width).toBe(460);
    // It is not made narrower than it begins.
    await drag('horizontal', { x: -200, y: 0 });
    await expect.poll(width).toBe(400);
    await drag('horizontal', { x: 50, y: 0 });
    const chosen = await height();
    await tab('Three').click();
    await expect.poll(height).toBe(usual);
    await button('Tab actions').click();
    await page.getByRole('menuitem', { name: 'Close tab' }).click();
    await expect.poll(() => tab('One').getAttribute('aria-selected')).toBe('true');
    await page.reload();
    await expect.poll(width).toBe(450);
    expect(Math.abs((await height()) - chosen)).toBeLessThan(8);
  });

  test('a saved query that is gone is said to be', async () => {
    await page.goto(`${product.url}/sqllab/?savedQueryId=999999`);
    await page.getByText("The query couldn't be loaded").waitFor();
    await editor().waitFor();
  });

  test.runIf(reachable)('an engine that dies under a query, and a database that is deleted', async () => {
    const { id } = await client.call<{ id: number }>('POST', '/api/v1/database/', {
      database_name: 'warehouse of mishaps',
      sqlalchemy_uri: warehouse.href,
      expose_in_sqllab: true,
    });
    await open(`dbid=${id}&name=Dying`);
    await query('SELECT count(*) AS mishaps FROM generate_series(1, 900000000)');
    const engine = new pg.Client({ connectionString: warehouse.href });
    await engine.connect();
    try {
      const killed = async () =>
        (
          await engine.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%AS mishaps%' AND pid <> pg_backend_pid() AND state = 'active'`,
          )
        ).rowCount;
      await expect.poll(killed).toBeGreaterThan(0);
    } finally {
      await engine.end();
    }
    await page.getByText('The connection to PostgreSQL was lost while it worked on the query').waitFor();
    await query('SELECT 13 AS thirteen');
    await cell(1, 1).getByText('13').waitFor();
    await client.call('DELETE', `/api/v1/database/${id}`);
    await button('Run').click();
    await page.getByText('Select a database to write a query').waitFor();
    await page.reload();
    await editor().getByText('thirteen').waitFor();
    await page.getByText('Select a database to write a query').waitFor();
  });

  test('the console stayed clean', () => {
    // What is not answered, or is answered that something is gone, is noted by browsers.
    const noted = /ERR_FAILED|status of (?:400|404|410|503)/;
    expect(seat.complaints.filter((line) => !noted.test(line))).toEqual([]);
  });
});
