import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLine, REDIS, redisAnswers } from '../../testing/redis-server.ts';
import { openTestApp, type PersonName, type TestApp } from '../../testing/test-app.ts';
import { makeChart, member, memberId } from '../../testing/things.ts';

const PLACES: [string, Record<string, string>][] = [['memory', {}]];
const hasRedis = await redisAnswers();
if (hasRedis) PLACES.push(['Redis', { CHARTROOM_REDIS_URL: REDIS }]);

const FLIGHTS = "select 'SFO' as origin, 1 as n union all select 'LAX', 2 union all select 'JFK', 3";

async function dataset(
  house: TestApp,
  table_name: string,
  sql = FLIGHTS,
  more: object = {},
): Promise<number> {
  const made = await house.as('admin', 'POST', '/api/v1/dataset/', {
    body: { database: house.uploads, table_name, sql, ...more },
  });
  expect(made).toMatchObject({ status: 201 });
  return memberId(made.body);
}

async function ask(house: TestApp, who: PersonName, id: number, query: object = {}, more: object = {}) {
  const queries = [{ columns: ['origin'], metrics: ['count'], orderby: [['origin', true]], ...query }];
  const { status, body } = await house.as(who, 'POST', '/api/v1/chart/data', {
    body: { datasource: { id, type: 'table' }, queries, ...more },
  });
  const rows = member(body, 'result', 0, 'data');
  const first = Array.isArray(rows)
    ? rows.map((row) => Object.values(typeof row === 'object' && row !== null ? row : {})[0])
    : body;
  return {
    status,
    rows: first,
    hit: member(body, 'result', 0, 'is_cached') === true,
    key: member(body, 'result', 0, 'cache_key'),
  };
}

describe.each(PLACES)('answers kept in %s', (_place, settings) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp('sqlite', { settings });
  });
  afterAll(() => house.close());

  test('S22: are shared by people who may see the same, and by nobody else', async () => {
    const id = await dataset(house, 'ruled');
    const roles = await house.as(
      'admin',
      'GET',
      '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Alpha)))',
    );
    const body = {
      name: 'west',
      filter_type: 'Regular',
      tables: [id],
      roles: [member(roles.body, 'result', 0, 'id')],
      clause: "origin <> 'JFK'",
    };
    expect((await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body })).status).toBe(201);
    expect(await ask(house, 'admin', id)).toMatchObject({ rows: ['JFK', 'LAX', 'SFO'], hit: false });
    expect(await ask(house, 'admin', id)).toMatchObject({ rows: ['JFK', 'LAX', 'SFO'], hit: true });
    expect(await ask(house, 'alpha', id)).toMatchObject({ rows: ['LAX', 'SFO'], hit: false });
    expect(await ask(house, 'alpha', id)).toMatchObject({ rows: ['LAX', 'SFO'], hit: true });
    expect(await ask(house, 'gamma', id)).toMatchObject({ status: 403 });
  });

  test('that a template makes for each person are kept for each', async () => {
    const id = await dataset(house, 'templated', `${FLIGHTS} union all select '{{ current_username() }}', 4`);
    expect((await ask(house, 'admin', id)).rows).toContain('admin');
    expect(await ask(house, 'admin', id)).toMatchObject({ rows: ['JFK', 'LAX', 'SFO', 'admin'], hit: true });
    expect(await ask(house, 'alpha', id)).toMatchObject({ rows: ['JFK', 'LAX', 'SFO', 'alpha'], hit: false });
  });

  test('differ where a template says that they do, though the SQL is the same', async () => {
    const id = await dataset(
      house,
      'wrapped',
      `${FLIGHTS} {% if cache_key_wrapper(url_param('day')) %}{% endif %}`,
    );
    const on = async (day: string) => (await ask(house, 'admin', id, { url_params: { day } })).key;
    expect(await on('1')).toBe(await on('1'));
    expect(await on('1')).not.toBe(await on('2'));
  });

  test('differ where their rows are shifted, named or shaped otherwise by the same SQL', async () => {
    const id = await dataset(house, 'shaped');
    const count = (expressionType: string) => ({
      label: 'n',
      ...(expressionType === 'SQL'
        ? { expressionType, sqlExpression: 'COUNT(n)' }
        : { expressionType, column: { column_name: 'n' }, aggregate: 'COUNT' }),
    });
    const keys = await Promise.all([
      ask(house, 'admin', id, { metrics: [count('SQL')] }),
      ask(house, 'admin', id, { metrics: [count('SIMPLE')] }),
      ask(house, 'admin', id, { metrics: [count('SIMPLE')] }, { result_type: 'results' }),
      ask(house, 'admin', id, {
        metrics: [count('SIMPLE')],
        post_processing: [{ operation: 'sort', options: { by: 'n' } }],
      }),
    ]);
    expect(keys.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(keys.map(({ key }, place) => key ?? place)).size).toBe(4);
  });

  test('live as long as chart, dataset, database and settings say, the first that is set', async () => {
    const id = await dataset(house, 'timed');
    const chart = await makeChart(house, await dataset(house, 'of a chart', 'select 1 as a'), 'timed');
    const timeout = async (more: object = {}) => {
      const body = {
        datasource: { id, type: 'table' },
        queries: [{ columns: ['origin'], metrics: [] }],
        ...more,
      };
      const answer = await house.as('admin', 'POST', '/api/v1/chart/data', { body });
      return member(answer.body, 'result', 0, 'cache_timeout');
    };
    const put = (url: string, cache_timeout: number) =>
      house.as('admin', 'PUT', url, { body: { cache_timeout } });
    expect(await timeout()).toBe(86_400);
    expect((await put(`/api/v1/database/${house.uploads}`, 40)).status).toBe(200);
    expect(await timeout()).toBe(40);
    expect((await put(`/api/v1/dataset/${id}`, 30)).status).toBe(200);
    expect(await timeout()).toBe(30);
    expect((await put(`/api/v1/chart/${chart}`, 20)).status).toBe(200);
    expect(await timeout({ form_data: { slice_id: chart } })).toBe(20);
    expect(await timeout({ form_data: { slice_id: chart }, custom_cache_timeout: 10 })).toBe(10);
    expect(await timeout({ custom_cache_timeout: 0 })).toBe(86_400);
    expect((await put(`/api/v1/dataset/${id}`, -1)).status).toBe(200);
    expect(await ask(house, 'admin', id)).toMatchObject({ hit: false });
    expect(await ask(house, 'admin', id)).toMatchObject({ hit: false });
    expect((await put(`/api/v1/database/${house.uploads}`, 0)).status).toBe(200);
  });

  test('are forgotten by dataset when that is asked for', async () => {
    const [one, other] = [await dataset(house, 'one'), await dataset(house, 'other')];
    for (const id of [one, other]) await ask(house, 'admin', id);
    const invalidate = (body: object) => house.as('admin', 'POST', '/api/v1/cachekey/invalidate', { body });
    expect(await invalidate({ datasource_uids: [`${one}__table`, '99999999__table'] })).toMatchObject({
      status: 201,
      body: {},
    });
    expect([(await ask(house, 'admin', one)).hit, (await ask(house, 'admin', other)).hit]).toEqual([
      false,
      true,
    ]);
    const databases = await house.as('admin', 'GET', `/api/v1/database/${house.uploads}`);
    const database_name = member(databases.body, 'result', 'database_name');
    const datasources = [{ database_name, datasource_name: 'other', datasource_type: 'table' }];
    expect((await invalidate({ datasources })).status).toBe(201);
    expect([(await ask(house, 'admin', one)).hit, (await ask(house, 'admin', other)).hit]).toEqual([
      true,
      false,
    ]);
    expect((await house.as('nobody', 'POST', '/api/v1/cachekey/invalidate', { body: {} })).status).toBe(401);
    expect((await invalidate({ datasources: [{ database_name: 7 }] })).status).toBe(400);
  });

  test('are ready when they were warmed up, with the filters of a dashboard too', async () => {
    const id = await dataset(house, 'warm', 'select 1 as a');
    const chart = await makeChart(house, id, 'warm');
    const body = {
      db_name: member(
        (await house.as('admin', 'GET', `/api/v1/database/${house.uploads}`)).body,
        'result',
        'database_name',
      ),
    };
    const warmed = await house.as('admin', 'PUT', '/api/v1/dataset/warm_up_cache', {
      body: { ...body, table_name: 'warm' },
    });
    expect(warmed.body).toEqual({ result: [{ chart_id: chart, viz_error: null, viz_status: 'success' }] });
    const asked = { columns: ['a'], metrics: ['count'], row_limit: 5, orderby: [] };
    expect(await ask(house, 'admin', id, asked)).toMatchObject({ rows: [1], hit: true });
    const filters = [{ col: 'a', op: '>', val: 1 }];
    expect((await ask(house, 'admin', id, { ...asked, filters })).hit).toBe(false);
    await house.as('admin', 'POST', '/api/v1/cachekey/invalidate', {
      body: { datasource_uids: [`${id}__table`] },
    });
    const warm = (extra_filters: string) =>
      house.as('admin', 'PUT', '/api/v1/chart/warm_up_cache', { body: { chart_id: chart, extra_filters } });
    expect((await warm(JSON.stringify(filters))).status).toBe(200);
    expect(await ask(house, 'admin', id, { ...asked, filters })).toMatchObject({ rows: [], hit: true });
    expect((await warm('{"col"')).status).toBe(400);
    expect(
      await house.as('admin', 'PUT', '/api/v1/dataset/warm_up_cache', {
        body: { ...body, table_name: 'nowhere' },
      }),
    ).toMatchObject({
      status: 404,
      body: { message: 'The provided table was not found in the provided database' },
    });
    expect(
      await house.as('admin', 'PUT', '/api/v1/chart/warm_up_cache', { body: { chart_id: 99_999_999 } }),
    ).toMatchObject({
      status: 404,
      body: { message: 'Chart not found' },
    });
  });
});

describe.runIf(hasRedis)('an installation whose Redis goes away', () => {
  test('answers all the same, and keeps answers again when it is back', async () => {
    const line = await openLine();
    const house = await openTestApp('sqlite', { settings: { CHARTROOM_REDIS_URL: line.url } });
    const id = await dataset(house, 'steady');
    expect(await ask(house, 'admin', id)).toMatchObject({ status: 200, hit: false });
    await expect.poll(async () => (await ask(house, 'admin', id)).hit).toBe(true);
    line.become('silent');
    const begun = performance.now();
    for (let count = 0; count < 20; count += 1)
      expect(await ask(house, 'admin', id)).toMatchObject({ status: 200, hit: false });
    expect(performance.now() - begun).toBeLessThan(5_000);
    line.become('cut');
    expect(await ask(house, 'admin', id)).toMatchObject({ status: 200, hit: false });
    line.become('through');
    await expect
      .poll(async () => (await ask(house, 'admin', id)).hit, { timeout: 15_000, interval: 300 })
      .toBe(true);
    await house.close();
    await line.close();
  });

  test('starts and answers where there never was one', async () => {
    const house = await openTestApp('sqlite', { settings: { CHARTROOM_REDIS_URL: 'redis://127.0.0.1:9' } });
    expect(await ask(house, 'admin', await dataset(house, 'alone'))).toMatchObject({
      status: 200,
      rows: ['JFK', 'LAX', 'SFO'],
    });
    await house.close();
  });
});
