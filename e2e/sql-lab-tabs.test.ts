import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { barriersInBothLights } from './support/axe.ts';
import { browserAtHand } from './support/browser.ts';
import type { Product } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';

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

  test('run their text into a table, and switch what all tabs share', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Autocomplete/ }).click();
    expect(await page.evaluate(() => localStorage.getItem('sqllab__is_autocomplete_enabled'))).toBe('false');
    await page.getByRole('menuitem', { name: /^Autocomplete/ }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await dialog().getByRole('cell', { name: 'Restore closed tab' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('shut nobody out', async () => {
    expect(await barriersInBothLights(page)).toEqual([]);
  });

  test('the console stayed clean', () => {
    // Spells without a server are noted by browsers.
    expect(seat.complaints.filter((line) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(line))).toEqual([]);
  });
});

interface Opening {
  result: { tab_state_ids: { id: number }[] };
}
interface Kept {
  sql: string;
}
