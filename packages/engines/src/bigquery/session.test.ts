import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { DoubleAnswer, DoubleRequest } from '../testing/protocol-double.ts';
import { reading } from '../testing/reading.ts';
import {
  bodyOf,
  everyKind,
  type Sample,
  SEEN,
  serviceCases,
  serviceHouse,
} from '../testing/service-cases.ts';
import { bigquery } from './index.ts';

const field = (name: string, type: string, mode = 'NULLABLE', fields?: unknown[]) => ({
  name,
  type,
  mode,
  ...(fields && { fields }),
});
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

const house = serviceHouse();
const { ask, asked } = house;

type Play = (request: DoubleRequest) => DoubleAnswer | undefined;

/** The REST service: jobs are inserted with any statement; `play` answers everything else. */
async function service(play: Play, query = ''): Promise<void> {
  const answerTo = (request: DoubleRequest): DoubleAnswer => {
    const answer = play(request);
    if (answer) return answer;
    if (request.method === 'POST' && /\/jobs(\?|$)/.test(request.path)) {
      return {
        body: {
          ...JSON.parse(request.body.toString()),
          jobReference: { projectId: 'proj', jobId: 'j', location: 'EU' },
        },
      };
    }
    if (request.method === 'POST' && request.path.includes('/cancel'))
      return { body: { kind: 'bigquery#jobCancelResponse' } };
    return { status: 404, body: { error: { code: 404, message: `Not found: ${request.path}` } } };
  };
  await house.begin(answerTo, bigquery, ({ origin }) => ({
    uri: `bigquery://proj/web?api_endpoint=${encodeURIComponent(origin)}${query}`,
    extra: {},
    secrets: { credentials_info: ACCOUNT },
  }));
}

const results = (fields: unknown[], rows: unknown[], more: Record<string, unknown> = {}): DoubleAnswer => ({
  body: { jobComplete: true, schema: { fields }, rows, ...more },
});
const asksRows = (request: DoubleRequest) => request.path.includes('/queries/');
const cancelled = () => asked(/cancel/).length;

type Field = ReturnType<typeof field>;
const SAMPLES: readonly Sample<Field, unknown>[] = [
  [field('i', 'INTEGER'), '1', SEEN.int],
  [field('l', 'INTEGER'), '9007199254740993', SEEN.big],
  [field('n', 'BIGNUMERIC'), '12345678901234567890.12', SEEN.decimal],
  [field('f', 'FLOAT'), '1.5', SEEN.float],
  [field('x', 'FLOAT'), 'NaN', SEEN.nan],
  [field('s', 'STRING'), "é🙂'x", SEEN.text],
  [field('z', 'STRING'), null, SEEN.none],
  [field('b', 'BOOLEAN'), 'true', SEEN.bool],
  [field('d', 'DATE'), '2024-02-29', SEEN.day],
  [field('dt', 'DATETIME'), '2024-02-29T13:14:15.123456', SEEN.moment],
  [field('ts', 'TIMESTAMP'), '1709212455123456', SEEN.moment],
  [field('t', 'TIME'), '13:14:15.500000', ['time', '13:14:15.500000']],
  [field('iv', 'INTERVAL'), '0-1 -2 3:4:5.5', ['interval', '28 days 03:04:05.500000']],
  [
    field('a', 'INTEGER', 'REPEATED'),
    [{ v: '9007199254740993' }, { v: null }],
    ['json', '[9007199254740993, null]'],
  ],
  [
    field('r', 'RECORD', 'REPEATED', [field('k', 'STRING'), field('v', 'NUMERIC')]),
    [{ v: row('k', '1.10') }],
    ['json', '[{"k": "k", "v": 1.10}]'],
  ],
  [field('j', 'JSON'), '{"a":1}', ['json', '{"a":1}']],
  [field('y', 'BYTES'), 'QQ==', SEEN.bytes],
];
everyKind(
  SAMPLES,
  async (fields, cells) => {
    await service((request) => (asksRows(request) ? results(fields, [row(...cells)]) : undefined));
    return house.session.run('SELECT everything', reading());
  },
  ({ columns }) =>
    expect(columns.map(({ nativeType }) => nativeType).slice(13, 15)).toEqual([
      'ARRAY<INT64>',
      'ARRAY<STRUCT<k STRING, v NUMERIC>>',
    ]),
);

serviceCases({
  engine: bigquery,
  house,
  slow: () =>
    service((request) => (asksRows(request) ? { body: { jobComplete: false }, delayMs: 200 } : undefined)),
  ended: () => house.asked(/jobs\/chartroom_[\w-]+\/cancel\?location=EU/),
  async empty() {
    await service((request) => (asksRows(request) ? results([field('a', 'STRING')], []) : undefined));
    return 'a';
  },
  refuse: (message) => {
    const other = message.includes('credentials') ? 401 : 400;
    const code = message.startsWith('Not found') ? 404 : other;
    const body = { error: { code, message, errors: [{ reason: 'invalidQuery', message }] } };
    return service((request) => (asksRows(request) ? { status: code, body } : undefined));
  },
  told: [
    ['Unrecognized name: nope at [1:8]', 'COLUMN_DOES_NOT_EXIST_ERROR'],
    ['Not found: Table proj:web.nope was not found in location EU', 'TABLE_DOES_NOT_EXIST_ERROR'],
    ['Not found: Dataset proj:nope was not found in location EU', 'SCHEMA_DOES_NOT_EXIST_ERROR'],
    ['Syntax error: Unexpected identifier "SELEC" at [1:1]', 'SYNTAX_ERROR'],
    ['Request had invalid authentication credentials.', 'CONNECTION_ACCESS_DENIED_ERROR'],
  ],
  placed: 'Unrecognized name: nope at [2:8]',
  refused: ['DELETE FROM t WHERE true', 'EXECUTE IMMEDIATE "DROP TABLE t"', "SELECT '''a'''"],
  nobody: {
    uri: `bigquery://proj?api_endpoint=${encodeURIComponent('http://127.0.0.1:1')}`,
    extra: {},
    secrets: { credentials_info: ACCOUNT },
  },
});

test('a statement becomes a job in its place, signed by the account', async () => {
  await service(
    (request) => (asksRows(request) ? results([field('a', 'STRING')], [row('x')]) : undefined),
    '&location=EU&maximum_bytes_billed=1000',
  );
  expect(await ask('SELECT 1', { catalog: 'other', schema: 'sales', timeoutMs: 5_000 })).toEqual([['x']]);
  expect(house.double.requests[0]?.path).toMatch(/^\/bigquery\/v2\/projects\/proj\/jobs\?/);
  expect(bodyOf(house.double.requests[0])).toMatchObject({
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
  expect(house.double.requests[1]?.path).toMatch(
    /^\/bigquery\/v2\/projects\/proj\/queries\/chartroom_[\w-]+\?location=EU&maxResults=/,
  );
  const token =
    /^Bearer [^.]+\.([^.]+)\./.exec(house.double.requests[0]?.headers.authorization ?? '')?.[1] ?? '';
  expect(JSON.parse(Buffer.from(token, 'base64url').toString())).toMatchObject({
    iss: 'reader@proj.example',
  });
});

describe('streaming', () => {
  const pages: Play = (request) => {
    if (!asksRows(request)) return undefined;
    const page = Number(new URL(request.path, house.double.origin).searchParams.get('pageToken') ?? 0);
    const rows = Array.from({ length: 100 }, (_, index) => row(String(page * 100 + index)));
    return results([field('n', 'INTEGER')], rows, page < 19 ? { pageToken: String(page + 1) } : {});
  };

  test('pages are asked for as they are read', async () => {
    await service(pages);
    const result = await house.session.run('SELECT n', reading());
    expect(house.double.requests).toHaveLength(2);
    let count = 0;
    for await (const batch of result.batches) count += batch.length;
    expect(count).toBe(2_000);
    expect(house.double.requests).toHaveLength(21);
    expect(cancelled()).toBe(0);
  });

  test('rows enough and leaving early end the job', async () => {
    await service(pages);
    expect(await ask('SELECT n', { maxRows: 150 })).toHaveLength(150);
    expect(cancelled()).toBe(1);
    for await (const _ of (await house.session.run('SELECT n', reading())).batches) break;
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

test.each([
  [
    { credentials_info: { type: 'external_account', credential_source: { executable: { command: 'id' } } } },
    /not supported/,
  ],
  [{ credentials_info: '{' }, /no JSON/],
  [{ credentials_info: { type: 'service_account' } }, /private_key/],
])('credentials that cannot be used are named: %o', (secrets, message) => {
  expect(() => bigquery.open({ uri: 'bigquery://proj', extra: {}, secrets, home: '' })).toThrow(message);
});

test('projects, datasets, tables and columns', async () => {
  const table = {
    description: 'Visits',
    schema: {
      fields: [
        { ...field('id', 'INTEGER', 'REQUIRED'), description: 'the key' },
        field('r', 'RECORD', 'NULLABLE', [field('a', 'FLOAT')]),
      ],
    },
    tableConstraints: { primaryKey: { columns: ['id'] } },
  };
  await service(({ path }) => {
    const { pathname, searchParams } = new URL(path, house.double.origin);
    if (pathname === '/bigquery/v2/projects')
      return { body: { projects: [{ id: 'proj' }, { id: 'other' }] } };
    if (pathname.endsWith('/other/datasets')) {
      const isFirst = searchParams.get('pageToken') === null;
      return {
        body: {
          datasets: [{ datasetReference: { datasetId: isFirst ? 'b' : 'a' } }],
          ...(isFirst && { nextPageToken: 'p' }),
        },
      };
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
  expect(await house.session.catalogs()).toEqual(['other', 'proj']);
  expect(await house.session.schemas('other')).toEqual(['a', 'b']);
  expect(await house.session.defaultSchema()).toBe('web');
  expect(await house.session.relations('web')).toEqual([
    { name: 't', type: 'table' },
    { name: 'v', type: 'view' },
  ]);
  expect(await house.session.describe({ table: 't' })).toEqual({
    columns: [
      { name: 'id', nativeType: 'INT64', nullable: false, default: null, comment: 'the key' },
      { name: 'r', nativeType: 'STRUCT<a FLOAT64>', nullable: true, default: null, comment: null },
    ],
    primaryKey: { name: null, column_names: ['id'] },
    foreignKeys: [],
    indexes: [],
    comment: 'Visits',
  });
  await expect(house.session.describe({ table: 'gone' })).rejects.toMatchObject({
    error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    status: 404,
  });
});

test('what a query reads', async () => {
  const sizes = ['0', '1023', '1536', '3221225472', '1099511627776'];
  await service(({ path }) =>
    /\/jobs\?/.test(path) ? { body: { statistics: { totalBytesProcessed: sizes.shift() } } } : undefined,
  );
  const estimate = () => house.session.estimate?.('SELECT 1', { signal: new AbortController().signal });
  expect(await estimate()).toEqual([{ 'B Processed': '0' }]);
  expect(await estimate()).toEqual([{ 'B Processed': '1023' }]);
  expect(await estimate()).toEqual([{ 'KB Processed': '1.5' }]);
  expect(await estimate()).toEqual([{ 'GB Processed': '3' }]);
  expect(await estimate()).toEqual([{ 'GB Processed': '1024' }]);
  expect(bodyOf(house.double.requests[0])).toMatchObject({ configuration: { dryRun: true } });
});
