import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeChart, makeDataset, member, memberId, NOBODY } from '../testing/things.ts';

/** What is not asked as it should be: every answer names what is wrong, and nothing else suffers. */
let house: TestApp;
let dataset: number;
let chart: number;
beforeAll(async () => {
  house = await openTestApp('sqlite', { settings: { CHARTROOM_BODY_LIMIT: '100000' } });
  dataset = await makeDataset(house, 'numbers');
  chart = await makeChart(house, dataset, 'bars');
});
afterAll(() => house.close());

const clientError = expect.toSatisfy((status: number) => status >= 400 && status < 500);

/** What an answer complains of. */
function complaint({ status, text }: Answer): [number, string] {
  return [status, text];
}

/** Runs a table of the database for uploads into being or away. */
async function alter(sql: string): Promise<void> {
  const session = await (await house.services.data()).session(house.uploads, NOBODY);
  const result = await session.run(sql, {
    signal: AbortSignal.timeout(30_000),
    timeoutMs: 30_000,
    readOnly: false,
  });
  for await (const _ of result.batches);
}

async function physical(table_name: string, who: 'admin' = 'admin'): Promise<number> {
  await alter(`CREATE TABLE ${table_name} AS SELECT 1 AS a, 2 AS b`);
  const answer = await house.as(who, 'POST', '/api/v1/dataset/', {
    body: { database: house.uploads, schema: 'main', table_name },
  });
  expect(answer).toMatchObject({ status: 201 });
  return memberId(answer.body);
}

const question = (id: number, query: object) => ({ datasource: { id, type: 'table' }, queries: [query] });
const ask = (id: number, query: object) =>
  house.as('admin', 'POST', '/api/v1/chart/data', { body: question(id, query) });

describe('SQL that is none', () => {
  const run = (sql: string) =>
    house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
      body: { database_id: house.uploads, sql, schema: 'main' },
    });

  test.each([
    ['SELECT 1;\nSELECT * FROM t WHERE x = = 1', { line: 2 }],
    ['SELECT\n  a b c\nFROM t', { line: 2 }],
    ["SELECT 'open", { line: 1, column: 8 }],
    ['SELEC 1', { line: 1 }],
  ])('%j is refused with its line and column', async (sql, extra) => {
    const answer = await run(sql);
    expect(answer.status).toBe(422);
    expect(member(answer.body, 'errors', 0, 'extra')).toMatchObject({ column: expect.any(Number), ...extra });
    expect(member(answer.body, 'errors', 0, 'message')).toMatch(/line \d/);
  });

  test('what the engine finds is told in its words: a table, a column, a function', async () => {
    expect(complaint(await run('SELECT * FROM nowhere'))).toEqual([
      clientError,
      expect.stringContaining('nowhere'),
    ]);
    expect(complaint(await run('SELECT nothing FROM (SELECT 1 AS a)'))).toEqual([
      clientError,
      expect.stringContaining('nothing'),
    ]);
    expect(complaint(await run('SELECT no_such_function(1)'))).toEqual([
      clientError,
      expect.stringContaining('no_such_function'),
    ]);
    expect(complaint(await run("SELECT CAST('x' AS INTEGER)"))).toEqual([
      clientError,
      expect.stringMatching(/'x'/),
    ]);
  });

  test('the run is kept with its error, and can be read afterwards', async () => {
    const body = { database_id: house.uploads, sql: 'SELECT * FROM nowhere_at_all', client_id: 'lostquery' };
    await house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body });
    const kept = await house.services.db
      .selectFrom('queries')
      .select(['status', 'error_message'])
      .where('client_id', '=', 'lostquery')
      .executeTakeFirst();
    expect(kept).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('nowhere_at_all'),
    });
  });
});

describe('a source that is gone', () => {
  test('the rest of a dashboard goes on, and each failure says what is missing', async () => {
    const [table, column, moved] = [
      await physical('gone_table'),
      await physical('gone_column'),
      await physical('gone_dataset'),
    ];
    const answers = async () => {
      const charts = [
        { id: 1, query_context: question(dataset, { columns: ['a'], row_limit: 5 }) },
        { id: 2, query_context: question(table, { columns: ['a'], row_limit: 5 }) },
        { id: 3, query_context: question(column, { columns: ['b'], row_limit: 5 }) },
        { id: 4, query_context: question(moved, { columns: ['a'], row_limit: 5 }) },
        { id: 5, query_context: question(99_999_999, { columns: ['a'] }) },
        { id: 6, query_context: { datasource: 'junk', queries: 7 } },
        { id: 7, query_context: question(dataset, { columns: ['b'], row_limit: 5 }) },
      ];
      const answer = await house.as('admin', 'POST', `/api/v1/dashboard/${await dashboard()}/data`, {
        body: { charts },
      });
      expect(answer.status).toBe(200);
      const lines: unknown[] = answer.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      return new Map(lines.map((line) => [member(line, 'id'), line]));
    };
    const before = await answers();
    expect([1, 2, 3, 4, 7].map((id) => member(before.get(id), 'status'))).toEqual([200, 200, 200, 200, 200]);
    await alter('DROP TABLE gone_table');
    await alter('ALTER TABLE gone_column DROP COLUMN b');
    expect((await house.as('admin', 'DELETE', `/api/v1/dataset/${moved}`)).status).toBe(200);
    await (await house.services.data()).forgetDatabase(house.uploads);
    const after = await answers();
    expect([...after.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect([1, 7].map((id) => member(after.get(id), 'status'))).toEqual([200, 200]);
    const failed = (id: number) => [
      member(after.get(id), 'status'),
      JSON.stringify(member(after.get(id), 'body')),
    ];
    expect(failed(2)).toEqual([clientError, expect.stringContaining('gone_table')]);
    expect(failed(3)).toEqual([clientError, expect.stringMatching(/\bb\b/)]);
    expect(failed(4)).toEqual([clientError, expect.stringMatching(/dataset|datasource/i)]);
    expect(failed(5)).toEqual([clientError, expect.stringMatching(/dataset|datasource/i)]);
    expect(failed(6)).toEqual([clientError, expect.stringMatching(/datasource|queries/)]);
  });

  test('its dataset, chart and explore page still open', async () => {
    const id = await physical('gone_later');
    const made = await makeChart(house, id, 'on nothing');
    await alter('DROP TABLE gone_later');
    expect((await house.as('admin', 'GET', `/api/v1/dataset/${id}`)).status).toBe(200);
    expect((await house.as('admin', 'GET', `/api/v1/chart/${made}`)).status).toBe(200);
    expect((await house.as('admin', 'GET', `/api/v1/explore/?slice_id=${made}`)).status).toBe(200);
    expect(complaint(await house.as('admin', 'GET', `/api/v1/chart/${made}/data/`))).toEqual([
      clientError,
      expect.stringContaining('gone_later'),
    ]);
    expect(complaint(await house.as('admin', 'PUT', `/api/v1/dataset/${id}/refresh`))).toEqual([
      clientError,
      expect.stringContaining('gone_later'),
    ]);
  });
});

async function dashboard(): Promise<number> {
  const answer = await house.as('admin', 'POST', '/api/v1/dashboard/', {
    body: { dashboard_title: 'With gaps' },
  });
  return memberId(answer.body);
}

describe('form data that is junk', () => {
  test.each([
    '',
    'null',
    '[]',
    '"text"',
    '{"viz_type": 7, "metrics": "x", "adhoc_filters": 3}',
    '{not json',
    '{"a":'.repeat(5_000),
  ])('a stored chart with the settings %j opens, and its data says what is wrong', async (params) => {
    const made = await makeChart(house, dataset, 'junk');
    await house.services.db
      .updateTable('charts')
      .set({ params, query_context: params })
      .where('id', '=', made)
      .execute();
    expect((await house.as('admin', 'GET', `/api/v1/chart/${made}`)).status).toBe(200);
    expect((await house.as('admin', 'GET', `/api/v1/explore/?slice_id=${made}`)).status).toBe(200);
    expect(complaint(await house.as('admin', 'GET', `/api/v1/chart/${made}/data/`))).toEqual([
      clientError,
      expect.stringMatching(/.{20}/),
    ]);
  });

  test.each([
    ['columns', { columns: 'a' }],
    ['columns', { columns: [{}] }],
    ['metrics', { metrics: [{ expressionType: 'SIMPLE' }] }],
    ['metrics', { metrics: [null] }],
    ['filters', { columns: ['a'], filters: [{ col: 'a', op: 'LOOKS_LIKE', val: 1 }] }],
    ['filters', { columns: ['a'], filters: 'x' }],
    ['row_limit', { columns: ['a'], row_limit: 'many' }],
    ['row_limit', { columns: ['a'], row_limit: -1 }],
    ['nothing_of_this_name', { columns: ['nothing_of_this_name'] }],
    ['time_range', { columns: ['a'], granularity: 'a', time_range: 'the day after never' }],
    ['post_processing', { columns: ['a'], post_processing: [{ operation: 'explode' }] }],
    ['orderby', { columns: ['a'], orderby: [['a', 'up']] }],
    ['extras', { columns: ['a'], extras: { where: 7 } }],
  ])('a question whose %s make no sense is refused: %j', async (_name, query) => {
    const answer = await ask(dataset, query);
    expect(complaint(answer)).toEqual([clientError, expect.stringMatching(/.{20}/)]);
  });
});

test('a dashboard with a layout and settings that are junk opens, and a save mends it', async () => {
  const id = await dashboard();
  const junk = { json_metadata: '{half', position_json: '[1' };
  await house.services.db.updateTable('dashboards').set(junk).where('id', '=', id).execute();
  for (const part of ['', '/charts', '/datasets', '/tabs']) {
    expect([part, (await house.as('admin', 'GET', `/api/v1/dashboard/${id}${part}`)).status]).toEqual([
      part,
      200,
    ]);
  }
  expect((await house.as('admin', 'GET', '/api/v1/dashboard/')).status).toBe(200);
  const body = { json_metadata: '{"color_scheme": "house"}', position_json: '{}' };
  expect((await house.as('admin', 'PUT', `/api/v1/dashboard/${id}`, { body })).status).toBe(200);
});

describe('requests that are junk', () => {
  const UNKNOWN = [
    '99999999',
    '-1',
    '0',
    '1.5',
    '1e3',
    'x',
    '%00',
    '%F0%9F%99%82',
    '1;DROP',
    '9'.repeat(400),
    '..%2f..%2fetc',
  ];
  const ADDRESSES = [
    'chart',
    'dashboard',
    'dataset',
    'database',
    'query',
    'saved_query',
    'tag',
    'annotation_layer',
    'theme',
    'css_template',
  ];
  test.each(ADDRESSES)('an unknown id of %s is a 404 that says so', async (name) => {
    for (const id of UNKNOWN) {
      const answer = await house.as('admin', 'GET', `/api/v1/${name}/${id}`);
      expect([id, answer.status]).toEqual([
        id,
        expect.toSatisfy((status: number) => status === 404 || status === 414 || status === 400),
      ]);
      expect(answer.text).toMatch(/message/);
    }
  });

  test.each([
    '(',
    '!',
    '(a:',
    "'open",
    '{"a":',
    '(filters:7)',
    '(page:x)',
    '(filters:!((col:nope,opr:eq,value:1)))',
    '(order_column:nope,order_direction:asc)',
    '(columns:!(nope))',
    `${'('.repeat(2_000)}`,
  ])('junk in q, %j, is refused or ignored, and no fault of the server', async (q) => {
    for (const name of ADDRESSES) {
      const answer = await house.as('admin', 'GET', `/api/v1/${name}/?q=${encodeURIComponent(q)}`);
      expect([name, answer.status]).toEqual([
        name,
        expect.toSatisfy((status: number) => status === 200 || status === 400),
      ]);
      if (answer.status === 400) expect(answer.text.length).toBeGreaterThan(20);
    }
  });

  test.each([
    ['half of a document', '{"dashboard_title": "x"'],
    ['no document', 'title=x'],
    ['a list', '[]'],
    ['a number', '7'],
    ['null', 'null'],
    ['nothing', ''],
    ['a prototype', '{"__proto__": {"x": 1}}'],
    ['a deep one', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ])('a body that is %s is a 400', async (_what, payload) => {
    const token = await house.services.tokens.issue('access', { userId: house.ids.admin, stamp: 0 });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await house.app.inject({ method: 'POST', url: '/api/v1/dashboard/', headers, payload });
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(/.{20}/)]);
  });

  test('a body over the limit is a 413', async () => {
    const body = { dashboard_title: 'x', css: 'y'.repeat(200_000) };
    const answer = await house.as('admin', 'POST', '/api/v1/dashboard/', { body });
    expect(complaint(answer)).toEqual([413, expect.stringMatching(/too large/i)]);
    expect(
      await house.services.db
        .selectFrom('dashboards')
        .select('id')
        .where('dashboard_title', '=', 'x')
        .execute(),
    ).toEqual([]);
  });

  test('S134: very long names are refused, as the field says', async () => {
    const long = 'n'.repeat(50_000);
    const bodies = [
      ['/api/v1/dashboard/', { dashboard_title: long }],
      ['/api/v1/chart/', { slice_name: long, datasource_id: dataset, datasource_type: 'table' }],
      ['/api/v1/saved_query/', { label: long, sql: 'select 1', db_id: house.uploads }],
    ] as const;
    for (const [url, body] of bodies)
      expect([url, (await house.as('admin', 'POST', url, { body })).status]).toEqual([url, clientError]);
  });
});

describe('two people and one thing', () => {
  test('S93: the second save of a dashboard is refused with 412, and neither text is lost', async () => {
    const id = await dashboard();
    const read = () => house.as('admin', 'GET', `/api/v1/dashboard/${id}`);
    const version = String((await read()).headers.etag);
    expect(version).toMatch(/^"\d+"$/);
    const save = (css: string, match: string) =>
      house.as('admin', 'PUT', `/api/v1/dashboard/${id}`, { body: { css }, headers: { 'if-match': match } });
    const first = await save('.first{}', version);
    expect(first.status).toBe(200);
    const second = await save('.second{}', version);
    expect(complaint(second)).toEqual([412, expect.stringMatching(/Somebody else has saved/)]);
    expect(member((await read()).body, 'result', 'css')).toBe('.first{}');
    expect((await save('.second{}', String((await read()).headers.etag))).status).toBe(200);
    expect(member((await read()).body, 'result', 'css')).toBe('.second{}');
  });

  test('S93: of many saves at the same time exactly one wins', async () => {
    const id = await dashboard();
    const version = String((await house.as('admin', 'GET', `/api/v1/dashboard/${id}`)).headers.etag);
    const saves = Array.from({ length: 12 }, (_each, index) =>
      house.as('admin', 'PUT', `/api/v1/dashboard/${id}`, {
        body: { css: `.c${index}{}` },
        headers: { 'if-match': version },
      }),
    );
    const statuses = (await Promise.all(saves)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(11);
  });

  test('S19: a missing thing and a hidden one look the same', async () => {
    const id = await dashboard();
    const [hidden, missing] = [
      await house.as('gamma', 'GET', `/api/v1/dashboard/${id}`),
      await house.as('gamma', 'GET', '/api/v1/dashboard/99999999'),
    ];
    expect([hidden.status, hidden.text]).toEqual([missing.status, missing.text]);
    const [hiddenChart, missingChart] = [
      await house.as('gamma', 'GET', `/api/v1/chart/${chart}`),
      await house.as('gamma', 'GET', '/api/v1/chart/99999999'),
    ];
    expect([hiddenChart.status, hiddenChart.text]).toEqual([missingChart.status, missingChart.text]);
  });
});
