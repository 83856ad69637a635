import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserAtHand, chromiumPath } from './support/browser.ts';
import type { Product } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';

const PICTURES = { THUMBNAILS: 'true', CHROMIUM_SANDBOX: 'false', CHROMIUM_PATH: chromiumPath() ?? '' };

describe.runIf(browserAtHand())('charts and dashboards as cards', () => {
  let seat: Seat;
  let product: Product;
  let page: Page;
  beforeAll(async () => {
    seat = await takeSeat(PICTURES);
    ({ product, page } = seat);
  });
  afterAll(async () => seat?.leave());
  const card = (name: string) => page.getByRole('article', { name, exact: true });
  const cards = () => page.getByRole('article');

  test('a card has its type’s picture until its own has been taken', async () => {
    await page.goto(`${product.url}/chart/list/?viewMode=card&filters=(search:'Films by rating')`);
    const picture = card('Films by rating').locator('[data-thumbnail]');
    await picture.locator('img').waitFor();
    await card('Films by rating').locator('[data-thumbnail=there]').waitFor({ timeout: 120_000 });
    const isDrawn = () => picture.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth);
    await expect.poll(isDrawn).toBe(800);
    await card('Films by rating').getByText('movies').waitFor();
    await card('Films by rating').getByRole('link', { name: 'Films by rating' }).click();
    await page.locator('[data-chart-drawn]').first().waitFor();
  });

  test('a list turns into cards, remembers it, and sorts them', async () => {
    await page.goto(`${product.url}/chart/list/`);
    await page.getByRole('table').waitFor();
    await page.getByRole('img', { name: 'Grid view' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('viewMode')).toBe('card');
    await expect.poll(() => cards().count()).toBe(25);
    await page.goto(`${product.url}/chart/list/?viewMode=table`);
    await page.getByRole('table').waitFor();
    await page.goto(`${product.url}/chart/list/`);
    await expect.poll(() => cards().count()).toBe(25);
    await page.getByRole('combobox', { name: 'Sort' }).click();
    await page.locator('.ant-select-item-option').getByText('Alphabetical').click();
    await expect.poll(() => cards().first().getAttribute('aria-label')).toBe('All films');
    await page.getByRole('listitem', { name: '2' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('pageIndex')).toBe('1');
    await expect.poll(() => cards().count()).toBeLessThan(25);
  });

  test('cards are starred, chosen with a click and deleted; their menu exports', async () => {
    await page.goto(`${product.url}/chart/list/?viewMode=card`);
    await card('Routes').getByRole('button', { name: 'Add to favorites' }).click();
    await card('Routes').getByRole('button', { name: 'Remove from favorites' }).waitFor();
    const saved = page.waitForEvent('download');
    await card('Routes').getByRole('button', { name: 'More options of Routes' }).click();
    await page.getByRole('menuitem', { name: 'Export' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^chart_export_/);
    await page.getByRole('button', { name: 'Bulk select' }).click();
    await card('Routes').click();
    await card('Kinds of days').getByRole('checkbox').check();
    await card('People').getByRole('link', { name: 'People' }).click();
    await page.getByText('3 Selected').waitFor();
    await card('Routes').click();
    await page.getByText('2 Selected').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('DELETE');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await card('Kinds of days').waitFor({ state: 'hidden' });
    await card('People').waitFor({ state: 'hidden' });
    await card('Routes').waitFor();
  });

  test('the console stayed clean', () => expect(seat.complaints).toEqual([]));
});

describe.runIf(browserAtHand())('a house whose lists begin as cards, without pictures', () => {
  let seat: Seat;
  beforeAll(async () => {
    seat = await takeSeat({ LISTVIEWS_DEFAULT_CARD_VIEW: 'true' });
  });
  afterAll(async () => seat?.leave());

  test('shows cards with whether they are published, and asks for no picture', async () => {
    const { page, product } = seat;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${product.url}/dashboard/list/`);
    const films = page.getByRole('article', { name: 'Films', exact: true });
    await films.getByText('Published').waitFor();
    await films.locator('[data-thumbnail=none]').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('nothing is called so');
    await page.keyboard.press('Enter');
    await page.getByText('No results match your filter criteria').waitFor();
    expect(asked.filter((url) => url.includes('/thumbnail/'))).toEqual([]);
    expect(seat.complaints).toEqual([]);
  });
});
