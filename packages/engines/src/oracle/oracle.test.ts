import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { type Cell, Decimal, firstRowsOf } from '@chartroom/query';
import { afterEach, describe, expect, test } from 'vitest';
import type { Session } from '../engine.ts';
import { reading } from '../testing/reading.ts';
import { oracleAddress } from './connection.ts';
import { oracleDialect } from './dialect.ts';
import { oracle } from './index.ts';
import { describeTable, listRelations, typeName } from './introspect.ts';
import { checkedStatement } from './read-only.ts';
import { describeColumn, fetchForm } from './values.ts';

describe('faults of the connection', () => {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const sessions: Session[] = [];
  afterEach(async () => {
    for (const session of sessions.splice(0)) await session.close();
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });

  /** A session whose server does this with whoever connects. */
  async function openTo(behave: (socket: Socket) => void): Promise<Session> {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      behave(socket);
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    const session = oracle.open({
      uri: `oracle+cx_oracle://bob:secret@127.0.0.1:${address.port}/ORCL`,
      extra: {},
      home: '',
    });
    sessions.push(session);
    return session;
  }

  test('a server that hangs up is told as such', async () => {
    const session = await openTo((socket) => socket.once('data', () => socket.destroy()));
    await expect(session.run('SELECT 1 FROM dual', reading())).rejects.toMatchObject({ status: 400 });
  });

  test('a server that says nothing keeps nobody who has gone', async () => {
    const session = await openTo(() => undefined);
    const abort = new AbortController();
    const running = session.run('SELECT 1 FROM dual', reading({ signal: abort.signal }));
    setTimeout(() => abort.abort(new Error('enough')), 100);
    await expect(running).rejects.toThrow('enough');
  });

  test('a server that says nothing ends with a timeout', async () => {
    const session = await openTo(() => undefined);
    await expect(session.run('SELECT 1 FROM dual', reading({ timeoutMs: 200 }))).rejects.toMatchObject({
      status: 408,
      error_type: 'BACKEND_TIMEOUT_ERROR',
    });
  });
});

test.each([
  [
    'ORA-01017: invalid username/password; logon denied',
    'CONNECTION_ACCESS_DENIED_ERROR',
    'Either the username "bob" or the password is incorrect.',
  ],
  [
    'NJS-518: cannot connect to Oracle Database. Service "x" is not registered',
    'CONNECTION_UNKNOWN_DATABASE_ERROR',
    'Unable to connect to database "x".',
  ],
  [
    'NJS-530: The host addresses provided are incorrect',
    'CONNECTION_INVALID_HOSTNAME_ERROR',
    'The hostname "h" cannot be resolved.',
  ],
  [
    'NJS-510: connection to host h port 1 timed out.',
    'CONNECTION_HOST_DOWN_ERROR',
    'The host "h" might be down, and can\'t be reached on port 1.',
  ],
  [
    'ORA-00904: "ABSENT": invalid identifier\nHelp: https://docs.oracle.com/error-help/db/ora-00904/',
    'COLUMN_DOES_NOT_EXIST_ERROR',
    'ORA-00904: "ABSENT": invalid identifier',
  ],
  [
    'ORA-00942: table or view does not exist',
    'TABLE_DOES_NOT_EXIST_ERROR',
    'ORA-00942: table or view does not exist',
  ],
  [
    'ORA-00923: FROM keyword not found where expected',
    'SYNTAX_ERROR',
    'ORA-00923: FROM keyword not found where expected',
  ],
  ['ORA-01476: divisor is equal to zero', 'GENERIC_DB_ENGINE_ERROR', 'ORA-01476: divisor is equal to zero'],
])('%s', (text, error_type, message) => {
  expect(oracle.classify(text, { username: 'bob', hostname: 'h', port: 1, database: 'x' })).toMatchObject({
    status: 400,
    error_type,
    message,
  });
});

test('addresses name a SID, or a service', () => {
  const stringOf = (uri: string) => {
    const address = oracleAddress(uri);
    return address.attributes(address.target).connectString;
  };
  expect(stringOf('oracle://u:p@h/ORCL')).toBe(
    '(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=h)(PORT=1521))(CONNECT_DATA=(SID=ORCL)))',
  );
  expect(stringOf('oracle+cx_oracle://u:p@h:2484/?service_name=a.b.c&protocol=tcps')).toBe(
    '(DESCRIPTION=(ADDRESS=(PROTOCOL=TCPS)(HOST=h)(PORT=2484))(CONNECT_DATA=(SERVICE_NAME=a.b.c)))',
  );
  expect(() => stringOf('oracle://u:p@h/x)(SERVER=dedicated')).toThrow(
    'The database "x)(SERVER=dedicated" of the address',
  );
});

describe('values', () => {
  const cell = (
    dbTypeName: string,
    value: unknown,
    more: { precision?: number; scale?: number } = {},
  ): Cell => describeColumn({ name: 'c', dbTypeName, ...more }).read(value);

  test('numbers are exact', () => {
    expect(cell('NUMBER', '9007199254740993', { precision: 19, scale: 0 })).toBe(9_007_199_254_740_993n);
    expect(cell('NUMBER', '5', { precision: 10, scale: 0 })).toBe(5);
    expect(cell('NUMBER', '-.5')).toEqual(new Decimal('-0.5'));
    expect(cell('NUMBER', '12345678901234567890.12', { precision: 38, scale: 2 })).toEqual(
      new Decimal('12345678901234567890.12'),
    );
    expect(cell('BINARY_DOUBLE', 1.5)).toBe(1.5);
    expect(fetchForm({ name: 'c', dbTypeName: 'NUMBER' })).toBe('text');
  });

  test('moments keep their wall clock, those with a zone their instant', () => {
    const ms = Date.UTC(2024, 1, 29, 13, 14, 15, 123);
    expect(cell('DATE', new Date(2024, 1, 29, 13, 14, 15, 123))).toBe(ms);
    expect(cell('TIMESTAMP WITH TIME ZONE', new Date(ms))).toBe(ms);
  });

  test('the rest', () => {
    expect(
      cell('INTERVAL DAY TO SECOND', { days: 1, hours: 2, minutes: 3, seconds: 4, fseconds: 500_000_000 }),
    ).toBe('1 days 02:03:04.500000');
    expect(cell('INTERVAL YEAR TO MONTH', { years: 1, months: 2 })).toBe('425 days 00:00:00');
    expect(cell('RAW', Buffer.from('A'))).toBe('A');
    expect(cell('JSON', { a: [1] })).toBe('{"a":[1]}');
    expect(cell('VARCHAR2', "é🙂'x")).toBe("é🙂'x");
    expect(cell('VARCHAR2', null)).toBeNull();
    expect(cell('BOOLEAN', true)).toBe(true);
    expect(describeColumn({ name: 'c', dbTypeName: 'NUMBER', precision: 10, scale: 2 }).column).toMatchObject(
      {
        kind: 'decimal',
        nativeType: 'NUMBER(10, 2)',
      },
    );
  });
});

describe('what a transaction that only reads would let pass', () => {
  test.each([
    'DROP TABLE t',
    'BEGIN NULL; END;',
    'BEGIN NULL',
    'WITH FUNCTION f RETURN NUMBER IS BEGIN RETURN 1 END SELECT f FROM dual',
    "SELECT q'[it's]' FROM dual",
    'SELECT 1 FROM dual; SELECT 2 FROM dual',
    '',
  ])('is refused: %s', (sql) => {
    expect(() => checkedStatement(sql, true)).toThrow();
  });

  test('queries lose their semicolon', () => {
    expect(checkedStatement('SELECT 1 FROM dual;', true)).toBe('SELECT 1 FROM dual');
    expect(checkedStatement('(SELECT 1 FROM dual)', true)).toBe('(SELECT 1 FROM dual)');
    expect(checkedStatement('DELETE FROM t;', false)).toBe('DELETE FROM t');
  });
});

test('the first rows of a query are fetched, and its alias stands alone', () => {
  expect(firstRowsOf('SELECT 1 FROM dual', 3, oracleDialect)).toBe(
    'SELECT *\nFROM (SELECT 1 FROM dual\n) "virtual_table"\nFETCH FIRST 3 ROWS ONLY',
  );
});

describe('the catalog', () => {
  const asked = (answers: readonly (readonly [RegExp, Cell[][]])[]) => async (sql: string) =>
    answers.find(([pattern]) => pattern.test(sql))?.[1] ?? [];

  test('a table is described', async () => {
    const ask = asked([
      [
        /all_tab_columns/,
        [
          ['ID', 'NUMBER', 0, new Decimal('10'), 0, 'N', null, 'of id'],
          ['NAME', 'VARCHAR2', 30, null, null, 'Y', "'x' ", null],
        ],
      ],
      [/all_tab_comments/, [['of the table']]],
      [
        /'P', 'R'/,
        [
          ['PK', 'P', 'ID', null, null, null],
          ['FK', 'R', 'NAME', 'HR', 'OTHER', 'NAME'],
        ],
      ],
      [
        /all_ind_columns/,
        [
          ['I', 'UNIQUE', 'NAME'],
          ['I', 'UNIQUE', 'ID'],
        ],
      ],
    ]);
    expect(await describeTable(ask, { table: 'T', schema: 'HR' })).toEqual({
      columns: [
        { name: 'ID', nativeType: 'NUMBER(10)', nullable: false, default: null, comment: 'of id' },
        { name: 'NAME', nativeType: 'VARCHAR2(30)', nullable: true, default: "'x'", comment: null },
      ],
      primaryKey: { name: 'PK', column_names: ['ID'] },
      foreignKeys: [
        {
          name: 'FK',
          column_names: ['NAME'],
          referred_schema: 'HR',
          referred_table: 'OTHER',
          referred_columns: ['NAME'],
        },
      ],
      indexes: [{ name: 'I', column_names: ['NAME', 'ID'], unique: true }],
      comment: 'of the table',
    });
    await expect(describeTable(asked([]), { table: 'T' })).rejects.toMatchObject({
      status: 404,
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    });
  });

  test('names are texts in what is asked, and a materialised view is no table', async () => {
    const seen: string[] = [];
    const ask = async (sql: string): Promise<Cell[][]> => {
      seen.push(sql);
      return [
        ['A', 'MATERIALIZED VIEW'],
        ['A', 'TABLE'],
        ['B', 'VIEW'],
        ['C', 'TABLE'],
      ];
    };
    expect(await listRelations(ask, "o'x")).toEqual([
      { name: 'A', type: 'materialized_view' },
      { name: 'B', type: 'view' },
      { name: 'C', type: 'table' },
    ]);
    expect(seen[0]).toContain("owner = 'o''x'");
    expect(typeName('TIMESTAMP(6)', 0, null, 6)).toBe('TIMESTAMP(6)');
  });
});
