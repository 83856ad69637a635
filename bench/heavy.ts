import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { scheduled } from '../e2e/support/heavy-sweep/scheduling.ts';
import { ADMIN, pause } from '../e2e/support/product.ts';
import { Client } from './client.ts';
import { type Exchange, PlainClient } from './plain-client.ts';
import { median, type Report } from './report.ts';
import { measureRoom } from './room.ts';
import { startWatched, type WatchedProduct } from './watched-product.ts';

const ROWS = 1_000_000;
const VIEWERS = 50;
/** Milliseconds between two things that a viewer reads. */
const THINKING = 500;
/** Milliseconds for which viewers are watched without anything else going on. */
const QUIET = 5_000;
/** Rounds of quiet and heavy in turns, of which the middle counts: both meet the same noise. */
const ROUNDS = 3;
const FORMATS = ['json', 'csv', 'xlsx'] as const;

/** Heavy answers while many read what is kept; on a server of its own. */
export async function measureHeavy(report: Report): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'chartroom-heavy-'));
  await makeTable(join(home, 'heavy.duckdb'));
  const settings = {
    ...ADMIN,
    LOAD_EXAMPLES: 'false',
    PREVENT_UNSAFE_DB_CONNECTIONS: 'false',
    SQL_MAX_ROW: String(ROWS),
    ROW_LIMIT: String(ROWS),
  };
  const product = await startWatched(home, settings);
  try {
    const client = await Client.signIn(product);
    const database = await client.call<{ id: number }>('POST', '/api/v1/database/', {
      database_name: 'heavy',
      sqlalchemy_uri: 'duckdb:///heavy.duckdb',
    });
    const { id } = await client.call<{ id: number }>('POST', '/api/v1/dataset/', {
      database: database.id,
      table_name: 'heavy',
    });
    await measureRoom(report);
    await measureViewers(report, client, product, id);
  } finally {
    await product.remove();
    rmSync(home, { recursive: true, force: true });
  }
}

async function makeTable(path: string): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE heavy AS SELECT range AS id, range % 97 AS a, range / 7.0 AS b, 'group ' || range % 50 AS d,
      'text number ' || range AS e, TIMESTAMP '2020-01-01' + INTERVAL 1 MINUTE * range AS g FROM range(${ROWS})`,
  );
  connection.closeSync();
  instance.closeSync();
}

async function measureViewers(
  report: Report,
  client: Client,
  product: WatchedProduct,
  id: number,
): Promise<void> {
  const asked = (columns: string[], row_limit: number, more: object) => ({
    datasource: { id, type: 'table' },
    queries: [{ columns, metrics: [], row_limit }],
    result_type: 'full',
    ...more,
  });
  const read = asked(['a', 'd'], 500, { result_format: 'json' });
  const viewers = Array.from({ length: VIEWERS }, () => new PlainClient(client));
  await Promise.all(viewers.map((viewer) => viewer.ask('POST', '/api/v1/chart/data', read)));
  const quiet: number[] = [];
  const found = Object.fromEntries(
    FORMATS.map((format) => [
      format,
      {
        p95: [] as number[],
        longest: [] as number[],
        worked: [] as number[],
        seconds: [] as number[],
        bytes: 0,
      },
    ]),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const format of FORMATS) {
      quiet.push(share(await watched(viewers, read, pause(QUIET)), 0.95));
      const facts = found[format];
      if (!facts) continue;
      await product.loop();
      const context = asked(['id', 'a', 'b', 'd', 'e', 'g'], ROWS, { result_format: format, force: true });
      const making = elsewhere(client, context);
      facts.p95.push(share(await watched(viewers, read, making), 0.95));
      const { longest, worked } = await product.loop();
      facts.longest.push(longest);
      facts.worked.push(worked);
      const { milliseconds, bytes } = await making;
      facts.seconds.push(milliseconds / 1_000);
      facts.bytes = bytes;
    }
  }
  for (const connection of viewers) connection.close();
  for (const [format, { p95, longest, worked, seconds, bytes }] of Object.entries(found)) {
    const what = `${ROWS / 1e6} M rows of 6 columns as ${format.toUpperCase()} (${(bytes / 1e6).toFixed(0)} MB)`;
    report.add({ what, value: median(seconds), unit: 's' });
    report.add({
      what: `the same, p95 of ${VIEWERS} viewers meanwhile`,
      value: median(p95),
      unit: 'ms',
      against: { what: 'quiet', value: median(quiet) },
      budget: 2,
    });
    report.add({ what: 'the same, longest block of the event loop', value: median(longest), unit: 'ms' });
    report.add({
      what: 'the same, longest time that the server itself worked at once',
      value: median(worked),
      unit: 'ms',
      budget: 50,
    });
  }
}

/**
 * Asks for an answer in a process of its own, behind all others: to take it in would keep the viewers' process from its
 * clock, and the server from the processor, though who takes an answer has a machine of their own.
 */
async function elsewhere(client: Client, context: object): Promise<Exchange> {
  const request = {
    url: `${client.url}/api/v1/chart/data`,
    headers: client.headers,
    body: JSON.stringify(context),
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', ASKING, JSON.stringify(request)]);
  const exchange: Exchange = JSON.parse(stdout);
  return exchange;
}

const ASKING = `
  require('node:os').setPriority(require('node:os').constants.priority.PRIORITY_LOW);
  const { url, headers, body } = JSON.parse(process.argv[1]);
  const begun = performance.now();
  let bytes = 0;
  const asked = require('node:http').request(url, { method: 'POST', headers }, (answer) => {
    if (answer.statusCode !== 200) throw new Error('It answered ' + answer.statusCode);
    answer.on('data', (piece) => (bytes += piece.length));
    answer.on('end', () => console.log(JSON.stringify({ bytes, milliseconds: performance.now() - begun })));
  });
  asked.end(body);
`;

/**
 * How long viewers wait for each thing they read until something has ended, in milliseconds; without the time for which
 * they would have read what had come, had the server and its helpers not had the processors: their machine is another one.
 */
async function watched(
  viewers: readonly PlainClient[],
  context: object,
  until: Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let ended = false;
  const done = until.finally(() => {
    ended = true;
  });
  await Promise.all(
    viewers.map(async (viewer, at) => {
      await pause((THINKING * at) / viewers.length);
      while (!ended) {
        const before = scheduled(process.pid).waited;
        const { milliseconds } = await viewer.ask('POST', '/api/v1/chart/data', context);
        times.push(Math.max(0, milliseconds - (scheduled(process.pid).waited - before)));
        await pause(THINKING);
      }
    }),
  );
  await done;
  return times;
}

/** The value below which a share of them lies. */
function share(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
