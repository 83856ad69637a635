import type { ServerResponse } from 'node:http';
import { Decimal } from '@chartroom/query';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunOptions } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { type ProtocolDouble, reply, type SeenRequest, startDouble } from '../http/protocol-double.ts';
import { pinot } from './index.ts';

let broker: ProtocolDouble;
let controller: ProtocolDouble;
let waiting: ServerResponse | undefined;

const whole = {
  exceptions: [],
  numServersQueried: 2,
  numServersResponded: 2,
  partialResult: false,
  numGroupsLimitReached: false,
};
const table = (rows: unknown[][]) => ({
  dataSchema: { columnNames: ['n'], columnDataTypes: ['LONG'] },
  rows,
});
const numbers = (count: number) => table(Array.from({ length: count }, (_, n) => [n]));
const MARKS: Readonly<Record<string, object>> = {
  partialResult: { partialResult: true },
  groups: { numGroupsLimitReached: true },
  join: { maxRowsInJoinReached: true },
  servers: { numServersResponded: 1 },
};

/** Questions and what a broker does with them. */
function brokerDouble({ method, body }: SeenRequest, response: ServerResponse): void {
  const sql = String(body.sql);
  const code = /^(\d+) (.*)/.exec(sql);
  if (method === 'DELETE') {
    waiting?.destroy();
    response.writeHead(200).end();
  } else if (code)
    reply(response, {
      ...whole,
      exceptions: [{ errorCode: Number(code[1]), message: code[2] }],
      resultTable: numbers(1),
    });
  else if (MARKS[sql]) reply(response, { ...whole, ...MARKS[sql], resultTable: numbers(3) });
  else if (sql.startsWith('SELECT n FROM t')) reply(response, { ...whole, resultTable: numbers(10) });
  else if (sql === 'SET a = 1; SELECT n FROM many LIMIT 5000')
    reply(response, { ...whole, resultTable: numbers(5_000) });
  else if (sql === 'wait') waiting = response;
  else if (sql === 'dropped') response.write('{"resultTable":{"rows":[[1],[', () => response.destroy());
  else if (sql === 'denied') response.writeHead(403).end('Permission denied');
  else if (sql === 'kinds')
    response.end(
      '{"exceptions":[],"resultTable":{"dataSchema":{"columnNames":["i","l","d","x","dec","s","b","t","j","a","n"],' +
        '"columnDataTypes":["INT","LONG","DOUBLE","DOUBLE","BIG_DECIMAL","STRING","BOOLEAN","TIMESTAMP","JSON","INT_ARRAY","STRING"]},' +
        '"rows":[[1,9007199254740993,1.5,"Infinity","12345678901234567890.10","é \\"9007199254740993\\"",true,"2024-02-29 13:14:15.123","{\\"a\\":1}",[1,2],null]]}}',
    );
  else reply(response, { ...whole, resultTable: numbers(1) });
}

function controllerDouble({ path }: SeenRequest, response: ServerResponse): void {
  if (path === '/tables') reply(response, { tables: ['b', 'a/b'] });
  else if (path === '/tables/a%2Fb/schema')
    reply(response, {
      schemaName: 'a',
      dimensionFieldSpecs: [{ name: 'tags', dataType: 'STRING', singleValueField: false }],
      metricFieldSpecs: [{ name: 'sold', dataType: 'DOUBLE' }],
      dateTimeFieldSpecs: [
        { name: 'at', dataType: 'TIMESTAMP', format: 'TIMESTAMP', granularity: '1:MILLISECONDS' },
      ],
    });
  else reply(response, { code: 404, error: 'Schema not found' }, 404);
}

beforeAll(async () => {
  [broker, controller] = await Promise.all([startDouble(brokerDouble), startDouble(controllerDouble)]);
});
afterAll(() => {
  broker.close();
  controller.close();
});

const live = () => new AbortController().signal;
const open = (account = '', query = `?controller=http://127.0.0.1:${controller.port}/`) =>
  pinot.open({
    uri: `pinot+http://${account}127.0.0.1:${broker.port}/query/sql${query}`,
    extra: {},
    home: '',
  });
const run = (sql: string, options: Partial<RunOptions> = {}) =>
  open().run(sql, { signal: live(), timeoutMs: 5_000, readOnly: true, ...options });
const ask = async (sql: string, options: Partial<RunOptions> = {}) => readRows(await run(sql, options));

test('every kind of value comes exactly', async () => {
  const result = await run('kinds');
  expect(result.columns.map(({ kind }) => kind)).toEqual(
    'int int float float decimal string bool timestamp json json string'.split(' '),
  );
  expect(await readRows(result)).toEqual([
    [
      1,
      9007199254740993n,
      1.5,
      Number.POSITIVE_INFINITY,
      new Decimal('12345678901234567890.10'),
      'é "9007199254740993"',
      true,
      Date.UTC(2024, 1, 29, 13, 14, 15, 123),
      '{"a":1}',
      '[1,2]',
      null,
    ],
  ]);
  expect(broker.seen.at(-1)?.path).toBe('/query/sql');
  expect(broker.seen.at(-1)?.body.queryOptions).toMatch(/^clientQueryId=[\w-]+;timeoutMs=6000$/);
});

test('options before a question, its comments and its schema', async () => {
  expect((await ask('SET a = 1; -- a comment\nSELECT n FROM "default".many LIMIT 5000')).length).toBe(5_000);
  expect((await ask('SET a = 1; SELECT n FROM default.many LIMIT 5000', { maxRows: 7 })).length).toBe(7);
  await expect(ask('SELECT 1; SELECT 2')).rejects.toMatchObject({ status: 400, error_type: 'SYNTAX_ERROR' });
  await readRows(
    await open('', '?use_multistage_engine=true').run('SELECT 1', {
      signal: live(),
      timeoutMs: Number.POSITIVE_INFINITY,
      readOnly: true,
    }),
  );
  expect(broker.seen.at(-1)?.body.queryOptions).toMatch(/^clientQueryId=[\w-]+;useMultistageEngine=true$/);
});

test.each([...Object.keys(MARKS), 'dropped', 'SELECT n FROM t', "SELECT n FROM t WHERE a = 'LIMIT 10'"])(
  'a part of an answer is an error: %s',
  async (sql) => {
    // F25: a connection that is lost is no fault of the question.
    const status = sql.includes('dropped') ? 503 : 400;
    await expect(ask(sql)).rejects.toMatchObject({ status, error_type: 'GENERIC_DB_ENGINE_ERROR' });
    expect(await ask('SELECT n FROM t LIMIT 10')).toHaveLength(10);
  },
);

test('cancelling and the time limit tell the broker', async () => {
  const abort = new AbortController();
  const running = ask('wait', { signal: abort.signal });
  await expect.poll(() => broker.seen.at(-1)?.body.sql).toBe('wait');
  const id = /clientQueryId=([\w-]+)/.exec(String(broker.seen.at(-1)?.body.queryOptions))?.[1];
  abort.abort(new Error('left'));
  await expect(running).rejects.toThrow('left');
  expect(broker.seen.at(-1)).toMatchObject({ method: 'DELETE', path: `/clientQuery/${id}` });
  await expect(ask('wait', { timeoutMs: 100 })).rejects.toMatchObject({
    status: 408,
    error_type: 'BACKEND_TIMEOUT_ERROR',
  });
});

test.each([
  ['150 SQLParsingError', 'SYNTAX_ERROR'],
  ['190 TableDoesNotExistError', 'TABLE_DOES_NOT_EXIST_ERROR'],
  ['710 UnknownColumnError', 'COLUMN_DOES_NOT_EXIST_ERROR'],
  ["700 QueryValidationError: Column 'x' not found in any table", 'COLUMN_DOES_NOT_EXIST_ERROR'],
  ['250 ExecutionTimeoutError', 'BACKEND_TIMEOUT_ERROR'],
  ['200 QueryExecutionError', 'GENERIC_DB_ENGINE_ERROR'],
  ['denied', 'CONNECTION_ACCESS_DENIED_ERROR'],
])('an error says what is wrong: %s', async (sql, error_type) => {
  await expect(ask(sql)).rejects.toMatchObject({ status: 400, error_type });
});

test('the controller knows tables and columns', async () => {
  const session = open('me:secret@');
  expect(await session.relations('default')).toEqual([
    { name: 'a/b', type: 'table' },
    { name: 'b', type: 'table' },
  ]);
  expect(controller.seen.at(-1)?.authorization).toBe(`Basic ${Buffer.from('me:secret').toString('base64')}`);
  expect(
    (await session.describe({ table: 'a/b' })).columns.map(({ name, nativeType }) => [name, nativeType]),
  ).toEqual([
    ['tags', 'STRING_ARRAY'],
    ['sold', 'DOUBLE'],
    ['at', 'TIMESTAMP'],
  ]);
  await expect(session.describe({ table: 'nope' })).rejects.toMatchObject({
    status: 404,
    error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
  });
  await expect(open('', '').relations('default')).rejects.toMatchObject({
    status: 400,
    error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
  });
});
