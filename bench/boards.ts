import type { Page } from 'playwright-core';
import { visit } from '../e2e/support/browser.ts';
import type { Client } from './client.ts';
import { dashboardId, makeDashboard, signIn } from './dashboard.ts';
import { addFilter, allPainted, choose, repainted, reset, seen, watch } from './repaint.ts';
import { median, type Report } from './report.ts';

const RUNS = 5;
/** Charts on the board on which one is dragged. */
const MANY = 200;
const IN_ROW = 4;
/** Saves of one dashboard: as many as are kept. */
const VERSIONS = 1_000;
/** Steps of the pointer while it drags. */
const STEPS = 120;
/** The bar chart of the board, and what its first bars stand for. */
const BARS = /^Busiest origins/;

/** What is done with a dashboard: it is filtered by its bar and by a bar of a chart, opened for editing, and built. */
export async function measureBoards(report: Report, client: Client): Promise<void> {
  const { page, close } = await visit();
  await signIn(page, client.url);
  await measureFilters(page, report, client);
  await measureEditing(page, report, client);
  await close();
  await measureHistory(report, client);
}

/** The list of many versions of one dashboard, each a save. */
async function measureHistory(report: Report, client: Client): Promise<void> {
  const { id } = await client.call<{ id: number }>('POST', '/api/v1/dashboard/', {
    dashboard_title: 'Bench history',
  });
  for (let save = 1; save <= VERSIONS; save += 1)
    await client.call('PUT', `/api/v1/dashboard/${id}`, { dashboard_title: `Bench history ${save}` });
  const times: number[] = [];
  let listed = 0;
  for (let run = 0; run < RUNS * 4; run += 1) {
    const begun = performance.now();
    const { count } = await client.call<{ count: number }>('GET', `/api/v1/dashboard/${id}/versions`);
    times.push(performance.now() - begun);
    listed = count;
  }
  report.add({
    what: `list of ${listed} versions of a dashboard`,
    value: median(times),
    unit: 'ms',
    budget: 30,
  });
}

async function measureFilters(page: Page, report: Report, client: Client): Promise<void> {
  const address = await makeDashboard(client);
  const id = dashboardId(address);
  await addFilter(client, id);
  await page.goto(`${client.url}${address}`);
  await allPainted(page);
  const charts = await page.locator('article[data-status]').count();
  const byBar = await measured(page, async () => {
    await choose(page, 'LAX');
    return () => page.getByRole('button', { name: /^Apply/ }).click();
  });
  report.add({
    what: `Apply of a filter to the last of ${charts} charts painted, answers cached`,
    value: byBar,
    unit: 'ms',
    budget: 150,
  });
  const bar = await barOf(page);
  const byClick = await measured(page, async () => () => page.mouse.click(bar.x, bar.y));
  report.add({
    what: `click on a bar to the last of ${charts} charts painted, answers cached`,
    value: byClick,
    unit: 'ms',
    budget: 150,
  });
}

/** Where a bar of the bar chart is. */
async function barOf(page: Page): Promise<{ x: number; y: number }> {
  const box = await page
    .getByRole('article', { name: BARS })
    .first()
    .locator('[data-chart-drawn]')
    .boundingBox();
  if (!box) throw new Error('The dashboard has no chart with bars.');
  return { x: box.x + box.width * 0.35, y: box.y + box.height * 0.2 };
}

/** The middle of some runs, each prepared and then done; the first, whose answers are not cached, does not count. */
async function measured(page: Page, prepare: () => Promise<() => Promise<void>>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const act = await prepare();
    const time = await repainted(page, act);
    if (run > 0) times.push(time);
    await reset(page);
  }
  return median(times);
}

/** In the page: milliseconds from the next press until the board can be built. */
function watchEditing(): Promise<number> {
  return new Promise<number>((resolve) => {
    const pressed = () => {
      const begun = performance.now();
      const look = () => {
        if (document.querySelector('[data-handle]'))
          requestAnimationFrame(() => resolve(performance.now() - begun));
        else requestAnimationFrame(look);
      };
      look();
    };
    window.addEventListener('pointerup', pressed, { capture: true, once: true });
  });
}

async function measureEditing(page: Page, report: Report, client: Client): Promise<void> {
  const id = await makeBoard(client);
  await page.goto(`${client.url}/superset/dashboard/${id}/`);
  await allPainted(page);
  const ready: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await watch(page, watchEditing);
    await page.getByRole('button', { name: 'Edit dashboard' }).click();
    ready.push(await seen(page));
    if (run === RUNS - 1) break;
    await page.getByRole('button', { name: 'Discard' }).click();
    await allPainted(page);
  }
  // The code of the builder is fetched once.
  report.add({
    what: `edit mode of ${MANY} charts, ready after the click`,
    value: median(ready),
    unit: 'ms',
    budget: 200,
  });
  const { frames, work } = await drag(page);
  report.add({
    what: `drag over ${MANY} charts, script, style and layout of a frame`,
    value: work / frames.length,
    unit: 'ms',
    budget: 16,
  });
  report.add({
    what: `drag over ${MANY} charts, mean frame, painting without a graphics card included`,
    value: frames.reduce((sum, each) => sum + each, 0) / frames.length,
    unit: 'ms',
    budget: 17.5,
  });
}

/** A dashboard on which the charts of the flights stand again and again; answers its id. */
async function makeBoard(client: Client): Promise<number> {
  const { result } = await client.call<{ result: { id: number }[] }>(
    'GET',
    '/api/v1/dashboard/us-flights/charts',
  );
  const { id } = await client.call<{ id: number }>('POST', '/api/v1/dashboard/', {
    dashboard_title: 'Bench board',
  });
  const charts = Array.from({ length: MANY }, (_, at) => ({
    type: 'CHART',
    id: `CHART-${at}`,
    children: [],
    meta: { chartId: result[at % result.length]?.id, width: 12 / IN_ROW, height: 25 },
  }));
  const rows = Array.from({ length: MANY / IN_ROW }, (_, row) => ({
    type: 'ROW',
    id: `ROW-${row}`,
    children: Array.from({ length: IN_ROW }, (_each, at) => `CHART-${row * IN_ROW + at}`),
    meta: { background: 'BACKGROUND_TRANSPARENT' },
  }));
  const grid = { type: 'GRID', id: 'GRID_ID', children: rows.map((row) => row.id) };
  const root = { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] };
  const position = Object.fromEntries([root, grid, ...rows, ...charts].map((each) => [each.id, each]));
  await client.call('PUT', `/api/v1/dashboard/${id}`, { position_json: JSON.stringify(position) });
  return id;
}

/** Drags a chart over the others: how long each frame took, and what of all of them the page needed. */
async function drag(page: Page): Promise<{ frames: number[]; work: number }> {
  const handle = page.locator('[data-handle="CHART-1"]');
  await handle.hover({ force: true });
  await page.mouse.down();
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Performance.enable');
  const worked = async () => {
    const { metrics } = await protocol.send('Performance.getMetrics');
    const own = metrics.filter(({ name }) => /^(Script|RecalcStyle|Layout)Duration$/.test(name));
    return own.reduce((sum, { value }) => sum + value * 1_000, 0);
  };
  const before = await worked();
  const frames = page.evaluate(
    (most) =>
      new Promise<number[]>((resolve) => {
        const found: number[] = [];
        let last = performance.now();
        const frame = () => {
          const now = performance.now();
          found.push(now - last);
          last = now;
          if (found.length < most) requestAnimationFrame(frame);
          else resolve(found.slice(1));
        };
        requestAnimationFrame(frame);
      }),
    STEPS,
  );
  for (let step = 0; step < STEPS; step += 1)
    await page.mouse.move(200 + 6 * step, 300 + 200 * Math.sin(step / 8));
  const found = await frames;
  const work = (await worked()) - before;
  await page.mouse.up();
  return { frames: found, work };
}
