import { ChartroomError } from '@chartroom/model';
import { type Cell, Decimal } from '@chartroom/query';
import { afterEach, describe, expect, test } from 'vitest';
import type { Session } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import type { Outbound } from '../network/network-way.ts';
import { reading } from '../testing/reading.ts';
import { wireCases } from '../testing/wire-cases.ts';
import { oracle } from './index.ts';
import { type DoubleAnswer, type DoubleOptions, TnsDouble } from './tns-double.ts';
import { type TnsColumn, type TnsType, types, values } from './tns-types.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

const uriOf = (port: number): string => `oracle+cx_oracle://bob:secret@127.0.0.1:${port}/ORCL`;

/** A double, and a session that asks it. Statements about the session itself are answered with nothing. */
async function house(
  answer: (sql: string) => DoubleAnswer,
  { password = 'secret', unknownService = false } = {},
): Promise<{ double: TnsDouble; session: Session }> {
  const double = new TnsDouble((sql) => (/^(SET|ALTER SESSION)/.test(sql) ? 'nothing' : answer(sql)), {
    password,
    unknownService,
  });
  opened.push(double);
  const session = oracle.open({ uri: uriOf(await double.listen()), extra: {}, home: '' });
  opened.push(session);
  return { double, session };
}

const DIVIDED = 'ORA-01476: divisor is equal to zero';

const numbers = (count: number, failing = false): DoubleAnswer => ({
  columns: [{ name: 'N', type: types.integer }],
  rows: (function* () {
    for (let n = 0; n < count; n++) yield values.number(String(n));
  })(),
  failing: failing ? { number: 1_476, error: DIVIDED } : undefined,
});

const day = new Date(Date.UTC(2024, 1, 29, 13, 14, 15));

/** Every type with a value, and how it is read: kind, shown type, cell. */
const KINDS: readonly (readonly [
  type: TnsType,
  value: Buffer,
  kind: string,
  nativeType: string,
  cell: Cell,
])[] = [
  [types.integer, values.number('-5'), 'int', 'NUMBER(10)', -5],
  [types.bigint, values.number('9007199254740993'), 'int', 'NUMBER(19)', 9_007_199_254_740_993n],
  [types.price, values.number('-12345.67'), 'decimal', 'NUMBER(10, 2)', new Decimal('-12345.67')],
  [types.rounded, values.number('12300'), 'int', 'NUMBER(5, -2)', 12_300],
  [
    types.number,
    values.number('12345678901234567890.12'),
    'decimal',
    'NUMBER',
    new Decimal('12345678901234567890.12'),
  ],
  [types.number, values.number('0'), 'decimal', 'NUMBER', new Decimal('0')],
  [types.number, values.number('0.005'), 'decimal', 'NUMBER', new Decimal('0.005')],
  [types.float, values.number('1.5'), 'decimal', 'FLOAT(126)', new Decimal('1.5')],
  [types.binary_float, values.binaryFloat(-1.5), 'float', 'BINARY_FLOAT', -1.5],
  [types.binary_double, values.binaryDouble(Number.NaN), 'float', 'BINARY_DOUBLE', Number.NaN],
  [types.text, values.text("é🙂'x"), 'string', 'VARCHAR2(4000)', "é🙂'x"],
  [types.char, values.text('a  '), 'string', 'CHAR(3)', 'a  '],
  [types.national, values.national('é🙂'), 'string', 'NVARCHAR2(200)', 'é🙂'],
  [types.raw, values.raw(Buffer.from('A')), 'bytes', 'RAW(16)', 'A'],
  [types.date, values.date(day), 'timestamp', 'DATE', day.getTime()],
  [types.timestamp, values.timestamp(day, 123_000_000), 'timestamp', 'TIMESTAMP', day.getTime() + 123],
  [
    types.zoned,
    values.zoned(day, 123_000_000, 2),
    'timestamp',
    'TIMESTAMP WITH TIME ZONE',
    day.getTime() + 123,
  ],
  [types.local, values.timestamp(day, 0), 'timestamp', 'TIMESTAMP WITH LOCAL TIME ZONE', day.getTime()],
  [types.months, values.months(1, 2), 'interval', 'INTERVAL YEAR TO MONTH', '425 days 00:00:00'],
  [
    types.seconds,
    values.seconds(1, [2, 3, 4], 500_000_000),
    'interval',
    'INTERVAL DAY TO SECOND',
    '1 days 02:03:04.500000',
  ],
  [types.boolean, values.boolean(true), 'bool', 'BOOLEAN', true],
];

const columnsOf = (list: readonly TnsType[]): TnsColumn[] =>
  list.map((type, at) => ({ name: `C${at}`, type }));

describe('over bytes of the protocol', () => {
  wireCases<DoubleAnswer>({
    engine: oracle,
    uri: uriOf,
    open: house,
    numbers,
    failing: DIVIDED,
    refusal: (number, error) => ({ number, error, position: 7 }),
    told: [
      [942, 'ORA-00942: table or view does not exist', 'TABLE_DOES_NOT_EXIST_ERROR'],
      [904, 'ORA-00904: "ABSENT": invalid identifier', 'COLUMN_DOES_NOT_EXIST_ERROR'],
      [923, 'ORA-00923: FROM keyword not found where expected', 'SYNTAX_ERROR'],
      [1476, DIVIDED, 'GENERIC_DB_ENGINE_ERROR'],
    ],
    refused: [
      'DELETE FROM t',
      'DROP TABLE t',
      'BEGIN NULL; END;',
      'SELECT 1 FROM dual; SELECT 2 FROM dual',
      'WITH FUNCTION f RETURN NUMBER IS BEGIN RETURN 1 END SELECT f FROM dual',
      '',
    ],
    taken: [
      'SELECT \'DROP\', "exec" FROM t -- DELETE',
      '(SELECT 1 FROM dual)',
      'SELECT a FROM t;',
      'WITH a AS (SELECT 1 FROM dual) SELECT * FROM a',
    ],
  });

  test('every kind of value comes, nulls too', async () => {
    const { session } = await house(() => ({
      columns: columnsOf(KINDS.map(([type]) => type)),
      rows: [Buffer.concat(KINDS.map(([, value]) => value)), Buffer.concat(KINDS.map(() => values.none))],
    }));
    const result = await session.run('SELECT * FROM kinds', reading());
    expect(result.columns.map(({ kind, nativeType }) => [kind, nativeType])).toEqual(
      KINDS.map(([, , kind, native]) => [kind, native]),
    );
    expect(await readRows(result)).toEqual([KINDS.map(([, , , , cell]) => cell), KINDS.map(() => null)]);
  });

  test('long texts and bytes come whole', async () => {
    const long = 'é🙂x'.repeat(20_000);
    const { session } = await house(() => ({
      columns: columnsOf([types.clob, types.blob, types.integer]),
      rows: [
        Buffer.concat([values.long(Buffer.from(long)), values.long(Buffer.from('AB')), values.number('1')]),
        Buffer.concat([values.noLong, values.noLong, values.number('2')]),
      ],
    }));
    const result = await session.run('SELECT * FROM papers', reading());
    expect(result.columns.map(({ kind }) => kind)).toEqual(['string', 'bytes', 'int']);
    expect(await readRows(result)).toEqual([
      [long, 'AB', 1],
      [null, null, 2],
    ]);
  });

  test('rows are fetched as they are read', async () => {
    let made = 0;
    const { double, session } = await house(() => ({
      columns: [{ name: 'TEXT', type: types.text }],
      rows: (function* () {
        for (; made < 20_000; made++) yield values.text(`${made}`.padEnd(300));
      })(),
    }));
    const result = await session.run('SELECT text FROM t', reading());
    const rows = result.batches[Symbol.asyncIterator]();
    let read = (await rows.next()).value?.length ?? 0;
    expect(made).toBeLessThan(3_000);
    for (let next = await rows.next(); !next.done; next = await rows.next()) {
      expect(String(next.value.columns[0]?.[0]).trim()).toBe(String(read));
      read += next.value.length;
    }
    expect(read).toBe(20_000);
    expect(double.stops).toBe(0);
  });

  test('a query reads in a transaction that is rolled back; what may write is committed', async () => {
    const { double, session } = await house((sql) => (sql.startsWith('DELETE') ? 'nothing' : numbers(1)));
    await readRows(await session.run('SELECT n FROM t', reading({ schema: 'SALES' })));
    expect(double.statements).toEqual([
      'ALTER SESSION SET CURRENT_SCHEMA = "SALES"',
      'SET TRANSACTION READ ONLY',
      'SELECT n FROM t',
    ]);
    expect(double.ends).toEqual(['rollback']);
    const result = await session.run('DELETE FROM t;', reading({ readOnly: false }));
    expect([result.columns, await readRows(result)]).toEqual([[], []]);
    expect(double.statements.at(-1)).toBe('DELETE FROM t');
    expect(double.ends).toEqual(['rollback', 'commit']);
  });

  test('leaving early leaves no cursor open, and the connection serves again', async () => {
    const { double, session } = await house(() => numbers(50_000));
    for (let times = 0; times < 5; times++) {
      for await (const batch of (await session.run('SELECT n FROM t', reading())).batches) {
        expect(batch.length).toBe(1_000);
        break;
      }
    }
    expect(double.connections).toBe(1);
    // The client keeps the one of a statement that it may be asked again.
    expect(double.openCursors).toBe(1);
    expect(double.ends).toHaveLength(5);
  });

  test('a statement is asked again by its cursor', async () => {
    let times = 0;
    const { double, session } = await house(() => numbers(++times));
    for (const count of [1, 2, 3])
      expect(await readRows(await session.run('SELECT n FROM t', reading()))).toHaveLength(count);
    expect([double.openCursors, double.connections]).toEqual([1, 1]);
  });

  test('a statement whose reader leaves while rows are on their way is stopped', async () => {
    const { double, session } = await house(() => ({
      columns: [{ name: 'N', type: types.integer }],
      rows: Array.from({ length: 3_000 }, (_, n) => values.number(String(n))),
    }));
    const abort = new AbortController();
    const seen: number[] = [];
    const read = async (): Promise<void> => {
      for await (const batch of (await session.run('SELECT n FROM t', reading({ signal: abort.signal })))
        .batches) {
        seen.push(batch.length);
        abort.abort(new Error('left'));
      }
    };
    await expect(read()).rejects.toThrow('left');
    expect(seen).toEqual([1_000]);
    expect(double.stops).toBe(1);
  });

  test('a wrong password and an unknown database are told as such', async () => {
    const ping = async (options: { password?: string; unknownService?: boolean }): Promise<void> =>
      (await house(() => numbers(1), options)).session.ping(new AbortController().signal);
    await expect(ping({})).resolves.toBeUndefined();
    await expect(ping({ password: 'other' })).rejects.toMatchObject({
      status: 400,
      error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'Either the username "bob" or the password is incorrect.',
    });
    await expect(ping({ unknownService: true })).rejects.toMatchObject({
      error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: 'Unable to connect to database "ORCL".',
    });
  });

  test('schemas, tables and columns', async () => {
    const texts = (...rows: (string | null)[][]): DoubleAnswer => ({
      columns: columnsOf((rows[0] ?? ['']).map(() => types.text)),
      rows: rows.map((row) =>
        Buffer.concat(row.map((cell) => (cell === null ? values.none : values.text(cell)))),
      ),
    });
    const { session } = await house((sql) => {
      if (sql.includes('all_users')) return texts(['HR'], ['SALES']);
      if (sql.includes('CURRENT_SCHEMA') && sql.includes('dual')) return texts(['BOB']);
      if (sql.includes('all_objects'))
        return texts(['M', 'MATERIALIZED VIEW'], ['M', 'TABLE'], ['T', 'TABLE'], ['V', 'VIEW']);
      if (sql.includes('all_tab_columns') && sql.includes("'T'"))
        return texts(['ID', 'NUMBER', '0', '10', '0', 'N', null, 'the key']);
      if (sql.includes("'P', 'R'")) return texts(['PK', 'P', 'ID', null, null, null]);
      return texts();
    });
    expect(await session.schemas()).toEqual(['HR', 'SALES']);
    expect(await session.defaultSchema()).toBe('BOB');
    expect(await session.relations('BOB')).toEqual([
      { name: 'M', type: 'materialized_view' },
      { name: 'T', type: 'table' },
      { name: 'V', type: 'view' },
    ]);
    expect(await session.describe({ table: 'T' })).toMatchObject({
      columns: [{ name: 'ID', nativeType: 'NUMBER(10)', nullable: false, default: null, comment: 'the key' }],
      primaryKey: { name: 'PK', column_names: ['ID'] },
    });
    await expect(session.describe({ table: 'GONE' })).rejects.toMatchObject({
      status: 404,
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    });
  });
});

describe('where not everything may be reached', () => {
  const refused = (name: string): ChartroomError =>
    new ChartroomError(`"${name}" is refused.`, {
      status: 422,
      error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
    });
  /** The server's rule: one name leads to this machine, nothing else may be reached. */
  const outbound: Outbound = {
    lookup: (name, options, callback) => {
      if (name !== 'db.example') return callback(refused(name), []);
      if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
      else callback(null, '127.0.0.1', 4);
    },
    refusal: refused,
  };
  const openAt = (host: string, port: number): Session => {
    const session = oracle.open({
      uri: `oracle://bob:secret@${host}:${port}/ORCL`,
      extra: {},
      home: '',
      outbound,
    });
    opened.push(session);
    return session;
  };
  const double = async (options: Partial<DoubleOptions> = {}): Promise<TnsDouble> => {
    const made = new TnsDouble((sql) => (/^SET/.test(sql) ? 'nothing' : numbers(2_500)), {
      password: 'secret',
      ...options,
    });
    opened.push(made);
    await made.listen();
    return made;
  };

  test('a name that may be reached is, and refused hosts hear nothing', async () => {
    const server = await double();
    const session = openAt('db.example', server.port);
    expect(await readRows(await session.run('SELECT n FROM t', reading()))).toHaveLength(2_500);
    await expect(openAt('127.0.0.1', server.port).ping(new AbortController().signal)).rejects.toThrow(
      'is refused',
    );
    await expect(openAt('localhost', server.port).ping(new AbortController().signal)).rejects.toMatchObject({
      status: 422,
    });
    expect(server.connections).toBe(1);
  });

  test('a server sends its clients to what may be reached only', async () => {
    const other = await double();
    const sending = await double({ redirectTo: { host: 'db.example', port: other.port } });
    expect(
      await readRows(await openAt('db.example', sending.port).run('SELECT n FROM t', reading())),
    ).toHaveLength(2_500);
    expect([sending.connections, other.connections]).toEqual([1, 1]);
    const luring = await double({ redirectTo: { host: '127.0.0.1', port: other.port } });
    await expect(openAt('db.example', luring.port).ping(new AbortController().signal)).rejects.toThrow(
      'is refused',
    );
    expect(other.connections).toBe(1);
  });

  test('a port that is closed is told as such', async () => {
    const server = await double();
    server.close();
    await expect(openAt('db.example', server.port).ping(new AbortController().signal)).rejects.toMatchObject({
      error_type: 'CONNECTION_PORT_CLOSED_ERROR',
    });
  });

  test('encrypted connections take the same way', async () => {
    const server = await double();
    const session = (host: string) => {
      const made = oracle.open({
        uri: `oracle://bob:x@${host}:${server.port}/ORCL?protocol=tcps&connect_timeout=1`,
        extra: {},
        home: '',
        outbound,
      });
      opened.push(made);
      return made.ping(new AbortController().signal);
    };
    await expect(session('localhost')).rejects.toMatchObject({ status: 422 });
    expect(server.connections).toBe(0);
    await expect(session('db.example')).rejects.toMatchObject({ status: 400 });
    expect(server.connections).toBe(1);
  });
});
