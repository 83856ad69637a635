import { request as sendRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { makeDataset, member, memberId } from '../testing/things.ts';
import { sessionHeaders } from './sweep/session-headers.ts';

/** What `npm run sweep -- heavy` found in what is sent, each by its number; what is answered: `hunt-answers.test.ts`. */
let house: TestApp;
let url: string;
let headers: Record<string, string>;
beforeAll(async () => {
  house = await openTestApp('sqlite');
  url = await house.app.listen({ host: '127.0.0.1', port: 0 });
  headers = await sessionHeaders(house, house.ids.admin);
});
afterAll(() => house.close());

const MEGABYTE = 1_000_000;
const repeated = (part: string, count: number) => Array.from({ length: count }, () => part).join(',');

/** Sends bytes as they are, on a connection of its own. */
function send(
  path: string,
  type: string,
  body: Buffer | string,
  more: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = sendRequest(
      `${url}${path}`,
      {
        agent: false,
        method: body === '' ? 'GET' : 'POST',
        headers: { ...headers, 'content-type': type, ...more },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

describe('H1: a million small values in a body kept everybody waiting for a second', () => {
  const many = [
    ['mappings', `{"a":[${repeated('{}', 300_000)}]}`],
    ['keys', `{${Array.from({ length: 150_000 }, (_each, index) => `"k${index}":1`).join(',')}}`],
    ['a document in a text', JSON.stringify({ params: `[${repeated('[]', 300_000)}]` })],
    ['a document in a text behind a blank', JSON.stringify({ params: `\n [${repeated('0', 300_000)}]` })],
  ];
  test.each(many)('%s: refused before they are made', async (_what, body) => {
    const answer = await send('/api/v1/chart/', 'application/json', body);
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringMatching(
        /number of keys, values and items of the body is 250001; at most 250000 is allowed/,
      ),
    ]);
  });

  test('in a field of a form', async () => {
    const body = `form_data=${encodeURIComponent(`{"a":[${repeated('{}', 300_000)}]}`)}`;
    const answer = await send('/superset/explore_json/', 'application/x-www-form-urlencoded', body);
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringMatching(/items of the field \\"form_data\\" is 250001/),
    ]);
  });

  test('a long text with many commas is one value', async () => {
    const css = 'a,b:c{}'.repeat(200_000);
    expect(
      await send('/api/v1/css_template/', 'application/json', JSON.stringify({ template_name: 'long', css })),
    ).toMatchObject({
      status: 201,
    });
  });
});

describe('H2: a form of some megabytes took quadratic time to be read', () => {
  test.each([
    ['that is plain', 'y'],
    ['of blanks', '+'],
    ['of escapes', '%28'],
  ])('one %s is read at once', async (_what, part) => {
    const begun = performance.now();
    await send(
      '/superset/explore_json/',
      'application/x-www-form-urlencoded',
      `form_data=${part.repeat((3.9 * MEGABYTE) / part.length)}`,
    );
    expect(performance.now() - begun).toBeLessThan(3_000);
  });

  test('names that are given twice become a list, and those of prototypes are names', async () => {
    const dataset = await makeDataset(house, 'forms');
    const form = encodeURIComponent(
      JSON.stringify({
        datasource: `${dataset}__table`,
        viz_type: 'table',
        columns: ['a'],
        metrics: ['count'],
      }),
    );
    const type = 'application/x-www-form-urlencoded';
    expect(
      await send('/superset/explore_json/', type, `form_data=${form}&__proto__=1&constructor=2`),
    ).toMatchObject({
      status: 200,
      text: expect.any(String),
    });
    const many = Array.from({ length: 1_001 }, (_each, index) => `a${index}=1`).join('&');
    expect(await send('/superset/explore_json/', type, many)).toMatchObject({
      status: 400,
      text: expect.stringMatching(/more than 1000 fields/),
    });
  });
});

test('H3: thousands of unknown fields were told one by one', async () => {
  const body = `{${Array.from({ length: 9_000 }, (_each, index) => `"k${index}":1`).join(',')}}`;
  const answer = await send('/api/v1/dashboard/', 'application/json', body);
  expect([answer.status, answer.text]).toEqual([
    400,
    expect.stringMatching(/9000 of its fields are unknown/),
  ]);
  expect(answer.text.length).toBeLessThan(500);
});

describe('H4: who sent a body that is too large lost the connection instead of reading why', () => {
  test.each(['application/json', 'application/x-www-form-urlencoded'])('%s', async (type) => {
    for (let round = 0; round < 5; round += 1)
      expect(await send('/api/v1/chart/', type, Buffer.alloc(12 * MEGABYTE, 0x79))).toMatchObject({
        status: 413,
      });
  });
});

describe('H7: SQL of many words', () => {
  const paths: [string, (sql: string) => object][] = [
    ['/api/v1/sqllab/execute/', (sql) => ({ database_id: house.uploads, sql })],
    ['/api/v1/sqllab/format_sql/', (sql) => ({ sql, engine: 'duckdb' })],
    ['/api/v1/dataset/', (sql) => ({ database: house.uploads, table_name: 'words', sql })],
  ];
  test.each([
    [
      '20,000 columns',
      `select ${Array.from({ length: 20_000 }, (_each, index) => `${index} as c${index}`).join(', ')}`,
    ],
    ['20,000 statements', Array.from({ length: 20_000 }, (_each, index) => `select ${index}`).join(';\n')],
    ['200,000 comments', `select ${'-- x\n'.repeat(190_000)} 1`],
    ['300,000 values', `select 1 where 1 in (${repeated('1', 300_000)})`],
    ['signs that are read as others', `select ${repeated('7//2', 100_000)}`],
  ])('%s: refused, as it took seconds to be read', async (_what, sql) => {
    for (const [path, body] of paths) {
      const answer = await house.as('admin', 'POST', path, { body: body(sql) });
      expect([path, answer.status, answer.text]).toEqual([
        path,
        expect.toSatisfy((status: number) => status === 400 || status === 422),
        expect.stringMatching(/the number of words and signs is 150\d\d; at most 15000/),
      ]);
    }
  });

  test('long lists of values are answered', async () => {
    const values = Array.from({ length: 30_000 }, (_each, index) => index);
    const sql = `select count(*) as n from range(1000) r where r.range in (${values.join(', ')}) and 'x' in ('x', 'y')`;
    const answer = await house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
      body: { database_id: house.uploads, sql },
    });
    expect([answer.status, member(answer.body, 'data')]).toEqual([200, [{ n: 1_000 }]]);
  });

  test('a table behind the values of a list is seen', async () => {
    const values = Array.from({ length: 100 }, (_each, index) => index);
    const sql = `select 1 as a where 1 in (${values.join(', ')}) or 2 in (${values.join(', ')}, (select max(b) from hidden_table))`;
    const answer = await house.as('analyst', 'POST', '/api/v1/sqllab/execute/', {
      body: { database_id: house.uploads, sql },
    });
    expect([answer.status >= 400, answer.text]).toEqual([true, expect.stringMatching(/hidden_table|access/)]);
  });
});

describe.each(RECORD_KINDS)('what the records of %s cannot keep is refused, not a fault', (kind) => {
  let kept: TestApp;
  beforeAll(async () => {
    kept = await openTestApp(kind);
  });
  afterAll(() => kept.close());

  test('H9: a text of 4 MB where PostgreSQL has an index', async () => {
    const made = await kept.as('admin', 'POST', '/api/v1/dashboard/', { body: { dashboard_title: 'long' } });
    const path = `/api/v1/dashboard/${memberId(made.body)}`;
    const { status, text } = await kept.as('admin', 'PUT', path, {
      body: { certified_by: 'x'.repeat(4 * MEGABYTE) },
    });
    if (kind === 'postgres')
      expect([status, text]).toEqual([
        422,
        expect.stringMatching(/text is longer than the records can keep/),
      ]);
    else expect(status).toBe(200);
    expect((await kept.as('admin', 'PUT', path, { body: { certified_by: 'somebody' } })).status).toBe(200);
  });

  test('H10: a number that is not whole where a database, a limit or a saved query is named', async () => {
    const queryEditor = (more: object) => ({
      queryEditor: JSON.stringify({ name: 'n', sql: 'select 1', ...more }),
    });
    const tab = await kept.as('admin', 'POST', '/tabstateview/', {
      body: queryEditor({ dbId: kept.uploads, queryLimit: 0.5, remoteId: 1.5 }),
    });
    expect(tab.status).toBe(200);
    const id = memberId(tab.body);
    expect((await kept.as('admin', 'GET', `/tabstateview/${id}`)).body).toMatchObject({
      query_limit: null,
      saved_query: null,
    });
    const table = { queryEditorId: id, dbId: 0.1, name: 'numbers', schema: 'main' };
    const refused = await kept.as('admin', 'POST', '/tableschemaview/', {
      body: { table: JSON.stringify(table) },
    });
    expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/there is no database 0\.1/)]);
    expect(
      (await kept.as('admin', 'POST', '/tabstateview/', { body: queryEditor({ dbId: 0.1 }) })).status,
    ).toBe(400);
    const events = [{ event_name: 'seen', slice_id: 2 ** 31, dashboard_id: 0.5, duration: 1e308 }];
    expect(
      (await kept.as('admin', 'POST', `/superset/log/?dashboard_id=${2 ** 31}`, { body: { events } })).status,
    ).toBe(200);
  });
});

describe('H11: SQL that is kept was read whole, however long it was', () => {
  const LONG = {
    brackets: '('.repeat(4 * MEGABYTE),
    pairs: '()'.repeat(2 * MEGABYTE),
    commas: ','.repeat(4 * MEGABYTE),
    words: 'a '.repeat(400_000),
  };

  test.each(Object.entries(LONG))('a row rule of %s', async (_, clause) => {
    const dataset = await makeDataset(house, `ruled ${clause.slice(0, 2)}`);
    const body = {
      name: `of ${clause.slice(0, 2)}`,
      filter_type: 'Base',
      tables: [dataset],
      roles: [],
      clause,
    };
    const { status, text } = await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body });
    expect([status, text]).toEqual([
      422,
      expect.stringMatching(/"clause":\["an SQL expression: .* is allowed/),
    ]);
  });

  test('a metric of a dataset, when it is asked for', async () => {
    const dataset = await makeDataset(house, 'measured');
    const metrics = [{ metric_name: 'long', expression: `sum(${'(a)+'.repeat(100_000)}a)` }];
    const put = await house.as('admin', 'PUT', `/api/v1/dataset/${dataset}`, { body: { metrics } });
    expect(put.status).toBe(200);
    const body = {
      datasource: { id: dataset, type: 'table' },
      queries: [{ metrics: ['long'], columns: [] }],
    };
    const { status, text } = await house.as('admin', 'POST', '/api/v1/chart/data', { body });
    expect([status, text]).toEqual([400, expect.stringMatching(/an SQL expression: .* is allowed/)]);
  });
});

test('H12: a stranger at a long address was sent to sign in by a head that no client reads', async () => {
  const locationOf = async (length: number) =>
    (await house.app.inject({ url: `/swagger/v1?tags=${'('.repeat(length)}` })).headers.location;
  expect(await locationOf(100)).toBe(
    `/login/?next=${encodeURIComponent(`/swagger/v1?tags=${'('.repeat(100)}`)}`,
  );
  expect(await locationOf(12_000)).toBe('/login/');
});

test('H13: a name of 4 MB was looked for in the database', async () => {
  const body = { database_id: house.uploads, schema: 'main', table_name: "'".repeat(4 * MEGABYTE) };
  const { status, text } = await house.as('admin', 'POST', '/api/v1/dataset/get_or_create/', { body });
  expect([status, text.length < 1_000, text]).toEqual([
    400,
    true,
    expect.stringMatching(/table_name.*Length must be between 1 and 250|Longer than/),
  ]);
});

test('H15: a name of 4 MB in a run of SQL Lab is refused', async () => {
  for (const field of ['tmp_table_name', 'schema', 'catalog', 'tab', 'sql_editor_id']) {
    const body = { database_id: house.uploads, sql: 'SELECT 1', [field]: '*'.repeat(4 * MEGABYTE) };
    const { status, text } = await house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body });
    expect([field, status, text.slice(0, 300)]).toEqual([
      field,
      400,
      expect.stringMatching(/Longer than maximum length 256/),
    ]);
  }
});

describe('what holds already', () => {
  test('an address that is longer than 16 kB is refused before it is read', async () => {
    expect(await send(`/api/v1/chart/?q=${'('.repeat(16_400)}`, 'application/json', '')).toMatchObject({
      status: 431,
    });
    expect(await send(`/api/v1/chart/?q=${'!('.repeat(3_000)}`, 'application/json', '')).toMatchObject({
      status: 400,
    });
  });

  test('packed bodies are unpacked no further than bodies may be long', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * MEGABYTE, 0x20));
    expect(
      await send('/api/v1/chart/', 'application/json', bomb, { 'content-encoding': 'gzip' }),
    ).toMatchObject({ status: 413 });
  });
});

test('H21: what stands in a tab and beside it is bounded, since it is told as a whole', async () => {
  const send = (method: 'POST' | 'PUT' | 'GET', path: string, body?: object) =>
    house.as('admin', method, path, body && { body });
  const editor = JSON.stringify({ dbId: house.uploads, name: 'n' });
  const id = memberId((await send('POST', '/tabstateview/', { queryEditor: editor })).body);
  const put = (fields: object) => send('PUT', `/tabstateview/${id}`, fields);
  const text = (length: number) => JSON.stringify('x'.repeat(length));
  for (const name of ['label', 'catalog', 'schema']) {
    const refused = await put({ [name]: text(3 * MEGABYTE) });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining(`${name}: the length is 3000000; at most 256 is allowed`),
    ]);
  }
  expect((await put({ template_params: text(3 * MEGABYTE) })).status).toBe(400);
  expect((await put({ extra_json: JSON.stringify({ a: 'x'.repeat(3 * MEGABYTE) }) })).status).toBe(400);
  // A script may be as long as a request.
  expect((await put({ sql: text(3 * MEGABYTE) })).status).toBe(200);
  const open = (name: string, length: number) => {
    const table = { queryEditorId: id, dbId: house.uploads, schema: 'main', name, note: 'x'.repeat(length) };
    return send('POST', '/tableschemaview/', { table: JSON.stringify(table) });
  };
  expect((await open('long', 2 * MEGABYTE)).status).toBe(400);
  for (const name of ['a', 'b', 'c', 'd']) expect((await open(name, MEGABYTE)).status).toBe(200);
  const fifth = await open('e', MEGABYTE);
  expect([fifth.status, fifth.text]).toEqual([
    400,
    expect.stringMatching(
      /table: the length of all tables beside the tab is 5000\d+; at most 4194304 is allowed/,
    ),
  ]);
  // One that is opened again takes its own place.
  expect((await open('a', MEGABYTE)).status).toBe(200);
});

test('H22: a mapping of very many members is refused as a whole', async () => {
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, 'b']));
  const question = { datasource: { id: house.uploads, type: 'table' }, queries: [{ url_params: wide }] };
  const form = { datasource: '1__table', viz_type: 'rose', url_params: wide };
  for (const [path, body] of [
    ['/api/v1/chart/data', question],
    ['/superset/explore_json/', { form_data: form }],
    ['/api/v1/explore/permalink', { formData: form }],
  ] as const) {
    const { status, text } = await house.as('admin', 'POST', path, { body });
    expect([path, status, text.slice(0, 300)]).toEqual([
      path,
      400,
      expect.stringContaining('members of one mapping in the body is 10001; at most 10000 is allowed'),
    ]);
  }
});
