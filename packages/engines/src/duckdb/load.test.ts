import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell } from '@chartroom/query';
import { afterAll, describe, expect, test } from 'vitest';
import type { FileSource } from '../child/protocol.ts';
import { loadCases } from '../load-cases.ts';
import { readRows } from '../read-rows.ts';
import { fileTables, openFile } from './read-file.ts';

describe('files become tables', () =>
  loadCases({ uri: 'duckdb:///load.duckdb', types: { text: 'VARCHAR', fraction: 'DOUBLE', whole: 'BIGINT', moment: 'TIMESTAMP' } }));

const home = mkdtempSync(join(tmpdir(), 'chartroom-heads-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const live = () => new AbortController().signal;

function write(name: string, content: string): string {
  const path = join(home, name);
  writeFileSync(path, content);
  return path;
}

/** What a SELECT gives of a file. */
async function ask(source: FileSource, sql = 'SELECT * FROM file'): Promise<Cell[][]> {
  const reader = openFile(source);
  try {
    return await readRows(await reader.query(sql, live()));
  } finally {
    await reader.close();
  }
}

/** Files that stand beside one of the tests. */
const beside = (name: string): string[] => readdirSync(home).filter((each) => each.startsWith(`${name}.`));

test('names of columns are found in the head of the file', async () => {
  const path = write('names.csv', 'a,"b\nb",,A\n1,2,3,4\n');
  expect(await fileTables({ path, format: 'csv' }, live())).toEqual([
    { sheet_name: null, column_names: ['a', 'b\nb', 'Unnamed: 2', 'A.1'] },
  ]);
  await expect(fileTables({ path: write('none.csv', ''), format: 'csv' }, live())).rejects.toMatchObject({ status: 422 });
});

test('empty lines become rows only while that makes no far larger file', async () => {
  const header = Array.from({ length: 1_000 }, (_, column) => `c${column}`).join(',');
  const path = write('wide.csv', `${header}\n${'\n'.repeat(80_000)}`);
  await expect(ask({ path, format: 'csv', blankLines: 'rows' })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('80,000 empty lines, each of which would become a row of 1,000 columns'),
  });
  expect(beside('wide.csv')).toEqual([]);
  const few = write('few.csv', `a,b\n${'\n'.repeat(80_000)}`);
  expect(await ask({ path: few, format: 'csv', blankLines: 'rows' }, 'SELECT count(*), count(a) FROM file')).toEqual([[80_000, 0]]);
});
