import { request as sendRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { CsvEncoder } from '@chartroom/query';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDocumentWriter } from '../bundles/document-writer.ts';
import { writeYaml } from '../bundles/write-yaml.ts';
import { csvPieces } from '../data/heavy/shaping.ts';
import { openTestApp, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { makeDataset, member, memberId } from '../testing/things.ts';
import { sessionHeaders } from './sweep/session-headers.ts';

/** What `npm run sweep -- heavy` found, each by its number. */
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

/** What an address answers, and how many turns of the event loop others had before it did. */
async function turnsDuring(address: string): Promise<{ body: unknown; turns: number }> {
  let [turns, ended] = [0, false];
  const others = (async () => {
    for (; !ended; turns += 1) await new Promise(setImmediate);
  })();
  const { body } = await house.as('admin', 'GET', address);
  ended = true;
  await others;
  return { body, turns };
}

/** A member of each row of an answer. */
function namesIn(body: unknown, name: string): unknown[] {
  const rows = member(body, 'result');
  return Array.isArray(rows) ? rows.map((row) => member(row, name)) : [];
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
  const body = `{${Array.from({ length: 50_000 }, (_each, index) => `"k${index}":1`).join(',')}}`;
  const answer = await send('/api/v1/dashboard/', 'application/json', body);
  expect([answer.status, answer.text]).toEqual([
    400,
    expect.stringMatching(/50000 of its fields are unknown/),
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

test('H5: lines of large cells were written in one go', () => {
  const cell = 'é'.repeat(200_000);
  const column = {
    name: 'w',
    kind: 'string' as const,
    generic: 1 as const,
    nativeType: '',
    values: Array.from({ length: 100 }, () => cell),
  };
  const pieces = [...csvPieces({ columns: [column], length: 100 }, new CsvEncoder([column]))];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(4 * MEGABYTE);
  expect(Buffer.concat(pieces).toString()).toBe(`w\n${`${cell}\n`.repeat(100)}`);
});

describe('H6: a large layout kept everybody waiting while it was exported', () => {
  test('it is written elsewhere, and as before', async () => {
    const leaving = new AbortController();
    const writer = await openDocumentWriter(leaving.signal);
    const documents = [
      { a: 1 },
      {
        position: Array.from({ length: 5_000 }, (_each, index) => ({
          id: `x${index}`,
          text: 'a: #b\n',
          none: null,
        })),
      },
    ];
    for (const document of documents) expect(await writer.write(document)).toBe(writeYaml(document));
    leaving.abort();
    await expect(writer.write(documents[1] ?? {})).rejects.toThrow(/abort/i);
    await writer.close();
  });

  test('nobody waits for what was being written when they left', async () => {
    const leaving = new AbortController();
    const writer = await openDocumentWriter(leaving.signal);
    const large = { position: Array.from({ length: 60_000 }, (_each, index) => ({ id: `x${index}` })) };
    const writing = writer.write(large);
    leaving.abort();
    await expect(writing).rejects.toThrow(/abort/i);
    await writer.close();
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

test('H14: queries of a megabyte each are all told, and others have their turn meanwhile', async () => {
  const names = Array.from({ length: 12 }, (_each, index) => `long${index}`);
  for (const client_id of names) {
    const body = { database_id: house.uploads, sql: `SELECT 1 -- ${'x'.repeat(900_000)}`, client_id };
    expect((await house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body })).status).toBe(200);
  }
  const { body, turns } = await turnsDuring('/api/v1/query/updated_since?q=(last_updated_ms:0)');
  expect(namesIn(body, 'id').slice(0, names.length)).toEqual(names.toReversed());
  expect(turns).toBeGreaterThan(names.length);
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

test('H16: lists of rows that hold a megabyte each are told whole, and others have their turn meanwhile', async () => {
  const names = Array.from({ length: 12 }, (_each, index) => `megabyte ${index + 10}`);
  const make = async (path: string, body: object) =>
    memberId((await house.as('admin', 'POST', `/api/v1/${path}/`, { body })).body);
  const board = await make('dashboard', { dashboard_title: 'of long charts' });
  const chart = {
    viz_type: 'table',
    datasource_id: await makeDataset(house, 'of_long_charts'),
    datasource_type: 'table',
    dashboards: [board],
  };
  for (const name of names) {
    const long = `${name} ${'x'.repeat(900_000)}`;
    await make('css_template', { template_name: name, css: long });
    await make('chart', { ...chart, slice_name: name, params: JSON.stringify({ long }) });
  }
  const templates = await turnsDuring(
    '/api/v1/css_template/?q=(filters:!((col:template_name,opr:sw,value:megabyte)),order_column:template_name,order_direction:asc)',
  );
  expect(namesIn(templates.body, 'template_name')).toEqual(names);
  expect(templates.body).toMatchObject({ count: names.length, list_title: expect.anything() });
  expect(templates.turns).toBeGreaterThan(names.length);
  const charts = await turnsDuring(`/api/v1/dashboard/${board}/charts`);
  expect(namesIn(charts.body, 'slice_name')).toEqual(names);
  expect(charts.turns).toBeGreaterThan(names.length);
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
