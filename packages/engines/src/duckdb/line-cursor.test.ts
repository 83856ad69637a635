import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunOptions, Session } from '../engine.ts';
import { openDuckDb } from './session.ts';

let home = '';
let session: Session;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'chartroom-lines-'));
  session = openDuckDb({
    uri: 'duckdb:///own.duckdb',
    extra: {},
    home,
    bounds: { MAX_ANSWER_BYTES: 2 ** 30, MAX_CELL_BYTES: 4_000_000 },
  });
});
afterAll(async () => {
  await session.close();
  rmSync(home, { recursive: true, force: true });
});

async function linesOf(sql: string, options: Partial<RunOptions> = {}) {
  const signal = AbortSignal.timeout(20_000);
  const lines = await session.lines?.(sql, { signal, timeoutMs: 20_000, readOnly: true, ...options });
  if (!lines) throw new Error('These are no lines.');
  const pieces: Buffer[] = [];
  let rows = 0;
  for await (const piece of lines.pieces) {
    pieces.push(piece.bytes);
    rows += piece.rows;
    expect(piece.bytes.subarray(-1).toString()).toBe('\n');
    expect(piece.bytes.toString().split('\n').length - 1).toBe(piece.rows);
  }
  return { rows, text: Buffer.concat(pieces).toString(), sizes: pieces.map(({ length }) => length) };
}

const CASES: readonly [what: string, text: string, written: (row: number) => string][] = [
  ['short', "'x' || n % 7", (row) => `x${row % 7}`],
  ['long', "'a line that is long ' || n", (row) => `a line that is long ${row}`],
  [
    'short and long',
    "CASE WHEN n % 3 = 0 THEN 'x' ELSE repeat('y', (n % 40)::INT) END",
    (row) => (row % 3 === 0 ? 'x' : 'y'.repeat(row % 40)),
  ],
  ['of letters beyond ASCII', "'größe 日本 😀 ' || n", (row) => `größe 日本 😀 ${row}`],
  ['of nothing', 'NULL', () => ''],
];

test.each(CASES)('lines that are %s are the bytes that the engine has', async (_what, text, written) => {
  const { rows, text: lines } = await linesOf(`SELECT n, ${text} AS t FROM range(10000) AS r(n)`);
  expect(rows).toBe(10_000);
  expect(lines).toBe(Array.from({ length: 10_000 }, (_, row) => `${row},${written(row)}\n`).join(''));
});

test('large lines are sent a few at a time', async () => {
  const { rows, text, sizes } = await linesOf("SELECT n, repeat('z', 700000) AS t FROM range(50) AS r(n)");
  expect(rows).toBe(50);
  expect(text.length).toBe(50 * 700_002 + 40 + 50);
  expect(Math.max(...sizes)).toBeLessThan(2 ** 21);
});

test('as many as are wanted, though the next ones are on their way', async () => {
  for (const maxRows of [1, 2047, 2048, 2049, 5000]) {
    const { rows, text } = await linesOf('SELECT n FROM range(9000000) AS r(n)', { maxRows });
    expect([rows, text.split('\n').length - 1]).toEqual([maxRows, maxRows]);
  }
  expect((await linesOf('SELECT 7 AS n')).text).toBe('7\n');
});

test('a line beyond the bound of a cell, and an error in the middle, are told', async () => {
  await expect(linesOf("SELECT repeat('z', 4100000) AS t")).rejects.toMatchObject({ status: 413 });
  await expect(
    linesOf(
      "SELECT CASE WHEN n = 8000 THEN error('in the middle') ELSE 'fine' END AS t FROM range(9000) AS r(n)",
    ),
  ).rejects.toThrow('in the middle');
});
