import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeChart, makeDataset, member, memberId } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('datasets on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());

  const read = async (id: number) =>
    member((await house.as('admin', 'GET', `/api/v1/dataset/${id}`)).body, 'result');
  const put = (id: number, body: unknown, query = '') =>
    house.as('admin', 'PUT', `/api/v1/dataset/${id}${query}`, { body });

  test('strangers are asked who they are, people without the permission are refused, junk is named', async () => {
    expect((await house.as('nobody', 'GET', '/api/v1/dataset/')).status).toBe(401);
    expect((await house.as('gamma', 'POST', '/api/v1/dataset/', { body: {} })).status).toBe(403);
    const required = ['Missing data for required field.'];
    expect(await house.as('admin', 'POST', '/api/v1/dataset/', { body: {} })).toMatchObject({
      status: 400,
      body: { message: { database: required, table_name: required } },
    });
    expect((await house.as('admin', 'GET', '/api/v1/dataset/99999999')).status).toBe(404);
    const nowhere = { database: 99999999, table_name: 't' };
    expect(await house.as('admin', 'POST', '/api/v1/dataset/', { body: nowhere })).toMatchObject({
      status: 422,
      body: { message: { database: ['Database does not exist'] } },
    });
  });

  test('its name leads to pages of this installation only', async () => {
    const id = await makeDataset(house, 'led');
    const unsafe = {
      status: 422,
      body: { message: { default_endpoint: [expect.stringContaining('not considered safe')] } },
    };
    for (const default_endpoint of [
      'http://www.example.org',
      '//example.org',
      '/\\\\example.org',
      'javascript:alert(1)',
      '/\t/example.org',
      'page',
    ])
      expect(await put(id, { default_endpoint })).toMatchObject(unsafe);
    expect((await put(id, { default_endpoint: '/superset/welcome/?a=1' })).status).toBe(200);
    expect((await put(id, { default_endpoint: null })).status).toBe(200);
  });

  test('a new one has the columns of its source and counts', async () => {
    const id = await makeDataset(house, 'fresh');
    expect(await read(id)).toMatchObject({
      kind: 'virtual',
      table_name: 'fresh',
      uid: `${id}__table`,
      columns: [
        { column_name: 'a', type_generic: 0, groupby: true, is_dttm: false },
        { column_name: 'b', type_generic: 1, filterable: true },
      ],
      metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
      owners: [{ id: house.ids.admin }],
    });
    const twice = { database: house.uploads, table_name: 'fresh', sql: 'select 2 as c' };
    expect(
      await house.as('admin', 'POST', '/api/v1/dataset/', { body: { ...twice, owners: [99_999_999] } }),
    ).toMatchObject({
      status: 422,
      body: {
        message: { table: [expect.stringMatching(/already exists$/)], owners: ['Owners are invalid'] },
      },
    });
    const missing = await house.as('admin', 'POST', '/api/v1/dataset/', {
      body: { database: house.uploads, table_name: 'not_there' },
    });
    expect(missing.status).toBe(422);
    expect(String(member(missing.body, 'message', 'table', 0))).toMatch(
      /^Table \[.*not_there\] could not be found, please double check/,
    );
    const junk = { database: house.uploads, table_name: 'j', sql: 'selec 1' };
    expect(await house.as('admin', 'POST', '/api/v1/dataset/', { body: junk })).toMatchObject({
      status: 422,
      body: { message: { sql: [expect.stringMatching(/^Invalid SQL: ./)] } },
    });
    const nowhere = { database: house.uploads, table_name: 'n', sql: 'select * from not_there' };
    expect(await house.as('admin', 'POST', '/api/v1/dataset/', { body: nowhere })).toMatchObject({
      status: 422,
      body: {
        message: 'Dataset could not be created.',
        errors: [{ message: expect.stringMatching(/not_there/) }],
      },
    });
    await house.services.db.updateTable('datasets').set({ sql: nowhere.sql }).where('id', '=', id).execute();
    expect(await house.as('admin', 'PUT', `/api/v1/dataset/${id}/refresh`)).toMatchObject({
      status: 422,
      body: {
        message: 'Dataset could not be updated.',
        errors: [{ message: expect.stringMatching(/not_there/) }],
      },
    });
    const writing = { database: house.uploads, table_name: 'w', sql: 'create table t as select 1 as a' };
    expect((await house.as('admin', 'POST', '/api/v1/dataset/', { body: writing })).status).toBe(422);
  });

  test('lists of columns and metrics are the whole new set; names stand once', async () => {
    const id = await makeDataset(house, 'shaped');
    const columns = member(await read(id), 'columns');
    const a = member(columns, 0, 'id');
    const twins = [
      { column_name: 'z', expression: '1' },
      { column_name: 'z', expression: '2' },
    ];
    expect(await put(id, { columns: twins })).toMatchObject({
      status: 422,
      body: { message: { columns: ['One or more columns are duplicated'] } },
    });
    expect((await put(id, { columns: [{ id: 99999999, column_name: 'q' }] })).status).toBe(422);
    const wanted = [
      { id: a, column_name: 'a', verbose_name: 'Number', is_dttm: true },
      { column_name: 'double', expression: 'a * 2', type: 'INTEGER' },
    ];
    const metrics = [
      {
        metric_name: 'total',
        expression: 'SUM(a)',
        d3format: ',d',
        currency: { symbol: 'EUR', symbolPosition: 'prefix' },
      },
    ];
    expect((await put(id, { columns: wanted, metrics, description: 'told' })).status).toBe(200);
    const shaped = await read(id);
    expect(member(shaped, 'columns')).toMatchObject([
      { id: a, column_name: 'a', verbose_name: 'Number', is_dttm: true, groupby: true },
      { column_name: 'double', expression: 'a * 2', type_generic: 0 },
    ]);
    expect(member(shaped, 'metrics')).toMatchObject([
      { metric_name: 'total', currency: { symbol: 'EUR', symbolPosition: 'prefix' } },
    ]);
    expect(member(shaped, 'description')).toBe('told');
    expect((await house.as('admin', 'PUT', `/api/v1/dataset/${id}/refresh`)).status).toBe(200);
    const names = member(await read(id), 'columns');
    expect(names).toMatchObject([
      { column_name: 'a', verbose_name: 'Number' },
      { column_name: 'double' },
      { column_name: 'b' },
    ]);
    await put(id, { sql: 'select 5 as five' }, '?override_columns=true');
    expect(member(await read(id), 'columns')).toMatchObject([
      { column_name: 'double' },
      { column_name: 'five' },
    ]);
  });

  test('what a change may not say is told with what was sent; a source only reads', async () => {
    const id = await makeDataset(house, 'strict');
    const wrong = { wings: 2, columns: [{ column_name: 'a', python_date_format: '%d/%m' }] };
    expect(await put(id, wrong)).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            error_type: 'MARSHMALLOW_ERROR',
            extra: {
              messages: {
                wings: ['Unknown field.'],
                columns: { 0: { python_date_format: ['Invalid date/timestamp format'] } },
              },
              payload: wrong,
            },
          },
        ],
      },
    });
    expect(
      (await put(id, { columns: [{ column_name: 'c', python_date_format: '%Y-%m-%d %H:%M' }] })).status,
    ).toBe(200);
    for (const sql of ['delete from t', 'select 1 as a; select 2 as b', 'a'])
      expect((await put(id, { sql })).status).toBe(422);
    expect(await put(id, { folders: [{ uuid: 'x' }] })).toMatchObject({
      status: 422,
      body: { message: { folders: ['Dataset folders are not enabled'] } },
    });
    expect(await read(id)).toMatchObject({ sql: "select 1 as a, 'x' as b" });
    expect(await read(id)).not.toHaveProperty('folders');
  });

  test('samples and values come from the source; people without access get neither', async () => {
    const id = await makeDataset(house, 'asked');
    const values = `/api/v1/datasource/table/${id}/column/b/values/`;
    expect((await house.as('admin', 'GET', values)).body).toEqual({ result: ['x'] });
    expect((await house.as('gamma', 'GET', values)).status).toBe(403);
    expect((await house.as('admin', 'GET', values.replace('/b/', '/nope/'))).status).toBe(400);
    expect(await house.as('admin', 'GET', values.replace(`/${id}/`, '/99999999/'))).toMatchObject({
      status: 404,
      body: { message: 'Datasource does not exist' },
    });
    expect((await house.as('gamma', 'GET', '/api/v1/dataset/')).body).toMatchObject({ count: 0, result: [] });
    const samples = `/datasource/samples?datasource_type=table&datasource_id=${id}`;
    const shown = await house.as('admin', 'POST', samples, { body: {} });
    expect(shown).toMatchObject({
      status: 200,
      body: { result: { data: [{ a: 1, b: 'x' }], total_count: 1 } },
    });
    expect((await house.as('gamma', 'POST', samples, { body: {} })).status).toBe(403);
    expect((await house.as('nobody', 'POST', samples, { body: {} })).status).toBe(401);
  });

  test('only owners change it; a grant opens it for reading; removing it leaves its charts', async () => {
    const id = await makeDataset(house, 'owned', 'alpha');
    expect((await put(id, { description: 'by admin' })).status).toBe(200);
    const grant = await grantOn(house, id);
    expect(grant).toBe(200);
    const seen = await house.as('gamma', 'GET', '/api/v1/dataset/?q=(columns:!(id))');
    expect(seen.body).toMatchObject({ count: 1, result: [{ id }] });
    expect(
      (await house.as('gamma', 'PUT', `/api/v1/dataset/${id}`, { body: { description: 'x' } })).status,
    ).toBe(403);
    const chart = await makeChart(house, id, 'left behind');
    expect((await house.as('admin', 'GET', `/api/v1/dataset/${id}/related_objects`)).body).toMatchObject({
      charts: { count: 1, result: [{ id: chart }] },
      dashboards: { count: 0 },
    });
    expect((await house.as('alpha', 'DELETE', `/api/v1/dataset/${id}`)).status).toBe(200);
    expect((await house.as('admin', 'GET', `/api/v1/chart/${chart}`)).status).toBe(200);
    expect((await house.as('gamma', 'GET', '/api/v1/dataset/')).body).toMatchObject({ count: 0 });
  });

  test('nobody opens a closed table by making a dataset of it, or by moving one to it', async () => {
    const { db, callers } = house.services;
    const writer = await db
      .insertInto('roles')
      .values({ name: 'writer' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const pairs = await db
      .selectFrom('permission_views')
      .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
      .innerJoin('views', 'views.id', 'permission_views.view_id')
      .select('permission_views.id')
      .where('permissions.name', 'in', ['can_read', 'can_write'])
      .where('views.name', '=', 'Dataset')
      .execute();
    await db
      .insertInto('role_permissions')
      .values(pairs.map((pair) => ({ role_id: writer.id, permission_view_id: pair.id })))
      .execute();
    await db.insertInto('user_roles').values({ user_id: house.ids.other, role_id: writer.id }).execute();
    callers.forget();
    const make = (body: object) =>
      house.as('other', 'POST', '/api/v1/dataset/', { body: { database: house.uploads, ...body } });
    const closed = { status: 422, body: { message: { sql: [expect.stringMatching(/access/)] } } };
    expect(await make({ table_name: 'peek', sql: 'select * from secret' })).toMatchObject(closed);
    expect((await make({ table_name: 'secret' })).status).toBe(403);
    expect((await make({ table_name: 'one', sql: 'select 1 as a' })).status).toBe(422);
    const id = await makeDataset(house, 'handed over');
    expect((await put(id, { owners: [house.ids.other] })).status).toBe(200);
    const move = (body: object) => house.as('other', 'PUT', `/api/v1/dataset/${id}`, { body });
    expect((await move({ description: 'mine now' })).status).toBe(200);
    expect(await move({ sql: 'select * from secret' })).toMatchObject(closed);
    expect((await move({ sql: null, table_name: 'secret' })).status).toBe(403);
    expect(await read(id)).toMatchObject({
      table_name: 'handed over',
      sql: "select 1 as a, 'x' as b",
      description: 'mine now',
    });
  });

  test('templates are shown rendered to who asks for that', async () => {
    const id = await makeDataset(house, 'template');
    const change = {
      sql: "select {{ 1 + 1 }} as a, 'x' as b",
      metrics: [{ metric_name: 'm', expression: 'SUM(a) * {{ 2 * 3 }}' }],
      columns: [{ column_name: 'c', expression: 'a + {{ 4 }}' }, { column_name: 'd' }],
    };
    expect((await put(id, change)).status).toBe(200);
    const shown = async (address: string) =>
      (await house.as('admin', 'GET', `/api/v1/dataset/${id}?${address}`)).body;
    expect(await shown('include_rendered_sql=true')).toMatchObject({
      result: {
        sql: change.sql,
        rendered_sql: "select 2 as a, 'x' as b",
        metrics: [{ expression: 'SUM(a) * {{ 2 * 3 }}', rendered_expression: 'SUM(a) * 6' }],
        columns: [{ rendered_expression: 'a + 4' }, { column_name: 'd', expression: null }],
      },
    });
    const some = await shown('include_rendered_sql=true&q=(columns:!(id,sql))');
    expect(Object.keys(Object(member(some, 'result')))).toEqual(['id', 'sql', 'rendered_sql']);
    expect(member(await shown('include_rendered_sql=false'), 'result')).not.toHaveProperty('rendered_sql');
    await house.services.db
      .updateTable('datasets')
      .set({ sql: 'select {{ nope( }}' })
      .where('id', '=', id)
      .execute();
    expect(await house.as('admin', 'GET', `/api/v1/dataset/${id}?include_rendered_sql=true`)).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^Unable to render expression from dataset query\. ./) },
    });
  });

  test('virtual ones are copied; many are found by word, page and order', async () => {
    const id = await makeDataset(house, 'base');
    const made = await house.as('admin', 'POST', '/api/v1/dataset/duplicate', {
      body: { base_model_id: id, table_name: '100%_base' },
    });
    expect(made.status).toBe(201);
    expect(await read(memberId(made.body))).toMatchObject({
      table_name: '100%_base',
      columns: [{ column_name: 'a' }, { column_name: 'b' }],
    });
    const copy = (base_model_id: number) =>
      house.as('admin', 'POST', '/api/v1/dataset/duplicate', { body: { base_model_id, table_name: 'c' } });
    expect(await copy(99_999_999)).toMatchObject({
      status: 422,
      body: { message: 'Dataset parameters are invalid.' },
    });
    const find = (q: string) => house.as('admin', 'GET', `/api/v1/dataset/?q=${encodeURIComponent(q)}`);
    expect(
      (await find("(filters:!((col:table_name,opr:ct,value:'0%_B')),columns:!(table_name))")).body,
    ).toMatchObject({
      count: 1,
      result: [{ table_name: '100%_base' }],
    });
    const page = await find(
      '(order_column:table_name,order_direction:desc,page:1,page_size:2,columns:!(table_name))',
    );
    expect(member(page.body, 'result')).toHaveLength(2);
    expect(Number(member(page.body, 'count'))).toBeGreaterThan(4);
    const names = async (direction: string) => {
      const { body } = await find(
        `(order_column:table_name${direction},page_size:100,columns:!(table_name,schema,id))`,
      );
      return { list: member(body, 'result'), orders: member(body, 'order_columns') };
    };
    // Without a direction a list goes down; of the orders those are told that go by a column which is shown.
    expect(await names('')).toEqual(await names(',order_direction:desc'));
    expect(await names(',order_direction:asc')).not.toEqual(await names(''));
    expect((await names('')).orders).toEqual(['table_name', 'schema']);
    expect(await find('(order_column:nope)')).toMatchObject({
      status: 400,
      body: { message: 'Invalid order by column: nope' },
    });
    const asked = await find('(columns:!(table_name,wings,owners,id),page_size:1)');
    expect(member(asked.body, 'list_columns')).toEqual([
      'table_name',
      'owners.id',
      'owners.first_name',
      'owners.last_name',
      'id',
    ]);
    expect(member((await find('(columns:!(wings),page_size:1)')).body, 'list_columns')).toContain(
      'table_name',
    );
    expect((await find('(((')).status).toBe(400);
  });
});

/** Gives the role Gamma the right to read a dataset. */
async function grantOn(house: TestApp, dataset: number): Promise<number> {
  const { db, callers } = house.services;
  const pair = await db
    .selectFrom('permission_views')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .innerJoin('views', 'views.id', 'permission_views.view_id')
    .select('permission_views.id')
    .where('permissions.name', '=', 'datasource_access')
    .where('views.name', 'like', `%(id:${dataset})`)
    .executeTakeFirstOrThrow();
  const role = await db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'Gamma')
    .executeTakeFirstOrThrow();
  const held = await db
    .selectFrom('role_permissions')
    .select('permission_view_id')
    .where('role_id', '=', role.id)
    .execute();
  callers.forget();
  const permission_view_menu_ids = [...held.map((row) => row.permission_view_id), pair.id];
  return (
    await house.as('admin', 'POST', `/api/v1/security/roles/${role.id}/permissions`, {
      body: { permission_view_menu_ids },
    })
  ).status;
}
