import type { Page } from 'playwright-core';
import { ADMIN, type Product } from './product.ts';

/** Signs in as the administrator that `ADMIN` names. */
export function signInAsAdmin(page: Page, product: Product): Promise<void> {
  return signIn(page, product, { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD });
}

/** Signs in and waits for the home page. */
export async function signIn(
  page: Page,
  product: Product,
  person: { username: string; password: string },
): Promise<void> {
  await page.goto(`${product.url}/login/`);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/superset/welcome/**');
}
