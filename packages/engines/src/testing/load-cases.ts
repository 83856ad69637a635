import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { BOOK, zip } from '../excel/book.ts';
import { columnarCases } from './load-columnar-cases.ts';
import { type LoadHouse, type LoadSubject, openHouse } from './load-house.ts';

/** Rows of the file whose loading is stopped in its middle: twice as many as are told of at once. */
const MANY_ROWS = 200_000;

/** Cases that every engine is played through which makes tables of files. */
export function loadCases(subject: LoadSubject): void {
  const house = openHouse(subject.uri);
  modeCases(house);
  refusalCases(house);
  typeCases(house, subject);
  formCases(house, subject);
  indexCases(house);
  looseCases(house);
  stopCases(house);
  columnarCases(house, subject);
  sheetCases(house, subject);
}

/** What happens when the table is there. */
function modeCases({ table, ask, load, rows, file }: LoadHouse): void {
  test('a plain CSV, and what happens when the table is there', async () => {
    const path = file('plain.csv', 'id,name\n1,one\n2,"two, ""quoted"" \\ tab\there"\n');
    expect(await load({ path }, { mode: 'fail' })).toBe(2);
    await expect(load({ path }, { mode: 'fail' })).rejects.toMatchObject({
      status: 422,
      error_type: 'GENERIC_COMMAND_ERROR',
      message: expect.stringContaining('already exists'),
    });
    expect(await load({ path }, { mode: 'append' })).toBe(2);
    expect(await load({ path: file('other.csv', 'name\nthree\n') }, { mode: 'append' })).toBe(1);
    expect(await rows()).toContainEqual([null, 'three']);
    expect(await load({ path }, { mode: 'replace' })).toBe(2);
    expect(await rows()).toEqual([
      [1, 'one'],
      [2, 'two, "quoted" \\ tab\there'],
    ]);
  });

  test('what does not fit a table that is added to leaves it as it was', async () => {
    await load({ path: file('whole.csv', `n\n${'1\n'.repeat(10)}`) });
    const path = file('text.csv', `n\n${'2\n'.repeat(30_000)}three\n`);
    await expect(load({ path }, { mode: 'append' })).rejects.toMatchObject({ status: expect.any(Number) });
    await expect(load({ path: file('more.csv', 'n,more\n1,2\n') }, { mode: 'append' })).rejects.toThrow(
      'has no column "more"',
    );
    expect(await ask(`SELECT count(*), max(n) FROM ${table.table}`)).toEqual([[10, 1]]);
  });
}

/** Files that are no tables. */
function refusalCases({ home, load, rows, file }: LoadHouse): void {
  describe('what cannot be read', () => {
    beforeAll(async () => {
      await load({ path: file('good.csv', 'kept\n1\n') });
    });

    test.each([
      ['long.csv', 'a,b\n1,2\n3,4,5\n', 'Line 3 of the file has 3 columns, the header has 2: 3,4,5'],
      ['quote.csv', 'a,b\n1,"open\n2,3\n', 'Line 2 of the file has a quotation mark without its counterpart'],
      [
        'late.csv',
        `a,b\n${'1,2\n'.repeat(30_000)}x,y,z\n`,
        'Line 30002 of the file has 3 columns, the header has 2: x,y,z',
      ],
      ['empty.csv', '', 'The file is empty.'],
      [
        'latin.csv',
        new Uint8Array(Buffer.from('name\nJosé\n', 'latin1')),
        'Line 2 of the file is not UTF-8 text',
      ],
    ])('%s is refused, and the table stays as it was', async (name, content, message) => {
      await expect(load({ path: file(name, content) })).rejects.toMatchObject({
        status: 422,
        error_type: 'GENERIC_COMMAND_ERROR',
        message: expect.stringContaining(message),
      });
      expect(await rows()).toEqual([[1]]);
    });
  });

  test('a file that is no Parquet file is refused without telling where it lies', async () => {
    const failure = await load({ path: file('bad.parquet', 'PAR1 nonsense PAR1'), format: 'columnar' }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ status: 422 });
    expect(String(failure)).not.toContain(home);
  });
}

/** What a file says decides the types. */
function typeCases(
  { session, table, load, rows, file }: LoadHouse,
  { truth = true, types }: LoadSubject,
): void {
  test('types are those of all values', async () => {
    const path = file(
      'types.csv',
      `whole,big,fraction,code,truth,day,moment,text\n1,9223372036854775808,1.5,007,true,2024-01-31,2024-01-31 10:00:00.5,x\n2,1,2,010,false,2024-02-01,2024-02-01 00:00,\n`,
    );
    await load({ path, detect: true });
    expect(
      JSON.stringify(await rows(), (_, value) =>
        typeof value === 'bigint' ? `${value}n` : value,
      ).replaceAll('{"text":"9223372036854775808"}', '"9223372036854775808n"'),
    ).toContain(
      `[1,"9223372036854775808n",1.5,"007",${truth},${Date.UTC(2024, 0, 31)},${Date.UTC(2024, 0, 31, 10) + 500},"x"]`,
    );
  });

  test('a last line that surprises decides the types', async () => {
    const usual = Array.from(
      { length: 25_000 },
      (_, row) => `${row},${row},${row},,1.5,2024-01-01,true\n`,
    ).join('');
    await load({
      path: file(
        'surprise.csv',
        `text,code,fraction,late,huge,day,truth\n${usual}x,007,1.5,7,x,2024-01-02 10:00,7\n`,
      ),
      detect: true,
    });
    const { columns } = await session.describe(table);
    const { text, fraction, whole, moment } = types;
    expect(columns.map(({ nativeType }) => nativeType)).toEqual([
      text,
      text,
      fraction,
      whole,
      text,
      moment,
      text,
    ]);
  });
}

/** Options of the form. */
function formCases({ session, table, load, rows, file }: LoadHouse, { types }: LoadSubject): void {
  test('the options of the form', async () => {
    const path = file(
      'form.csv',
      'ignored\ncity;people;area;founded;note\nParis;2148000;105,4;31.12.1900;\nNice;342522;71,92;n/a;"sea; sun"\n',
    );
    await load({
      path,
      skipRows: 1,
      delimiter: ';',
      decimalSeparator: ',',
      nullValues: ['n/a'],
      dateColumns: ['founded'],
      dayFirst: true,
    });
    expect(await rows()).toEqual([
      ['Paris', 2148000, 105.4, Date.UTC(1900, 11, 31), ''],
      ['Nice', 342522, 71.92, null, 'sea; sun'],
    ]);
    await load({
      path,
      skipRows: 1,
      delimiter: ';',
      columns: ['people'],
      types: { people: 'str' },
      indexLabel: 'row',
      maxRows: 1,
    });
    expect(await rows()).toEqual([[0, '2148000']]);
    await expect(load({ path, skipRows: 1, columns: ['nobody'] })).rejects.toThrow('no column "nobody"');
    await expect(load({ path, skipRows: 1, types: { people: 'INT); DROP TABLE x' } })).rejects.toMatchObject({
      status: 422,
    });
  });

  test('nothing of a column of dates is lost, nor of lines that are short, nor of large numbers', async () => {
    const path = file('kept.csv', 'day,large,text\n2024-01-31,9223372036854775807,x\nsoon,1\n');
    await load({ path, dateColumns: ['day'] });
    expect(
      JSON.stringify(await rows(), (_, value) => (typeof value === 'bigint' ? `${value}n` : value)),
    ).toBe('[["2024-01-31","9223372036854775807n","x"],["soon",1,null]]');
    const { columns } = await session.describe(table);
    expect(columns.map(({ nativeType }) => nativeType)).toEqual([types.text, types.whole, types.text]);
    await expect(load({ path: file('long.csv', 'a,b\n1\n1,2,3\n') })).rejects.toThrow(
      'Line 3 of the file has 3 columns',
    );
  });

  test('blanks before cells are left out of the header too', async () => {
    await load({ path: file('blanks.csv', 'a, b\n1, x\n'), skipInitialSpace: true, columns: ['b'] });
    expect(await rows()).toEqual([['x']]);
    await expect(load({ path: file('zebra.csv', 'a\n1\n'), types: { a: 'zebra' } })).rejects.toThrow(
      '"zebra" is not the name of a type',
    );
  });

  test('other encodings and separators', async () => {
    await load({
      path: file('latin-1.csv', new Uint8Array(Buffer.from('name;n\nJosé;1\n', 'latin1'))),
      detect: true,
    });
    expect(await rows()).toEqual([['José', 1]]);
    await load({
      path: file('utf-16.csv', new Uint8Array(Buffer.from('\uFEFFname\tn\r\nJosé\t1\r\n', 'utf16le'))),
    });
    expect(await rows()).toEqual([['José', 1]]);
  });
}

/** The option that makes an index. */
function indexCases({ session, table, load, rows, file }: LoadHouse): void {
  test('an index is the first column, or none at all', async () => {
    const path = file('index.csv', 'a,b,c\n1,x,2\n2,y,4\n');
    await load({ path, indexColumn: 'b', indexLabel: 'b' });
    expect(await rows()).toEqual([
      ['x', 1, 2],
      ['y', 2, 4],
    ]);
    expect((await session.describe(table)).columns.map(({ name }) => name)).toEqual(['b', 'a', 'c']);
    await load({ path, indexColumn: 'c', indexLabel: 'number', columns: ['c', 'a'] });
    expect((await session.describe(table)).columns.map(({ name }) => name)).toEqual(['number', 'a']);
    await load({ path, indexColumn: 'b' });
    expect(await rows()).toEqual([
      [1, 2],
      [2, 4],
    ]);
    await expect(load({ path, indexColumn: 'nobody' })).rejects.toThrow('no column "nobody"');
    await expect(load({ path, indexColumn: 'a', columns: ['a'] })).rejects.toThrow(
      'no column besides its index',
    );
  });
}

/** Files that people wrote by hand. */
function looseCases({ load, rows, file }: LoadHouse): void {
  test('numbers may have blanks around them, and lines may be empty', async () => {
    const path = file('loose.csv', 'a, b\n1, 2.5\n\n3, 4 \n');
    await load({ path });
    expect(await rows()).toEqual([
      [1, 2.5],
      [3, 4],
    ]);
    await load({ path, blankLines: 'rows' });
    expect(await rows()).toEqual(
      expect.arrayContaining([
        [null, null],
        [1, 2.5],
      ]),
    );
    await load({ path: file('quoted.csv', 'a\n"x\n\ny"\n\nz\n'), blankLines: 'rows' });
    expect((await rows()).length).toBe(3);
  });

  test('a value that is none of the type that was asked for is told', async () => {
    const path = file('asked.csv', 'a,b\n1,x\n');
    await expect(load({ path, types: { b: 'BIGINT' } })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('Cannot convert column "b" to BIGINT: it holds "x".'),
    });
    await load({ path: file('spaced.csv', 'a b\nx 2\n'), delimiter: ' ' });
    expect(await rows()).toEqual([['x', 2]]);
  });
}

/** Who leaves. */
function stopCases({ session, home, table, ask, load, rows }: LoadHouse): void {
  test('a cancelled load leaves nothing, and says how far it came', async () => {
    await session.dropTable?.(table);
    const path = join(home, 'large.csv');
    const out = createWriteStream(path);
    out.write('n,text\n');
    for (let block = 0; block < MANY_ROWS / 25_000; block++)
      out.write(
        Array.from(
          { length: 25_000 },
          (_, row) => `${block * 25_000 + row},some text that takes room\n`,
        ).join(''),
      );
    out.end();
    await finished(out);
    const abort = new AbortController();
    const seen: number[] = [];
    const reason = new Error('the person left');
    const onProgress = (count: number): void => {
      seen.push(count);
      abort.abort(reason);
    };
    const loading = load({ path }, { signal: abort.signal, onProgress });
    await expect(loading).rejects.toBe(reason);
    expect(seen.length).toBeGreaterThan(0);
    await expect(rows()).rejects.toMatchObject({ error_type: 'TABLE_DOES_NOT_EXIST_ERROR' });
    expect(await load({ path })).toBe(MANY_ROWS);
    expect(await ask(`SELECT count(*), max(n) FROM ${table.table}`)).toEqual([[MANY_ROWS, MANY_ROWS - 1]]);
  }, 90_000);
}

/** Excel. */
function sheetCases({ load, rows, file }: LoadHouse, { truth = true }: LoadSubject): void {
  test('a sheet of a workbook', async () => {
    const path = file('book.xlsx', zip(BOOK));
    expect(await load({ path, format: 'excel' })).toBe(2);
    const moment = Date.UTC(2024, 1, 29);
    expect(await rows()).toEqual([
      ['Paris, ', 2148000, moment, moment + 43_200_000, truth, 0.1],
      ['a "b"\n<c>', null, Date.UTC(1900, 0, 1), null, truth === true ? false : 0, null],
    ]);
    expect(await load({ path, format: 'excel', sheet: 'Second' })).toBe(1);
    expect(await rows()).toEqual([[1]]);
    await expect(load({ path, format: 'excel', sheet: 'Third' })).rejects.toThrow('has no sheet "Third"');
  });
}
