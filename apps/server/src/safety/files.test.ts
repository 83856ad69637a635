import { writeFile } from 'node:fs/promises';
import { ChartroomError } from '@chartroom/model';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sendBytes } from '../testing/form-calls.ts';
import { openTestApp, type PersonName, type TestApp } from '../testing/test-app.ts';
import { grant, member, openDataset } from '../testing/things.ts';
import { droppedFiles } from './dropped-files.ts';

/** Numbers are those of the contract's catalogue of safety cases. */
let house: TestApp;
const { drop, upload, tables, firstRow, leftOver } = droppedFiles(() => house);
beforeAll(async () => {
  house = await openTestApp('sqlite');
});
afterEach(async () => expect(await leftOver()).toEqual([]));
afterAll(() => house.close());

describe('files that are no tables', () => {
  test.each([
    ['nothing.csv', ''],
    ['blank.csv', '\n\n\n'],
    ['zeros.csv', Buffer.alloc(5_000)],
    ['binary.csv', Buffer.from(Array.from({ length: 4_000 }, (_each, index) => (index * 7919) % 256))],
    ['junk.parquet', 'this is no parquet file'],
    ['cut.parquet', Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(300, 7)])],
    [
      'lie.parquet',
      Buffer.concat([
        Buffer.from('PAR1'),
        Buffer.alloc(64, 9),
        Buffer.from([255, 255, 255, 127]),
        Buffer.from('PAR1'),
      ]),
    ],
    ['empty.parquet', ''],
    ['junk.xlsx', 'this is no workbook'],
    ['program.exe', 'MZ'],
    ['page.html', '<html><script>alert(1)</script></html>'],
    ['no-ending', 'a,b\n1,2'],
  ])('S71, S72: %s is refused, the file is named, nothing is left', async (name, content) => {
    const before = await tables();
    const answer = await drop(name, content);
    expect([answer.status, answer.text]).toEqual([
      expect.toSatisfy((status: number) => status >= 400 && status < 500),
      expect.stringContaining(name),
    ]);
    expect(answer.text).not.toContain(house.services.config.HOME);
    expect(await tables()).toEqual(before);
  });

  test('a broken quote is refused and its line is told', async () => {
    const answer = await drop('quote.csv', `a,b\n${'1,2\n'.repeat(50)}"open,3\n${'4,5\n'.repeat(50)}`);
    if (answer.status === 200) expect(member(answer.body, 'rows')).toBeGreaterThanOrEqual(51);
    else
      expect([answer.status, answer.text]).toEqual([
        422,
        expect.stringMatching(/quote\.csv.*[Ll]ine 52|[Ll]ine 52.*quote\.csv/s),
      ]);
  });
});

describe('files that are odd, and still tables', () => {
  const two = { rows: 2 };
  test.each([
    ['header only', 'only.csv', 'a,b\n', { rows: 0 }, undefined],
    ['a byte order mark', 'mark.csv', '\ufeffa,b\n1,2\n3,4\n', two, { a: 1, b: 2 }],
    ['both ends of lines', 'ends.csv', 'a,b\r\n1,2\r\n3,4', two, { a: 1, b: 2 }],
    ['UTF-16', 'wide.csv', Buffer.from('\ufeffa,b\nä,2\nö,4\n', 'utf16le'), two, { a: 'ä', b: 2 }],
    ['Latin-1', 'latin.csv', Buffer.from('a,b\nä,2\nö,4\n', 'latin1'), two, { a: 'ä', b: 2 }],
    ['quotes and breaks', 'quotes.csv', 'a,b\n"x ""y"" \n z",2\n3,4\n', two, { a: 'x "y" \n z', b: 2 }],
    ['names twice', 'twice.csv', 'a,a,A,\n1,2,3,4\n5,6,7,8\n', two, expect.objectContaining({ a: 1 })],
    [
      'odd names',
      'odd.csv',
      '"select",";--","a""b"\n1,2,3\n4,5,6\n',
      two,
      expect.objectContaining({ select: 1 }),
    ],
    ['markup', 'html.csv', '<html>\n<script>alert(1)</script>\n</html>\n', two, expect.anything()],
  ])('S71: %s', async (_what, name, content, expected, row) => {
    const answer = await drop(name, content);
    expect(answer).toMatchObject({ status: 200, body: expected });
    expect(await firstRow(String(member(answer.body, 'table_name')))).toEqual(row);
  });

  test('S71: rows of unlike lengths lose nothing, or the file is refused by line', async () => {
    const answer = await drop('ragged.csv', 'a,b\n1,2\n3\n4,5,6\n7,8\n');
    if (answer.status === 200) expect(answer.body).toMatchObject({ rows: 4 });
    else
      expect([answer.status, answer.text]).toEqual([
        422,
        expect.stringMatching(/ragged\.csv.*[Ll]ine|[Ll]ine.*ragged\.csv/s),
      ]);
  });

  test('S71: a thousand columns', async () => {
    const names = Array.from({ length: 1_000 }, (_each, index) => `c${index}`);
    const answer = await drop(
      'wide-table.csv',
      `${names.join(',')}\n${names.map((_name, index) => index).join(',')}\n`,
    );
    expect(answer).toMatchObject({ status: 200, body: { rows: 1, table_name: 'wide_table' } });
    const dataset = await house.as('admin', 'GET', `/api/v1/dataset/${member(answer.body, 'dataset_id')}`);
    expect(member(dataset.body, 'result', 'columns', 'length')).toBe(1_000);
  });

  test.each([
    '../../etc/passwd.csv',
    'a\u0000b.csv',
    '🙂.csv',
    `${'n'.repeat(300)}.csv`,
    'x"; DROP TABLE t; --.csv',
    'select.csv',
    '1.csv',
    '.csv',
  ])('S74: the name %j becomes the name of a table and never a path', async (name) => {
    const answer = await drop(name, 'a\n1\n');
    if (answer.status === 400) return expect(answer.text).toContain('is not a file that can become a table');
    expect(answer.status).toBe(200);
    expect(String(member(answer.body, 'table_name'))).toMatch(/^[\p{L}_][\p{L}\p{N}_]{0,62}$/u);
    expect(await firstRow(String(member(answer.body, 'table_name')))).toEqual({ a: 1 });
  });
});

test('a workbook that was downloaded becomes the table that it was', async () => {
  const table = await drop('towns.csv', 'town,people\nÄlmhult,9000\n"Aix, en",143000\n');
  const queries = [{ columns: ['town', 'people'], metrics: [], orderby: [['people', true]], row_limit: 10 }];
  const question = {
    datasource: { id: member(table.body, 'dataset_id'), type: 'table' },
    queries,
    result_format: 'xlsx',
  };
  const book = await sendBytes(house, '/api/v1/chart/data', 'application/json', JSON.stringify(question));
  expect(book.statusCode).toBe(200);
  expect(await drop('Towns again.xlsx', book.rawPayload)).toMatchObject({
    status: 200,
    body: { rows: 2, table_name: 'towns_again' },
  });
  expect(await firstRow('towns_again')).toEqual({ town: 'Älmhult', people: 9000 });
});

test('what a reader that was killed leaves beside a file goes with the file', async () => {
  const data = await house.services.data();
  const kept = { importFile: data.importFile };
  const left: string[] = [];
  const importFile = async ({ source }: Parameters<typeof data.importFile>[0]): Promise<never> => {
    left.push(`${source.path}.lines`);
    await writeFile(`${source.path}.lines`, 'a');
    throw new ChartroomError('The process ended unexpectedly.', {
      status: 503,
      error_type: 'GENERIC_DB_ENGINE_ERROR',
    });
  };
  Object.assign(data, { importFile });
  try {
    expect((await drop('killed.csv', 'a\n')).status).toBe(503);
    expect((await upload({ type: 'csv', table_name: 'killed' }, 'killed.csv', 'a\n')).status).toBe(503);
  } finally {
    Object.assign(data, kept);
  }
  expect(left.length).toBe(2);
});

describe('files and tables that are there', () => {
  test('a second file of the same name is a second table, and the first stays as it is', async () => {
    expect((await drop('sales.csv', 'a\n1\n')).body).toMatchObject({ table_name: 'sales' });
    expect((await drop('Sales.csv', 'a\n2\n')).body).toMatchObject({ table_name: 'sales_2' });
    expect(await firstRow('sales')).toEqual({ a: 1 });
    expect(await firstRow('sales_2')).toEqual({ a: 2 });
  });

  test('many files of one name at the same time are as many tables', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((value) => drop('rush.csv', `a\n${value}\n`)));
    const good = answers.filter(({ status }) => status === 200);
    for (const answer of answers) if (answer.status !== 200) expect(answer.text).toMatch(/rush/);
    const names = good.map(({ body }) => String(member(body, 'table_name')));
    expect(new Set(names).size).toBe(names.length);
    const values = await Promise.all(names.map(async (name) => member(await firstRow(name), 'a')));
    expect(values).toEqual(answers.flatMap(({ status }, index) => (status === 200 ? [index + 1] : [])));
  });

  test('the form says when the table exists, and replaces it only when told', async () => {
    const fields = { type: 'csv', table_name: 'kept' };
    expect((await upload(fields, 'kept.csv', 'a\n1\n')).status).toBe(201);
    const again = await upload(fields, 'kept.csv', 'a\n2\n');
    expect(again.status).toBeGreaterThanOrEqual(400);
    expect(again.status).toBeLessThan(500);
    expect(again.text).toMatch(/kept/);
    expect(await firstRow('kept')).toEqual({ a: 1 });
    expect((await upload({ ...fields, already_exists: 'replace' }, 'kept.csv', 'a\n3\n')).status).toBe(201);
    expect(await firstRow('kept')).toEqual({ a: 3 });
  });

  test('S26: a table is filled by who may read it, and owns its dataset or may read all around it', async () => {
    await grant(house, 'Gamma', 'can_upload', 'Database');
    const fill = (table_name: string, already_exists: string, who: PersonName) =>
      upload({ type: 'csv', table_name, already_exists }, 'new.csv', 'a\n9\n', who);
    expect((await upload({ type: 'csv', table_name: 'guarded' }, 'guarded.csv', 'a\n1\n')).status).toBe(201);
    const before = await tables();
    expect((await fill('guarded', 'replace', 'gamma')).status).toBe(404);
    const dataset = await house.services.db
      .selectFrom('datasets')
      .select('id')
      .where('table_name', '=', 'guarded')
      .executeTakeFirstOrThrow();
    await openDataset(house, dataset.id, 'Gamma');
    for (const how of ['replace', 'append']) expect((await fill('guarded', how, 'gamma')).status).toBe(403);
    expect((await fill('fresh', 'fail', 'gamma')).status).toBe(403);
    expect(await tables()).toEqual(before);
    expect(await firstRow('guarded')).toEqual({ a: 1 });
    // Who may read everything may do it, whoever owns the dataset.
    expect((await fill('guarded', 'replace', 'alpha')).status).toBe(201);
    expect(await firstRow('guarded')).toEqual({ a: 9 });
  });

  test('S75: a replacement that fails leaves the old table', async () => {
    expect(
      (
        await upload(
          { type: 'columnar', table_name: 'kept', already_exists: 'replace' },
          'new.parquet',
          'junk',
        )
      ).status,
    ).toBe(422);
    expect(
      (
        await upload(
          { type: 'csv', table_name: 'kept', already_exists: 'replace', column_data_types: '{"a": "int"}' },
          'new.csv',
          'a\nx\n',
        )
      ).status,
    ).toBe(422);
    expect(await firstRow('kept')).toEqual({ a: 3 });
  });
});
