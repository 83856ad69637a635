import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { barriersInBothLights } from './support/axe.ts';
import { browserAtHand } from './support/browser.ts';
import { everyChartDrawn } from './support/charts-drawn.ts';
import { overBar } from './support/over-bar.ts';
import { type Seat, takeSeat } from './support/seat.ts';

/** A layout without its charts but the busiest origins. */
function withOneChart(stored: string): Record<string, unknown> {
  const layout: Record<string, { type?: string; children?: string[]; meta?: { sliceName?: string } }> =
    JSON.parse(stored);
  const leaves = new Set(
    Object.entries(layout)
      .filter(([, { type, meta }]) => type === 'CHART' && meta?.sliceName !== 'Busiest origins')
      .map(([id]) => id),
  );
  return Object.fromEntries(
    Object.entries(layout)
      .filter(([id]) => !leaves.has(id))
      .map(([id, item]) => [
        id,
        item.children ? { ...item, children: item.children.filter((child) => !leaves.has(child)) } : item,
      ]),
  );
}

describe.runIf(browserAtHand())('dashboards shut nobody out', () => {
  let seat: Seat;
  let page: Page;
  beforeAll(async () => {
    seat = await takeSeat({ EMBEDDED_SUPERSET: 'true', ALLOW_FULL_CSV_EXPORT: 'true' });
    ({ page } = seat);
  });
  afterAll(() => seat?.leave());

  /** A dialog is looked at over one chart: all that stand behind it would be drawn anew in each light. */
  const openOne = async (search = '') => {
    const client = await Client.signIn(seat.product);
    const { result } = await client.call<{ result: { id: number; position_json: string } }>(
      'GET',
      '/api/v1/dashboard/us-flights',
    );
    const position_json = JSON.stringify(withOneChart(result.position_json));
    await client.call('PUT', `/api/v1/dashboard/${result.id}`, { position_json });
    await open(search);
  };
  const open = async (search = '') => {
    await page.goto(`${seat.product.url}/superset/dashboard/us-flights/${search}`);
    await page.getByRole('article', { name: 'Busiest origins' }).waitFor();
    await everyChartDrawn(page);
  };
  const choose = async (...entries: string[]) => {
    for (const entry of entries.slice(0, -1)) await page.getByRole('menuitem', { name: entry }).hover();
    await page.getByRole('menuitem', { name: entries.at(-1) ?? '', exact: true }).click();
  };
  const fromMenu = async (...entries: string[]) => {
    await page.getByRole('button', { name: 'Menu actions trigger' }).click();
    await choose(...entries);
  };
  const fromGear = async (entry: string) => {
    await page.getByRole('button', { name: 'Filter bar settings' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const fromTile = async (...entries: string[]) => {
    await page.getByRole('button', { name: 'More Options: Busiest origins' }).click();
    await choose(...entries);
  };
  /** What shuts somebody out of a dialog, which is closed afterwards. */
  const inDialog = async (name: string | RegExp, opens: () => Promise<void>) => {
    await opens();
    const dialog = page.getByRole('dialog', { name });
    await dialog.waitFor();
    // What is pointed at has colours of its own.
    await page.mouse.move(0, 0);
    await page.waitForTimeout(200);
    const found = await barriersInBothLights(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    return found;
  };

  const emptyFor = (found: Record<string, string[]>) =>
    Object.fromEntries(Object.keys(found).map((name) => [name, []]));

  test('looked at and built, in the light and in the dark', async () => {
    await open();
    expect(await barriersInBothLights(page)).toEqual([]);
    await page.getByRole('button', { name: 'Menu actions trigger' }).click();
    await page.getByRole('menuitem', { name: 'Version history' }).waitFor();
    expect(await barriersInBothLights(page)).toEqual([]);
    await open('?edit=true');
    expect(await barriersInBothLights(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Layout elements' }).click();
    expect(await barriersInBothLights(page)).toEqual([]);
  });

  test('the dialogs of its menus, in the light and in the dark', async () => {
    await openOne();
    const found = {
      history: await inDialog('Version history', () => fromMenu('Version history')),
      refresh: await inDialog('Refresh interval', () => fromMenu('Set auto-refresh interval')),
      saveAs: await inDialog('Save dashboard', () => fromMenu('Save as')),
      properties: await inDialog('Dashboard properties', () => fromMenu('Edit properties')),
      slow: await inDialog('Why is it slow?', () => fromMenu('Why is it slow?')),
      filters: await inDialog('Add and edit filters', () => fromGear('Add or edit filters')),
      scoping: await inDialog('Cross-filtering scoping', () => fromGear('Cross-filtering scoping')),
    };
    expect(found).toEqual(emptyFor(found));
  });

  test('the dialogs of its charts and views, in the light and in the dark', async () => {
    await openOne();
    const found = {
      detail: await inDialog(/^Drill to detail/, () => fromTile('Drill to detail')),
      table: await inDialog(/^Chart data/, () => fromTile('View as table')),
      query: await inDialog(/query/i, () => fromTile('View query')),
      where: await inDialog(/^Where a click leads/, () => fromTile('Where a click leads')),
      embed: await inDialog('Embed', () => fromMenu('Embed dashboard')),
      workbook: await inDialog('Export to Excel workbook', async () => {
        // Files are made in one dialog, which closes when they are there: this one never comes.
        await page.route(/api\/v1\/.*workbook/, () => undefined);
        await fromMenu('Download', 'Export to Excel workbook');
      }),
      by: await inDialog(/^Drill by/, async () => {
        await overBar(page, 'Busiest origins');
        await page.getByRole('menuitem', { name: 'Drill by right', exact: true }).hover();
        await page.getByRole('listbox', { name: 'Columns' }).getByRole('option').first().click();
      }),
      view: await inDialog('Save as a view', async () => {
        await page.getByRole('button', { name: 'My views' }).click();
        await page.getByRole('menuitem', { name: 'Save as a view' }).click();
      }),
    };
    expect(found).toEqual(emptyFor(found));
  });

  test('the dialogs of building it, in the light and in the dark', async () => {
    await openOne('?edit=true');
    expect(await inDialog('Theme & CSS', () => fromMenu('Theme & CSS'))).toEqual([]);
    const order = await inDialog('Reading order on phones', async () => {
      await page.getByRole('tab', { name: 'Layout elements' }).click();
      await page.getByRole('button', { name: 'Reading order on phones' }).click();
    });
    expect(order).toEqual([]);
    const client = await Client.signIn(seat.product);
    const { id } = (await client.call<{ result: { id: number } }>('GET', '/api/v1/dashboard/us-flights'))
      .result;
    const conflicts = await inDialog('Confirm overwrite', async () => {
      await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Flights of mine');
      await page.keyboard.press('Enter');
      await client.call('PUT', `/api/v1/dashboard/${id}`, { dashboard_title: 'Flights of others' });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    });
    expect(conflicts).toEqual([]);
  });
});
