import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell } from '@chartroom/query';
import { afterAll, describe, expect, test } from 'vitest';
import { BOOK, zip } from '../excel/book.ts';
import type { FileSource } from '../files/file-source.ts';
import { readRows } from '../files/read-rows.ts';
import { loadCases } from '../testing/load-cases.ts';
import { openFileReader } from './file-reader.ts';
import { fileTables, openFile } from './read-file.ts';

describe('files become tables', () =>
  loadCases({
    uri: 'duckdb:///load.duckdb',
    types: { text: 'VARCHAR', fraction: 'DOUBLE', whole: 'BIGINT', moment: 'TIMESTAMP' },
  }));

const home = mkdtempSync(join(tmpdir(), 'chartroom-heads-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const live = () => new AbortController().signal;

function write(name: string, content: string | Uint8Array): string {
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
  expect(await ask({ path, format: 'csv' })).toEqual([[1, 2, 3, 4]]);
  await expect(fileTables({ path: write('none.csv', ''), format: 'csv' }, live())).rejects.toMatchObject({
    status: 422,
  });
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
  expect(
    await ask({ path: few, format: 'csv', blankLines: 'rows' }, 'SELECT count(*), count(a) FROM file'),
  ).toEqual([[80_000, 0]]);
});

test('a zip that is packed too tightly, or holds no Parquet, is refused before it is unpacked', async () => {
  const refused = (message: string) => ({ status: 422, message: expect.stringContaining(message) });
  const bomb = write(
    'bomb.zip',
    zip({ 'a.parquet': Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(2 ** 20)]) }),
  );
  await expect(ask({ path: bomb, format: 'columnar' })).rejects.toMatchObject(
    refused('packed more tightly than allowed'),
  );
  // Were it unpacked, the lie about its size would be told first.
  const other = zip({
    'a.parquet': Buffer.from(Array.from({ length: 2 ** 19 }, (_, at) => (at * at * 7919) >> 7)),
  });
  other.writeUInt32LE(2 ** 18, other.lastIndexOf('a.parquet') - 46 + 24);
  const path = write('other.zip', other);
  await expect(ask({ path, format: 'columnar' })).rejects.toMatchObject(
    refused('"a.parquet" in the ZIP file is no Parquet file.'),
  );
  const cut = write('cut.zip', zip({ 'one.parquet': 'PAR1 and no more', 'two.parquet': 'PAR1 and no more' }));
  await expect(ask({ path: cut, format: 'columnar' })).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(/"(one|two)\.parquet"/),
  });
  const short = write('short.zip', zip({ 'a.parquet': 'PAR' }));
  await expect(ask({ path: short, format: 'columnar' })).rejects.toMatchObject(
    refused('"a.parquet" in the ZIP file is no Parquet file.'),
  );
  for (const name of ['bomb.zip', 'other.zip', 'short.zip']) expect(beside(name)).toEqual([]);
});

test.each<[string, string | Uint8Array, FileSource['format']]>([
  ['part.zip', zip({ 'a.parquet': `PAR1${crypto.randomUUID()}` }), 'columnar'],
  ['gap.csv', 'a,b\n\n1,2\n', 'csv'],
  ['sheet.xlsx', zip(BOOK), 'excel'],
])(
  'an interrupt stops what comes before %s can be read, and nothing stays beside it',
  async (name, content, format) => {
    const path = write(name, content);
    const seen: string[][] = [];
    const opening = openFileReader({ path, format, blankLines: 'rows' }, (interrupt) => {
      seen.push(beside(name));
      setImmediate(interrupt);
    });
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toEqual([[]]);
    expect(beside(name)).toEqual([]);
  },
);

test.each<[string, string, Partial<FileSource>, Cell[][]]>([
  [
    'inside plain text',
    'a,b\n5" pipe,x\n"one\n\ntwo",y\n\n6,x "z\n\n',
    {},
    [
      ['5" pipe', 'x'],
      ['one\n\ntwo', 'y'],
      [null, null],
      ['6', 'x "z'],
      [null, null],
    ],
  ],
  [
    'in lines above the header',
    'It\'s 5" long\na,b\n"one\n\ntwo",y\n',
    { skipRows: 1 },
    [['one\n\ntwo', 'y']],
  ],
  [
    'in the header',
    '"a\n\n""x",b\n\n1,2\n',
    {},
    [
      [null, null],
      [1, 2],
    ],
  ],
  [
    'after blanks',
    'a,b\nx, "one\n\ntwo"\n\n',
    { skipInitialSpace: true },
    [
      ['x', 'one\n\ntwo'],
      [null, null],
    ],
  ],
  [
    'twice',
    'a,b\n"x ""\n\n"" y","z"""\n\n',
    {},
    [
      ['x "\n\n" y', 'z"'],
      [null, null],
    ],
  ],
  [
    'after long separators',
    'a||b\nx|"||"one\n\ntwo"\n\n',
    { delimiter: '||' },
    [
      ['x|"', 'one\n\ntwo'],
      [null, null],
    ],
  ],
  [
    'after the mark of UTF-8',
    '\ufeff"one\n\ntwo",y\n\n',
    { header: null },
    [
      ['one\n\ntwo', 'y'],
      [null, null],
    ],
  ],
])('empty lines are found where quotation marks stand %s', async (_what, content, options, expected) => {
  const path = write('quotes.csv', content);
  expect(await ask({ path, format: 'csv', blankLines: 'rows', ...options })).toEqual(expected);
});

test('what goes wrong later is told of the file as it was sent', async () => {
  const path = write('named.csv', 'a\n\n1\n');
  const file = await openFileReader({ path, format: 'csv', blankLines: 'rows' }, () => undefined);
  try {
    expect(
      file.explain(new Error(`Invalid Input Error: Could not read from file "${path}.lines", nor "${path}"`)),
    ).toMatchObject({
      code: 'FILE_ERROR',
      message: 'Could not read from file "the file", nor "the file".',
    });
  } finally {
    await file.close();
  }
  const failing = ask(
    { path, format: 'csv', blankLines: 'rows' },
    `SELECT error('cannot read ${path}.lines') FROM file`,
  );
  await expect(failing).rejects.toMatchObject({ status: 422, message: 'cannot read the file.' });
});
