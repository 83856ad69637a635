import { isJsonObject } from '@chartroom/model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeChart, makeDataset, member } from '../../testing/things.ts';

const FORM = 'application/x-www-form-urlencoded';

describe.each(RECORD_KINDS)('explore on %s', (kind) => {
  let house: TestApp;
  let dataset: number;
  let chart: number;
  beforeAll(async () => {
    house = await openTestApp(kind);
    dataset = await makeDataset(house, 'looked at');
    chart = await makeChart(house, dataset, 'Looked at');
    await house.as('admin', 'PUT', `/api/v1/chart/${chart}`, { body: { description: 'told **bold**' } });
  });
  afterAll(() => house.close());

  const get = (path: string, who: PersonName = 'admin') => house.as(who, 'GET', path);

  /** Calls outside `/api/` know sessions only. */
  async function inBrowser(who: PersonName, url: string) {
    const cookie = await house.services.sessions.begin({ id: house.ids[who], stamp: 0 });
    const answer = await house.app.inject({
      method: 'GET',
      url,
      headers: { cookie: `session=${cookie}`, accept: 'application/json' },
    });
    const body: unknown = answer.json();
    return { status: answer.statusCode, body };
  }

  test('a chart opens with its dataset and what its address says', async () => {
    const opened = await get(
      `/api/v1/explore/?slice_id=${chart}&form_data=${encodeURIComponent('{"row_limit":7}')}&colour=red`,
    );
    expect(member(opened.body, 'result')).toMatchObject({
      dataset: { id: dataset, select_star: expect.stringContaining('looked at') },
      form_data: { slice_id: chart, row_limit: 7, adhoc_filters: [], url_params: { colour: 'red' } },
      slice: {
        slice_name: 'Looked at',
        description_markeddown: '<p>told <strong>bold</strong></p>',
        changed_on: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+$/),
        form_data: { slice_id: chart, datasource: `${dataset}__table` },
      },
    });
    const gone = await get('/api/v1/explore/?slice_id=99999999');
    expect(member(gone.body, 'result')).toMatchObject({
      slice: null,
      metadata: null,
      dataset: { id: 0, name: '[Missing Dataset]' },
    });
    expect(member(gone.body, 'result', 'message')).toBe('There is no such chart, or it was deleted.');
    const left = await get(
      `/api/v1/explore/?slice_id=99999999&datasource_id=${dataset}&datasource_type=table`,
    );
    expect(member(left.body, 'result')).toMatchObject({ slice: null, dataset: { id: dataset } });
    for (const [address, message] of [
      ['', null],
      ['?form_data_key=gone', 'Form data not found in cache.'],
      [`?datasource_id=${dataset}&datasource_type=query`, null],
    ] as const) {
      expect((await get(`/api/v1/explore/${address}`)).body).toMatchObject({
        result: { slice: null, message, dataset: { id: 0 } },
      });
    }
    expect((await get(`/api/v1/explore/?datasource_id=${dataset}&datasource_type=banana`)).status).toBe(400);
    expect((await get(`/api/v1/explore/?slice_id=${chart}`, 'gamma')).status).toBe(403);
    const missing = await get('/api/v1/explore/?datasource_id=99999999&datasource_type=table');
    expect(member(missing.body, 'result', 'dataset')).toMatchObject({
      name: '[Missing Dataset]',
      columns: [],
    });
  });

  test('a dataset with an address of its own leads there, unless it is opened as a chart', async () => {
    const id = await makeDataset(house, 'elsewhere');
    await house.as('admin', 'PUT', `/api/v1/dataset/${id}`, {
      body: { default_endpoint: '/superset/dashboard/7/' },
    });
    const open = (more: string) => get(`/api/v1/explore/?datasource_id=${id}&datasource_type=table${more}`);
    expect(await open('')).toMatchObject({ status: 302, body: { redirect: '/superset/dashboard/7/' } });
    expect(await open('&viz_type=pie')).toMatchObject({
      status: 200,
      body: { result: { form_data: { viz_type: 'pie' } } },
    });
  });

  test('a dataset is saved in the form in which it was told', async () => {
    const save = async (who: PersonName, data: unknown) => {
      const cookie = await house.services.sessions.begin({ id: house.ids[who], stamp: 0 });
      const answer = await house.app.inject({
        method: 'POST',
        url: '/datasource/save/',
        headers: {
          cookie: `session=${cookie}`,
          'x-csrftoken': house.services.sessions.csrfToken(cookie),
          'content-type': FORM,
        },
        payload: new URLSearchParams(
          data === undefined ? {} : { data: typeof data === 'string' ? data : JSON.stringify(data) },
        ).toString(),
      });
      const body: unknown = answer.json();
      return { status: answer.statusCode, body };
    };
    const told = (await inBrowser('admin', `/datasource/get/table/${dataset}/`)).body;
    if (!isJsonObject(told) || !Array.isArray(told.columns)) throw new Error('no dataset');
    expect((await save('gamma', told)).status).toBe(403);
    expect((await save('admin', undefined)).status).toBe(400);
    expect((await save('admin', 'junk')).status).toBe(400);
    expect((await save('admin', { ...told, id: 99_999_999 })).status).toBe(404);
    expect((await save('admin', { ...told, columns: [...told.columns, told.columns[0]] })).status).toBe(409);
    const changed = { ...told, description: 'seen twice', cache_timeout: 30 };
    expect(await save('admin', changed)).toMatchObject({
      status: 200,
      body: { id: dataset, description: 'seen twice', cache_timeout: 30 },
    });
    const kept = (await inBrowser('admin', `/datasource/get/table/${dataset}/`)).body;
    const idsOf = (data: unknown) => [0, 1].map((at) => member(data, 'columns', at, 'uuid'));
    expect(idsOf(kept)).toEqual(idsOf(told));
  });

  test('a kept state opens on the dataset it was kept for', async () => {
    const body = { datasource_id: dataset, datasource_type: 'table', form_data: '{"viz_type":"pie"}' };
    const kept = await house.as('admin', 'POST', '/api/v1/explore/form_data', { body });
    const opened = await get(`/api/v1/explore/?form_data_key=${String(member(kept.body, 'key'))}`);
    expect(member(opened.body, 'result', 'form_data')).toMatchObject({
      viz_type: 'pie',
      datasource: `${dataset}__table`,
    });
    const keep = (change: object) =>
      house.as('admin', 'POST', '/api/v1/explore/form_data', { body: { ...body, ...change } });
    expect(await keep({ form_data: 'nope' })).toMatchObject({
      status: 400,
      body: { message: { form_data: ['JSON not valid'] } },
    });
    expect(await keep({ datasource_type: 'banana' })).toMatchObject({
      status: 400,
      body: { message: { datasource_type: ['Must be one of: table, dataset, query, saved_query, view.'] } },
    });
    expect((await keep({ chart_id: chart })).status).toBe(201);
    for (const lost of [{ chart_id: 99_999_999 }, { datasource_id: 99_999_999, datasource_type: 'query' }]) {
      expect(await keep(lost)).toMatchObject({ status: 404, body: { message: 'Resource was not found.' } });
    }
    const key = String(member(kept.body, 'key'));
    expect(await house.as('alpha', 'DELETE', `/api/v1/explore/form_data/${key}`)).toMatchObject({
      status: 403,
      body: { message: "You don't have permission to modify the value." },
    });
    const link = (slice_id: number) =>
      house.as('admin', 'POST', '/api/v1/explore/permalink', {
        body: { formData: { datasource: `${dataset}__table`, slice_id } },
      });
    expect([(await link(chart)).status, (await link(99_999_999)).status]).toEqual([201, 404]);
  });

  test('a datasource, its columns at the source, and the form data of a chart are told to those who may read it', async () => {
    expect((await inBrowser('admin', `/datasource/get/table/${dataset}/`)).body).toMatchObject({
      id: dataset,
      table_name: 'looked at',
    });
    expect(
      (await inBrowser('admin', `/superset/fetch_datasource_metadata?datasourceKey=${dataset}__table`)).body,
    ).toMatchObject({
      id: dataset,
    });
    expect(await inBrowser('admin', '/superset/fetch_datasource_metadata?datasourceKey=junk')).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('datasourceKey') },
    });
    expect((await inBrowser('gamma', `/datasource/get/table/${dataset}/`)).status).toBe(403);
    expect(await inBrowser('admin', '/datasource/get/table/99999999/')).toMatchObject({
      status: 404,
      body: { error: 'Not found' },
    });
    expect((await get(`/datasource/get/table/${dataset}/`)).status).toBe(401);
    const columns = [
      { column_name: 'a', type_generic: 0, is_dttm: false },
      { column_name: 'b', type_generic: 1 },
    ];
    expect((await inBrowser('admin', `/datasource/external_metadata/table/${dataset}/`)).body).toMatchObject(
      columns,
    );
    const named = (table: string) =>
      `/datasource/external_metadata_by_name/?q=${encodeURIComponent(JSON.stringify({ datasource_type: 'table', database_name: 'uploads', schema_name: 'main', table_name: table }))}`;
    expect((await inBrowser('admin', named('looked at'))).body).toMatchObject(columns);
    expect((await inBrowser('admin', named('not there'))).status).toBe(422);
    expect((await inBrowser('gamma', named('not there'))).status).toBe(403);
    expect((await get(`/api/v1/form_data/?slice_id=${chart}`)).body).toMatchObject({
      slice_id: chart,
      viz_type: 'table',
    });
    expect((await get(`/api/v1/form_data/?slice_id=${chart}`, 'gamma')).status).toBe(404);
  });

  test('roles are found with those who hold them', async () => {
    const search = (filters: string) => get(`/api/v1/security/roles/search/?q=(filters:!(${filters}))`);
    expect((await search('(col:name,value:sql)')).body).toMatchObject({
      count: 1,
      result: [{ name: 'sql_lab', user_ids: [house.ids.analyst] }],
    });
    expect(member((await search(`(col:user_ids,value:${house.ids.analyst})`)).body, 'count')).toBe(2);
    expect((await get('/api/v1/security/roles/search/', 'gamma')).status).toBe(403);
  });
});
