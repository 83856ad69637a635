import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { choose } from './support/choose.ts';
import type { Product } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';

const FLIGHTS = 'SELECT origin, count(*) AS flights FROM flights GROUP BY origin';
const JOIN = 'SELECT * FROM stocks AS s JOIN flights AS f ON true JOIN movies AS m ON true LIMIT 3';

describe.runIf(browserAtHand())('queries that were saved, run or kept under a link', () => {
  let seat: Seat;
  let product: Product;
  let page: Page;
  let client: Client;
  let database: number;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ product, page } = seat);
    client = await Client.signIn(product);
    database = await client.database('examples');
    const saved = (label: string, sql: string, more: object = {}) =>
      client.call('POST', '/api/v1/saved_query/', { db_id: database, schema: 'main', label, sql, ...more });
    await saved('Three tables', JOIN, { description: 'Everything beside everything' });
    await saved('Busy origins', FLIGHTS);
  });
  afterAll(async () => seat?.leave());
  const dialog = () => page.getByRole('dialog');

  test('saved queries are found, looked at one after the other, and tagged', async () => {
    await page.goto(`${product.url}/superset/welcome/`);
    await page.getByRole('button', { name: 'SQL' }).click();
    await page.getByRole('menuitem', { name: 'Saved Queries' }).click();
    const three = page.getByRole('row', { name: 'Three tables' });
    await three.getByText('Everything beside everything').waitFor();
    await three.getByRole('button', { name: '2 more' }).hover();
    await page.getByRole('tooltip').getByText('movies').waitFor();
    await page.getByRole('button', { name: 'Query preview Busy origins' }).click();
    await dialog().getByText('count').waitFor();
    await expect.poll(() => dialog().getByRole('button', { name: 'Previous' }).isEnabled()).toBe(false);
    await dialog().getByRole('button', { name: 'Next' }).click();
    await dialog().getByText('Everything beside everything').waitFor();
    await dialog().getByRole('textbox', { name: 'SQL' }).getByText('LIMIT').waitFor();
    await expect.poll(() => dialog().getByRole('button', { name: 'Next' }).isEnabled()).toBe(false);
    await dialog().getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('ArrowLeft');
    await dialog().getByText('Busy origins').waitFor();
    await dialog().getByRole('button', { name: 'Copy' }).click();
    await page.getByText('SQL Copied!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(FLIGHTS);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('textbox', { name: 'Search' }).fill('beside');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Busy origins' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Bulk select' }).click();
    await three.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Add Tag' }).click();
    await dialog().getByRole('combobox', { name: 'Tags' }).fill('monthly');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await three.getByRole('link', { name: 'monthly' }).waitFor();
    await page.goto(`${product.url}/savedqueryview/list/`);
    await choose(page, page.locator('main'), 'Schema', 'main');
    await choose(page, page.locator('main'), 'Tag', 'monthly');
    await page.getByRole('link', { name: 'Busy origins' }).waitFor({ state: 'hidden' });
    await three.waitFor();
  });

  test('tags are their folders, and what a query was before is restored', async () => {
    await page.goto(`${product.url}/savedqueryview/list/`);
    const folders = page.getByRole('navigation', { name: 'Folders' });
    await folders.getByRole('button', { name: 'Without a tag 1' }).click();
    await page.getByRole('link', { name: 'Three tables' }).waitFor({ state: 'hidden' });
    await folders.getByRole('button', { name: 'monthly 1' }).click();
    await page.getByRole('link', { name: 'Three tables' }).waitFor();
    await folders.getByRole('button', { name: 'All queries' }).click();
    const { ids } = await client.call<{ ids: number[] }>(
      'GET',
      '/api/v1/saved_query/?q=(filters:!((col:label,opr:all_text,value:Busy)))',
    );
    const path = `/api/v1/saved_query/${ids[0]}`;
    await client.call('PUT', path, { sql: 'SELECT 1', label: 'Busy origins' });
    await page.getByRole('button', { name: 'Version history Busy origins' }).click();
    await dialog()
      .getByRole('heading', { name: /changed the SQL/ })
      .waitFor();
    await dialog().getByRole('list', { name: 'Versions' }).getByRole('button').last().click();
    await dialog()
      .getByRole('textbox', { name: 'SQL of this version' })
      .getByText('origin')
      .first()
      .waitFor();
    await dialog().getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('“Busy origins” is what it was on').waitFor();
    const { result } = await client.call<{ result: { sql: string } }>('GET', path);
    expect(result.sql).toBe(FLIGHTS);
  });

  test('they go out as a bundle, are deleted and come in again', async () => {
    await page.goto(`${product.url}/savedqueryview/list/`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export Three tables' }).click();
    const file = await saved;
    await page.getByRole('button', { name: 'Delete Three tables' }).click();
    await dialog().getByRole('textbox').fill('DELETE');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'Three tables' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Import queries' }).click();
    await dialog()
      .locator('input[type=file]')
      .setInputFiles(await file.path());
    await dialog().getByRole('button', { name: 'Import' }).click();
    await page.getByRole('link', { name: 'Three tables' }).waitFor();
  });

  test('what was run stands in the history with its state, tables and text', async () => {
    await client.call('POST', '/api/v1/sqllab/execute/', {
      database_id: database,
      schema: 'main',
      sql: FLIGHTS,
      tab: 'Origins',
    });
    const wrong = {
      database_id: database,
      schema: 'main',
      sql: 'SELECT nothing\nFROM flights',
      tab: 'Wrong',
    };
    await expect(client.call('POST', '/api/v1/sqllab/execute/', wrong)).rejects.toThrow(/nothing/);
    await page.getByRole('link', { name: 'Query history' }).click();
    const rows = page.locator('tbody tr[data-row-key]');
    await expect.poll(() => rows.first().textContent()).toContain('Wrong');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.first().getByRole('img', { name: 'Failed' }).waitFor();
    await rows.last().getByRole('img', { name: 'Success' }).waitFor();
    await rows.last().getByRole('cell', { name: 'flights', exact: true }).waitFor();
    await rows.first().getByRole('button', { name: 'Query preview' }).click();
    await dialog()
      .getByText(/Referenced column/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Next' }).click();
    await dialog().getByText('Executed query').click();
    await dialog().getByRole('textbox', { name: 'SQL' }).getByText('LIMIT').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await choose(page, page.locator('main'), 'State', 'failed');
    await expect.poll(() => rows.count()).toBe(1);
    await expect.poll(() => rows.first().textContent()).toContain('Wrong');
  });

  const sqlText = () => page.getByRole('textbox', { name: 'SQL' });
  const tab = (name: string) => page.getByRole('tab', { name, selected: true });

  test('a saved query opens in a tab with its place and parameters, and so does a link to it', async () => {
    const sql = "SELECT '{{ who }}' AS greeted";
    const template_parameters = '{"who": "the installation"}';
    await client.call('POST', '/api/v1/saved_query/', {
      db_id: database,
      schema: 'main',
      label: 'Greeting',
      sql,
      template_parameters,
    });
    await page.goto(`${product.url}/savedqueryview/list/`);
    await page.getByRole('button', { name: 'Copy query URL Greeting' }).click();
    await page.getByText('Link Copied!').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\/sqllab\/p\/[\w-]+\/$/);
    await page.getByRole('button', { name: 'Edit query Greeting' }).click();
    for (const turn of [1, 2]) {
      await expect.poll(() => page.getByRole('tab', { name: 'Greeting' }).count()).toBe(turn);
      await tab('Greeting').waitFor();
      await expect.poll(() => page.url()).toBe(`${product.url}/sqllab/`);
      await page.getByRole('complementary').getByTitle('examples').first().waitFor();
      await page.getByRole('complementary').getByTitle('main').waitFor();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('grid', { name: 'Query results' }).getByText('the installation').waitFor();
      if (turn === 1) await page.goto(link);
    }
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Parameters' }).click();
    await dialog().getByRole('textbox', { name: 'Value of who' }).fill('nobody');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('grid', { name: 'Query results' }).getByText('nobody').waitFor();
  });

  test('a query of the history opens as a copy, a dataset with all its columns', async () => {
    await page.goto(`${product.url}/sqllab/history/?filters=(sql:nothing)`);
    await page.getByRole('button', { name: 'Open query in SQL Lab Wrong' }).click();
    await tab('Copy of Wrong').waitFor();
    await sqlText().getByText('nothing').waitFor();
    const dataset = await client.dataset('flights');
    await page.goto(`${product.url}/sqllab/?datasourceKey=${dataset}__table&kept=yes`);
    await tab('Query main.flights').or(tab('Query flights')).waitFor();
    await sqlText().getByText('SELECT').waitFor();
    expect(new URL(page.url()).search).toBe('?kept=yes');
  });

  test('SQL Lab saves a query, changes what it has saved, and saves it anew', async () => {
    await page.goto(`${product.url}/sqllab/?dbname=examples&schema=main&sql=SELECT%201%20AS%20first`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog().getByLabel('Name').fill('');
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await dialog().getByText('A name is required').waitFor();
    await dialog().getByLabel('Name').fill('Firsts');
    await dialog().getByLabel('Description').fill('What comes first');
    await dialog().getByRole('combobox', { name: 'Tags' }).fill('openers');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Your query was saved').waitFor();
    await tab('Firsts').waitFor();
    await sqlText().click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('SELECT 2 AS second');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => dialog().getByLabel('Description').inputValue()).toBe('What comes first');
    await dialog().locator('.ant-select-selection-item').getByText('openers').waitFor();
    await dialog().getByRole('button', { name: 'Update' }).click();
    await page.getByText('Your query was updated').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog().getByLabel('Name').fill('Seconds');
    await dialog().getByRole('button', { name: 'Save as new' }).click();
    await tab('Seconds').waitFor();
    await page.goto(`${product.url}/savedqueryview/list/?filters=(search:'comes first')`);
    await page.getByRole('link', { name: 'Seconds' }).waitFor();
    await page
      .getByRole('navigation', { name: 'Folders' })
      .getByRole('button', { name: /^openers/ })
      .click();
    await page.getByRole('link', { name: 'Firsts' }).click();
    await sqlText().getByText('second').waitFor();
  });

  test('a query takes the place of what a dataset of one’s own reads, after a question', async () => {
    const sql = 'SELECT origin, delay FROM flights';
    await client.call('POST', '/api/v1/dataset/', { database, schema: 'main', table_name: 'delays', sql });
    await page.goto(`${product.url}/sqllab/?dbname=examples&schema=main&sql=${encodeURIComponent(FLIGHTS)}`);
    await sqlText().getByText('origin').first().waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Save dataset' }).click();
    await dialog().getByRole('radio', { name: 'Overwrite existing' }).check();
    await dialog().getByRole('combobox', { name: 'Existing dataset' }).click();
    await page.locator('.ant-select-item-option').getByText('delays').click();
    await dialog().getByRole('button', { name: 'Overwrite & Explore' }).click();
    await dialog().getByText('Are you sure you want to overwrite this dataset?').waitFor();
    await dialog().getByRole('button', { name: 'Back' }).click();
    await dialog().getByRole('button', { name: 'Overwrite & Explore' }).click();
    await dialog().getByRole('button', { name: 'Overwrite & Explore' }).click();
    await page.waitForURL('**/explore/**');
    const { result } = await client.call<{ result: { sql: string } }>(
      'GET',
      `/api/v1/dataset/${await client.dataset('delays')}`,
    );
    expect(result.sql).toBe(FLIGHTS);
  });

  test('an address runs its text only where nothing can be written', async () => {
    const address = (name: string) =>
      `/sqllab/?dbname=examples&schema=main&name=${name}&autorun=true&sql=SELECT%2040%2B2%20AS%20n`;
    await page.goto(product.url + address('reads'));
    await tab('reads').waitFor();
    await page.getByRole('grid', { name: 'Query results' }).getByText('42').waitFor();
    await client.call('PUT', `/api/v1/database/${database}`, { allow_dml: true });
    await page.goto(product.url + address('writes'));
    await tab('writes').waitFor();
    await page.getByText('Run a query to display results').waitFor();
    await page.getByRole('treeitem', { name: 'flights' }).waitFor();
    await client.call('PUT', `/api/v1/database/${database}`, { allow_dml: false });
  });

  test('what is not there says so, and the tabs are there all the same', async () => {
    const seen = seat.complaints.length;
    for (const address of ['?savedQueryId=99999', '?queryId=nonsense', 'p/unknown/', '?id=7']) {
      await page.goto(`${product.url}/sqllab/${address}`);
      await page.getByText("The query couldn't be loaded").waitFor();
      await tab('writes').waitFor();
    }
    await page.goto(`${product.url}/sqllab/?datasourceKey=99999__table`);
    await page.getByText("The datasource couldn't be loaded").waitFor();
    await page.goto(`${product.url}/sqllab/?reset=1`);
    await page.getByRole('button', { name: 'Reset state' }).click();
    await dialog().getByRole('textbox').fill('DELETE');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await tab('Untitled Query 1').waitFor();
    await expect
      .poll(() =>
        page.getByRole('tab', { name: /Untitled|Copy of|Greeting|Firsts|Seconds|reads|writes/ }).count(),
      )
      .toBe(1);
    // What is not found is noted by the browser.
    expect(seat.complaints.splice(seen).filter((line) => !/status of 404/.test(line))).toEqual([]);
  });

  test('the console stayed clean', () => expect(seat.complaints).toEqual([]));
});
