import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import autocannon from 'autocannon';
import type { Client } from './client.ts';
import { median, type Report } from './report.ts';

const RUNS = 15;

/** Chart data over three million rows: from the cache, and against the bare engine. */
export async function measureChartData(report: Report, client: Client, home: string): Promise<void> {
  const dataset = await client.dataset('flights');
  const context = (force: boolean) => ({
    datasource: { id: dataset, type: 'table' },
    force,
    queries: [{ columns: ['origin'], metrics: ['count', 'avg_delay'], orderby: [['count', false]], row_limit: 100 }],
    result_format: 'json',
    result_type: 'full',
  });
  const first = await client.call<{ result: { query: string; rowcount: number }[] }>('POST', '/api/v1/chart/data', context(true));
  const sql = first.result[0]?.query ?? '';
  const asked: number[] = [];
  for (let run = 0; run < RUNS; run += 1) asked.push(await timed(() => client.call('POST', '/api/v1/chart/data', context(true))));
  const bare = await timeBare(home, sql);
  report.add({
    what: `chart data, uncached, 3 M rows (${first.result[0]?.rowcount} answered)`,
    value: median(asked),
    unit: 'ms',
    against: { what: 'the same SQL bare through the driver', value: bare },
    budget: (bare * 1.15 + 3) / bare,
  });
  const cached: number[] = [];
  for (let run = 0; run < 200; run += 1) cached.push(await timed(() => client.call('POST', '/api/v1/chart/data', context(false))));
  report.add({ what: 'chart data, cached, one after another, p50', value: median(cached), unit: 'ms', budget: 1.5 });
  const load = await autocannon({
    url: `${client.url}/api/v1/chart/data`,
    method: 'POST',
    headers: client.headers,
    body: JSON.stringify(context(false)),
    connections: 10,
    duration: 5,
  });
  report.add({ what: 'chart data, cached, 10 connections', value: load.requests.average, unit: 'requests/s', budget: 3_000, more: true });
}

/** The same SQL in this process, on a copy of the file: the engine alone. */
async function timeBare(home: string, sql: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'chartroom-bare-'));
  try {
    const path = join(folder, 'examples.duckdb');
    copyFileSync(join(home, 'examples.duckdb'), path);
    const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) times.push(await timed(async () => (await connection.runAndReadAll(sql)).getRowObjects()));
    connection.closeSync();
    instance.closeSync();
    return median(times);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds that some work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
