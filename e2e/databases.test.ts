import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { openLake } from './support/lake.ts';
import type { Product } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';
import { warehouse, warehouseAtHand } from './support/warehouse.ts';

const reachable = await warehouseAtHand();

describe.runIf(browserAtHand())('databases', () => {
  let seat: Seat;
  let product: Product;
  let page: Page;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ product, page } = seat);
  });
  afterAll(async () => seat?.leave());
  const dialog = () => page.getByRole('dialog');

  test.runIf(reachable)(
    'a PostgreSQL server is connected by fields, asked in SQL Lab, changed and deleted',
    async () => {
      await page.goto(`${product.url}/databaseview/list/`);
      await page.getByRole('button', { name: '+ Database' }).first().click();
      await dialog().getByRole('button', { name: 'Import database from file' }).click();
      await dialog().getByText('Import database').waitFor();
      await dialog().getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: '+ Database' }).first().click();
      await dialog().getByRole('button', { name: 'PostgreSQL', exact: true }).click();
      await dialog().getByLabel('Host').fill('nowhere.invalid');
      await dialog().getByLabel('Display Name').fill('Warehouse');
      await dialog().getByText("The hostname provided can't be resolved.").waitFor();
      await dialog().getByLabel('Host').fill(warehouse.hostname);
      await dialog()
        .getByLabel('Port')
        .fill(warehouse.port || '5432');
      await dialog().getByLabel('Database name').fill(warehouse.pathname.slice(1));
      await dialog().getByLabel('Username').fill(warehouse.username);
      await dialog().getByLabel('Password').fill('surely wrong');
      await dialog().getByRole('button', { name: 'Test connection' }).click();
      await dialog().getByText('password', { exact: false }).last().waitFor();
      await dialog().getByText('PostgreSQL Error').waitFor();
      await dialog().getByLabel('Password').fill(warehouse.password);
      await dialog().getByRole('button', { name: 'Test connection' }).click();
      await page.getByText('Connection looks good!').waitFor();
      await dialog().getByRole('tab', { name: 'Advanced' }).click();
      await dialog().getByRole('button', { name: 'Performance' }).click();
      await dialog().getByLabel('Chart cache timeout').fill('60');
      await dialog().getByRole('button', { name: 'Connect', exact: true }).click();
      // The last step has the advanced options, too: what is set there is kept before one goes on.
      await page.getByText('Database connected').waitFor();
      await dialog().getByText('Step 3 of 3').waitFor();
      await dialog().getByRole('button', { name: 'Other' }).click();
      await dialog().getByLabel('Version').fill('16');
      await page.getByRole('button', { name: 'Create dataset' }).click();
      await page.getByText('Database settings updated').waitFor();
      await page.getByText('Warehouse', { exact: true }).first().waitFor();
      await page.goBack();
      await page.goto(`${product.url}/sqllab/?new=true&dbname=Warehouse`);
      const editor = page.getByRole('textbox', { name: 'SQL' });
      await editor.fill('SELECT count(*) AS flights FROM flights');
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByText('60000').first().waitFor();

      await page.goto(`${product.url}/databaseview/list/`);
      await page.getByRole('button', { name: 'Edit Warehouse' }).click();
      await expect.poll(() => dialog().getByLabel('Username').inputValue()).toBe(warehouse.username);
      await dialog().getByRole('tab', { name: 'Advanced' }).click();
      await dialog().getByRole('button', { name: 'Performance' }).click();
      await expect.poll(() => dialog().getByLabel('Chart cache timeout').inputValue()).toBe('60');
      await dialog().getByRole('button', { name: 'SQL Lab' }).click();
      await dialog().getByRole('checkbox', { name: 'Allow DDL and DML' }).check();
      await dialog().getByRole('button', { name: 'Finish' }).click();
      await page.getByText('Database settings updated').waitFor();
      // The masked password was kept: the connection still works.
      const client = await Client.signIn(product);
      const { result } = await client.call<{
        result: { id: number; database_name: string; allow_dml: boolean }[];
      }>('GET', '/api/v1/database/');
      const row = result.find((each) => each.database_name === 'Warehouse');
      expect(row?.allow_dml).toBe(true);
      const made = await client.call<{ result: { extra: string } }>(
        'GET',
        `/api/v1/database/${row?.id}/connection`,
      );
      expect(JSON.parse(made.result.extra)).toMatchObject({ version: '16' });
      const { result: schemas } = await client.call<{ result: string[] }>(
        'GET',
        `/api/v1/database/${row?.id}/schemas/`,
      );
      expect(schemas).toContain('public');
      await page.getByRole('button', { name: 'Delete Warehouse' }).click();
      await dialog().getByRole('textbox').fill('DELETE');
      await dialog().getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('cell', { name: 'Warehouse', exact: true }).waitFor({ state: 'hidden' });
    },
  );

  test.runIf(reachable)(
    'any other database is connected by its address, by keyboard, and opened in SQL Lab',
    async () => {
      await page.goto(`${product.url}/databaseview/list/`);
      await page.getByRole('button', { name: '+ Database' }).first().click();
      await dialog().getByText('Step 1 of 3').waitFor();
      await dialog().getByRole('combobox').fill('other');
      await page.keyboard.press('Enter');
      await dialog().getByText('Step 2 of 2').waitFor();
      const name = dialog().getByLabel('Display Name');
      await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
      await page.keyboard.type('By address');
      await dialog().getByLabel('SQLAlchemy URI').fill('nosuch://somewhere/db');
      await dialog().getByRole('button', { name: 'Test connection' }).click();
      await dialog().getByText('Could not load database driver: nosuch', { exact: false }).waitFor();
      await dialog()
        .getByLabel('SQLAlchemy URI')
        .fill(String(warehouse).replace(/^postgres(ql)?:/, 'postgresql:'));
      // What is wrong in a closed section is shown.
      await dialog().getByRole('tab', { name: 'Advanced' }).click();
      await dialog().getByRole('button', { name: 'Security' }).click();
      await dialog().getByRole('textbox', { name: 'Secure extra' }).fill('token');
      await dialog().getByRole('button', { name: 'Security' }).click();
      await dialog().getByRole('tab', { name: 'Basic' }).click();
      await dialog().getByRole('button', { name: 'Connect', exact: true }).click();
      await dialog().getByText('This is no JSON', { exact: false }).waitFor();
      await dialog().getByRole('textbox', { name: 'Secure extra' }).fill('');
      await dialog().getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByText('Database connected').waitFor();
      await page.getByRole('button', { name: 'Query data in SQL Lab' }).click();
      await page.getByText('By address (postgresql)').waitFor();
      await page.getByRole('textbox', { name: 'SQL' }).waitFor();
    },
  );

  test('a database that asks for authorization gets it in a second window, and answers what was asked', async () => {
    const lake = await openLake();
    try {
      const client = await Client.signIn(product);
      const allow = async (place = page.locator('main')) => {
        await place.getByText('Authorization needed').first().waitFor();
        const [provider] = await Promise.all([
          page.waitForEvent('popup'),
          place.getByRole('link', { name: 'provide authorization' }).first().click(),
        ]);
        const closed = provider.waitForEvent('close');
        await provider.getByRole('link', { name: 'Allow' }).click();
        await closed;
      };
      await lake.connect(client, 'Lake of SQL');
      const sql = 'SELECT * FROM hive.web.people';
      const asked = new URLSearchParams({ new: 'true', dbname: 'Lake of SQL', sql, autorun: 'true' });
      await page.goto(`${product.url}/sqllab/?${asked}`);
      await allow();
      await page.getByText('admin by t1').first().waitFor();
      await page.getByText('Authorization needed').waitFor({ state: 'hidden' });

      // A chart, and charts on a dashboard: all of them are asked again.
      const first = await lake.connect(client, 'Lake of charts');
      await page.goto(
        `${product.url}/sqllab/?${new URLSearchParams({ new: 'true', dbname: 'Lake of charts', sql, autorun: 'true' })}`,
      );
      await allow();
      await page.getByText('admin by t2').first().waitFor();
      const table = { database: first, table_name: 'people', sql };
      const { id: dataset } = await client.call<{ id: number }>('POST', '/api/v1/dataset/', table);
      const chart = (slice_name: string) =>
        client.call<{ id: number }>('POST', '/api/v1/chart/', {
          slice_name,
          viz_type: 'table',
          datasource_id: dataset,
          datasource_type: 'table',
          params: JSON.stringify({
            viz_type: 'table',
            query_mode: 'raw',
            all_columns: ['who'],
            datasource: `${dataset}__table`,
          }),
        });
      const charts = [await chart('One'), await chart('Two')];
      // The connection leads elsewhere now: what was let in there does not count here.
      const uri = `trino://service@${lake.address}/other?http_scheme=http`;
      await client.call('PUT', `/api/v1/database/${first}`, { sqlalchemy_uri: uri });
      await page.goto(`${product.url}/explore/?slice_id=${charts[0]?.id}`);
      await allow();
      await page.getByText('admin by t3').first().waitFor();
      const positions = {
        DASHBOARD_VERSION_KEY: 'v2',
        ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
        GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
        'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-0', 'CHART-1'], meta: {} },
        ...Object.fromEntries(
          charts.map(({ id: chartId }, index) => [
            `CHART-${index}`,
            { type: 'CHART', id: `CHART-${index}`, children: [], meta: { chartId, width: 4, height: 50 } },
          ]),
        ),
      };
      const { id: board } = await client.call<{ id: number }>('POST', '/api/v1/dashboard/', {
        dashboard_title: 'Lake',
        json_metadata: JSON.stringify({ positions }),
      });
      await client.call('PUT', `/api/v1/dashboard/${board}`, {
        json_metadata: JSON.stringify({ positions }),
      });
      await client.call('PUT', `/api/v1/database/${first}`, {
        sqlalchemy_uri: uri.replace('/other', '/third'),
      });
      await page.goto(`${product.url}/superset/dashboard/${board}/`);
      await expect.poll(() => page.getByText('Authorization needed').count()).toBe(2);
      await allow();
      await expect.poll(() => page.getByText('admin by t4').count()).toBe(2);

      // The connection itself, where it is tried.
      await lake.connect(client, 'Lake to try');
      await page.goto(`${product.url}/databaseview/list/`);
      await page.getByRole('button', { name: 'Edit Lake to try' }).click();
      await dialog().getByRole('button', { name: 'Test connection' }).click();
      await allow(dialog());
      await page.getByText('Connection looks good!').waitFor();
    } finally {
      lake.close();
    }
  });

  test('a CSV is uploaded as it is found, with a semicolon and a decimal comma, and only some of its columns', async () => {
    await page.goto(`${product.url}/databaseview/list/`);
    await page.getByRole('button', { name: 'Upload file to database' }).click();
    await page.getByRole('menuitem', { name: 'Upload CSV' }).click();
    await dialog().getByRole('button', { name: 'Upload', exact: true }).click();
    await dialog().getByText('Uploading a file is required').waitFor();
    await dialog().getByText('Selecting a database is required').waitFor();
    const file = (name: string) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from('Prices\nday;price;note\n01.02.2026;1.001,5;a\n02.02.2026;2,5;b\n'),
    });
    await dialog().locator('input[type=file]').setInputFiles(file('prices.pdf'));
    await dialog().getByText('The extension of the file must be one of', { exact: false }).waitFor();
    await dialog().locator('input[type=file]').setInputFiles(file('prices.csv'));
    await expect.poll(() => dialog().getByLabel('Table name').inputValue()).toBe('prices');
    await dialog().getByText('note', { exact: true }).waitFor();
    await dialog().getByRole('combobox', { name: 'Database' }).click();
    await page.locator('.ant-select-item-option').getByText('uploads', { exact: true }).click();
    await dialog().getByRole('button', { name: 'File settings' }).click();
    await expect.poll(() => dialog().getByLabel('Decimal character').inputValue()).toBe(',');
    await dialog().getByText('Semicolon').waitFor();
    await dialog().getByRole('button', { name: 'Columns' }).click();
    for (const column of ['day', 'price']) {
      await dialog().getByRole('combobox', { name: 'Columns to read' }).fill(column);
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
        .getByText(column, { exact: true })
        .click();
    }
    await page.keyboard.press('Escape');
    await dialog().getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('Data imported').waitFor();
    const client = await Client.signIn(product);
    const id = await client.dataset('prices');
    const answer = await client.call<{ result: { data: Record<string, unknown>[] }[] }>(
      'POST',
      '/api/v1/chart/data',
      {
        datasource: { id, type: 'table' },
        queries: [{ columns: ['price'], metrics: [], orderby: [['price', true]] }],
      },
    );
    expect(answer.result[0]?.data).toEqual([{ price: 2.5 }, { price: 1001.5 }]);
  });
});
