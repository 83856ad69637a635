import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadCases } from '../load-cases.ts';
import { fileTables } from './read-file.ts';

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

test('names of columns are found in the head of the file', async () => {
  const path = write('names.csv', 'a,"b\nb",,A\n1,2,3,4\n');
  expect(await fileTables({ path, format: 'csv' }, live())).toEqual([
    { sheet_name: null, column_names: ['a', 'b\nb', 'Unnamed: 2', 'A.1'] },
  ]);
  await expect(fileTables({ path: write('none.csv', ''), format: 'csv' }, live())).rejects.toMatchObject({ status: 422 });
});
