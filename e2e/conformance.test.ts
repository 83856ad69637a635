import { spawn } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordsKind } from '../apps/server/src/records/records-kind.ts';
import { ownSchema, RECORD_KINDS } from '../apps/server/src/testing/test-app.ts';
import { Client } from '../bench/client.ts';
import { notePlayed } from '../scripts/test-notes.ts';
import { copiedHome } from './support/prepared-home.ts';
import { ADMIN, type Product, startProduct } from './support/product.ts';
import { warehouse, warehouseAtHand } from './support/warehouse.ts';

const ROOT = join(import.meta.dirname, '..');
const CONFORMANCE = join(ROOT, 'conformance');

/** Of the recorded cases of the platform, at most this part may be answered otherwise, each with its reason. */
const ARGUED_AT_MOST = 0.02;

describe.runIf(await warehouseAtHand())('conformance', () => {
  describe.each(RECORD_KINDS)('on %s records', (kind) => {
    let installation: Installation;
    beforeAll(async () => {
      await dropUploads();
      installation = await install(kind);
    });
    afterAll(() => installation.remove());

    test('the smoke case passes', async () => {
      const smoke = await play(installation, 'smoke.json');
      expect(smoke, smoke.printed).toMatchObject({ failed: 0, argued: 0 });
      expect(smoke.passed).toBeGreaterThan(0);
    });

    test('questions of charts are answered as recorded', async () => {
      const data = await play(installation, 'chart-data');
      expect(data.failed, data.printed).toBe(0);
    });

    test('the platform answers as recorded', async () => {
      // In this order: what the cases of SQL Lab leave in the warehouse, the others do not expect.
      const rest = await play(installation, 'rest');
      const sqlLab = await play(installation, 'sql-lab');
      expect([rest.failed, sqlLab.failed], rest.printed + sqlLab.printed).toEqual([0, 0]);
      const argued = rest.argued + sqlLab.argued;
      expect(argued / (argued + rest.passed + sqlLab.passed)).toBeLessThan(ARGUED_AT_MOST);
    });
  });
});

/** A server with the examples and what the cases expect, on records of a kind. */
interface Installation {
  kind: RecordsKind;
  product: Product;
  remove(): Promise<void>;
}

async function install(kind: RecordsKind): Promise<Installation> {
  const store = kind === 'postgres' ? await ownSchema() : undefined;
  const product = store
    ? await startProduct({ settings: { ...ADMIN, RECORDS_URL: store.url } })
    : await startProduct({ home: copiedHome(), settings: ADMIN });
  const client = await Client.signIn(product);
  await client.examplesReady();
  await furnish(client);
  const remove = async () => {
    await product.remove();
    await store?.drop();
  };
  return { kind, product, remove };
}

/** Plays recorded cases against a server and counts how they end. */
async function play(
  { kind, product }: Installation,
  cases: string,
): Promise<{ passed: number; failed: number; argued: number; printed: string }> {
  const printed = await output([
    join(CONFORMANCE, 'conform.mjs'),
    ...['--url', product.url, '--user', ADMIN.ADMIN_USERNAME, '--password', ADMIN.ADMIN_PASSWORD],
    ...['--warehouse', warehouse.href, '--argued', join(ROOT, 'docs', 'deviations.md')],
    join(CONFORMANCE, 'cases', cases),
  ]);
  const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(printed) ?? [];
  if (passed === undefined) throw new Error(`the cases did not come to their end:\n${printed}`);
  const argued = Number(/(\d+) differ on purpose/.exec(printed)?.[1] ?? 0);
  notePlayed(
    `cases of ${cases} on ${kind} records: ${passed} passed, ${failed} failed, ${argued} differ on purpose`,
  );
  return { passed: Number(passed), failed: Number(failed), argued, printed };
}

function output(command: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.once('error', reject).once('close', () => resolve(printed));
  });
}

/**
 * Gives the installation what that of the recording held besides the fixtures: charts, none of which is the first, and one thing of
 * each kind whose list some case expects not to be empty.
 */
async function furnish(client: Client): Promise<void> {
  await client.call('DELETE', '/api/v1/chart/1');
  await client.call('POST', '/api/v1/annotation_layer/', { name: 'Holidays' });
  await client.call('POST', '/api/v1/security/groups/', {
    name: 'analysts',
    label: 'Analysts',
    roles: [],
    users: [],
  });
  const [database, dataset, chart] = [
    await first(client, 'database'),
    await first(client, 'dataset'),
    await first(client, 'chart'),
  ];
  await client.call('POST', '/api/v1/saved_query/', {
    db_id: database,
    label: 'All tables',
    schema: 'main',
    sql: 'SHOW TABLES',
  });
  await client.call('POST', '/api/v1/rowlevelsecurity/', {
    name: 'Nobody',
    filter_type: 'Regular',
    clause: '1 = 0',
    tables: [dataset],
    roles: [],
  });
  await client.call('POST', '/api/v1/report/', {
    type: 'Report',
    name: 'Every Monday',
    crontab: '0 9 * * 1',
    timezone: 'Europe/Berlin',
    creation_method: 'alerts_reports',
    active: false,
    chart,
    recipients: [{ type: 'Email', recipient_config_json: { target: 'analysts@example.org' } }],
  });
}

/** The id of the first thing of a list. */
async function first(client: Client, kind: string): Promise<number | undefined> {
  return (await client.call<{ ids: number[] }>('GET', `/api/v1/${kind}/`)).ids[0];
}

/** Two cases of uploads end before they drop what they made, which a later play would find. */
async function dropUploads(): Promise<void> {
  const client = new pg.Client({ connectionString: warehouse.href });
  await client.connect();
  try {
    const { rows } = await client.query<{ drop: string }>(
      `select format('drop table staging.%I', tablename) as drop from pg_tables
        where schemaname = 'staging' and tablename ~ '^(uc|xl)_'`,
    );
    for (const row of rows) await client.query(row.drop);
  } finally {
    await client.end();
  }
}
