import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { memberId } from '../../testing/things.ts';

const ROWS = 120_000;
let house: TestApp;
let url: string;
beforeAll(async () => {
  house = await openTestApp('sqlite', { settings: { CHARTROOM_SQL_MAX_ROW: '2000000' } });
  url = await house.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => house.close());

let made = 0;
async function dataset(sql: string, database = house.uploads): Promise<number> {
  made += 1;
  const body = { database, table_name: `rows_${made}`, sql };
  return memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
}

async function bearer(): Promise<{ authorization: string }> {
  return {
    authorization: `Bearer ${await house.services.tokens.issue('access', { userId: house.ids.admin, stamp: 0 })}`,
  };
}

async function rowsAs(
  result_format: string,
  id: number,
  queries: object[],
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${url}/api/v1/chart/data`, {
    method: 'POST',
    headers: { ...(await bearer()), 'content-type': 'application/json' },
    body: JSON.stringify({ datasource: { id, type: 'table' }, queries, result_format }),
    ...(signal && { signal }),
  });
}

function csv(id: number, columns: string[], more: object = {}, signal?: AbortSignal): Promise<Response> {
  return rowsAs('csv', id, [{ columns, row_limit: 1_000_000, ...more }], signal);
}

/** Files that wait to be sent. */
function waiting(): Promise<string[]> {
  return readdir(join(house.services.config.HOME, 'outgoing')).catch(() => []);
}

test('many rows are written as they come, in the same form as few', async () => {
  const id = await dataset(
    `select range as n, case when range % 3 = 0 then '=1+1' when range % 7 = 0 then null else 'a,' || range end as t,
      timestamp '2024-01-01' + interval 1 minute * range as at, (range / 4)::decimal(12,2) as price, range % 2 = 0 as even from range(${ROWS})`,
  );
  const columns = ['n', 't', 'at', 'price', 'even'];
  const lines = (await (await csv(id, columns, { orderby: [['n', true]] })).text()).split('\n');
  expect(lines.length).toBe(ROWS + 2);
  expect(lines[0]).toBe('n,t,at,price,even');
  const few = (await (await csv(id, columns, { orderby: [['n', true]], row_limit: 100 })).text()).split('\n');
  expect(lines.slice(0, 101)).toEqual(few.slice(0, 101));
  expect(lines[1]).toBe("0,'=1+1,2024-01-01 00:00:00,0.00,True");
  expect(lines[ROWS]).toBe(
    `${ROWS - 1},"a,${ROWS - 1}",2024-03-24 07:59:00,${((ROWS - 1) / 4).toFixed(2)},False`,
  );
});

test('rows that have to be seen together are', async () => {
  const id = await dataset(`select range as n from range(${ROWS})`);
  const shares = {
    metrics: ['count'],
    post_processing: [{ operation: 'cum', options: { operator: 'sum', columns: { count: 'count' } } }],
  };
  const lines = (await (await csv(id, ['n'], { ...shares, orderby: [['n', true]] })).text())
    .trim()
    .split('\n');
  expect([lines.length, lines.at(-1)]).toEqual([ROWS + 1, `${ROWS - 1},${ROWS}.0`]);
});

test('an error in the first rows is told in words; a later one breaks the file off, so that nobody takes it for whole', async () => {
  const early = await csv(await failing(10), ['n', 't']);
  expect([early.status, JSON.stringify(await early.json())]).toEqual([
    400,
    expect.stringContaining('integer overflow'),
  ]);
  const late = await csv(await failing(250_000), ['n', 't']);
  expect(late.status).toBe(200);
  await expect(late.text()).rejects.toThrow();
});

/** A dataset that fails at a row: SQLite makes its rows one after another. */
async function failing(row: number): Promise<number> {
  new DatabaseSync(join(house.services.config.HOME, 'rows.db')).close();
  const file = { database_name: `one after another, until ${row}`, sqlalchemy_uri: 'sqlite:///rows.db' };
  const database = memberId((await house.as('admin', 'POST', '/api/v1/database/', { body: file })).body);
  const sql = `with recursive r(n) as (select 0 union all select n + 1 from r where n < 300000)
    select n, case when n = ${row} then abs(-9223372036854775807 - 1) else 1 end as t from r`;
  return dataset(sql, database);
}

test('a workbook of many rows is written as they come, and holds what it says', async () => {
  const id = await dataset(`select range as n, 'text ' || range as t from range(60_000)`);
  const book = await rowsAs('xlsx', id, [{ columns: ['n', 't'], row_limit: 100_000 }]);
  const form = new FormData();
  form.append('file', await book.blob(), 'many.xlsx');
  const table = await fetch(`${url}/api/v1/files/`, { method: 'POST', headers: await bearer(), body: form });
  expect(await table.json()).toMatchObject({ rows: 60_000 });
  expect(await waiting()).toEqual([]);
});

test('what goes wrong late in a workbook, or in an archive, is told in words and leaves nothing behind', async () => {
  const query = { columns: ['n', 't'], row_limit: 1_000_000 };
  const id = await failing(260_000);
  for (const answer of [
    await rowsAs('xlsx', id, [query]),
    await rowsAs('csv', id, [{ ...query, row_limit: 10 }, query]),
  ])
    expect([answer.status, JSON.stringify(await answer.json())]).toEqual([
      400,
      expect.stringContaining('integer overflow'),
    ]);
  const large = await rowsAs('xlsx', await dataset('select range as n from range(1100000)'), [
    { columns: ['n'], row_limit: 1_100_000 },
  ]);
  expect([large.status, await large.json()]).toEqual([
    400,
    expect.objectContaining({ message: expect.stringContaining('1048575 rows') }),
  ]);
  expect(await waiting()).toEqual([]);
});

test('a reader who leaves in the middle ends the query', async () => {
  const id = await dataset('select range as n, repeat(range::varchar, 20) as t from range(900000)');
  const leaver = new AbortController();
  const answer = await csv(id, ['n', 't'], {}, leaver.signal);
  const reader = answer.body?.getReader();
  await reader?.read();
  leaver.abort();
  await expect(reader?.read()).rejects.toThrow();
  const begun = performance.now();
  expect(await (await csv(id, ['n'], { row_limit: 1 })).text()).toMatch(/^n\n\d+\n$/);
  expect(performance.now() - begun).toBeLessThan(5_000);
});
