import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { everyChartDrawn } from './support/charts-drawn.ts';
import { overBar } from './support/over-bar.ts';
import { type Seat, takeSeat } from './support/seat.ts';

interface Asked {
  filters?: unknown[];
  queries?: { columns?: unknown[]; filters?: { col: string; op: string; val?: unknown }[] }[];
  form_data?: Record<string, unknown>;
}

/** The temporal filter with which every chart of the examples begins. */
const EVER = { col: 'date', op: 'TEMPORAL_RANGE', val: 'No filter' };

/** What a request asks. */
const asked = (request: Request): Asked => request.postDataJSON();

describe.runIf(browserAtHand())('drilling', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ page } = seat);
    client = await Client.signIn(seat.product);
    const { result } = await client.call<{ result: { json_metadata: string } }>(
      'GET',
      '/api/v1/dashboard/us-flights',
    );
    await client.call('POST', '/api/v1/dashboard/us-flights/copy/', {
      dashboard_title: 'Copy of flights',
      json_metadata: result.json_metadata,
    });
    await page.goto(`${seat.product.url}/superset/dashboard/us-flights/`);
    await everyChartDrawn(page);
  });
  afterAll(() => seat?.leave());

  const tile = (name: string) => page.getByRole('article', { name });
  const menu = () => page.getByRole('menu', { name: 'Actions on the data' });
  /** An entry that leads to more: the arrow has a name, too. */
  const group = (name: string) => entry(`${name} right`);
  const entry = (name: string | RegExp) => page.getByRole('menuitem', { name, exact: true });
  /** The first cell of the first row that begins so. */
  const cell = (chart: string, name: string) =>
    tile(chart)
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .first()
      .getByRole('gridcell')
      .first();
  const rowHead = (chart: string, name: string) =>
    tile(chart).getByRole('rowheader', { name, exact: true }).first();
  const samples = () => page.waitForRequest(/datasource\/samples/);
  const chartData = () => page.waitForRequest(/api\/v1\/chart\/data/);

  async function over(place: Locator): Promise<void> {
    await place.click({ button: 'right' });
    await menu().waitFor();
  }

  async function close(dialog: Locator): Promise<void> {
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog.waitFor({ state: 'hidden' });
  }

  test('a bar: its rows by page, without its condition again, as a file; the mark is put on and off', async () => {
    await overBar(page, 'Busiest origins');
    await group('Drill to detail by').hover();
    const first = samples();
    await page.getByRole('menuitem', { name: /^Drill to detail by [A-Z]{3}$/ }).click();
    const question = asked(await first);
    expect(question.filters).toEqual([
      EVER,
      { col: 'origin', op: '==', val: expect.stringMatching(/^[A-Z]{3}$/) },
    ]);
    const dialog = page.getByRole('dialog', { name: 'Drill to detail: Busiest origins' });
    const count = async () => Number((await dialog.getByRole('status').textContent())?.replaceAll(/\D/g, ''));
    await dialog.getByRole('grid', { name: 'Rows' }).waitFor();
    const ofOne = await count();
    expect(ofOne).toBeGreaterThan(50);
    const second = samples();
    await dialog.getByRole('listitem', { name: '2', exact: true }).click();
    expect((await second).url()).toMatch(/[?&]page=2&per_page=50/);
    await dialog.getByRole('button', { name: 'Format of Departure' }).click();
    await entry('Original value').click();
    await expect.poll(() => dialog.getByRole('gridcell', { name: /^\d{12}$/ }).count()).toBeGreaterThan(10);
    // All rows of the busiest airport, while other journeys run beside.
    const file = page.waitForEvent('download', { timeout: 60_000 });
    await dialog.getByRole('button', { name: 'Download' }).click();
    await entry('Export to .CSV').click();
    expect((await file).suggestedFilename()).toBe('Busiest_origins_detail.csv');
    const again = samples();
    await dialog
      .getByRole('listitem')
      .getByTitle(/^Remove origin: /i)
      .click();
    expect(asked(await again).filters).toEqual([EVER]);
    await expect.poll(count).toBeGreaterThan(ofOne);
    await close(dialog);
    await overBar(page, 'Busiest origins');
    await entry('Add cross-filter').click();
    const crossed = page.getByRole('region', { name: 'Cross-filters' });
    await crossed.waitFor();
    await over(tile('Busiest origins').locator('canvas').first());
    await entry('Remove cross-filter').click();
    await crossed.waitFor({ state: 'detached' });
  });

  test('a table cell: taken apart by another column, further, back by the crumbs, and into Explore', async () => {
    await page.getByRole('tab', { name: 'Routes' }).click();
    await everyChartDrawn(page);
    await over(cell('Routes', 'ORD'));
    await group('Drill by').hover();
    const list = page.getByRole('listbox', { name: 'Columns' });
    await list.waitFor();
    expect(await list.getByRole('option', { name: /^(origin|destination)$/i }).count()).toBe(0);
    const first = chartData();
    await list.getByRole('option', { name: /^weekday$/i }).click();
    const { queries, form_data } = asked(await first);
    expect(queries?.[0]?.columns).toEqual(['weekday']);
    expect(queries?.[0]?.filters).toEqual([EVER, { col: 'origin', op: '==', val: 'ORD' }]);
    expect(form_data).toMatchObject({ slice_id: 0, groupby: ['weekday'] });
    const dialog = page.getByRole('dialog', { name: 'Drill by: Routes' });
    const shown = dialog.getByRole('radiogroup', { name: 'Shown as' });
    const crumbs = dialog.getByRole('navigation', { name: 'Drill by' });
    await crumbs.getByText(/^Origin, Destination \(ORD\)$/i).waitFor();
    await shown.getByText('Table').click();
    await dialog.getByRole('grid', { name: 'Rows' }).waitFor();
    await shown.getByText('Chart').click();
    const seen = dialog.getByRole('grid', { name: 'Table' });
    await seen.getByRole('gridcell').first().click({ button: 'right' });
    await group('Drill by').hover();
    const second = chartData();
    await list.getByRole('option').first().click();
    expect(asked(await second).queries?.[0]?.filters).toHaveLength(3);
    expect(await crumbs.getByRole('button').count()).toBe(2);
    await crumbs.getByRole('button').last().click();
    await expect.poll(() => crumbs.getByRole('button').count()).toBe(1);
    await seen.waitFor();
    await dialog.getByRole('button', { name: 'Edit chart' }).click();
    await page.waitForURL('**/explore/**');
    await page.locator('[data-chart-drawn]').first().waitFor();
    await page
      .getByText(/^origin/i)
      .first()
      .waitFor();
    await page.goBack();
    await everyChartDrawn(page);
  });

  test('a pivot cell stands for its row and its column; totals for one of them, headings for themselves', async () => {
    await page.getByRole('tab', { name: 'Delays' }).click();
    await everyChartDrawn(page);
    const pivot = 'Delay by origin and weekday';
    const head = rowHead(pivot, 'ORD');
    await over(head);
    await group('Drill to detail by').hover();
    expect(await page.getByRole('menuitem', { name: /^Drill to detail by / }).count()).toBe(1);
    await page.keyboard.press('Escape');
    await menu().waitFor({ state: 'hidden' });
    await over(cell(pivot, 'ORD'));
    await group('Drill to detail by').hover();
    const first = samples();
    await entry('Drill to detail by all').click();
    expect(asked(await first).filters).toEqual([
      EVER,
      expect.objectContaining({ col: 'origin', op: 'IN' }),
      { col: 'origin', op: '==', val: 'ORD' },
      { col: 'weekday', op: '==', val: expect.any(String) },
    ]);
    const dialog = page.getByRole('dialog', { name: `Drill to detail: ${pivot}` });
    expect(await dialog.getByRole('list', { name: 'Filters' }).getByRole('listitem').count()).toBe(2);
    await dialog.getByRole('grid', { name: 'Rows' }).waitFor();
    await close(dialog);
  });

  test('a line stands for the nearest moment, wherever the pointer is', async () => {
    await over(tile('Average delay by week').locator('canvas').first());
    await group('Drill to detail by').hover();
    const first = samples();
    await page.getByRole('menuitem', { name: /^Drill to detail by 2001/ }).click();
    expect(asked(await first).filters?.at(-1)).toEqual({
      col: 'date',
      op: '==',
      val: expect.any(Number),
      grain: 'P1W',
    });
    const dialog = page.getByRole('dialog', { name: 'Drill to detail: Average delay by week' });
    await dialog.getByText(/^[1-9][\d,]* rows$/).waitFor();
    await close(dialog);
  });

  test('by keyboard: the menu of a picture and of a cell, and back to where one was', async () => {
    const picture = page.getByRole('group', { name: 'Data of Busiest origins' });
    await picture.press('Shift+F10');
    await menu().waitFor();
    await page.getByRole('menuitem', { name: /^Add cross-filter .*can’t apply/ }).waitFor();
    await page.getByRole('menuitem', { name: /^Drill to detail by Right-click on/ }).waitFor();
    await page.keyboard.press('Escape');
    await menu().waitFor({ state: 'hidden' });
    await expect.poll(() => picture.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.getByRole('tab', { name: 'Routes' }).click();
    await everyChartDrawn(page);
    const grid = tile('Routes').getByRole('grid');
    await grid.press('ContextMenu');
    await menu().waitFor();
    await expect.poll(() => menu().evaluate((each) => each.contains(document.activeElement))).toBe(true);
    // To the last entry, and into its list.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    const list = page.getByRole('listbox', { name: 'Columns' });
    await list.waitFor();
    await expect.poll(() => list.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Drill by: Routes' });
    await dialog.getByRole('grid', { name: 'Table' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await tile('Routes').getByRole('button', { name: 'More Options: Routes' }).click();
    await entry('Drill to detail').click();
    await close(page.getByRole('dialog', { name: 'Drill to detail: Routes' }));
  });

  test('by a finger that rests on a bar', async () => {
    await page.keyboard.press('Escape');
    const at = await overBar(page, 'Busiest origins');
    await page.keyboard.press('Escape');
    await menu().waitFor({ state: 'hidden' });
    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    await menu().waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await entry('Add cross-filter').waitFor();
    await page.keyboard.press('Escape');
    await menu().waitFor({ state: 'hidden' });
  });

  test('a chart is located, and how far marks reach is said for all and for one', async () => {
    await page.getByRole('tab', { name: 'Delays' }).click();
    await everyChartDrawn(page);
    await page.getByRole('tab', { name: 'Routes' }).click();
    await everyChartDrawn(page);
    await over(cell('Routes', 'ORD'));
    await entry('Add cross-filter').click();
    const crossed = page.getByRole('region', { name: 'Cross-filters' });
    await page.getByRole('tab', { name: 'Delays' }).click();
    await tile('Routes').waitFor({ state: 'hidden' });
    await crossed.getByRole('button', { name: 'Locate the chart Routes' }).click();
    await tile('Routes').waitFor();
    const outlined = page.locator('[data-located="true"]').filter({ has: tile('Routes') });
    await outlined.waitFor();
    await outlined.waitFor({ state: 'detached' });
    await everyChartDrawn(page);
    await tile('Busiest origins').getByRole('button', { name: 'Applied filters (1)' }).waitFor();
    await page.getByRole('button', { name: 'Filter bar settings' }).click();
    await entry('Cross-filtering scoping').click();
    const dialog = page.getByRole('dialog', { name: 'Cross-filtering scoping' });
    await dialog.getByRole('button', { name: 'Add custom scoping' }).click();
    await dialog.getByRole('combobox', { name: 'Chart' }).click();
    await page.locator('.ant-select-item-option').getByText('Routes', { exact: true }).click();
    const node = dialog.getByRole('treeitem', { name: 'Busiest origins' });
    await node.locator('.ant-tree-checkbox').click();
    const again = page.waitForRequest(/dashboard\/\d+\/data$/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await again;
    await dialog.waitFor({ state: 'hidden' });
    await tile('Busiest origins')
      .getByRole('button', { name: 'Applied filters (1)' })
      .waitFor({ state: 'detached' });
    const { result } = await client.call<{ result: { json_metadata: string } }>(
      'GET',
      '/api/v1/dashboard/us-flights',
    );
    const stored = JSON.parse(result.json_metadata);
    const own = Object.values<{ id: number; crossFilters: { scope: unknown; chartsInScope: number[] } }>(
      stored.chart_configuration,
    );
    const custom = own.filter(({ crossFilters }) => crossFilters.scope !== 'global');
    expect(custom).toHaveLength(1);
    expect(custom[0]?.crossFilters.scope).toMatchObject({ rootPath: ['ROOT_ID'] });
    expect(custom[0]?.crossFilters.chartsInScope).not.toContain(custom[0]?.id);
    expect(stored.global_chart_configuration.scope).toEqual({ rootPath: ['ROOT_ID'], excluded: [] });
    await tile('Routes').getByRole('button', { name: 'More Options: Routes' }).click();
    await entry('Cross-filtering scoping').click();
    await dialog.getByRole('button', { name: 'Delete custom scoping of Routes' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await tile('Busiest origins').getByRole('button', { name: 'Applied filters (1)' }).waitFor();
  });

  test('a click leads where the author says: to another dashboard, whose filters take the value, or to an address', async () => {
    await page.goto(`${seat.product.url}/superset/dashboard/us-flights/`);
    await everyChartDrawn(page);
    const open = async () => {
      await tile('Busiest origins').getByRole('button', { name: 'More Options: Busiest origins' }).click();
      await entry('Where a click leads').click();
    };
    const dialog = page.getByRole('dialog', { name: 'Where a click leads: Busiest origins' });
    const paths = async (): Promise<unknown> => {
      const { result } = await client.call<{ result: { json_metadata: string } }>(
        'GET',
        '/api/v1/dashboard/us-flights',
      );
      return JSON.parse(result.json_metadata).drill_paths;
    };
    await open();
    await dialog.getByText('To an address').click();
    await dialog.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/^An address begins with/).waitFor();
    expect(await paths()).toBeUndefined();
    await dialog.getByText('To another dashboard').click();
    await dialog.getByRole('combobox', { name: 'Dashboard' }).click();
    await page.locator('.ant-select-item-option').getByText('Copy of flights', { exact: true }).click();
    await dialog.getByText('What is clicked is carried over to its filters: Time range, Origin.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(Object.values(Object(await paths()))).toEqual([
      { dashboard: expect.any(String), label: 'Copy of flights' },
    ]);
    await overBar(page, 'Busiest origins');
    await page.getByRole('menuitem', { name: 'Add cross-filter' }).waitFor();
    await entry('Go to Copy of flights').click();
    await page.getByRole('heading', { name: 'Copy of flights' }).waitFor();
    await page.waitForURL(/native_filters(_key)?=/);
    await everyChartDrawn(page);
    const bar = page.getByRole('complementary', { name: 'Filters' });
    await bar
      .getByText(/^[A-Z]{3}$/)
      .first()
      .waitFor();
    await tile('Busiest origins').getByRole('button', { name: 'Applied filters (1)' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'US flights' }).waitFor();
    await everyChartDrawn(page);
    await open();
    await dialog.getByText('To an address').click();
    await dialog.getByRole('textbox', { name: 'Address' }).fill('/dashboard/list/?from={origin}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const at = await overBar(page, 'Busiest origins');
    await page.keyboard.press('Escape');
    await menu().waitFor({ state: 'hidden' });
    await page.mouse.click(at.x, at.y);
    await page.waitForURL(/dashboard\/list\/\?from=[A-Z]{3}$/);
  });

  test('the console told nothing', () => {
    expect(seat.complaints).toEqual([]);
  });
});
