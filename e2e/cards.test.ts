import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand, chromiumPath } from './support/browser.ts';
import type { Product } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';

const PICTURES = { THUMBNAILS: 'true', CHROMIUM_SANDBOX: 'false', CHROMIUM_PATH: chromiumPath() ?? '' };

describe.runIf(browserAtHand())('cards with pictures', () => {
  let seat: Seat;
  let product: Product;
  let page: Page;
  beforeAll(async () => {
    seat = await takeSeat(PICTURES);
    ({ product, page } = seat);
  });
  afterAll(async () => seat?.leave());
  const card = (name: string) => page.getByRole('article', { name, exact: true });

  test('a card has its type’s picture until its own has been taken', async () => {
    await page.goto(`${product.url}/chart/list/?viewMode=card&filters=(search:'Films by rating')`);
    const picture = card('Films by rating').locator('[data-thumbnail]');
    await picture.locator('img').waitFor();
    await card('Films by rating').locator('[data-thumbnail=there]').waitFor({ timeout: 120_000 });
    const isDrawn = () =>
      picture.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth);
    await expect.poll(isDrawn).toBe(800);
    await card('Films by rating').getByText('movies').waitFor();
    await card('Films by rating').getByRole('link', { name: 'Films by rating' }).click();
    await page.locator('[data-chart-drawn]').first().waitFor();
  });

  test('the console stayed clean', () => expect(seat.complaints).toEqual([]));
});

describe.runIf(browserAtHand())('an installation whose lists begin as cards, without pictures', () => {
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

describe.runIf(browserAtHand())('the home page, and lists as cards', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ page } = seat);
    client = await Client.signIn(seat.product);
  });
  afterAll(async () => seat?.leave());
  const section = (name: string) => page.getByRole('region', { name });
  const tab = (name: string, label: string) =>
    section(name).locator('label').getByText(label, { exact: true });
  const cards = (name: string) => section(name).getByRole('article');
  const card = (name: string) => page.getByRole('article', { name, exact: true });
  const every = () => page.getByRole('article');

  test('shows dashboards and charts, and remembers what is folded away and which tab is open', async () => {
    await page.goto(`${seat?.product.url}/superset/welcome/`);
    await expect.poll(() => cards('Dashboards').count()).toBeGreaterThan(2);
    await expect.poll(() => cards('Charts').count()).toBe(5);
    await expect.poll(() => cards('Recents').count()).toBe(0);
    await section('Dashboards').getByRole('button', { name: 'Dashboards' }).click();
    await section('Recents').getByRole('button', { name: 'Recents' }).click();
    await tab('Charts', 'Favorite').click();
    await section('Charts').getByRole('link', { name: 'See all charts' }).waitFor();
    await page.reload();
    await section('Charts').getByText('Your favorite charts will appear here').waitFor();
    await section('Recents').getByText('Viewed', { exact: true }).waitFor();
    await expect.poll(() => cards('Dashboards').count()).toBe(0);
  });

  test('what is starred, opened, changed and saved turns up', async () => {
    await tab('Charts', 'All').click();
    const shares = section('Charts').getByRole('article', { name: 'Shares, month by month' });
    await shares.getByRole('button', { name: 'Add to favorites' }).click();
    await shares.getByRole('button', { name: 'Remove from favorites' }).waitFor();
    await tab('Charts', 'Favorite').click();
    await expect.poll(() => cards('Charts').count()).toBe(1);
    await section('Charts').getByRole('link', { name: 'View All »' }).click();
    await page.getByRole('link', { name: 'Shares, month by month' }).waitFor();
    await expect.poll(() => page.locator('tbody tr[data-row-key]').count()).toBe(1);
    const { result } = await client.call<{ result: { id: number; database_name: string }[] }>(
      'GET',
      '/api/v1/database/',
    );
    await client.call('POST', '/api/v1/saved_query/', {
      db_id: result[0]?.id,
      label: 'Kept for later',
      sql: 'SELECT 1',
    });
    await page.goto(`${seat.product.url}/superset/welcome/`);
    await tab('Recents', 'Created').click();
    await cards('Recents').getByText('Kept for later').waitFor();
    await section('Saved queries').getByRole('button', { name: 'Saved queries' }).click();
    await section('Saved queries').getByRole('button', { name: 'More options of Kept for later' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('DELETE');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await section('Saved queries').getByText('Your saved queries will appear here').waitFor();
    expect(seat.complaints).toEqual([]);
  });

  test('a list turns into cards, remembers it, and sorts them', async () => {
    await page.goto(`${seat.product.url}/chart/list/`);
    await page.getByRole('table').waitFor();
    await page.getByRole('img', { name: 'Grid view' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('viewMode')).toBe('card');
    await expect.poll(() => every().count()).toBe(25);
    await page.goto(`${seat.product.url}/chart/list/?viewMode=table`);
    await page.getByRole('table').waitFor();
    await page.goto(`${seat.product.url}/chart/list/`);
    await expect.poll(() => every().count()).toBe(25);
    await page.getByRole('combobox', { name: 'Sort' }).click();
    await page.locator('.ant-select-item-option').getByText('Alphabetical').click();
    await expect.poll(() => every().first().getAttribute('aria-label')).toBe('Airports, state by state');
    await page.getByRole('button', { name: 'Page 3' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('pageIndex')).toBe('2');
    await expect.poll(() => every().count()).toBeLessThan(25);
  });

  test('cards are starred, chosen with a click and deleted; their menu exports', async () => {
    await page.goto(`${seat.product.url}/chart/list/?viewMode=card`);
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
});
