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

test('the first rows of a batch can be taken alone', async () => {
  const limited = await session.run("select 'k' || range % 3 from range(5000)", {
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    readOnly: true,
    maxRows: 5,
  });
  expect(await readRows(limited)).toEqual([['k0'], ['k1'], ['k2'], ['k0'], ['k1']]);
});
