import { Decimal } from '@chartroom/query';
import { afterEach, describe, expect, test } from 'vitest';
import type { RunOptions, Session } from '../engine.ts';
import { type DoubleAnswer, type DoubleRequest, type ProtocolDouble, startDouble } from '../protocol-double.ts';
import { readRows } from '../read-rows.ts';
import { athena } from './index.ts';

let double: ProtocolDouble;
let session: Session;

const actionOf = (request: DoubleRequest) => String(request.headers['x-amz-target']).split('.')[1] ?? '';
const bodyOf = (request: DoubleRequest | undefined): Record<string, unknown> => JSON.parse(request?.body.toString() || '{}');
const asked = (action: string) => double.requests.filter((request) => actionOf(request) === action);
const refusal = (type: string, message: string, status = 400): DoubleAnswer => ({ status, body: { __type: type, Message: message } });

type Play = (action: string, body: Record<string, unknown>) => DoubleAnswer | Record<string, unknown> | undefined;

/** The JSON interface of the service: statements succeed at once unless `play` answers otherwise. */
async function service(play: Play, query = ''): Promise<Session> {
  double = await startDouble((request) => {
    const answer = play(actionOf(request), bodyOf(request));
    if (answer && ('status' in answer || 'body' in answer || 'delayMs' in answer)) return answer;
    if (answer) return { body: answer };
    if (actionOf(request) === 'StartQueryExecution') return { body: { QueryExecutionId: 'e-1' } };
    if (actionOf(request) === 'GetQueryExecution')
      return { body: { QueryExecution: { StatementType: 'DML', Status: { State: 'SUCCEEDED' } } } };
    return { body: {} };
  });
  const endpoint = encodeURIComponent(double.origin);
  session = athena.open({
    uri: `awsathena+rest://AKIA:se%2Fcret@athena.eu-west-1.amazonaws.com/web?s3_staging_dir=s3://out/&work_group=team&endpoint_url=${endpoint}${query}`,
    extra: {},
    home: '',
  });
  return session;
}

function results(
  columns: [name: string, type: string][],
  rows: (string | null)[][],
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const ColumnInfo = columns.map(([Name, Type]) => ({ Name, Label: Name, Type }));
  const Rows = rows.map((row) => ({ Data: row.map((value) => (value === null ? {} : { VarCharValue: value })) }));
  return { ResultSet: { ResultSetMetadata: { ColumnInfo }, Rows }, ...more };
}
const answering =
  (columns: [string, string][], ...rows: (string | null)[][]): Play =>
  (action) =>
    action === 'GetQueryResults' ? results(columns, [columns.map(([name]) => name), ...rows]) : undefined;

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
  const columns: [string, string][] = [
    ['i', 'integer'],
    ['l', 'bigint'],
    ['d', 'decimal'],
    ['f', 'double'],
    ['n', 'double'],
    ['s', 'varchar'],
    ['e', 'varchar'],
    ['z', 'varchar'],
    ['b', 'boolean'],
    ['day', 'date'],
    ['ts', 'timestamp'],
    ['tz', 'timestamp with time zone'],
    ['t', 'time'],
    ['a', 'array'],
    ['j', 'json'],
    ['y', 'varbinary'],
    ['y', 'bigint'],
  ];
  const cells = [
    '1',
    '9007199254740993',
    '12345678901234567890.12',
    '1.5',
    '-Infinity',
    "é🙂'x",
    '',
    null,
    'true',
    '2024-02-29',
    '2024-02-29 13:14:15.123',
    '2024-02-29 15:14:15.123 Europe/Kyiv',
    '13:14:15.000',
    '[a, null, b]',
    '{"a":1}',
    '41 c3 a9',
    '2',
  ];
  await service(answering(columns, cells));
  const result = await session.run('SELECT everything', reading());
  expect(result.columns.map(({ kind }) => kind)).toEqual(
    'int int decimal float float string string string bool date timestamp timestamp time string json bytes int'.split(' '),
  );
  expect((await readRows(result))[0]).toEqual([
    1,
    9007199254740993n,
    new Decimal('12345678901234567890.12'),
    1.5,
    Number.NEGATIVE_INFINITY,
    "é🙂'x",
    '',
    null,
    true,
    Date.UTC(2024, 1, 29),
    Date.UTC(2024, 1, 29, 13, 14, 15, 123),
    Date.UTC(2024, 1, 29, 13, 14, 15, 123),
    '13:14:15',
    '[a, null, b]',
    '{"a":1}',
    'Aé',
    2,
  ]);
});

test('a statement runs in its place, signed with the keys of the address', async () => {
  await service(answering([['a', 'varchar']], ['x']));
  expect(await ask('SELECT 1', { schema: 'sales' })).toEqual([['x']]);
  expect(bodyOf(asked('StartQueryExecution')[0])).toMatchObject({
    QueryString: 'SELECT 1',
    QueryExecutionContext: { Catalog: 'AwsDataCatalog', Database: 'sales' },
    WorkGroup: 'team',
    ResultConfiguration: { OutputLocation: 's3://out/' },
  });
  expect(double.requests[0]?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIA\/\d+\/eu-west-1\/athena\//);
});

test('what is no query has no row of names', async () => {
  await service((action) => {
    if (action === 'GetQueryExecution') return { QueryExecution: { StatementType: 'UTILITY', Status: { State: 'SUCCEEDED' } } };
    return action === 'GetQueryResults' ? results([['tab_name', 'string']], [['tab_name'], ['t']]) : undefined;
  });
  expect(await ask('SHOW TABLES')).toEqual([['tab_name'], ['t']]);
});

describe('streaming', () => {
  const pages: Play = (action, body) => {
    if (action !== 'GetQueryResults') return undefined;
    const page = Number(body.NextToken ?? 0);
    const rows = Array.from({ length: 100 }, (_, index) => [String(page * 100 + index)]);
    return results([['n', 'bigint']], page === 0 ? [['n'], ...rows] : rows, page < 19 ? { NextToken: String(page + 1) } : {});
  };

  test('pages are asked for as they are read', async () => {
    await service(pages);
    const result = await session.run('SELECT n', reading());
    expect(asked('GetQueryResults')).toHaveLength(1);
    let count = 0;
    for await (const batch of result.batches) count += batch.length;
    expect(count).toBe(2_000);
    expect(asked('GetQueryResults')).toHaveLength(20);
    expect(asked('StopQueryExecution')).toEqual([]);
  });

  test('rows enough and leaving early end it', async () => {
    await service(pages);
    expect(await ask('SELECT n', { maxRows: 150 })).toHaveLength(150);
    for await (const _ of (await session.run('SELECT n', reading())).batches) break;
    expect(asked('StopQueryExecution').map(bodyOf)).toEqual([{ QueryExecutionId: 'e-1' }, { QueryExecutionId: 'e-1' }]);
  });

  test('no rows have columns all the same', async () => {
    await service(answering([['a', 'varchar']]));
    const result = await session.run('SELECT a', reading());
    expect(result.columns.map(({ name }) => name)).toEqual(['a']);
    expect(await readRows(result)).toEqual([]);
  });
});

describe('stopping', () => {
  const slow: Play = (action) => (action === 'GetQueryExecution' ? { QueryExecution: { Status: { State: 'RUNNING' } } } : undefined);

  test('a signal ends the execution', async () => {
    await service(slow);
    const abort = new AbortController();
    const reason = new Error('the reader left');
    setTimeout(() => abort.abort(reason), 400);
    await expect(ask('SELECT long', { signal: abort.signal })).rejects.toBe(reason);
    expect(asked('StopQueryExecution').map(bodyOf)).toEqual([{ QueryExecutionId: 'e-1' }]);
    expect(asked('GetQueryExecution').length).toBeGreaterThan(1);
  });

  test('an execution that takes too long ends with a timeout', async () => {
    await service(slow);
    await expect(ask('SELECT long', { timeoutMs: 400 })).rejects.toMatchObject({ error_type: 'BACKEND_TIMEOUT_ERROR', status: 408 });
    expect(asked('StopQueryExecution')).toHaveLength(1);
  });

  test('a signal during the start ends what that one began', async () => {
    await service((action) => (action === 'StartQueryExecution' ? { delayMs: 500, body: { QueryExecutionId: 'late' } } : undefined));
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('gone')), 200);
    await expect(ask('SELECT 1', { signal: abort.signal })).rejects.toThrow('gone');
    expect(asked('StopQueryExecution').map(bodyOf)).toEqual([{ QueryExecutionId: 'late' }]);
  });
});

describe('errors', () => {
  test.each([
    ["SYNTAX_ERROR: line 1:15: mismatched input 'fromm'. Expecting: ", 'SYNTAX_ERROR'],
    ["COLUMN_NOT_FOUND: line 1:8: Column 'nope' cannot be resolved", 'COLUMN_DOES_NOT_EXIST_ERROR'],
    ["TABLE_NOT_FOUND: line 1:15: Table 'awsdatacatalog.web.nope' does not exist", 'TABLE_DOES_NOT_EXIST_ERROR'],
    ['DIVISION_BY_ZERO: Division by zero', 'GENERIC_DB_ENGINE_ERROR'],
  ])('%s', async (StateChangeReason, error_type) => {
    await service((action) =>
      action === 'GetQueryExecution' ? { QueryExecution: { Status: { State: 'FAILED', StateChangeReason } } } : undefined,
    );
    await expect(ask('SELECT 1')).rejects.toMatchObject({ error_type, status: 400, extra: { engine_name: 'Amazon Athena' } });
  });

  test('tell where', async () => {
    const StateChangeReason = "SYNTAX_ERROR: line 2:8: mismatched input 'x'";
    await service((action) =>
      action === 'GetQueryExecution' ? { QueryExecution: { Status: { State: 'FAILED', StateChangeReason } } } : undefined,
    );
    await expect(ask('SELECT 1')).rejects.toMatchObject({ extra: { line: 2, column: 8 } });
  });

  test('of keys and of the network', async () => {
    await service(() => refusal('UnrecognizedClientException', 'The security token included in the request is invalid.'));
    await expect(session.ping(new AbortController().signal)).rejects.toMatchObject({ error_type: 'CONNECTION_ACCESS_DENIED_ERROR' });
    const nobody = athena.open({
      uri: 'awsathena+rest://a:b@h/web?region_name=x&endpoint_url=http%3A%2F%2F127.0.0.1%3A1',
      extra: {},
      home: '',
    });
    await expect(nobody.ping(new AbortController().signal)).rejects.toMatchObject({ error_type: 'CONNECTION_PORT_CLOSED_ERROR' });
    await nobody.close();
  });

  test('of settings', async () => {
    await service(() => undefined);
    expect(() => athena.open({ uri: 'awsathena+rest://a:b@somewhere/web', extra: {}, home: '' })).toThrow(/region/);
    expect(() => athena.open({ uri: 'awsathena+rest://a@athena.eu-west-1.amazonaws.com/web', extra: {}, home: '' })).toThrow(/secret key/);
  });

  test('writing is refused while only reading is allowed', async () => {
    await service(() => undefined);
    for (const sql of [
      'INSERT INTO t SELECT 1',
      'DROP TABLE `t`',
      "UNLOAD (SELECT 1) TO 's3://x' WITH (format = 'CSV')",
      'MSCK REPAIR TABLE t',
      'SELECT 1; SELECT 2',
    ])
      await expect(ask(sql)).rejects.toMatchObject({ status: 400 });
    expect(double.requests).toEqual([]);
  });
});

test('databases, tables and columns', async () => {
  await service((action, body) => {
    if (action === 'ListDatabases')
      return body.NextToken ? { DatabaseList: [{ Name: 'a' }] } : { DatabaseList: [{ Name: 'web' }], NextToken: 'n' };
    if (action === 'ListTableMetadata')
      return {
        TableMetadataList: [
          { Name: 'v', TableType: 'VIRTUAL_VIEW' },
          { Name: 't', TableType: 'EXTERNAL_TABLE' },
        ],
      };
    if (action !== 'GetTableMetadata') return undefined;
    if (body.TableName !== 't') return refusal('MetadataException', 'EntityNotFoundException: Entity Not Found');
    return {
      TableMetadata: {
        Name: 't',
        Columns: [{ Name: 'id', Type: 'bigint', Comment: 'the key' }],
        PartitionKeys: [{ Name: 'day', Type: 'date' }],
      },
    };
  });
  expect(await session.schemas()).toEqual(['a', 'web']);
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
