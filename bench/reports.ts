import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ADMIN, type Product, startProduct } from '../e2e/support/product.ts';
import { Client } from './client.ts';
import { dashboardId, makeDashboard } from './dashboard.ts';
import { median, type Report } from './report.ts';

const CHARTS = 10;
const RUNS = 9;
/** Milliseconds of a picture, megabytes that it takes, and how much longer others wait meanwhile. */
const BUDGETS = { picture: 1_500, memory: 100, others: 2 };
/** Milliseconds after which the process that draws has ended, when there is nothing to be drawn. */
const IDLE = 25_000;
/** Milliseconds for which others are watched while nothing else goes on: about as long as pictures are drawn afterwards. */
const QUIET = 20_000;

/** Reports of a dashboard of ten cached charts as pictures and documents, from the call to the file at a webhook. */
export async function measureReports(report: Report): Promise<void> {
  const receiver = await openReceiver();
  const product = await startProduct({
    settings: {
      ...ADMIN,
      ALERT_REPORTS: 'true',
      BASE_URL: 'https://charts.example.org',
      ALERT_REPORTS_WEBHOOK_SECRET: 'a secret of the bench, long enough',
      OUTBOUND_HOSTS: '127.0.0.1',
    },
  });
  try {
    const client = await Client.signIn(product);
    await client.examplesReady();
    await measurePictures(report, client, product, receiver);
  } finally {
    await product.remove();
    receiver.server.close();
  }
}

async function measurePictures(
  report: Report,
  client: Client,
  { pid }: Product,
  receiver: Receiver,
): Promise<void> {
  const dashboard = dashboardId(await makeDashboard(client));
  const reports = new Map<string, number>();
  for (const report_format of ['PNG', 'PDF'])
    reports.set(report_format, await makeReport(client, { dashboard, report_format, receiver }));
  // The first run asks the databases; then the process that draws has time to end.
  const [first] = reports.values();
  await client.call('POST', `/api/v1/report/${first}/execute`);
  await ended(client, first ?? 0);
  await new Promise((resolve) => setTimeout(resolve, IDLE));
  const others = watchOthers(client);
  // What others ask takes memory in turns, too: the most that it is with pictures is held beside the most without.
  const memory = watchMemory(pid);
  await new Promise((resolve) => setTimeout(resolve, QUIET));
  const quiet = others.taken();
  const before = memory.taken();
  for (const [report_format, id] of reports) {
    const times: number[] = [];
    let bytes = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const begun = performance.now();
      const next = receiver.next();
      await client.call('POST', `/api/v1/report/${id}/execute`);
      bytes = await next;
      times.push(performance.now() - begun);
      await ended(client, id);
    }
    report.add({
      what: `${report_format} of a dashboard of ${CHARTS} cached charts, from the call to its arrival (${Math.round(bytes / 1024)} kB)`,
      value: median(times),
      unit: 'ms',
      budget: BUDGETS.picture,
    });
  }
  const most = memory.taken();
  memory.stop();
  const busy = await others.stop();
  report.add({
    what: `the same, memory of the server and its processes above ${before.toFixed(0)} MB`,
    value: most - before,
    unit: 'MB',
    budget: BUDGETS.memory,
  });
  report.add({
    what: 'the same, a list that others ask for meanwhile, p95',
    value: p95(busy),
    unit: 'ms',
    against: { what: 'while it is quiet', value: p95(quiet) },
    budget: BUDGETS.others,
  });
}

/** A report that a webhook gets; answers its id. */
async function makeReport(
  client: Client,
  { dashboard, report_format, receiver }: { dashboard: number; report_format: string; receiver: Receiver },
): Promise<number> {
  const { id } = await client.call<{ id: number }>('POST', '/api/v1/report/', {
    type: 'Report',
    name: `Bench ${report_format}`,
    crontab: '0 0 1 1 *',
    dashboard,
    report_format,
    recipients: [{ type: 'Webhook', recipient_config_json: { target: receiver.url } }],
  });
  return id;
}

/** Waits until the run is in the log: another one may begin then. */
async function ended(client: Client, id: number): Promise<void> {
  for (;;) {
    const { result } = await client.call<{ result: { last_state: string } }>('GET', `/api/v1/report/${id}`);
    if (result.last_state !== 'Working') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Asks for a list again and again as others do. */
function watchOthers(client: Client) {
  let waits: number[] = [];
  let isOver = false;
  const asking = (async () => {
    for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 25))) {
      const asked = performance.now();
      await client.call('GET', '/api/v1/chart/');
      waits.push(performance.now() - asked);
    }
  })();
  const taken = () => {
    const all = waits;
    waits = [];
    return all;
  };
  const stop = async () => {
    isOver = true;
    await asking;
    return taken();
  };
  return { taken, stop };
}

function p95(waits: number[]): number {
  return waits.sort((one, other) => one - other)[Math.floor(waits.length * 0.95)] ?? Number.NaN;
}

interface Receiver {
  server: Server;
  url: string;
  /** Bytes of the next call. */
  next(): Promise<number>;
}

async function openReceiver(): Promise<Receiver> {
  let waiting = Promise.withResolvers<number>();
  const server = createServer((request, reply) => {
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    request.on('end', () => {
      waiting.resolve(bytes);
      reply.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const next = () => {
    waiting = Promise.withResolvers<number>();
    return waiting.promise;
  };
  return { server, url: `http://127.0.0.1:${port}/hook`, next };
}

/** The most memory of the server and its processes since it was last asked, in megabytes. */
function watchMemory(pid: number) {
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, treeMb(pid));
  }, 100);
  const taken = () => {
    const found = most;
    most = 0;
    return found;
  };
  return { taken, stop: () => clearInterval(watch) };
}

/** Memory of a process and of those that it began, in megabytes; what they share counts once. */
function treeMb(pid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name))
      parents.set(Number(name), Number(read(`/proc/${name}/stat`).split(') ')[1]?.split(' ')[1]));
  const isOurs = (process: number): boolean =>
    process === pid || (parents.has(process) && process > 1 && isOurs(parents.get(process) ?? 0));
  const all = [...parents.keys()].filter(isOurs);
  return (
    all.reduce(
      (sum, each) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${each}/smaps_rollup`))?.[1] ?? 0),
      0,
    ) / 1024
  );
}

/** A process may end between two looks. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
