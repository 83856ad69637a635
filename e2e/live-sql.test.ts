import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { barriersInBothLights } from './support/axe.ts';
import { browserAtHand } from './support/browser.ts';
import type { Product } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';
import { warehouse, warehouseAtHand } from './support/warehouse.ts';

const reachable = await warehouseAtHand();

describe.runIf(browserAtHand())('live SQL', () => {
  let seat: Seat;
  let product: Product;
  let page: Page;
  let client: Client;
  let database: number;
  beforeAll(async () => {
    // A busy machine answers late; what is slow here would take hours.
    seat = await takeSeat({ SQLLAB_LIVE_BUDGET: '2000', SQLLAB_LIVE_SAMPLE: '100' });
    ({ product, page } = seat);
    client = await Client.signIn(product);
    database = await client.database('examples');
  });
  afterAll(async () => seat?.leave());
  const pane = () => page.getByRole('region', { name: 'Live SQL' });
  const rows = () => pane().getByRole('grid', { name: 'Live rows' });
  const heads = async () =>
    (await rows().getByRole('columnheader').allTextContents()).filter((text) => text.trim() !== '');
  const write = async (text: string) => {
    await page.getByRole('textbox', { name: 'SQL' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
  };
  const open = (id: number, schema: string) =>
    page.goto(`${product.url}/sqllab/?new=true&dbid=${id}&schema=${schema}`);

  test('rows appear as one writes, of the statement at the caret and of each of its expressions', async () => {
    await open(database, 'main');
    await pane().getByText('Nothing to show yet').waitFor();
    await write('');
    await page.keyboard.type('select origin, count(*) as n from flights group by origin order by n desc');
    await rows().getByRole('gridcell', { name: 'ORD', exact: true }).waitFor();
    await pane().getByText('First 50 rows').waitFor();
    await write(
      'SELECT 7 AS seven;\n\nWITH late AS (SELECT * FROM flights WHERE delay > 60), busy AS (SELECT origin, count(*) AS n FROM late GROUP BY 1)\nSELECT n AS most FROM busy ORDER BY n DESC LIMIT 1',
    );
    await pane().getByText('1 row', { exact: true }).waitFor();
    await expect.poll(heads).toEqual(['most']);
    const chip = (name: string) => pane().getByRole('button', { name });
    await chip('busy 2 columns').click();
    await expect.poll(heads).toEqual(['origin', 'n']);
    expect(await chip('busy 2 columns').getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(heads).toContain('delay');
    // One that is gone gives way to the statement.
    await page.locator('.cm-line').first().click();
    await expect.poll(heads).toEqual(['seven']);
    await expect.poll(() => chip('busy').count()).toBe(0);
    expect(await barriersInBothLights(page)).toEqual([]);
  });

  test('what is wrong, what writes and what takes too long is told in place', async () => {
    await write('SELECT 1 AS one;\nSELECT origin FROM flights WHERE dely > 3');
    await pane()
      .getByText(/^Line 2, column 34: Binder Error: .*dely/)
      .waitFor();
    await expect.poll(heads).toEqual(['seven']);
    // The rows of before are paler, and can be read.
    expect(await barriersInBothLights(page, '[aria-label="Live SQL"]')).toEqual([]);
    await write('SELECT *\nFRM flights');
    await pane().getByText("Line 2, column 1: Error parsing near 'FRM'", { exact: true }).waitFor();
    await write('DELETE FROM flights');
    await pane().getByText('Live SQL only reads').waitFor();
    expect(await rows().count()).toBe(0);
    await write(
      'SELECT count(*) AS n FROM flights a, flights b, flights c WHERE hash(a.delay + b.delay) % 7 < 9',
    );
    await pane()
      .getByText(/the first 100 rows of each table\. Counts and totals are not those of the whole/)
      .waitFor();
    await rows().getByRole('gridcell', { name: '1000000', exact: true }).waitFor();
    await write(
      'SELECT count(*) AS n FROM range(10000000) a, range(10000000) b WHERE hash(a.range * b.range) = 1',
    );
    await pane().getByText('This takes longer than 2000 ms').waitFor();
    await write('SELECT 5 AS five');
    await expect.poll(heads).toEqual(['five']);
    // Nothing of all this was kept.
    const { count } = await client.call<{ count: number }>('GET', '/api/v1/query/');
    expect(count).toBe(0);
  });

  test('it is closed and opened by the menu and by a key, and stays as it was', async () => {
    await page.keyboard.press('Alt+Shift+L');
    await expect.poll(() => pane().count()).toBe(0);
    await page.reload();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    expect(await pane().count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Live SQL is off' }).click();
    await rows().waitFor();
    await page.keyboard.press('Escape');
    await pane().getByRole('button', { name: 'Close live SQL' }).click();
    await expect.poll(() => pane().count()).toBe(0);
    await page.keyboard.press('Alt+Shift+L');
    await rows().waitFor();
  });

  test.runIf(reachable)('another engine runs nothing until its connection says so', async () => {
    const { id } = await client.call<{ id: number }>('POST', '/api/v1/database/', {
      database_name: 'Warehouse',
      sqlalchemy_uri: warehouse.href,
      expose_in_sqllab: true,
    });
    await open(id, 'public');
    await write('SELECT 9 AS nine');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Autocomplete' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Live SQL' }).count()).toBe(0);
    expect(await pane().count()).toBe(0);
    await page.goto(`${product.url}/databaseview/list/`);
    await page.getByRole('button', { name: 'Edit Warehouse' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: 'Advanced' }).click();
    await dialog.getByRole('button', { name: 'SQL Lab' }).click();
    await dialog.getByRole('checkbox', { name: 'Enable live SQL' }).check();
    await dialog.getByRole('button', { name: 'Finish' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await open(id, 'public');
    await write('SELECT 9 AS nine');
    await expect.poll(heads).toEqual(['nine']);
    expect(seat.complaints).toEqual([]);
  });

  test('in a narrow window it stands below the editor', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(database, 'main');
    await write('SELECT * FROM airports');
    await rows().getByRole('gridcell', { name: '00M', exact: true }).waitFor();
    const [editor, below] = await Promise.all([
      page.getByRole('textbox', { name: 'SQL' }).boundingBox(),
      rows().boundingBox(),
    ]);
    expect(below?.y).toBeGreaterThan((editor?.y ?? 0) + 40);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await barriersInBothLights(page, '[aria-label="Live SQL"]')).toEqual([]);
  });
});
