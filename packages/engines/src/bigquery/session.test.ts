import { generateKeyPairSync } from 'node:crypto';
import { Decimal } from '@chartroom/query';
import { afterEach, describe, expect, test } from 'vitest';
import type { RunOptions, Session } from '../engine.ts';
import { type DoubleAnswer, type DoubleRequest, type ProtocolDouble, startDouble } from '../protocol-double.ts';
import { readRows } from '../read-rows.ts';
import { bigquery } from './index.ts';

const field = (name: string, type: string, mode = 'NULLABLE', fields?: unknown[]) => ({ name, type, mode, ...(fields && { fields }) });
const row = (...values: unknown[]) => ({ f: values.map((v) => ({ v })) });

// A universe of one's own makes the client sign its requests itself instead of asking Google for a token.
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const ACCOUNT = {
  type: 'service_account',
  project_id: 'proj',
  client_email: 'reader@proj.example',
  private_key: privateKey,
  universe_domain: 'double.example',
};

let double: ProtocolDouble;
let session: Session;

type Play = (request: DoubleRequest) => DoubleAnswer | undefined;

/** The REST service: jobs are inserted with any statement; `play` answers everything else. */
async function service(play: Play, query = ''): Promise<Session> {
  double = await startDouble((request) => {
    const answer = play(request);
    if (answer) return answer;
    if (request.method === 'POST' && /\/jobs(\?|$)/.test(request.path)) {
      return { body: { ...JSON.parse(request.body.toString()), jobReference: { projectId: 'proj', jobId: 'j', location: 'EU' } } };
    }
    if (request.method === 'POST' && request.path.includes('/cancel')) return { body: { kind: 'bigquery#jobCancelResponse' } };
    return { status: 404, body: { error: { code: 404, message: `Not found: ${request.path}` } } };
  });
  session = bigquery.open({
    uri: `bigquery://proj/web?api_endpoint=${encodeURIComponent(double.origin)}${query}`,
    extra: {},
    secrets: { credentials_info: ACCOUNT },
    home: '',
  });
  return session;
}

afterEach(async () => {
  await session.close();
  await double.close();
});

const results = (fields: unknown[], rows: unknown[], more: Record<string, unknown> = {}): DoubleAnswer => ({
  body: { jobComplete: true, schema: { fields }, rows, ...more },
});
const reading = (options: Partial<RunOptions> = {}): RunOptions => ({
  signal: new AbortController().signal,
  timeoutMs: 10_000,
  readOnly: true,
  ...options,
});
const ask = async (sql: string, options: Partial<RunOptions> = {}) => readRows(await session.run(sql, reading(options)));
const bodyOf = (index: number): unknown => JSON.parse(double.requests[index]?.body.toString() ?? '');
const asksRows = (request: DoubleRequest) => request.path.includes('/queries/');
const cancelled = () => double.requests.filter(({ path }) => path.includes('/cancel')).length;

test('every kind of value comes exactly', async () => {
  const fields = [
    field('i', 'INTEGER'),
    field('l', 'INTEGER'),
    field('n', 'BIGNUMERIC'),
    field('f', 'FLOAT'),
    field('x', 'FLOAT'),
    field('s', 'STRING'),
    field('z', 'STRING'),
    field('b', 'BOOLEAN'),
    field('d', 'DATE'),
    field('dt', 'DATETIME'),
    field('ts', 'TIMESTAMP'),
    field('t', 'TIME'),
    field('iv', 'INTERVAL'),
    field('a', 'INTEGER', 'REPEATED'),
    field('r', 'RECORD', 'REPEATED', [field('k', 'STRING'), field('v', 'NUMERIC')]),
    field('j', 'JSON'),
    field('y', 'BYTES'),
  ];
  const list = [{ v: '9007199254740993' }, { v: null }];
  const cells = row(
    '1',
    '9007199254740993',
    '12345678901234567890.12',
    '1.5',
    'NaN',
    "é🙂'x",
    null,
    'true',
    '2024-02-29',
    '2024-02-29T13:14:15.123456',
    '1709212455123456',
    '13:14:15.500000',
    '0-1 -2 3:4:5.5',
    list,
    [{ v: row('k', '1.10') }],
    '{"a":1}',
    'QQ==',
  );
  await service((request) => (asksRows(request) ? results(fields, [cells]) : undefined));
  const result = await session.run('SELECT everything', reading());
  expect(result.columns.map(({ kind }) => kind)).toEqual(
    'int int decimal float float string string bool date timestamp timestamp time interval json json json bytes'.split(' '),
  );
  expect(result.columns.map(({ nativeType }) => nativeType).slice(13, 15)).toEqual(['ARRAY<INT64>', 'ARRAY<STRUCT<k STRING, v NUMERIC>>']);
  expect((await readRows(result))[0]).toEqual([
    1,
    9007199254740993n,
    new Decimal('12345678901234567890.12'),
    1.5,
    Number.NaN,
    "é🙂'x",
    null,
    true,
    Date.UTC(2024, 1, 29),
    Date.UTC(2024, 1, 29, 13, 14, 15) + 123.456,
    Date.UTC(2024, 1, 29, 13, 14, 15) + 123.456,
    '13:14:15.500000',
    '28 days 03:04:05.500000',
    '[9007199254740993, null]',
    '[{"k": "k", "v": 1.10}]',
    '{"a":1}',
    'A',
  ]);
});

test('a statement becomes a job in its place, signed by the account', async () => {
  await service(
    (request) => (asksRows(request) ? results([field('a', 'STRING')], [row('x')]) : undefined),
    '&location=EU&maximum_bytes_billed=1000',
  );
  expect(await ask('SELECT 1', { catalog: 'other', schema: 'sales', timeoutMs: 5_000 })).toEqual([['x']]);
  expect(double.requests[0]?.path).toMatch(/^\/bigquery\/v2\/projects\/proj\/jobs\?/);
  expect(bodyOf(0)).toMatchObject({
    jobReference: { projectId: 'proj', location: 'EU' },
    configuration: {
      query: {
        query: 'SELECT 1',
        useLegacySql: false,
        maximumBytesBilled: '1000',
        defaultDataset: { projectId: 'other', datasetId: 'sales' },
      },
      jobTimeoutMs: '5000',
    },
  });
  expect(double.requests[1]?.path).toMatch(/^\/bigquery\/v2\/projects\/proj\/queries\/chartroom_[\w-]+\?location=EU&maxResults=/);
  const token = /^Bearer [^.]+\.([^.]+)\./.exec(double.requests[0]?.headers.authorization ?? '')?.[1] ?? '';
  expect(JSON.parse(Buffer.from(token, 'base64url').toString())).toMatchObject({ iss: 'reader@proj.example' });
});

describe('streaming', () => {
  const pages: Play = (request) => {
    if (!asksRows(request)) return undefined;
    const page = Number(new URL(request.path, double.origin).searchParams.get('pageToken') ?? 0);
    const rows = Array.from({ length: 100 }, (_, index) => row(String(page * 100 + index)));
    return results([field('n', 'INTEGER')], rows, page < 19 ? { pageToken: String(page + 1) } : {});
  };

  test('pages are asked for as they are read', async () => {
    await service(pages);
    const result = await session.run('SELECT n', reading());
    expect(double.requests).toHaveLength(2);
    let count = 0;
    for await (const batch of result.batches) count += batch.length;
    expect(count).toBe(2_000);
    expect(double.requests).toHaveLength(21);
    expect(cancelled()).toBe(0);
  });

  test('rows enough and leaving early end the job', async () => {
    await service(pages);
    expect(await ask('SELECT n', { maxRows: 150 })).toHaveLength(150);
    expect(cancelled()).toBe(1);
    for await (const _ of (await session.run('SELECT n', reading())).batches) break;
    expect(cancelled()).toBe(2);
  });

  test('a job that is not done is asked again', async () => {
    let times = 0;
    await service((request) => {
      if (!asksRows(request)) return undefined;
      times += 1;
      return times < 3 ? { body: { jobComplete: false } } : results([], []);
    });
    expect(await ask('CREATE TABLE t (a INT64)', { readOnly: false })).toEqual([]);
    expect(times).toBe(3);
  });
});

describe('stopping', () => {
  const slow: Play = (request) => (asksRows(request) ? { body: { jobComplete: false }, delayMs: 200 } : undefined);

  test('a signal ends the job', async () => {
    await service(slow);
    const abort = new AbortController();
    const reason = new Error('the reader left');
    setTimeout(() => abort.abort(reason), 300);
    await expect(ask('SELECT long', { signal: abort.signal })).rejects.toBe(reason);
    expect(double.requests.find(({ path }) => path.includes('/cancel'))?.path).toMatch(/jobs\/chartroom_[\w-]+\/cancel\?location=EU/);
  });

  test('a job that takes too long ends with a timeout', async () => {
    await service(slow);
    await expect(ask('SELECT long', { timeoutMs: 300 })).rejects.toMatchObject({ error_type: 'BACKEND_TIMEOUT_ERROR', status: 408 });
    expect(cancelled()).toBe(1);
  });
});

describe('errors', () => {
  const refusing =
    (code: number, message: string): Play =>
    (request) =>
      asksRows(request) ? { status: code, body: { error: { code, message, errors: [{ reason: 'invalidQuery', message }] } } } : undefined;

  test.each([
    [400, 'Unrecognized name: nope at [1:8]', 'COLUMN_DOES_NOT_EXIST_ERROR'],
    [404, 'Not found: Table proj:web.nope was not found in location EU', 'TABLE_DOES_NOT_EXIST_ERROR'],
    [404, 'Not found: Dataset proj:nope was not found in location EU', 'SCHEMA_DOES_NOT_EXIST_ERROR'],
    [400, 'Syntax error: Unexpected identifier "SELEC" at [1:1]', 'SYNTAX_ERROR'],
    [401, 'Request had invalid authentication credentials.', 'CONNECTION_ACCESS_DENIED_ERROR'],
  ])('%i %s', async (code, message, error_type) => {
    await service(refusing(code, message));
    await expect(ask('SELECT 1')).rejects.toMatchObject({ error_type, status: 400, extra: { engine_name: 'Google BigQuery' } });
  });

  test('tell where', async () => {
    await service(refusing(400, 'Unrecognized name: nope at [2:8]'));
    await expect(ask('SELECT 1')).rejects.toMatchObject({ extra: { line: 2, column: 8 } });
  });

  test('of the connection', async () => {
    await service(() => undefined);
    const nobody = bigquery.open({
      uri: `bigquery://proj?api_endpoint=${encodeURIComponent('http://127.0.0.1:1')}`,
      extra: {},
      secrets: { credentials_info: ACCOUNT },
      home: '',
    });
    await expect(nobody.ping(new AbortController().signal)).rejects.toMatchObject({ error_type: 'CONNECTION_PORT_CLOSED_ERROR' });
  });

  test.each([
    [{ credentials_info: { type: 'external_account', credential_source: { executable: { command: 'id' } } } }, /not supported/],
    [{ credentials_info: '{' }, /no JSON/],
    [{ credentials_info: { type: 'service_account' } }, /private_key/],
  ])('credentials that cannot be used are named: %o', async (secrets, message) => {
    await service(() => undefined);
    expect(() => bigquery.open({ uri: 'bigquery://proj', extra: {}, secrets, home: '' })).toThrow(message);
  });

  test('writing is refused while only reading is allowed', async () => {
    await service(() => undefined);
    for (const sql of ['DELETE FROM t WHERE true', 'EXECUTE IMMEDIATE "DROP TABLE t"', 'SELECT 1; SELECT 2', "SELECT '''a'''"])
      await expect(ask(sql)).rejects.toMatchObject({ status: 400 });
    expect(double.requests).toEqual([]);
  });
});

test('projects, datasets, tables and columns', async () => {
  const table = {
    description: 'Visits',
    schema: {
      fields: [{ ...field('id', 'INTEGER', 'REQUIRED'), description: 'the key' }, field('r', 'RECORD', 'NULLABLE', [field('a', 'FLOAT')])],
    },
    tableConstraints: { primaryKey: { columns: ['id'] } },
  };
  await service(({ path }) => {
    const { pathname, searchParams } = new URL(path, double.origin);
    if (pathname === '/bigquery/v2/projects') return { body: { projects: [{ id: 'proj' }, { id: 'other' }] } };
    if (pathname.endsWith('/other/datasets')) {
      const isFirst = searchParams.get('pageToken') === null;
      return { body: { datasets: [{ datasetReference: { datasetId: isFirst ? 'b' : 'a' } }], ...(isFirst && { nextPageToken: 'p' }) } };
    }
    if (pathname.endsWith('/web/tables'))
      return {
        body: {
          tables: [
            { tableReference: { tableId: 't' }, type: 'TABLE' },
            { tableReference: { tableId: 'v' }, type: 'VIEW' },
          ],
        },
      };
    return pathname.endsWith('/projects/proj/datasets/web/tables/t') ? { body: table } : undefined;
  });
  expect(await session.catalogs()).toEqual(['other', 'proj']);
  expect(await session.schemas('other')).toEqual(['a', 'b']);
  expect(await session.defaultSchema()).toBe('web');
  expect(await session.relations('web')).toEqual([
    { name: 't', type: 'table' },
    { name: 'v', type: 'view' },
  ]);
  expect(await session.describe({ table: 't' })).toEqual({
    columns: [
      { name: 'id', nativeType: 'INT64', nullable: false, default: null, comment: 'the key' },
      { name: 'r', nativeType: 'STRUCT<a FLOAT64>', nullable: true, default: null, comment: null },
    ],
    primaryKey: { name: null, column_names: ['id'] },
    foreignKeys: [],
    indexes: [],
    comment: 'Visits',
  });
  await expect(session.describe({ table: 'gone' })).rejects.toMatchObject({ error_type: 'TABLE_DOES_NOT_EXIST_ERROR', status: 404 });
});

test('what a query reads', async () => {
  const sizes = ['0', '1023', '1536', '3221225472', '1099511627776'];
  await service(({ path }) => (/\/jobs\?/.test(path) ? { body: { statistics: { totalBytesProcessed: sizes.shift() } } } : undefined));
  const estimate = () => session.estimate?.('SELECT 1', { signal: new AbortController().signal });
  expect(await estimate()).toEqual([{ 'B Processed': '0' }]);
  expect(await estimate()).toEqual([{ 'B Processed': '1023' }]);
  expect(await estimate()).toEqual([{ 'KB Processed': '1.5' }]);
  expect(await estimate()).toEqual([{ 'GB Processed': '3' }]);
  expect(await estimate()).toEqual([{ 'GB Processed': '1024' }]);
  expect(bodyOf(0)).toMatchObject({ configuration: { dryRun: true } });
});
