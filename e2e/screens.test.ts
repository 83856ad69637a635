import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserAtHand } from './support/browser.ts';
import type { Product } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';

describe.runIf(browserAtHand())('the screens around the main journey', () => {
  let seat: Seat;
  let product: Product;
  let page: Page;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ product, page } = seat);
  });
  afterAll(async () => seat?.leave());

  test('a list keeps its search, sort and page in the address', async () => {
    await page.goto(`${product.url}/chart/list/`);
    await page.getByRole('textbox', { name: 'Name' }).fill('price');
    await page.keyboard.press('Enter');
    const rows = page.locator('tbody tr[data-row-key]');
    await expect.poll(() => rows.count()).toBe(1);
    await page.goto(page.url());
    await page.getByRole('link', { name: 'Highest and lowest price' }).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await page.goto(`${product.url}/chart/list/`);
    await page.getByRole('columnheader', { name: 'Name' }).click();
    await page.getByRole('link', { name: 'Airports, state by state' }).waitFor();
    await expect.poll(() => rows.first().textContent()).toContain('Airports, state by state');
    expect(page.url()).toContain('sort');
  });

  test('the title tells what is shown, and old addresses lead on inside the application too', async () => {
    const titled = (name: string) => expect.poll(() => page.title()).toBe(`${name} · Chartroom`);
    const turnTo = (path: string) =>
      page.evaluate((to) => {
        history.pushState({}, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
    await page.goto(`${product.url}/superset/dashboard/films/`);
    await titled('Films');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Datasets' }).click();
    await titled('Datasets');
    await page.goBack();
    await titled('Films');
    await turnTo('/superset/sqllab/history/');
    await page.waitForURL('**/sqllab/history/');
    await titled('Query History');
    await turnTo('/nowhere/');
    await page.getByText('There is nothing at this address.', { exact: false }).waitFor();
    await titled('Page not found');
  });

  test('pages bring along what they would ask first', async () => {
    // The first visit makes a tab, after which everything is asked anew.
    await page.goto(`${product.url}/sqllab/`);
    await page.locator('.cm-content').first().waitFor();
    for (const [path, seen] of [
      ['/superset/dashboard/films/', '[data-chart-drawn]'],
      ['/explore/?slice_id=3', '[data-chart-drawn]'],
      ['/sqllab/', '.cm-content'],
      ['/chart/list/', 'tbody tr[data-row-key]'],
      ['/dashboard/list/', 'tbody tr[data-row-key]'],
      ['/tablemodelview/list/', 'tbody tr[data-row-key]'],
    ] as const) {
      await page.goto(`${product.url}${path}`);
      await page.locator(seen).first().waitFor();
      const [brought, asked] = await page.evaluate(() => {
        const text = document.getElementById('carried')?.textContent ?? '{}';
        const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
        return [Object.keys(JSON.parse(text)), addresses.map((each) => each.pathname + each.search)] as const;
      });
      expect(brought.length, path).toBeGreaterThan(0);
      expect(
        brought.filter((each) => asked.includes(each)),
        path,
      ).toEqual([]);
    }
  });

  test('deleting asks first', async () => {
    await page.goto(`${product.url}/chart/list/`);
    await page.getByRole('button', { name: 'Delete Kinds of days' }).click();
    const dialog = page.getByRole('dialog');
    const agree = dialog.getByRole('button', { name: 'Delete' });
    await expect.poll(() => agree.isEnabled()).toBe(false);
    await dialog.getByRole('textbox').fill('DELETE');
    await agree.click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Kinds of days' }).waitFor({ state: 'hidden' });
  });

  test('the menu of a chart on a dashboard shows its query, fills the screen, and saves its rows', async () => {
    await page.goto(`${product.url}/superset/dashboard/us-flights/`);
    const tile = page.getByRole('article', { name: 'Busiest origins' });
    await tile.locator('[data-chart-drawn]').first().waitFor();
    await openMenu('View query');
    await page
      .getByRole('dialog')
      .getByText(/SELECT/)
      .first()
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await openMenu('Enter fullscreen');
    await expect.poll(() => tile.getAttribute('data-full')).toBe('true');
    await openMenu('Exit fullscreen');
    await tile.and(page.locator(':not([data-full="true"])')).waitFor();
    await tile.getByRole('button', { name: /More Options/i }).click();
    const download = page.getByRole('menuitem', { name: 'Download' }).last();
    const csv = page.getByRole('menuitem', { name: 'Export to .CSV' });
    const saved = page.waitForEvent('download');
    // By keyboard: a menu beside a menu closes under a mouse that arrives while it is still moving.
    await download.focus();
    await download.press('ArrowRight');
    await csv.press('Enter');
    const text = readFileSync(await (await saved).path(), 'utf8');
    expect(text.split('\n')[1]).toBe('ORD,166341');

    async function openMenu(item: string): Promise<void> {
      await tile.getByRole('button', { name: /More Options/i }).click();
      await page.getByRole('menuitem', { name: item }).last().click();
    }
  });

  test('Explore shows rows and samples, and saves over the chart', async () => {
    await page.goto(`${product.url}/chart/list/`);
    await page.getByRole('link', { name: 'Films by rating' }).click();
    await page.locator('[data-chart-drawn]').first().waitFor();
    await page.getByText('Results and samples').click();
    await page.getByRole('grid').getByText('PG-13', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Samples' }).click();
    await page.getByText('1,000 rows', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Chart name').fill('Films by age');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Chart [Films by age] has been overwritten').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    // What is changed after that stays, and is saved over the version that one has made oneself.
    await page.getByRole('tab', { name: 'Customize' }).click();
    const legend = page.getByRole('checkbox', { name: /legend/i }).first();
    const before = await legend.isChecked();
    await legend.click();
    await expect.poll(() => page.url()).toContain('form_data_key');
    await page.getByText('Altered').waitFor();
    expect(await legend.isChecked()).toBe(!before);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Altered').waitFor({ state: 'hidden' });
  });

  test('SQL Lab stops a query, keeps its tabs, and saves all rows as CSV', async () => {
    await page.goto(`${product.url}/sqllab/?new=true`);
    await write('SELECT count(*) FROM range(200000) a, range(200000) b WHERE (a.range * b.range) % 7 = 3');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    // What is stopped before the server has heard of it leaves nothing behind.
    await expect.poll(running).toBe(1);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('Query was stopped').waitFor();
    await write('SELECT symbol, price FROM examples.stocks ORDER BY price DESC');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const grid = page.getByRole('grid', { name: 'Query results' });
    await grid.getByText('707', { exact: true }).waitFor();
    const price = grid.getByRole('columnheader', { name: 'price' });
    await price.getByRole('button').first().click();
    await expect.poll(() => price.getAttribute('aria-sort')).toBe('ascending');
    await price.getByRole('button').first().click();
    await expect.poll(() => price.getAttribute('aria-sort')).toBe('descending');
    await grid.focus();
    await page.keyboard.press('ArrowRight');
    await grid.locator('[aria-rowindex="2"] [data-focus]').getByText('707', { exact: true }).waitFor();
    const { width: before, x, y } = await boxOf(price);
    await page.mouse.move(x + before - 3, y + 9);
    await page.mouse.down();
    await page.mouse.move(x + before + 57, y + 9, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => (await boxOf(price)).width).toBe(before + 60);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download to CSV' }).click();
    const lines = readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(561);
    await page.getByRole('tab', { name: 'Query history' }).click();
    await page.getByText('stopped').first().waitFor();
    await page.goto(`${product.url}/sqllab/`);
    await page.getByRole('textbox', { name: 'SQL' }).getByText('stocks').waitFor();
  });

  test('the console stayed clean', () => {
    // A stopped query is answered with an error, which browsers note.
    expect(seat.complaints.filter((line) => !/\/sqllab\/execute\/$/.test(line))).toEqual([]);
  });

  async function boxOf(place: Locator): Promise<{ x: number; y: number; width: number }> {
    return (await place.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  }

  /** Queries of the person that the server is at. */
  async function running(): Promise<number> {
    const q = '(filters:!((col:status,opr:eq,value:running)))';
    return (await (await page.request.get(`${product.url}/api/v1/query/?q=${q}`)).json()).count;
  }

  async function write(sql: string): Promise<void> {
    await page.getByRole('textbox', { name: 'SQL' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(sql);
  }
});
