import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeChart, makeDataset, member, memberId } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('charts on %s', (kind) => {
  let house: TestApp;
  let dataset: number;
  beforeAll(async () => {
    house = await openTestApp(kind);
    dataset = await makeDataset(house, 'numbers');
  });
  afterAll(() => house.close());

  const read = async (key: number | string) =>
    member((await house.as('admin', 'GET', `/api/v1/chart/${key}`)).body, 'result');

  test('strangers are asked who they are, people without access are refused, junk is named', async () => {
    expect((await house.as('nobody', 'GET', '/api/v1/chart/')).status).toBe(401);
    const on = { slice_name: 'c', datasource_id: dataset, datasource_type: 'table' };
    expect((await house.as('gamma', 'POST', '/api/v1/chart/', { body: on })).status).toBe(403);
    expect(
      await house.as('admin', 'POST', '/api/v1/chart/', {
        body: { ...on, params: '{nope', datasource_type: 'banana' },
      }),
    ).toMatchObject({
      status: 400,
      body: {
        message: {
          params: ['JSON not valid'],
          datasource_type: ['Must be one of: table, dataset, query, saved_query, view.'],
        },
      },
    });
    expect(
      await house.as('admin', 'POST', '/api/v1/chart/', { body: { ...on, datasource_id: 99999999 } }),
    ).toMatchObject({
      status: 422,
      body: { message: { datasource_id: ['Datasource does not exist'] } },
    });
    expect((await house.as('admin', 'GET', '/api/v1/chart/99999999')).status).toBe(404);
    expect(await house.as('admin', 'POST', '/api/v1/chart/import/', { body: {} })).toMatchObject({
      status: 400,
      body: { errors: [{ error_type: 'INVALID_PAYLOAD_FORMAT_ERROR' }] },
    });
  });

  test('its description tells the kinds of its fields, also of those that may be empty', async () => {
    const { body } = await house.as(
      'admin',
      'GET',
      '/api/v1/chart/_info?q=(keys:!(add_columns,edit_columns))',
    );
    const kinds = {
      is_managed_externally: 'Boolean',
      cache_timeout: 'Integer',
      owners: 'List',
      description: 'String',
    };
    for (const [name, type] of Object.entries(kinds)) {
      expect(member(body, 'add_columns')).toContainEqual(expect.objectContaining({ name, type }));
      expect(member(body, 'edit_columns')).toContainEqual(expect.objectContaining({ name, type }));
    }
  });

  test('is made, read by id and uuid, changed and removed', async () => {
    const id = await makeChart(house, dataset, 'first');
    const made = await read(id);
    expect(made).toMatchObject({
      slice_name: 'first',
      datasource_id: dataset,
      owners: [{ id: house.ids.admin }],
      viz_type: 'table',
    });
    expect(await read(String(member(made, 'uuid')))).toMatchObject({ id });
    const body = {
      slice_name: 'second',
      description: '# told\n\n**bold** <script>alert(1)</script>',
      cache_timeout: 60,
      certified_by: 'team',
    };
    expect((await house.as('admin', 'PUT', `/api/v1/chart/${id}`, { body })).status).toBe(200);
    expect(await read(id)).toMatchObject({ slice_name: 'second', cache_timeout: '60', certified_by: 'team' });
    const listed = await house.as(
      'admin',
      'GET',
      '/api/v1/chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:SECON)))',
    );
    expect(listed.body).toMatchObject({
      count: 1,
      result: [
        {
          id,
          description_markeddown: '<h1>told</h1>\n<p><strong>bold</strong> </p>',
          table: { table_name: 'numbers' },
        },
      ],
    });
    expect((await house.as('admin', 'DELETE', `/api/v1/chart/?q=!(${id})`)).body).toEqual({
      message: 'Deleted 1 chart',
    });
    expect((await house.as('admin', 'DELETE', `/api/v1/chart/${id}`)).status).toBe(404);
  });

  test('a list is narrowed by any number, also by one that no column holds', async () => {
    const id = await makeChart(house, dataset, 'counted');
    const found = async (col: string, opr: string, value: unknown) => {
      const q = JSON.stringify({
        filters: [
          { col: 'slice_name', opr: 'eq', value: 'counted' },
          { col, opr, value },
        ],
        columns: ['id'],
      });
      const answer = await house.as('admin', 'GET', `/api/v1/chart/?q=${encodeURIComponent(q)}`);
      return answer.status === 200 ? Number(member(answer.body, 'count')) : answer.status;
    };
    for (const value of [id + 0.5, 99_999_999_999, 1e20, -1, '0.5']) {
      expect(await found('id', 'eq', value)).toBe(0);
      expect(await found('id', 'neq', value)).toBe(1);
      expect(await found('id', 'in', [value, id])).toBe(1);
      expect(await found('id', 'lt', value)).toBe(Number(value) > id ? 1 : 0);
      expect(await found('tags', 'chart_tag_id', value)).toBe(0);
    }
    expect(await found('created_by', 'rel_o_m', 99_999_999_999)).toBe(0);
    expect(await found('owners', 'rel_m_m', 99_999_999_999)).toBe(0);
    expect(await found('owners', 'rel_m_m', 1.5)).toBe(400);
    const carried = await house.services.db
      .selectFrom('tagged_objects')
      .select('tag_id')
      .where('object_id', '=', id)
      .execute();
    const tags = carried.map((each) => each.tag_id);
    expect(tags.length).toBeGreaterThan(1);
    expect(await found('tags', 'rel_m_m', tags)).toBe(1);
    expect(await found('tags', 'rel_m_m', [...tags, 99_999_999])).toBe(0);
    expect(await found('last_saved_at', 'lt', 1e20)).toBe(400);
    await house.as('admin', 'DELETE', `/api/v1/chart/${id}`);
  });

  test('others may not change it, but keep its question up to date', async () => {
    const id = await makeChart(house, dataset, 'guarded');
    const change = (body: unknown) => house.as('alpha', 'PUT', `/api/v1/chart/${id}`, { body });
    expect((await change({ slice_name: 'taken over' })).status).toBe(403);
    expect((await change({ query_context: '{"a":1}', query_context_generation: true })).status).toBe(200);
    expect(
      (await change({ query_context: '{}', query_context_generation: true, slice_name: 'x' })).status,
    ).toBe(403);
    expect(await read(id)).toMatchObject({ slice_name: 'guarded', query_context: '{"a":1}' });
    expect((await house.as('alpha', 'DELETE', `/api/v1/chart/${id}`)).status).toBe(403);
  });

  test('everything that it refers to and is not there is told at once', async () => {
    const lost = {
      datasource_id: 99_999_999,
      datasource_type: 'table',
      dashboards: [99_999_999],
      owners: [99_999_999],
    };
    const message = {
      datasource_id: ['Datasource does not exist'],
      dashboards: ['Dashboards do not exist'],
      owners: ['Owners are invalid'],
    };
    const made = await house.as('admin', 'POST', '/api/v1/chart/', { body: { slice_name: 'lost', ...lost } });
    expect(made).toMatchObject({ status: 422, body: { message } });
    const id = await makeChart(house, dataset, 'kept');
    expect(await house.as('admin', 'PUT', `/api/v1/chart/${id}`, { body: lost })).toMatchObject({
      status: 422,
      body: { message },
    });
  });

  test('its stored question is answered, as JSON and as a file', async () => {
    const id = await makeChart(house, dataset, 'answered');
    const answer = await house.as('admin', 'GET', `/api/v1/chart/${id}/data/`);
    expect(answer.body).toMatchObject({
      result: [{ data: [{ a: 1, count: 1 }], colnames: ['a', 'count'], rowcount: 1 }],
    });
    const file = await house.as('admin', 'GET', `/api/v1/chart/${id}/data/?format=csv`);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.text).toContain('\n1,1\n');
    expect((await house.as('gamma', 'GET', `/api/v1/chart/${id}/data/`)).status).toBe(404);
    const body = { slice_name: 'unanswered', datasource_id: dataset, datasource_type: 'table' };
    const bare = memberId((await house.as('admin', 'POST', '/api/v1/chart/', { body })).body);
    expect(await house.as('admin', 'GET', `/api/v1/chart/${bare}/data/`)).toMatchObject({ status: 400 });
    expect(
      (await house.as('admin', 'PUT', '/api/v1/chart/warm_up_cache', { body: { chart_id: bare } })).body,
    ).toMatchObject({
      result: [{ chart_id: bare, viz_status: 'failed' }],
    });
    expect(
      (await house.as('admin', 'PUT', '/api/v1/chart/warm_up_cache', { body: { chart_id: id } })).body,
    ).toEqual({
      result: [{ chart_id: id, viz_error: null, viz_status: 'success' }],
    });
    const broken = { expressionType: 'SQL', sqlExpression: 'SUM(nope)', label: 'n' };
    const query_context = JSON.stringify({
      datasource: { id: dataset, type: 'table' },
      queries: [{ columns: [], metrics: [broken] }],
    });
    await house.as('admin', 'PUT', `/api/v1/chart/${id}`, { body: { query_context } });
    expect(
      (await house.as('admin', 'PUT', '/api/v1/chart/warm_up_cache', { body: { chart_id: id } })).body,
    ).toMatchObject({
      result: [{ chart_id: id, viz_error: expect.stringMatching(/nope/), viz_status: 'failed' }],
    });
  });

  test('questions are read before they are asked, and refused to those who may not read the data', async () => {
    const ask = (who: 'admin' | 'gamma', body: unknown) =>
      house.as(who, 'POST', '/api/v1/chart/data', { body });
    const question = {
      datasource: { id: dataset, type: 'table' },
      queries: [{ columns: ['b'], metrics: ['count'] }],
    };
    expect((await ask('admin', question)).body).toMatchObject({ result: [{ data: [{ b: 'x', count: 1 }] }] });
    expect((await ask('admin', { form_data: JSON.stringify(question) })).status).toBe(200);
    expect(await ask('gamma', question)).toMatchObject({
      status: 403,
      body: { errors: [{ error_type: 'DATASOURCE_SECURITY_ACCESS_ERROR', level: 'warning' }] },
    });
    const junk = await ask('admin', { ...question, queries: [{ row_limit: 'many' }] });
    expect(String(member(junk.body, 'message'))).toMatch(/^Request is incorrect: queries\.0\.row_limit/);
  });

  test('is put on dashboards that one owns, and starred by each for themselves', async () => {
    const id = await makeChart(house, dataset, 'placed');
    const board = memberId(
      (await house.as('alpha', 'POST', '/api/v1/dashboard/', { body: { dashboard_title: 'of alpha' } })).body,
    );
    expect(
      (await house.as('admin', 'PUT', `/api/v1/chart/${id}`, { body: { dashboards: [board] } })).status,
    ).toBe(200);
    expect(await read(id)).toMatchObject({ dashboards: [{ id: board, dashboard_title: 'of alpha' }] });
    expect(
      (await house.as('admin', 'PUT', `/api/v1/chart/${id}`, { body: { dashboards: [99999999] } })).status,
    ).toBe(422);
    await house.as('admin', 'POST', `/api/v1/chart/${id}/favorites/`);
    const starred = (who: 'admin' | 'alpha') =>
      house.as(
        who,
        'GET',
        `/api/v1/chart/?q=(filters:!((col:id,opr:chart_is_favorite,value:!t)),columns:!(id))`,
      );
    expect((await starred('admin')).body).toMatchObject({ result: [{ id }] });
    expect((await starred('alpha')).body).toMatchObject({ count: 0 });
  });
});
