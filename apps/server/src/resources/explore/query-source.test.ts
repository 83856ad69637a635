import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('charts of queries on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());

  const SQL = "select range as n, date '2024-01-01' + range::int as day, 'x' as word from range(3);";
  /** Runs SQL in a tab; the query's id. */
  const run = async (sql = SQL, who: PersonName = 'admin'): Promise<number> => {
    const body = { database_id: house.uploads, sql, tab: 'Three days' };
    const answer = await house.as(who, 'POST', '/api/v1/sqllab/execute/', { body });
    expect(answer.status).toBe(200);
    return Number(member(answer.body, 'query', 'queryId'));
  };
  const ask = (id: number, query: object, who: PersonName = 'admin') =>
    house.as(who, 'POST', '/api/v1/chart/data', {
      body: { datasource: { id, type: 'query' }, queries: [query] },
    });
  const explore = (id: number, who: PersonName = 'admin') =>
    house.as(who, 'GET', `/api/v1/explore/?datasource_id=${id}&datasource_type=query`);
  const COUNT = { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'rows' };

  test('Explore opens on the query, with its columns', async () => {
    const id = await run();
    expect(member((await explore(id)).body, 'result')).toMatchObject({
      dataset: {
        ...{ id, uid: `${id}__query`, type: 'query', name: 'Three days', sql: SQL.slice(0, -1), metrics: [] },
        columns: [
          { column_name: 'n', type_generic: 0, is_dttm: false },
          { column_name: 'day', type_generic: 2, is_dttm: true },
          { column_name: 'word', type_generic: 1 },
        ],
        granularity_sqla: [['day', 'day']],
        database: { id: house.uploads },
      },
      form_data: { datasource: `${id}__query` },
      slice: null,
      message: null,
    });
  });

  test('its rows are grouped, filtered, counted and looked at', async () => {
    const id = await run();
    const grouped = await ask(id, {
      columns: ['word'],
      metrics: [COUNT],
      filters: [{ col: 'n', op: '>', val: 0 }],
    });
    expect(member(grouped.body, 'result', 0, 'data')).toEqual([{ word: 'x', rows: 2 }]);
    const path = `datasource_type=query&datasource_id=${id}&per_page=2`;
    const samples = await house.as('admin', 'POST', `/datasource/samples?${path}`, { body: {} });
    expect(member(samples.body, 'result')).toMatchObject({ total_count: 3, colnames: ['n', 'day', 'word'] });
    const values = (column: string) =>
      house.as('admin', 'GET', `/api/v1/datasource/query/${id}/column/${column}/values/`);
    expect((await values('word')).body).toEqual({ result: ['x'] });
    expect((await values('nothing')).status).toBe(400);
  });

  test("somebody else's is none, and neither is one that is gone", async () => {
    const id = await run();
    for (const [who, query] of [
      ['alpha', id],
      ['admin', 99_999_999],
    ] as const) {
      expect(member((await explore(query, who)).body, 'result')).toMatchObject({
        dataset: { id: 0, name: '[Missing Dataset]' },
        form_data: { datasource: '0__table' },
      });
      expect((await ask(query, { columns: ['n'], metrics: [] }, who)).status).toBe(404);
      const values = `/api/v1/datasource/query/${query}/column/n/values/`;
      expect((await house.as(who, 'GET', values)).status).toBe(404);
    }
  });

  test('what writes, or is more than one statement, is not charted', async () => {
    await run('create table of_query as select 1 as n');
    const { id } = await house.services.db
      .selectFrom('queries')
      .select('id')
      .where('sql', 'like', 'create table of_query%')
      .executeTakeFirstOrThrow();
    expect((await ask(id, { columns: ['n'], metrics: [] })).status).toBe(422);
    const two = await run('select 1 as n; select 2 as n');
    expect((await ask(two, { columns: ['n'], metrics: [] })).status).toBe(422);
  });
});
