import type { Page } from 'playwright-core';
import { ADMIN, type Product } from './product.ts';

/** Signs in as the administrator that `ADMIN` names. */
export async function signInAsAdmin(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.url}/login/`);
  await page.getByLabel('Username').fill(ADMIN.ADMIN_USERNAME);
  await page.getByLabel('Password').fill(ADMIN.ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/superset/welcome/**');
}
