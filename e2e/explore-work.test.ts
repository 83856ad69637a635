import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { barriersInBothLights } from './support/axe.ts';
import { browserAtHand } from './support/browser.ts';
import { chartNamed, inExplore, type ListedChart, storedForm } from './support/explore-seat.ts';
import { type Seat, takeSeat } from './support/seat.ts';

const TEN_TYPES = [
  'echarts_area',
  'pie',
  'table',
  'pivot_table_v2',
  'big_number',
  'heatmap_v2',
  'world_map',
  'funnel',
  'time_table',
  'mixed_timeseries',
];

describe.runIf(browserAtHand())('work in Explore is not lost', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  let chart: number;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ page } = seat);
    client = await Client.signIn(seat.product);
    chart = (await chartNamed(client, 'Busiest origins')).id;
  });
  afterAll(() => seat?.leave());

  const open = () => inExplore(seat).open(chart);
  const drawn = () => inExplore(seat).drawn();
  const rows = () => page.locator('[data-control="row_limit"]').locator('.ant-select').first();
  const rowLimit = () => rows().textContent();
  const setRowLimit = async (limit: string) => {
    await page.getByRole('combobox', { name: 'Row limit' }).click();
    await page.keyboard.type(limit);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(rowLimit).toContain(limit);
  };
  const altered = () => page.getByText('Altered', { exact: true });
  const undo = () => page.getByRole('button', { name: 'Undo', exact: true });
  const redo = () => page.getByRole('button', { name: 'Redo', exact: true });
  const stored = (id = chart) => storedForm(client, id);

  test('changes of the panel are taken back and made again, by button and by key', async () => {
    await open();
    const before = await rowLimit();
    expect(await undo().isDisabled()).toBe(true);
    await setRowLimit('7');
    await altered().waitFor();
    await page.getByRole('button', { name: 'Update chart' }).last().click();
    await drawn();
    await undo().click();
    await expect.poll(rowLimit).toBe(before);
    await altered().waitFor({ state: 'hidden' });
    // A picture that was up to date follows.
    await page.getByText('Your chart is not up to date').waitFor({ state: 'hidden' });
    await page.locator('body').click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('Control+y');
    await expect.poll(rowLimit).toContain('7');
    await page.keyboard.press('Control+z');
    await expect.poll(rowLimit).toBe(before);
    expect(await redo().isEnabled()).toBe(true);
  });

  test('Back brings controls and picture back, Forward brings them again', async () => {
    await open();
    const before = await rowLimit();
    const address = () => new URL(page.url()).searchParams.get('form_data_key');
    await setRowLimit('5');
    await page.getByRole('button', { name: 'Update chart' }).last().click();
    await drawn();
    await expect.poll(address).not.toBeNull();
    await page.goBack();
    await expect.poll(rowLimit).toBe(before);
    await drawn();
    expect(page.url()).toContain(`slice_id=${chart}`);
    await page.goForward();
    await expect.poll(rowLimit).toContain('5');
    await page.getByText('5 rows').waitFor();
  });

  test('leaving asks; what is to be saved is saved before, what is discarded is gone', async () => {
    await open();
    await setRowLimit('8');
    const dialog = page.getByRole('dialog', { name: 'Save changes to your chart?' });
    const leave = () => page.getByRole('link', { name: 'Charts', exact: true }).first().click();
    await leave();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await rowLimit()).toContain('8');
    await leave();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const saving = page.getByRole('dialog', { name: 'Save chart' });
    await saving.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL('**/chart/list/**');
    expect((await stored()).row_limit).toBe(8);
    await open();
    await setRowLimit('9');
    await leave();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/chart/list/**');
    expect((await stored()).row_limit).toBe(8);
  });

  test('Ctrl+S overwrites the chart, and asks where somebody else has saved it meanwhile', async () => {
    await open();
    await setRowLimit('6');
    await page.keyboard.press('Control+s');
    await page.getByText('Chart [Busiest origins] has been overwritten').waitFor();
    expect((await stored()).row_limit).toBe(6);
    await altered().waitFor({ state: 'hidden' });
    await client.call('PUT', `/api/v1/chart/${chart}`, { description: 'By others' });
    await setRowLimit('12');
    await page.keyboard.press('Control+s');
    const saving = page.getByRole('dialog', { name: 'Save chart' });
    await saving.getByText('Somebody else has saved this chart').waitFor();
    expect((await stored()).row_limit).toBe(6);
    await saving.getByRole('button', { name: 'Overwrite anyway' }).click();
    await saving.waitFor({ state: 'hidden' });
    expect((await stored()).row_limit).toBe(12);
  });

  test('nobody is shut out of it, with any of ten chart types, in the light and in the dark', async () => {
    const q = encodeURIComponent('(page_size:100)');
    const { result } = await client.call<{ result: ListedChart[] }>('GET', `/api/v1/chart/?q=${q}`);
    const byType = new Map(result.map((each) => [each.viz_type, each.id]));
    const found: Record<string, string[]> = {};
    for (const type of TEN_TYPES) {
      await page.goto(`${seat.product.url}/explore/?slice_id=${byType.get(type)}`);
      await drawn();
      found[type] = await barriersInBothLights(page);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])));
  });
});
