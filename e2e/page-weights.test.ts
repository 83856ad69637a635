import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGES } from '@chartroom/model';
import { expect, test } from 'vitest';
import { screenPreloads } from '../apps/server/src/web/screen-preloads.ts';
import { browserAtHand } from './support/browser.ts';
import { takeSeat } from './support/seat.ts';

const DIST = join(import.meta.dirname, '..', 'apps', 'web', 'dist');
/** Scripts and styles that each page loads at once, in kB as sent; what it fetches later is not counted. */
const KEPT: Record<string, number> = {
  home: 300,
  dashboards: 297,
  dashboard: 619,
  charts: 297,
  explore: 690,
  datasets: 298,
  sqlLab: 499,
  savedQueries: 452,
  queryHistory: 451,
  login: 307,
};
/** By how much a page may grow before somebody has to say why. */
const GROWTH = 1.05;

test('no page has become heavier', async () => {
  const [html, preloads] = await Promise.all([
    readFile(join(DIST, 'index.html'), 'utf8'),
    screenPreloads(DIST),
  ]);
  const weights: Record<string, number> = {};
  for (const [name, page] of Object.entries(PAGES)) {
    if (!page.preload) continue;
    const files = new Set(
      [...(html + preloads(page)).matchAll(/(?:src|href)="\/(static\/assets\/[^"]+)"/g)].map(
        ([, file = '']) => file,
      ),
    );
    const bytes = await Promise.all([...files].map(asSent));
    weights[name] = Math.round(bytes.reduce((sum, each) => sum + each, 0) / 1_000);
  }
  expect(Object.keys(weights), 'pages that have a weight').toEqual(Object.keys(KEPT));
  const heavier = Object.entries(weights).filter(
    ([name, kilobytes]) => kilobytes > (KEPT[name] ?? 0) * GROWTH,
  );
  const said = `Scripts and styles in kB, as sent: ${JSON.stringify(weights)}. Make them lighter, or say here that they are heavier.`;
  expect(heavier, said).toEqual([]);
});

/** Scripts and styles that a page fetches until it stands, each a request where the browser has none of them yet. */
const MOST_FILES = 10;
/** What says that a page stands, by its address. */
const STANDS: Record<string, string> = {
  '/superset/dashboard/us-flights/': 'article[data-status] [data-chart-drawn]',
  '/chart/list/': 'tbody tr a',
  '/sqllab/': '.cm-content[contenteditable=true]',
};

test.runIf(browserAtHand())('pages fetch few files', { timeout: 120_000 }, async () => {
  const { product, page, complaints, leave } = await takeSeat();
  try {
    const files: Record<string, number> = {};
    const lines = '/api/v1/chart/?q=(filters:!((col:viz_type,opr:eq,value:echarts_timeseries_line)))';
    const { ids } = await (await page.request.get(product.url + lines)).json();
    const opened = { ...STANDS, [`/explore/?slice_id=${ids[0]}`]: '[data-chart-drawn]' };
    for (const [address, ready] of Object.entries(opened)) {
      await page.goto(product.url + address);
      await page.locator(ready).first().waitFor();
      await page.waitForTimeout(1_000);
      files[address] = await page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/static/')).length,
      );
    }
    const more = Object.entries(files).filter(([, count]) => count > MOST_FILES);
    expect(more, `Files of each page: ${JSON.stringify(files)}`).toEqual([]);
    expect(complaints).toEqual([]);
  } finally {
    await leave();
  }
});

test.runIf(browserAtHand())(
  'what only a person needs is fetched when one is there',
  { timeout: 120_000 },
  async () => {
    const { product, page, complaints, leave } = await takeSeat();
    const ofActs = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /\/acts-[^/]*\.js/.test(name)),
      );
    try {
      await page.goto(`${product.url}/chart/list/`);
      await page.locator('tbody tr a').first().waitFor();
      await page.waitForTimeout(1_000);
      expect(await ofActs(), 'before anybody has done something').toBe(false);
      // A press that comes before the menu has come: no pointer has moved, no key was pressed.
      await page.getByRole('button', { name: 'Create', exact: true }).dispatchEvent('click');
      await page.getByRole('menuitem', { name: 'Dashboard', exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menuitem', { name: 'Dashboard', exact: true }).waitFor({ state: 'hidden' });
      expect(complaints).toEqual([]);
      await page.reload();
      await page.locator('tbody tr a').first().waitFor();
      await page.keyboard.press('Tab');
      await expect.poll(ofActs).toBe(true);
    } finally {
      await leave();
    }
  },
);

/** Bytes of a file as browsers get it. */
async function asSent(file: string): Promise<number> {
  const path = join(DIST, file);
  const packed = await stat(`${path}.br`).catch(() => undefined);
  return (packed ?? (await stat(path))).size;
}
