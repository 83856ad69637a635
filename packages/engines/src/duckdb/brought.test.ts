import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineById } from '../catalog.ts';
import type { CopiedRows, Session } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { copiedRows } from '../rows/copied-rows.ts';

const POSTGRES =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';
const schema = `across_${randomBytes(4).toString('hex')}`;
let home: string;
let duckdb: Session;
let postgres: Session;
let client: pg.Client;

const options = () => ({ signal: AbortSignal.timeout(20_000), timeoutMs: 20_000, readOnly: true });

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'brought-'));
  const open = (id: string, uri: string): Session => {
    const engine = engineById(id);
    if (!engine) throw new Error(`There is no engine ${id}.`);
    return engine.open({ uri, extra: {}, home });
  };
  duckdb = open('duckdb', `duckdb:///${join(home, 'own.duckdb')}`);
  postgres = open('postgresql', POSTGRES);
  client = new pg.Client({ connectionString: POSTGRES });
  await client.connect();
  await client.query(`CREATE SCHEMA ${schema}`);
});
afterAll(async () => {
  await client.query(`DROP SCHEMA ${schema} CASCADE`);
  await client.end();
  await Promise.all([duckdb.close(), postgres.close()]);
  await rm(home, { recursive: true });
});

const copied = async (sql: string): Promise<CopiedRows> => {
  if (!postgres.copy) throw new Error('PostgreSQL copies nothing.');
  return postgres.copy(sql, options());
};
const plain = async (sql: string, signal = AbortSignal.timeout(20_000)): Promise<CopiedRows> =>
  copiedRows(await postgres.run(sql, { ...options(), signal }), 'PostgreSQL');
const ask = async (rows: CopiedRows, sql: string) => {
  if (!duckdb.runWith) throw new Error('DuckDB takes nothing.');
  return readRows(await duckdb.runWith(sql, [{ name: 'b', rows }], options()));
};

describe('rows of PostgreSQL arrive in DuckDB as they are', () => {
  const VALUES: readonly [type: string, value: string, told: string, type2?: string][] = [
    ['text', "''", ''],
    ['text', "'a,\"b\"' || chr(10) || '\\.' || chr(13) || 'é😀 BC'", 'a,"b"\n\\.\ré😀 BC'],
    ['text', "'NULL'", 'NULL'],
    ['char(5)', "'ab'", 'ab   '],
    ['bigint', '9223372036854775807', '9223372036854775807'],
    ['smallint', '-32768', '-32768'],
    ['boolean', 'true', 'true'],
    ['numeric(38,18)', '12345678901234567890.123456789012345678', '12345678901234567890.123456789012345678'],
    ['oid', '4294967295', '4294967295', 'UINTEGER'],
    ['numeric', '0.1000', '0.1000', 'DECIMAL(18,4)'],
    ['numeric', '-123456789012345678901234567890.5', '-123456789012345678901234567890.5', 'DECIMAL(38,1)'],
    ['numeric', "'NaN'", 'NaN', 'VARCHAR'],
    ['numeric', '1e60', `1${'0'.repeat(60)}`, 'VARCHAR'],
    ['double precision', '0.1::float8 + 0.2', '0.30000000000000004'],
    ['double precision', "'-Infinity'", '-inf'],
    ['real', "'NaN'", 'nan'],
    ['date', "'0044-03-15 BC'", '0044-03-15 (BC)', 'DATE'],
    ['date', "'infinity'", 'infinity', 'DATE'],
    ['timestamp', "'2024-02-29 23:59:59.123456'", '2024-02-29 23:59:59.123456'],
    ['timestamp', "'0001-01-01 00:00:00 BC'", '0001-01-01 (BC) 00:00:00', 'TIMESTAMP'],
    ['timestamptz', "'2024-01-01 00:00:00+05:30'", '2023-12-31 18:30:00+00', 'TIMESTAMP WITH TIME ZONE'],
    ['timestamp', "'infinity'", 'infinity', 'TIMESTAMP'],
    ['timestamp', "'1999-12-31 23:59:59.999999'", '1999-12-31 23:59:59.999999'],
    ['timestamptz', "'-infinity'", '-infinity', 'TIMESTAMP WITH TIME ZONE'],
    ['uuid', "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'UUID'],
    ['jsonb', `'{"a": [1, null, "x"]}'`, '{"a": [1, null, "x"]}', 'JSON'],
    ['bytea', "'\\x00ff22'", '\\x00\\xFF\\x22', 'BLOB'],
    ['time', "'24:00:00'", '24:00:00', 'VARCHAR'],
    ['interval', "'1 year -2 days 03:00'", '1 year -2 days +03:00:00', 'VARCHAR'],
    ['int[]', "'{1,NULL}'", '{1,NULL}', 'VARCHAR'],
    ['inet', "'10.0.0.1/8'", '10.0.0.1/8', 'VARCHAR'],
  ];
  test.each(VALUES)('%s %s', async (type, value, told, type2) => {
    const sql = `SELECT * FROM (VALUES (1, CAST(${value} AS ${type})), (2, NULL)) AS v(n, x) ORDER BY n`;
    const rows = await ask(
      await copied(sql),
      'SELECT x::VARCHAR, x IS NULL, typeof(x) FROM temp.main.b ORDER BY n',
    );
    expect(rows.map(([text, isNull]) => [text, isNull])).toEqual([
      [told, false],
      [null, true],
    ]);
    if (type2) expect(rows[0]?.[2]).toBe(type2);
  });

  test('so do those that are made of the cells of an answer', async () => {
    const sql = `SELECT * FROM (VALUES (1, 'a,"b"' || chr(10), '', 0.10::numeric, 9223372036854775807, timestamp '1969-12-31 23:59:59.000001', date '0001-02-03', 'Infinity'::float8, true, NULL::text),
      (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '')) AS v(n, t, e, d, i, m, y, f, b, z)`;
    const asked = 'SELECT COLUMNS(*)::VARCHAR FROM temp.main.b ORDER BY n';
    expect(await ask(await plain(sql), asked)).toEqual([
      [
        '1',
        'a,"b"\n',
        '',
        '0.10',
        '9223372036854775807',
        '1969-12-31 23:59:59.000001',
        '0001-02-03',
        'inf',
        'true',
        null,
      ],
      ['2', null, null, null, null, null, null, null, null, ''],
    ]);
    const unwanted = new AbortController();
    await expect(plain("SELECT 'a'::bytea AS raw", unwanted.signal)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('"raw"'),
    });
    unwanted.abort(new Error('nobody reads them'));
  });
});

const left = () => readdirSync(join(home, 'incoming'));

test('many rows in many files, a long line among them', async () => {
  await client.query(
    `CREATE TABLE ${schema}.many AS SELECT n, repeat('x', CASE WHEN n = 777 THEN 3000000 ELSE n % 50 END) AS t FROM generate_series(1, 300000) AS n`,
  );
  const rows = await copied(`SELECT n, t FROM ${schema}.many`);
  expect(
    await ask(rows, 'SELECT count(*), sum(n), sum(length(t)), count(DISTINCT n) FROM temp.main.b'),
  ).toEqual([[300_000, 45_000_150_000, 10_349_973, 300_000]]);
  // The connection serves again.
  expect(await ask(await copied('SELECT 5 AS n'), 'SELECT n FROM temp.main.b')).toEqual([[5]]);
});

describe('a large table is read by two connections', () => {
  const where = (condition: string): string => `SELECT n, v FROM ${schema}.large WHERE ${condition}`;
  const large = async (): Promise<CopiedRows> => {
    if (!postgres.copy) throw new Error('PostgreSQL copies nothing.');
    return postgres.copy(where('n > 0'), options(), {
      table: { schema, table: 'large' },
      where: (condition) => where(`n > 0 AND ${condition}`),
    });
  };
  const sums = 'SELECT count(*), count(DISTINCT n), sum(n), sum(v) FROM temp.main.b';
  const begun = async (like: string): Promise<number> => {
    const { rows } = await client.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state <> 'idle' AND query LIKE $1 AND pid <> pg_backend_pid()",
      [like],
    );
    return rows[0]?.n;
  };
  beforeAll(async () => {
    await client.query(
      `CREATE TABLE ${schema}.large AS SELECT n, 1 AS v, repeat('x', 400) AS filler FROM generate_series(-5000, 20000) AS n`,
    );
    await client.query(`VACUUM ANALYZE ${schema}.large`);
  });

  test('that see one state, whatever happens meanwhile', async () => {
    const rows = await large();
    expect(await begun(`%${schema}.large%ctid%`)).toBe(2);
    await client.query(`UPDATE ${schema}.large SET v = 7 WHERE n % 3 = 0`);
    await client.query(`DELETE FROM ${schema}.large WHERE n = 20000`);
    expect(await ask(rows, sums)).toEqual([[20_000, 20_000, 200_010_000, 20_000]]);
    expect(await ask(await large(), sums)).toEqual([[19_999, 19_999, 199_990_000, 59_995]]);
  });

  test('and by one where no second is free', async () => {
    const stop = new AbortController();
    const slow = Array.from({ length: 5 }, () =>
      postgres
        .run(`SELECT pg_sleep(30) AS ${schema}`, { ...options(), signal: stop.signal })
        .catch(() => undefined),
    );
    await expect.poll(() => begun(`SELECT pg_sleep(30) AS ${schema}`)).toBe(5);
    const rows = await large();
    expect(await begun(`SELECT%${schema}.large%`)).toBe(1);
    expect(await ask(rows, sums)).toEqual([[19_999, 19_999, 199_990_000, 59_995]]);
    stop.abort(new Error('enough'));
    await Promise.all(slow);
  });
});

describe('columns of numbers and moments, with and without nulls, row for row', () => {
  beforeAll(async () => {
    await client.query(
      `CREATE TABLE ${schema}.numbers AS SELECT n AS id, (n * 6 - 32700)::smallint AS small, CASE WHEN n % 3 > 0 THEN (n - 5000)::bigint * 9876543210 END AS large,
         (CASE WHEN n > 3000 THEN (n - 5000) / 7.0 END)::numeric(10, 2) AS amount, ((n - 5000) / 7.0)::numeric(30, 10) AS exact,
         ((n - 5000) / 51.0)::numeric(4, 2) AS two, (n - 5000)::numeric(9, 0) AS four, ((n - 5000) * 199999.999)::numeric(12, 3) AS eight, ((n - 5000) * 199999999.999999)::numeric(18, 6) AS eighteen, ((n - 5000) * 1e34)::numeric(38, 0) AS longest, (n + 0.5) / 7.0::float8 AS part,
         n % 2 = 0 AS is_even, date '2000-01-01' + (n - 5000) AS day, timestamp '2000-01-01' + (n - 5000) * interval '37.000001 hours' AS moment, md5(n::text)::uuid AS mark
       FROM generate_series(1, 10000) AS n`,
    );
  });
  const DIGITS = 'id, small, large, amount, exact, two, four, eight, eighteen, longest';

  test.each([
    ['by their digits', DIGITS],
    ['by their bytes', `${DIGITS}, part, is_even, day, moment, mark`],
  ])('%s', async (_form, columns) => {
    const texts = (as: string) =>
      `SELECT string_agg(${columns
        .split(', ')
        .map((name) => `coalesce(${name}${as}, '-')`)
        .join(" || ' ' || ")}, chr(10) ORDER BY id)`;
    const rows = await copied(`SELECT ${columns} FROM ${schema}.numbers`);
    expect(rows.areColumns).toBe(true);
    const [[told] = []] = await ask(rows, `${texts('::VARCHAR')} FROM temp.main.b`);
    const { rows: expected } = await client.query(`${texts('::text')} AS t FROM ${schema}.numbers`);
    expect(told).toBe(expected[0]?.t);
  });
});

test.each([
  ["'NaN'::numeric(10, 2) AS odd", 'NaN', 'DECIMAL(10, 2)'],
  ["'NaN'::numeric(10, 2) AS odd, true AS b", 'NaN', 'DECIMAL(10, 2)'],
  ["'NaN'::numeric(30, 2) AS odd, true AS b", 'NaN', 'DECIMAL(30, 2)'],
  ["timestamp '294250-01-01' AS odd", 'a moment after the year 294246', 'TIMESTAMP'],
])('%s is refused, and told by its column', async (value, what, type) => {
  const rows = await copied(`SELECT ${value} FROM generate_series(1, 3)`);
  await expect(ask(rows, 'SELECT odd FROM temp.main.b')).rejects.toMatchObject({
    status: 422,
    message: `The column "odd" holds ${what}, which a ${type} read across databases cannot be. Leave it out by a condition.`,
  });
  await expect.poll(left).toEqual([]);
  expect(await ask(await copied('SELECT 5 AS n'), 'SELECT n FROM temp.main.b')).toEqual([[5]]);
});

test('what one query brings is there for no other, and gone at its end', async () => {
  await ask(await copied('SELECT 1 AS x'), 'SELECT x FROM temp.main.b');
  await expect(duckdb.run('SELECT x FROM temp.main.b', options()).then(readRows)).rejects.toThrow(
    /does not exist/,
  );
  await expect.poll(left).toEqual([]);
});

test('a source that fails, and one that is stopped, end the query and leave nothing', async () => {
  const failing = await copied('SELECT 1 / (5 - n) AS x FROM generate_series(1, 9) AS n');
  await expect(ask(failing, 'SELECT * FROM temp.main.b')).rejects.toThrow(/division by zero/);
  const stop = new AbortController();
  const slow = await postgres.copy?.("SELECT pg_sleep(30)::text || 'across' AS x", {
    ...options(),
    signal: stop.signal,
  });
  if (!slow || !duckdb.runWith) throw new Error('not there');
  const asked = duckdb.runWith('SELECT * FROM temp.main.b', [{ name: 'b', rows: slow }], {
    ...options(),
    signal: stop.signal,
  });
  setTimeout(() => stop.abort(new Error('stopped by hand')), 300);
  await expect(asked).rejects.toThrow('stopped by hand');
  await expect
    .poll(async () => {
      const { rows } = await client.query(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%''across''%' AND pid <> pg_backend_pid()",
      );
      return rows[0]?.n;
    })
    .toBe(0);
  await expect.poll(left).toEqual([]);
});

test('an error of the query itself is told, and stops the sources', async () => {
  const many = await copied('SELECT n FROM generate_series(1, 5000000) AS n');
  await expect(ask(many, 'SELECT missing FROM temp.main.b')).rejects.toThrow(/missing/);
  await expect.poll(left).toEqual([]);
});

test('writes are refused', async () => {
  await expect(ask(await copied('SELECT 1 AS x'), 'DELETE FROM temp.main.b')).rejects.toThrow(/not allowed/);
});
