import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { BOOK, zip } from '../packages/engines/src/excel/book.ts';
import { barriersInBothLights } from './support/axe.ts';
import { browserAtHand } from './support/browser.ts';
import { type Seat, takeSeat } from './support/seat.ts';

/** A file as somebody drags it. */
interface Dragged {
  name: string;
  content: string | Uint8Array;
}

const SALES = `Umsätze 2024;;;
;;;
Datum;Umsatz;Ort;Kunde
31.12.2024;2.832,58;Köln;1001
${'01.02.2024;12,5;Bonn;1002\n'.repeat(30)}02.02.2024;7;Bonn;1003;mehr
`;
const ORDERS = 'ordered,price\n03/04/2024,1.5\n05/06/2024,2.5\n';

describe.runIf(browserAtHand())('files', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ page } = seat);
    client = await Client.signIn(seat.product);
  });
  afterAll(() => seat?.leave());

  const dialog = () => page.getByRole('dialog');
  const add = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

  test('European files are read as they are meant, and what nothing tells is asked', async () => {
    await page.goto(`${seat.product.url}/superset/welcome/`);
    await drop(page.getByRole('region', { name: 'Add a file' }), [
      { name: 'Umsatz 2024.csv', content: Buffer.from(SALES, 'latin1') },
      { name: 'orders.csv', content: ORDERS },
    ]);
    await dialog().getByRole('cell', { name: '2832.58' }).waitFor();
    await dialog().getByRole('cell', { name: '2024-12-31' }).waitFor();
    await dialog().getByText('Windows, western Europe').waitFor();
    await dialog()
      .getByText(/1 line has not as many cells as the header.*More cells/)
      .waitFor();
    await readAs('Kunde', 'Text');
    await dialog().getByRole('checkbox', { name: 'More cells' }).waitFor();
    await dialog().getByRole('button', { name: 'orders.csv' }).click();
    await dialog()
      .getByText(/Which comes first, the day or the month\?.*03\/04\/2024/)
      .waitFor();
    await dialog().getByRole('button', { name: 'The day' }).click();
    await dialog().getByRole('cell', { name: '2024-04-03' }).waitFor();
    await add('Add 2 tables');
    await page.waitForURL('**/explore/**');
    const suited = page.getByRole('region', { name: 'Suited to this data' });
    await suited.getByRole('button', { name: 'Umsatz over Datum', pressed: true }).waitFor();
    await page.locator('[data-status="success"] [data-chart-drawn]').first().waitFor();
    expect(await types('umsatz_2024')).toEqual({
      Datum: 'DATE',
      Umsatz: 'DOUBLE',
      Ort: 'VARCHAR',
      Kunde: 'VARCHAR',
      'More cells': 'VARCHAR',
    });
  });

  test('all sheets of a workbook are offered, and the same file again is asked about', async () => {
    await page.goto(`${seat.product.url}/superset/welcome/`);
    const zone = page.getByRole('region', { name: 'Add a file' });
    await drop(zone, [
      { name: 'book.xlsx', content: zip(BOOK) },
      { name: 'orders.csv', content: ORDERS },
    ]);
    await dialog().getByText('One of them is not chosen and will not be added.').waitFor();
    await dialog().getByRole('checkbox', { name: 'Add book.xlsx · Second' }).check();
    await add('Add 3 tables');
    await dialog()
      .getByText(/already exists/)
      .waitFor();
    await dialog().getByRole('radio', { name: 'Append, columns by their names' }).check();
    await dialog().getByRole('button', { name: 'The month' }).click();
    await dialog().getByRole('cell', { name: '2024-03-04' }).waitFor();
    await add('Add');
    await page.waitForURL('**/explore/**');
    expect([await count('book'), await count('book_second'), await count('orders')]).toEqual([2, 1, 4]);
  });

  test('a table is filled anew by the file that is dropped on it, and its own file is read differently', async () => {
    const id = await client.dataset('umsatz_2024');
    await page.goto(`${seat.product.url}/dataset/${id}`);
    await page.getByRole('button', { name: 'Read Umsatz 2024.csv differently' }).click();
    await readAs('Kunde', 'Whole number');
    await add('Read again');
    await dialog().waitFor({ state: 'detached' });
    expect(await types('umsatz_2024')).toMatchObject({ Kunde: 'BIGINT' });
    await drop(page.getByRole('region', { name: 'Fill the table anew' }), [
      { name: 'Umsatz 2025.csv', content: 'Datum;Umsatz;Ort;Kunde\n01.01.2025;1.000,5;Ulm;1\n' },
    ]);
    await dialog().getByRole('cell', { name: '1000.5' }).waitFor();
    await add('Fill anew');
    await dialog().waitFor({ state: 'detached' });
    expect(await count('umsatz_2024')).toBe(1);
  });

  test('before a table goes, SQL Lab names what stands on it and asks', async () => {
    const id = await client.dataset('umsatz_2024');
    const slice_name = 'Umsatz by day';
    await client.call('POST', '/api/v1/chart/', {
      slice_name,
      viz_type: 'table',
      datasource_id: id,
      datasource_type: 'table',
      params: '{}',
    });
    await page.goto(`${seat.product.url}/sqllab/?dbname=uploads&sql=DROP%20TABLE%20umsatz_2024`);
    const run = page.getByRole('button', { name: 'Run', exact: true });
    await run.click();
    await dialog().getByText('Drop umsatz_2024?').waitFor();
    await dialog().getByRole('link', { name: slice_name }).waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    expect(await barriersInBothLights(page, '.ant-modal')).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    expect(await count('umsatz_2024')).toBe(1);
    await run.click();
    await dialog().getByText('1 dataset stays and will have no data.').waitFor();
    await dialog().getByRole('checkbox', { name: 'Delete the dataset, too' }).check();
    await dialog().getByRole('button', { name: 'Drop' }).click();
    await page.getByText('Deleted 1 dataset').waitFor();
    const left = await client.call<{ count: number }>(
      'GET',
      '/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:umsatz_2024)))',
    );
    expect(left.count).toBe(0);
  });

  test('a file that cannot be read is left out, and keeps nothing from the others', async () => {
    await page.goto(`${seat.product.url}/superset/welcome/`);
    await drop(page.getByRole('region', { name: 'Add a file' }), [
      { name: 'empty.csv', content: '' },
      { name: 'Ragged lines.csv', content: 'a,b\n1\n1,2,3\n' },
    ]);
    await dialog().getByText('The file is empty.', { exact: false }).waitFor();
    await dialog().getByText('Cannot be read, left out').waitFor();
    await dialog().getByRole('button', { name: 'Ragged lines.csv' }).click();
    await dialog().getByText('lines have not as many cells', { exact: false }).waitFor();
    await add('Add');
    await page.waitForURL('**/explore/**');
    expect(await count('ragged_lines')).toBe(2);
  });

  test('a file beside the zone leaves the page as it is', async () => {
    await page.goto(`${seat.product.url}/superset/welcome/`);
    await drop(page.locator('main'), [{ name: 'beside.csv', content: 'a\n1\n' }]);
    await page.getByText('Files are taken where the home page says so.').waitFor();
    expect(seat.complaints.filter((each) => !each.includes('422'))).toEqual([]);
  });

  async function drop(target: ReturnType<Page['locator']>, files: Dragged[]): Promise<void> {
    const given = files.map(({ name, content }) => [name, [...Buffer.from(content)]] as const);
    const dataTransfer = await page.evaluateHandle((parts) => {
      const transfer = new DataTransfer();
      for (const [name, bytes] of parts) transfer.items.add(new File([new Uint8Array(bytes)], name));
      return transfer;
    }, given);
    for (const event of ['dragenter', 'dragover', 'drop'])
      await target.dispatchEvent(event, { dataTransfer });
  }

  async function readAs(column: string, type: string): Promise<void> {
    await dialog()
      .getByRole('combobox', { name: `Type of ${column}` })
      .press('Enter');
    await page.locator('.ant-select-item-option').getByText(type, { exact: true }).click();
  }

  async function ask<Row>(sql: string): Promise<Row[]> {
    const database_id = await client.database('uploads');
    const body = { database_id, schema: 'main', sql, client_id: crypto.randomUUID().slice(0, 10) };
    return (await client.call<{ data: Row[] }>('POST', '/api/v1/sqllab/execute/', body)).data;
  }

  async function types(table: string): Promise<Record<string, string>> {
    const rows = await ask<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = '${table}'`,
    );
    return Object.fromEntries(rows.map(({ name, type }) => [name, type]));
  }

  const count = async (table: string) =>
    (await ask<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n;
});
