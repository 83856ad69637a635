import type { Page } from 'playwright-core';
import { visit } from '../e2e/support/browser.ts';
import { ADMIN } from '../e2e/support/product.ts';
import { median, type Report } from './report.ts';

const RUNS = 5;

/** The flights dashboard: all charts of its first view painted, with an empty and with a filled browser cache; script sent before that. */
export async function measureDashboard(report: Report, url: string): Promise<void> {
  const cold: number[] = [];
  const warm: number[] = [];
  let script = 0;
  let charts = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const { page, context, close } = await visit();
    await signIn(page, url);
    // A new profile that only carries the session: its cache is emptied by the protocol.
    const protocol = await context.newCDPSession(page);
    await protocol.send('Network.clearBrowserCache');
    const first = await open(page, url);
    cold.push(first.painted);
    script = first.script;
    charts = first.charts;
    await open(page, url);
    warm.push((await open(page, url)).painted);
    await close();
  }
  report.add({
    what: `dashboard of ${charts} charts, warm server, cold browser, all painted`,
    value: median(cold),
    unit: 'ms',
    budget: 1_000,
  });
  report.add({ what: `dashboard of ${charts} charts, warm browser, all painted`, value: median(warm), unit: 'ms', budget: 400 });
  report.add({ what: 'JavaScript before the first dashboard chart (gzip)', value: script / 1024, unit: 'kB', budget: 450 });
}

async function open(page: Page, url: string): Promise<{ painted: number; script: number; charts: number }> {
  await page.goto('about:blank');
  await page.goto(`${url}/superset/dashboard/us-flights/`, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => {
      const tiles = [...document.querySelectorAll('article[data-status]')].filter(
        (tile) => tile.checkVisibility() && tile.getBoundingClientRect().top < innerHeight,
      );
      return tiles.length > 0 && tiles.every((tile) => tile.querySelector('[data-chart-drawn]'));
    },
    undefined,
    { polling: 'raf', timeout: 60_000 },
  );
  return page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js'));
    return {
      painted: performance.now(),
      script: scripts.reduce((sum, each) => sum + each.encodedBodySize, 0),
      charts: document.querySelectorAll('article[data-status]').length,
    };
  });
}

/** Signs in through the form. */
export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login/`);
  await page.getByLabel('Username').fill(ADMIN.ADMIN_USERNAME);
  await page.getByLabel('Password').fill(ADMIN.ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/superset/welcome/**');
}
