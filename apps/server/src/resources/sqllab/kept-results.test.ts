import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decimal, type Frame } from '@chartroom/query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeptResults } from './kept-results.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartroom-kept-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const LIMITS = { bytes: 1_000_000, seconds: 60 };
const frame = (values: Frame['columns'][number]['values']): Frame => ({
  columns: [{ name: 'a', nativeType: 'INTEGER', kind: 'string', generic: 1, values }],
  length: values.length,
});

test('a server that starts anew still has the rows, as they were', async () => {
  const given = frame([1, null, 'ü', 12345678901234567890n, true]);
  await new KeptResults(folder, LIMITS, () => new Date()).keep('first', given);
  expect(await new KeptResults(folder, LIMITS, () => new Date()).read('first')).toEqual(given);
  expect(await new KeptResults(folder, LIMITS, () => new Date()).read('second')).toBeUndefined();
});

test('many rows are written and read a part at a time: others have their turns meanwhile', async () => {
  const values = Array.from({ length: 60_000 }, (_, at) => (at % 2 === 0 ? at : null));
  const many = { ...frame(values), statement: 'SELECT 2', earlier: [] };
  const decimals = { ...frame([new Decimal('1.50'), null]), length: 2 };
  const given = { ...many, earlier: [{ sql: 'SELECT 1', isCut: true, frame: decimals }] };
  const kept = new KeptResults(folder, { bytes: 10_000_000, seconds: 60 }, () => new Date());
  // Three parts of 20,000 cells each, and after each of them others have four turns.
  expect(await turnsOf(() => kept.keep('many', given))).toBeGreaterThanOrEqual(12);
  const read = { turns: 0, rows: await kept.read('many') };
  expect(read.rows).toEqual(given);
  read.turns = await turnsOf(() => kept.read('many'));
  expect(read.turns).toBeGreaterThanOrEqual(12);
});

/** Turns of the event loop that others have until something has ended. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

test('older rows make room for newer ones, and what is too large is refused', async () => {
  const rows = () => frame(Array.from({ length: 2_000 }, () => Math.random()));
  const kept = new KeptResults(folder, { bytes: 45_000, seconds: -1 }, () => new Date());
  for (const key of ['a', 'b', 'c', 'd']) {
    await kept.keep(key, rows());
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  expect(await kept.read('a')).toBeUndefined();
  expect(await kept.read('d')).toBeDefined();
  const large = kept.keep('large', frame(Array.from({ length: 20_000 }, () => Math.random())));
  await expect(large).rejects.toMatchObject({ error_type: 'RESULT_TOO_LARGE_ERROR' });
  expect(await kept.read('large')).toBeUndefined();
  expect(await kept.read('d')).toBeDefined();
});

test('rows that are too old are gone, and their files go with the next ones', async () => {
  const now = { at: Date.now() };
  const kept = new KeptResults(folder, LIMITS, () => new Date(now.at));
  await kept.keep('old', frame([1]));
  now.at += 61_000;
  expect(await kept.read('old')).toBeUndefined();
  await kept.keep('new', frame([2]));
  expect(await readdir(folder)).not.toContain('old');
});

test('a folder that cannot be written to is told', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(
    new KeptResults(join(folder, 'file'), LIMITS, () => new Date()).keep('a', frame([1])),
  ).rejects.toThrow();
  await expect(new KeptResults(folder, LIMITS, () => new Date()).read('../file')).rejects.toThrow('no key');
});
