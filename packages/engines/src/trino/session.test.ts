import { describe, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { type DoubleAnswer, type DoubleRequest, startDouble } from '../testing/protocol-double.ts';
import { reading } from '../testing/reading.ts';
import { everyKind, type Sample, SEEN, serviceCases, serviceHouse } from '../testing/service-cases.ts';
import { presto, trino } from './index.ts';

/** Answers of a coordinator to one statement: its pages, one after another; a function makes one when it is asked for. */
type Script = (sql: string) => (Record<string, unknown> | string | DoubleAnswer)[];

const column = (name: string, type: string, typeSignature: unknown = { rawType: type }) => ({
  name,
  type,
  typeSignature,
});
const rows = (names: string[], ...data: unknown[][]) => [
  { columns: names.map((name) => column(name, 'varchar')), data },
];

const house = serviceHouse();
const { ask } = house;
const deleted: string[] = [];

/** The statement protocol: a queue page first, then the script's pages, each behind a `nextUri`. */
async function coordinator(
  script: Script,
  { query = '', secrets = {}, engine = trino as Engine, extra = {} } = {},
): Promise<void> {
  deleted.length = 0;
  const statements: ReturnType<Script>[] = [];
  const answerTo = (request: DoubleRequest): DoubleAnswer => {
    if (request.method === 'POST') {
      statements.push(script(request.body.toString()));
      return {
        body: {
          id: `q${statements.length}`,
          nextUri: `http://elsewhere.example/v1/statement/${statements.length - 1}/0?slug=x`,
        },
      };
    }
    const [, statement = '', number = ''] = /statement\/(\d+)\/(\d+)/.exec(request.path) ?? [];
    if (request.method === 'DELETE') {
      deleted.push(request.path);
      return { status: 204 };
    }
    const pages = statements[Number(statement)] ?? [];
    const page = pages[Number(number)];
    if (typeof page === 'object' && ('status' in page || 'drop' in page || 'delayMs' in page)) return page;
    const next =
      Number(number) + 1 < pages.length
        ? { nextUri: `${house.double.origin}/v1/statement/${statement}/${Number(number) + 1}` }
        : {};
    if (typeof page === 'string') return { body: page, headers: { 'content-type': 'application/json' } };
    return { body: { id: `q${statement}`, ...next, ...page } };
  };
  await house.begin(answerTo, engine, ({ port }) => ({
    uri: `${engine.id}://ann@127.0.0.1:${port}/hive/web${query}`,
    extra,
    secrets,
  }));
}

const named = (name: string, typeSignature: unknown) => ({
  kind: 'NAMED_TYPE',
  value: { fieldName: { name }, typeSignature },
});
const typed = (rawType: string) => ({ kind: 'TYPE', value: { rawType } });
const ROW = {
  rawType: 'row',
  arguments: [named('a', { rawType: 'bigint' }), named('b', { rawType: 'decimal' })],
};

/** Cells as their JSON text, which holds more digits than a number here. */
const SAMPLES: readonly Sample<ReturnType<typeof column>, string>[] = [
  [column('i', 'integer'), '1', SEEN.int],
  [column('l', 'bigint'), '9007199254740993', SEEN.big],
  [column('d', 'decimal(38, 2)'), '"12345678901234567890.12"', SEEN.decimal],
  [column('f', 'double'), '1.5', SEEN.float],
  [column('n', 'double'), '"NaN"', SEEN.nan],
  [column('p', 'real'), '"-Infinity"', SEEN.lowest],
  [column('t', 'varchar(10)'), '"é🙂\'x"', SEEN.text],
  [column('x', 'varchar'), 'null', SEEN.none],
  [column('b', 'boolean'), 'true', SEEN.bool],
  [column('day', 'date'), '"2024-02-29"', SEEN.day],
  [column('ts', 'timestamp(6)'), '"2024-02-29 13:14:15.123456"', SEEN.moment],
  [column('tz', 'timestamp(3) with time zone'), '"2024-02-29 15:14:15.123 +02:00"', SEEN.rounded],
  [
    column('zone', 'timestamp(3) with time zone'),
    '"2024-07-01 08:00:00.000 America/New_York"',
    ['timestamp', Date.UTC(2024, 6, 1, 12)],
  ],
  [column('time', 'time(3)'), '"13:14:15.000"', ['time', '13:14:15']],
  [column('iv', 'interval day to second'), '"1 02:00:00.500"', ['interval', '1 days 02:00:00.500000']],
  [
    column('list', 'array(double)', { rawType: 'array', arguments: [typed('double')] }),
    '[1.5,"NaN",null]',
    ['json', '[1.5, null, null]'],
  ],
  [
    column('map', 'map(varchar, bigint)', { rawType: 'map', arguments: [typed('varchar'), typed('bigint')] }),
    '{"k":9007199254740993}',
    ['json', '{"k": 9007199254740993}'],
  ],
  [
    column('row', 'row(a bigint, b decimal(38,0))', ROW),
    '[9007199254740993,"1.0"]',
    ['json', '{"a": 9007199254740993, "b": 1.0}'],
  ],
  [column('json', 'json'), '"{\\"a\\": 1}"', ['json', '{"a": 1}']],
  [column('bytes', 'varbinary'), '"QQ=="', SEEN.bytes],
  [
    column('id', 'uuid'),
    '"8a6e0804-2bd0-4672-b79d-d97027f9071a"',
    ['uuid', '8a6e0804-2bd0-4672-b79d-d97027f9071a'],
  ],
  [column('id', 'unknown'), 'null', SEEN.none],
];
everyKind(
  SAMPLES,
  async (columns, cells) => {
    await coordinator(() => [
      `{"id":"q","columns":${JSON.stringify(columns)},"data":[[${cells.join(',')}]]}`,
    ]);
    return house.session.run('SELECT everything', reading());
  },
  ({ columns }) => {
    expect(columns.map(({ name }) => name).slice(-2)).toEqual(['id', 'id']);
    expect(columns[10]?.nativeType).toBe('TIMESTAMP(6)');
  },
);

const ERROR_NAMES: Readonly<Record<string, string>> = {
  COLUMN_DOES_NOT_EXIST_ERROR: 'COLUMN_NOT_FOUND',
  TABLE_DOES_NOT_EXIST_ERROR: 'TABLE_NOT_FOUND',
  SYNTAX_ERROR: 'SYNTAX_ERROR',
};
const slow: Script = () => [{}, { delayMs: 60_000 }];

serviceCases({
  engine: trino,
  house,
  slow: () => coordinator(slow),
  patienceMs: 200,
  ended: () => house.asked(/DELETE \/v1\/statement\/0\/1/),
  async empty() {
    await coordinator(() => [{}, { columns: [column('a', 'varchar')] }, {}]);
    return 'a';
  },
  refuse: (message, error_type) =>
    coordinator(() => {
      const [, line, at] = /^line (\d+):(\d+)/.exec(message) ?? [];
      const errorLocation = { lineNumber: Number(line ?? 1), columnNumber: Number(at ?? 1) };
      return [
        {},
        { error: { message, errorName: ERROR_NAMES[error_type] ?? 'DIVISION_BY_ZERO', errorLocation } },
      ];
    }),
  told: [
    ["line 1:8: Column 'nope' cannot be resolved", 'COLUMN_DOES_NOT_EXIST_ERROR'],
    ["line 1:8: Table 'hive.web.nope' does not exist", 'TABLE_DOES_NOT_EXIST_ERROR'],
    ["line 1:8: mismatched input 'SELEC'. Expecting: ...", 'SYNTAX_ERROR'],
    ['Division by zero', 'GENERIC_DB_ENGINE_ERROR'],
  ],
  placed: "line 2:8: mismatched input 'x'",
  refused: [
    'INSERT INTO t VALUES (1)',
    'DROP TABLE t',
    'EXPLAIN ANALYZE DELETE FROM t',
    '/* SELECT */ CREATE TABLE t (a integer)',
    'SET SESSION a = 1',
    "CALL system.runtime.kill_query('x')",
  ],
  nobody: { uri: 'trino://ann@127.0.0.1:1/hive', extra: {} },
});

describe('requests', () => {
  test('carry the account, the place and the zone, and go to no other host', async () => {
    await coordinator(() => rows(['a'], ['x']), {
      query: '?http_scheme=http&session_properties={"query_max_run_time":"1h"}',
      secrets: { auth_method: 'basic', auth_params: { username: 'bob', password: 'se:cret' } },
    });
    expect(await ask('SELECT 1', { catalog: 'other', schema: 'sä les' })).toEqual([['x']]);
    expect(house.double.requests).toHaveLength(2);
    expect(house.double.requests[1]?.path).toBe('/v1/statement/0/0?slug=x');
    expect(house.double.requests[0]?.headers).toMatchObject({
      'x-trino-user': 'bob',
      'x-trino-catalog': 'other',
      'x-trino-schema': Buffer.from('sä les').toString('latin1'),
      'x-trino-time-zone': 'UTC',
      'x-trino-session': 'query_max_run_time=1h',
      authorization: `Basic ${Buffer.from('bob:se:cret').toString('base64')}`,
    });
  });

  test('carry a token', async () => {
    await coordinator(() => rows(['a'], ['x']), {
      query: '?http_scheme=http',
      secrets: { auth_method: 'jwt', auth_params: { token: 'abc' } },
    });
    await house.session.ping(new AbortController().signal);
    expect(house.double.requests[0]?.headers.authorization).toBe('Bearer abc');
  });

  test('have the names of Presto there', async () => {
    await coordinator(() => rows(['a'], ['x']), { engine: presto });
    await ask('SELECT 1');
    expect(house.double.requests[0]?.headers).toMatchObject({
      'x-presto-user': 'ann',
      'x-presto-catalog': 'hive',
      'x-presto-schema': 'web',
    });
    expect(house.double.requests[0]?.headers['x-trino-user']).toBeUndefined();
  });

  test('are repeated while the coordinator is busy', async () => {
    let times = 0;
    await coordinator(() => rows(['a'], ['x']));
    const busy = await startDouble((request) => {
      times += 1;
      if (times < 3) return { status: 503, body: 'busy' };
      return request.method === 'POST'
        ? { body: { id: 'q', columns: [column('a', 'varchar')], data: [['y']] } }
        : { status: 404 };
    });
    const other = trino.open({ uri: `trino://ann@127.0.0.1:${busy.port}/hive`, extra: {}, home: '' });
    expect(await readRows(await other.run('SELECT 1', reading()))).toEqual([['y']]);
    await busy.close();
  });

  test.each([
    [{ auth_method: 'certificate', auth_params: { cert: '/etc/passwd', key: '/etc/shadow' } }, /not a path/],
    [{ auth_method: 'kerberos', auth_params: {} }, /kerberos/],
    [{ auth_method: 'jwt', auth_params: {} }, /token is missing/],
  ])('settings that cannot be used are named: %o', (secrets, message) => {
    expect(() => trino.open({ uri: 'trino://ann@127.0.0.1:1/hive', extra: {}, secrets, home: '' })).toThrow(
      message,
    );
  });
});

describe('streaming', () => {
  const pages = (count: number) =>
    Array.from({ length: count }, (_, page) => ({
      columns: [column('n', 'bigint')],
      data: Array.from({ length: 100 }, (_row, index) => [page * 100 + index]),
    }));

  test('pages are asked for as they are read', async () => {
    await coordinator(() => pages(20));
    const result = await house.session.run('SELECT n', reading());
    const before = house.double.requests.length;
    expect(before).toBeLessThanOrEqual(3);
    let count = 0;
    for await (const batch of result.batches) count += batch.length;
    expect(count).toBe(2_000);
    expect(house.double.requests).toHaveLength(21);
    expect(deleted).toEqual([]);
  });

  test('leaving early and rows enough end the query in the engine', async () => {
    await coordinator(() => pages(20));
    expect(await ask('SELECT n', { maxRows: 150 })).toHaveLength(150);
    expect(deleted).toHaveLength(1);
    for await (const batch of (await house.session.run('SELECT n', reading())).batches) {
      expect(batch.length).toBe(100);
      break;
    }
    expect(deleted).toEqual(['/v1/statement/0/2', '/v1/statement/1/1']);
    expect(house.double.requests.length).toBeLessThan(10);
  });
});

test('a signal during the first request ends what that one began', async () => {
  await coordinator(() => rows(['a'], ['x']));
  const late = await startDouble((request) => {
    if (request.method === 'POST')
      return { delayMs: 300, body: { id: 'q', nextUri: 'http://x/v1/statement/late/1' } };
    return { status: 204 };
  });
  const other = trino.open({ uri: `trino://ann@127.0.0.1:${late.port}/hive`, extra: {}, home: '' });
  const abort = new AbortController();
  const running = other.run('SELECT 1', reading({ signal: abort.signal }));
  setTimeout(() => abort.abort(new Error('gone')), 50);
  await expect(running).rejects.toThrow('gone');
  expect(late.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1/statement',
    'DELETE /v1/statement/late/1',
  ]);
  await late.close();
});

test('the page of the coordinator about a query is told, and no other address', async () => {
  const told: string[] = [];
  const onTracked = (url: string) => told.push(url);
  for (const infoUri of ['http://lake.example:8080/ui/query.html?q1', 'javascript:alert(1)', '/ui/q']) {
    await coordinator(() => [{ infoUri, ...rows(['n'], ['1'])[0] }]);
    await readRows(await house.session.run('SELECT 1', { ...reading(), onTracked }));
  }
  expect(told).toEqual(['http://lake.example:8080/ui/query.html?q1']);
});

test('an error in the middle of the rows reaches the reader', async () => {
  await coordinator(() => [
    { columns: [column('n', 'bigint')], data: [[1]] },
    { error: { message: 'bang', errorName: 'BANG' } },
  ]);
  const result = await house.session.run('SELECT n', reading());
  await expect(readRows(result)).rejects.toMatchObject({
    message: 'bang',
    status: 400,
    extra: { error_name: 'BANG' },
  });
});

test('F25: a server that hangs up is 503, one that is not known is a fault of the address', async () => {
  await coordinator(() => [{ drop: true } as DoubleAnswer]);
  await expect(ask('SELECT 1')).rejects.toMatchObject({ status: 503 });
  const stranger = trino.open({ uri: 'trino://ann@no-such-host.invalid/hive', extra: {}, home: '' });
  await expect(stranger.ping(new AbortController().signal)).rejects.toMatchObject({
    error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
  });
});

test('an account that is not known', async () => {
  await coordinator(() => [{ status: 401, body: 'Unauthorized' } as DoubleAnswer]);
  await expect(ask('SELECT 1')).rejects.toMatchObject({ error_type: 'CONNECTION_ACCESS_DENIED_ERROR' });
});

test('writing passes where it is allowed, and so does what reads', async () => {
  await coordinator(() => rows(['a'], ['x']));
  expect(await ask('INSERT INTO t VALUES (1);', { readOnly: false })).toEqual([['x']]);
  expect(house.double.requests[0]?.body.toString()).toBe('INSERT INTO t VALUES (1)');
  for (const sql of [
    'WITH a AS (SELECT 1) SELECT * FROM a',
    '(SELECT 1) UNION (SELECT 2)',
    'EXPLAIN (TYPE IO) SELECT 1',
    'SHOW TABLES',
  ])
    expect(await ask(sql)).toEqual([['x']]);
});

test('catalogs, schemas, tables and columns', async () => {
  await coordinator((sql) => {
    if (sql === 'SHOW CATALOGS') return rows(['c'], ['hive'], ['system'], ['a']);
    if (sql === 'SHOW SCHEMAS FROM "hive"') return rows(['s'], ['web'], ['information_schema']);
    if (sql.includes('.tables'))
      return rows(['n', 't'], ['t1', 'BASE TABLE'], ['v1', 'VIEW'], ['m1', 'BASE TABLE']);
    if (sql.includes('materialized_views')) return rows(['n'], ['m1']);
    if (sql === 'SHOW COLUMNS FROM "hive"."web"."t1"')
      return rows(['a', 'b', 'c', 'd'], ['id', 'bigint', '', 'the key'], ['x', 'varchar', '', '']);
    if (sql.includes('.columns')) return rows(['a', 'b', 'c'], ['id', 'NO', null], ['x', 'YES', "'q'"]);
    return [
      { error: { message: "line 1:1: Table 'hive.web.gone' does not exist", errorName: 'TABLE_NOT_FOUND' } },
    ];
  });
  expect(await house.session.catalogs()).toEqual(['a', 'hive']);
  expect(await house.session.schemas()).toEqual(['web']);
  expect(await house.session.defaultSchema()).toBe('web');
  expect(await house.session.relations('web')).toEqual([
    { name: 't1', type: 'table' },
    { name: 'v1', type: 'view' },
    { name: 'm1', type: 'materialized_view' },
  ]);
  expect((await house.session.describe({ table: 't1' })).columns).toEqual([
    { name: 'id', nativeType: 'BIGINT', nullable: false, default: null, comment: 'the key' },
    { name: 'x', nativeType: 'VARCHAR', nullable: true, default: "'q'", comment: null },
  ]);
  await expect(house.session.describe({ table: 'gone' })).rejects.toMatchObject({
    error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    status: 404,
  });
});

test('what a query costs', async () => {
  const plan = {
    estimate: {
      outputRowCount: 904500000000,
      outputSizeInBytes: 354,
      cpuCost: 'NaN',
      maxMemory: 0,
      networkCost: 2001.5,
    },
  };
  await coordinator(() => rows(['plan'], [JSON.stringify(plan)]));
  const options = { signal: new AbortController().signal };
  expect(await house.session.estimate?.('SELECT 1', options)).toEqual([
    {
      'Output count': '904 G rows',
      'Output size': '354 B',
      'CPU cost': 'NaN',
      'Max memory': '0 B',
      'Network cost': '2 K',
    },
  ]);
  expect(house.double.requests[0]?.body.toString()).toBe('EXPLAIN (TYPE IO, FORMAT JSON)\nSELECT 1');
  const old = presto.open({ uri: 'presto://h/hive', extra: {}, home: '' });
  await expect(old.estimate?.('SELECT 1', options)).rejects.toThrow(/0.319/);
});
