import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, type TestApp } from '../../testing/test-app.ts';
import { makeChart, makeDataset, member } from '../../testing/things.ts';

describe('calls of older clients', () => {
  let house: TestApp;
  let dataset: number;
  let chart: number;
  beforeAll(async () => {
    house = await openTestApp('sqlite');
    dataset = await makeDataset(house, 'old');
    chart = await makeChart(house, dataset, 'old');
  });
  afterAll(() => house.close());
  const inBrowser = async (who: PersonName, url: string) => {
    const cookie = await house.services.sessions.begin({ id: house.ids[who], stamp: 0 });
    const answer = await house.app.inject({
      method: 'GET',
      url,
      headers: { cookie: `session=${cookie}`, accept: 'application/json' },
    });
    const body: unknown = answer.json();
    return { status: answer.statusCode, body };
  };

  test('want somebody who has signed in, and may', async () => {
    for (const path of [
      '/superset/warm_up_cache/?slice_id=1',
      '/tagview/tags/',
      '/superset/language_pack/en/',
      '/dynamic-plugins/api/read',
    ]) {
      expect((await house.as('nobody', 'GET', path)).status).toBe(401);
    }
    expect((await inBrowser('alpha', `/superset/warm_up_cache/?slice_id=${chart}`)).status).toBe(403);
    expect((await inBrowser('admin', '/superset/warm_up_cache/')).status).toBe(400);
    expect((await inBrowser('admin', '/superset/warm_up_cache/?slice_id=one')).status).toBe(400);
    expect((await inBrowser('admin', '/superset/warm_up_cache/?slice_id=99999')).status).toBe(404);
  });

  test('answers of charts are made anew, one by one or for a dataset', async () => {
    const warm = [{ slice_id: chart, viz_error: null, viz_status: 'success' }];
    expect((await inBrowser('admin', `/superset/warm_up_cache/?slice_id=${chart}`)).body).toEqual(warm);
    expect(
      (await inBrowser('admin', '/superset/warm_up_cache/?table_name=old&db_name=uploads')).body,
    ).toEqual(warm);
    expect((await inBrowser('admin', '/superset/warm_up_cache/?table_name=new&db_name=uploads')).status).toBe(
      404,
    );
  });

  test('tags, languages and plugins', async () => {
    await house.as('admin', 'POST', '/api/v1/tag/', { body: { name: 'old', objects_to_tag: [] } });
    const old = expect.objectContaining({
      name: 'old',
      type: 1,
      created_by: expect.objectContaining({ username: 'admin' }),
    });
    expect((await inBrowser('gamma', '/tagview/tags/')).body).toContainEqual(old);
    expect((await inBrowser('gamma', '/superset/language_pack/en/')).body).toMatchObject({
      domain: 'superset',
    });
    expect((await inBrowser('gamma', '/superset/language_pack/de/')).status).toBe(404);
    expect((await inBrowser('gamma', '/superset/language_pack/..%2Fsecret/')).status).toBe(400);
    expect((await inBrowser('gamma', '/dynamic-plugins/api/read')).status).toBe(404);
  });

  test('ranges in words are told as their ends, and what is wrong with one in a sentence', async () => {
    const ask = (q: string) => inBrowser('gamma', `/api/v1/time_range/?q=${encodeURIComponent(q)}`);
    expect(await ask("'2001-01-01 : 2001-02-01'")).toEqual({
      status: 200,
      body: {
        result: [
          {
            since: '2001-01-01T00:00:00',
            until: '2001-02-01T00:00:00',
            timeRange: '2001-01-01 : 2001-02-01',
            shift: null,
          },
        ],
      },
    });
    const backwards = { message: 'Unexpected time range: From date cannot be larger than to date' };
    expect(await ask("'2001-02-01 : 2001-01-01'")).toEqual({ status: 400, body: backwards });
    expect((await house.as('gamma', 'GET', "/api/v1/time_range/?q='today'")).status).toBe(401);
  });

  test('a question in a form is answered with the list of results, whose numbers stay exact', async () => {
    const ask = (body: object, who: PersonName = 'admin') =>
      house.as(who, 'POST', '/api/v1/query/', { body });
    expect(await ask({})).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('query_context') },
    });
    expect((await ask({ query_context: 'junk' })).status).toBe(400);
    const query_context = JSON.stringify({
      datasource: { id: dataset, type: 'table' },
      queries: [
        {
          columns: [{ label: 'big', sqlExpression: 'a + 9007199254740992', expressionType: 'SQL' }],
          metrics: ['count'],
        },
      ],
    });
    expect((await ask({ query_context }, 'gamma')).status).toBe(403);
    const answer = await ask({ query_context });
    expect(answer.status).toBe(200);
    expect(member(answer.body, 0, 'rowcount')).toBe(1);
    expect(answer.text).toContain('9007199254740993');
    const form = await house.app.inject({
      method: 'POST',
      url: '/api/v1/query/',
      headers: {
        authorization: `Bearer ${await house.services.tokens.issue('access', { userId: house.ids.admin, stamp: 0 })}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ query_context }).toString(),
    });
    expect(form.json()).toHaveLength(1);
  });
});
