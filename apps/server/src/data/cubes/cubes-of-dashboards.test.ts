import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type PersonName, type TestApp } from '../../testing/test-app.ts';
import { makeBoard, member, memberId } from '../../testing/things.ts';

let house: TestApp;
let board: number;
/** Two datasets on one table: the answers of one are kept and come from cubes, those of the other are always asked afresh. */
let kept: number;
let afresh: number;

beforeAll(async () => {
  house = await openTestApp('sqlite', { settings: { CHARTROOM_CUBE_FROM_MS: '0' } });
  board = await makeBoard(house, 'Sales', 'sales');
  await house.as('admin', 'PUT', `/api/v1/dashboard/${board}`, { body: { published: true } });
  await house.as('admin', 'PUT', `/api/v1/database/${house.uploads}`, { body: { allow_dml: true } });
  await run(`CREATE TABLE sales AS SELECT 'shop ' || range % 5 AS shop, 'item ' || range % 7 AS item,
    (range % 13)::INTEGER AS amount FROM range(1000)`);
  [kept, afresh] = [await dataset('sales', {}), await dataset('fresh', { sql: 'SELECT * FROM sales' })];
  const body = { cache_timeout: -1 };
  expect((await house.as('admin', 'PUT', `/api/v1/dataset/${afresh}`, { body })).status).toBe(200);
});
afterAll(() => house.close());

async function run(sql: string): Promise<void> {
  const body = { database_id: house.uploads, schema: 'main', sql };
  expect((await house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body })).status).toBe(200);
}

async function dataset(table_name: string, more: object): Promise<number> {
  const body = { database: house.uploads, schema: 'main', table_name, ...more };
  const made = await house.as('admin', 'POST', '/api/v1/dataset/', { body });
  expect(made).toMatchObject({ status: 201 });
  return memberId(made.body);
}

/** The rows of a chart on a dashboard, filtered by a click, and whether they came from a cube. */
async function click(item: string, id = kept, who: PersonName = 'admin') {
  const metrics = [
    { expressionType: 'SIMPLE', column: { column_name: 'amount' }, aggregate: 'AVG', label: 'mean' },
  ];
  const filters = [{ col: 'item', op: 'IN', val: [item] }];
  const query = { columns: ['shop'], metrics, orderby: [['shop', true]], filters };
  const query_context = { datasource: { id, type: 'table' }, queries: [query] };
  const body = { charts: [{ id: 1, query_context }] };
  const answer = await house.as(who, 'POST', `/api/v1/dashboard/${board}/data`, { body });
  const line: unknown = JSON.parse(answer.text);
  expect(line).toMatchObject({ status: 200 });
  return {
    rows: member(line, 'body', 'result', 0, 'data'),
    isCube: member(line, 'took', 'cube') === true,
    isKept: member(line, 'body', 'result', 0, 'is_cached') === true,
  };
}

/** Clicks items that were not clicked before, until a cube answers. */
async function clickUntilCube(prefix: string, who: PersonName = 'admin'): Promise<void> {
  let count = 0;
  await expect
    .poll(async () => (await click(`${prefix} ${count++}`, kept, who)).isCube, { timeout: 10_000 })
    .toBe(true);
}

test('clicks on a dashboard are answered from a cube, and say so', async () => {
  await clickUntilCube('first');
  const answer = await click('item 3');
  expect(answer).toEqual({ rows: (await click('item 3', afresh)).rows, isCube: true, isKept: false });
  expect(answer.rows).toHaveLength(5);
  expect(await click('item 3')).toEqual({ rows: answer.rows, isCube: false, isKept: true });
});

test('rows that were written are in the answer to what was not asked before', async () => {
  await clickUntilCube('second');
  await run("INSERT INTO sales SELECT 'shop new', 'item 4', 5");
  const answer = await click('item 4');
  expect(answer).toEqual({ rows: (await click('item 4', afresh)).rows, isCube: false, isKept: false });
  expect(answer.rows).toContainEqual({ shop: 'shop new', mean: 5 });
  expect((await click('item 3')).isKept).toBe(true);
});

test('people see what their row rules let them see', async () => {
  await clickUntilCube('third');
  const roles = '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Alpha)))';
  const body = {
    name: 'one shop',
    filter_type: 'Regular',
    tables: [kept],
    roles: [member((await house.as('admin', 'GET', roles)).body, 'result', 0, 'id')],
    clause: "shop = 'shop 1'",
  };
  expect((await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body })).status).toBe(201);
  const shops = async (item: string, who: PersonName) => {
    const { rows, isCube } = await click(item, kept, who);
    return { isCube, shops: Array.isArray(rows) ? rows.map((row) => member(row, 'shop')) : rows };
  };
  expect(await shops('item 5', 'alpha')).toEqual({ isCube: false, shops: ['shop 1'] });
  await clickUntilCube('fourth', 'alpha');
  expect(await shops('item 6', 'alpha')).toEqual({ isCube: true, shops: ['shop 1'] });
  const all = ['shop 0', 'shop 1', 'shop 2', 'shop 3', 'shop 4'];
  expect(await shops('item 6', 'admin')).toEqual({ isCube: true, shops: all });
});
