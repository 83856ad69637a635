import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { choose } from './support/choose.ts';
import type { Product } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';

describe.runIf(browserAtHand())('the screens of the platform', () => {
  let seat: Seat;
  let product: Product;
  let page: Page;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ product, page } = seat);
  });
  afterAll(async () => seat?.leave());

  test('a CSS template is made, changed and deleted, and a name is asked for', async () => {
    await page.goto(`${product.url}/superset/welcome/`);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'CSS Templates' }).click();
    await page.getByRole('heading', { name: 'CSS templates', exact: true }).waitFor();
    await page.getByRole('button', { name: '+ CSS template' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('A name is required').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Large titles');
    await dialog.getByRole('textbox', { name: 'CSS' }).fill('.title { font-size: 40px; }');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Edit Large titles' }).click();
    await dialog.getByText('font-size').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Larger titles');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Larger titles', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Bulk select' }).click();
    await page.getByRole('checkbox').first().check();
    await page.getByText('1 Selected').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No CSS templates yet').waitFor();
  });

  test('a theme is tried in one browser, then worn by the whole installation, and taken off again', async () => {
    await page.goto(`${product.url}/theme/list/`);
    await page.getByRole('button', { name: '+ Theme' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Orange');
    const json = dialog.getByRole('textbox', { name: 'JSON Configuration' });
    await json.fill('{"token": {"colorPrimary": ');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('This is no JSON', { exact: false }).waitFor();
    await json.fill('{"token": {"colorPrimary": "#d35400"}, "algorithm": "default"}');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(accent).toBe('#d35400');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Theme', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Clear local theme' }).click();
    await expect.poll(accent).not.toBe('#d35400');
    await page.getByRole('button', { name: 'Set as system default theme Orange' }).click();
    await page.getByText('Default', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Delete Orange' }).count()).toBe(0);
    await page.reload();
    await expect.poll(accent).toBe('#d35400');
    await page.getByRole('button', { name: 'Remove as system default theme Orange' }).click();
    await page.getByRole('button', { name: 'Set as system default theme Orange' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Delete Orange' }).waitFor();
    await expect.poll(accent).not.toBe('#d35400');

    function accent(): Promise<string> {
      return page.evaluate(() => document.documentElement.style.getPropertyValue('--cr-accent').trim());
    }
  });

  test('charts are tagged in bulk, found by their tag, and the tag leads to them', async () => {
    await page.goto(`${product.url}/superset/tags/`);
    await page.getByRole('button', { name: '+ Tag' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Tag name').fill('weekly');
    await choose(page, dialog, 'Dashboards', 'Films');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'weekly' }).waitFor();
    await page.goto(`${product.url}/chart/list/`);
    await page.getByRole('button', { name: 'Bulk select' }).click();
    await page.getByRole('row', { name: 'Routes' }).getByRole('checkbox').check();
    await page.getByRole('row', { name: 'Busiest origins' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Add Tag' }).click();
    await dialog.getByText('You are adding tags to 2 entities').waitFor();
    await choose(page, dialog, 'Tags', 'weekly');
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('brand new');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: 'Routes' }).getByRole('link', { name: 'brand new' }).waitFor();
    await page.getByRole('row', { name: 'Routes' }).getByRole('link', { name: 'weekly' }).click();
    await page.getByRole('heading', { name: 'weekly' }).waitFor();
    for (const name of ['Films', 'Routes', 'Busiest origins'])
      await page.getByRole('link', { name, exact: true }).waitFor();
    await page.goto(`${product.url}/superset/tags/`);
    await page.getByRole('button', { name: 'Delete brand new' }).click();
    await dialog.getByRole('textbox').fill('DELETE');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'brand new' }).waitFor({ state: 'hidden' });
  });

  test('a row rule is made for a dataset and a role', async () => {
    await page.goto(`${product.url}/rowlevelsecurity/list`);
    await page.getByRole('button', { name: '+ Rule' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Rule Name').fill('Only long flights');
    await choose(page, dialog, 'Datasets', 'flights');
    await choose(page, dialog, 'Roles', 'Gamma');
    await dialog.getByRole('textbox', { name: 'Clause' }).fill('distance > (1000');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('alert').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Clause' }).fill('distance > 1000');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Edit Only long flights' }).click();
    await dialog.getByTitle('flights', { exact: true }).waitFor();
    await dialog.getByTitle('Gamma').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  test('F17: the CSS of a dashboard styles the dashboard, covers nothing around it and fetches nothing', async () => {
    const client = await Client.signIn(product);
    const { result } = await client.call<{ result: { id: number }[] }>(
      'GET',
      '/api/v1/dashboard/?q=(filters:!((col:dashboard_title,opr:eq,value:Films)))',
    );
    const [board] = result;
    if (!board) throw new Error('There is no dashboard of films.');
    const css = `
      @import url(https://evil.invalid/a.css);
      @font-face { font-family: evil; src: url(https://evil.invalid/font.woff2); }
      body { background: rgb(1, 2, 3); --far: url(https://evil.invalid/b.png); }
      nav, a { display: none !important; }
      h1 { color: rgb(4, 5, 6) !important; font-family: evil; background: url("https://evil.invalid/c.png"); }
      h1::after { content: url(https://evil.invalid/d.png); }
      h1::before { background-image: var(--far); content: image-set("https://evil.invalid/e.png" 1x); }
      @media (min-width: 1px) { h1 { list-style: u\\72l(https://evil.invalid/f.png); letter-spacing: 7px !important; } }
      } } @supports (content: "{") { nav { display: none !important } }
      #dashboard-page::before { content: 'Sign in'; position: fixed; inset: 0; top: -9999px; height: 99999px; width: 99999px; left: -9999px; z-index: 99999; background: red; }`;
    await client.call('PUT', `/api/v1/dashboard/${board.id}`, { css });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${product.url}/superset/dashboard/${board.id}/`);
    const title = page.locator('#dashboard-page h1');
    await expect
      .poll(() => title.evaluate((element) => getComputedStyle(element).color))
      .toBe('rgb(4, 5, 6)');
    expect(await title.evaluate((element) => getComputedStyle(element).letterSpacing)).toBe('7px');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(
      'rgb(1, 2, 3)',
    );
    const settings = page.getByRole('button', { name: 'Settings', exact: true });
    await settings.click();
    await page.getByRole('menuitem', { name: 'CSS Templates' }).waitFor();
    await page.keyboard.press('Escape');
    expect(asked.filter((url) => url.includes('evil'))).toEqual([]);
    await client.call('PUT', `/api/v1/dashboard/${board.id}`, { css: '' });
  });

  test('dashboards go out as a bundle and come in again, overwriting only on the word', async () => {
    await page.goto(`${product.url}/dashboard/list/`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export Films' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^dashboard_export_\d{8}T\d{6}\.zip$/);
    await page.getByRole('button', { name: 'Import dashboards' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import dashboard' });
    await expect.poll(() => dialog.getByRole('button', { name: 'Import' }).isEnabled()).toBe(false);
    await bring({
      name: file.suggestedFilename(),
      mimeType: 'application/zip',
      buffer: readFileSync(await file.path()),
    });
    await dialog.getByRole('button', { name: 'Import' }).click();
    const overwrite = dialog.getByRole('button', { name: 'Overwrite' });
    await overwrite.waitFor();
    await expect.poll(() => overwrite.isEnabled()).toBe(false);
    await dialog.getByRole('textbox').fill('overwrite');
    await overwrite.click();
    await page.getByText('The dashboard has been imported').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Import dashboards' }).click();
    await bring({ name: 'broken.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') });
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    async function bring(chosen: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
      await dialog.locator('input[type=file]').setInputFiles(chosen);
    }
  });
});
