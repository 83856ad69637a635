import { execFileSync } from 'node:child_process';
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
import { snowflake } from './index.ts';

const PARAMETERS = Object.entries({
  TIMEZONE: 'UTC',
  TIME_OUTPUT_FORMAT: 'HH24:MI:SS.FF6',
  DATE_OUTPUT_FORMAT: 'YYYY-MM-DD',
  TIMESTAMP_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FF3',
  BINARY_OUTPUT_FORMAT: 'HEX',
}).map(([name, value]) => ({ name, value }));

const type = (name: string, kind: string, scale = 0) => ({
  name,
  type: kind,
  scale,
  precision: 38,
  nullable: true,
});

const house = serviceHouse();
const { ask, asked } = house;

/** Answer to a statement: its rows, or an answer of another kind. */
type Script = (sql: string, request: DoubleRequest) => DoubleAnswer;

function rows(rowtype: unknown[], rowset: unknown[][], more: Record<string, unknown> = {}): DoubleAnswer {
  const count = { returned: rowset.length, total: rowset.length };
  return {
    body: {
      success: true,
      code: null,
      data: { queryId: 'q-1', version: '1', parameters: PARAMETERS, rowtype, rowset, ...count, ...more },
    },
  };
}
const names = (...values: unknown[][]) =>
  rows(values[0]?.map((_, index) => type(`C${index}`, 'text')) ?? [], values);
const refusal = (code: string, message: string): DoubleAnswer => ({
  body: { success: false, code, message, data: { sqlState: '42000', queryId: 'q-1' } },
});

/** The service: logins, statements, chunks, aborts. */
async function service(
  script: Script,
  { query = '', secrets = {}, login = undefined as DoubleAnswer | undefined } = {},
): Promise<void> {
  const answerTo = (request: DoubleRequest): DoubleAnswer => {
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname === '/session/v1/login-request')
      return (
        login ?? {
          body: {
            success: true,
            data: { token: 't', masterToken: 'm', sessionId: 1, parameters: PARAMETERS, sessionInfo: {} },
          },
        }
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
  };
  await house.begin(answerTo, snowflake, ({ port }) => ({
    uri: `snowflake://ann:secret@acc/DB/WEB?warehouse=WH&role=R&host=127.0.0.1&port=${port}&protocol=http${query}`,
    extra: {},
    secrets,
  }));
}

const SAMPLES: readonly Sample<ReturnType<typeof type>, string | null>[] = [
  [type('I', 'fixed'), '1', SEEN.int],
  [type('L', 'fixed'), '9007199254740993', SEEN.big],
  [type('D', 'fixed', 2), '12345678901234567890.12', SEEN.decimal],
  [type('F', 'real'), '1.5', SEEN.float],
  [type('N', 'real'), 'NaN', SEEN.nan],
  [type('X', 'real'), '-inf', SEEN.lowest],
  [type('S', 'text'), "é🙂'x", SEEN.text],
  [type('Z', 'text'), null, SEEN.none],
  [type('B', 'boolean'), '1', SEEN.bool],
  [type('DAY', 'date'), '19782', SEEN.day],
  [type('NTZ', 'timestamp_ntz', 9), '1709212455.123456000', SEEN.moment],
  [type('LTZ', 'timestamp_ltz', 6), '1709212455.123456', SEEN.moment],
  [type('TZ', 'timestamp_tz', 3), '1709212455.123 1560', SEEN.rounded],
  [type('T', 'time', 6), '47655.500000', ['time', '13:14:15.500000']],
  [
    type('V', 'variant'),
    '{"a": 9007199254740993, "b": undefined}',
    ['json', '{"a": 9007199254740993, "b": undefined}'],
  ],
  [type('A', 'array'), '[1, null, "x"]', ['json', '[1, null, "x"]']],
  [type('O', 'object'), '{"a": 1}', ['json', '{"a": 1}']],
  [type('Y', 'binary'), '41', SEEN.bytes],
  [type('Y', 'fixed'), '-5', ['int', -5]],
];
everyKind(
  SAMPLES,
  async (types, cells) => {
    await service(() => rows(types, [cells]));
    return house.session.run('SELECT everything', reading());
  },
  ({ columns }) => expect(columns[2]?.nativeType).toBe('NUMBER(38, 2)'),
);

serviceCases({
  engine: snowflake,
  house,
  slow: () => service(() => ({ ...names(['x']), delayMs: 3_000 })),
  patienceMs: 1_000,
  ended: () => house.asked(/\/queries\/v1\/abort-request/),
  async empty() {
    await service(() => rows([type('A', 'text')], []));
    return 'A';
  },
  refuse: (message) => service(() => refusal('001003', message)),
  told: [
    ["SQL compilation error:\nsyntax error line 1 at position 7 unexpected 'fromm'.", 'SYNTAX_ERROR'],
    [
      "SQL compilation error: error line 1 at position 7\ninvalid identifier 'NOPE'",
      'COLUMN_DOES_NOT_EXIST_ERROR',
    ],
    [
      "SQL compilation error:\nObject 'DB.WEB.NOPE' does not exist or not authorized.",
      'TABLE_DOES_NOT_EXIST_ERROR',
    ],
    ['Division by zero', 'GENERIC_DB_ENGINE_ERROR'],
  ],
  placed: "syntax error line 2 at position 7 unexpected 'x'.",
  refused: ['DELETE FROM t', 'CALL p()', 'SELECT 1 // a\n; SELECT 2'],
  nobody: { uri: 'snowflake://a:b@acc/DB?host=127.0.0.1&port=1&protocol=http', extra: {} },
});

describe('connections', () => {
  test('log in at a place and are kept for it', async () => {
    await service(() => names(['x']));
    await ask('SELECT 1');
    await ask('SELECT 2');
    await ask('SELECT 3', { catalog: 'OTHER', schema: 'SALES' });
    const logins = asked(/login-request/).map(({ path }) => new URL(path, 'http://double').searchParams);
    expect(
      logins.map((query) => [
        query.get('databaseName'),
        query.get('schemaName'),
        query.get('warehouse'),
        query.get('roleName'),
      ]),
    ).toEqual([
      ['DB', 'WEB', 'WH', 'R'],
      ['OTHER', 'SALES', 'WH', 'R'],
    ]);
    expect(bodyOf(asked(/login-request/)[0]).data).toMatchObject({
      LOGIN_NAME: 'ann',
      PASSWORD: 'secret',
      ACCOUNT_NAME: 'acc',
    });
    expect(bodyOf(asked(/query-request/)[0])).toMatchObject({
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
    expect(bodyOf(asked(/login-request/)[0]).data).toMatchObject({
      AUTHENTICATOR: 'SNOWFLAKE_JWT',
      TOKEN: expect.stringMatching(/^ey/),
    });
  });

  test.each([
    [
      { auth_method: 'keypair', auth_params: { privatekey_path: '/etc/passwd' } },
      /privatekey_body is missing/,
    ],
    [{ auth_method: 'keypair', auth_params: { privatekey_body: 'no key' } }, /cannot be read/],
    [{ auth_method: 'externalbrowser' }, /not supported/],
  ])('settings that cannot be used are named: %o', (secrets, message) => {
    expect(() => snowflake.open({ uri: 'snowflake://a:b@acc/DB', extra: {}, secrets, home: '' })).toThrow(
      message,
    );
  });

  test('a wrong password is told, and the next try is a new one', async () => {
    await service(() => names(), {
      login: refusal('390100', 'Incorrect username or password was specified.'),
    });
    for (let times = 0; times < 2; times++) {
      await expect(house.session.ping(new AbortController().signal)).rejects.toMatchObject({
        error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
        status: 400,
      });
    }
    expect(asked(/login-request/)).toHaveLength(2);
  });
});

describe('streaming', () => {
  const chunked = () =>
    rows([type('N', 'fixed')], [], {
      returned: 5_000,
      total: 5_000,
      chunks: Array.from({ length: 50 }, (_, index) => ({
        url: `${house.double.origin}/chunk/${index}`,
        rowCount: 100,
        uncompressedSize: 900,
      })),
      chunkHeaders: {},
    });

  test('chunks are loaded as they are read', async () => {
    await service(chunked);
    let [count, sum] = [0, 0];
    for await (const batch of (await house.session.run('SELECT n', reading())).batches) {
      for (const cell of batch.columns[0] ?? []) sum += Number(cell);
      count += batch.length;
    }
    expect([count, sum]).toEqual([5_000, (4_999 * 5_000) / 2]);
    expect(asked(/abort-request/)).toEqual([]);
  });

  test('rows enough and leaving early end the query', async () => {
    await service(chunked);
    expect(await ask('SELECT n', { maxRows: 1_500 })).toHaveLength(1_500);
    expect(asked(/\/q-1\/abort-request/)).toHaveLength(1);
    for await (const _ of (await house.session.run('SELECT n', reading())).batches) break;
    expect(asked(/\/q-1\/abort-request/)).toHaveLength(2);
    expect(asked(/\/chunk\//).length).toBeLessThan(50);
  });
});

test('a statement that is stopped is named by its request, and the server knows its time', async () => {
  await service(() => ({ ...names(['x']), delayMs: 3_000 }));
  await expect(ask('SELECT long', { timeoutMs: 1_000 })).rejects.toMatchObject({
    error_type: 'BACKEND_TIMEOUT_ERROR',
  });
  const [request] = asked(/query-request/);
  expect(bodyOf(request)).toMatchObject({ parameters: { STATEMENT_TIMEOUT_IN_SECONDS: 1 } });
  const id = new URL(request?.path ?? '', 'http://double').searchParams.get('requestId');
  expect(asked(/abort-request/).map(bodyOf)).toMatchObject([{ requestId: id }]);
});

test('a signal during the login lets nothing run', async () => {
  await service(() => names(['x']), {
    login: {
      delayMs: 500,
      body: { success: true, data: { token: 't', masterToken: 'm', sessionId: 1, parameters: PARAMETERS } },
    },
  });
  const abort = new AbortController();
  setTimeout(() => abort.abort(new Error('gone')), 100);
  await expect(ask('SELECT 1', { signal: abort.signal })).rejects.toThrow('gone');
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(asked(/query-request/)).toEqual([]);
});

test.each(['PUT file:///etc/passwd @~', 'get @~ file:///tmp'])(
  'files of the server are refused: %s',
  async (sql) => {
    await service(() => names());
    await expect(ask(sql, { readOnly: false })).rejects.toMatchObject({
      error_type: 'DML_NOT_ALLOWED_ERROR',
    });
    expect(house.double.requests).toEqual([]);
  },
);

test('databases, schemas, tables and columns', async () => {
  await service((sql) => {
    if (sql.includes('.databases')) return names(['DB'], ['OTHER']);
    if (sql.includes('"OTHER".information_schema.schemata')) return names(['PUBLIC']);
    if (sql.includes('PRIMARY KEYS')) return names([null, 'DB', 'WEB', 'T', 'ID', '1', 'PK']);
    if (sql.includes('.columns') && sql.includes("'T'"))
      return names(
        ['ID', 'NUMBER', '38', '0', null, 'NO', null, 'the key'],
        ['X', 'TEXT', null, null, '10', 'YES', "'q'", null],
      );
    if (sql.includes('.tables') && sql.includes('SELECT comment')) return names(['Visits', 'BASE TABLE']);
    return sql.includes('.tables')
      ? names(['T', 'BASE TABLE'], ['V', 'VIEW'], ['M', 'MATERIALIZED VIEW'])
      : rows([type('A', 'text')], []);
  });
  expect(await house.session.catalogs()).toEqual(['DB', 'OTHER']);
  expect(await house.session.schemas('OTHER')).toEqual(['PUBLIC']);
  expect(await house.session.defaultSchema()).toBe('WEB');
  expect(await house.session.relations('WEB')).toEqual([
    { name: 'T', type: 'table' },
    { name: 'V', type: 'view' },
    { name: 'M', type: 'materialized_view' },
  ]);
  expect(await house.session.describe({ table: 'T' })).toMatchObject({
    columns: [
      { name: 'ID', nativeType: 'NUMBER(38, 0)', nullable: false, default: null, comment: 'the key' },
      { name: 'X', nativeType: 'VARCHAR(10)', nullable: true, default: "'q'", comment: null },
    ],
    primaryKey: { name: 'PK', column_names: ['ID'] },
    comment: 'Visits',
  });
  await expect(house.session.describe({ table: 'GONE' })).rejects.toMatchObject({
    error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    status: 404,
  });
});

test('F25: its driver is found as the server’s own runtime loads it, not only as the runner of tests does', () => {
  const program = `
    const { snowflake } = await import(${JSON.stringify(new URL('index.ts', import.meta.url).href)});
    const uri = 'snowflake://u:p@account/db?host=127.0.0.1&port=1&protocol=http';
    const session = snowflake.open({ uri, extra: {}, home: '' });
    await session.ping(AbortSignal.timeout(20_000)).catch((error) => process.stdout.write(String(error.message)));
    process.exit(0);`;
  const said = execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program],
    {
      encoding: 'utf8',
    },
  );
  expect(said).not.toBe('');
  expect(said).not.toContain('is not a function');
});
