import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sendForm } from '../../testing/form-calls.ts';
import { openTestApp, type PersonName, type TestApp } from '../../testing/test-app.ts';
import { member } from '../../testing/things.ts';

const PATH = '/api/v1/files/received/';
let house: TestApp;
beforeAll(async () => {
  house = await openTestApp('sqlite');
});
afterEach(async () => {
  expect(await readdir(join(house.services.config.HOME, 'incoming')).catch(() => [])).toEqual([]);
});
afterAll(() => house.close());

async function receive(name: string, content: string | Buffer): Promise<string> {
  const answer = await sendForm(house, PATH, { file: { name, content } });
  expect(answer.status).toBe(201);
  return String(member(answer.body, 'key'));
}
const preview = (key: string, settings: object = {}, who: PersonName = 'admin') =>
  house.as(who, 'POST', `${PATH}${key}/preview`, { body: { settings } });
const table = (key: string, table_name: string, already_exists: string, settings: object = {}) =>
  house.as('admin', 'POST', `${PATH}${key}/table`, { body: { settings, table_name, already_exists } });
const rows = async (name: string) => {
  const body = { database_id: house.uploads, sql: `SELECT * FROM "${name}" ORDER BY ALL`, schema: 'main' };
  return member((await house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body })).body, 'data');
};

const SALES = 'Sales of 2024\nDatum;Umsatz;Ort\n31.12.2024;2.832,58;Köln\n01.02.2024;12;Bonn\n';

test('strangers, people without the permission and others than who sent a file are refused', async () => {
  const file = { name: 'a.csv', content: 'a\n1\n' };
  expect((await sendForm(house, PATH, { file }, 'gamma')).status).toBe(403);
  expect((await sendForm(house, PATH, {})).status).toBe(400);
  expect((await sendForm(house, PATH, { file: { ...file, name: 'a.exe' } })).status).toBe(400);
  const key = await receive('a.csv', 'a\n1\n');
  for (const [who, known] of [
    ['alpha', key],
    ['admin', house.services.uuid()],
    ['admin', '..%2F..%2Fsecret'],
  ] as const)
    expect(await preview(known, {}, who)).toMatchObject({
      status: 404,
      body: { message: 'The file is no longer kept on the server. Drop it again.' },
    });
  expect((await preview(key, { decimal: ';' })).status).toBe(400);
});

test('a file is looked at, becomes a table as it was said, and is read again', async () => {
  const key = await receive('Umsatz 2024.csv', SALES);
  expect((await preview(key)).body).toMatchObject({
    table_name: 'umsatz_2024',
    is_taken: false,
    preview: {
      delimiter: ';',
      header_row: 1,
      decimal: ',',
      day_first: true,
      columns: [
        { name: 'Datum', type: 'date', doubt: null },
        { name: 'Umsatz', type: 'number' },
        { name: 'Ort', type: 'text' },
      ],
      rows: [
        ['2024-12-31', 2832.58, 'Köln'],
        ['2024-02-01', 12, 'Bonn'],
      ],
    },
  });
  const made = await table(key, 'umsatz_2024', 'both', {
    types: { Datum: 'text' },
    columns: ['Datum', 'Umsatz'],
  });
  expect(made).toMatchObject({ status: 200, body: { rows: 2, table_name: 'umsatz_2024' } });
  expect(await rows('umsatz_2024')).toEqual([
    { Datum: '01.02.2024', Umsatz: 12 },
    { Datum: '31.12.2024', Umsatz: 2832.58 },
  ]);
  const dataset = Number(member(made.body, 'dataset_id'));
  const kept = await house.as('admin', 'GET', `${PATH}of/${dataset}`);
  expect(kept.body).toMatchObject({ file: { key, settings: { types: { Datum: 'text' } } } });
  expect((await house.as('alpha', 'GET', `${PATH}of/${dataset}`)).body).toEqual({
    takes_files: true,
    file: null,
  });
  expect((await house.as('admin', 'GET', `${PATH}of/999999`)).body).toEqual({
    takes_files: false,
    file: null,
  });
  expect((await house.as('admin', 'GET', `${PATH}${key}/progress`)).body).toEqual({
    rows: null,
    preview: null,
  });
  expect(await table(key, 'Umsatz 2024', 'fail')).toMatchObject({
    status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
    text: expect.stringContaining('already exists'),
  });
  expect((await preview(key)).body).toMatchObject({ is_taken: true });
  expect((await table(key, 'umsatz_2024', 'replace')).body).toMatchObject({ dataset_id: dataset });
  const shown = await house.as('admin', 'GET', `/api/v1/dataset/${dataset}`);
  expect(member(shown.body, 'result', 'columns', 'length')).toBe(3);
});

test('the same file again fills the table anew, adds to it by the names of columns, or stands beside it', async () => {
  const first = await receive('fees.csv', 'a;b\n1;x\n');
  await table(first, 'fees', 'both');
  const second = await receive('fees.csv', 'b;a\ny;2\n');
  expect((await table(second, 'fees', 'append')).status).toBe(200);
  expect(await rows('fees')).toEqual([
    { a: 1, b: 'x' },
    { a: 2, b: 'y' },
  ]);
  expect((await table(second, 'fees', 'both')).body).toMatchObject({ table_name: 'fees_2' });
  const other = await receive('fees.csv', 'a;c\n3;z\n');
  expect(await table(other, 'fees', 'append')).toMatchObject({
    status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
    text: expect.stringMatching(/fees\.csv.*no column \\"c\\"/),
  });
  expect((await table(second, 'fees', 'replace')).status).toBe(200);
  expect(await rows('fees')).toEqual([{ a: 2, b: 'y' }]);
});

test('what does not fit is told: lines, values, and days that can be read in two ways', async () => {
  const content = `price;day;code\n${'1,5;03/04/2024;x\n'.repeat(9)}k.A.;05/06/2024;x;more;cells\n`;
  const key = await receive('odd.csv', content);
  expect((await preview(key)).body).toMatchObject({
    preview: {
      columns: [
        { name: 'price', type: 'text', nearly: { type: 'number', misfits: 1, examples: ['k.A.'] } },
        { name: 'day', type: 'text', doubt: 'days' },
        { name: 'code' },
        { name: 'More cells', type: 'text' },
      ],
      line_count: 1,
      lines: [{ line: 11, cells: 5, text: 'k.A.;05/06/2024;x;more;cells' }],
      more_cells: 'More cells',
    },
  });
  const settings = { types: { price: 'number' }, day_first: true, long_lines: 'omit' };
  expect((await preview(key, settings)).body).toMatchObject({
    preview: { columns: [{ type: 'number' }, { type: 'date' }, { type: 'text' }], more_cells: null },
  });
});

test('a file that was received becomes a table of any database by the form, read as it was found', async () => {
  const key = await receive('Umsatz.csv', SALES);
  const upload = (fields: Record<string, string>, who: PersonName = 'admin') =>
    sendForm(
      house,
      `/api/v1/database/${house.uploads}/upload/`,
      { type: 'csv', table_name: 'by_form', received: key, ...fields },
      who,
    );
  expect((await upload({}, 'alpha')).status).toBe(404);
  expect((await upload({ type: 'excel' })).text).toContain('The file that was received is csv.');
  const found = {
    delimiter: ';',
    decimal_character: ',',
    header_row: '1',
    skip_rows: '0',
    day_first: 'true',
  };
  expect((await upload(found)).status).toBe(201);
  expect(await rows('by_form')).toEqual([
    { Datum: '2024-02-01', Umsatz: 12, Ort: 'Bonn' },
    { Datum: '2024-12-31', Umsatz: 2832.58, Ort: 'Köln' },
  ]);
});

test('what is wrong with a file is told of it by its name', async () => {
  const key = await receive('half.parquet', 'PAR1');
  expect((await preview(key)).text).toContain(
    '\\"half.parquet\\": The file is too small to be a Parquet file.',
  );
});

test('nothing is lost below lines with a quotation mark that lacks its counterpart', async () => {
  const key = await receive('quoted.csv', `Report "old\n"by Kai\na,b\n${'1,"x"\n'.repeat(300)}`);
  expect((await preview(key)).body).toMatchObject({
    preview: { header_row: 2, columns: [{ name: 'a' }, { name: 'b' }] },
  });
  expect((await table(key, 'quoted', 'both')).body).toMatchObject({ rows: 300 });
});

test('when a file is forgotten, how it was read is still known', async () => {
  const key = await receive('kept.csv', 'a;b\n1;x\n');
  const made = await table(key, 'kept', 'both', { types: { a: 'text' } });
  const of = `${PATH}of/${member(made.body, 'dataset_id')}`;
  expect((await house.as('admin', 'GET', of)).body).toMatchObject({
    file: { key, settings: { types: { a: 'text' } }, kept_until: expect.any(String) },
  });
  for (let count = 0; count < 20; count++) await receive(`${count}.csv`, 'a\n1\n');
  expect((await preview(key)).status).toBe(404);
  expect((await house.as('admin', 'GET', of)).body).toMatchObject({
    file: { name: 'kept.csv', settings: { types: { a: 'text' } }, kept_until: null },
  });
});

test('a table that is being made tells its rows, and leaves nothing behind when its maker leaves', async () => {
  const key = await receive('long.csv', `a;b\n${'1;some text that takes its room\n'.repeat(300_000)}`);
  const address = await house.app.listen({ port: 0 });
  const token = await house.services.tokens.issue('access', { userId: house.ids.admin, stamp: 0 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const client = new AbortController();
  const body = JSON.stringify({ settings: {}, table_name: 'long', already_exists: 'fail' });
  const url = `${address}${PATH}${key}/table`;
  const asked = fetch(url, { method: 'POST', headers, body, signal: client.signal });
  const progress = async () =>
    member((await house.as('admin', 'GET', `${PATH}${key}/progress`)).body, 'rows');
  await expect.poll(progress, { interval: 5, timeout: 20_000 }).toEqual(expect.any(Number));
  client.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(progress, { timeout: 20_000 }).toBe(null);
  const tables = await house.as(
    'admin',
    'GET',
    `/api/v1/database/${house.uploads}/tables/?q=(schema_name:main)`,
  );
  expect(tables.text).not.toContain('"long"');
  expect((await preview(key)).status).toBe(200);
});

test('the first rows of a large file tell at once, all of them what surprises', async () => {
  const line = '1;some text that takes its room, and some more of it;"two\nlines"\n';
  const key = await receive('large.csv', `a;b;c\n${line.repeat(150_000)}none;last;one\n`);
  const told = async (first: boolean) =>
    member(
      (await house.as('admin', 'POST', `${PATH}${key}/preview`, { body: { settings: {}, first } })).body,
      'preview',
    );
  const first = await told(true);
  expect(first).toMatchObject({ columns: [{ type: 'whole', nearly: null }, {}, { type: 'text' }] });
  expect(Number(member(first, 'first_rows'))).toBeGreaterThan(10_000);
  expect(Number(member(first, 'first_rows'))).toBeLessThan(100_000);
  expect(await told(false)).toMatchObject({
    first_rows: null,
    columns: [{ type: 'text', nearly: { type: 'number', misfits: 1, examples: ['none'] } }, {}, {}],
  });
  const small = await receive('small.csv', 'a\n1\n');
  expect(
    (await house.as('admin', 'POST', `${PATH}${small}/preview`, { body: { settings: {}, first: true } }))
      .body,
  ).toMatchObject({ preview: { first_rows: null } });
});

test('files that are old, or too many, are kept no longer', async () => {
  const keys: string[] = [];
  for (let count = 0; count < 21; count++) keys.push(await receive(`${count}.csv`, 'a\n1\n'));
  expect((await preview(keys[0] ?? '')).status).toBe(404);
  expect((await preview(keys[20] ?? '')).status).toBe(200);
  expect((await house.as('admin', 'DELETE', `${PATH}${keys[20]}`)).status).toBe(200);
  expect((await preview(keys[20] ?? '')).status).toBe(404);
});
