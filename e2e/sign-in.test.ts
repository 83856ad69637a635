import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openTestProvider,
  providerSetting,
  type TestProvider,
} from '../apps/server/src/testing/test-provider.ts';
import { Client } from '../bench/client.ts';
import { browserAtHand, visit } from './support/browser.ts';
import { ADMIN, type Product, startProduct } from './support/product.ts';
import { signIn, signInAsAdmin } from './support/sign-in.ts';

describe.runIf(browserAtHand())('ways in, and doors that stay shut', () => {
  let product: Product;
  let provider: TestProvider;
  beforeAll(async () => {
    const start = async (issuer: string) => {
      const OAUTH_PROVIDERS = JSON.stringify([
        providerSetting(issuer, 'corp', { title: 'Corp' }),
        providerSetting('http://127.0.0.1:9', 'gone', { title: 'Gone' }),
      ]);
      const settings = {
        ...ADMIN,
        OAUTH_PROVIDERS,
        AUTH_USER_REGISTRATION: 'true',
        AUTH_USER_REGISTRATION_ROLE: 'Gamma',
        LOAD_EXAMPLES: 'false',
      };
      product = await startProduct({ settings });
      return product.url;
    };
    provider = await openTestProvider(start, 'corp', {
      'sub-vera': {
        preferred_username: 'vera',
        given_name: 'Vera',
        email: 'vera@corp.example',
        email_verified: true,
      },
      'sub-admin': { preferred_username: 'admin' },
    });
  });
  afterAll(async () => {
    await provider?.close();
    await product?.remove();
  });

  test('an identity provider signs one in, and back to the page one came for', async () => {
    const guest = await visit();
    const { page } = guest;
    await page.goto(`${product.url}/chart/list/`);
    await page.getByRole('link', { name: 'Sign in with Corp' }).click();
    await page.locator('input[name=login]').fill('sub-vera');
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/chart/list/**');
    await page.getByRole('heading', { name: 'Charts' }).waitFor();
    await guest.close();
  });

  test('the sign-in page says what did not work', async () => {
    const guest = await visit();
    const { page } = guest;
    await page.goto(`${product.url}/login/`);
    await page.getByRole('link', { name: 'Sign in with Gone' }).click();
    await page.getByRole('alert').getByText('cannot be asked at the moment').waitFor();
    await page.getByRole('link', { name: 'Sign in with Corp' }).click();
    await page.locator('input[name=login]').fill('sub-admin');
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText('Your user name is that of another account here.').waitFor();
    await guest.close();
  });

  test('who lacks a permission learns which, and an administrator finds it ticked', async () => {
    const client = await Client.signIn(product);
    const role = await client.call<{ id: number }>('POST', '/api/v1/security/roles/', { name: 'Of no use' });
    const nora = {
      username: 'nora',
      first_name: 'Nora',
      last_name: 'None',
      email: 'nora@example.org',
      active: true,
    };
    await client.call('POST', '/api/v1/security/users/', {
      ...nora,
      password: 'a-long-password-1',
      roles: [role.id],
    });
    const guest = await visit();
    await signIn(guest.page, product, { username: 'nora', password: 'a-long-password-1' });
    await guest.page.goto(`${product.url}/chart/list/`);
    const told = guest.page.getByRole('alert').filter({ hasText: 'can read on Chart' });
    await told.getByText('Permission needed').waitFor();
    const link = await told.getByRole('link', { name: 'Request Access' }).getAttribute('href');
    await guest.close();

    const admin = await visit();
    const { page } = admin;
    await signInAsAdmin(page, product);
    await page.goto(`${product.url}${link}`);
    await page.getByText('Edit the role that is to get “can read on Chart”').waitFor();
    await page.getByRole('button', { name: 'Edit Of no use' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Search permissions').fill('can read Chart');
    const box = dialog
      .getByRole('region', { name: 'Chart', exact: true })
      .getByRole('checkbox', { name: 'can read' });
    await expect.poll(() => box.isChecked()).toBe(true);
    await admin.close();
  });
});
