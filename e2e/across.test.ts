import { randomBytes } from 'node:crypto';
import { engineById } from '@chartroom/engines';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { barriersInBothLights } from './support/axe.ts';
import { browserAtHand } from './support/browser.ts';
import { type Seat, takeSeat } from './support/seat.ts';
import { warehouse, warehouseAtHand } from './support/warehouse.ts';

const MARIADB = process.env.CHARTROOM_TEST_MYSQL ?? 'mysql://chartroom:chartroom@127.0.0.1:3306/warehouse';
const TARGETS = 'customer_id,target\n1,100\n2,20\n';

/** Runs a statement in MariaDB past the product. */
async function inMaria(sql: string): Promise<void> {
  const session = engineById('mariadb')?.open({
    uri: MARIADB.replace(/^\w+/, 'mariadb'),
    extra: {},
    home: '',
  });
  if (!session) throw new Error('There is no engine for MariaDB.');
  const options = { signal: AbortSignal.timeout(10_000), timeoutMs: 10_000, readOnly: false };
  for await (const _ of (await session.run(sql, options)).batches);
  await session.close();
}

describe.runIf(browserAtHand() && (await warehouseAtHand()))('one query across databases', () => {
  const schema = `journey_${randomBytes(4).toString('hex')}`;
  let seat: Seat;
  let page: Page;
  let postgres: pg.Client;
  let shop: string;
  let uploads: number;
  beforeAll(async () => {
    postgres = new pg.Client({ connectionString: warehouse.href });
    await postgres.connect();
    await postgres.query(`CREATE SCHEMA ${schema};
      CREATE TABLE ${schema}.orders AS SELECT n AS id, n % 3 AS customer_id, n * 1.5::numeric(10,2) AS amount, date '2026-01-01' + n AS ordered_on FROM generate_series(1, 90) AS n;
      CREATE TABLE ${schema}.log AS SELECT n AS id, repeat('x', 200) AS line FROM generate_series(1, 30000) AS n;
      CREATE VIEW ${schema}.slow AS SELECT n AS id, pg_sleep(0.1)::text AS word FROM generate_series(1, 900) AS n;
      ANALYZE ${schema}.orders; ANALYZE ${schema}.log`);
    await inMaria(`CREATE TABLE ${schema} (id INT, name VARCHAR(50))`);
    await inMaria(`INSERT INTO ${schema} VALUES (0, 'Zoë'), (1, 'Björk & Co'), (2, 'Ada')`);
    shop = new URL(MARIADB).pathname.slice(1);
    seat = await takeSeat({ MAX_FOREIGN_BYTES: '2000000' });
    ({ page } = seat);
    const client = await Client.signIn(seat.product);
    for (const [database_name, sqlalchemy_uri] of [
      ['pg_sales', warehouse.href],
      ['crm', MARIADB],
    ])
      await client.call('POST', '/api/v1/database/', {
        database_name,
        sqlalchemy_uri,
        expose_in_sqllab: true,
      });
    uploads = await client.database('uploads');
  });
  afterAll(async () => {
    await postgres?.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await postgres?.end();
    await inMaria(`DROP TABLE IF EXISTS ${schema}`);
    await seat?.leave();
  });

  const run = () => page.getByRole('button', { name: 'Run', exact: true }).click();
  const write = async (text: string) => {
    await page.getByRole('textbox', { name: 'SQL' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
  };

  test('orders of PostgreSQL, customers of MariaDB and a file that is dropped', async () => {
    await page.goto(`${seat.product.url}/superset/welcome/`);
    const dataTransfer = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'targets.csv'));
      return transfer;
    }, TARGETS);
    for (const event of ['dragenter', 'dragover', 'drop'])
      await page.getByRole('region', { name: 'Add a file' }).dispatchEvent(event, { dataTransfer });
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForURL('**/explore/**');

    await page.goto(`${seat.product.url}/sqllab/?new=true&dbid=${uploads}&schema=main`);
    // The names are offered, one behind the other.
    await write('SELECT * FROM ');
    await page.keyboard.type('pg_s');
    const offered = (name: string) => page.getByRole('listbox').getByRole('option', { name });
    await offered('pg_sales').waitFor();
    await page.waitForTimeout(100);
    await page.keyboard.press('Enter');
    await page.keyboard.type('.');
    await page.keyboard.type('journ');
    await offered(schema).click();
    await page.keyboard.type('.');
    await offered('orders').waitFor();
    await page.keyboard.press('Escape');

    await write(
      `SELECT c.name, t.target, sum(o.amount) AS amount\nFROM pg_sales.${schema}.orders o\nJOIN crm.${shop}.${schema} c ON c.id = o.customer_id\nJOIN targets t ON t.customer_id = c.id\nWHERE o.ordered_on >= DATE '2026-01-11'\nGROUP BY ALL ORDER BY 1`,
    );
    await page.getByRole('button', { name: 'Estimate cost' }).click();
    const estimate = page.getByRole('dialog', { name: 'Cost estimate' });
    await estimate.getByText(/^about .* rows; columns: customer_id, amount, ordered_on$/).waitFor();
    expect(await barriersInBothLights(page, '.ant-modal')).toEqual([]);
    await page.keyboard.press('Escape');
    await run();
    const rows = page.getByRole('grid', { name: 'Query results' });
    await rows.getByRole('gridcell', { name: 'Björk & Co' }).waitFor();
    expect(await rows.getByRole('row').count()).toBe(3);
    await rows.getByRole('gridcell', { name: /^1,?984\.50?$/ }).waitFor();
  });

  test('what it reads is told while it reads, stopped, and refused where it is too much', async () => {
    await write(`SELECT max(word) FROM pg_sales.${schema}.slow`);
    await run();
    await page.getByRole('status').getByText(`of pg_sales.${schema}.slow`, { exact: false }).waitFor();
    expect(await barriersInBothLights(page, '[role="status"]')).toEqual([]);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Query was stopped').waitFor();
    await expect
      .poll(async () => {
        const { rows } = await postgres.query(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE $1 AND pid <> pg_backend_pid()",
          [`%${schema}"."slow%`],
        );
        return rows[0]?.n;
      })
      .toBe(0);
    await write(`SELECT * FROM pg_sales.${schema}.log ORDER BY id`);
    await run();
    await page.getByText(/would read about .* MB of pg_sales.*CHARTROOM_MAX_FOREIGN_BYTES/).waitFor();
    expect(seat.complaints.filter((each) => !each.includes('413') && !each.includes('400'))).toEqual([]);
  });
});
