import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunOptions } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { type ProtocolDouble, reply, type SeenRequest, startDouble } from '../http/protocol-double.ts';
import { elasticsearch, openDistro } from './index.ts';

let double: ProtocolDouble;

const PAGES = 5;
const numbers = (page: number): number[][] => Array.from({ length: 1_000 }, (_, at) => [page * 1_000 + at]);
const text = (...names: string[]) => names.map((name) => ({ name, type: 'keyword' }));
const failure = (type: string, reason: string) => ({
  error: { root_cause: [{ type, reason }], type, reason },
  status: 400,
});

const ERRORS: Readonly<Record<string, [type: string, reason: string]>> = {
  'no table': ['verification_exception', 'Found 1 problem\nline 1:15: Unknown index [nope]'],
  'no column': ['verification_exception', 'Found 1 problem\nline 1:8: Unknown column [absent]'],
  'no function': ['verification_exception', 'line 1:8: Unknown function [nope]'],
  SELEC: ['parsing_exception', "line 1:1: mismatched input 'SELEC' expecting {'(', 'SELECT'}"],
};

/** Statements and what an Elasticsearch does with them. */
function elasticDouble({ path, body }: SeenRequest, response: ServerResponse): void {
  const { query, cursor } = body;
  const wrong = typeof query === 'string' ? ERRORS[query] : undefined;
  if (path.endsWith('/close')) reply(response, { succeeded: true });
  else if (path === '/_opendistro/_sql') distroDouble(body, response);
  else if (path !== '/_sql?format=json') reply(response, failure('no', path), 404);
  else if (wrong) reply(response, failure(...wrong), 400);
  else if (cursor === 'dropped') response.write('{"rows":[[1],[', () => response.destroy());
  else if (cursor === 'wait') return;
  else if (typeof cursor === 'string')
    reply(response, {
      rows: numbers(Number(cursor)),
      ...(Number(cursor) < PAGES - 1 ? { cursor: String(Number(cursor) + 1) } : {}),
    });
  else if (query === 'SELECT n FROM "many"')
    reply(response, { columns: [{ name: 'n', type: 'long' }], rows: numbers(0), cursor: '1' });
  else if (query === 'SELECT dropped' || query === 'SELECT wait')
    reply(response, { columns: text('n'), rows: [['1']], cursor: query.slice(7) });
  else if (query === 'never') return;
  else if (query === 'SELECT part') reply(response, { columns: text('n'), rows: [['1']], is_partial: true });
  else if (query === 'SHOW TABLES')
    reply(response, {
      columns: text('catalog', 'name', 'type', 'kind'),
      rows: [
        ['c', 'logs', 'TABLE', 'INDEX'],
        ['c', '.security', 'TABLE', 'INDEX'],
        ['c', 'all', 'VIEW', 'ALIAS'],
      ],
    });
  else if (query === 'DESCRIBE "logs"')
    reply(response, {
      columns: text('column', 'type', 'mapping'),
      rows: [
        ['a', 'BIGINT', 'long'],
        ['geo', 'STRUCT', 'object'],
        ['geo.city', 'VARCHAR', 'keyword'],
      ],
    });
  else if (String(query).startsWith('DESCRIBE'))
    reply(response, failure('verification_exception', 'Unknown index [nope]'), 400);
  else if (query === 'SELECT kinds')
    response.end(
      '{"columns":[{"name":"i","type":"long"},{"name":"u","type":"unsigned_long"},{"name":"d","type":"double"},{"name":"s","type":"keyword"},{"name":"b","type":"boolean"},' +
        '{"name":"t","type":"datetime"},{"name":"ip","type":"ip"},{"name":"g","type":"geo_point"},{"name":"n","type":"null"}],' +
        '"rows":[[9007199254740993,18446744073709551615,1.5,"é \\"9007199254740993\\"",true,"2024-02-29T13:14:15.123Z","::1",{"lat":1},null]]}',
    );
  else reply(response, { columns: [{ name: '1', type: 'integer' }], rows: [[1]] });
}

function distroDouble({ query }: SeenRequest['body'], response: ServerResponse): void {
  const schema = [{ name: 'n', alias: 'm', type: 'long' }];
  if (String(query).startsWith('SHOW'))
    reply(response, {
      schema: text('TABLE_NAME', 'TABLE_TYPE'),
      datarows: [['logs', 'BASE TABLE']],
      total: 1,
      size: 1,
      status: 200,
    });
  else if (query === 'DESCRIBE TABLES LIKE logs')
    reply(response, {
      schema: text('COLUMN_NAME', 'TYPE_NAME'),
      datarows: [['a', 'long']],
      total: 1,
      size: 1,
      status: 200,
    });
  else if (query === 'SELECT short')
    reply(response, { schema, datarows: numbers(0).slice(0, 200), total: 5_000, size: 200, status: 200 });
  else if (query === 'SELECT n FROM `a` LIMIT 5')
    reply(response, { schema, datarows: [[5]], total: 5_000, size: 1, status: 200 });
  else
    reply(
      response,
      {
        error: { reason: 'Invalid SQL query', details: String(query), type: 'SyntaxCheckException' },
        status: 400,
      },
      400,
    );
}

beforeAll(async () => {
  double = await startDouble(elasticDouble);
});
afterAll(() => double.close());

const live = () => new AbortController().signal;
const open = (account = '', extra = {}) =>
  elasticsearch.open({ uri: `elasticsearch+http://${account}127.0.0.1:${double.port}/`, extra, home: '' });
const run = (sql: string, options: Partial<RunOptions> = {}) =>
  open().run(sql, { signal: live(), timeoutMs: 5_000, readOnly: true, ...options });
const ask = async (sql: string, options: Partial<RunOptions> = {}) => readRows(await run(sql, options));

test('every kind of value comes exactly', async () => {
  const result = await run('SELECT kinds');
  expect(result.columns.map(({ kind }) => kind)).toEqual(
    'int int float string bool timestamp string json string'.split(' '),
  );
  expect(await readRows(result)).toEqual([
    [
      9007199254740993n,
      18446744073709551615n,
      1.5,
      'é "9007199254740993"',
      true,
      Date.UTC(2024, 1, 29, 13, 14, 15, 123),
      '::1',
      '{"lat":1}',
      null,
    ],
  ]);
  expect(double.seen.at(-1)?.body).toEqual({
    query: 'SELECT kinds',
    fetch_size: 1_000,
    request_timeout: '6000ms',
  });
});

test('pages follow each other; comments and the only schema are left out', async () => {
  const rows = await ask('SELECT n -- a comment\n FROM "default"."many" /* another */');
  expect(rows.map(([n]) => n)).toEqual(Array.from({ length: PAGES * 1_000 }, (_, n) => n));
  expect(double.seen.at(-1)?.body).toEqual({ cursor: '4' });
});

test('an answer that is left gives its cursor up', async () => {
  expect((await ask('SELECT n FROM "many"', { maxRows: 1_500 })).length).toBe(1_500);
  expect(double.seen.at(-1)).toMatchObject({ path: '/_sql/close', body: { cursor: '2' } });
});

test.each([
  ['never', undefined],
  ['SELECT wait', 'wait'],
])('cancelling ends at once: %s', async (sql, cursor) => {
  const abort = new AbortController();
  const running = ask(sql, { signal: abort.signal });
  await expect.poll(() => double.seen.at(-1)?.body).toMatchObject(cursor ? { cursor } : { query: sql });
  abort.abort(new Error('left'));
  await expect(running).rejects.toThrow('left');
  if (cursor) expect(double.seen.at(-1)).toMatchObject({ path: '/_sql/close', body: { cursor } });
  await expect(ask(sql, { timeoutMs: 100 })).rejects.toMatchObject({
    status: 408,
    error_type: 'BACKEND_TIMEOUT_ERROR',
  });
});

test.each(['SELECT dropped', 'SELECT part'])('a part of an answer is an error: %s', async (sql) => {
  // F25: a connection that is lost is no fault of the question.
  const status = sql.includes('dropped') ? 503 : 400;
  await expect(ask(sql)).rejects.toMatchObject({ status, error_type: 'GENERIC_DB_ENGINE_ERROR' });
  expect(await ask('SELECT 1')).toEqual([[1]]);
});

test.each([
  ['no table', 'TABLE_DOES_NOT_EXIST_ERROR'],
  ['no column', 'COLUMN_DOES_NOT_EXIST_ERROR'],
  ['no function', 'OBJECT_DOES_NOT_EXIST_ERROR'],
  ['SELEC', 'SYNTAX_ERROR'],
  ['SELECT 1; SELECT 2', 'SYNTAX_ERROR'],
  ["SELECT 'open", 'SYNTAX_ERROR'],
])('an error says what is wrong: %s', async (sql, error_type) => {
  await expect(ask(sql)).rejects.toMatchObject({ status: 400, error_type });
});

test('tables and columns', async () => {
  const session = open();
  expect(await session.schemas()).toEqual(['default']);
  expect(await session.relations('default')).toEqual([
    { name: 'all', type: 'view' },
    { name: 'logs', type: 'table' },
  ]);
  expect(
    (await session.describe({ table: 'logs', schema: 'default' })).columns.map(({ name, nativeType }) => [
      name,
      nativeType,
    ]),
  ).toEqual([
    ['a', 'BIGINT'],
    ['geo.city', 'VARCHAR'],
  ]);
  for (const table of ['nope', 'a; b', 'x"y'])
    await expect(session.describe({ table })).rejects.toMatchObject({
      status: 404,
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    });
});

test('accounts, keys and encryption', async () => {
  await open('me:p%40ss@').ping(live());
  expect(double.seen.at(-1)?.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  await open('', { engine_params: { connect_args: { api_key: 'abc' } } }).ping(live());
  expect(double.seen.at(-1)?.authorization).toBe('ApiKey abc');
  const before = double.seen.length;
  const encrypted = elasticsearch.open({
    uri: `elasticsearch://me:secret@127.0.0.1:${double.port}/?ssl=true`,
    extra: {},
    home: '',
  });
  await expect(encrypted.ping(live())).rejects.toMatchObject({ status: 400 });
  expect(double.seen.length).toBe(before);
  const unchecked = `elasticsearch+https://127.0.0.1:${double.port}/?verify_certs=false`;
  expect(() => elasticsearch.open({ uri: unchecked, extra: {}, home: '' })).toThrow('always checked');
});

test('Open Distro has its own paths, words and limits', async () => {
  const session = openDistro.open({
    uri: `odelasticsearch+http://127.0.0.1:${double.port}/`,
    extra: {},
    home: '',
  });
  const rows = async (sql: string) =>
    readRows(await session.run(sql, { signal: live(), timeoutMs: 5_000, readOnly: true }));
  await session.ping(live());
  expect(await session.relations('default')).toEqual([{ name: 'logs', type: 'table' }]);
  expect((await session.describe({ table: 'logs' })).columns.map(({ name }) => name)).toEqual(['a']);
  expect(await rows('SELECT n FROM `default`.`a` LIMIT 5')).toEqual([[5]]);
  await expect(rows('SELECT short')).rejects.toThrow('200 of 5000 rows');
  await expect(rows('SELEC')).rejects.toMatchObject({ error_type: 'SYNTAX_ERROR' });
});
