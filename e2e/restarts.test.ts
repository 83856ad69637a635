import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ownSchema, RECORD_KINDS } from '../apps/server/src/testing/test-app.ts';
import { Client } from '../bench/client.ts';
import { killUnderLoad } from './support/kills.ts';
import { descendants, isAlive } from './support/processes.ts';
import { ADMIN, freePort, type Product, startProduct } from './support/product.ts';

const ROOT = join(import.meta.dirname, '..');
const KILLS = 5;
/** Milliseconds: a machine that does other things besides; `npm run bench -- kills` holds it to two seconds. */
const BACK_WITHIN = 25_000;
const settings = { ...ADMIN, LOAD_EXAMPLES: 'false' };

const left: { remove(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of left.splice(0)) await each.remove();
});

async function supervised(options: { home?: string; more?: Record<string, string> } = {}): Promise<Product> {
  const { home, more } = options;
  const product = await startProduct({
    supervised: true,
    settings: { ...settings, ...more },
    ...(home !== undefined && { home }),
  });
  left.push(product);
  return product;
}

const gone = (pids: number[]) => expect.poll(() => pids.filter(isAlive)).toEqual([]);
const answers = (product: Product) =>
  expect
    .poll(
      () =>
        fetch(`${product.url}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: BACK_WITHIN },
    )
    .toBe(true);

describe.each(RECORD_KINDS)('a server that is killed under load, with %s records', (kind) => {
  test(`${KILLS} times: it is back each time, nothing that was acknowledged is lost, and the log says why`, async () => {
    const store = kind === 'postgres' ? await ownSchema() : undefined;
    try {
      const product = await supervised({ more: store ? { RECORDS_URL: store.url } : {} });
      const { back, promised, lost } = await killUnderLoad(product, KILLS);
      console.log(
        `${kind}: back after ${back.map(Math.round).join(', ')} ms; ${promised.length} acknowledged, ${lost.length} lost`,
      );
      expect(lost).toEqual([]);
      expect(promised.length).toBeGreaterThan(KILLS);
      expect(Math.max(...back)).toBeLessThan(BACK_WITHIN);
      const told = product
        .output()
        .match(/The server \(process \d+\) was ended by SIGKILL .* after [\d.]+ s\. It is started again\./g);
      expect(told).toHaveLength(KILLS);
      const processes = [product.pid, ...descendants(product.pid)];
      await product.stop();
      await gone(processes);
    } finally {
      for (const each of left.splice(0)) await each.remove();
      await store?.drop();
    }
  });
});

describe('the supervisor of npm start', () => {
  test('hands signals on and ends as the server ends, with nothing left over', async () => {
    const product = await supervised();
    const server = product.serverPid();
    await product.stop();
    expect(product.exitCode()).toBe(0);
    await gone([server]);
  });

  test('when it is killed itself, the server ends in order and the port is free', async () => {
    const product = await supervised();
    const server = product.serverPid();
    await product.stop('SIGKILL');
    await gone([server]);
    expect(readdirSync(product.home)).not.toContain('server.pid');
  });

  test('a server that hangs is ended and started again, with its memory in large pages as before', async () => {
    const product = await supervised({ more: { HANG_TIMEOUT: '2' } });
    const hung = product.serverPid();
    process.kill(hung, 'SIGSTOP');
    await gone([hung]);
    await answers(product);
    expect(product.output()).toMatch(
      /gave no sign of life for 2 s and was ended after [\d.]+ s\. It is started again\./,
    );
    const environment = `/proc/${product.serverPid()}/environ`;
    if (existsSync(environment))
      expect(readFileSync(environment, 'utf8')).toContain('glibc.malloc.hugetlb=1');
  });

  test('settings that cannot be used end it at once, with their own code and the words of the server alone', async () => {
    const { code, output } = await endOf({
      CHARTROOM_PORT: 'none',
      CHARTROOM_HOME: join(tmpdir(), 'chartroom-never'),
    });
    expect(code).toBe(78);
    expect(output).toMatch(/^These settings cannot be used:\n {2}CHARTROOM_PORT: [^\n]+\n$/);
  });
});

describe('F11: a second server on a live home', () => {
  test('F11: is refused and named, and the first one keeps its uploads and its queries', async () => {
    const product = await startProduct({ settings });
    left.push(product);
    const client = await Client.signIn(product);
    const { result } = await client.call<{ result: { id: number; database_name: string }[] }>(
      'GET',
      '/api/v1/database/',
    );
    const uploads = result.find(({ database_name }) => database_name === 'uploads')?.id;
    const sql = 'SELECT count(*) AS n FROM range(20000) a, range(20000) b WHERE a.range + b.range = 7';
    const body = { database_id: uploads, sql, queryLimit: 10, client_id: 'long' };
    const running = client.call<{ data: unknown[] }>('POST', '/api/v1/sqllab/execute/', body);
    const received = join(product.home, 'incoming');
    mkdirSync(received, { recursive: true });
    writeFileSync(join(received, 'arrives.csv'), 'a');
    const { code, output } = await endOf({
      CHARTROOM_HOME: product.home,
      CHARTROOM_PORT: String(await freePort()),
    });
    expect(code).toBe(78);
    expect(output).toContain(`The home ${product.home} is in use by process ${product.pid},`);
    expect(existsSync(join(received, 'arrives.csv'))).toBe(true);
    expect((await running).data).toEqual([{ n: 8 }]);
    const queries = await client.call<{ result: { status: string }[] }>('GET', '/api/v1/query/');
    expect(queries.result.map(({ status }) => status)).toEqual(['success']);
  });

  test('F11: a server that was killed leaves its home to the next one, also when its number is given to another process', async () => {
    const product = await startProduct({ settings });
    left.push(product);
    await product.stop('SIGKILL');
    writeFileSync(join(product.home, 'server.pid'), `process ${process.pid}, which has run since long ago\n`);
    const next = await startProduct({ home: product.home, settings });
    await next.stop();
    expect(next.exitCode()).toBe(0);
  });
});

test.skipIf(process.platform === 'win32')(
  'F21: what a home holds is closed to others, whoever made it and whatever the umask',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'chartroom-open-'));
    chmodSync(home, 0o755);
    for (const name of ['records.sqlite', 'secret.key'])
      writeFileSync(join(home, name), name === 'secret.key' ? 'k'.repeat(40) : '', { mode: 0o644 });
    mkdirSync(join(home, 'results'));
    for (const name of ['records.sqlite', 'secret.key', 'results']) chmodSync(join(home, name), 0o755);
    const before = process.umask(0o000);
    try {
      const product = await startProduct({ home, settings });
      left.push(product);
      const client = await Client.signIn(product);
      const { result } = await client.call<{ result: { id: number; database_name: string }[] }>(
        'GET',
        '/api/v1/database/',
      );
      const database_id = result.find(({ database_name }) => database_name === 'uploads')?.id;
      await client.call('POST', '/api/v1/sqllab/execute/', {
        database_id,
        sql: 'CREATE TABLE t AS SELECT 1 AS a',
        queryLimit: 10,
      });
      const open = readdirSync(home, { recursive: true, encoding: 'utf8' })
        .map((name) => ({ name, mode: (statSync(join(home, name)).mode & 0o077).toString(8) }))
        .filter(({ mode }) => mode !== '0');
      expect(open).toEqual([]);
      expect(readdirSync(home)).toEqual(
        expect.arrayContaining(['records.sqlite', 'records.sqlite-wal', 'secret.key', 'uploads.duckdb']),
      );
      expect((statSync(home).mode & 0o777).toString(8)).toBe('700');
    } finally {
      process.umask(before);
      for (const each of left.splice(0)) await each.remove();
      rmSync(home, { recursive: true, force: true });
    }
  },
);

/** How `npm start` ends with these settings, and what it said. */
async function endOf(more: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child: ChildProcess = spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs')], {
    cwd: ROOT,
    env: { ...process.env, CHARTROOM_LOAD_EXAMPLES: 'false', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => (output += part.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
