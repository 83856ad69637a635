import { generateKeyPairSync } from 'node:crypto';
import { Decimal } from '@chartroom/query';
import { afterEach, describe, expect, test } from 'vitest';
import type { RunOptions, Session } from '../engine.ts';
import { type DoubleAnswer, type DoubleRequest, type ProtocolDouble, startDouble } from '../protocol-double.ts';
import { readRows } from '../read-rows.ts';
import { snowflake } from './index.ts';

const PARAMETERS = Object.entries({
  TIMEZONE: 'UTC',
  TIME_OUTPUT_FORMAT: 'HH24:MI:SS.FF6',
  DATE_OUTPUT_FORMAT: 'YYYY-MM-DD',
  TIMESTAMP_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FF3',
  BINARY_OUTPUT_FORMAT: 'HEX',
}).map(([name, value]) => ({ name, value }));

const type = (name: string, kind: string, scale = 0) => ({ name, type: kind, scale, precision: 38, nullable: true });

let double: ProtocolDouble;
let session: Session;

/** Answer to a statement: its rows, or an answer of another kind. */
type Script = (sql: string, request: DoubleRequest) => DoubleAnswer;

function rows(rowtype: unknown[], rowset: unknown[][], more: Record<string, unknown> = {}): DoubleAnswer {
  const count = { returned: rowset.length, total: rowset.length };
  return {
    body: { success: true, code: null, data: { queryId: 'q-1', version: '1', parameters: PARAMETERS, rowtype, rowset, ...count, ...more } },
  };
}
const names = (...values: unknown[][]) => rows(values[0]?.map((_, index) => type(`C${index}`, 'text')) ?? [], values);
const refusal = (code: string, message: string): DoubleAnswer => ({
  body: { success: false, code, message, data: { sqlState: '42000', queryId: 'q-1' } },
});

/** The service: logins, statements, chunks, aborts. */
async function service(script: Script, { query = '', secrets = {}, login = undefined as DoubleAnswer | undefined } = {}): Promise<Session> {
  double = await startDouble((request) => {
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname === '/session/v1/login-request')
      return (
        login ?? { body: { success: true, data: { token: 't', masterToken: 'm', sessionId: 1, parameters: PARAMETERS, sessionInfo: {} } } }
      );
    if (pathname === '/queries/v1/query-request') return script(String(bodyOf(request).sqlText), request);
    if (pathname.startsWith('/chunk/')) {
      const first = Number(pathname.slice(7)) * 100;
      return {
        body: Array.from({ length: 100 }, (_, index) => `["${first + index}"]`).join(','),
        headers: { 'content-type': 'text/plain' },
      };
    }
    return { body: { success: true, data: {} } };
  });
  session = snowflake.open({
    uri: `snowflake://ann:secret@acc/DB/WEB?warehouse=WH&role=R&host=127.0.0.1&port=${double.port}&protocol=http${query}`,
    extra: {},
    secrets,
    home: '',
  });
  return session;
}

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
const bodyOf = (request: DoubleRequest | undefined): Record<string, unknown> => JSON.parse(request?.body.toString() || '{}');
const asked = (part: string) => double.requests.filter(({ path }) => path.includes(part));

test('every kind of value comes exactly', async () => {
  const rowtype = [
    type('I', 'fixed'),
    type('L', 'fixed'),
    type('D', 'fixed', 2),
    type('F', 'real'),
    type('N', 'real'),
    type('X', 'real'),
    type('S', 'text'),
    type('Z', 'text'),
    type('B', 'boolean'),
    type('DAY', 'date'),
    type('NTZ', 'timestamp_ntz', 9),
    type('LTZ', 'timestamp_ltz', 6),
    type('TZ', 'timestamp_tz', 3),
    type('T', 'time', 6),
    type('V', 'variant'),
    type('A', 'array'),
    type('O', 'object'),
    type('Y', 'binary'),
    type('Y', 'fixed'),
  ];
  const cells = [
    '1',
    '9007199254740993',
    '12345678901234567890.12',
    '1.5',
    'NaN',
    '-inf',
    "é🙂'x",
    null,
    '1',
    '19782',
    '1709212455.123456000',
    '1709212455.123456',
    '1709212455.123 1560',
    '47655.500000',
    '{"a": 9007199254740993, "b": undefined}',
    '[1, null, "x"]',
    '{"a": 1}',
    '41',
    '-5',
  ];
  await service(() => rows(rowtype, [cells]));
  const result = await session.run('SELECT everything', reading());
  expect(result.columns.map(({ kind }) => kind)).toEqual(
    'int int decimal float float float string string bool date timestamp timestamp timestamp time json json json bytes int'.split(' '),
  );
  expect(result.columns[2]?.nativeType).toBe('NUMBER(38, 2)');
  expect((await readRows(result))[0]).toEqual([
    1,
    9007199254740993n,
    new Decimal('12345678901234567890.12'),
    1.5,
    Number.NaN,
    Number.NEGATIVE_INFINITY,
    "é🙂'x",
    null,
    true,
    Date.UTC(2024, 1, 29),
    Date.UTC(2024, 1, 29, 13, 14, 15) + 123.456,
    Date.UTC(2024, 1, 29, 13, 14, 15) + 123.456,
    Date.UTC(2024, 1, 29, 13, 14, 15, 123),
    '13:14:15.500000',
    '{"a": 9007199254740993, "b": undefined}',
    '[1, null, "x"]',
    '{"a": 1}',
    'A',
    -5,
  ]);
});

describe('connections', () => {
  test('log in at a place and are kept for it', async () => {
    await service(() => names(['x']));
    await ask('SELECT 1');
    await ask('SELECT 2');
    await ask('SELECT 3', { catalog: 'OTHER', schema: 'SALES' });
    const logins = asked('login-request').map(({ path }) => new URL(path, 'http://double').searchParams);
    expect(
      logins.map((query) => [query.get('databaseName'), query.get('schemaName'), query.get('warehouse'), query.get('roleName')]),
    ).toEqual([
      ['DB', 'WEB', 'WH', 'R'],
      ['OTHER', 'SALES', 'WH', 'R'],
    ]);
    expect(bodyOf(asked('login-request')[0]).data).toMatchObject({ LOGIN_NAME: 'ann', PASSWORD: 'secret', ACCOUNT_NAME: 'acc' });
    expect(bodyOf(asked('query-request')[0])).toMatchObject({
      sqlText: 'SELECT 1',
      parameters: { TIMEZONE: 'UTC', MULTI_STATEMENT_COUNT: 1 },
    });
  });

  test('sign with a key that has a passphrase', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const auth_params = { privatekey_body: privateKey, privatekey_pass: 'open' };
    await service(() => names(['x']), { secrets: { auth_method: 'keypair', auth_params } });
    await ask('SELECT 1');
    expect(bodyOf(asked('login-request')[0]).data).toMatchObject({ AUTHENTICATOR: 'SNOWFLAKE_JWT', TOKEN: expect.stringMatching(/^ey/) });
  });

  test.each([
    [{ auth_method: 'keypair', auth_params: { privatekey_path: '/etc/passwd' } }, /privatekey_body is missing/],
    [{ auth_method: 'keypair', auth_params: { privatekey_body: 'no key' } }, /cannot be read/],
    [{ auth_method: 'externalbrowser' }, /not supported/],
  ])('settings that cannot be used are named: %o', async (secrets, message) => {
    await service(() => names());
    expect(() => snowflake.open({ uri: 'snowflake://a:b@acc/DB', extra: {}, secrets, home: '' })).toThrow(message);
  });

  test('a wrong password is told, and the next try is a new one', async () => {
    await service(() => names(), { login: refusal('390100', 'Incorrect username or password was specified.') });
    for (let times = 0; times < 2; times++) {
      await expect(session.ping(new AbortController().signal)).rejects.toMatchObject({
        error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
        status: 400,
      });
    }
    expect(asked('login-request')).toHaveLength(2);
  });

  test('a server that is not there is told', async () => {
    await service(() => names());
    const nobody = snowflake.open({ uri: 'snowflake://a:b@acc/DB?host=127.0.0.1&port=1&protocol=http', extra: {}, home: '' });
    await expect(nobody.ping(new AbortController().signal)).rejects.toMatchObject({ error_type: expect.stringMatching(/^CONNECTION_/) });
    await nobody.close();
  });
});

describe('streaming', () => {
  const chunked = () =>
    rows([type('N', 'fixed')], [], {
      returned: 5_000,
      total: 5_000,
      chunks: Array.from({ length: 50 }, (_, index) => ({ url: `${double.origin}/chunk/${index}`, rowCount: 100, uncompressedSize: 900 })),
      chunkHeaders: {},
    });

  test('chunks are loaded as they are read', async () => {
    await service(chunked);
    let [count, sum] = [0, 0];
    for await (const batch of (await session.run('SELECT n', reading())).batches) {
      for (const cell of batch.columns[0] ?? []) sum += Number(cell);
      count += batch.length;
    }
    expect([count, sum]).toEqual([5_000, (4_999 * 5_000) / 2]);
    expect(asked('abort-request')).toEqual([]);
  });

  test('rows enough and leaving early end the query', async () => {
    await service(chunked);
    expect(await ask('SELECT n', { maxRows: 1_500 })).toHaveLength(1_500);
    expect(asked('/q-1/abort-request')).toHaveLength(1);
    for await (const _ of (await session.run('SELECT n', reading())).batches) break;
    expect(asked('/q-1/abort-request')).toHaveLength(2);
    expect(asked('/chunk/').length).toBeLessThan(50);
  });

  test('no rows have columns all the same', async () => {
    await service(() => rows([type('A', 'text')], []));
    const result = await session.run('SELECT a', reading());
    expect(result.columns.map(({ name }) => name)).toEqual(['A']);
    expect(await readRows(result)).toEqual([]);
  });
});

describe('stopping', () => {
  const slow: Script = () => ({ ...names(['x']), delayMs: 3_000 });

  test('a signal ends the query in the engine', async () => {
    await service(slow);
    const abort = new AbortController();
    const reason = new Error('the reader left');
    setTimeout(() => abort.abort(reason), 1_000);
    await expect(ask('SELECT long', { signal: abort.signal })).rejects.toBe(reason);
    const id = new URL(asked('query-request')[0]?.path ?? '', 'http://double').searchParams.get('requestId');
    expect(bodyOf(asked('/queries/v1/abort-request')[0])).toMatchObject({ requestId: id });
  });

  test('a query that takes too long ends with a timeout', async () => {
    await service(slow);
    await expect(ask('SELECT long', { timeoutMs: 1_000 })).rejects.toMatchObject({ error_type: 'BACKEND_TIMEOUT_ERROR', status: 408 });
    expect(asked('abort-request')).toHaveLength(1);
    expect(bodyOf(asked('query-request')[0])).toMatchObject({ parameters: { STATEMENT_TIMEOUT_IN_SECONDS: 1 } });
  });

  test('a signal during the login lets nothing run', async () => {
    await service(() => names(['x']), {
      login: { delayMs: 500, body: { success: true, data: { token: 't', masterToken: 'm', sessionId: 1, parameters: PARAMETERS } } },
    });
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('gone')), 100);
    await expect(ask('SELECT 1', { signal: abort.signal })).rejects.toThrow('gone');
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(asked('query-request')).toEqual([]);
  });
});

describe('errors', () => {
  test.each([
    ["SQL compilation error:\nsyntax error line 1 at position 7 unexpected 'fromm'.", 'SYNTAX_ERROR'],
    ["SQL compilation error: error line 1 at position 7\ninvalid identifier 'NOPE'", 'COLUMN_DOES_NOT_EXIST_ERROR'],
    ["SQL compilation error:\nObject 'DB.WEB.NOPE' does not exist or not authorized.", 'TABLE_DOES_NOT_EXIST_ERROR'],
    ['Division by zero', 'GENERIC_DB_ENGINE_ERROR'],
  ])('%s', async (message, error_type) => {
    await service(() => refusal('001003', message));
    await expect(ask('SELECT 1')).rejects.toMatchObject({ error_type, status: 400, extra: { engine_name: 'Snowflake' } });
  });

  test('tell where', async () => {
    await service(() => refusal('001003', "syntax error line 2 at position 7 unexpected 'x'."));
    await expect(ask('SELECT 1')).rejects.toMatchObject({ extra: { line: 2, column: 8 } });
  });

  test('writing, files of the server and several statements are refused', async () => {
    await service(() => names());
    for (const sql of ['DELETE FROM t', 'CALL p()', 'SELECT 1; SELECT 2', 'SELECT 1 // a\n; SELECT 2'])
      await expect(ask(sql)).rejects.toMatchObject({ status: 400 });
    for (const sql of ['PUT file:///etc/passwd @~', 'get @~ file:///tmp'])
      await expect(ask(sql, { readOnly: false })).rejects.toMatchObject({ error_type: 'DML_NOT_ALLOWED_ERROR' });
    expect(double.requests).toEqual([]);
  });
});

test('databases, schemas, tables and columns', async () => {
  await service((sql) => {
    if (sql.includes('.databases')) return names(['DB'], ['OTHER']);
    if (sql.includes('"OTHER".information_schema.schemata')) return names(['PUBLIC']);
    if (sql.includes('PRIMARY KEYS')) return names([null, 'DB', 'WEB', 'T', 'ID', '1', 'PK']);
    if (sql.includes('.columns') && sql.includes("'T'"))
      return names(['ID', 'NUMBER', '38', '0', null, 'NO', null, 'the key'], ['X', 'TEXT', null, null, '10', 'YES', "'q'", null]);
    if (sql.includes('.tables') && sql.includes('SELECT comment')) return names(['Visits', 'BASE TABLE']);
    return sql.includes('.tables') ? names(['T', 'BASE TABLE'], ['V', 'VIEW'], ['M', 'MATERIALIZED VIEW']) : rows([type('A', 'text')], []);
  });
  expect(await session.catalogs()).toEqual(['DB', 'OTHER']);
  expect(await session.schemas('OTHER')).toEqual(['PUBLIC']);
  expect(await session.defaultSchema()).toBe('WEB');
  expect(await session.relations('WEB')).toEqual([
    { name: 'T', type: 'table' },
    { name: 'V', type: 'view' },
    { name: 'M', type: 'materialized_view' },
  ]);
  expect(await session.describe({ table: 'T' })).toMatchObject({
    columns: [
      { name: 'ID', nativeType: 'NUMBER(38, 0)', nullable: false, default: null, comment: 'the key' },
      { name: 'X', nativeType: 'VARCHAR(10)', nullable: true, default: "'q'", comment: null },
    ],
    primaryKey: { name: 'PK', column_names: ['ID'] },
    comment: 'Visits',
  });
  await expect(session.describe({ table: 'GONE' })).rejects.toMatchObject({ error_type: 'TABLE_DOES_NOT_EXIST_ERROR', status: 404 });
});
