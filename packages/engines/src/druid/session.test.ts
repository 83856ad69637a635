import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunOptions } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { type ProtocolDouble, reply, type SeenRequest, startDouble } from '../http/protocol-double.ts';
import { druid } from './index.ts';

let double: ProtocolDouble;
let waiting: ServerResponse | undefined;

const NAMES = [
  '["i","big","d","s","b","t","day","list"]',
  '["LONG","LONG","DOUBLE","STRING","LONG","LONG","LONG","ARRAY<LONG>"]',
];
const TYPES = '["BIGINT","BIGINT","DOUBLE","VARCHAR","BOOLEAN","TIMESTAMP","DATE","ARRAY"]';
const ROW =
  '[1,9007199254740993,"NaN","é \\"x\\" 12345678901234567890",true,"2024-02-29T13:14:15.123Z","2024-02-29T00:00:00.000Z",[1,null]]';

/** Statements and what a Druid does with them. */
function druidDouble({ method, path, body }: SeenRequest, response: ServerResponse): void {
  const sql = String(body.query);
  const lines = (...rows: string[]): string => rows.map((row) => `${row}\n`).join('');
  const numbers = (from: number, count: number): string =>
    lines(...Array.from({ length: count }, (_, at) => `[${from + at}]`));
  const head = lines('["n"]', '["LONG"]', '["BIGINT"]');
  if (method === 'DELETE') {
    waiting?.destroy();
    response.writeHead(path.endsWith('gone') ? 404 : 202).end();
  } else if (sql === 'SELECT kinds') response.end(lines(...NAMES, TYPES, ROW, ''));
  else if (sql === 'SELECT 1') response.end(`${head}[1]\n\n`);
  else if (sql === 'SELECT none') response.end(`${head}\n`);
  else if (sql === 'many') {
    response.write(head + numbers(0, 1_000));
    response.end(`${numbers(1_000, 50_000)}\n`);
  } else if (sql === 'wait') waiting = response;
  else if (sql === 'slow rows') {
    waiting = response;
    response.write(head + numbers(0, 10));
  } else if (sql === 'cut short') response.end(head + numbers(0, 10));
  else if (sql === 'cut in a row') response.end(`${head}[1]\n[2`);
  else if (sql === 'dropped') response.write(`${head}[1]\n[2`, () => response.destroy());
  else if (sql === 'part')
    response.writeHead(200, { 'X-Druid-Response-Context': '{"truncated":true}' }).end(`${head}[1]\n\n`);
  else if (sql.includes('INFORMATION_SCHEMA.TABLES'))
    response.end(
      lines('["a","b"]', '["S","S"]', '["VARCHAR","VARCHAR"]', '["t","TABLE"]', '["v","VIEW"]', ''),
    );
  else if (sql.includes("TABLE_NAME = 'it''s'"))
    response.end(
      lines(
        '["a","b","c"]',
        '["S","S","S"]',
        '["VARCHAR","VARCHAR","VARCHAR"]',
        '["__time","TIMESTAMP","NO"]',
        '["x","VARCHAR","YES"]',
        '',
      ),
    );
  else if (sql.includes('INFORMATION_SCHEMA.COLUMNS'))
    response.end(lines('["a"]', '["S"]', '["VARCHAR"]', ''));
  else reply(response, { error: 'druidException', errorCode: 'invalidInput', errorMessage: sql }, 400);
}

beforeAll(async () => {
  double = await startDouble(druidDouble);
});
afterAll(() => double.close());

const live = () => new AbortController().signal;
const open = (account = '', extra = {}) =>
  druid.open({ uri: `druid://${account}127.0.0.1:${double.port}/druid/v2/sql/`, extra, home: '' });
const run = (sql: string, options: Partial<RunOptions> = {}) =>
  open().run(sql, { signal: live(), timeoutMs: 5_000, readOnly: true, ...options });
const ask = async (sql: string, options: Partial<RunOptions> = {}) => readRows(await run(sql, options));

test('every kind of value comes exactly', async () => {
  const result = await run('SELECT kinds');
  expect(result.columns.map(({ kind }) => kind)).toEqual(
    'int int float string bool timestamp date json'.split(' '),
  );
  expect(await readRows(result)).toEqual([
    [
      1,
      9007199254740993n,
      Number.NaN,
      'é "x" 12345678901234567890',
      true,
      Date.UTC(2024, 1, 29, 13, 14, 15, 123),
      Date.UTC(2024, 1, 29),
      '[1,null]',
    ],
  ]);
  expect(double.seen.at(-1)).toMatchObject({
    method: 'POST',
    path: '/druid/v2/sql',
    body: {
      resultFormat: 'arrayLines',
      header: true,
      typesHeader: true,
      sqlTypesHeader: true,
      context: { timeout: 6_000 },
    },
  });
});

test('many rows stream; none have their columns', async () => {
  expect((await ask('many')).map(([n]) => n)).toEqual(Array.from({ length: 51_000 }, (_, n) => n));
  expect((await ask('many', { maxRows: 1_001 })).length).toBe(1_001);
  const none = await run('SELECT none');
  expect(none.columns.map(({ name }) => name)).toEqual(['n']);
  expect(await readRows(none)).toEqual([]);
});

test.each(['cut short', 'cut in a row', 'dropped', 'part'])(
  'a part of an answer is an error: %s',
  async (sql) => {
    // F25: a connection that is lost is no fault of the question.
    const status = sql.includes('dropped') ? 503 : 400;
    await expect(ask(sql)).rejects.toMatchObject({ status, error_type: 'GENERIC_DB_ENGINE_ERROR' });
    expect(await ask('SELECT 1')).toEqual([[1]]);
  },
);

test.each(['wait', 'slow rows'])('cancelling tells the server: %s', async (sql) => {
  const abort = new AbortController();
  const running = ask(sql, { signal: abort.signal });
  await expect.poll(() => double.seen.at(-1)?.body.query).toBe(sql);
  const { context } = double.seen.at(-1)?.body ?? {};
  abort.abort(new Error('left'));
  await expect(running).rejects.toThrow('left');
  const id =
    typeof context === 'object' && context !== null && 'sqlQueryId' in context
      ? context.sqlQueryId
      : undefined;
  expect(double.seen.at(-1)).toMatchObject({ method: 'DELETE', path: `/druid/v2/sql/${id}` });
});

test('a query that takes too long, one that is left, one that never begins', async () => {
  await expect(ask('wait', { timeoutMs: 100 })).rejects.toMatchObject({
    status: 408,
    error_type: 'BACKEND_TIMEOUT_ERROR',
  });
  expect(await ask('slow rows', { maxRows: 3 })).toEqual([[0], [1], [2]]);
  expect(double.seen.at(-1)?.method).toBe('DELETE');
  const reason = new Error('too late');
  await expect(ask('SELECT 1', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test.each([
  ["Object 'nope' not found (line [1], column [15])", 'TABLE_DOES_NOT_EXIST_ERROR'],
  ["Column 'absent' not found in any table (line [1], column [8])", 'COLUMN_DOES_NOT_EXIST_ERROR'],
  ['Received an unexpected token [SELEC] (line [1], column [1])', 'SYNTAX_ERROR'],
  ['Query did not complete within configured timeout period.', 'BACKEND_TIMEOUT_ERROR'],
  ['something else', 'GENERIC_DB_ENGINE_ERROR'],
])('an error says what is wrong: %s', async (message, error_type) => {
  await expect(ask(message)).rejects.toMatchObject({ status: 400, message, error_type });
});

test('schemas, tables and columns', async () => {
  const session = open();
  expect(await session.defaultSchema()).toBe('druid');
  expect(await session.relations('druid')).toEqual([
    { name: 't', type: 'table' },
    { name: 'v', type: 'view' },
  ]);
  expect((await session.describe({ table: "it's" })).columns).toEqual([
    { name: '__time', nativeType: 'TIMESTAMP', nullable: false, default: null, comment: null },
    { name: 'x', nativeType: 'VARCHAR', nullable: true, default: null, comment: null },
  ]);
  await expect(session.describe({ table: 'nope' })).rejects.toMatchObject({
    status: 404,
    error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
  });
});

test('accounts, tokens, and addresses that lead nowhere', async () => {
  await open('me:p%40ss@').ping(live());
  expect(double.seen.at(-1)?.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  await open('', { engine_params: { connect_args: { token: 'abc' } } }).ping(live());
  expect(double.seen.at(-1)?.authorization).toBe('Bearer abc');
  const elsewhere = (uri: string) => druid.open({ uri, extra: {}, home: '' }).ping(live());
  const closed = await startDouble(druidDouble);
  closed.close();
  await expect(elsewhere(`druid://127.0.0.1:${closed.port}/`)).rejects.toMatchObject({
    error_type: 'CONNECTION_PORT_CLOSED_ERROR',
    status: 400,
  });
  await expect(elsewhere('druid://no-such-host.invalid/')).rejects.toMatchObject({
    error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
  });
  // Encrypted where the server does not expect it: nothing is sent in the clear.
  const before = double.seen.length;
  await expect(elsewhere(`druid+https://me:secret@127.0.0.1:${double.port}/`)).rejects.toMatchObject({
    status: 400,
  });
  expect(double.seen.length).toBe(before);
  const session = open();
  await session.close();
  await expect(session.ping(live())).rejects.toThrow('closed');
});
