import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import type { Product } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';

interface Stored {
  id: number;
  result: Record<string, unknown>;
}

describe.runIf(browserAtHand())('properties of charts and dashboards', () => {
  let seat: Seat;
  let product: Product;
  let page: Page;
  let client: Client;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ product, page } = seat);
    client = await Client.signIn(product);
    await client.call('POST', '/api/v1/tag/', { name: 'Quarterly', objects_to_tag: [] });
  });
  afterAll(() => seat?.leave());
  const dialog = () => page.getByRole('dialog');
  const stored = async (resource: string, id: number) =>
    (await client.call<Stored>('GET', `/api/v1/${resource}/${id}`)).result;
  const idOf = async (resource: string, column: string, name: string) => {
    const q = encodeURIComponent(`(filters:!((col:${column},opr:eq,value:'${name}')))`);
    const { result } = await client.call<{ result: { id: number }[] }>('GET', `/api/v1/${resource}/?q=${q}`);
    return result[0]?.id ?? 0;
  };

  test('of a chart are changed in its list, and nobody else’s changes are overwritten unseen', async () => {
    const id = await idOf('chart', 'slice_name', 'Routes');
    await page.goto(`${product.url}/chart/list/?filters=(search:Routes)`);
    await page.getByRole('button', { name: 'Edit Routes' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('Routes of all');
    await dialog().getByLabel('Certified by').fill('Data office');
    await dialog().getByLabel('Cache timeout').fill('60');
    await dialog().getByRole('combobox', { name: 'Tags' }).click();
    await page.locator('.ant-select-item-option').getByText('Quarterly').click();
    await page.keyboard.press('Escape');
    await client.call('PUT', `/api/v1/chart/${id}`, { description: 'By somebody else' });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('Somebody else has saved this chart').waitFor();
    expect(await stored('chart', id)).toMatchObject({ slice_name: 'Routes', certified_by: null });
    await dialog().getByRole('button', { name: 'Overwrite anyway' }).click();
    await page.getByText('Chart properties updated').waitFor();
    await page.getByRole('link', { name: 'Routes of all' }).waitFor();
    expect(await stored('chart', id)).toMatchObject({
      slice_name: 'Routes of all',
      description: 'By somebody else',
      certified_by: 'Data office',
      cache_timeout: '60',
      tags: expect.arrayContaining([expect.objectContaining({ name: 'Quarterly' })]),
    });
  });

  test('of a chart are changed where it is made, too', async () => {
    const id = await idOf('chart', 'slice_name', 'Films by rating');
    await page.goto(`${product.url}/explore/?slice_id=${id}`);
    await page.getByRole('button', { name: 'Menu actions trigger' }).click();
    await page.getByRole('menuitem', { name: 'Edit chart properties' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('Films by their rating');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Chart title' }).inputValue())
      .toBe('Films by their rating');
    await expect.poll(() => page.title()).toBe('Films by their rating · Chartroom');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Menu actions trigger' }).click();
    await page.getByRole('menuitem', { name: 'Download' }).hover();
    await page.getByRole('menuitem', { name: 'Export to Excel' }).click();
    expect((await saved).suggestedFilename()).toBe('Films_by_their_rating.xlsx');
  });

  test('of a dashboard: what cannot be is said at its field, and what was typed stays', async () => {
    const id = await idOf('dashboard', 'slug', 'films');
    await page.goto(`${product.url}/dashboard/list/?viewMode=card`);
    await page.getByRole('button', { name: 'More options of Films' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('Films and more');
    await dialog().getByLabel('URL slug').fill('us-flights');
    await dialog().getByRole('combobox', { name: 'Color scheme' }).click();
    await page.locator('.ant-select-item-option').getByText('Airbnb Colors').click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().locator('.ant-form-item-explain-error').getByText('Must be unique').waitFor();
    await dialog().getByLabel('URL slug').fill('films-and-more');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('The dashboard has been saved').waitFor();
    await page.getByRole('article', { name: 'Films and more' }).waitFor();
    const { slug, json_metadata } = await stored('dashboard', id);
    expect(slug).toBe('films-and-more');
    expect(JSON.parse(String(json_metadata))).toMatchObject({
      color_scheme: 'bnbColors',
      color_scheme_domain: expect.arrayContaining(['#29696B']),
      native_filter_configuration: expect.any(Array),
    });
  });

  test('the console only told what the server refused', () => {
    expect(seat.complaints.filter((line) => !/status of (412|422)/.test(line))).toEqual([]);
  });
});
