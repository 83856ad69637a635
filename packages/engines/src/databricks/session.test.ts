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
import { databricks } from './index.ts';

type Column = [name: string, type_name: string, type_text?: string];
/** What a statement leads to: its columns and chunks of rows, a refusal, or the state that it stays in. */
type Script = (
  sql: string,
) => { columns: Column[]; chunks: (string | null)[][][] } | { error: string } | { state: string };

const house = serviceHouse();
const { ask, asked } = house;

const URI = (port: number) =>
  `databricks://token:se%2Fcret@127.0.0.1:${port}?http_path=/sql/1.0/warehouses/w-1&catalog=main&schema=web&http_scheme=http`;

/** The statement interface: every statement waits a moment, then has chunks behind links into a store. */
async function warehouse(
  script: Script,
  {
    link = (path: string) => `${house.double.origin}${path}`,
    before = (_: DoubleRequest): DoubleAnswer | undefined => undefined,
  } = {},
): Promise<void> {
  const statements: string[] = [];
  const answerTo = (request: DoubleRequest): DoubleAnswer => {
    const early = before(request);
    if (early) return early;
    const { pathname } = new URL(request.path, 'http://double');
    if (request.method === 'POST' && pathname === '/api/2.0/sql/statements') {
      statements.push(String(bodyOf(request).statement));
      return { body: { statement_id: String(statements.length - 1), status: { state: 'PENDING' } } };
    }
    const [, area, id = '', chunk = '0'] =
      /(store|statements)\/(\d+)(?:\/(?:result\/chunks\/)?(\d+))?/.exec(pathname) ?? [];
    if (pathname.endsWith('/cancel')) return { body: {} };
    const outcome = script(statements[Number(id)] ?? '');
    if ('error' in outcome)
      return { body: { statement_id: id, status: { state: 'FAILED', error: { message: outcome.error } } } };
    if ('state' in outcome) return { body: { statement_id: id, status: { state: outcome.state } } };
    if (area === 'store') return { body: outcome.chunks[Number(chunk)] };
    const next =
      Number(chunk) + 1 < outcome.chunks.length
        ? { next_chunk_internal_link: `/api/2.0/sql/statements/${id}/result/chunks/${Number(chunk) + 1}` }
        : {};
    const result =
      outcome.chunks.length > 0
        ? { external_links: [{ external_link: link(`/store/${id}/${chunk}`), ...next }] }
        : {};
    if (pathname.includes('/chunks/')) return { body: result };
    const columns = outcome.columns.map(([name, type_name, type_text = type_name], position) => ({
      name,
      type_name,
      type_text,
      position,
    }));
    return {
      body: { statement_id: id, status: { state: 'SUCCEEDED' }, manifest: { schema: { columns } }, result },
    };
  };
  await house.begin(answerTo, databricks, ({ port }) => ({ uri: URI(port), extra: {} }));
}

const rows = (...data: (string | null)[][]) => ({
  columns: (data[0] ?? ['']).map((_, index): Column => [`c${index}`, 'STRING']),
  chunks: data.length > 0 ? [data] : [],
});

const SAMPLES: readonly Sample<Column, string | null>[] = [
  [['i', 'INT'], '1', SEEN.int],
  [['l', 'LONG', 'BIGINT'], '9007199254740993', SEEN.big],
  [['d', 'DECIMAL', 'DECIMAL(38,2)'], '12345678901234567890.12', SEEN.decimal],
  [['f', 'DOUBLE'], '1.5', SEEN.float],
  [['n', 'FLOAT'], 'NaN', SEEN.nan],
  [['s', 'STRING'], "é🙂'x", SEEN.text],
  [['z', 'STRING'], null, SEEN.none],
  [['b', 'BOOLEAN'], 'true', SEEN.bool],
  [['day', 'DATE'], '2024-02-29', SEEN.day],
  [['ts', 'TIMESTAMP'], '2024-02-29T13:14:15.123456Z', SEEN.moment],
  [['ntz', 'TIMESTAMP_NTZ'], '2024-02-29T13:14:15.123456', SEEN.moment],
  [['a', 'ARRAY', 'ARRAY<BIGINT>'], '[9007199254740993,null]', ['json', '[9007199254740993,null]']],
  [['m', 'STRUCT', 'STRUCT<a: INT>'], '{"a":1}', ['json', '{"a":1}']],
  [['y', 'BINARY'], 'QQ==', SEEN.bytes],
  [['iv', 'INTERVAL', 'INTERVAL DAY TO SECOND'], '1 02:00:00.000000000', ['string', '1 02:00:00.000000000']],
  [['y', 'SHORT', 'SMALLINT'], '2', ['int', 2]],
];
everyKind(
  SAMPLES,
  async (columns, cells) => {
    await warehouse(() => ({ columns, chunks: [[cells]] }));
    return house.session.run('SELECT everything', reading());
  },
  ({ columns }) => expect(columns[1]?.nativeType).toBe('BIGINT'),
);

serviceCases({
  engine: databricks,
  house,
  slow: () => warehouse(() => ({ state: 'RUNNING' })),
  ended: () => house.asked(/POST \/api\/2\.0\/sql\/statements\/0\/cancel/),
  async empty() {
    await warehouse(() => ({ columns: [['a', 'STRING']], chunks: [] }));
    return 'a';
  },
  refuse: (error) => warehouse(() => ({ error })),
  told: [
    ["[PARSE_SYNTAX_ERROR] Syntax error at or near 'SELEC'. SQLSTATE: 42601 (line 1, pos 0)", 'SYNTAX_ERROR'],
    [
      '[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name `nope` cannot be resolved. SQLSTATE: 42703; line 1 pos 0',
      'COLUMN_DOES_NOT_EXIST_ERROR',
    ],
    [
      '[TABLE_OR_VIEW_NOT_FOUND] The table or view `nope` cannot be found. SQLSTATE: 42P01; line 1 pos 0',
      'TABLE_DOES_NOT_EXIST_ERROR',
    ],
  ],
  placed: "[PARSE_SYNTAX_ERROR] Syntax error at or near 'SELEC'. SQLSTATE: 42601 (line 2, pos 7)",
  refused: [
    'DELETE FROM t',
    'FROM t INSERT INTO u SELECT *',
    'WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a',
    "SELECT r'\\', secret FROM t -- '",
  ],
  nobody: { uri: URI(1), extra: {} },
});

test('a statement runs in its place; the token goes to the service and not to the store', async () => {
  await warehouse(() => rows(['x']));
  expect(await ask('SELECT 1', { catalog: 'other', schema: 'sales' })).toEqual([['x']]);
  expect(bodyOf(house.double.requests[0])).toMatchObject({
    warehouse_id: 'w-1',
    statement: 'SELECT 1',
    catalog: 'other',
    schema: 'sales',
  });
  expect(house.double.requests[0]?.headers.authorization).toBe('Bearer se/cret');
  expect(asked(/store/)[0]?.headers.authorization).toBeUndefined();
});

test('rows in a place that is not encrypted are not fetched', async () => {
  await warehouse(() => rows(['x']), { link: () => 'http://169.254.169.254/latest/meta-data/' });
  await expect(ask('SELECT 1')).rejects.toThrow(/not encrypted/);
});

describe('streaming', () => {
  const chunks = Array.from({ length: 20 }, (_, chunk) =>
    Array.from({ length: 100 }, (_row, index) => [String(chunk * 100 + index)]),
  );
  const numbers: Script = () => ({ columns: [['n', 'LONG', 'BIGINT']], chunks });

  test('chunks are fetched as they are read', async () => {
    await warehouse(numbers);
    const result = await house.session.run('SELECT n', reading());
    expect(asked(/store/)).toEqual([]);
    let [count, sum] = [0, 0];
    for await (const batch of result.batches) {
      for (const cell of batch.columns[0] ?? []) sum += Number(cell);
      count += batch.length;
    }
    expect([count, sum]).toEqual([2_000, (1_999 * 2_000) / 2]);
    expect(asked(/store/)).toHaveLength(20);
  });

  test('rows enough and leaving early fetch no more', async () => {
    await warehouse(numbers);
    expect(await ask('SELECT n', { maxRows: 150 })).toHaveLength(150);
    expect(asked(/store/)).toHaveLength(2);
  });
});

test('a signal during the first request ends what that one began', async () => {
  await warehouse(() => rows(['x']), {
    before: ({ method, path }) =>
      method === 'POST' && !path.includes('cancel')
        ? { delayMs: 300, body: { statement_id: '7', status: { state: 'PENDING' } } }
        : undefined,
  });
  const abort = new AbortController();
  setTimeout(() => abort.abort(new Error('gone')), 100);
  await expect(ask('SELECT 1', { signal: abort.signal })).rejects.toThrow('gone');
  expect(house.double.requests.map(({ path }) => path)).toEqual([
    '/api/2.0/sql/statements',
    '/api/2.0/sql/statements/7/cancel',
  ]);
});

test('a token that is not known is told as such', async () => {
  await warehouse(() => rows(['x']), {
    before: () => ({ status: 403, body: { error_code: '403', message: 'Invalid access token.' } }),
  });
  await expect(house.session.ping(new AbortController().signal)).rejects.toMatchObject({
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
  });
});

test.each([
  ['databricks://token:t@h:443', /http_path is missing/],
  ['databricks://token:t@h:443?http_path=sql/protocolv1/o/1/cluster', /no SQL warehouse/],
  ['databricks://h:443?http_path=/sql/1.0/warehouses/w', /token is missing/],
])('settings that cannot be used are named: %s', (uri, message) => {
  expect(() => databricks.open({ uri, extra: {}, home: '' })).toThrow(message);
});

test('a statement may begin with its table', async () => {
  await warehouse(() => rows(['x']));
  expect(await ask('FROM t SELECT a')).toEqual([['x']]);
});

test('catalogs, schemas, tables and columns', async () => {
  await warehouse((sql) => {
    if (sql === 'SHOW CATALOGS') return rows(['main'], ['hive_metastore']);
    if (sql === 'SHOW SCHEMAS IN `main`') return rows(['web'], ['information_schema']);
    if (sql === 'SHOW TABLES IN `main`.`web`') return rows(['web', 't', 'false'], ['web', 'v', 'false']);
    if (sql === 'SHOW VIEWS IN `main`.`web`') return rows(['web', 'v', 'false']);
    if (sql === 'DESCRIBE TABLE `main`.`web`.`t`')
      return rows(
        ['id', 'bigint', 'the key'],
        ['day', 'date', null],
        ['# Partition Information', '', ''],
        ['# col_name', 'data_type', 'comment'],
        ['day', 'date', null],
      );
    return { error: '[TABLE_OR_VIEW_NOT_FOUND] The table or view `main`.`web`.`gone` cannot be found.' };
  });
  expect(await house.session.catalogs()).toEqual(['hive_metastore', 'main']);
  expect(await house.session.schemas()).toEqual(['web']);
  expect(await house.session.defaultSchema()).toBe('web');
  expect(await house.session.relations('web')).toEqual([
    { name: 't', type: 'table' },
    { name: 'v', type: 'view' },
  ]);
  expect((await house.session.describe({ table: 't' })).columns).toEqual([
    { name: 'id', nativeType: 'BIGINT', nullable: true, default: null, comment: 'the key' },
    { name: 'day', nativeType: 'DATE', nullable: true, default: null, comment: null },
  ]);
  await expect(house.session.describe({ table: 'gone' })).rejects.toMatchObject({
    error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    status: 404,
  });
});
