import { Decimal } from '@chartroom/query';
import { SERVERS } from './reachable-server.ts';

/** An engine that can be reached, and what of it differs in SQL. */
export interface Subject {
  name: string;
  uri: string;
  /** A statement that runs for very long and gives one row at the end. */
  long: string;
  /** A statement that gives the numbers 0 to n-1 in column `n`. */
  numbers(count: number): string;
  /** SELECT of one row with one value of each kind, and the cells that come. */
  kinds: { sql: string; cells: unknown[]; kinds: string[] };
  missingColumn: string;
  /** Type of a column that holds moments exactly; `TIMESTAMP` unless told. */
  moment?: string;
  /** A statement that gives many rows and then fails. */
  failing: string;
  /** A write that fails in its middle; a double key unless told. */
  failingWrite?: (table: string) => string;
  /** An index over the column `seen`; a unique one unless told. */
  index?: (name: string, table: string) => string;
  /** A name that is hard to write down; the default has quotes, a backslash and a sign of four bytes. */
  oddName?: string;
}

export const MOMENT = Date.UTC(2024, 1, 29, 13, 14, 15) + 123.456;

/** The engines that the contract is played on. */
export const subjects: Subject[] = [
  {
    name: 'DuckDB',
    uri: 'duckdb:///contract.duckdb',
    long: 'SELECT count(*) FROM range(100000000) a, range(100000) b WHERE a.range * b.range % 7 = 3',
    numbers: (count) => `SELECT range AS n FROM range(${count})`,
    kinds: {
      sql: `SELECT 1::INTEGER, 9007199254740993::BIGINT, 170141183460469231731687303715884105727::HUGEINT, 12345678901234567890.12::DECIMAL(38, 2), 1.5::DOUBLE,
        'é🙂''x', NULL::VARCHAR, true, DATE '2024-02-29', TIMESTAMP '2024-02-29 13:14:15.123456', TIMESTAMPTZ '2024-02-29 15:14:15.123456+02', TIME '13:14:15',
        INTERVAL '26 hours', [1, NULL, 3], {'a': 1}, '\\x41'::BLOB, '8a6e0804-2bd0-4672-b79d-d97027f9071a'::UUID`,
      cells: [
        1,
        9007199254740993n,
        170141183460469231731687303715884105727n,
        new Decimal('12345678901234567890.12'),
        1.5,
        "é🙂'x",
        null,
        true,
        Date.UTC(2024, 1, 29),
        MOMENT,
        MOMENT,
        '13:14:15',
        '1 days 02:00:00',
        '[1, null, 3]',
        '{"a": 1}',
        'A',
        '8a6e0804-2bd0-4672-b79d-d97027f9071a',
      ],
      kinds:
        'int int int decimal float string string bool date timestamp timestamp time interval json json bytes uuid'.split(
          ' ',
        ),
    },
    missingColumn: 'SELECT absent FROM (SELECT 1 AS a) t',
    failing: "SELECT CASE WHEN range < 150000 THEN 1 ELSE error('bang') END FROM range(200000)",
  },
  {
    name: 'PostgreSQL',
    uri: SERVERS.PostgreSQL.uri,
    long: 'SELECT count(*) FROM generate_series(1, 100000000) a, generate_series(1, 100000) b WHERE a * b % 7 = 3',
    numbers: (count) => `SELECT n FROM generate_series(0, ${count - 1}) AS g(n)`,
    kinds: {
      sql: `SELECT 1::int, 9007199254740993::bigint, 170141183460469231731687303715884105727::numeric, 12345678901234567890.12::numeric(38, 2), 1.5::float8,
        'é🙂''x'::text, NULL::text, true, DATE '2024-02-29', TIMESTAMP '2024-02-29 13:14:15.123456', TIMESTAMPTZ '2024-02-29 15:14:15.123456+02', TIME '13:14:15',
        INTERVAL '26 hours', ARRAY[1, NULL, 3], '{"a": 1}'::json, '\\x41'::bytea, '8a6e0804-2bd0-4672-b79d-d97027f9071a'::uuid`,
      cells: [
        1,
        9007199254740993n,
        new Decimal('170141183460469231731687303715884105727'),
        new Decimal('12345678901234567890.12'),
        1.5,
        "é🙂'x",
        null,
        true,
        Date.UTC(2024, 1, 29),
        MOMENT,
        MOMENT,
        '13:14:15',
        '1 days 02:00:00',
        '[1, null, 3]',
        '{"a": 1}',
        'A',
        '8a6e0804-2bd0-4672-b79d-d97027f9071a',
      ],
      kinds:
        'int int decimal decimal float string string bool date timestamp timestamp time interval json json bytes uuid'.split(
          ' ',
        ),
    },
    missingColumn: 'SELECT absent FROM (SELECT 1 AS a) t',
    failing: 'SELECT 1 / (150000 - n) FROM generate_series(1, 200000) AS g(n)',
  },
  {
    name: 'MariaDB',
    uri: SERVERS.MariaDB.uri,
    long: 'SELECT count(*) FROM seq_1_to_100000000 a, seq_1_to_100000 b WHERE a.seq * b.seq % 7 = 3',
    numbers: (count) => `SELECT seq AS n FROM seq_0_to_${count - 1}`,
    kinds: {
      sql: `SELECT 1, CAST(9007199254740993 AS SIGNED), CAST(18446744073709551615 AS UNSIGNED), CAST('12345678901234567890.12' AS DECIMAL(38, 2)),
        1.5e0, 'é🙂''x', NULL, true, DATE '2024-02-29', CAST('2024-02-29 13:14:15.123456' AS DATETIME(6)), TIME '13:14:15', CAST('-30:00:00.5' AS TIME(1)),
        JSON_COMPACT('{"a": 1}'), x'41', b'101', CAST('8a6e0804-2bd0-4672-b79d-d97027f9071a' AS UUID), CAST('0000-00-00' AS DATE), POW(2, 70)`,
      cells: [
        1,
        9007199254740993n,
        18446744073709551615n,
        new Decimal('12345678901234567890.12'),
        1.5,
        "é🙂'x",
        null,
        1,
        Date.UTC(2024, 1, 29),
        MOMENT,
        '13:14:15',
        '-30:00:00.500000',
        '{"a":1}',
        'A',
        '\u0005',
        '8a6e0804-2bd0-4672-b79d-d97027f9071a',
        null,
        1.1805916207174113e21,
      ],
      kinds:
        'int int int decimal float string string int date timestamp time time json bytes bytes uuid date float'.split(
          ' ',
        ),
    },
    missingColumn: 'SELECT absent FROM (SELECT 1 AS a) t',
    moment: 'DATETIME(6)',
    // Names have no signs of four bytes here.
    oddName: 'a "b" \\ `c` é',
    failing: 'SELECT CAST(seq AS SIGNED) + 9223372036854625807 FROM seq_0_to_200000',
  },
  {
    name: 'ClickHouse',
    uri: SERVERS.ClickHouse.uri,
    long: 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1',
    numbers: (count) => `SELECT number AS n FROM numbers(${count})`,
    kinds: {
      sql: `SELECT 1::Int32, 9007199254740993::Int64, 18446744073709551615::UInt64, toInt128('-170141183460469231731687303715884105728'),
        toUInt256('115792089237316195423570985008687907853269984665640564039457584007913129639935'), toDecimal128('12345678901234567890.10', 2), 1.5::Float64,
        nan, -inf, 'é🙂''x\\n\\\\', NULL, true, toDate('2024-02-29'), toDate32('1900-01-01'), toDateTime('2024-02-29 13:14:15', 'UTC'),
        toDateTime64('2024-02-29 13:14:15.123456', 6, 'UTC'), toDateTime64('2024-02-29 13:14:15.123456', 6, 'Europe/Berlin'), [1, NULL, 3],
        map('a', 18446744073709551615), tuple(1, 'x]"', [nan]), toFixedString('ab', 4), toUUID('8a6e0804-2bd0-4672-b79d-d97027f9071a'),
        toIPv4('1.2.3.4'), toIPv6('::1'), CAST('a,b' AS Enum8('a,b' = 1)), toLowCardinality(toNullable('x')), toLowCardinality(''), INTERVAL 3 DAY,
        CAST(NULL AS Nullable(Decimal(10, 2))), ([1, 2], 'x')::Variant(String, Tuple(Array(UInt8), String)), unhex('ff')`,
      cells: [
        1,
        9007199254740993n,
        18446744073709551615n,
        -170141183460469231731687303715884105728n,
        115792089237316195423570985008687907853269984665640564039457584007913129639935n,
        new Decimal('12345678901234567890.10'),
        1.5,
        Number.NaN,
        Number.NEGATIVE_INFINITY,
        "é🙂'x\n\\",
        null,
        true,
        Date.UTC(2024, 1, 29),
        Date.UTC(1900, 0, 1),
        Date.UTC(2024, 1, 29, 13, 14, 15),
        MOMENT,
        MOMENT,
        '[1,null,3]',
        '{"a":18446744073709551615}',
        '[1,"x]\\"",["nan"]]',
        'ab\0\0',
        '8a6e0804-2bd0-4672-b79d-d97027f9071a',
        '1.2.3.4',
        '::1',
        'a,b',
        'x',
        '',
        3,
        null,
        '[[1,2],"x"]',
        '[bytes]',
      ],
      kinds: (
        'int int int int int decimal float float float string string bool date date timestamp timestamp timestamp json json json string uuid ' +
        'string string string string string int decimal json string'
      ).split(' '),
    },
    missingColumn: 'SELECT absent FROM (SELECT 1 AS a) t',
    moment: 'Nullable(DateTime64(6))',
    failing: 'SELECT throwIf(number = 150000) FROM numbers(200000)',
    failingWrite: (table) =>
      `INSERT INTO ${table} SELECT 10 + throwIf(number = 1), 'ten', NULL FROM numbers(2)`,
    index: (name, table) => `ALTER TABLE ${table} ADD INDEX ${name} seen TYPE minmax`,
  },
  {
    name: 'SQLite',
    uri: 'sqlite:///contract.sqlite',
    long: 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 100000000000) SELECT count(*) FROM c',
    numbers: (count) =>
      `WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < ${count - 1}) SELECT n FROM c`,
    kinds: {
      sql: "SELECT 1, 9007199254740993, 1.5, 'é🙂''x', NULL, x'41', '2024-02-29'",
      cells: [1, 9007199254740993n, 1.5, "é🙂'x", null, 'A', '2024-02-29'],
      kinds: 'int int float string string bytes string'.split(' '),
    },
    missingColumn: 'SELECT absent FROM (SELECT 1 AS a) t',
    failing:
      'WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < 200000) ' +
      'SELECT CASE WHEN n < 150000 THEN 1 ELSE abs(-9223372036854775807 - 1) END FROM c',
  },
];
