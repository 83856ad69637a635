import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  openTestApp,
  type PersonName,
  RECORD_KINDS,
  type TestApp,
} from '../../testing/test-app.ts';
import { member, memberId } from '../../testing/things.ts';

const LONG =
  'select count(*) as n from range(40000000) as a, range(100000) as b where a.range % 7 = b.range % 11';

describe.each(RECORD_KINDS)('SQL Lab on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
    const body = { allow_ctas: true, allow_cvas: true, allow_dml: true };
    expect((await house.as('admin', 'PUT', `/api/v1/database/${house.uploads}`, { body })).status).toBe(200);
  });
  afterAll(() => house.close());

  const run = (sql: string, more: object = {}, who: PersonName = 'admin') =>
    house.as(who, 'POST', '/api/v1/sqllab/execute/', { body: { database_id: house.uploads, sql, ...more } });
  const rows = (answer: Answer) => member(answer.body, 'data');
  const errorOf = (answer: Answer) => ({
    status: answer.status,
    type: member(answer.body, 'errors', 0, 'error_type'),
  });

  test('rows come with their columns, and one more than wanted is noticed', async () => {
    expect((await run("select 1 as n, 'x' as t, null as nothing")).body).toMatchObject({
      status: 'success',
      data: [{ n: 1, t: 'x', nothing: null }],
      columns: [
        { column_name: 'n', type: 'INTEGER', type_generic: 0 },
        { column_name: 't', type_generic: 1 },
        {},
      ],
      query: { state: 'success', rows: 1, limitingFactor: 'NOT_LIMITED', ctas: false },
    });
    const cut = await run('select range as n from range(10)', { queryLimit: 3 });
    expect(cut.body).toMatchObject({
      data: [{ n: 0 }, { n: 1 }, { n: 2 }],
      query: { rows: 3, limit: 3, limitingFactor: 'DROPDOWN' },
    });
    expect((await run('select 1 as n', { queryLimit: -5 })).body).toMatchObject({
      query: { limit: house.services.config.SQL_MAX_ROW },
    });
    expect(errorOf(await run('select {{ absent }}'))).toEqual({
      status: 400,
      type: 'MISSING_TEMPLATE_PARAMS_ERROR',
    });
    expect(errorOf(await run('select from'))).toEqual({ status: 422, type: 'INVALID_SQL_ERROR' });
    expect(errorOf(await run('select 1', { database_id: 99_999_999 }))).toEqual({
      status: 404,
      type: 'DATABASE_NOT_FOUND_ERROR',
    });
    expect((await run('select 1', {}, 'analyst')).status).toBe(403);
    expect((await run('select 1', {}, 'gamma')).status).toBe(403);
  });

  test('a script answers the rows of every statement, and they are found again', async () => {
    const script = "select range as n from range(9); select 'x' as t;\nselect 2 as last";
    const { body } = await run(script, { client_id: 'script', queryLimit: 3 });
    expect(body).toMatchObject({
      data: [{ last: 2 }],
      statement: 'select 2 as last',
      earlier: [
        {
          sql: 'select range as n from range(9)',
          columns: [{ name: 'n', type_generic: 0 }],
          data: [{ n: 0 }, { n: 1 }, { n: 2 }],
          isCut: true,
        },
        { sql: "select 'x' as t", data: [{ t: 'x' }], isCut: false },
      ],
    });
    const found = (answer: unknown, rest = '') =>
      house.as(
        'admin',
        'GET',
        `/api/v1/sqllab/results/?q=(key:'${member(answer, 'query', 'resultsKey')}'${rest})`,
      );
    expect((await found(body)).body).toEqual(body);
    const many = await run('select range as n from range(9)');
    expect((await found(many.body, ',rows:2')).body).toMatchObject({
      data: [{ n: 0 }, { n: 1 }],
      displayLimitReached: true,
    });
  });

  test('what was run is listed with the tables that it names, also when it failed', async () => {
    const failed = 'select absent from nowhere join somewhere on true';
    expect((await run(failed, { client_id: 'named' })).status).toBeGreaterThanOrEqual(400);
    await run('select from', { client_id: 'unread' });
    const q = "(columns:!(client_id,sql_tables,status),filters:!((col:client_id,opr:sw,value:'')))";
    const { body } = await house.as('admin', 'GET', `/api/v1/query/?q=${q}`);
    const tables = ['nowhere', 'somewhere'].map((table) => ({ catalog: null, schema: null, table }));
    expect(member(body, 'result')).toContainEqual({
      client_id: 'named',
      status: 'failed',
      sql_tables: tables,
    });
    expect(member(body, 'result')).toContainEqual({ client_id: 'unread', status: 'failed', sql_tables: [] });
  });

  test('all rows of a query become a table, or its text a view, where the database allows it', async () => {
    const keep = { select_as_cta: true, tmp_table_name: 'kept rows', queryLimit: 2 };
    expect((await run('select 1 as zero; select range as n from range(5)', keep)).body).toMatchObject({
      status: 'success',
      query: { ctas: true, tempTable: 'kept rows', limit: 2, limitingFactor: 'NOT_LIMITED' },
    });
    expect(rows(await run('select count(*) as n from "kept rows"'))).toEqual([{ n: 5 }]);
    expect(
      (await run('select 7 as n', { ...keep, ctas_method: 'VIEW', tmp_table_name: 'kept_view' })).status,
    ).toBe(200);
    expect(rows(await run('select * from kept_view'))).toEqual([{ n: 7 }]);
    expect(errorOf(await run('drop table "kept rows"', keep))).toEqual({
      status: 422,
      type: 'INVALID_CTAS_QUERY_ERROR',
    });
    const view = { ...keep, ctas_method: 'VIEW' };
    expect(errorOf(await run('select 1; select 2', view))).toEqual({
      status: 422,
      type: 'INVALID_CVAS_QUERY_ERROR',
    });
    const shown = await run('select 3 as n', { ...keep, tmp_table_name: 'shown' });
    const query = await house.as('admin', 'GET', `/api/v1/query/${member(shown.body, 'query_id')}`);
    expect(member(query.body, 'result')).toMatchObject({
      select_as_cta_used: true,
      select_sql: expect.stringContaining('shown'),
    });
    await house.as('admin', 'PUT', `/api/v1/database/${house.uploads}`, { body: { allow_ctas: false } });
    expect(errorOf(await run('select 1 as n', keep))).toEqual({
      status: 403,
      type: 'INVALID_CTAS_QUERY_ERROR',
    });
  });

  test('a run that nobody waits for is followed by its record, its rows fetched by its key', async () => {
    const begun = await run('select range as n from range(4)', { runAsync: true, client_id: 'later' });
    expect(begun).toMatchObject({ status: 202, body: { query: { id: 'later' } } });
    const followed = async () =>
      member(
        (await house.as('admin', 'GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')).body,
        'result',
      );
    const record = async () => {
      const all = await followed();
      return Array.isArray(all) ? all.find((each: unknown) => member(each, 'id') === 'later') : undefined;
    };
    await expect.poll(async () => member(await record(), 'state'), { timeout: 10_000 }).toBe('success');
    const key = String(member(await record(), 'resultsKey'));
    const results = (who: PersonName, rest = '') =>
      house.as(who, 'GET', `/api/v1/sqllab/results/?q=(key:'${key}'${rest})`);
    expect((await results('admin')).body).toMatchObject({
      data: [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }],
      query: { id: 'later' },
    });
    expect((await results('admin', ',rows:2')).body).toMatchObject({
      data: [{ n: 0 }, { n: 1 }],
      displayLimitReached: true,
    });
    expect((await results('analyst')).status).toBe(404);
    await house.services.db
      .updateTable('queries')
      .set({ results_key: 'gone' })
      .where('client_id', '=', 'later')
      .execute();
    expect((await house.as('admin', 'GET', "/api/v1/sqllab/results/?q=(key:'gone')")).status).toBe(410);
    expect((await run('select nothing', { runAsync: true, client_id: 'fails' })).status).toBe(202);
    const failed = async () =>
      (
        await house.services.db
          .selectFrom('queries')
          .select(['status', 'error_message'])
          .where('client_id', '=', 'fails')
          .executeTakeFirst()
      )?.status;
    await expect.poll(failed, { timeout: 10_000 }).toBe('failed');
  });

  test('a run is stopped by who began it', async () => {
    expect((await run(LONG, { runAsync: true, client_id: 'endless' })).status).toBe(202);
    const stop = (who: PersonName) =>
      house.as(who, 'POST', '/api/v1/query/stop', { body: { client_id: 'endless' } });
    expect((await stop('analyst')).status).toBe(404);
    expect(await stop('admin')).toMatchObject({ status: 200, body: { result: 'OK' } });
    const status = async () =>
      (
        await house.services.db
          .selectFrom('queries')
          .select('status')
          .where('client_id', '=', 'endless')
          .executeTakeFirst()
      )?.status;
    await expect.poll(status, { timeout: 10_000 }).toBe('stopped');
    expect((await stop('admin')).status).toBe(200);
  });

  test('rows are fetched again as a file without anything being written again', async () => {
    const fetched = (id: string, who: PersonName = 'admin') =>
      house.as(who, 'GET', `/api/v1/sqllab/export/${id}/`);
    await run("select range as n, '=x' as t from range(3)", { client_id: 'file', tab: 'My tab' });
    const file = await fetched('file');
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename=sqllab_My_tab_\d{8}T\d{6}\.csv$/,
    );
    expect(file.text).toBe("\uFEFFn,t\n0,'=x\n1,'=x\n2,'=x\n");
    expect((await fetched('file', 'analyst')).status).toBe(403);
    expect((await fetched('unknown')).status).toBe(404);
    await run('create table once (n integer)');
    await run('insert into once values (1); select * from once', { client_id: 'wrote' });
    expect((await fetched('wrote')).text).toBe('\uFEFFn\n1\n');
    await run('insert into once values (2)', { client_id: 'only' });
    expect((await fetched('only')).status).toBe(422);
    expect(rows(await run('select count(*) as n from once'))).toEqual([{ n: 2 }]);
  });

  test('a file holds all rows, also those that the run was not asked for, in every form', async () => {
    const fetched = (id: string, asked: string) =>
      house.as('admin', 'GET', `/api/v1/sqllab/export/${id}/?${asked}`);
    await run('select range as n from range(3000)', { client_id: 'long', queryLimit: 1000 });
    const shown = await fetched('long', 'format=json');
    expect(shown.headers['x-rows-cut-at']).toBe('1000');
    expect(shown.body).toHaveLength(1000);
    const all = await fetched('long', 'format=json&rows=all');
    expect(all.headers['x-rows-cut-at']).toBeUndefined();
    expect(all.body).toHaveLength(3000);
    expect(all.text).toMatch(/\{"n":2999\}\]$/);
    await run('select range as n from range(3000) limit 20', { client_id: 'own', queryLimit: 1000 });
    expect((await fetched('own', 'format=csv&rows=all')).text.trim().split('\n')).toHaveLength(21);
    for (const format of ['xlsx', 'arrow', 'parquet']) {
      const file = await fetched('long', `format=${format}&rows=all`);
      expect(file.headers['content-disposition']).toMatch(new RegExp(`\\.${format}$`));
    }
    expect((await fetched('long', 'format=pdf')).status).toBe(400);
    const query = await house.services.db
      .selectFrom('queries')
      .select('extra')
      .where('client_id', '=', 'long')
      .executeTakeFirst();
    expect(query?.extra).toContain('wholeSql');
  });

  test('texts are laid out, read without being run, and their cost is told where the engine tells it', async () => {
    const format = await house.as('admin', 'POST', '/api/v1/sqllab/format_sql/', {
      body: { sql: 'select a,b from t where c=1' },
    });
    expect(member(format.body, 'result')).toMatch(/SELECT\s+a,\s+b\s+FROM t\s+WHERE/);
    const filled = { sql: 'select {{ what }}', template_params: '{"what":"a"}', database_id: house.uploads };
    const laidOut = async (body: object, who: PersonName = 'admin') =>
      house.as(who, 'POST', '/api/v1/sqllab/format_sql/', { body });
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const told = await laidOut({ sql: 'select {{ a }}', database_id: house.uploads, template_params: deep });
    expect(told).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('1000 levels deep') },
    });
    expect((await laidOut(filled)).body).toEqual({ result: 'SELECT\n  a' });
    // Parameters fill nothing in for whom the database is not there.
    for (const each of [
      { ...filled, database_id: 99_999 },
      { ...filled, database_id: undefined },
    ])
      expect((await laidOut(each)).status).toBe(422);
    expect((await laidOut(filled, 'analyst')).status).toBe(422);
    expect((await laidOut({ ...filled, sql: 'select 1', template_params: '{' })).status).toBe(200);
    const strict = { sql: 'select 1', wings: 2 };
    expect(
      await house.as('admin', 'POST', `/api/v1/database/${house.uploads}/validate_sql/`, { body: strict }),
    ).toMatchObject({
      status: 400,
      body: { message: { wings: ['Unknown field.'] } },
    });
    const read = (sql: string) =>
      house.as('admin', 'POST', `/api/v1/database/${house.uploads}/validate_sql/`, { body: { sql } });
    expect(member((await read('drop table never_run; select 1')).body, 'result')).toEqual([]);
    expect(member((await read('select 1;\nselect from where')).body, 'result')).toMatchObject([
      { line_number: 2 },
    ]);
    const cost = await house.as('admin', 'POST', '/api/v1/sqllab/estimate/', {
      body: { database_id: house.uploads, sql: 'select 1' },
    });
    expect(errorOf(cost)).toEqual({ status: 422, type: 'GENERIC_DB_ENGINE_ERROR' });
  });

  test('who may read nothing has nothing but numbers estimated', async () => {
    const told = async (sql: string) =>
      (
        await house.as('gamma', 'POST', '/api/v1/sqllab/estimate/', {
          body: { database_id: house.uploads, sql },
        })
      ).status;
    for (const sql of ['select 1', 'SELECT (1 + 2) * 3, 4;'])
      expect([sql, await told(sql)]).toEqual([sql, 422]);
    for (const sql of ['select count(1)', 'select x', 'select 1 from once'])
      expect([sql, await told(sql)]).toEqual([sql, 403]);
    // What no list opens is refused whoever asks.
    for (const sql of ["select 'once'::regclass", 'select current_user'])
      expect([sql, await told(sql)]).toEqual([sql, 422]);
  });

  test('tabs are one’s own, whichever form they come in', async () => {
    const headers = {
      authorization: `Bearer ${await house.services.tokens.issue('access', { userId: house.ids.admin, stamp: 0 })}`,
    };
    const send = async (
      method: 'POST' | 'PUT',
      url: string,
      fields: Record<string, string>,
      multipart: boolean,
    ) => {
      const form = multipart ? new FormData() : new URLSearchParams();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      const encoded = new Request('http://house/', { method: 'POST', body: form });
      const type = encoded.headers.get('content-type') ?? '';
      const payload = Buffer.from(await encoded.arrayBuffer());
      return house.app.inject({ method, url, headers: { ...headers, 'content-type': type }, payload });
    };
    const editor = (name: string) => ({
      queryEditor: JSON.stringify({ name, dbId: house.uploads, sql: 'select 1' }),
    });
    const first = memberId((await send('POST', '/tabstateview/', editor('one'), true)).json());
    const second = memberId((await send('POST', '/tabstateview/', editor('two'), false)).json());
    expect(
      (await send('PUT', `/tabstateview/${first}`, { label: '"uno"', autorun: 'true' }, true)).statusCode,
    ).toBe(200);
    const tab = async (id: number, who: PersonName = 'admin') => house.as(who, 'GET', `/tabstateview/${id}`);
    expect((await tab(first)).body).toMatchObject({
      label: 'uno',
      autorun: true,
      active: false,
      sql: 'select 1',
    });
    expect((await tab(second)).body).toMatchObject({ label: 'two', active: true });
    expect(await tab(second, 'analyst')).toMatchObject({ status: 403, text: '' });
    expect(await tab(99_999_999)).toMatchObject({ status: 404, text: '' });
    const refused = await send('POST', '/tabstateview/', { queryEditor: '{' }, true);
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { error: expect.stringContaining('queryEditor: is not JSON') },
    ]);
    await send('PUT', `/tabstateview/${first}`, { extra_json: '"{\\"a\\":1}"' }, false);
    expect((await tab(first)).body).toMatchObject({ extra_json: { a: 1 } });

    // Of two that have read the same state, one saves.
    const { etag } = (await house.app.inject({ url: `/tabstateview/${first}`, headers })).headers;
    const save = async (sql: string, tag: string) =>
      house.app.inject({
        method: 'PUT',
        url: `/tabstateview/${first}`,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', 'if-match': tag },
        payload: new URLSearchParams({ sql: JSON.stringify(sql) }).toString(),
      });
    const saves = await Promise.all([save('of one', String(etag)), save('of two', String(etag))]);
    expect(saves.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
    const next = saves.find(({ statusCode }) => statusCode === 200)?.headers.etag;
    expect((await save('again', String(next))).statusCode).toBe(200);
    expect((await tab(first)).body).toMatchObject({ sql: 'again' });

    for (const [name, value] of [
      ['latest_query_id', '"unknown"'],
      ['wings', '2'],
    ] as const)
      expect((await send('PUT', `/tabstateview/${first}`, { [name]: value }, false)).statusCode).toBe(400);
    const bare = { queryEditor: JSON.stringify({ dbId: house.uploads }) };
    const third = memberId((await send('POST', '/tabstateview/', bare, false)).json());
    expect((await tab(third)).body).toMatchObject({ label: 'Untitled Query', sql: 'SELECT ...' });

    const latest = async () => member((await tab(first)).body, 'latest_query', 'id');
    for (const client_id of ['early', 'late']) {
      await run('select 1', { client_id });
      await send(
        'POST',
        `/tabstateview/${first}/migrate_query`,
        { queryId: JSON.stringify(client_id) },
        false,
      );
    }
    await send('POST', `/tabstateview/${first}/migrate_query`, { queryId: '"nobody\'s"' }, false);
    expect(await latest()).toBe('late');
    expect((await house.as('admin', 'DELETE', `/tabstateview/${first}/query/late`)).status).toBe(200);
    expect(await latest()).toBe('early');
  });

  test('a link keeps a query as it was given', async () => {
    const query = { dbId: house.uploads, name: 'kept', sql: 'select 1', schema: null, autorun: true };
    const made = await house.as('admin', 'POST', '/api/v1/sqllab/permalink', { body: query });
    const key = String(member(made.body, 'key'));
    expect(made).toMatchObject({ status: 201, body: { url: expect.stringContaining(`/sqllab/p/${key}/`) } });
    const kept = await house.as('admin', 'GET', `/api/v1/sqllab/permalink/${key}`);
    expect(kept).toMatchObject({ status: 200, body: query });
    expect((await house.as('admin', 'GET', '/api/v1/sqllab/permalink/none')).status).toBe(404);
  });
});
