import { afterAll, expect, test } from 'vitest';
import { readRows } from '../files/read-rows.ts';
import { openDuckDb } from './session.ts';

const session = openDuckDb({ uri: 'duckdb:///:memory:', extra: {}, home: '' });
afterAll(() => session.close());
const rowsOf = async (sql: string) =>
  readRows(
    await session.run(sql, { signal: new AbortController().signal, timeoutMs: 60_000, readOnly: true }),
  );

test('texts come as they are, however often and however long, with nulls between them', async () => {
  const texts = [
    '',
    'a',
    'exactly12let',
    'thirteen let.',
    'ä',
    '日本語',
    '😀',
    'nul\u0000in',
    'x'.repeat(5_000),
    "it's",
    '\ufeffshort',
    '\ufeffa long text behind a byte order mark',
    null,
  ];
  const list = texts.map((text) =>
    text === null ? 'null' : `'${text.replaceAll("'", "''").replace('\u0000', "' || chr(0) || '")}'`,
  );
  const rows = await rowsOf(
    `select r.range, t.v from range(700) r, (select unnest([${list.join(', ')}]) as v, generate_subscripts([${list.join(', ')}], 1) as i) t order by r.range, t.i`,
  );
  expect(rows.length).toBe(700 * texts.length);
  expect(rows.map(([, text]) => text)).toEqual(Array.from({ length: 700 }, () => texts).flat());
});

test('texts that all differ do, beyond what is remembered', async () => {
  const rows = await rowsOf("select 'k' || range from range(50000)");
  expect(rows.map(([text]) => text)).toEqual(Array.from({ length: 50_000 }, (_, row) => `k${row}`));
});

test('long texts do, one behind the other in memory or not, among short ones and nulls', async () => {
  const long = (row: number): string => `text number ${row} that is long`;
  const shapes: [string, (row: number) => string | null][] = [
    ["'text number ' || range || ' that is long'", long],
    [
      "case when range % 5 = 0 then null else 'text number ' || range || ' that is long' end",
      (row) => (row % 5 === 0 ? null : long(row)),
    ],
    [
      "case range % 3 when 0 then '' when 1 then 'k' || range else 'text number ' || range || ' that is long' end",
      (row) => ['', `k${row}`, long(row)][row % 3] ?? null,
    ],
    [
      "case range % 4 when 0 then 'k' || range else 'text number ' || range || ' that is long' end",
      (row) => (row % 4 === 0 ? `k${row}` : long(row)),
    ],
    [
      "'text number ' || range || case when range = 3000 then ' täglich' else ' that is long' end",
      (row) => (row === 3000 ? `text number ${row} täglich` : long(row)),
    ],
    ["lpad('', (300 + range % 7)::int, 'ab')", (row) => 'ab'.repeat(153).slice(0, 300 + (row % 7))],
  ];
  for (const [sql, text] of shapes) {
    const rows = await rowsOf(`select ${sql} from range(9000)`);
    expect(rows.map(([cell]) => cell)).toEqual(Array.from({ length: 9_000 }, (_, row) => text(row)));
    // Read in reverse: pieces of memory that are no neighbours.
    const turned = await rowsOf(
      `select v from (select range as i, ${sql} as v from range(9000)) order by hash(i), i`,
    );
    expect(turned.map(([cell]) => String(cell)).sort()).toEqual(rows.map(([cell]) => String(cell)).sort());
  }
});

test('the first rows of a batch can be taken alone', async () => {
  const limited = await session.run("select 'k' || range % 3 from range(5000)", {
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    readOnly: true,
    maxRows: 5,
  });
  expect(await readRows(limited)).toEqual([['k0'], ['k1'], ['k2'], ['k0'], ['k1']]);
});
