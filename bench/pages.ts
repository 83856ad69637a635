import type { Page } from 'playwright-core';
import { type Visit, visit } from '../e2e/support/browser.ts';
import { type Product, pause } from '../e2e/support/product.ts';
import { BEFORE } from './before-pictures.ts';
import type { Client } from './client.ts';
import { makeDashboard, signIn } from './dashboard.ts';
import { measureClicks } from './page-clicks.ts';
import { PlainClient } from './plain-client.ts';
import { type Opening, recordOpening, watchPages } from './recorded-page.ts';
import { allPainted, boardReady } from './repaint.ts';
import { median, type Report, type Told } from './report.ts';
import { residentMegabytes } from './start.ts';

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

async function pagesOf(client: Client): Promise<{ pages: MeasuredPage[]; board: string }> {
  const board = await makeDashboard(client);
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
    await opened(own, darkroom.page, url, measured);
    for (let run = 0; run < RUNS; run += 1) {
      const protocol = await own.context.newCDPSession(own.page);
      await protocol.send('Network.clearBrowserCache');
      await protocol.detach();
      cold.push(await opened(own, darkroom.page, url, measured));
    }
    await fillCache(() => opened(own, darkroom.page, url, measured));
    for (let run = 0; run < RUNS; run += 1) warm.push(await opened(own, darkroom.page, url, measured));
  } finally {
    await own.close();
    await darkroom.close();
  }
  tell(report, `${measured.what}, empty browser cache`, cold, measured.cold);
  tell(report, `${measured.what}, full browser cache`, warm, measured.warm);
  const { what, script } = measured;
  const of = (key: keyof Opening, openings = cold) => median(openings.map((each) => each[key]));
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

/** Of what the browser fetches in one opening, it keeps what it has compiled in the next. */
async function fillCache(openPage: () => Promise<unknown>): Promise<void> {
  for (let opening = 0; opening < 2; opening += 1) await openPage();
}

async function opened(
  own: Visit,
  darkroom: Page,
  url: string,
  { path, readyAt }: MeasuredPage,
): Promise<Opening> {
  // A page of its own each time: what one leaves behind is not counted with the next.
  const page = await own.context.newPage();
  const protocol = await own.context.newCDPSession(page);
  await watchPages(protocol);
  try {
    return await recordOpening(page, darkroom, `${url}${path}`, readyAt);
  } finally {
    await page.close();
  }
}

function tell(report: Told, what: string, openings: readonly Opening[], { complete, usable }: Budgets): void {
  const of = (key: keyof Opening) => median(openings.map((each) => each[key]));
  report.add({ what: `${what}, first paint`, value: of('first'), unit: 'ms' });
  report.add({ what: `${what}, complete`, value: of('complete'), unit: 'ms', budget: complete });
  report.add({
    what: `${what}, usable`,
    value: of('usable'),
    unit: 'ms',
    ...(usable !== undefined && { budget: usable }),
  });
}

/** The same dashboard when every chart asks its database: because the address says so, and because its dataset was changed. */
async function measureUncachedBoard(report: Told, client: Client, board: string): Promise<void> {
  const flights = await client.dataset('flights');
  const change = (run: number) =>
    client.call('PUT', `/api/v1/dataset/${flights}`, { description: `Opened for the ${run}. time.` });
  const ways = {
    'asked afresh': await openedBoards(client, `${board}?force=true`),
    'nothing kept by the server': await openedBoards(client, board, change),
  };
  for (const [how, openings] of Object.entries(ways))
    report.add({
      what: `dashboard of 10 charts of 3 M rows, full browser cache, ${how}, all drawn`,
      value: median(openings.map(({ usable }) => usable)),
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
  before: (run: number) => Promise<unknown> = async () => undefined,
): Promise<Opening[]> {
  const own = await visit({ onDisk: true });
  const darkroom = await visit();
  const openings: Opening[] = [];
  const measured = { what: '', path, readyAt: boardReady, cold: { complete: 0 }, warm: { complete: 0 } };
  try {
    await signIn(own.page, client.url);
    const openPage = () => opened(own, darkroom.page, client.url, measured);
    await fillCache(openPage);
    for (let run = 0; run < RUNS; run += 1) {
      await before(run);
      openings.push(await openPage());
    }
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
  report.add({
    what: 'memory after all that, all processes',
    value: residentMegabytes(pid),
    unit: 'MB',
    budget: 400,
  });
  const begun = performance.now();
  const minutes = () => (performance.now() - begun) / 60_000;
  while (residentMegabytes(pid) > 250 && minutes() < REST) await pause(1_000);
  report.add({ what: 'the same, after a rest', value: residentMegabytes(pid), unit: 'MB', budget: 250 });
}
