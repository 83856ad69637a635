import type { Page } from 'playwright-core';
import { visit } from '../e2e/support/browser.ts';
import type { Client } from './client.ts';
import { signIn } from './dashboard.ts';
import { median, type Report } from './report.ts';

const RUNS = 9;
/** Charts of the examples, and a control of each that only draws anew. */
const CHARTS = [
  { type: 'echarts_timeseries_line', control: 'show_legend' },
  { type: 'echarts_timeseries_bar', control: 'show_legend' },
  { type: 'pie', control: 'show_legend' },
];

/** In Explore: from the change of a control, and from the press that asks again, to the picture. */
export async function measureExplore(
  report: Report,
  client: Client,
  isAsked: (key: string) => boolean,
): Promise<void> {
  const { page, close } = await visit();
  try {
    await signIn(page, client.url);
    for (const { type, control } of CHARTS.filter((each) => isAsked(each.type))) {
      await page.goto(`${client.url}/explore/?slice_id=${await chartOf(client, type)}`);
      await page.locator('[data-chart-drawn]').waitFor();
      await page.getByRole('tab', { name: 'Customize' }).click();
      let asked = 0;
      page.on('request', (request) => {
        if (request.url().includes('/api/v1/chart/data')) asked += 1;
      });
      const box = page.locator(`[data-control="${control}"]`).locator('input, button').first();
      const drawn = await timesOf(page, () => box.click());
      if (asked > 0) throw new Error(`"${control}" of ${type} asked the server ${asked} times.`);
      report.add({
        what: `Explore, ${type}: "${control}" to painted`,
        value: median(drawn),
        unit: 'ms',
        budget: 50,
      });
      const update = page.getByRole('button', { name: 'Update chart' });
      report.add({
        what: `Explore, ${type}: asked again to painted, answer cached`,
        value: median(await timesOf(page, () => update.click())),
        unit: 'ms',
        budget: 100,
      });
    }
  } finally {
    await close();
  }
}

async function timesOf(page: Page, press: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const [took] = await Promise.all([page.evaluate(watchPicture), press()]);
    times.push(took);
  }
  // The first press also fetches what it needs.
  return times.slice(1);
}

/** In the page: milliseconds from the next press until the picture has been drawn anew, stands still and is painted. */
function watchPicture(): Promise<number> {
  return new Promise<number>((resolve) => {
    let begun = 0;
    window.addEventListener(
      'pointerup',
      () => {
        begun = performance.now();
      },
      { capture: true, once: true },
    );
    const observer = new MutationObserver(() => {
      // What is drawn at once has begun and ended when this is told.
      if (begun === 0 || document.querySelector('[data-chart-moving]')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
    });
    observer.observe(document.body, {
      subtree: true,
      attributes: true,
      attributeFilter: ['data-chart-moving'],
    });
  });
}

/** Id of an example chart of this type. */
async function chartOf(client: Client, type: string): Promise<number> {
  const q = `(filters:!((col:viz_type,opr:eq,value:${type})))`;
  const { ids } = await client.call<{ ids: number[] }>('GET', `/api/v1/chart/?q=${encodeURIComponent(q)}`);
  const id = ids[0];
  if (id === undefined) throw new Error(`The examples have no chart of the type ${type}.`);
  return id;
}
