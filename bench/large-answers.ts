import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { ADMIN } from '../e2e/support/product.ts';
import { BY_ORIGIN, openBare } from './chart-data.ts';
import { Client } from './client.ts';
import { PlainClient } from './plain-client.ts';
import { median, type Report } from './report.ts';
import { measureUncached } from './uncached.ts';
import { startWatched, type WatchedProduct } from './watched-product.ts';

const ROWS = 20_000_000;
const EXPORTED = 5_000_000;
const EXPORTS = 5;
const RUNS = 7;

/** Twenty million rows, five million of them exported, and answers of a hundred thousand; on a server of their own. */
export async function measureLargeAnswers(report: Report, examples: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'chartroom-large-'));
  await makeTables(join(home, 'large.duckdb'), examples);
  const engine = await openBare(join(home, 'large.duckdb'));
  const settings = {
    ...ADMIN,
    LOAD_EXAMPLES: 'false',
    PREVENT_UNSAFE_DB_CONNECTIONS: 'false',
    SQL_MAX_ROW: String(EXPORTED),
  };
  const product = await startWatched(home, settings);
  try {
    const client = await Client.signIn(product);
    const database = await client.call<{ id: number }>('POST', '/api/v1/database/', {
      database_name: 'large',
      sqlalchemy_uri: 'duckdb:///large.duckdb',
    });
    const flights = await addDataset(client, database.id, 'flights');
    await measureUncached(report, client, {
      what: '20 M rows in DuckDB',
      dataset: flights,
      query: BY_ORIGIN,
      bare: engine.run,
    });
    await engine.close();
    await measureExport(report, client, product, flights);
    await measureArrow(report, client, await addDataset(client, database.id, 'wide'));
  } finally {
    await product.remove();
    rmSync(home, { recursive: true, force: true });
  }
}

async function makeTables(path: string, examples: string): Promise<void> {
  // The file itself is held by the server.
  const copy = `${path}.examples`;
  copyFileSync(examples, copy);
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(`ATTACH '${copy.replaceAll("'", "''")}' AS examples (READ_ONLY)`);
  await connection.run(
    `CREATE TABLE flights AS SELECT f.* FROM examples.main.flights AS f, range(7) LIMIT ${ROWS}`,
  );
  await connection.run(
    `CREATE TABLE wide AS SELECT range AS id, range % 97 AS a, range / 7.0 AS b, (range / 4)::DECIMAL(12, 2) AS c, 'group ' || range % 50 AS d,
      'text number ' || range AS e, DATE '2020-01-01' + (range % 1000)::INTEGER AS f, TIMESTAMP '2020-01-01' + INTERVAL 1 MINUTE * range AS g,
      range % 2 = 0 AS h, CASE WHEN range % 5 = 0 THEN NULL ELSE range * 1000 END AS i FROM range(100000)`,
  );
  connection.closeSync();
  instance.closeSync();
  rmSync(copy);
}

/** A dataset of a table, with the metrics that the questions name. */
export async function addDataset(
  client: Client,
  database: number,
  table_name: string,
  schema?: string,
): Promise<number> {
  const { id } = await client.call<{ id: number }>('POST', '/api/v1/dataset/', {
    database,
    table_name,
    ...(schema && { schema }),
  });
  if (table_name === 'wide') return id;
  const metrics = [
    { metric_name: 'count', expression: 'COUNT(*)' },
    { metric_name: 'avg_delay', expression: 'AVG(delay)' },
  ];
  const { result } = await client.call<{ result: { metrics: { id: number; metric_name: string }[] } }>(
    'GET',
    `/api/v1/dataset/${id}`,
  );
  const own = (name: string) => result.metrics.find(({ metric_name }) => metric_name === name)?.id;
  await client.call('PUT', `/api/v1/dataset/${id}`, {
    metrics: metrics.map((metric) => {
      const known = own(metric.metric_name);
      return { ...metric, ...(known !== undefined && { id: known }) };
    }),
  });
  return id;
}

async function measureExport(
  report: Report,
  client: Client,
  product: WatchedProduct,
  dataset: number,
): Promise<void> {
  const columns = ['date', 'delay', 'distance', 'origin', 'destination'];
  const context = (row_limit: number) => ({
    datasource: { id: dataset, type: 'table' },
    queries: [{ columns, row_limit }],
    result_format: 'csv',
  });
  const connections = Array.from({ length: EXPORTS }, () => new PlainClient(client));
  const download = (connection: PlainClient | undefined, rows: number) =>
    connection?.ask('POST', '/api/v1/chart/data', context(rows));
  await download(connections[0], EXPORTED / 5);
  let most = 0;
  const { rss } = await product.loop();
  const watch = setInterval(() => {
    most = Math.max(most, residentBytes(product.pid));
  }, 50);
  const one = await download(connections[0], EXPORTED);
  clearInterval(watch);
  if (!one) throw new Error('Nothing was exported.');
  report.add({
    what: `CSV of ${EXPORTED / 1e6} M rows (${(one.bytes / 1e6).toFixed(0)} MB)`,
    value: one.bytes / 1e3 / one.milliseconds,
    unit: 'MB/s',
    budget: 60,
    more: true,
  });
  report.add({
    what: 'the same, growth of the server',
    value: Math.max(0, most - rss) / 2 ** 20,
    unit: 'MB',
    budget: 64,
  });
  await product.loop();
  await Promise.all(connections.map((connection) => download(connection, EXPORTED / 5)));
  const { longest, usual } = await product.loop();
  report.add({
    what: `event loop, longest block while ${EXPORTS} exports run`,
    value: longest,
    unit: 'ms',
    budget: 50,
  });
  report.add({ what: 'the same, p99.9', value: usual, unit: 'ms', budget: 50 });
  for (const connection of connections) connection.close();
}

/** Resident memory of one process, from /proc; 0 elsewhere than on Linux. */
function residentBytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

async function measureArrow(report: Report, client: Client, dataset: number): Promise<void> {
  const columns = ['id', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  const context = {
    datasource: { id: dataset, type: 'table' },
    force: true,
    queries: [{ columns, row_limit: 100_000 }],
    result_type: 'full',
  };
  const connection = new PlainClient(client);
  const times = { arrow: [] as number[], json: [] as number[] };
  const sizes = { arrow: 0, json: 0 };
  for (let run = 0; run <= RUNS; run += 1) {
    for (const [form, accept] of [
      ['arrow', 'application/vnd.apache.arrow.stream'],
      ['json', 'application/json'],
    ] as const) {
      const { milliseconds, bytes } = await connection.ask('POST', '/api/v1/chart/data', context, { accept });
      sizes[form] = bytes;
      if (run > 0) times[form].push(milliseconds);
    }
  }
  connection.close();
  const size = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  report.add({
    what: `100,000 rows of 10 columns, uncached, as Arrow (${size(sizes.arrow)})`,
    value: median(times.arrow),
    unit: 'ms',
    against: { what: `as JSON, ${size(sizes.json)}`, value: median(times.json) },
  });
}
