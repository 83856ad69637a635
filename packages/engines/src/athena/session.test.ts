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
import { athena } from './index.ts';

const house = serviceHouse();
const { ask } = house;

const actionOf = (request: DoubleRequest) => String(request.headers['x-amz-target']).split('.')[1] ?? '';
/** Requests of an action. */
const acted = (action: string) => house.double.requests.filter((request) => actionOf(request) === action);
const refusal = (type: string, message: string, status = 400): DoubleAnswer => ({
  status,
  body: { __type: type, Message: message },
});

type Play = (
  action: string,
  body: Record<string, unknown>,
) => DoubleAnswer | Record<string, unknown> | undefined;

/** The JSON interface of the service: statements succeed at once unless `play` answers otherwise. */
async function service(play: Play, query = ''): Promise<void> {
  const answerTo = (request: DoubleRequest): DoubleAnswer => {
    const answer = play(actionOf(request), bodyOf(request));
    if (answer && ('status' in answer || 'body' in answer || 'delayMs' in answer)) return answer;
    if (answer) return { body: answer };
    if (actionOf(request) === 'StartQueryExecution') return { body: { QueryExecutionId: 'e-1' } };
    if (actionOf(request) === 'GetQueryExecution')
      return { body: { QueryExecution: { StatementType: 'DML', Status: { State: 'SUCCEEDED' } } } };
    return { body: {} };
  };
  await house.begin(answerTo, athena, ({ origin }) => ({
    uri: `awsathena+rest://AKIA:se%2Fcret@athena.eu-west-1.amazonaws.com/web?s3_staging_dir=s3://out/&work_group=team&endpoint_url=${encodeURIComponent(origin)}${query}`,
    extra: {},
  }));
}

function results(
  columns: [name: string, type: string][],
  rows: (string | null)[][],
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const ColumnInfo = columns.map(([Name, Type]) => ({ Name, Label: Name, Type }));
  const Rows = rows.map((row) => ({
    Data: row.map((value) => (value === null ? {} : { VarCharValue: value })),
  }));
  return { ResultSet: { ResultSetMetadata: { ColumnInfo }, Rows }, ...more };
}
const answering =
  (columns: [string, string][], ...rows: (string | null)[][]): Play =>
  (action) =>
    action === 'GetQueryResults' ? results(columns, [columns.map(([name]) => name), ...rows]) : undefined;

const SAMPLES: readonly Sample<[string, string], string | null>[] = [
  [['i', 'integer'], '1', SEEN.int],
  [['l', 'bigint'], '9007199254740993', SEEN.big],
  [['d', 'decimal'], '12345678901234567890.12', SEEN.decimal],
  [['f', 'double'], '1.5', SEEN.float],
  [['n', 'double'], '-Infinity', SEEN.lowest],
  [['s', 'varchar'], "é🙂'x", SEEN.text],
  [['e', 'varchar'], '', ['string', '']],
  [['z', 'varchar'], null, SEEN.none],
  [['b', 'boolean'], 'true', SEEN.bool],
  [['day', 'date'], '2024-02-29', SEEN.day],
  [['ts', 'timestamp'], '2024-02-29 13:14:15.123', SEEN.rounded],
  [['tz', 'timestamp with time zone'], '2024-02-29 15:14:15.123 Europe/Kyiv', SEEN.rounded],
  [['t', 'time'], '13:14:15.000', ['time', '13:14:15']],
  [['a', 'array'], '[a, null, b]', ['string', '[a, null, b]']],
  [['j', 'json'], '{"a":1}', ['json', '{"a":1}']],
  [['y', 'varbinary'], '41 c3 a9', ['bytes', 'Aé']],
  [['y', 'bigint'], '2', ['int', 2]],
];
everyKind(SAMPLES, async (columns, cells) => {
  await service(answering(columns, cells));
  return house.session.run('SELECT everything', reading());
});

const failing = (StateChangeReason: string): Promise<void> =>
  service((action) =>
    action === 'GetQueryExecution'
      ? { QueryExecution: { Status: { State: 'FAILED', StateChangeReason } } }
      : undefined,
  );

serviceCases({
  engine: athena,
  house,
  slow: () =>
    service((action) =>
      action === 'GetQueryExecution' ? { QueryExecution: { Status: { State: 'RUNNING' } } } : undefined,
    ),
  ended: () => acted('StopQueryExecution'),
  async empty() {
    await service(answering([['a', 'varchar']]));
    return 'a';
  },
  refuse: failing,
  told: [
    ["SYNTAX_ERROR: line 1:15: mismatched input 'fromm'. Expecting: ", 'SYNTAX_ERROR'],
    ["COLUMN_NOT_FOUND: line 1:8: Column 'nope' cannot be resolved", 'COLUMN_DOES_NOT_EXIST_ERROR'],
    [
      "TABLE_NOT_FOUND: line 1:15: Table 'awsdatacatalog.web.nope' does not exist",
      'TABLE_DOES_NOT_EXIST_ERROR',
    ],
    ['DIVISION_BY_ZERO: Division by zero', 'GENERIC_DB_ENGINE_ERROR'],
  ],
  placed: "SYNTAX_ERROR: line 2:8: mismatched input 'x'",
  refused: [
    'INSERT INTO t SELECT 1',
    'DROP TABLE `t`',
    "UNLOAD (SELECT 1) TO 's3://x' WITH (format = 'CSV')",
    'MSCK REPAIR TABLE t',
  ],
  nobody: {
    uri: 'awsathena+rest://a:b@h/web?region_name=x&endpoint_url=http%3A%2F%2F127.0.0.1%3A1',
    extra: {},
  },
});

test('a statement runs in its place, signed with the keys of the address', async () => {
  await service(answering([['a', 'varchar']], ['x']));
  expect(await ask('SELECT 1', { schema: 'sales' })).toEqual([['x']]);
  expect(bodyOf(acted('StartQueryExecution')[0])).toMatchObject({
    QueryString: 'SELECT 1',
    QueryExecutionContext: { Catalog: 'AwsDataCatalog', Database: 'sales' },
    WorkGroup: 'team',
    ResultConfiguration: { OutputLocation: 's3://out/' },
  });
  expect(house.double.requests[0]?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIA\/\d+\/eu-west-1\/athena\//,
  );
});

test('what is no query has no row of names', async () => {
  await service((action) => {
    if (action === 'GetQueryExecution')
      return { QueryExecution: { StatementType: 'UTILITY', Status: { State: 'SUCCEEDED' } } };
    return action === 'GetQueryResults'
      ? results([['tab_name', 'string']], [['tab_name'], ['t']])
      : undefined;
  });
  expect(await ask('SHOW TABLES')).toEqual([['tab_name'], ['t']]);
});

describe('streaming', () => {
  const pages: Play = (action, body) => {
    if (action !== 'GetQueryResults') return undefined;
    const page = Number(body.NextToken ?? 0);
    const rows = Array.from({ length: 100 }, (_, index) => [String(page * 100 + index)]);
    return results(
      [['n', 'bigint']],
      page === 0 ? [['n'], ...rows] : rows,
      page < 19 ? { NextToken: String(page + 1) } : {},
    );
  };

  test('pages are asked for as they are read', async () => {
    await service(pages);
    const result = await house.session.run('SELECT n', reading());
    expect(acted('GetQueryResults')).toHaveLength(1);
    let count = 0;
    for await (const batch of result.batches) count += batch.length;
    expect(count).toBe(2_000);
    expect(acted('GetQueryResults')).toHaveLength(20);
    expect(acted('StopQueryExecution')).toEqual([]);
  });

  test('rows enough and leaving early end it', async () => {
    await service(pages);
    expect(await ask('SELECT n', { maxRows: 150 })).toHaveLength(150);
    for await (const _ of (await house.session.run('SELECT n', reading())).batches) break;
    expect(acted('StopQueryExecution').map(bodyOf)).toEqual([
      { QueryExecutionId: 'e-1' },
      { QueryExecutionId: 'e-1' },
    ]);
  });
});

test('a signal during the start ends what that one began', async () => {
  await service((action) =>
    action === 'StartQueryExecution' ? { delayMs: 500, body: { QueryExecutionId: 'late' } } : undefined,
  );
  const abort = new AbortController();
  setTimeout(() => abort.abort(new Error('gone')), 200);
  await expect(ask('SELECT 1', { signal: abort.signal })).rejects.toThrow('gone');
  expect(acted('StopQueryExecution').map(bodyOf)).toEqual([{ QueryExecutionId: 'late' }]);
});

test('keys that are not known are told as such', async () => {
  await service(() =>
    refusal('UnrecognizedClientException', 'The security token included in the request is invalid.'),
  );
  await expect(house.session.ping(new AbortController().signal)).rejects.toMatchObject({
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
  });
});

test('settings that cannot be used are named', () => {
  expect(() => athena.open({ uri: 'awsathena+rest://a:b@somewhere/web', extra: {}, home: '' })).toThrow(
    /region/,
  );
  expect(() =>
    athena.open({ uri: 'awsathena+rest://a@athena.eu-west-1.amazonaws.com/web', extra: {}, home: '' }),
  ).toThrow(/secret key/);
});

test('databases, tables and columns', async () => {
  await service((action, body) => {
    if (action === 'ListDatabases')
      return body.NextToken
        ? { DatabaseList: [{ Name: 'a' }] }
        : { DatabaseList: [{ Name: 'web' }], NextToken: 'n' };
    if (action === 'ListTableMetadata')
      return {
        TableMetadataList: [
          { Name: 'v', TableType: 'VIRTUAL_VIEW' },
          { Name: 't', TableType: 'EXTERNAL_TABLE' },
        ],
      };
    if (action !== 'GetTableMetadata') return undefined;
    if (body.TableName !== 't')
      return refusal('MetadataException', 'EntityNotFoundException: Entity Not Found');
    return {
      TableMetadata: {
        Name: 't',
        Columns: [{ Name: 'id', Type: 'bigint', Comment: 'the key' }],
        PartitionKeys: [{ Name: 'day', Type: 'date' }],
      },
    };
  });
  expect(await house.session.schemas()).toEqual(['a', 'web']);
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
