import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { FileSource } from '../files/file-source.ts';
import { openFileReader } from './file-reader.ts';

const home = mkdtempSync(join(tmpdir(), 'chartroom-detect-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Reads a file that is looked at: names and types of its columns, its rows as texts, and what is told of it. */
async function read(content: string | Uint8Array, options: Partial<FileSource> = {}) {
  const path = join(home, `${crypto.randomUUID()}.csv`);
  writeFileSync(path, content);
  const source = { path, format: 'csv', detect: true, longLines: 'keep', ...options } as const;
  const file = await openFileReader(source, () => undefined);
  try {
    const described = await file.connection.runAndReadAll(`DESCRIBE ${file.select}`);
    const types = Object.fromEntries(described.getRows().map(([name, type]) => [name, type]));
    const rows = (await file.connection.runAndReadAll(file.select)).getRowsJson();
    return { types, rows, reading: file.reading };
  } finally {
    await file.close();
  }
}

/** A column of a file with one more, by which the file has a separator. */
const column = (values: string[], separator = ';'): string =>
  ['value', ...values].map((value, row) => `${value}${separator}${row === 0 ? 'word' : 'x'}\n`).join('');

test.each<[string, string[], string, unknown[]]>([
  [
    'decimal commas and points between thousands',
    ['2.832,58', '12', '-1.234'],
    'DOUBLE',
    [2832.58, 12, -1234],
  ],
  ['blanks between thousands', ['1 234,5', '12 345 678', '7'], 'DOUBLE', [1234.5, 12345678, 7]],
  ['blanks that keep a line together', ['1\u202f234,5', '1\u00a0000'], 'DOUBLE', [1234.5, 1000]],
  ['apostrophes', ["1'234.50", '99.5'], 'DOUBLE', [1234.5, 99.5]],
  ['commas between thousands', ['1,234.50', '1,000,000'], 'DOUBLE', [1234.5, 1e6]],
  ['whole numbers with signs', ['1.234.567', '12'], 'BIGINT', ['1234567', '12']],
  ['a sign that comes late', [...Array.from({ length: 25_000 }, () => '1'), '1,5'], 'DOUBLE', [1, 1]],
  ['codes', ['01.234', '00.001'], 'VARCHAR', ['01.234', '00.001']],
  ['units', ['12 %', '13,5 %'], 'VARCHAR', ['12 %', '13,5 %']],
  ['money', ['1.234,50 €', '2,00 €'], 'VARCHAR', ['1.234,50 €', '2,00 €']],
  ['groups that are none', ['12,34,5', '1,2'], 'VARCHAR', ['12,34,5', '1,2']],
  ['both decimal signs', ['1,5', '1.55'], 'VARCHAR', ['1,5', '1.55']],
  ['days with points', ['31.12.2024', '01.02.2024'], 'DATE', ['2024-12-31', '2024-02-01']],
  ['days of two digits for the year', ['31.12.24', '1.2.99'], 'DATE', ['2024-12-31', '1999-02-01']],
  ['days first', ['03/04/2024', '31/12/2024'], 'DATE', ['2024-04-03', '2024-12-31']],
  ['months first', ['03/04/2024', '12/31/2024'], 'DATE', ['2024-03-04', '2024-12-31']],
  ['either of both', ['03/04/2024', '05/06/2024'], 'VARCHAR', ['03/04/2024', '05/06/2024']],
  ['neither of both', ['31/12/2024', '12/31/2024'], 'VARCHAR', ['31/12/2024', '12/31/2024']],
])('%s', async (_what, values, type, expected) => {
  const { types, rows } = await read(column(values));
  expect(types.value).toBe(type);
  expect(rows.slice(0, expected.length).map(([value]) => value)).toEqual(expected);
});

test('what one column shows holds for those that show nothing, and is asked where none does', async () => {
  const told = await read('a;b;c\n1,5;1.234;03/04/2024\n2;2.345;05/06/2024\n');
  expect(told.rows).toEqual([
    [1.5, '1234', '03/04/2024'],
    [2, '2345', '05/06/2024'],
  ]);
  const open = await read('a,d\n1.234,03/04/2024\n2.345,05/06/2024\n');
  expect(open.types).toEqual({ a: 'DOUBLE', d: 'VARCHAR' });
  const said = await read('a,d\n1.234,03/04/2024\n', { decimalSeparator: ',', dayFirst: true });
  expect(said.rows).toEqual([['1234', '2024-04-03']]);
  const other = await read('a,b\n03/04/2024,31/12/2024\n');
  expect(other.rows).toEqual([['2024-04-03', '2024-12-31']]);
});

test.each([
  ['UTF-16', Buffer.from('\ufeffStadt;Preis\nKöln;1,5\n', 'utf16le')],
  ['UTF-16 without its mark', Buffer.from('Stadt;Preis\nKöln;1,5\n', 'utf16le')],
  ['UTF-16, the other way around', Buffer.from('\ufeffStadt;Preis\nKöln;1,5\n', 'utf16le').swap16()],
  ['Windows-1252', Buffer.from('Stadt;Preis\nKöln;1,5\n', 'latin1')],
  ['UTF-8 with its mark', Buffer.from('\ufeffStadt;Preis\nKöln;1,5\n')],
])('%s', async (_what, content) => {
  expect((await read(content)).rows).toEqual([['Köln', 1.5]]);
});

test('signs that only Windows has are kept, wherever the first of them stands', async () => {
  const euro = Buffer.concat([
    Buffer.from(`a;b\n${'x;1\n'.repeat(400_000)}`),
    Buffer.from([0x80]),
    Buffer.from(';2\n'),
  ]);
  const { rows, reading } = await read(euro);
  expect(rows.at(-1)).toEqual(['€', '2']);
  expect(reading.layout?.encoding).toBe('windows-1252');
});

test.each([
  ['semicolons in a file of decimal commas', 'day;price\n1;1,5\n2;2,5\n', ';'],
  ['tabs', 'a\tb\n1,5\tx\n', '\t'],
  ['bars', 'a|b\n1|x\n', '|'],
  ['commas', 'a,b\n"1;2;3",x\n', ','],
])('%s', async (_what, content, delimiter) => {
  const { reading, types } = await read(content);
  expect(reading.layout?.delimiter).toBe(delimiter);
  expect(Object.keys(types).length).toBe(2);
});

test.each([
  ['a title', 'Sales of 2024\n\nday;price;note\n1;2;x\n2;3;y\n', 2],
  ['a title in a row of empty cells', 'Sales of 2024;;;\n;;;\nday;price;note;who\n1;2;x;z\n', 2],
  ['who made it', 'Made by;Ann\nday;price;note;who;a\n1;2;x;z;b\n', 1],
  ['an unbalanced quotation mark', '"Sales of 2024\nday;price;note\n1;2;"x"\n2;3;"y"\n', 1],
  ['nothing', 'day;price;note\n1;2;x\n', 0],
  ['a header that is longer than the rows', 'a;b;c\n1;2\n3;4\n', 0],
])('lines above the header: %s', async (_what, content, above) => {
  const { reading, rows } = await read(content);
  expect(reading.layout?.above).toBe(above);
  expect(rows[0]?.[0]).toBe('1');
});

test('a line that is too long or too short is told, and nothing of it is lost', async () => {
  const { rows, reading } = await read('a,b\n1,2\n3\n4,5,6,7\n8,9,\n');
  expect(rows).toEqual([
    ['1', '2', null],
    ['3', null, null],
    ['4', '5', '6,7'],
    ['8', '9', null],
  ]);
  expect(reading).toMatchObject({
    moreCells: 'More cells',
    lineCount: 2,
    lines: [
      { line: 3, cells: 1, text: '3' },
      { line: 4, cells: 4, text: '4,5,6,7' },
    ],
  });
  const omitted = await read('a,b\n1,2\n4,5,6\n', { longLines: 'omit' });
  expect([omitted.rows, omitted.reading.moreCells]).toEqual([[['1', '2']], undefined]);
});

test('values that are none of the type that was asked for are refused, or become nothing', async () => {
  const content = 'price;day\n1.234,5;31.12.2024\nk.A.;soon\n2;1.2.2024\n';
  const types = { price: 'DOUBLE', day: 'DATE' };
  await expect(read(content, { types })).rejects.toThrow('column "price" to DOUBLE: it holds "k.A."');
  const { rows } = await read(content, { types, misfits: 'empty' });
  expect(rows).toEqual([
    [1234.5, '2024-12-31'],
    [null, null],
    [2, '2024-02-01'],
  ]);
});

test('a wide file is read as a narrow one', async () => {
  const kinds = [
    ['1,5', '2.000', 'DOUBLE'],
    ['7', '8', 'BIGINT'],
    ['31.12.2024', '01.02.2024', 'DATE'],
    ['x', '1', 'VARCHAR'],
    ['', '', 'VARCHAR'],
    ['true', '', 'BOOLEAN'],
  ] as const;
  const wide = Array.from({ length: 40 }, () => kinds).flat();
  const line = (cells: readonly (string | number)[]): string => `${cells.join(';')}\n`;
  const header = line(wide.map((_, at) => `c${at}`));
  const rows = line(wide.map(([first]) => first)) + line(wide.map(([, second]) => second));
  const { types } = await read(header + rows);
  expect(Object.values(types)).toEqual(wide.map(([, , type]) => type));
  expect(Object.values((await read(header)).types)).toEqual(wide.map(() => 'VARCHAR'));
});
