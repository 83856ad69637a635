import { tmpdir } from 'node:os';
import { engineById, openMemory, type Session } from '@chartroom/engines';
import { LinesAsCsv } from '@chartroom/query';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORD_KINDS } from '../../testing/test-app.ts';
import { anyFilePieces } from '../heavy/file-pieces.ts';
import type { EncodedAnswer } from '../ports.ts';
import { labFile, labFileOfLines } from './lab-file.ts';

const ADDRESS =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';
const ground = {
  home: tmpdir(),
  csv: { mark: true, separator: ',', decimalSign: '.' },
  now: () => new Date(0),
  room: { file: (rows, work) => anyFilePieces(work, rows) } satisfies Parameters<typeof labFile>[2]['room'],
};
const making = (most = Number.POSITIVE_INFINITY) => ({
  format: 'csv' as const,
  most,
  tellsCut: false,
  signal: AbortSignal.timeout(20_000),
});
const options = () => ({ signal: AbortSignal.timeout(20_000), timeoutMs: 20_000, readOnly: true });

async function textOf({ body }: EncodedAnswer): Promise<string> {
  const pieces: Buffer[] = [];
  if (!Buffer.isBuffer(body)) for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** The file of a query by lines that its engine writes, at most so many rows. */
async function ofLines(session: Session, sql: string, most?: number): Promise<string> {
  const lines = await session.lines?.(sql, options());
  if (!lines || !LinesAsCsv.takes(lines.read)) throw new Error('These columns are not taken.');
  return textOf(await labFileOfLines(lines, making(most), ground));
}

/** The same file by the cells of its rows. */
async function ofCells(session: Session, sql: string, most?: number): Promise<string> {
  return textOf(await labFile(await session.run(sql, options()), making(most), ground));
}

/** No rows are the same file, too, and columns whose texts are others are left to their cells. */
async function takesNothingElse(session: Session, others: readonly string[]): Promise<void> {
  const none = 'SELECT 1 AS a, 2 AS b WHERE false';
  expect(await ofLines(session, none)).toBe(await ofCells(session, none));
  for (const columns of others)
    await expect(ofLines(session, `SELECT ${columns}`)).rejects.toThrow('not taken');
}

describe.runIf(RECORD_KINDS.includes('postgres'))('lines of PostgreSQL are the same file of ours', () => {
  let session: Session;
  beforeAll(() => {
    const engine = engineById('postgresql');
    if (!engine) throw new Error('There is no PostgreSQL.');
    session = engine.open({ uri: ADDRESS, extra: {}, home: tmpdir() });
  });
  afterAll(() => session.close());

  const CASES: readonly [type: string, values: readonly string[]][] = [
    ['smallint', ['0', '-32768', '32767']],
    ['bigint', ['-1', '9223372036854775807', '-9223372036854775808']],
    ['oid', ['4294967295']],
    ['bool', ['true', 'false']],
    [
      'float8',
      [
        '0',
        "'-0'",
        '1',
        '-7',
        '1.5',
        '1e-4',
        '1e-5',
        '123456789012345',
        '1234567890123456',
        '1e15',
        '1e16',
        '-1e22',
        '1e300',
        '5e-324',
        '0.1',
        '1::float8/3',
        "'NaN'",
        "'Infinity'",
        "'-Infinity'",
      ],
    ],
    ['float4', ['0.1', '1e6', '1234567', '3.4e38', '1e-7', "'NaN'"]],
    ['numeric(12, 3)', ['-1.5', '0', '123456789.123', "'NaN'", '-0.001']],
    [
      'text',
      [
        "''",
        "'plain'",
        "'a,b'",
        "'a\"b'",
        '\'""=1\'',
        "E'two\\nlines'",
        "E'\\r'",
        "'=1+1'",
        "'-1'",
        "'-1.5.2'",
        "'-a'",
        "'@x|y'",
        "'|'",
        "'%'",
        "'+a,b'",
        "' =1'",
        "' a'",
        "E'\\u00a0=1'",
        "'ä=1'",
        "'日本語,😀'",
        "'\\.'",
        "'NULL'",
        "E'\\t@'",
        "E'\\ufeffmark'",
        "repeat('long ', 40)",
        "'\"'",
        "'''a'",
      ],
    ],
    ['char(5)', ["'ab'", "'=b'"]],
    ['uuid', ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'"]],
    ['json', ['\'{"a": [1, "b"]}\'', "'-1'"]],
    ['jsonb', ['\'{"b": null}\'', '\'"x"\'']],
    ['inet', ["'10.0.0.1'"]],
    ['date', ["'2024-02-29'", "'0001-01-01'", "'0044-03-15 BC'", "'12024-01-01'", "'infinity'"]],
    [
      'timestamp',
      [
        "'2024-02-29 10:20:30'",
        "'2024-02-29 10:20:30.5'",
        "'1969-12-31 23:59:59.999999'",
        "'0044-03-15 10:00 BC'",
        "'12024-01-01 00:00'",
        "'-infinity'",
      ],
    ],
    ['timestamp', ["'2024-02-29 10:20:30'", "'1900-01-01 00:00'"]],
    ['timestamptz', ["'2024-02-29 10:20:30+02'", "'2024-02-29 10:20:30.25+00'", "'infinity'"]],
    ['timestamptz', ["'2024-02-29 10:20:30+02'", "'1850-01-01 00:00+00'"]],
  ];

  test.each(CASES)('of %s: %s', async (type, values) => {
    const rows = [...values, 'null'].map((value, row) => `(${row}, (${value})::${type})`);
    const sql = `SELECT n AS "n ""x""", v, n AS "-after, v" FROM (VALUES ${rows.join(', ')}) AS t(n, v) ORDER BY n DESC`;
    const expected = await ofCells(session, sql);
    expect(expected.split('\n').length).toBeGreaterThan(values.length);
    expect(await ofLines(session, sql)).toBe(expected);
  });

  test('of many rows, all or some of them', async () => {
    const sql = `SELECT n, 'text ' || n AS t, n / 7.0::float8 AS f, TIMESTAMP '2020-01-01' + n * INTERVAL '1 minute' AS at
      FROM generate_series(1, 30000) AS n`;
    expect(await ofLines(session, sql)).toBe(await ofCells(session, sql));
    expect(await ofLines(session, sql, 20_001)).toBe(await ofCells(session, sql, 20_001));
    expect((await ofLines(session, sql, 20_001)).split('\n')).toHaveLength(20_003);
  });

  test('of no rows, and not of columns whose texts are others', async () => {
    await takesNothingElse(session, [
      "interval '1 day' AS a, 1 AS b",
      "'\\x00'::bytea AS a, 1 AS b",
      'ARRAY[1] AS a, 1 AS b',
      '1.5 AS a, 1 AS b',
      '1 AS a',
    ]);
  });

  test('who leaves a file in its middle ends its query', async () => {
    const mark = `left_${process.pid}`;
    const lines = await session.lines?.(`SELECT generate_series(1, 50000000) AS n, 1 AS ${mark}`, options());
    if (!lines) throw new Error('PostgreSQL writes no lines.');
    const { body } = await labFileOfLines(lines, making(), ground);
    if (Buffer.isBuffer(body)) throw new Error('It is not sent as it comes.');
    for await (const _ of body) break;
    const running = `SELECT count(*) AS n, 0 AS z FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'COPY%${mark}%'`;
    await expect.poll(() => ofCells(session, running), { timeout: 10_000 }).toContain('\n0,0');
  });
});

describe('lines of DuckDB are the same file of ours', () => {
  let session: Session;
  beforeAll(() => {
    session = openMemory({ home: tmpdir() });
  });
  afterAll(() => session.close());

  const CASES: readonly [type: string, values: readonly string[]][] = [
    ['tinyint', ['-128', '127']],
    ['ubigint', ['18446744073709551615', '0']],
    ['hugeint', ["'-170141183460469231731687303715884105728'", '9007199254740993']],
    ['boolean', ['true', 'false']],
    [
      'double',
      [
        ...['0', "'-0'", '1', '-7', '1.5', '1e-4', '9.9e-5', '1e-5', '123456789012345678', '1e15', '1e16'],
        ...['9999999999999998', '-1e22', '1e300', '5e-324', '0.1', '1::double/3', "'nan'", "'inf'", "'-inf'"],
        ...['1e21', '1.7976931348623157e308', '123456.789e3', '4.35', '0.000123', '100'],
      ],
    ],
    ['float', ['0.1', '1e6', '1234567', '3.4e38', '1e-7', "'nan'", "'-inf'"]],
    ['decimal(12, 3)', ['-1.5', '0', '123456789.123', '-0.001']],
    ['decimal(38, 37)', ['0.5', '-0.1']],
    ['decimal(4, 0)', ['-12', '7']],
    [
      'varchar',
      [
        ...[
          "''",
          "'plain'",
          "'a,b'",
          "'a\"b'",
          '\'""=1\'',
          "'two' || chr(10) || 'lines'",
          'chr(13)',
          "'=1+1'",
        ],
        ...[
          "'-1'",
          "'-1.5.2'",
          "'-a'",
          "'@x|y'",
          "'|'",
          "'%'",
          "'+a,b'",
          "' =1'",
          "' a'",
          "chr(160) || '=1'",
        ],
        ...["'ä=1'", "'日本語,😀'", "'NULL'", "chr(9) || '@'", "chr(65279) || 'mark'", "repeat('long ', 40)"],
        ...[
          "chr(12288) || '-1'",
          "chr(5760) || '@'",
          'chr(133)',
          "chr(65279) || '=1'",
          "'\"'",
          "'''a'",
          "'#a'",
        ],
      ],
    ],
    ['varchar', ["'plain'", "'a,b'", '\'a""b\'', "'ä'", "'0'", "'.5'", '\'{"a": 1}\'', "'<'", "'a;b'"]],
    ["enum('a', '=b', 'c,d')", ["'a'", "'=b'", "'c,d'"]],
    ['uuid', ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'"]],
    ['json', ['\'{"a": [1, "b"]}\'', "'-1'"]],
    [
      'date',
      [
        ...["'2024-02-29'", "'0001-01-01'", "'9999-12-31'", "'10000-01-01'", "'0044-03-15 (BC)'"],
        ...["'0001-12-31 (BC)'", "'12024-01-01'", "'300000-01-01'", "'infinity'", "'-infinity'"],
      ],
    ],
    ['date', ["'2024-02-29'", "'1900-01-01'"]],
    [
      'timestamp',
      [
        ...["'2024-02-29 10:20:30'", "'2024-02-29 10:20:30.5'", "'1969-12-31 23:59:59.999999'", "'infinity'"],
        ...["'0044-03-15 (BC) 10:00:00'", "'12024-01-01 00:00'", "'9999-12-31 23:59:59'", "'-infinity'"],
      ],
    ],
    ['timestamp', ["'2024-02-29 10:20:30'", "'1900-01-01 00:00'", "'0001-01-01 00:00'"]],
    ['timestamp', ["'0001-05-05 (BC) 00:00'", "'290000-01-01 00:00'"]],
    ['timestamptz', ["'2024-02-29 10:20:30+02'", "'2024-02-29 10:20:30.25+00'", "'infinity'"]],
    ['timestamptz', ["'2024-02-29 10:20:30+02'", "'1850-01-01 00:00:00+00'"]],
  ];

  test.each(CASES)('of %s: %s', async (type, values) => {
    const rows = [...values, 'null'].map((value, row) => `(${row}, (${value})::${type})`);
    const sql = `SELECT n AS "n ""x""", v, n AS "-after, v" FROM (VALUES ${rows.join(', ')}) AS t(n, v) ORDER BY n DESC -- the last first`;
    const expected = await ofCells(session, sql);
    expect(expected.split('\n').length).toBeGreaterThan(values.length);
    expect(await ofLines(session, sql)).toBe(expected);
  });

  test('of many rows in their order, all or some of them, and of moments with fractions', async () => {
    const sql = `SELECT i AS n, 'text ' || i AS t, sqrt(i) * 10.0::double ** (i % 40 - 20) AS f, i % 7 = 0 AS b,
      TIMESTAMP '2020-01-01' + INTERVAL 1 MINUTE * i AS at FROM range(100000) AS r(i) ORDER BY hash(i)`;
    expect(await ofLines(session, sql)).toBe(await ofCells(session, sql));
    expect(await ofLines(session, sql, 20_001)).toBe(await ofCells(session, sql, 20_001));
    const late = `SELECT i, TIMESTAMP '2020-01-01' + INTERVAL 500 MILLISECOND * (i // 90000) AS at FROM range(100000) AS r(i)`;
    const lines = (await ofLines(session, late)).split('\n').slice(1, -1);
    expect(lines[0]).toBe('0,2020-01-01 00:00:00');
    expect(lines.slice(90_000).filter((line) => !line.endsWith('.500000'))).toEqual([]);
    const both = late.replace('i // 90000', 'i % 2');
    expect(await ofLines(session, both)).toBe(await ofCells(session, both));
  });

  test('of no rows, and not of columns whose texts are others', async () => {
    await takesNothingElse(session, [
      'INTERVAL 1 DAY AS a, 1 AS b',
      "'\\x00'::BLOB AS a, 1 AS b",
      '[1] AS a, 1 AS b',
      '0.5::DECIMAL(4, 4) AS a, 1 AS b',
      "TIME '10:00:00' AS a, 1 AS b",
      "TIMESTAMP_NS '2024-01-01' AS a, 1 AS b",
      '1 AS a',
    ]);
  });

  test('a line that is larger than a cell may be is refused', async () => {
    const bounds = { MAX_CELL_BYTES: 1_000, MAX_ANSWER_BYTES: 1_000_000 };
    const small = openMemory({ home: tmpdir(), bounds });
    await expect(ofLines(small, "SELECT repeat('x', 2000) AS a, 1 AS b")).rejects.toThrow('MAX_CELL_BYTES');
    await small.close();
  });
});
