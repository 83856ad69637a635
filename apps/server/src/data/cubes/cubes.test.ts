import { openMemory, type Session } from '@chartroom/engines';
import type { QueryObject } from '@chartroom/model';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Asked, CubeHouse, FRESH } from './cube-house.ts';

const SALES: Asked = {
  columns: {
    shop: 'VARCHAR',
    item: 'VARCHAR',
    amount: 'INTEGER',
    price: 'DECIMAL(10,2)',
    weight: 'DOUBLE',
    day: 'DATE',
  },
  metrics: { total: 'SUM(amount)', rows: 'COUNT(*)', mean: 'avg( "price" )' },
};
const TABLE = `CREATE TABLE sales AS SELECT 'shop ' || range % 7 AS shop, 'item ' || range % 11 AS item,
  (range * 37 % 101)::INTEGER AS amount, ((range * 13 % 997) / 100)::DECIMAL(10,2) AS price,
  range / 3.0 AS weight, DATE '2024-01-01' + (range % 90)::INTEGER AS day FROM range(5000)`;

const houses: CubeHouse[] = [];
afterEach(async () => {
  for (const house of houses.splice(0)) await house.close();
});

async function open(...settings: ConstructorParameters<typeof CubeHouse>): Promise<CubeHouse> {
  const house = new CubeHouse(...settings);
  houses.push(house);
  await house.write(TABLE);
  return house;
}

const BY_SHOP: [string, boolean][] = [['shop', true]];
const QUERY = { columns: ['shop'], metrics: ['total', 'rows', 'mean'], orderby: BY_SHOP };
const byItem = (...val: string[]) => ({ ...QUERY, filters: [{ col: 'item', op: 'IN', val }] });

/** Asks twice with other values, so that a cube is made. */
async function warm(house: CubeHouse, asked: Asked = SALES): Promise<void> {
  for (const item of ['item 1', 'item 2']) {
    const question = house.question(byItem(item), asked);
    expect(await house.answer(question)).toMatchObject({ cube: false });
  }
  await house.cubes.settled();
}

describe('a question that comes back with another value of a filter', () => {
  test('is answered from a cube the third time, as the database answers it', async () => {
    const house = await open();
    await warm(house);
    expect(house.reported).toEqual([]);
    expect(house.cubes.held.cubes).toBe(1);
    const question = house.question(byItem('item 3', 'item 4'), SALES);
    const answer = await house.answer(question);
    expect(answer).toEqual({ text: await house.direct(question), cube: true });
    expect(answer.text).toContain('"rowcount":7');
  });

  test('is answered by columns that were filtered in other charts, too', async () => {
    const house = await open();
    const other = {
      columns: ['item'],
      metrics: ['rows'],
      filters: [{ col: 'shop', op: '==', val: 'shop 1' }],
    };
    await house.answer(house.question(other, SALES));
    await warm(house);
    const both = house.question(
      {
        ...QUERY,
        filters: [...byItem('item 4').filters, { col: 'shop', op: 'NOT IN', val: ['shop 2', null] }],
      },
      SALES,
    );
    expect(await house.answer(both)).toEqual({ text: await house.direct(both), cube: true });
  });

  test('is asked directly where rows are equal in what they are sorted by, unless a pivot follows', async () => {
    const house = await open();
    await warm(house);
    const tied = { ...byItem('item 3'), metrics: ['rows'], columns: ['shop', 'item'] };
    const sorted = (query: QueryObject) => house.answer(house.question(query, SALES));
    for (const val of ['item 5', 'item 6'])
      await sorted({ ...tied, filters: [{ col: 'item', op: 'IN', val: [val] }] });
    await house.cubes.settled();
    expect(await sorted({ ...tied, orderby: [['rows', false]] })).toMatchObject({ cube: false });
    expect(await sorted({ ...tied, orderby: [] })).toMatchObject({ cube: false });
    expect(await sorted({ ...tied, orderby: [['rows', false], ...BY_SHOP, ['item', true]] })).toMatchObject({
      cube: true,
    });
    const options = { index: ['shop'], columns: ['item'], aggregates: { rows: { operator: 'mean' } } };
    const pivoted = { ...tied, orderby: [], post_processing: [{ operation: 'pivot', options }] };
    expect(await sorted(pivoted)).toMatchObject({ cube: true });
    expect(await sorted({ ...pivoted, row_limit: 3 })).toMatchObject({ cube: false });
  });

  test('is asked directly where rows are equal in being no number', async () => {
    const house = await open();
    const nothing = 'CAST(SUM(amount) AS DOUBLE) * 0 / (SUM(amount) * 0)';
    const metrics = [{ expressionType: 'SQL' as const, sqlExpression: nothing, label: 'none' }];
    const query = { ...byItem('item 3'), metrics, columns: ['shop', 'item'] };
    const none = (item: string, orderby: QueryObject['orderby']) => {
      const filters = [{ col: 'item', op: 'IN', val: [item] }];
      return house.answer(house.question({ ...query, filters, orderby }, SALES));
    };
    for (const item of ['item 4', 'item 5', 'item 6']) await none(item, [['none', true]]);
    await house.cubes.settled();
    const apart: QueryObject['orderby'] = [['none', true], ...BY_SHOP, ['item', true]];
    expect(await none('item 3', apart)).toMatchObject({ cube: true });
    expect(await none('item 2', [['none', true]])).toMatchObject({ cube: false });
  });

  test('is answered for the first series alone, unless the last of them ranks like the next', async () => {
    const house = await open();
    await warm(house);
    const first = (series_limit: number, series_limit_metric: string) =>
      house.question(
        { ...byItem('item 3'), series_columns: ['shop'], series_limit, series_limit_metric },
        SALES,
      );
    const three = first(3, 'total');
    const answer = await house.answer(three);
    expect(answer).toEqual({ text: await house.direct(three), cube: true });
    expect(answer.text).toContain('"rowcount":3');
    expect(await house.answer(first(3, 'rows'))).toMatchObject({ cube: false });
    expect(await house.answer(first(7, 'rows'))).toMatchObject({ cube: true });
    expect(await house.answer(first(3, 'mean'))).toMatchObject({ cube: false });
  });

  test('is answered where the groups alone are asked for, nothing being one of them', async () => {
    const house = await open();
    await house.write("INSERT INTO sales SELECT NULL, 'item 1', 1, 1, 1, NULL");
    const shops = (...val: (string | null)[]) => {
      const filters = [{ col: 'shop', op: 'IN', val }];
      return house.question({ columns: ['shop'], metrics: [], orderby: BY_SHOP, filters }, SALES);
    };
    for (const val of ['shop 1', 'shop 2']) await house.answer(shops(val));
    await house.cubes.settled();
    const question = shops('shop 3', null);
    expect(await house.answer(question)).toEqual({ text: await house.direct(question), cube: true });
    expect(await house.direct(question)).toContain('{"shop":null}');
  });

  test('is asked directly when it is forced, which ends the cube', async () => {
    const house = await open();
    await warm(house);
    const question = house.question(byItem('item 3'), SALES);
    expect(await house.answer(question, { ...FRESH, force: true })).toMatchObject({ cube: false });
    expect(house.cubes.held.cubes).toBe(0);
  });

  test('is asked directly where it took less time than a cube is worth', async () => {
    const house = await open({ fromMs: 60_000 });
    await warm(house);
    expect(house.cubes.held.cubes).toBe(0);
  });
});

describe('cubes', () => {
  test('hold for as long as answers are kept, and no longer than what they were made of', async () => {
    const house = await open();
    await warm(house);
    const question = (item: string, more: Partial<Asked> = {}) =>
      house.question(byItem(item), { ...SALES, ...more });
    expect(await house.answer(question('item 3'), { ...FRESH, stamp: '1' })).toMatchObject({ cube: false });
    await warm(house);
    expect(await house.answer(question('item 3', { changed_on: '2' }))).toMatchObject({ cube: false });
    expect(await house.answer(question('item 3'))).toMatchObject({ cube: true });
    house.ahead = 400_000;
    expect(await house.answer(question('item 4'))).toMatchObject({ cube: true });
    house.ahead = 601_000;
    expect(await house.answer(question('item 5'))).toMatchObject({ cube: false });
    for (const fresh of [
      { ...FRESH, stamp: undefined },
      { ...FRESH, timeout: -1 },
    ])
      expect(house.cubes.desk(question('item 3'), fresh)).toBeUndefined();
  });

  test('that nobody asks for a while go with their process, and come back when somebody does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const house = await open();
      await warm(house);
      vi.advanceTimersByTime(150_000);
      expect(await house.answer(house.question(byItem('item 3'), SALES))).toMatchObject({ cube: true });
      vi.advanceTimersByTime(150_000);
      expect(house.cubes.held.cubes).toBe(1);
      vi.advanceTimersByTime(31_000);
      expect(house.cubes.held).toEqual({ cubes: 0, bytes: 0 });
      expect(await house.answer(house.question(byItem('item 4'), SALES))).toMatchObject({ cube: false });
      await house.cubes.settled();
      expect(await house.answer(house.question(byItem('item 5'), SALES))).toMatchObject({ cube: true });
      expect(house.reported).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('are forgotten when rows may have changed, those that are being made included', async () => {
    const house = await open();
    await warm(house);
    const question = house.question(byItem('item 3'), SALES);
    await house.cubes.writing(async () => {
      await house.write("UPDATE sales SET amount = amount + 1 WHERE item = 'item 3'");
      expect(await house.answer(question)).toEqual({ text: await house.direct(question), cube: false });
    });
    expect(await house.answer(question)).toEqual({ text: await house.direct(question), cube: false });
    await house.answer(house.question(byItem('item 4'), SALES));
    await expect(house.cubes.writing(() => Promise.reject(new Error('half')))).rejects.toThrow('half');
    await house.cubes.settled();
    expect(house.cubes.held).toEqual({ cubes: 0, bytes: 0 });
    expect(house.reported).toEqual([]);
  });

  test('of two people with other rules are two', async () => {
    const house = await open();
    const north: Asked = { ...SALES, rules: ["(shop <> 'shop 1')"] };
    const south: Asked = { ...SALES, rules: ["(shop = 'shop 1')"] };
    await warm(house, north);
    const ofSouth = house.question(byItem('item 3'), south);
    expect(await house.answer(ofSouth)).toMatchObject({ cube: false });
    await warm(house, south);
    const ofNorth = house.question(byItem('item 3'), north);
    const answers = [await house.answer(ofNorth), await house.answer(ofSouth)];
    expect(answers).toEqual([
      { text: await house.direct(ofNorth), cube: true },
      { text: await house.direct(ofSouth), cube: true },
    ]);
    const [inNorth, inSouth] = answers.map(({ text }) => text.slice(text.indexOf('"data":')));
    expect(inNorth).not.toContain('shop 1');
    expect(inSouth).toMatch(/"shop":"shop 1"[^}]*}]$/);
  });

  test('take no more bytes than they may: the one that was not asked longest goes', async () => {
    const house = await open({ bytes: 40_000 });
    const year = (n: number): Asked => ({ ...SALES, rules: [`(amount <> ${n})`] });
    for (const n of [1, 2, 3, 4, 5, 6, 7]) {
      await warm(house, year(n));
      const { cubes, bytes } = house.cubes.held;
      expect(bytes).toBeLessThanOrEqual(40_000);
      expect(cubes).toBeGreaterThan(0);
    }
    const isHeld = async (n: number) => (await house.answer(house.question(byItem('item 3'), year(n)))).cube;
    expect([await isHeld(7), await isHeld(1)]).toEqual([true, false]);
    expect(house.reported).toEqual([]);
  });

  test('are not made of too many groups or bytes, and none at all where they may take nothing', async () => {
    for (const bounds of [{ rows: 70 }, { bytes: 4_000 }, { bytes: 0 }]) {
      const house = await open(bounds);
      await warm(house);
      expect(house.cubes.held.cubes).toBe(0);
      expect(house.reported).toEqual([]);
    }
  });

  test('that fail are told and gone; the database answers', async () => {
    let isBroken = false;
    const house = await open({}, () => {
      const session = openMemory({ home: house.home });
      const run = session.run.bind(session);
      session.run = (sql, options) => (isBroken ? Promise.reject(new Error('broken')) : run(sql, options));
      return session;
    });
    await warm(house);
    isBroken = true;
    const question = house.question(byItem('item 3'), SALES);
    expect(await house.answer(question)).toEqual({ text: await house.direct(question), cube: false });
    expect(house.reported).toEqual([new Error('broken'), new Error('broken')]);
    isBroken = false;
    await warm(house);
    expect(await house.answer(question)).toMatchObject({ cube: true });
  });

  test('do not end with questions that no engine can read, nor with what people send', async () => {
    const house = await open();
    await warm(house);
    const unreadable = house.question(byItem('item 3\u0000'), SALES);
    expect(await house.answer(unreadable)).toEqual({ text: await house.direct(unreadable), cube: false });
    expect(await house.answer(house.question(byItem('item 3'), SALES))).toMatchObject({ cube: true });
    expect(house.reported).toEqual([]);
  });

  test('are made anew when their process has gone', async () => {
    const sessions: Session[] = [];
    const house = await open({}, () => {
      const session = openMemory({ home: house.home });
      sessions.push(session);
      return session;
    });
    await warm(house);
    // A new process knows no tables.
    for (const session of sessions)
      for (const table of await session.relations('main')) await session.dropTable?.({ table: table.name });
    expect(await house.answer(house.question(byItem('item 3'), SALES))).toMatchObject({ cube: false });
    expect(house.reported).toHaveLength(1);
    await house.answer(house.question(byItem('item 4'), SALES));
    await house.cubes.settled();
    expect(await house.answer(house.question(byItem('item 5'), SALES))).toMatchObject({ cube: true });
  });

  test('that are being made end when the server does', async () => {
    const house = await open();
    for (const item of ['item 1', 'item 2']) await house.answer(house.question(byItem(item), SALES));
    await house.cubes.close();
    expect(house.cubes.held.cubes).toBe(0);
    expect(house.reported).toEqual([]);
    expect(await house.answer(house.question(byItem('item 3'), SALES))).toMatchObject({ cube: false });
  });
});

describe('cubes are not made of', () => {
  let house: CubeHouse;
  beforeAll(async () => {
    house = new CubeHouse();
    await house.write(
      TABLE,
      'CREATE VIEW first_rows AS SELECT * FROM sales LIMIT 4000',
      'CREATE TABLE nocase AS SELECT * FROM sales LIMIT 0',
      'ALTER TABLE nocase DROP shop',
      'ALTER TABLE nocase ADD shop VARCHAR COLLATE NOCASE',
    );
  });
  afterAll(() => house.close());

  const ask = async (asked: Partial<Asked>): Promise<number> => {
    for (const val of ['item 1', 'item 2']) {
      const filters = [{ col: 'item', op: 'IN', val: [val] }];
      const query = { ...QUERY, metrics: ['total'], filters };
      await house.answer(house.question(query, { ...SALES, ...asked }));
    }
    await house.cubes.settled();
    expect(house.reported).toEqual([]);
    return house.cubes.held.cubes;
  };

  test.each([
    ['sums of floating point numbers', { metrics: { total: 'SUM(weight)' } }],
    ['averages of floating point numbers', { metrics: { total: 'AVG(weight)' } }],
    [
      'moments that travel inexactly',
      {
        sql: "SELECT *, TIMESTAMP '2150-01-01 00:00:00.000001' AS at FROM sales",
        metrics: { total: 'MAX(at)' },
        columns: { ...SALES.columns, at: 'TIMESTAMP' },
      },
    ],
    ['counts of different values', { metrics: { total: 'COUNT(DISTINCT shop)' } }],
    ['what goes on from an average', { metrics: { total: 'AVG(amount) + 1' } }],
    [
      'rows of which only those that were asked for can be read',
      {
        sql: "SELECT *, CASE WHEN item IN ('item 1', 'item 2') THEN 1 ELSE item::INTEGER END AS one FROM sales",
        metrics: { total: 'SUM(one)' },
        columns: { ...SALES.columns, one: 'INTEGER' },
      },
    ],
    ['random rows', { sql: 'SELECT *, random() AS r FROM sales' }],
    ['the first rows', { sql: 'SELECT * FROM sales LIMIT 4000' }],
    ['rows of today', { sql: 'SELECT * FROM sales WHERE day < current_date' }],
    [
      'texts that compare in a way of their own',
      { sql: 'SELECT * REPLACE (shop COLLATE NOCASE AS shop) FROM sales' },
    ],
    ['a view of the first rows', { table: 'first_rows' }],
    ['a table that compares texts in a way of its own', { table: 'nocase' }],
  ])('%s', async (_what, asked: Partial<Asked>) => {
    expect(await ask(asked)).toBe(0);
  });

  test('what functions of people may make', async () => {
    await house.write('CREATE MACRO upper(a) AS a || random()');
    expect(await ask({ sql: 'SELECT * REPLACE (upper(item) AS item) FROM sales' })).toBe(0);
    await house.write('DROP MACRO upper');
    expect(await ask({ sql: 'SELECT * REPLACE (lower(item) AS item) FROM sales' })).toBe(1);
  });
});
