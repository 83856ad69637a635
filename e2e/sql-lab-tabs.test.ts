import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { barriersInBothLights } from './support/axe.ts';
import { browserAtHand } from './support/browser.ts';
import type { Product } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';
import { warehouse, warehouseAtHand } from './support/warehouse.ts';

const reachable = await warehouseAtHand();

describe.runIf(browserAtHand())('tabs of SQL Lab', () => {
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

  const dialog = () => page.getByRole('dialog');
  const tab = (name: string, on = page) => on.getByRole('tab', { name: new RegExp(`^\\w+ ${name}$`) });
  const names = async () => page.getByRole('tablist', { name: 'Queries' }).getByRole('tab').allInnerTexts();
  const write = async (sql: string, on = page) => {
    await on.getByRole('textbox', { name: 'SQL' }).click();
    await on.keyboard.press('ControlOrMeta+a');
    await on.keyboard.insertText(sql);
  };
  const tabAct = async (name: string) => {
    await page.getByRole('button', { name: 'Tab actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const shows = (text: string, on = page) =>
    on.getByRole('textbox', { name: 'SQL' }).getByText(text).waitFor();
  /** Waits until the server has a text in one of the tabs. */
  const isKept = (text: string) =>
    expect
      .poll(
        async () => {
          const { result } = await client.call<Opening>('GET', '/api/v1/sqllab/');
          const ids = result.tab_state_ids.map(({ id }) => id);
          const tabs = await Promise.all(ids.map((id) => client.call<Kept>('GET', `/tabstateview/${id}`)));
          return tabs.map(({ sql }) => sql);
        },
        { timeout: 15_000 },
      )
      .toContain(text);

  test('are named, copied, put in order, closed and restored', async () => {
    await page.goto(`${product.url}/sqllab/`);
    await tab('Untitled Query 1').waitFor();
    await write('SELECT 1 AS first');
    await tab('Untitled Query 1').dblclick();
    await dialog().getByRole('textbox', { name: 'Title' }).fill('First');
    await dialog().getByRole('button', { name: 'Rename' }).click();
    await tab('First').waitFor();
    await tabAct('Duplicate tab');
    await tab('Copy of First').waitFor();
    await shows('first');
    await page.keyboard.press('Control+t');
    await expect.poll(() => names()).toEqual(['First', 'Copy of First', 'Untitled Query 1']);
    await tab('Untitled Query 1').dragTo(tab('First'), { targetPosition: { x: 4, y: 8 } });
    await expect.poll(() => names()).toEqual(['Untitled Query 1', 'First', 'Copy of First']);
    await tab('Untitled Query 1').focus();
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expect.poll(() => names()).toEqual(['First', 'Untitled Query 1', 'Copy of First']);
    await page.reload();
    await expect.poll(() => names()).toEqual(['First', 'Untitled Query 1', 'Copy of First']);
    await tab('Copy of First').click();
    await tabAct('Close tab');
    await expect.poll(() => names()).toEqual(['First', 'Untitled Query 1']);
    await page.getByRole('button', { name: 'Restore closed tab' }).click();
    await page.getByRole('menuitem', { name: 'Copy of First: SELECT 1 AS first' }).click();
    await tab('Copy of First').waitFor();
    await shows('first');
    await page.keyboard.press('Control+]');
    await expect.poll(() => tab('First').first().getAttribute('aria-selected')).toBe('true');
    await tabAct('Close all other tabs');
    await expect.poll(() => names()).toEqual(['First']);
    await page.keyboard.press('Alt+Shift+KeyT');
    await tab('Copy of First').waitFor();
  });

  test('hide what stands beside the editor', async () => {
    await page.getByRole('complementary', { name: 'Schema' }).waitFor();
    await tabAct('Hide tool bar');
    await page.getByRole('complementary', { name: 'Schema' }).waitFor({ state: 'hidden' });
    await tabAct('Expand tool bar');
    await page.getByRole('complementary', { name: 'Schema' }).waitFor();
  });

  test('keep what is written while the server is out of reach, past the end of the page', async () => {
    await tab('First').first().click();
    await page.context().setOffline(true);
    await write('SELECT 2 AS offline');
    await page.getByText('Offline: what you change is kept in this browser').waitFor();
    await page.context().setOffline(false);
    await page.getByText('Offline: what you change is kept in this browser').waitFor({ state: 'hidden' });
    await isKept('SELECT 2 AS offline');
    await page.route('**/tabstateview/*', (route) => route.abort());
    await write('SELECT 3 AS later');
    await page.getByText('Offline: what you change is kept in this browser').waitFor();
    await page.unroute('**/tabstateview/*');
    await page.reload();
    await shows('later');
    await isKept('SELECT 3 AS later');
  });

  test('are shown in two windows, and neither loses what the other wrote', async () => {
    const other = await page.context().newPage();
    await other.goto(`${product.url}/sqllab/`);
    await shows('later', other);
    await write('SELECT 4 AS of_the_one');
    await isKept('SELECT 4 AS of_the_one');
    await write('SELECT 5 AS of_the_other', other);
    await other.getByText('This tab was changed in two windows').waitFor();
    await isKept('SELECT 5 AS of_the_other');
    await tab('First \\(other window\\)', other).click();
    await shows('of_the_one', other);
    await other.close();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await shows('of_the_other');
    await tab('First \\(other window\\)').waitFor();
  });

  test('stand beside a tree of tables, whose columns tell what is in them', async () => {
    const tree = page.getByRole('tree', { name: 'Tables' });
    await page.getByRole('textbox', { name: 'Search tables' }).fill('port');
    await expect.poll(() => tree.getByRole('treeitem').count()).toBe(1);
    await tree.focus();
    await page.keyboard.press('ArrowRight');
    await tree.getByRole('treeitem', { name: 'latitude' }).waitFor();
    // It is looked at below the editor, too; what is in view there stays.
    await page.getByRole('tab', { name: 'main.airports' }).waitFor();
    await page.getByRole('tab', { name: 'Results', selected: true }).waitFor();
    await tree.getByRole('treeitem', { name: 'latitude' }).hover();
    const card = page.getByRole('region', { name: 'Column latitude' });
    await card.getByText('Of all 3,376 rows').waitFor();
    await card.getByRole('img', { name: /^Histogram/ }).waitFor();
    expect(await card.getByRole('definition').allInnerTexts()).toEqual([
      '0 (0.0 %)',
      expect.stringMatching(/^3,\d{3}$/),
      ...[expect.stringMatching(/^-?\d/), expect.stringMatching(/^\d/)],
    ]);
    expect(await barriersInBothLights(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'hidden' });
    await tree.getByRole('treeitem', { name: 'airports' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Sort columns alphabetically' }).click();
    await expect.poll(() => tree.getByRole('treeitem').nth(1).textContent()).toMatch(/^city/);
    await tree.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'View keys & indexes' }).click();
    await dialog().getByText('This table has no keys and no indexes').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Force refresh schema list' }).click();
    await page.getByText('List refreshed').first().waitFor();
  });

  test('switch what all tabs share', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Autocomplete/ }).click();
    expect(await page.evaluate(() => localStorage.getItem('sqllab__is_autocomplete_enabled'))).toBe('false');
    await page.getByRole('menuitem', { name: /^Autocomplete/ }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await dialog().getByRole('cell', { name: 'Restore closed tab' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  test.runIf(reachable)('make a table of a query with parameters, and tell its plan', async () => {
    const schema = `tabs_${Date.now().toString(36)}`;
    await askWarehouse(`CREATE SCHEMA ${schema}`);
    onTestFinished(async () => void (await askWarehouse(`DROP SCHEMA ${schema} CASCADE`)));
    const { id } = await client.call<{ id: number }>('POST', '/api/v1/database/', {
      database_name: 'warehouse of tabs',
      sqlalchemy_uri: warehouse.href,
      expose_in_sqllab: true,
      allow_ctas: true,
      allow_dml: true,
      extra: JSON.stringify({ cost_estimate_enabled: true }),
    });
    await page.goto(`${product.url}/sqllab/?dbid=${id}&schema=${schema}&name=Made&new=true`);
    await tab('Made').waitFor();
    await write("SELECT n, '{{ word }}' AS word FROM generate_series(1, {{ most }}) AS n ORDER BY n DESC");
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Parameters/ }).click();
    await dialog().getByRole('textbox', { name: 'Value of word' }).fill('seven');
    await dialog().getByRole('textbox', { name: 'Value of most' }).fill('7');
    await dialog().getByText('JSON', { exact: true }).first().click();
    await dialog().getByText('"word": "seven"').waitFor();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Estimate cost' }).click();
    await dialog().getByText('Most expensive step').waitFor();
    await dialog().getByRole('columnheader', { name: 'Total cost' }).waitFor();
    expect(await barriersInBothLights(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Run as' }).click();
    await page.getByRole('menuitem', { name: 'CREATE TABLE AS' }).click();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('sevens');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await page.getByRole('treeitem', { name: 'sevens' }).waitFor();
    expect(await askWarehouse(`SELECT count(*), max(word) FROM ${schema}.sevens`)).toMatchObject([
      { count: '7', max: 'seven' },
    ]);
    await page.getByRole('button', { name: 'Explore', exact: true }).click();
    await page.waitForURL(/\/explore\/\?.*datasource_type=table/);
    await page.goBack();
    await page.getByText('Table/View [sevens] was created').waitFor();
    await page.mouse.move(0, 0);
  });

  test('shut nobody out', async () => {
    expect(await barriersInBothLights(page)).toEqual([]);
  });

  test('the console stayed clean', () => {
    // Spells without a server are noted by browsers.
    expect(seat.complaints.filter((line) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(line))).toEqual([]);
  });
});

/** Asks the warehouse past the product. */
async function askWarehouse(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: warehouse.href });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

interface Opening {
  result: { tab_state_ids: { id: number }[] };
}
interface Kept {
  sql: string;
}
