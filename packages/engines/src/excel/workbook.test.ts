import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { duckdb } from '../duckdb/index.ts';
import { fileTables } from '../duckdb/read-file.ts';
import { readRows } from '../files/read-rows.ts';
import { BOOK, zip } from './book.ts';
import { sheetAsCsv } from './sheet-as-csv.ts';
import { type SheetCell, Workbook } from './workbook.ts';

const home = mkdtempSync(join(tmpdir(), 'chartroom-excel-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function book(name: string, parts: Record<string, string> = BOOK): string {
  const path = join(home, name);
  writeFileSync(path, zip(parts));
  return path;
}

async function rowsOf(path: string, sheet?: string): Promise<SheetCell[][]> {
  const workbook = await Workbook.open(path, new AbortController().signal);
  const rows: SheetCell[][] = [];
  for await (const row of workbook.rows(sheet)) rows.push(row);
  return rows;
}

test('cells of every kind', async () => {
  expect(await rowsOf(book('book.xlsx'))).toEqual([
    ['city', 'people', 'day', 'moment', 'open', 'share'],
    ['Paris, ', 2148000, { moment: '2024-02-29T00:00:00' }, { moment: '2024-02-29T12:00:00' }, true, 0.1],
    ['a "b"\n<c>', null, { moment: '1900-01-01T00:00:00' }, null, false, null],
  ]);
  expect(await rowsOf(book('book.xlsx'), 'Second')).toEqual([['k'], [1]]);
});

test('sheets and their columns', async () => {
  expect(
    await fileTables({ path: book('heads.xlsx'), format: 'excel' }, new AbortController().signal),
  ).toEqual([
    { sheet_name: 'Sales & more', column_names: ['city', 'people', 'day', 'moment', 'open', 'share'] },
    { sheet_name: 'Second', column_names: ['k'] },
  ]);
});

test('a workbook becomes a table, and nothing stays beside it', async () => {
  const session = duckdb.open({ uri: 'duckdb:///book.duckdb', extra: {}, home });
  const signal = new AbortController().signal;
  try {
    expect(
      await session.load?.({
        table: { table: 't' },
        mode: 'fail',
        signal,
        source: { path: book('load.xlsx'), format: 'excel' },
      }),
    ).toBe(2);
    const result = await session.run('SELECT * FROM t', { signal, timeoutMs: 10_000, readOnly: true });
    expect(result.columns.map(({ name, kind }) => [name, kind])).toEqual([
      ['city', 'string'],
      ['people', 'float'],
      ['day', 'timestamp'],
      ['moment', 'timestamp'],
      ['open', 'bool'],
      ['share', 'float'],
    ]);
    expect(await readRows(result)).toEqual([
      ['Paris, ', 2148000, Date.UTC(2024, 1, 29), Date.UTC(2024, 1, 29, 12), true, 0.1],
      ['a "b"\n<c>', null, Date.UTC(1900, 0, 1), null, false, null],
    ]);
    expect(readdirSync(home).filter((name) => name.endsWith('.csv'))).toEqual([]);
  } finally {
    await session.close();
  }
});

describe('what is no workbook is refused', () => {
  test.each([
    ['text.xlsx', Buffer.from('hello, this is no workbook at all')],
    ['empty.xlsx', Buffer.alloc(0)],
    ['cut.xlsx', zip(BOOK).subarray(0, 900)],
    ['other.xlsx', zip({ 'a.txt': 'hello' })],
    ['damaged.xlsx', Buffer.from(zip(BOOK)).fill(0xff, 60, 90)],
  ])('%s', async (name, content) => {
    const path = join(home, name);
    writeFileSync(path, content);
    await expect(rowsOf(path)).rejects.toMatchObject({ code: 'FILE_ERROR' });
  });

  test('a sheet that it has not', async () => {
    await expect(rowsOf(book('book.xlsx'), 'Third')).rejects.toThrow(
      'has no sheet "Third". It has: Sales & more, Second.',
    );
  });

  test('a part that unpacks to more than it says', async () => {
    const bytes = zip({ ...BOOK, 'xl/worksheets/sheet1.xml': `<a>${'x'.repeat(100_000)}</a>` });
    const place = bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    bytes.writeUInt32LE(100, place + 24);
    const path = join(home, 'bomb.xlsx');
    writeFileSync(path, bytes);
    await expect(rowsOf(path)).rejects.toThrow('larger than it says');
  });
});

describe('F18: workbooks that unpack to more than they look', () => {
  const told = (name: string, sheet: string, maxColumns = 5_000) =>
    sheetAsCsv(
      {
        path: book(name, {
          ...BOOK,
          'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
        }),
        format: 'excel',
        maxColumns,
      },
      new AbortController().signal,
    );

  test('a cell of 40 MB is refused while it is read', async () => {
    const begun = performance.now();
    const reading = told('cell.xlsx', `<row><c t="str"><v>${'x'.repeat(40_000_000)}</v></c></row>`);
    await expect(reading).rejects.toThrow('A cell of the workbook is longer than 16,777,216 characters');
    // It was 109 seconds.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  test('a cell at the far end of a sheet is refused by the columns it makes', async () => {
    const reading = told(
      'far.xlsx',
      '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>',
    );
    await expect(reading).rejects.toThrow('The file has 16,384 columns; at most 5,000 are allowed');
  });

  test('tags that never end cost no more than their length', async () => {
    await expect(told('open.xlsx', '<c '.repeat(2_000_000))).rejects.toThrow('The workbook is damaged');
  });
});

test('a sheet that would be far larger as a CSV is refused before it is written', async () => {
  const rows = '<row><c><v>1</v></c></row>'.repeat(2 ** 17);
  const sheet = `<worksheet><sheetData>${rows}<row><c r="XFD1"><v>1</v></c></row><row/>${rows}</sheetData></worksheet>`;
  const path = book('sparse.xlsx', { ...BOOK, 'xl/worksheets/sheet1.xml': sheet });
  await expect(sheetAsCsv({ path, format: 'excel' }, new AbortController().signal)).rejects.toMatchObject({
    code: 'FILE_ERROR',
    message: expect.stringContaining('262,145 rows, and one that is 16,384 columns wide'),
  });
  expect(readdirSync(home)).not.toContain('sparse.xlsx.csv');
}, 60_000);
