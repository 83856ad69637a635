import type { QueryObject } from '@chartroom/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Asked, CubeHouse } from './cube-house.ts';

/** How many dashboards are asked; `CHARTROOM_CUBE_DASHBOARDS=50000` for a long run. */
const DASHBOARDS = Number(process.env.CHARTROOM_CUBE_DASHBOARDS ?? 2_000);
const SEED = Number(process.env.CHARTROOM_CUBE_SEED ?? 1);
/**
 * Charts and questions of most dashboards, of which the last is answered: a cube is made because of the others. Each so many there
 * is a large one, where cubes of several charts meet all kinds of questions.
 */
const USUAL = { charts: 1, questions: 3, answered: 1, table: 'few_sales' };
const LARGE = { charts: 3, questions: 80, answered: 80, table: 'sales' };
const LARGE_EACH = 80;

const COLUMNS = {
  shop: 'VARCHAR',
  item: 'VARCHAR',
  size: 'SMALLINT',
  grade: 'INTEGER',
  big: 'BIGINT',
  huge: 'BIGINT',
  price: 'DECIMAL(10,2)',
  rate: 'DECIMAL(4,1)',
  paid: 'BOOLEAN',
  day: 'DATE',
  at: 'TIMESTAMP',
  weight: 'DOUBLE',
};
const SALES: Asked = {
  columns: COLUMNS,
  metrics: {
    rows: 'COUNT(*)',
    ones: 'count(1)',
    total: 'SUM(grade)',
    mean: 'avg(big)',
    last: 'MAX("at")',
    kinds: 'COUNT(DISTINCT item)',
    ratio: 'SUM(grade) / COUNT(*)',
  },
};
const VIRTUAL: Asked = {
  ...SALES,
  sql: 'SELECT *, upper(item) AS loud FROM sales WHERE grade IS NULL OR grade <> 7',
  columns: { ...COLUMNS, loud: 'VARCHAR' },
};
const RULED: Asked = { ...SALES, rules: ["(shop <> 'b' OR shop IS NULL)", '(size > -4)'] };

/** Texts that are not easily carried: signs of CSV, line breaks, what is nearly equal. */
const TABLE = `CREATE TABLE sales AS SELECT
  [NULL, '', 'a', 'A', 'a ', ' a', 'b', 'Zürich', 'it''s, "so"', 'two' || chr(10) || 'lines', 'cr' || chr(13), '<NULL>', 'ß😀', chr(65279) || 'mark', 'zero' || chr(0) || '\\', 'tab' || chr(9)][1 + (hash(range, 1) % 16)::INT] AS shop,
  'item ' || (hash(range, 2) % 9) AS item,
  CASE WHEN hash(range, 3) % 10 = 0 THEN NULL ELSE (hash(range, 3) % 12)::SMALLINT - 6 END::SMALLINT AS size,
  CASE WHEN hash(range, 4) % 17 = 0 THEN NULL ELSE (hash(range, 4) % 20011)::INTEGER - 9000 END::INTEGER AS grade,
  (hash(range, 5) % 9007199254740993)::BIGINT - 4503599627370000 AS big,
  9223372036854775000 - (range % 5) AS huge,
  ((hash(range, 6) % 1999999)::INTEGER / 100)::DECIMAL(10,2) AS price,
  ((hash(range, 7) % 40)::INTEGER * 24.7 - 300)::DECIMAL(4,1) AS rate,
  CASE WHEN hash(range, 8) % 7 = 0 THEN NULL ELSE hash(range, 8) % 3 = 0 END AS paid,
  CASE WHEN hash(range, 9) % 23 = 0 THEN NULL ELSE DATE '1969-12-20' + (hash(range, 9) % 120)::INTEGER END AS day,
  TIMESTAMP '2023-12-31 23:59:59.123456' + to_microseconds((hash(range, 10) % 40000000000000)::BIGINT) AS at,
  range / 7.0 AS weight
  FROM range(2500)`;

let house: CubeHouse;
beforeAll(async () => {
  house = new CubeHouse();
  await house.write(TABLE, 'CREATE TABLE few_sales AS SELECT * FROM sales LIMIT 400');
});
afterAll(() => house.close());

/** Numbers that look like chance and are the same every time (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Dice {
  readonly #next: () => number;
  constructor(seed: number) {
    this.#next = chance(seed);
  }
  is(share: number): boolean {
    return this.#next() < share;
  }
  of<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.#next() * items.length)] ?? items[0];
  }
  some<Item>(items: readonly Item[], least: number, most: number): Item[] {
    const many = least + Math.floor(this.#next() * (most - least + 1));
    return items
      .map((item) => ({ item, place: this.#next() }))
      .toSorted((a, b) => a.place - b.place)
      .slice(0, many)
      .map(({ item }) => item);
  }
}

const simple = (aggregate: 'SUM' | 'AVG' | 'MIN' | 'MAX' | 'COUNT', column_name: string) => ({
  expressionType: 'SIMPLE' as const,
  aggregate,
  column: { column_name },
  label: `${aggregate} of ${column_name}`,
});
const written = (sqlExpression: string) => ({
  expressionType: 'SQL' as const,
  sqlExpression,
  label: sqlExpression,
});
const EASY = [
  'rows',
  'ones',
  'total',
  'mean',
  'last',
  simple('SUM', 'price'),
  simple('SUM', 'size'),
  simple('SUM', 'big'),
  simple('SUM', 'huge'),
  simple('AVG', 'price'),
  simple('AVG', 'rate'),
  simple('AVG', 'size'),
  simple('AVG', 'grade'),
  simple('AVG', 'big'),
  simple('MIN', 'shop'),
  simple('MAX', 'shop'),
  simple('MIN', 'day'),
  simple('MAX', 'rate'),
  simple('COUNT', 'size'),
  simple('MIN', 'paid'),
  written('max( "at" )'),
  written('COUNT(shop)'),
  'ratio',
  written('SUM(grade + 1)'),
  written('AVG(CASE WHEN grade > 15 THEN 1.0 ELSE 0.0 END)'),
  written("SUM(CASE WHEN paid AND shop IN ('a', 'b') THEN price ELSE 0 END)"),
  written('count(CASE WHEN "size" IS NULL THEN 1 END)'),
  written('SUM(price) / NULLIF(SUM(size), 0)'),
  written('MAX(size) - MIN(size)'),
  written('round(100.0 * SUM(price) / SUM(grade), 2)'),
  written('CAST(SUM(size) AS DOUBLE) / SUM(size)'),
  written('COALESCE(SUM(size), 0)::FLOAT / 7'),
];
/** What cubes leave to the database. */
const HARD = [
  'kinds',
  'ratio',
  simple('SUM', 'weight'),
  simple('AVG', 'huge'),
  simple('AVG', 'weight'),
  written('AVG(grade) * 2'),
  written('SUM(weight) / COUNT(*)'),
  written('SUM(grade / 2)'),
  written('MAX(length(shop))'),
  written('SUM(grade) -- so'),
];

const axis = (column: string, timeGrain?: string) => ({
  columnType: 'BASE_AXIS' as const,
  expressionType: 'SQL' as const,
  label: column,
  sqlExpression: column,
  ...(timeGrain && { timeGrain }),
});
const KEYS = [
  'shop',
  'item',
  'size',
  'paid',
  'rate',
  axis('day', 'P1M'),
  axis('at', 'P1W'),
  axis('day'),
  { expressionType: 'SQL' as const, label: 'even', sqlExpression: 'grade % 2 = 0' },
];
type Filter = NonNullable<QueryObject['filters']>[number];
const SHOPS = [
  null,
  '',
  'a',
  'A',
  'a ',
  ' a',
  'b',
  'Zürich',
  'it\'s, "so"',
  'two\nlines',
  'cr\r',
  '<NULL>',
  'ß😀',
  '\ufeffmark',
  'zero\0\\',
  'nowhere',
];
const SLICES: ((dice: Dice) => Filter)[] = [
  (dice) => ({ col: 'shop', op: dice.of(['IN', 'NOT IN']), val: dice.some(SHOPS, 1, 4) }),
  (dice) => ({ col: 'item', op: 'IN', val: dice.some(['item 0', 'item 1', 'item 5', 'item 8'], 1, 3) }),
  (dice) => ({ col: 'size', op: dice.of(['==', '!=', 'IN']), val: dice.of([0, -3, 5, 99]) }),
  (dice) => ({ col: 'paid', op: dice.of(['==', 'IN']), val: dice.is(0.5) }),
  (dice) => ({ col: dice.of(['shop', 'size', 'paid']), op: dice.of(['IS NULL', 'IS NOT NULL']) }),
];
const FIXED: Filter[] = [
  { col: 'grade', op: '>', val: 100 },
  { col: 'item', op: 'LIKE', val: '%1%' },
  { col: 'at', op: 'TEMPORAL_RANGE', val: '2024-02-01 : 2024-12-01' },
];

/** The same, asked of another table. */
function ofTable(asked: Asked, table: string): Asked {
  return asked.sql === undefined ? { ...asked, table } : { ...asked, sql: asked.sql.replace('sales', table) };
}

/** The questions of one dashboard: charts of a few shapes, filtered by clicks. */
function* dashboard(dice: Dice, size: typeof USUAL): Generator<{ query: QueryObject; asked: Asked }> {
  const asked = ofTable(dice.of([SALES, SALES, VIRTUAL, RULED]), size.table);
  const fixed = dice.some(FIXED, 0, 1);
  const slices = dice.some(SLICES, 2, 2);
  const charts = Array.from({ length: size.charts }, () => {
    const columns = dice.some(KEYS, 0, 2);
    const metrics = [
      ...dice.some(EASY, columns.length > 0 ? 0 : 1, 4),
      ...(dice.is(0.04) ? dice.some(HARD, 1, 1) : []),
    ];
    return { columns: unique(columns), metrics: unique(metrics) };
  });
  for (let place = 0; place < size.questions; place += 1) {
    const { columns, metrics } = dice.of([charts[0] ?? never(), ...charts.slice(1)]);
    const picked = dice.some(slices, place < 6 ? 2 : 0, 2).map((slice) => slice(dice));
    const sortable = [...columns, ...metrics].map((each) => (typeof each === 'string' ? each : each.label));
    const isWhole = dice.is(0.6);
    const orderby = dice
      .some(
        isWhole ? columns.map((each) => (typeof each === 'string' ? each : each.label)) : sortable,
        isWhole ? 9 : 0,
        isWhole ? 9 : 2,
      )
      .map((each): [string, boolean] => [each, dice.is(0.5)]);
    const series = dice.is(0.2) ? dice.some(columns, 1, 1) : [];
    const hidden = dice.is(0.1) ? [[simple('SUM', 'grade'), false] as const] : [];
    yield {
      asked,
      query: {
        columns,
        metrics,
        filters: [...fixed, ...picked],
        orderby: [...hidden.map(([metric, up]): [typeof metric, boolean] => [metric, up]), ...orderby],
        row_limit: dice.of([10_000, 10_000, 5, 1, 100]),
        ...(series.length > 0 && {
          series_columns: series,
          series_limit: dice.of([1, 2, 3, 5]),
          order_desc: dice.is(0.7),
          ...(dice.is(0.6) && {
            series_limit_metric: dice.of(['total', 'rows', 'ratio', simple('SUM', 'big')]),
          }),
        }),
        ...(dice.is(0.2) && pivotOf(columns, metrics)),
      },
    };
  }
}

function never(): never {
  throw new Error('There is always a chart.');
}

function unique<Item extends string | { label: string }>(items: Item[]): Item[] {
  const labels = items.map((each) => (typeof each === 'string' ? each : each.label));
  return items.filter((_, place) => labels.indexOf(labels[place] ?? '') === place);
}

/** What lines and bars make of their rows. */
function pivotOf(
  columns: (string | { label: string })[],
  metrics: (string | { label: string })[],
): Partial<QueryObject> {
  const [first, ...others] = columns.map((each) => (typeof each === 'string' ? each : each.label));
  if (first === undefined) return {};
  const names = metrics.map((each) => (typeof each === 'string' ? each : each.label));
  const aggregates = Object.fromEntries(
    names.map((name) => [name, { operator: /^(?:m(?:in|ax)\b|last)/i.test(name) ? 'max' : 'mean' }]),
  );
  return {
    post_processing: [
      {
        operation: 'pivot',
        options: { index: [first], columns: others, aggregates, drop_missing_columns: false },
      },
    ],
  };
}

/** Asks the questions of one dashboard; resolves with how many were answered by cubes. */
async function askAll(seed: number, size: typeof USUAL): Promise<number> {
  const changed_on = String(seed);
  let fromCubes = 0;
  let left = size.questions;
  for (const { query, asked } of dashboard(new Dice(seed * 7_919), size)) {
    const question = house.question(query, { ...asked, changed_on });
    left -= 1;
    if (left >= size.answered) {
      // That it came back is what a cube is made for; what the database says to it does not matter.
      if (!house.noted(question)) return 0;
    } else {
      const answer = await house.answer(question);
      if (answer.cube) {
        fromCubes += 1;
        expect(answer.text, `seed ${seed}: ${JSON.stringify(query)}`).toBe(await house.direct(question));
      }
    }
    await house.cubes.settled();
  }
  return fromCubes;
}

test(
  `the questions of ${DASHBOARDS} dashboards are answered by cubes as the database answers them, to the letter`,
  async () => {
    const counts = { usual: { asked: 0, fromCubes: 0 }, large: { asked: 0, fromCubes: 0 } };
    let begun = 0;
    const lane = async (): Promise<void> => {
      while (begun < DASHBOARDS) {
        begun += 1;
        const [kind, size] =
          begun % LARGE_EACH === 0 ? (['large', LARGE] as const) : (['usual', USUAL] as const);
        const fromCubes = await askAll(SEED + begun, size);
        counts[kind].asked += size.answered;
        counts[kind].fromCubes += fromCubes;
      }
    };
    await Promise.all([lane(), lane(), lane()]);
    expect(house.reported).toEqual([]);
    expect(counts.usual.fromCubes / counts.usual.asked).toBeGreaterThan(0.4);
    expect(counts.large.fromCubes / counts.large.asked).toBeGreaterThan(0.4);
  },
  DASHBOARDS * 150,
);
