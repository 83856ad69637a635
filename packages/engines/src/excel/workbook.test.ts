import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { duckdb } from '../duckdb/index.ts';
import { fileTables } from '../duckdb/read-file.ts';
import { readRows } from '../read-rows.ts';
import { type SheetCell, Workbook } from './workbook.ts';

const home = mkdtempSync(join(tmpdir(), 'chartroom-excel-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Packs texts as a zip archive. */
function zip(parts: Record<string, string>): Buffer {
  const bodies: Buffer[] = [];
  const contents: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const data = deflateRawSync(text);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(name.length, 26);
    bodies.push(head, Buffer.from(name), data);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(text), 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    contents.push(entry, Buffer.from(name));
    at += 30 + name.length + data.length;
  }
  const table = Buffer.concat(contents);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, table, end]);
}

const BOOK = {
  'xl/workbook.xml':
    '<?xml version="1.0"?><workbook xmlns:r="x"><sheets><sheet name="Sales &amp; more" sheetId="1" r:id="rId1"/><sheet name="Second" sheetId="2" r:id="rId2"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="171" formatCode="[>9]0.0&quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="22"/><xf numFmtId="171"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml':
    '<sst><si><t>city</t></si><si><r><t>Pa</t></r><r><t xml:space="preserve">ris, </t></r><rPh><t>no</t></rPh></si><si><t>a "b"&#10;&lt;c&gt;</t></si></sst>',
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>people</t></is></c><c r="C1" t="str"><v>day</v></c><c r="D1" t="str"><v>moment</v></c><c r="E1" t="str"><v>open</v></c><c r="F1" t="str"><v>share</v></c></row>
    <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>2148000</v></c><c r="C2" s="1"><v>45351</v></c><c r="D2" s="2"><v>45351.5</v></c><c r="E2" t="b"><v>1</v></c><c r="F2" s="3"><v>0.10000000000000001</v></c></row>
    <row r="3"/>
    <row r="4"><c r="A4" t="s"><v>2</v></c><c r="C4" s="1"><v>1</v></c><c r="E4" t="b"><v>0</v></c><c r="F4" t="e"><v>#DIV/0!</v></c></row>
  </sheetData></worksheet>`,
  'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row><c t="str"><v>k</v></c></row><row><c><v>1</v></c></row></sheetData></worksheet>',
};

function book(name: string, parts: Record<string, string> = BOOK): string {
  const path = join(home, name);
  writeFileSync(path, zip(parts));
  return path;
}

async function rowsOf(path: string, sheet?: string): Promise<SheetCell[][]> {
  const workbook = await Workbook.open(path);
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
  expect(await fileTables({ path: book('heads.xlsx'), format: 'excel' }, new AbortController().signal)).toEqual([
    { sheet_name: 'Sales & more', column_names: ['city', 'people', 'day', 'moment', 'open', 'share'] },
    { sheet_name: 'Second', column_names: ['k'] },
  ]);
});

test('a workbook becomes a table, and nothing stays beside it', async () => {
  const session = duckdb.open({ uri: 'duckdb:///book.duckdb', extra: {}, home });
  const signal = new AbortController().signal;
  try {
    expect(
      await session.load?.({ table: { table: 't' }, mode: 'fail', signal, source: { path: book('load.xlsx'), format: 'excel' } }),
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
    await expect(rowsOf(book('book.xlsx'), 'Third')).rejects.toThrow('has no sheet "Third". It has: Sales & more, Second.');
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
