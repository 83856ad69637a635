import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import autocannon from 'autocannon';
import type { Client } from './client.ts';
import { PlainClient } from './plain-client.ts';
import { median, type Report } from './report.ts';
import { measureUncached } from './uncached.ts';

export const BY_ORIGIN = {
  columns: ['origin'],
  metrics: ['count', 'avg_delay'],
  orderby: [['count', false]],
  row_limit: 100,
};

/** Requests before anything is counted: code that runs often is compiled while it runs. */
const WARM_UP = 1_500;
const RUNS = 1_000;

/** Chart data over three million rows: from the cache, and against the bare engine. */
export async function measureChartData(report: Report, client: Client, home: string): Promise<void> {
  const dataset = await client.dataset('flights');
  const engine = await openBare(join(home, 'examples.duckdb'));
  await measureUncached(report, client, {
    what: '3 M rows in DuckDB',
    dataset,
    query: BY_ORIGIN,
    bare: engine.run,
  });
  await engine.close();
  await measureCached(report, client, dataset);
}

async function measureCached(report: Report, client: Client, dataset: number): Promise<void> {
  const context = {
    datasource: { id: dataset, type: 'table' },
    queries: [BY_ORIGIN],
    result_format: 'json',
    result_type: 'full',
  };
  const connection = new PlainClient(client);
  const cached: number[] = [];
  for (let run = 0; run < WARM_UP; run += 1) await connection.ask('POST', '/api/v1/chart/data', context);
  for (let run = 0; run < RUNS; run += 1)
    cached.push((await connection.ask('POST', '/api/v1/chart/data', context)).milliseconds);
  connection.close();
  report.add({
    what: 'chart data, cached, one after another, p50',
    value: median(cached),
    unit: 'ms',
    budget: 1.5,
  });
  const load = async (path: string, body?: object) => {
    const { requests } = await autocannon({
      url: `${client.url}${path}`,
      method: body ? 'POST' : 'GET',
      headers: client.headers,
      ...(body && { body: JSON.stringify(body) }),
      connections: 10,
      duration: 5,
    });
    return requests.average;
  };
  const empty = await load('/health');
  const value = await load('/api/v1/chart/data', context);
  report.add({
    what: 'chart data, cached, 10 connections',
    value,
    unit: 'requests/s',
    budget: 3_000,
    more: true,
  });
  report.add({
    what: 'the same',
    value,
    unit: 'requests/s',
    against: { what: '/health, 10 connections', value: empty },
  });
}

/** An engine in this process on a copy of a file: the driver alone. */
export async function openBare(
  file: string,
): Promise<{ run(sql: string): Promise<unknown>; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'chartroom-bare-'));
  const path = join(folder, file.replace(/.*\//, ''));
  copyFileSync(file, path);
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  return {
    run: async (sql) => (await connection.runAndReadAll(sql)).getRowObjects(),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Milliseconds that some work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
