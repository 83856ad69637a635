import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTables } from '@chartroom/engines';
import { ChartroomError } from '@chartroom/model';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensurePair } from '../security/role-setup.ts';
import { type Answer, answerOf, openTestApp, type PersonName, type TestApp } from '../testing/test-app.ts';
import { member, openDataset } from '../testing/things.ts';

/** Numbers are those of the contract's catalogue of safety cases. */
const LIMIT = 200_000;
let house: TestApp;
beforeAll(async () => {
  house = await openTestApp('sqlite', { settings: { CHARTROOM_UPLOAD_LIMIT: String(LIMIT) } });
});
afterEach(async () => expect(await leftOver()).toEqual([]));
afterAll(() => house.close());

/** Files that arrived and were not put away. */
function leftOver(): Promise<string[]> {
  return readdir(join(house.services.config.HOME, 'incoming')).catch(() => []);
}

/** Names of the tables that files have made. */
async function tables(): Promise<string[]> {
  const relations = await (await house.services.data()).relations(house.uploads, 'main', null);
  return relations.map(({ name }) => name).sort();
}

async function post(url: string, type: string, payload: Buffer | string, who: PersonName = 'admin') {
  const token = await house.services.tokens.issue('access', { userId: house.ids[who], stamp: 0 });
  return house.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  });
}

async function send(url: string, form: FormData, who?: PersonName) {
  const encoded = new Response(form);
  return answerOf(
    await post(url, encoded.headers.get('content-type') ?? '', Buffer.from(await encoded.arrayBuffer()), who),
  );
}

/** Drops a file on the home page. */
function drop(name: string, content: string | Buffer) {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  return send('/api/v1/files/', form);
}

/** Sends the upload form. */
function upload(fields: Record<string, string>, name: string, content: string | Buffer, who?: PersonName) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([content]), name);
  return send(`/api/v1/database/${house.uploads}/upload/`, form, who);
}

async function firstRow(table: string): Promise<unknown> {
  const body = { database_id: house.uploads, sql: `SELECT * FROM "${table}"`, schema: 'main', queryLimit: 1 };
  return member((await house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body })).body, 'data', 0);
}

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
  const book = await post('/api/v1/chart/data', 'application/json', JSON.stringify(question));
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
    const { db, callers } = house.services;
    const permission_view_id = await ensurePair(db, 'can_upload', 'Database');
    const { id: role_id } = await db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Gamma')
      .executeTakeFirstOrThrow();
    await db.insertInto('role_permissions').values({ role_id, permission_view_id }).execute();
    callers.forget();
    const fill = (table_name: string, already_exists: string, who: PersonName) =>
      upload({ type: 'csv', table_name, already_exists }, 'new.csv', 'a\n9\n', who);
    expect((await upload({ type: 'csv', table_name: 'guarded' }, 'guarded.csv', 'a\n1\n')).status).toBe(201);
    const before = await tables();
    expect((await fill('guarded', 'replace', 'gamma')).status).toBe(404);
    const dataset = await db
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
    await db
      .deleteFrom('role_permissions')
      .where('role_id', '=', role_id)
      .where('permission_view_id', '=', permission_view_id)
      .execute();
    callers.forget();
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

describe('files that are too large or cut', () => {
  const large = `a,b\n${'1234567,abcdefg\n'.repeat(20_000)}`;

  test('S69: a file over the limit is refused by name with the setting that allows more', async () => {
    const answer = await drop('large.csv', large);
    expect([answer.status, answer.text]).toEqual([
      413,
      expect.stringMatching(/large\.csv.*CHARTROOM_UPLOAD_LIMIT/),
    ]);
    expect(await tables()).not.toContain('large');
  });

  test('S69: so is one in the form', async () => {
    const answer = await upload({ type: 'csv', table_name: 'large' }, 'large.csv', large);
    expect([answer.status, answer.text]).toEqual([
      413,
      expect.stringMatching(/large\.csv.*CHARTROOM_UPLOAD_LIMIT/),
    ]);
    expect(await tables()).not.toContain('large');
  });

  test('S70: a body that ends in the middle of the file makes no table', async () => {
    const token = await house.services.tokens.issue('access', { userId: house.ids.admin, stamp: 0 });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=cut' };
    const payload =
      '--cut\r\nContent-Disposition: form-data; name="file"; filename="half.csv"\r\n\r\na,b\n1,2\n3,';
    const answer = await house.app.inject({ method: 'POST', url: '/api/v1/files/', headers, payload });
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(/./)]);
    expect(await tables()).not.toContain('half');
  });

  test.each([
    ['no file', 'multipart/form-data; boundary=b', '--b--\r\n'],
    ['no boundary', 'multipart/form-data', 'x'],
    ['JSON', 'application/json', '{}'],
    ['nothing', 'multipart/form-data; boundary=b', ''],
  ])('a form with %s is refused', async (_what, type, payload) => {
    const token = await house.services.tokens.issue('access', { userId: house.ids.admin, stamp: 0 });
    for (const url of ['/api/v1/files/', `/api/v1/database/${house.uploads}/upload/`]) {
      const answer = await house.app.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        payload,
      });
      expect([url, answer.statusCode]).toEqual([url, 400]);
      expect(answer.body.length).toBeGreaterThan(10);
    }
  });
});

describe('F18: files whose parts are larger than they may be', () => {
  let wide: TestApp;
  beforeAll(async () => {
    wide = await openTestApp('sqlite', {
      settings: { CHARTROOM_MAX_UPLOAD_COLUMNS: '20', CHARTROOM_MAX_UPLOAD_LINE_BYTES: '100000' },
    });
  });
  afterAll(() => wide.close());

  async function sent(content: string, url: string): Promise<Answer> {
    const form = new FormData();
    form.set('type', 'csv');
    form.set('table_name', 'sent');
    form.set('file', new Blob([content]), 'sent.csv');
    const encoded = new Response(form);
    const token = await wide.services.tokens.issue('access', { userId: wide.ids.admin, stamp: 0 });
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    };
    return answerOf(
      await wide.app.inject({
        method: 'POST',
        url,
        headers,
        payload: Buffer.from(await encoded.arrayBuffer()),
      }),
    );
  }
  const ways = () => ['/api/v1/files/', `/api/v1/database/${wide.uploads}/upload/`];

  test.each([
    ['the last', `a,b\n1,x\n2,${'y'.repeat(150_000)}\n`],
    ['the last, without an end', `a,b\n1,x\n2,${'y'.repeat(150_000)}`],
    ['one in the middle', `a,b\n1,x\n2,${'y'.repeat(150_000)}\n3,z\n`],
    ['one of many lines in quotes', `a,b\n1,x\n2,"${'y\n'.repeat(80_000)}"\n`],
  ])('a line over the bound is told, and no row is lost: %s', async (_which, content) => {
    for (const url of ways()) {
      const answer = await sent(content, url);
      expect([url, answer.status, answer.text]).toEqual([
        url,
        422,
        expect.stringMatching(/Line \d of the file/),
      ]);
    }
    expect(await (await wide.services.data()).relations(wide.uploads, 'main', null)).toEqual([]);
  });

  test('more columns than allowed are told before anything is written', async () => {
    const content = `${Array.from({ length: 21 }, () => 'same').join(',')}\n`;
    for (const url of [...ways(), '/api/v1/database/upload_metadata/']) {
      expect(await sent(content, url)).toMatchObject({
        status: 422,
        text: expect.stringContaining('21 columns; at most 20 are allowed'),
      });
    }
  });

  test('names that are all the same are numbered in the time that they take to read', async () => {
    const [table] = await fileTables(
      { path: await written(`${'a,'.repeat(99_999)}a\n`), format: 'csv' },
      AbortSignal.timeout(60_000),
    );
    expect(table?.column_names.at(-1)).toBe('a.99999');
  });

  async function written(text: string): Promise<string> {
    const path = join(wide.services.config.HOME, 'many.csv');
    await writeFile(path, text);
    return path;
  }
});
