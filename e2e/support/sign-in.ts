import type { BrowserContext, Page } from 'playwright-core';
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

/** Signs a browser in as the administrator without opening a page, as journeys do that are about something else. */
export function giveAdminSession(context: BrowserContext, product: Product): Promise<void> {
  return giveSession(context, product, { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD });
}

/** Signs a browser in as somebody without opening a page. */
export async function giveSession(
  context: BrowserContext,
  product: Product,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const address = `${product.url}/login/`;
  const form = await (await context.request.get(address)).text();
  const csrf_token = /name="csrf_token" value="([^"]+)"/.exec(form)?.[1];
  if (csrf_token === undefined) throw new Error(`There is no form to sign in at ${address}`);
  const answer = await context.request.post(address, {
    form: { csrf_token, username, password },
    maxRedirects: 0,
  });
  if (answer.status() !== 302) throw new Error(`Signing in answered ${answer.status()}.`);
}
