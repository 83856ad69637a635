import { Decimal } from '@chartroom/query';
import { afterEach, describe, expect, test } from 'vitest';
import type { RunOptions, Session } from '../engine.ts';
import { type DoubleAnswer, type DoubleRequest, type ProtocolDouble, startDouble } from '../protocol-double.ts';
import { readRows } from '../read-rows.ts';
import { databricks } from './index.ts';

type Column = [name: string, type_name: string, type_text?: string];
/** What a statement leads to: its columns and chunks of rows, a refusal, or the state that it stays in. */
type Script = (sql: string) => { columns: Column[]; chunks: (string | null)[][][] } | { error: string } | { state: string };

let double: ProtocolDouble;
let session: Session;
const bodyOf = (request: DoubleRequest | undefined): Record<string, unknown> => JSON.parse(request?.body.toString() || '{}');
const asked = (part: RegExp) => double.requests.filter(({ method, path }) => part.test(`${method} ${path}`));

const URI = (port: number) =>
  `databricks://token:se%2Fcret@127.0.0.1:${port}?http_path=/sql/1.0/warehouses/w-1&catalog=main&schema=web&http_scheme=http`;

/** The statement interface: every statement waits a moment, then has chunks behind links into a store. */
async function warehouse(
  script: Script,
  { link = (path: string) => `${double.origin}${path}`, before = (_: DoubleRequest): DoubleAnswer | undefined => undefined } = {},
): Promise<void> {
  const statements: string[] = [];
  double = await startDouble((request) => {
    const early = before(request);
    if (early) return early;
    const { pathname } = new URL(request.path, 'http://double');
    if (request.method === 'POST' && pathname === '/api/2.0/sql/statements') {
      statements.push(String(bodyOf(request).statement));
      return { body: { statement_id: String(statements.length - 1), status: { state: 'PENDING' } } };
    }
    const [, area, id = '', chunk = '0'] = /(store|statements)\/(\d+)(?:\/(?:result\/chunks\/)?(\d+))?/.exec(pathname) ?? [];
    if (pathname.endsWith('/cancel')) return { body: {} };
    const outcome = script(statements[Number(id)] ?? '');
    if ('error' in outcome) return { body: { statement_id: id, status: { state: 'FAILED', error: { message: outcome.error } } } };
    if ('state' in outcome) return { body: { statement_id: id, status: { state: outcome.state } } };
    if (area === 'store') return { body: outcome.chunks[Number(chunk)] };
    const next =
      Number(chunk) + 1 < outcome.chunks.length
        ? { next_chunk_internal_link: `/api/2.0/sql/statements/${id}/result/chunks/${Number(chunk) + 1}` }
        : {};
    const result = outcome.chunks.length > 0 ? { external_links: [{ external_link: link(`/store/${id}/${chunk}`), ...next }] } : {};
    if (pathname.includes('/chunks/')) return { body: result };
    const columns = outcome.columns.map(([name, type_name, type_text = type_name], position) => ({ name, type_name, type_text, position }));
    return { body: { statement_id: id, status: { state: 'SUCCEEDED' }, manifest: { schema: { columns } }, result } };
  });
  session = databricks.open({ uri: URI(double.port), extra: {}, home: '' });
}

const rows = (...data: (string | null)[][]) => ({
  columns: (data[0] ?? ['']).map((_, index): Column => [`c${index}`, 'STRING']),
  chunks: data.length > 0 ? [data] : [],
});

afterEach(async () => {
  await session.close();
  await double.close();
});

const reading = (options: Partial<RunOptions> = {}): RunOptions => ({
  signal: new AbortController().signal,
  timeoutMs: 10_000,
  readOnly: true,
  ...options,
});
const ask = async (sql: string, options: Partial<RunOptions> = {}) => readRows(await session.run(sql, reading(options)));

test('every kind of value comes exactly', async () => {
  const columns: Column[] = [
    ['i', 'INT'],
    ['l', 'LONG', 'BIGINT'],
    ['d', 'DECIMAL', 'DECIMAL(38,2)'],
    ['f', 'DOUBLE'],
    ['n', 'FLOAT'],
    ['s', 'STRING'],
    ['z', 'STRING'],
    ['b', 'BOOLEAN'],
    ['day', 'DATE'],
    ['ts', 'TIMESTAMP'],
    ['ntz', 'TIMESTAMP_NTZ'],
    ['a', 'ARRAY', 'ARRAY<BIGINT>'],
    ['m', 'STRUCT', 'STRUCT<a: INT>'],
    ['y', 'BINARY'],
    ['iv', 'INTERVAL', 'INTERVAL DAY TO SECOND'],
    ['y', 'SHORT', 'SMALLINT'],
  ];
  const cells = [
    '1',
    '9007199254740993',
    '12345678901234567890.12',
    '1.5',
    'NaN',
    "é🙂'x",
    null,
    'true',
    '2024-02-29',
    '2024-02-29T13:14:15.123456Z',
    '2024-02-29T13:14:15.123456',
    '[9007199254740993,null]',
    '{"a":1}',
    'QQ==',
    '1 02:00:00.000000000',
    '2',
  ];
  await warehouse(() => ({ columns, chunks: [[cells]] }));
  const result = await session.run('SELECT everything', reading());
  expect(result.columns.map(({ kind }) => kind)).toEqual(
    'int int decimal float float string string bool date timestamp timestamp json json bytes string int'.split(' '),
  );
  expect(result.columns[1]?.nativeType).toBe('BIGINT');
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
    '[9007199254740993,null]',
    '{"a":1}',
    'A',
    '1 02:00:00.000000000',
    2,
  ]);
});

test('a statement runs in its place; the token goes to the service and not to the store', async () => {
  await warehouse(() => rows(['x']));
  expect(await ask('SELECT 1', { catalog: 'other', schema: 'sales' })).toEqual([['x']]);
  expect(bodyOf(double.requests[0])).toMatchObject({ warehouse_id: 'w-1', statement: 'SELECT 1', catalog: 'other', schema: 'sales' });
  expect(double.requests[0]?.headers.authorization).toBe('Bearer se/cret');
  expect(asked(/store/)[0]?.headers.authorization).toBeUndefined();
});

test('rows in a place that is not encrypted are not fetched', async () => {
  await warehouse(() => rows(['x']), { link: () => 'http://169.254.169.254/latest/meta-data/' });
  await expect(ask('SELECT 1')).rejects.toThrow(/not encrypted/);
});

describe('streaming', () => {
  const chunks = Array.from({ length: 20 }, (_, chunk) => Array.from({ length: 100 }, (_row, index) => [String(chunk * 100 + index)]));
  const numbers: Script = () => ({ columns: [['n', 'LONG', 'BIGINT']], chunks });

  test('chunks are fetched as they are read', async () => {
    await warehouse(numbers);
    const result = await session.run('SELECT n', reading());
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

  test('no rows have columns all the same', async () => {
    await warehouse(() => ({ columns: [['a', 'STRING']], chunks: [] }));
    const result = await session.run('SELECT a', reading());
    expect(result.columns.map(({ name }) => name)).toEqual(['a']);
    expect(await readRows(result)).toEqual([]);
  });
});

describe('stopping', () => {
  test('a signal ends the statement in the engine', async () => {
    await warehouse(() => ({ state: 'RUNNING' }));
    const abort = new AbortController();
    const reason = new Error('the reader left');
    setTimeout(() => abort.abort(reason), 300);
    await expect(ask('SELECT long', { signal: abort.signal })).rejects.toBe(reason);
    expect(asked(/POST .*\/cancel/).map(({ path }) => path)).toEqual(['/api/2.0/sql/statements/0/cancel']);
  });

  test('a statement that takes too long ends with a timeout', async () => {
    await warehouse(() => ({ state: 'RUNNING' }));
    await expect(ask('SELECT long', { timeoutMs: 300 })).rejects.toMatchObject({ error_type: 'BACKEND_TIMEOUT_ERROR', status: 408 });
    expect(asked(/POST .*\/cancel/)).toHaveLength(1);
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
    expect(double.requests.map(({ path }) => path)).toEqual(['/api/2.0/sql/statements', '/api/2.0/sql/statements/7/cancel']);
  });
});

describe('errors', () => {
  test.each([
    ["[PARSE_SYNTAX_ERROR] Syntax error at or near 'SELEC'. SQLSTATE: 42601 (line 1, pos 0)", 'SYNTAX_ERROR'],
    [
      '[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name `nope` cannot be resolved. SQLSTATE: 42703; line 1 pos 0',
      'COLUMN_DOES_NOT_EXIST_ERROR',
    ],
    ['[TABLE_OR_VIEW_NOT_FOUND] The table or view `nope` cannot be found. SQLSTATE: 42P01; line 1 pos 0', 'TABLE_DOES_NOT_EXIST_ERROR'],
  ])('%s', async (error, error_type) => {
    await warehouse(() => ({ error }));
    await expect(ask('SELECT 1')).rejects.toMatchObject({
      error_type,
      status: 400,
      extra: { engine_name: 'Databricks', line: 1, column: 1 },
    });
  });

  test('of the token and of the network', async () => {
    await warehouse(() => rows(['x']), { before: () => ({ status: 403, body: { error_code: '403', message: 'Invalid access token.' } }) });
    await expect(session.ping(new AbortController().signal)).rejects.toMatchObject({ error_type: 'CONNECTION_ACCESS_DENIED_ERROR' });
    const nobody = databricks.open({ uri: URI(1), extra: {}, home: '' });
    await expect(nobody.ping(new AbortController().signal)).rejects.toMatchObject({ error_type: 'CONNECTION_PORT_CLOSED_ERROR' });
  });

  test.each([
    ['databricks://token:t@h:443', /http_path is missing/],
    ['databricks://token:t@h:443?http_path=sql/protocolv1/o/1/cluster', /no SQL warehouse/],
    ['databricks://h:443?http_path=/sql/1.0/warehouses/w', /token is missing/],
  ])('of settings: %s', async (uri, message) => {
    await warehouse(() => rows(['x']));
    expect(() => databricks.open({ uri, extra: {}, home: '' })).toThrow(message);
  });

  test('writing and unread texts are refused while only reading is allowed', async () => {
    await warehouse(() => rows(['x']));
    for (const sql of [
      'DELETE FROM t',
      'FROM t INSERT INTO u SELECT *',
      'WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a',
      "SELECT r'\\', secret FROM t -- '",
      'SELECT 1; SELECT 2',
    ])
      await expect(ask(sql)).rejects.toMatchObject({ status: 400 });
    expect(double.requests).toEqual([]);
    expect(await ask('FROM t SELECT a')).toEqual([['x']]);
  });
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
  expect(await session.catalogs()).toEqual(['hive_metastore', 'main']);
  expect(await session.schemas()).toEqual(['web']);
  expect(await session.defaultSchema()).toBe('web');
  expect(await session.relations('web')).toEqual([
    { name: 't', type: 'table' },
    { name: 'v', type: 'view' },
  ]);
  expect((await session.describe({ table: 't' })).columns).toEqual([
    { name: 'id', nativeType: 'BIGINT', nullable: true, default: null, comment: 'the key' },
    { name: 'day', nativeType: 'DATE', nullable: true, default: null, comment: null },
  ]);
  await expect(session.describe({ table: 'gone' })).rejects.toMatchObject({ error_type: 'TABLE_DOES_NOT_EXIST_ERROR', status: 404 });
});
