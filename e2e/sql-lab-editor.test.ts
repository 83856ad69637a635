import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import type { Product } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';

describe.runIf(browserAtHand())('writing SQL in SQL Lab', () => {
  let seat: Seat;
  let product: Product;
  let page: Page;
  let database: number;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ product, page } = seat);
    const client = await Client.signIn(product);
    database = await client.database('examples');
  });
  afterAll(async () => seat?.leave());
  const editor = () => page.getByRole('textbox', { name: 'SQL' });
  const list = () => page.getByRole('listbox');
  const write = async (text: string) => {
    await editor().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type(text);
  };
  const take = async (name: string, key: string) => {
    await list().getByRole('option', { name, selected: true }).waitFor();
    // A list that has just come up takes no key: it was meant for the text.
    await page.waitForTimeout(100);
    await page.keyboard.press(key);
  };
  const text = async () => (await page.locator('.cm-line').allTextContents()).join('\n');

  test('names are offered by the place at which one writes', async () => {
    await page.goto(`${product.url}/sqllab/?new=true&dbid=${database}&schema=main`);
    await write('sel');
    await take('SELECT', 'Enter');
    await page.keyboard.type('1 as a, 2 as b');
    await expect.poll(() => list().count()).toBe(0);
    expect(await text()).toBe('SELECT 1 as a, 2 as b');
    await page.keyboard.type(' FROM ');
    await list().getByRole('option', { name: 'flights' }).waitFor();
    // A list that opened by itself does not take the end of a line.
    await page.keyboard.press('Enter');
    await page.keyboard.type('fligh');
    await take('flights', 'Enter');
    await page.keyboard.type('f\nWHERE f.');
    await list().getByRole('option', { name: 'origin' }).waitFor();
    await page.keyboard.type('ori');
    await take('origin', 'Tab');
    expect(await text()).toBe('SELECT 1 as a, 2 as b FROM \nflights f\nWHERE f.origin ');
  });
});
