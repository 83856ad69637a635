import type { Page } from 'playwright-core';
import { type Visit, visit } from '../e2e/support/browser.ts';
import { overBar } from '../e2e/support/over-bar.ts';
import { type Product, pause } from '../e2e/support/product.ts';
import { BEFORE } from './before-pictures.ts';
import type { Client } from './client.ts';
import { dashboardId, makeDashboard, signIn } from './dashboard.ts';
import { measureClicks } from './page-clicks.ts';
import { PlainClient } from './plain-client.ts';
import { measureOpening, type Opened, type Opening } from './recorded-page.ts';
import { allPainted, boardReady } from './repaint.ts';
import { median, type Report, type Told } from './report.ts';
import { residentMegabytes, residentParts } from './start.ts';

const RUNS = 7;

interface Budgets {
  complete: number;
  usable?: number;
}

interface MeasuredPage {
  what: string;
  path: string;
  /** Runs in the page. */
  readyAt: () => number | false;
  /** A chart of which a bar is clicked as soon as the page shows something. */
  clicked?: string;
  cold: Budgets;
  warm: Budgets;
  /** kB of scripts, as sent. */
  script?: number;
}

/** Opening pages: with an empty and with a filled browser cache, until they are complete and can be used; how much each fetches. */
export async function measurePages(
  report: Report,
  client: Client,
  product: Product,
  word = '',
): Promise<void> {
  const told: Told = { add: (row) => report.add({ ...row, before: BEFORE[row.what] }) };
  const { pages, board } = await pagesOf(client);
  for (const page of pages.filter(({ what }) => what.includes(word)))
    await measureOne(told, client.url, page);
  if ('uncached'.includes(word)) await measureUncachedBoard(told, client, board);
  if ('30 charts'.includes(word)) await measureThirty(told, client);
  if ('clicks'.includes(word)) await measureClicks(told, client, product.home);
  if ('viewers'.includes(word)) await measureViewers(told, client, board);
  if ('memory'.includes(word)) await measureMemory(told, product);
}

/** In the page: when a click has filtered a dashboard. */
function filteredAt(): number | false {
  return document.querySelector('[aria-label^="Applied filters (1)"]') !== null && performance.now();
}

async function pagesOf(client: Client): Promise<{ pages: MeasuredPage[]; board: string }> {
  const board = await makeDashboard(client);
  // One that comes as somebody has left it would not come without a filter again.
  await client.call('PUT', `/api/v1/dashboard/${dashboardId(board)}`, {
    json_metadata: JSON.stringify({ remember_viewer_state: false }),
  });
  const {
    ids: [chart],
  } = await client.call<{ ids: number[] }>(
    'GET',
    '/api/v1/chart/?q=(filters:!((col:viz_type,opr:eq,value:echarts_timeseries_line)))',
  );
  const pages: MeasuredPage[] = [
    {
      what: 'dashboard of 10 charts',
      path: board,
      readyAt: boardReady,
      clicked: 'Busiest origins',
      cold: { complete: 300, usable: 900 },
      warm: { complete: 150, usable: 400 },
      script: 450,
    },
    {
      what: 'list of charts',
      path: '/chart/list/',
      readyAt: () => document.querySelectorAll('tbody tr a').length > 10 && performance.now(),
      cold: { complete: 500 },
      warm: { complete: 200 },
      script: 250,
    },
    {
      what: 'Explore of a saved chart',
      path: `/explore/?slice_id=${chart}`,
      readyAt: () => document.querySelector('[data-chart-drawn]') !== null && performance.now(),
      cold: { complete: 700 },
      warm: { complete: 300 },
    },
    {
      what: 'SQL Lab',
      path: '/sqllab/',
      readyAt: () =>
        document.querySelector('.cm-content[contenteditable=true]') !== null && performance.now(),
      cold: { complete: 600 },
      warm: { complete: 250 },
      script: 350,
    },
  ];
  return { pages, board };
}

async function measureOne(report: Told, url: string, measured: MeasuredPage): Promise<void> {
  const cold: Opening[] = [];
  const warm: Opening[] = [];
  const own = await visit({ onDisk: true });
  const darkroom = await visit();
  try {
    await signIn(own.page, url);
    const page: Opened = { address: `${url}${measured.path}`, readyAt: measured.readyAt };
    if (measured.clicked !== undefined) {
      await own.page.goto(page.address);
      await allPainted(own.page);
      page.click = { ...(await overBar(own.page, measured.clicked)), doneAt: filteredAt };
    }
    const usual = () => own.context.newPage();
    await measureOpening(usual, darkroom.page, page);
    const emptied = () => withEmptyCache(own);
    for (let run = 0; run < RUNS; run += 1) cold.push(await measureOpening(emptied, darkroom.page, page));
    await fillCache(() => measureOpening(usual, darkroom.page, page));
    for (let run = 0; run < RUNS; run += 1) warm.push(await measureOpening(usual, darkroom.page, page));
  } finally {
    await own.close();
    await darkroom.close();
  }
  tell(report, `${measured.what}, empty browser cache`, cold, measured.cold);
  tell(report, `${measured.what}, full browser cache`, warm, measured.warm);
  const { what, script } = measured;
  const of = (key: keyof Opening, openings = cold) => medianOf(openings, key);
  report.add({
    what: `${what}, requests, empty cache`,
    value: of('requests'),
    unit: '',
    budget: 12,
  });
  report.add({ what: `${what}, requests, full cache`, value: of('requests', warm), unit: '', budget: 3 });
  report.add({
    what: `${what}, JavaScript as sent`,
    value: of('script') / 1_000,
    unit: 'kB',
    ...(script !== undefined && { budget: script }),
  });
  report.add({ what: `${what}, everything as sent`, value: of('bytes') / 1_000, unit: 'kB' });
  const worst = Math.max(...[...cold, ...warm].map(({ shift }) => shift));
  report.add({ what: `${what}, layout shift, the worst opening`, value: worst, unit: '', budget: 0 });
  report.add({ what: `${what}, longest task, full cache`, value: of('task', warm), unit: 'ms', budget: 100 });
}

async function withEmptyCache({ context }: Visit): Promise<Page> {
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.clearBrowserCache');
  await protocol.detach();
  return page;
}

/** Of what the browser fetches in one opening, it keeps what it has compiled in the next. */
async function fillCache(openPage: () => Promise<unknown>): Promise<void> {
  for (let opening = 0; opening < 2; opening += 1) await openPage();
}

function medianOf(openings: readonly Opening[], key: keyof Opening): number {
  return median(openings.map((opening) => opening[key] ?? Number.NaN));
}

function tell(report: Told, what: string, openings: readonly Opening[], { complete, usable }: Budgets): void {
  const add = (how: string, key: keyof Opening, budget?: number) => {
    const value = medianOf(openings, key);
    report.add({ what: `${what}, ${how}`, value, unit: 'ms', ...(budget !== undefined && { budget }) });
  };
  add('first paint', 'first');
  add('complete', 'complete', complete);
  // What is there in a picture of it is usable when it does what it is told to.
  if (usable !== undefined) add('usable: a click as soon as it is seen has filtered', 'done', usable);
  add(usable === undefined ? 'usable' : 'all charts drawn by scripts', 'ready');
}

/** The same dashboard when every chart asks its database: because the address says so, and because its dataset was changed. */
async function measureUncachedBoard(report: Told, client: Client, board: string): Promise<void> {
  const flights = await client.dataset('flights');
  let times = 0;
  const change = () => {
    times += 1;
    return client.call('PUT', `/api/v1/dataset/${flights}`, {
      description: `Opened for the ${times}. time.`,
    });
  };
  const ways = {
    'asked afresh': await openedBoards(client, `${board}?force=true`),
    'nothing kept by the server': await openedBoards(client, board, change),
  };
  for (const [how, openings] of Object.entries(ways))
    report.add({
      what: `dashboard of 10 charts of 3 M rows, full browser cache, ${how}, all drawn`,
      value: median(openings.map(({ ready }) => ready)),
      unit: 'ms',
      budget: 1_200,
    });
}

/** The main thread while many charts are drawn. */
async function measureThirty(report: Told, client: Client): Promise<void> {
  const openings = await openedBoards(client, await makeDashboard(client, 30));
  report.add({
    what: 'dashboard of 30 charts, full browser cache, longest task',
    value: median(openings.map(({ task }) => task)),
    unit: 'ms',
    budget: 100,
  });
}

async function openedBoards(
  client: Client,
  path: string,
  before: () => Promise<unknown> = async () => undefined,
): Promise<Opening[]> {
  const own = await visit({ onDisk: true });
  const darkroom = await visit();
  const openings: Opening[] = [];
  try {
    await signIn(own.page, client.url);
    const newPage = async () => {
      await before();
      return own.context.newPage();
    };
    const page = { address: `${client.url}${path}`, readyAt: boardReady };
    const openPage = () => measureOpening(newPage, darkroom.page, page);
    await fillCache(openPage);
    for (let run = 0; run < RUNS; run += 1) openings.push(await openPage());
  } finally {
    await own.close();
    await darkroom.close();
  }
  return openings;
}

const VIEWERS = 20;
const BOARDS_EACH = 25;

/** Twenty people who open a dashboard again and again by the requests of its page. */
async function measureViewers(report: Told, client: Client, board: string): Promise<void> {
  const asked = await requestsOf(client.url, board);
  const times: number[] = [];
  let errors = 0;
  const view = async (turns: number) => {
    const connection = new PlainClient(client);
    for (let turn = 0; turn < turns; turn += 1) {
      const begun = performance.now();
      try {
        for (const { method, path, body, headers } of asked)
          await connection.ask(method, path, body, headers);
        times.push(performance.now() - begun);
      } catch (error) {
        errors += 1;
        console.log(String(error));
      }
    }
    connection.close();
  };
  await view(1);
  times.length = 0;
  const begun = performance.now();
  await Promise.all(Array.from({ length: VIEWERS }, () => view(BOARDS_EACH)));
  const seconds = (performance.now() - begun) / 1_000;
  const sorted = [...times].sort((a, b) => a - b);
  const what = `${VIEWERS} viewers opening dashboards by the requests of their page`;
  report.add({ what, value: times.length / seconds, unit: 'dashboards/s', budget: 200, more: true });
  report.add({ what: `${what}, errors`, value: errors, unit: '', budget: 0 });
  report.add({
    what: `${what}, p95`,
    value: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    unit: 'ms',
    budget: 250,
  });
}

interface Asked {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  headers: Record<string, string>;
}

/** What the page of a dashboard asks the server for when the browser has its files. */
async function requestsOf(url: string, board: string): Promise<Asked[]> {
  const { page, close } = await visit();
  try {
    await signIn(page, url);
    await page.goto(`${url}${board}`);
    await allPainted(page);
    await page.goto('about:blank');
    const asked: Asked[] = [];
    page.on('request', (request) => {
      const path = request.url().slice(url.length);
      const method = request.method();
      if (!request.url().startsWith(url) || path.startsWith('/static/')) return;
      if (method !== 'GET' && method !== 'POST') return;
      const body: unknown = request.postDataJSON();
      const accept = request.headers().accept ?? '*/*';
      asked.push({ method, path, headers: { accept }, ...(body !== null && { body }) });
    });
    await page.goto(`${url}${board}`);
    await allPainted(page);
    return asked;
  } finally {
    await close();
  }
}

/** Minutes after which a server that nobody asks has given back what it needed. */
const REST = 5;

async function measureMemory(report: Told, { pid }: Product): Promise<void> {
  const parts = residentParts(pid).map(({ file, megabytes }) => `${file} ${megabytes.toFixed(0)}`);
  report.add({
    what: 'memory after all that, all processes',
    value: residentMegabytes(pid),
    unit: 'MB',
    budget: 400,
  });
  console.log(`of it ${parts.join(', ')}`);
  const begun = performance.now();
  const minutes = () => (performance.now() - begun) / 60_000;
  while (residentMegabytes(pid) > 250 && minutes() < REST) await pause(1_000);
  report.add({ what: 'the same, after a rest', value: residentMegabytes(pid), unit: 'MB', budget: 250 });
}
