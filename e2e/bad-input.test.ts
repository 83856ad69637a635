import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand, type Visit, visit } from './support/browser.ts';
import { copiedHome } from './support/prepared-home.ts';
import { ADMIN, type Product, startProduct } from './support/product.ts';
import { signInAsAdmin } from './support/sign-in.ts';

describe.runIf(browserAtHand())('what goes wrong is said where it goes wrong', () => {
  let product: Product;
  let guest: Visit;
  let page: Page;
  let client: Client;
  beforeAll(async () => {
    product = await startProduct({ home: copiedHome(), settings: ADMIN });
    client = await Client.signIn(product);
    await client.examplesReady();
    guest = await visit();
    page = guest.page;
    await signInAsAdmin(page, product);
  });
  afterAll(async () => {
    await guest?.close();
    await product?.remove();
  });

  test('a malformed file is named with its line, and nothing is made of it', async () => {
    await drop('broken.csv', 'a,b\n1,2\n3,"unclosed\n4,5,6,7\n');
    await page
      .getByRole('alert')
      .getByText(/broken\.csv.*Line 3/)
      .waitFor();
    const tables = await client.call<{ count: number }>(
      'GET',
      `/api/v1/database/${await client.database('uploads')}/tables/?q=(schema_name:main)`,
    );
    expect(tables.count).toBe(0);
  });

  test('a file of a kind that is not taken is named with the kinds that are', async () => {
    await drop('picture.bmp', 'BM');
    await page
      .getByRole('alert')
      .getByText(/picture\.bmp.*Parquet/)
      .waitFor();
  });

  test('a second file of the same name becomes a second table', async () => {
    for (const address of ['fees', 'fees_2']) {
      await page.goto(`${product.url}/superset/welcome/`);
      await drop('fees.csv', 'airport,fee\nORD,1\nATL,2\n');
      // What is to become of the table that is there is asked when the file has been looked at.
      const both = page.getByRole('dialog').getByRole('radio', { name: 'Keep both' });
      if (address !== 'fees') await expect.poll(() => both.isChecked()).toBe(true);
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await page.waitForURL('**/explore/**');
      await page
        .getByRole('complementary', { name: 'Chart Source' })
        .getByText(address, { exact: true })
        .waitFor();
    }
  });

  test('a syntax error is marked in the text', async () => {
    await page.goto(`${product.url}/sqllab/?new=true`);
    await page.getByRole('textbox', { name: 'SQL' }).click();
    await page.keyboard.insertText('SELECT origin,\n  count(*\nFROM examples.flights');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('alert').getByText("Error parsing near 'FROM' at line 3:1").waitFor();
    // The bracket that is left open may be marked, too.
    await page.locator('.cm-lintRange-error').getByText('FROM', { exact: true }).waitFor();
  });

  test('the mark below an excerpt of an engine stands below its place', async () => {
    await page.goto(`${product.url}/sqllab/?new=true`);
    await page.getByRole('textbox', { name: 'SQL' }).click();
    await page.keyboard.insertText('SELECT count(*), orign FROM examples.flights');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const excerpt = page.getByRole('alert').locator('pre');
    const [line = '', mark = ''] = ((await excerpt.textContent()) ?? '').split('\n');
    expect(line).toContain('orign');
    expect(mark.indexOf('^')).toBe(line.indexOf('orign'));
    await expect
      .poll(() => excerpt.evaluate((shown) => getComputedStyle(shown).fontFamily))
      .toContain('mono');
  });

  test('a chart whose table is gone says so, and the rest of the dashboard works', async () => {
    const { id: dashboard } = await client.call<{ id: number }>('POST', '/api/v1/dashboard/', {
      dashboard_title: 'Half gone',
    });
    await addCount('Fees in all', await client.dataset('fees'), dashboard);
    await addCount('Prices in all', await client.dataset('stocks'), dashboard);
    const database_id = await client.database('uploads');
    const run = { database_id, schema: 'main', sql: 'DROP TABLE fees', client_id: 'drop', queryLimit: 1 };
    await client.call('POST', '/api/v1/sqllab/execute/', run);
    await page.goto(`${product.url}/superset/dashboard/${dashboard}/`);
    await page.getByRole('article', { name: 'Prices in all' }).getByText('560', { exact: true }).waitFor();
    await page
      .getByRole('article', { name: 'Fees in all' })
      .getByText(/fees.*does not exist/i)
      .first()
      .waitFor();
  });

  test('an address of nothing says so', async () => {
    await page.goto(`${product.url}/superset/dashboard/no-such-dashboard/`);
    await page
      .getByText(/could not be found|does not exist|not found/i)
      .first()
      .waitFor();
  });

  async function drop(name: string, content: string): Promise<void> {
    const file = join(product.home, name);
    writeFileSync(file, content);
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
  }

  async function addCount(slice_name: string, dataset: number, dashboard: number): Promise<void> {
    const params = JSON.stringify({
      datasource: `${dataset}__table`,
      viz_type: 'big_number_total',
      metric: 'count',
      adhoc_filters: [],
    });
    const chart = {
      slice_name,
      viz_type: 'big_number_total',
      datasource_id: dataset,
      datasource_type: 'table',
      params,
      dashboards: [dashboard],
    };
    await client.call('POST', '/api/v1/chart/', chart);
  }
});
