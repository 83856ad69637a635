import type { Page } from 'playwright-core';
import { visit } from '../e2e/support/browser.ts';
import type { Client } from './client.ts';
import { signIn } from './dashboard.ts';
import type { Report } from './report.ts';

const SQL = 'SELECT * FROM flights LIMIT 100000';

/** A hundred thousand rows in SQL Lab: how long after the server's answer they stand there, and how smoothly they scroll. */
export async function measureSqlLab(report: Report, client: Client, url: string): Promise<void> {
  const database = await client.database('examples');
  const { page, close } = await visit();
  await signIn(page, url);
  await page.goto(`${url}/sqllab/?new=true&dbid=${database}&schema=main&sql=${encodeURIComponent(SQL)}`);
  await page.getByRole('button', { name: /LIMIT/ }).click();
  await page.getByRole('menuitem', { name: '100 000' }).click();
  const answered = page.waitForResponse('**/api/v1/sqllab/execute/');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await (await answered).finished();
  const ended = Date.now();
  const rows = page.getByRole('grid', { name: 'Query results' });
  await rows.getByRole('row').nth(5).waitFor();
  report.add({
    what: 'SQL Lab, rows received to first paint',
    value: Date.now() - ended,
    unit: 'ms',
    budget: 150,
  });
  const { frames, shown } = await scroll(page);
  report.add({
    what: `SQL Lab, scrolling ${shown} rows`,
    value: frames,
    unit: 'frames/s',
    budget: 55,
    more: true,
  });
  await close();
}

async function scroll(page: Page): Promise<{ frames: number; shown: string }> {
  return page.evaluate(async () => {
    const grid = document.querySelector('[role="grid"][aria-label="Query results"]');
    const scroller = grid?.parentElement;
    if (!scroller) throw new Error('no grid');
    const begun = performance.now();
    let frames = 0;
    while (performance.now() - begun < 2_000) {
      scroller.scrollTop += 240;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      frames += 1;
    }
    return {
      frames: frames / ((performance.now() - begun) / 1000),
      shown: grid.getAttribute('aria-rowcount') ?? '',
    };
  });
}
