import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { barriersInBothLights } from './support/axe.ts';
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
    // Brackets and quotes that the editor closes by itself would be there twice.
    await page.keyboard.insertText(text);
  };
  const take = async (name: string, key: string) => {
    await list().getByRole('option', { name, selected: true }).waitFor();
    // A list that has just come up takes no key: it was meant for the text.
    await page.waitForTimeout(100);
    await page.keyboard.press(key);
  };
  const text = async () => (await page.locator('.cm-line').allTextContents()).join('\n');
  const executed = () =>
    page.waitForResponse('**/api/v1/sqllab/execute/').then((answer) => answer.request().postDataJSON().sql);

  test('names are offered by the place at which one writes', async () => {
    await page.goto(`${product.url}/sqllab/?new=true&dbid=${database}&schema=main`);
    await write('');
    await page.keyboard.type('sel');
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
    expect(await barriersInBothLights(page, '.cm-editor')).toEqual([]);
    await page.keyboard.type('ori');
    await take('origin', 'Tab');
    expect(await text()).toBe('SELECT 1 as a, 2 as b FROM \nflights f\nWHERE f.origin ');
    // A snippet has fields that are filled in one after another.
    await write('');
    await page.keyboard.type('SELECT … ');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('selec');
    await list().getByRole('option', { name: 'SELECT duplicates' }).click();
    await page.keyboard.type('origin');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await page.keyboard.type('n');
    expect(await text()).toBe(
      'SELECT origin, count(*) AS n\nFROM table\nGROUP BY origin\nHAVING count(*) > 1',
    );
    await page.keyboard.press('Escape');
  });

  test('a statement runs by its sign, by the key at the caret, and alone where it is selected', async () => {
    await write('SELECT 1 AS one;\n\nSELECT 2 AS two');
    const beside = page.locator('.cr-run');
    await expect.poll(() => beside.count()).toBeGreaterThan(2);
    let sql = executed();
    await page.keyboard.press('Control+Shift+Enter');
    expect(await sql).toBe('SELECT 2 AS two');
    sql = executed();
    await beside.and(page.locator(':visible')).first().click();
    expect(await sql).toBe('SELECT 1 AS one');
    sql = executed();
    await editor().click();
    await page.keyboard.press('Alt+Enter');
    expect(await sql).toBe('SELECT 1 AS one;\n\nSELECT 2 AS two');
  });

  test('what is wrong is marked as it is written, with what may have been meant', async () => {
    await write('SELECT orign FROM flights;\n\nSELECT * FORM flights;\n\n');
    const wrong = page.locator('.cm-lintRange-warning');
    await expect.poll(() => wrong.allTextContents()).toEqual(['orign']);
    await page.keyboard.press('F8');
    await page.getByText('Meant may be: origin', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await wrong.hover();
    await page.getByRole('button', { name: 'origin' }).click();
    await expect.poll(text).toContain('SELECT origin FROM flights');
    // The server reads the statement in which one stands.
    const bad = page.locator('.cm-line', { hasText: 'FORM' });
    await bad.click();
    await page.keyboard.press('Home');
    await page.locator('.cm-lintRange-error').waitFor();
    expect(await page.locator('.cm-lintRange-error').textContent()).toBe('FORM');
  });

  test('aliases are found, told of and renamed; text is found and replaced', async () => {
    await write('SELECT f.origin, f.delay FROM flights f WHERE f.delay > 1');
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+k');
    await page.getByText('stands for flights', { exact: true }).waitFor();
    await page.keyboard.press('F2');
    await page.keyboard.type('fl');
    await page.keyboard.press('Enter');
    expect(await text()).toBe('SELECT fl.origin, fl.delay FROM flights fl WHERE fl.delay > 1');
    await page.keyboard.press('F12');
    await page.keyboard.type('x');
    expect(await text()).toContain('FROM flights x WHERE');
    // A table is shown below.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('F12');
    await page.getByRole('tab', { name: 'flights' }).waitFor();
    await page.keyboard.press('Control+h');
    await page.getByRole('textbox', { name: 'Find' }).fill('delay');
    await page.getByRole('textbox', { name: 'Replace' }).fill('distance');
    await page.getByRole('button', { name: 'replace all' }).click();
    await page.keyboard.press('Escape');
    expect(await text()).toBe('SELECT fl.origin, fl.distance FROM flights x WHERE fl.distance > 1');
    await write('SELECT 1;\nselect a,b from t');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Control+Shift+F');
    await expect.poll(text).toBe('SELECT 1;\nSELECT\n  a,\n  b\nFROM t');
  });

  test('a long statement is typed over, and put into brackets', async () => {
    const long = `SELECT ${Array.from({ length: 600 }, (_, at) => `${at} AS c${at}`).join(', ')}`;
    await write(long);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('(');
    expect(await page.locator('.cm-line').first().textContent()).toMatch(/^\(SELECT 0 AS c0, /);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('VALUES ');
    await expect.poll(text).toBe('VALUES ');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+Home');
    await expect.poll(text).toContain('(SELECT 0 AS c0, ');
  });
});
