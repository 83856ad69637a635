import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserAtHand, type Visit, visit } from './support/browser.ts';
import { everyChartDrawn } from './support/charts-drawn.ts';
import { type Product, pause, startProduct } from './support/product.ts';

/** Rows of the file that is dropped: fees of some airports that the flights know. */
const FEES = [
  'airport,region,fee,opened',
  'ORD,Middle,120.5,2001-01-03',
  'ATL,South,99.25,2001-02-05',
  'LAX,West,150,2001-03-07',
  'DFW,South,88,2001-04-09',
  'PHX,West,61.75,2001-05-11',
  'DTW,Middle,70,2001-06-13',
].join('\n');

describe.runIf(browserAtHand())('from a file to a dashboard', () => {
  let product: Product;
  let guest: Visit;
  let page: Page;
  beforeAll(async () => {
    product = await startProduct();
    guest = await visit();
    page = guest.page;
  });
  afterAll(async () => {
    await guest?.close();
    await product?.remove();
  });

  const titled = (name: string) => expect.poll(() => page.title()).toBe(`${name} · Chartroom`);

  test('the first administrator is created at the printed address', async () => {
    const address = await printedAddress(product);
    await page.goto(address);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Keel');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Password').fill('compass-and-lead');
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await page.waitForURL('**/superset/welcome/**');
    await page.getByText('Drop CSV, Parquet or Excel files here').waitFor();
    await titled('Home');
  });

  test('the example dashboards are there, and every chart of them is drawn', async () => {
    await page.getByText('Example dashboards on real data').waitFor({ timeout: 90_000 });
    const boards = [
      ['us-flights', 'US flights'],
      ['films', 'Films'],
      ['world-markets-weather', 'World, markets and weather'],
    ] as const;
    for (const [slug, title] of boards) {
      await page.goto(`${product.url}/superset/dashboard/${slug}/`);
      await titled(title);
      await page.locator('article[data-status]').first().waitFor();
      const tabs = await page.getByRole('tab').all();
      for (const tab of tabs.length > 0 ? tabs : [undefined]) {
        await tab?.click();
        await everyChartDrawn(page);
      }
    }
  });

  test('a dropped file becomes a table, a dataset and an open Explore with a first chart', async () => {
    await page.goto(`${product.url}/superset/welcome/`);
    const file = join(product.home, 'airport fees.csv');
    writeFileSync(file, FEES);
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForURL('**/explore/**');
    await page
      .getByRole('complementary', { name: 'Chart Source' })
      .getByText('airport_fees', { exact: true })
      .waitFor();
    await page.locator('[data-chart-drawn]').first().waitFor();
    await titled('airport_fees');
    const suited = page.getByRole('region', { name: 'Suited to this data' });
    await suited.getByRole('button', { name: 'fee over opened', pressed: true }).waitFor();
    await suited.getByRole('button', { name: 'fee by airport' }).click();
    await suited.getByRole('button', { name: 'fee by airport', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Bar Chart', exact: true, pressed: true }).waitFor();
    await page.locator('[data-status="success"] [data-chart-drawn]').first().waitFor();
  });

  test('metric, dimension, filter and time range change the chart', async () => {
    await page.getByRole('button', { name: 'Bar Chart', exact: true }).click();
    await page.getByRole('button', { name: 'Bar Chart', exact: true, pressed: true }).waitFor();
    await clearControl(page, 'x_axis');
    await addInPopover(page, 'x_axis', async (popover) => {
      await popover.getByRole('tab', { name: 'Simple' }).click();
      await choose(page, popover.getByRole('combobox', { name: 'column(s)' }), 'region');
    });
    await clearControl(page, 'metrics');
    await addInPopover(page, 'metrics', async (popover) => {
      await popover.getByRole('tab', { name: 'Simple' }).click();
      await choose(page, popover.getByRole('combobox', { name: 'Column' }), 'fee');
      await choose(page, popover.getByRole('combobox', { name: 'Aggregate' }), 'SUM');
    });
    await clearControl(page, 'adhoc_filters');
    await addInPopover(page, 'adhoc_filters', async (popover) => {
      await choose(page, popover.getByRole('combobox', { name: 'Column' }), 'airport');
      await choose(page, popover.getByRole('combobox', { name: 'Operator' }), 'Not in');
      await popover.getByRole('combobox', { name: 'Value' }).fill('DTW');
      await page.keyboard.press('Enter');
    });
    await addInPopover(page, 'adhoc_filters', async (popover) => {
      await choose(page, popover.getByRole('combobox', { name: 'Column' }), 'opened');
      await popover.getByRole('button', { name: /Time range/ }).click();
      await choose(page, page.getByRole('combobox', { name: 'Range type' }), 'Advanced');
      await page.getByLabel('START (INCLUSIVE)').fill('2001-02-01');
      await page.getByLabel('END (EXCLUSIVE)').fill('2001-06-01');
      await page.getByText('2001-02-01 ≤ col < 2001-06-01').waitFor();
      await page.getByRole('button', { name: 'APPLY' }).click();
    });
    const answer = page.waitForResponse('**/api/v1/chart/data');
    await page
      .getByRole('button', { name: /Update chart|Create chart/ })
      .last()
      .click();
    const body: { result: { data: Record<string, unknown>[] }[] } = await (await answer).json();
    expect(new Map(body.result[0]?.data.map((row) => [row.region, row['SUM(fee)']]))).toEqual(
      new Map([
        ['South', 187.25],
        ['West', 211.75],
      ]),
    );
    await page.getByText('2 rows', { exact: true }).waitFor();
  });

  test('the chart is saved to a new dashboard and stands there', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Chart name').fill('Fees by region');
    const dashboard = dialog.getByRole('combobox', { name: 'Add to dashboard' });
    await dashboard.fill('Harbour');
    await page.locator('.ant-select-item-option', { hasText: 'Harbour (new dashboard)' }).click();
    await dialog.getByRole('button', { name: 'Save & go to dashboard' }).click();
    await page.waitForURL('**/superset/dashboard/**');
    await page.getByRole('heading', { name: 'Harbour' }).waitFor();
    await everyChartDrawn(page);
    await titled('Harbour');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Charts' }).click();
    await titled('Charts');
    await page.getByRole('link', { name: 'Fees by region' }).click();
    await titled('Fees by region');
  });

  test('a filter value and a cross-filter hold after the link is reloaded', async () => {
    await page.goto(`${product.url}/superset/dashboard/us-flights/`);
    await everyChartDrawn(page);
    await page.getByRole('combobox', { name: 'Origin' }).fill('ORD');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await everyChartDrawn(page);
    await clickBar(page, 'Busiest origins');
    const crossed = page.getByRole('region', { name: 'Cross-filters' });
    await crossed.waitFor();
    const told = await crossed.textContent();
    await page.waitForURL('**native_filters_key=**');
    await pause(1_000);
    await page.goto(page.url());
    await everyChartDrawn(page);
    await expect.poll(() => page.getByRole('region', { name: 'Cross-filters' }).textContent()).toBe(told);
    await page.locator('aside').getByText('ORD', { exact: true }).first().waitFor();
  });

  test('SQL Lab joins the file with the flights; the answer becomes a dataset and a chart', async () => {
    await page.goto(`${product.url}/sqllab/?new=true`);
    // It opens on the database that has tables from the beginning.
    await page.getByRole('complementary').getByTitle('examples').first().waitFor();
    await titled('Untitled Query 1');
    const editor = page.getByRole('textbox', { name: 'SQL' });
    await editor.click();
    await page.keyboard.insertText(
      'SELECT a.region, count(*) AS flights, avg(f.delay) AS delay FROM examples.flights f JOIN uploads.airport_fees a ON a.airport = f.origin GROUP BY 1 ORDER BY 1',
    );
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const grid = page.getByRole('grid', { name: 'Query results' });
    await grid.getByText('Middle', { exact: true }).waitFor();
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('4');
    await page.getByRole('link', { name: 'Create chart' }).click();
    await page.waitForURL('**/explore/**');
    const source = page.getByRole('complementary', { name: 'Chart Source' });
    await source.getByText('This chart stands on a query.').waitFor();
    await page.locator('[data-chart-drawn]').first().waitFor();
    await source.getByRole('button', { name: 'Query actions' }).click();
    await page.getByRole('menuitem', { name: 'Query preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Query preview' });
    await preview.getByText('airport_fees').waitFor();
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save chart' });
    await dialog.getByLabel('Chart name').fill('Fees of regions');
    await dialog.getByLabel('Dataset name').fill('fees and flights');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await source.getByText('fees and flights').first().waitFor();
    await page.waitForURL('**/explore/?slice_id=*');
    await page.locator('[data-chart-drawn]').first().waitFor();
  });

  test('the console stayed clean', () => {
    expect(guest.complaints).toEqual([]);
  });
});

async function printedAddress(product: Product): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = /http:\/\/\S+first-run\?token=\S+/.exec(product.output());
    if (found) return found[0];
    await pause(50);
  }
  throw new Error(`No first-run address was printed:\n${product.output()}`);
}

/** Takes every pill out of a control. */
async function clearControl(page: Page, name: string): Promise<void> {
  const pills = page.locator(`[data-control="${name}"]`).getByRole('button', { name: /^Remove / });
  for (let left = await pills.count(); left > 0; left -= 1) await pills.first().click();
}

async function addInPopover(
  page: Page,
  control: string,
  fill: (popover: ReturnType<Page['locator']>) => Promise<void>,
): Promise<void> {
  await page.locator(`#control-${control}`).click();
  const popover = page.locator('.ant-popover:visible').first();
  await popover.waitFor();
  await fill(popover);
  await popover.getByRole('button', { name: 'Save' }).click();
  await popover.waitFor({ state: 'hidden' });
}

/** Picks an option of a select by its text. */
async function choose(page: Page, field: ReturnType<Page['locator']>, option: string): Promise<void> {
  await field.click();
  // Its own list: that of a select which is just closing may still be seen.
  const list = await field.getAttribute('aria-controls');
  const dropdown = page.locator('.ant-select-dropdown', { has: page.locator(`[id="${list}"]`) });
  await dropdown.locator('.ant-select-item-option').getByText(option, { exact: true }).first().click();
}

/** Clicks into a chart where a bar stands: rightwards from the axis until a cross-filter appears. */
async function clickBar(page: Page, name: string): Promise<void> {
  const canvas = page.getByRole('article', { name }).locator('canvas').first();
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error(`${name} has no picture`);
  for (const across of [0.3, 0.4, 0.5, 0.25]) {
    for (const down of [0.2, 0.35, 0.5, 0.65, 0.8]) {
      await page.mouse.click(box.x + box.width * across, box.y + box.height * down);
      if ((await page.getByRole('region', { name: 'Cross-filters' }).count()) > 0) return;
    }
  }
  throw new Error(`No bar of ${name} answered a click`);
}
