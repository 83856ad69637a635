import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSshServer, type TestSshServer } from '../apps/server/src/testing/ssh-server.ts';
import { browserAtHand } from './support/browser.ts';
import { type Seat, takeSeat } from './support/seat.ts';
import { warehouse, warehouseAtHand } from './support/warehouse.ts';

const reachable = await warehouseAtHand();

describe.runIf(browserAtHand() && reachable)('a database behind an SSH server', () => {
  let seat: Seat;
  let page: Page;
  let ssh: TestSshServer;
  beforeAll(async () => {
    [seat, ssh] = await Promise.all([takeSeat({ SSH_TUNNELING: 'true' }), startSshServer()]);
    page = seat.page;
  });
  afterAll(async () => {
    await seat?.leave();
    await ssh?.close();
  });
  const dialog = () => page.getByRole('dialog');

  test('is connected by a form, asked, and kept with its secrets masked', async () => {
    await page.goto(`${seat.product.url}/databaseview/list/`);
    await page.getByRole('button', { name: '+ Database' }).first().click();
    await dialog().getByRole('button', { name: 'PostgreSQL', exact: true }).click();
    await dialog().getByLabel('Display Name').fill('Behind');
    await dialog().getByLabel('Host', { exact: true }).fill(warehouse.hostname);
    await dialog()
      .getByLabel('Port', { exact: true })
      .fill(warehouse.port || '5432');
    await dialog().getByLabel('Database name').fill(warehouse.pathname.slice(1));
    await dialog().getByLabel('Username', { exact: true }).fill(warehouse.username);
    await dialog().getByLabel('Password', { exact: true }).fill(warehouse.password);
    await dialog().getByRole('switch', { name: 'SSH Tunnel' }).click();
    await dialog().getByRole('button', { name: 'Test connection' }).click();
    await dialog().getByText('SSH Host is required').waitFor();
    await dialog().getByLabel('SSH Host').fill('127.0.0.1');
    await expect.poll(() => dialog().getByLabel('SSH Port').inputValue()).toBe('22');
    await dialog().getByLabel('SSH Port').fill(String(ssh.port));
    await dialog().getByLabel('SSH Username').fill('jump');
    await dialog().getByRole('radio', { name: 'Private Key & Password' }).check();
    await dialog().getByLabel('Private Key', { exact: true }).fill('no key');
    await dialog().getByRole('button', { name: 'Test connection' }).click();
    await dialog().getByText('The private key of the SSH tunnel cannot be read', { exact: false }).waitFor();
    await dialog().getByRole('radio', { name: 'Password', exact: true }).check();
    await dialog().getByLabel('SSH Password').fill('wrong');
    await dialog().getByRole('button', { name: 'Test connection' }).click();
    await dialog().getByText('did not let "jump" in', { exact: false }).waitFor();
    await dialog().getByLabel('SSH Password').fill('hop');
    await dialog().getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Connection looks good!').waitFor();
    await dialog().getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('button', { name: 'Query data in SQL Lab' }).click();
    await page.getByRole('textbox', { name: 'SQL' }).fill("SELECT 'through' || ' it' AS way");
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('through it').first().waitFor();
    expect(ssh.signedIn()).toBe(1);

    await page.goto(`${seat.product.url}/databaseview/list/`);
    await page.getByRole('button', { name: 'Edit Behind' }).click();
    await expect.poll(() => dialog().getByLabel('SSH Host').inputValue()).toBe('127.0.0.1');
    await expect.poll(() => dialog().getByLabel('SSH Password').inputValue()).toBe('XXXXXXXXXX');
    await dialog().getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Connection looks good!').waitFor();
    await dialog().getByRole('switch', { name: 'SSH Tunnel' }).click();
    await dialog().getByRole('button', { name: 'Finish' }).click();
    await page.getByText('Database settings updated').waitFor();
    await page.getByRole('button', { name: 'Edit Behind' }).click();
    await expect.poll(() => dialog().getByRole('switch', { name: 'SSH Tunnel' }).isChecked()).toBe(false);
    expect(seat.complaints.filter((each) => !each.includes('status of 4'))).toEqual([]);
  });
});
