import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand, visit } from './support/browser.ts';
import { choose } from './support/choose.ts';
import type { Product } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';
import { signIn } from './support/sign-in.ts';

describe.runIf(browserAtHand())('people and what they may do', () => {
  let seat: Seat;
  let product: Product;
  let page: Page;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ product, page } = seat);
  });
  afterAll(async () => seat?.leave());

  test('a role is made of permissions, given to a new person, and they can do just that', async () => {
    await page.goto(`${product.url}/roles/`);
    await page.getByRole('button', { name: '+ Role' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Role Name').fill('Readers of templates');
    await grant('menu access on CSS Templates', 'CSS Templates', 'menu access');
    await grant('can read CssTemplate', 'CssTemplate', 'can read');
    await dialog.getByText('2 of', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await page.goto(`${product.url}/users/`);
    await page.getByRole('button', { name: '+ User' }).first().click();
    await dialog.getByLabel('First name').fill('Rita');
    await dialog.getByLabel('Last name').fill('Reader');
    await dialog.getByLabel('Username').fill('rita');
    await dialog.getByLabel('Email').fill('rita@example.org');
    await dialog.getByLabel('Password', { exact: true }).fill('a-long-password-1');
    await dialog.getByLabel('Confirm Password').fill('something else');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('Passwords do not match!').waitFor();
    await dialog.getByText('Either a role or a group is required').waitFor();
    await dialog.getByLabel('Confirm Password').fill('a-long-password-1');
    await choose(page, dialog, 'Roles', 'Readers of templates');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('cell', { name: 'rita', exact: true }).waitFor();

    const other = await visit();
    try {
      await signIn(other.page, product, { username: 'rita', password: 'a-long-password-1' });
      await other.page.getByRole('button', { name: 'Settings' }).click();
      await other.page.getByRole('menuitem', { name: 'CSS Templates' }).waitFor();
      await expect.poll(() => other.page.getByRole('menuitem', { name: 'List Users' }).count()).toBe(0);
      await other.page.getByRole('menuitem', { name: 'CSS Templates' }).click();
      await other.page.getByText('No CSS templates yet').waitFor();
      await expect.poll(() => other.page.getByRole('button', { name: '+ CSS template' }).count()).toBe(0);
      await other.page.goto(`${product.url}/users/`);
      await other.page.getByText('Permission needed').waitFor();
      await other.page.getByText('“can get on User”', { exact: false }).waitFor();
      await expect.poll(() => other.page.title()).toBe('List Users · Chartroom');
    } finally {
      await other.close();
    }

    async function grant(search: string, view: string, permission: string): Promise<void> {
      await dialog.getByRole('textbox', { name: 'Search permissions' }).fill(search);
      await dialog
        .getByRole('region', { name: view, exact: true })
        .getByRole('checkbox', { name: permission, exact: true })
        .check();
    }
  });

  test('roles are duplicated, searched by what they permit, and built-in ones stay', async () => {
    await page.goto(`${product.url}/roles/`);
    await page.getByRole('button', { name: 'Duplicate Readers of templates' }).click();
    await page.getByRole('cell', { name: 'Readers of templates copy', exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Permissions' }).fill('can read on csstemplate');
    await page.locator('.ant-select-item-option').getByText('can read on CssTemplate').click();
    await page.getByRole('cell', { name: 'sql_lab', exact: true }).waitFor({ state: 'hidden' });
    await page.getByRole('cell', { name: 'Readers of templates copy', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete Admin' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('DELETE');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The role Admin belongs to the installation and cannot be deleted.').waitFor();
  });

  test('a group gives its people its roles', async () => {
    await page.goto(`${product.url}/list_groups/`);
    await page.getByRole('button', { name: '+ Group' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Analysts');
    await choose(page, dialog, 'Roles', 'Alpha');
    await choose(page, dialog, 'Users', 'rita');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('cell', { name: 'Alpha', exact: true }).waitFor();
    const rita = await Client.signIn(product, { username: 'rita', password: 'a-long-password-1' });
    const answer = await rita.call<{ count: number }>('GET', '/api/v1/chart/');
    expect(answer.count).toBeGreaterThan(0);
  });

  test('the action log says who did what', async () => {
    await page.goto(`${product.url}/actionlog/list`);
    await page.getByRole('textbox', { name: 'Action' }).fill('User');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('filters');
    await page.getByRole('cell', { name: 'User.post', exact: true }).waitFor();
    await expect.poll(() => page.locator('tbody tr[data-row-key]').count()).toBe(1);
  });

  test('an annotation layer holds annotations with moments and JSON', async () => {
    await page.goto(`${product.url}/annotationlayer/list/`);
    await page.getByRole('button', { name: '+ Annotation layer' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Annotation layer name').fill('Storms');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('link', { name: 'Storms' }).click();
    await page.getByRole('heading', { name: 'Annotation Layer Storms' }).waitFor();
    await page.getByRole('button', { name: '+ Annotation' }).first().click();
    await dialog.getByLabel('Name').fill('A blizzard');
    await dialog.getByLabel('Date').fill('2001-01-05 10:00');
    await page.keyboard.press('Enter');
    await page.keyboard.type('2001-01-06 18:30');
    await page.keyboard.press('Enter');
    await dialog.getByRole('textbox', { name: 'JSON metadata' }).fill('{"a": ');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('This is no JSON', { exact: false }).waitFor();
    await dialog.getByRole('textbox', { name: 'JSON metadata' }).fill('{"snow": 40}');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('cell', { name: '2001-01-05 10:00' }).waitFor();
    await page.getByRole('cell', { name: '2001-01-06 18:30' }).waitFor();
  });

  test('the own account: names, a key for a program, sessions, and a link with which somebody sets a new password', async () => {
    await page.goto(`${product.url}/superset/welcome/`);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Info' }).click();
    await page.getByText('This one').waitFor();
    await page.getByRole('button', { name: '+ API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('nightly');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const key = await page
      .getByText(/^crk_.{20,}/)
      .first()
      .textContent();
    const answer = await fetch(`${product.url}/api/v1/chart/`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
    await page.getByRole('button', { name: 'Remove nightly' }).click();
    await page.getByText('No keys:', { exact: false }).waitFor();
    expect(
      (await fetch(`${product.url}/api/v1/chart/`, { headers: { Authorization: `Bearer ${key}` } })).status,
    ).toBe(401);

    await page.goto(`${product.url}/users/`);
    await page.getByRole('button', { name: 'Password link rita' }).click();
    const link = await page.getByRole('dialog').locator('code').textContent();
    const other = await visit();
    try {
      await other.page.goto(link ?? '');
      await other.page.getByLabel('Password', { exact: true }).fill('a-newer-password-2');
      await other.page.getByLabel('Confirm Password').fill('a-newer-password-2');
      await other.page.getByRole('button', { name: 'Set password' }).click();
      await other.page.getByRole('link', { name: 'Sign in' }).click();
      await signIn(other.page, product, { username: 'rita', password: 'a-newer-password-2' });
      await changePassword(other.page, { from: 'a-newer-password-2', to: 'a-newest-password-3' });
    } finally {
      await other.close();
    }
  });

  /** Changes the own password with the keyboard alone: a wrong one is told at its field, and nothing typed is lost. */
  async function changePassword(page: Page, { from, to }: { from: string; to: string }): Promise<void> {
    await page.goto(`${product.url}/user_info/`);
    await page.getByRole('button', { name: 'Reset my password' }).press('Enter');
    const dialog = page.getByRole('dialog');
    const current = dialog.getByLabel('Current password');
    await expect.poll(() => current.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('not-the-password');
    for (const label of ['Password', 'Confirm Password'])
      await dialog.getByLabel(label, { exact: true }).fill(to);
    await page.keyboard.press('Enter');
    await dialog.getByText('This is not your password.').first().waitFor();
    expect(await dialog.getByLabel('Confirm Password').inputValue()).toBe(to);
    await current.fill(from);
    await page.keyboard.press('Enter');
    await page.getByText('The password was changed', { exact: false }).waitFor();
  }
});
