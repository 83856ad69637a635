import { Decimal } from '@chartroom/query';
import { afterEach, describe, expect, test } from 'vitest';
import type { Session } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import type { Outbound } from '../network/network-way.ts';
import { reading } from '../testing/reading.ts';
import { wireCases } from '../testing/wire-cases.ts';
import { mssql } from './index.ts';
import { type DoubleAnswer, TdsDouble, types, values } from './tds-double.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

const uriOf = (port: number): string => `mssql+pymssql://bob:secret@127.0.0.1:${port}/warehouse`;

/** A double, and a session that asks it. Statements about the session itself are answered with nothing. */
async function house(
  answer: (sql: string) => DoubleAnswer,
  login?: { error: string; number: number },
): Promise<{ double: TdsDouble; session: Session }> {
  const double = new TdsDouble(
    (sql) => (/^(set|IF @@TRANCOUNT)/i.test(sql) ? 'nothing' : answer(sql)),
    login,
  );
  const port = await double.listen();
  opened.push(double);
  const session = mssql.open({ uri: uriOf(port), extra: {}, home: '' });
  opened.push(session);
  return { double, session };
}

const DIVIDED = 'Divide by zero error encountered.';

const numbers = (count: number, failing = false): DoubleAnswer => ({
  columns: [{ name: 'n', type: types.int }],
  rows: (function* () {
    for (let n = 0; n < count; n++) yield values.int(n);
  })(),
  ...(failing ? { failing: DIVIDED } : {}),
});

describe('over bytes of the protocol', () => {
  wireCases<DoubleAnswer>({
    engine: mssql,
    uri: uriOf,
    open: house,
    numbers,
    failing: DIVIDED,
    refusal: (number, error) => ({ number, error }),
    told: [
      [208, "Invalid object name 'absent'.", 'TABLE_DOES_NOT_EXIST_ERROR'],
      [207, "Invalid column name 'absent'.", 'COLUMN_DOES_NOT_EXIST_ERROR'],
      [102, "Incorrect syntax near 'FORM'.", 'SYNTAX_ERROR'],
      [8134, DIVIDED, 'GENERIC_DB_ENGINE_ERROR'],
    ],
    refused: [
      'DELETE FROM t',
      'SELECT a INTO copy FROM t',
      'WITH x AS (SELECT 1 AS a) DELETE FROM x',
      'SELECT 1 DROP TABLE t',
      'SELECT 1 COMMIT',
      'SELECT 1; SELECT 2',
      'sp_who',
      "EXEC xp_cmdshell 'dir'",
      "SELECT 1 WAITFOR DELAY '00:10'",
      'DECLARE @a int',
      '',
    ],
    taken: ['SELECT \'DROP\', [into], "exec" FROM t -- DELETE', '(SELECT 1)', 'SELECT a FROM t;'],
  });

  test('every kind of value comes, nulls too', async () => {
    const day = new Date(Date.UTC(2024, 1, 29));
    const noon = 12 * 3_600 * 1e7 + 1_234_560;
    const columns = Object.entries(types).map(([name, type]) => ({ name, type }));
    const row = [
      values.int(-5),
      values.bigint(9_007_199_254_740_993n),
      values.bit(true),
      values.float(1.5),
      values.decimal(-1_234_567n),
      values.nvarchar("é🙂'x"),
      values.varbinary(Buffer.from('A')),
      values.uuid(Buffer.from('04086e8ad02b7246b79dd97027f9071a', 'hex')),
      values.date(day),
      values.time(noon),
      values.datetime2(day, noon),
    ];
    const nulls = columns.map(({ name }) =>
      name === 'nvarchar' || name === 'varbinary' ? values.noText : values.none,
    );
    const { session } = await house(() => ({ columns, rows: [Buffer.concat(row), Buffer.concat(nulls)] }));
    const result = await session.run('SELECT * FROM kinds', reading());
    expect(result.columns.map(({ kind }) => kind)).toEqual(
      'int int bool float decimal string bytes uuid date time timestamp'.split(' '),
    );
    expect(result.columns.map(({ nativeType }) => nativeType)).toEqual([
      'INT',
      'BIGINT',
      'BIT',
      'FLOAT',
      'DECIMAL(38, 2)',
      'NVARCHAR',
      'VARBINARY',
      'UNIQUEIDENTIFIER',
      'DATE',
      'TIME',
      'DATETIME2',
    ]);
    expect(await readRows(result)).toEqual([
      [
        -5,
        9_007_199_254_740_993n,
        true,
        1.5,
        new Decimal('-12345.67'),
        "é🙂'x",
        'A',
        '8a6e0804-2bd0-4672-b79d-d97027f9071a',
        day.getTime(),
        '12:00:00.123456',
        day.getTime() + 12 * 3_600_000 + 123.456,
      ],
      Array(11).fill(null),
    ]);
  });

  test('a query runs in a transaction that is rolled back; what may write is committed', async () => {
    const { double, session } = await house(() => numbers(1));
    await readRows(await session.run('SELECT n FROM t', reading()));
    expect(double.statements.slice(-3)).toEqual([
      'SET XACT_ABORT ON; BEGIN TRANSACTION',
      'SELECT n FROM t',
      'IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION',
    ]);
    await readRows(await session.run('DELETE FROM t', reading({ readOnly: false })));
    expect(double.statements.at(-1)).toBe('IF @@TRANCOUNT > 0 COMMIT TRANSACTION');
    expect(double.connections).toBe(1);
  });

  test('many rows come in order, and the server waits for a slow reader', async () => {
    let made = 0;
    const { session } = await house(() => ({
      columns: [{ name: 'text', type: types.nvarchar }],
      rows: (function* () {
        for (; made < 60_000; made++) yield values.nvarchar(`${made}`.padEnd(200));
      })(),
    }));
    const result = await session.run('SELECT text FROM t', reading());
    const rows = result.batches[Symbol.asyncIterator]();
    let read = (await rows.next()).value?.length ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(made).toBeLessThan(50_000);
    for (let next = await rows.next(); !next.done; next = await rows.next()) {
      expect(String(next.value.columns[0]?.[0]).trim()).toBe(String(read));
      read += next.value.length;
    }
    expect(read).toBe(60_000);
  });

  test('leaving early stops the server, and the connection serves again', async () => {
    const { double, session } = await house((sql) => numbers(sql.includes('many') ? 1_000_000 : 1));
    await readRows(await session.run('SELECT n FROM many', reading({ maxRows: 5 })));
    expect(double.stops).toBe(1);
    expect(await readRows(await session.run('SELECT n FROM one', reading()))).toEqual([[0]]);
  });

  test('a wrong password is told as such', async () => {
    const { session } = await house(() => 'nothing', {
      error: "Login failed for user 'bob'.",
      number: 18456,
    });
    await expect(session.ping(new AbortController().signal)).rejects.toMatchObject({
      error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'Either the username "bob", password, or database name "warehouse" is incorrect.',
    });
  });
});

test('a name that nobody answers for takes no longer than the address allows', async () => {
  const silent: Outbound = { lookup: () => undefined, refusal: () => undefined };
  const session = mssql.open({
    uri: 'mssql://bob:secret@db.example/warehouse?timeout=1',
    extra: {},
    home: '',
    outbound: silent,
  });
  const begun = performance.now();
  await expect(session.ping(new AbortController().signal)).rejects.toMatchObject({ status: 400 });
  expect(performance.now() - begun).toBeLessThan(9_000);
  await session.close();
});

test('an unknown host is told as such', () => {
  expect(mssql.classify('Failed to connect to nohost:1433 - getaddrinfo ENOTFOUND nohost', {})).toMatchObject(
    {
      error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
      message: 'The hostname "nohost" cannot be resolved.',
    },
  );
});
