import type { Page } from 'playwright-core';
import { visit } from '../e2e/support/browser.ts';
import { ADMIN } from '../e2e/support/product.ts';
import type { Client } from './client.ts';
import { allPainted } from './repaint.ts';
import { median, type Report } from './report.ts';

const RUNS = 5;
const CHARTS = 10;
const CHARTS_IN_ROW = 4;

interface DashboardChart {
  slice_name: string;
  form_data: { viz_type: string; datasource: string };
}

/** Id of a dashboard by its address. */
export function dashboardId(address: string): number {
  return Number(/(\d+)\/$/.exec(address)?.[1]);
}

/** A dashboard of charts over the flights, ten of them in the first view; answers its address. */
export async function makeDashboard(client: Client, charts = CHARTS): Promise<string> {
  const { result } = await client.call<{ result: DashboardChart[] }>(
    'GET',
    '/api/v1/dashboard/us-flights/charts',
  );
  const { id } = await client.call<{ id: number }>('POST', '/api/v1/dashboard/', {
    dashboard_title: 'Bench dashboard',
  });
  const rows: Record<string, object> = {};
  for (let index = 0; index < charts; index += 1) {
    const source = result[index % result.length];
    if (!source) throw new Error('The dashboard of the flights has no chart.');
    const chart = await client.call<{ id: number }>('POST', '/api/v1/chart/', {
      slice_name: `${source.slice_name} (bench ${index})`,
      viz_type: source.form_data.viz_type,
      datasource_id: Number.parseInt(source.form_data.datasource, 10),
      datasource_type: 'table',
      params: JSON.stringify(source.form_data),
      dashboards: [id],
    });
    const row = `ROW-${Math.floor(index / CHARTS_IN_ROW)}`;
    const key = `CHART-${index}`;
    const before = rows[row];
    const children = before && 'children' in before && Array.isArray(before.children) ? before.children : [];
    rows[row] = {
      type: 'ROW',
      id: row,
      meta: { background: 'BACKGROUND_TRANSPARENT' },
      children: [...children, key],
    };
    rows[key] = { type: 'CHART', id: key, children: [], meta: { chartId: chart.id, width: 3, height: 25 } };
  }
  const position = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: {
      type: 'GRID',
      id: 'GRID_ID',
      children: Object.keys(rows).filter((key) => key.startsWith('ROW-')),
    },
    ...rows,
  };
  await client.call('PUT', `/api/v1/dashboard/${id}`, { position_json: JSON.stringify(position) });
  return `/superset/dashboard/${id}/`;
}

/** A dashboard of ten charts: all painted, with an empty and with a filled browser cache; script sent before that. */
export async function measureDashboard(report: Report, client: Client): Promise<void> {
  const { url } = client;
  const address = `${url}${await makeDashboard(client)}`;
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
    const first = await open(page, address);
    cold.push(first.painted);
    script = first.script;
    charts = first.charts;
    await open(page, address);
    warm.push((await open(page, address)).painted);
    await close();
  }
  report.add({
    what: `dashboard of ${charts} charts, warm server, cold browser, all painted`,
    value: median(cold),
    unit: 'ms',
    budget: 1_000,
  });
  report.add({
    what: `dashboard of ${charts} charts, warm browser, all painted`,
    value: median(warm),
    unit: 'ms',
    budget: 400,
  });
  report.add({
    what: 'JavaScript before the first dashboard chart (gzip)',
    value: script / 1024,
    unit: 'kB',
    budget: 450,
  });
}

async function open(
  page: Page,
  address: string,
): Promise<{ painted: number; script: number; charts: number }> {
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit' });
  await allPainted(page);
  return page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(
        (entry): entry is PerformanceResourceTiming =>
          entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js'),
      );
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
