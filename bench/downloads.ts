import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Product } from '../e2e/support/product.ts';
import type { Client } from './client.ts';
import type { Exchange } from './plain-client.ts';
import type { Report } from './report.ts';

const SERVER =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';
const ROWS = 5_000_000;
/** Five million rows of six columns, some 400 MB as CSV. */
const FROM_DUCKDB = `SELECT range AS id, range % 97 AS a, range / 7.0 AS b, 'group ' || range % 50 AS d,
  'text number ' || range AS e, TIMESTAMP '2020-01-01' + INTERVAL 1 MINUTE * range AS g FROM range(${ROWS})`;
const FROM_POSTGRES = `SELECT n AS id, n % 97 AS a, n / 7.0::float8 AS b, 'group ' || n % 50 AS d,
  'text number ' || n AS e, TIMESTAMP '2020-01-01' + INTERVAL '1 minute' * n AS g FROM generate_series(1, ${ROWS}) AS n`;
/** Megabytes a second, megabytes by which the server may grow, and milliseconds that others wait meanwhile. */
const BUDGETS = { csv: 60, parquet: 40, memory: 150, others: 50 };

/** All rows of a query as files: how fast they come, in megabytes of their CSV, and how much memory the server takes. */
export async function measureDownloads(report: Report, client: Client, product: Product): Promise<void> {
  await measureFiles(report, client, product, {
    name: 'DuckDB',
    database: await client.database('examples'),
    sql: FROM_DUCKDB,
  });
  if (!(await isReachable())) return;
  const { id: database } = await client.call<{ id: number }>('POST', '/api/v1/database/', {
    database_name: `downloads ${process.pid}`,
    sqlalchemy_uri: SERVER,
    expose_in_sqllab: true,
  });
  await measureFiles(report, client, product, { name: 'PostgreSQL', database, sql: FROM_POSTGRES });
}

async function isReachable(): Promise<boolean> {
  const bare = new pg.Client({ connectionString: SERVER, connectionTimeoutMillis: 2_000 });
  try {
    await bare.connect();
    await bare.end();
    return true;
  } catch (error) {
    console.log(
      `PostgreSQL is not reachable and was not measured: ${error instanceof Error ? error.message : error}`,
    );
    return false;
  }
}

interface Asked {
  name: string;
  database: number;
  sql: string;
}

async function measureFiles(
  report: Report,
  client: Client,
  { pid }: Product,
  { name, database, sql }: Asked,
): Promise<void> {
  const client_id = `dl${name.slice(0, 6).toLowerCase()}`;
  await client.call('POST', '/api/v1/sqllab/execute/', {
    database_id: database,
    sql,
    client_id,
    queryLimit: 10,
  });
  const before = residentMb(pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, 100);
  const waits: number[] = [];
  let isOver = false;
  const others = (async () => {
    for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const asked = performance.now();
      await (await fetch(`${client.url}/health`)).arrayBuffer();
      waits.push(performance.now() - asked);
    }
  })();
  let megabytes = 0;
  for (const format of ['csv', 'parquet'] as const) {
    const { bytes, milliseconds } = await downloaded(
      client,
      `/api/v1/sqllab/export/${client_id}/?format=${format}&rows=all`,
    );
    if (format === 'csv') megabytes = bytes / 1e6;
    report.add({
      what: `SQL Lab, ${ROWS / 1e6} M rows of ${name} as ${format}`,
      value: megabytes / (milliseconds / 1_000),
      unit: 'MB/s',
      budget: BUDGETS[format],
      more: true,
    });
  }
  clearInterval(watch);
  isOver = true;
  await others;
  report.add({
    what: `the same, memory of the server above ${before.toFixed(0)} MB`,
    value: most - before,
    unit: 'MB',
    budget: BUDGETS.memory,
  });
  report.add({
    what: 'the same, health of the server meanwhile, p95',
    value: waits.sort((one, other) => one - other)[Math.floor(waits.length * 0.95)] ?? 0,
    unit: 'ms',
    budget: BUDGETS.others,
  });
}

/** A download by a process of its own: what this one's memory takes to be swept of a file would be counted as the server's time. */
async function downloaded({ url, headers }: Client, path: string): Promise<Exchange> {
  const file = join(import.meta.dirname, 'one-download.mjs');
  const environment = { ...process.env, CHARTROOM_BENCH_HEADERS: JSON.stringify(headers) };
  const { stdout } = await promisify(execFile)(process.execPath, [file, `${url}${path}`], {
    env: environment,
  });
  const exchange: Exchange = JSON.parse(stdout);
  return exchange;
}

/** Memory that a process holds, in megabytes; 0 where the system does not tell. */
function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
