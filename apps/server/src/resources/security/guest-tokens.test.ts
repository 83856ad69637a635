import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purposeKey } from '../../config.ts';
import { ensurePair } from '../../security/role-setup.ts';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member, memberId } from '../../testing/things.ts';

test('guests hold the role that the settings name, which strangers do not', async () => {
  const house = await openTestApp('sqlite', { settings: { CHARTROOM_GUEST_ROLE_NAME: 'Visitors' } });
  try {
    const { db } = house.services;
    const { id: role_id } = await db
      .insertInto('roles')
      .values({ name: 'Visitors' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const permission_view_id = await ensurePair(db, 'can_read', 'Dashboard');
    await db.insertInto('role_permissions').values({ role_id, permission_view_id }).execute();
    house.services.callers.forget();
    const board = memberId(
      (await house.as('admin', 'POST', '/api/v1/dashboard/', { body: { dashboard_title: 'Shown' } })).body,
    );
    await house.as('admin', 'POST', `/api/v1/dashboard/${board}/embedded`, { body: { allowed_domains: [] } });
    const body = {
      user: { username: 'visitor' },
      resources: [{ type: 'dashboard', id: String(board) }],
      rls: [],
    };
    const token = String(
      member((await house.as('admin', 'POST', '/api/v1/security/guest_token/', { body })).body, 'token'),
    );
    const path = `/api/v1/dashboard/${board}`;
    expect((await house.as('nobody', 'GET', path, { headers: { 'x-guesttoken': token } })).status).toBe(200);
    expect((await house.as('nobody', 'GET', path)).status).toBe(401);
  } finally {
    await house.close();
  }
});

test('a server that knows the secret makes tokens itself, which come in the header that the settings name', async () => {
  const secret = 'a-secret-of-7-servers-and-of-3-houses';
  const settings = {
    CHARTROOM_GUEST_TOKEN_JWT_SECRET: secret,
    CHARTROOM_GUEST_TOKEN_HEADER_NAME: 'X-Visitor',
  };
  const house = await openTestApp('sqlite', { settings });
  try {
    const made = await house.as('admin', 'POST', '/api/v1/dashboard/', {
      body: { dashboard_title: 'Shown' },
    });
    const id = String(memberId(made.body));
    await house.as('admin', 'POST', `/api/v1/dashboard/${id}/embedded`, { body: { allowed_domains: [] } });
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      user: { username: 'visitor' },
      resources: [{ type: 'dashboard', id }],
      rls_rules: [],
      type: 'guest',
    };
    const sign = (key: string, aud = 'chartroom') =>
      new SignJWT({ ...claims, aud, iat: now, exp: now + 60 })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(key));
    const me = async (headers: Record<string, string>) =>
      (await house.as('nobody', 'GET', '/api/v1/me/roles/', { headers })).status;
    expect(await me({ 'x-visitor': await sign(secret) })).toBe(200);
    expect(await me({ 'x-guesttoken': await sign(secret) })).toBe(401);
    expect(await me({ 'x-visitor': await sign(`${secret}x`) })).toBe(401);
    expect(await me({ 'x-visitor': await sign(secret, 'another-house') })).toBe(401);
  } finally {
    await house.close();
  }
});

describe.each(RECORD_KINDS)('guests on %s', (kind) => {
  let house: TestApp;
  let dataset: number;
  let chart: number;
  let board: number;
  let other: number;
  let uuid: string;
  const question = { columns: ['town'], metrics: ['count'], row_limit: 10, orderby: [['count', false]] };

  beforeAll(async () => {
    house = await openTestApp(kind);
    const sql = "select * from (values ('Oslo', 1), ('Oslo', 2), ('Rome', 3)) as t(town, secret)";
    const made = { database: house.uploads, table_name: 'towns', sql };
    dataset = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body: made })).body);
    const query_context = JSON.stringify({ datasource: { id: dataset, type: 'table' }, queries: [question] });
    const body = {
      slice_name: 'Towns',
      viz_type: 'table',
      datasource_id: dataset,
      datasource_type: 'table',
      params: '{}',
      query_context,
    };
    chart = memberId((await house.as('admin', 'POST', '/api/v1/chart/', { body })).body);
    board = await dashboard('Shown');
    other = await dashboard('Not shown');
    const embedded = await house.as('admin', 'POST', `/api/v1/dashboard/${board}/embedded`, {
      body: { allowed_domains: [] },
    });
    uuid = String(member(embedded.body, 'result', 'uuid'));
    await openToPublic('can_read', 'Dashboard');
    await openToPublic('can_read', 'Chart');
    await openToPublic('can_read', 'Query');
  });
  afterAll(() => house.close());

  async function dashboard(dashboard_title: string): Promise<number> {
    const layout = {
      CHART: { type: 'CHART', id: 'CHART', children: [], meta: { chartId: chart, width: 4, height: 50 } },
    };
    const filter = { id: 'NATIVE_FILTER-1', targets: [{ datasetId: dataset, column: { name: 'town' } }] };
    const body = {
      dashboard_title,
      published: true,
      position_json: JSON.stringify(layout),
      json_metadata: JSON.stringify({ native_filter_configuration: [filter] }),
    };
    return memberId((await house.as('admin', 'POST', '/api/v1/dashboard/', { body })).body);
  }

  async function openToPublic(permission: string, view: string): Promise<void> {
    const { db, callers } = house.services;
    const permission_view_id = await ensurePair(db, permission, view);
    const role = await db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Public')
      .executeTakeFirstOrThrow();
    await db.insertInto('role_permissions').values({ role_id: role.id, permission_view_id }).execute();
    callers.forget();
  }

  async function tokenFor(rls: object[] = [], id = uuid): Promise<string> {
    const body = { user: { username: 'visitor' }, resources: [{ type: 'dashboard', id }], rls };
    const answer = await house.as('admin', 'POST', '/api/v1/security/guest_token/', { body });
    expect(answer.status).toBe(200);
    return String(member(answer.body, 'token'));
  }

  const as = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
    house.as('nobody', method, url, {
      ...(body !== undefined && { body }),
      headers: { 'x-guesttoken': token },
    });
  const ask = (token: string, query: object = question, form: object = {}, more: object = {}) =>
    as(token, 'POST', '/api/v1/chart/data', {
      datasource: { id: dataset, type: 'table' },
      queries: [query],
      form_data: { dashboardId: board, slice_id: chart, ...form },
      ...more,
    });
  /** A chart on the dashboard that was never drawn where it was saved: it has no stored question. */
  async function undrawn(params: object): Promise<number> {
    const body = {
      slice_name: 'By day',
      viz_type: 'echarts_timeseries_line',
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify(params),
    };
    const id = memberId((await house.as('admin', 'POST', '/api/v1/chart/', { body })).body);
    await house.services.db
      .insertInto('dashboard_charts')
      .values({ dashboard_id: board, chart_id: id })
      .execute();
    return id;
  }
  const rows = (answer: { body: unknown }) => member(answer.body, 'result', 0, 'data');

  test('of a chart without a stored question, what the page makes of it may be asked', async () => {
    const id = await undrawn({
      x_axis: 'town',
      metrics: ['count'],
      groupby: [],
      row_limit: 10,
      time_grain_sqla: 'P1D',
    });
    const token = await tokenFor();
    const column = { columnType: 'BASE_AXIS', expressionType: 'SQL', isColumnReference: true };
    const axis = { ...column, sqlExpression: 'town', label: 'town', timeGrain: 'P1D' };
    const about = (query: object) =>
      ask(token, { metrics: ['count'], row_limit: 10, ...query }, { slice_id: id });
    expect((await about({ columns: [axis] })).status).toBe(200);
    expect((await about({ columns: [{ ...axis, sqlExpression: 'secret', label: 'secret' }] })).status).toBe(
      403,
    );
    expect((await about({ columns: ['secret'] })).status).toBe(403);
  });

  test('a layer of annotations that the chart shows is shown, and a table that pages turns its pages', async () => {
    const layer = { name: 'Days', sourceType: 'NATIVE', annotationType: 'EVENT', value: 0 };
    const made = await house.as('admin', 'POST', '/api/v1/annotation_layer/', { body: { name: 'Days' } });
    const shown = { ...layer, value: memberId(made.body) };
    const id = await undrawn({
      x_axis: 'town',
      metrics: ['count'],
      groupby: [],
      row_limit: 10,
      annotation_layers: [shown],
      server_pagination: true,
    });
    const token = await tokenFor();
    const about = (query: object) =>
      ask(token, { metrics: ['count'], row_limit: 10, ...query }, { slice_id: id });
    const other = { ...shown, value: shown.value + 1 };
    expect((await about({ annotation_layers: [{ ...shown, overrides: {} }], row_offset: 10 })).status).toBe(
      200,
    );
    expect((await about({ annotation_layers: [other] })).status).toBe(403);
    expect((await about({ annotation_layers: [{ ...shown, sourceType: 'line' }] })).status).toBe(403);
  });

  test('tokens are given by those who may, for dashboards that are embedded', async () => {
    const body = { user: {}, resources: [{ type: 'dashboard', id: uuid }], rls: [] };
    expect((await house.as('gamma', 'POST', '/api/v1/security/guest_token/', { body })).status).toBe(403);
    const strange = {
      ...body,
      resources: [{ type: 'dashboard', id: '00000000-0000-4000-8000-000000000000' }],
    };
    expect((await house.as('admin', 'POST', '/api/v1/security/guest_token/', { body: strange })).status).toBe(
      400,
    );
    const hidden = { ...body, resources: [{ type: 'dashboard', id: String(other) }] };
    expect((await house.as('admin', 'POST', '/api/v1/security/guest_token/', { body: hidden })).status).toBe(
      400,
    );
    expect(
      (await house.as('admin', 'POST', '/api/v1/security/guest_token/', { body: { user: {} } })).status,
    ).toBe(400);
  });

  test('S87: a guest opens the dashboard of the token, learns nothing of the house, and changes nothing', async () => {
    const token = await tokenFor();
    const opened = await as(token, 'GET', `/api/v1/dashboard/${board}`);
    expect(member(opened.body, 'result', 'dashboard_title')).toBe('Shown');
    expect(opened.text).not.toContain('Tester');
    expect((await as(token, 'GET', `/api/v1/dashboard/${other}`)).status).toBe(404);
    const datasets = await as(token, 'GET', `/api/v1/dashboard/${board}/datasets`);
    expect(member(datasets.body, 'result', 0, 'columns', 0, 'column_name')).toBe('town');
    for (const word of ['Oslo', 'uploads', 'Tester']) expect(datasets.text).not.toContain(word);
    expect((await as(token, 'PUT', `/api/v1/dashboard/${board}`, { dashboard_title: 'x' })).status).toBe(403);
    expect((await as(token, 'DELETE', `/api/v1/dashboard/${board}`)).status).toBe(403);
    expect((await as(token, 'GET', '/api/v1/dataset/')).status).toBe(403);
    expect((await as(token, 'GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')).status).toBe(403);
  });

  test('S85, S86: a guest reads the rows of the token’s rules, and neither the query nor what went wrong with it', async () => {
    const all = await ask(await tokenFor());
    expect(rows(all)).toEqual([
      { town: 'Oslo', count: 2 },
      { town: 'Rome', count: 1 },
    ]);
    expect(member(all.body, 'result', 0, 'query')).toBe('');
    expect(rows(await ask(await tokenFor([{ clause: "town = 'Rome'" }])))).toEqual([
      { town: 'Rome', count: 1 },
    ]);
    expect(rows(await ask(await tokenFor([{ dataset, clause: 'secret > 1' }])))).toHaveLength(2);
    expect(rows(await ask(await tokenFor([{ dataset: 99_999_999, clause: '1 = 0' }])))).toHaveLength(2);
    const broken = await ask(await tokenFor([{ clause: 'no_such_column = 1' }]));
    expect(broken.status).toBe(400);
    expect(broken.text).not.toMatch(/no_such_column|towns|select/i);
    const known = await house.as('admin', 'POST', '/api/v1/chart/data', {
      body: { datasource: { id: dataset, type: 'table' }, queries: [question] },
    });
    expect(String(member(known.body, 'result', 0, 'query'))).toContain('SELECT');
  });

  test.each([
    ['another column', { columns: ['secret'] }],
    ['another metric', { metrics: [{ expressionType: 'SQL', sqlExpression: 'max(secret)', label: 'm' }] }],
    ['more rows', { row_limit: 1000 }],
    ['no limit', { row_limit: undefined }],
    ['a clause', { extras: { where: 'secret > 1' } }],
    [
      'an expression to filter by',
      { filters: [{ col: { label: 'x', sqlExpression: 'secret', expressionType: 'SQL' }, op: '>', val: 1 }] },
    ],
    ['another order', { orderby: [['secret', true]] }],
    ['other series', { series_columns: ['secret'], series_limit: 1 }],
    [
      'series by SQL',
      {
        series_limit: 1,
        series_limit_metric: { expressionType: 'SQL', sqlExpression: 'max(secret)', label: 'm' },
      },
    ],
    [
      'series by SQL, by its old name',
      { timeseries_limit_metric: { expressionType: 'SQL', sqlExpression: 'max(secret)', label: 'm' } },
    ],
    [
      'a layer of annotations',
      { annotation_layers: [{ name: 'n', sourceType: 'NATIVE', annotationType: 'EVENT', value: 1 }] },
    ],
    ['the next page', { row_offset: 10 }],
    ['all rows', { result_type: 'samples' }],
  ])('S84: %s is refused', async (_name, change) => {
    expect((await ask(await tokenFor(), { ...question, ...change })).status).toBe(403);
  });

  test('F7: what a chart measures, filters or orders by is shown as the chart uses it, and not as rows', async () => {
    const metric = {
      expressionType: 'SIMPLE',
      column: { column_name: 'secret' },
      aggregate: 'MAX',
      label: 'top',
    };
    const id = await undrawn({
      viz_type: 'echarts_timeseries_line',
      x_axis: 'town',
      metrics: [metric],
      groupby: [],
      row_limit: 10,
      adhoc_filters: [
        { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'secret', operator: '>', comparator: 0 },
        { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'secret < 9' },
      ],
    });
    const token = await tokenFor();
    const where = '(secret < 9)';
    const own = { columns: ['town'], metrics: [metric], row_limit: 10, extras: { where } };
    const about = async (query: object) => (await ask(token, { ...own, ...query }, { slice_id: id })).status;
    const axis = {
      columnType: 'BASE_AXIS',
      expressionType: 'SQL',
      isColumnReference: true,
      sqlExpression: 'town',
      label: 'town',
    };
    expect(await about({ columns: [axis] })).toBe(200);
    expect(await about({ columns: [axis], filters: [{ col: 'secret', op: '>', val: 0 }] })).toBe(200);
    expect(await about({ columns: [axis], filters: [{ col: 'secret', op: '>', val: 2 }] })).toBe(403);
    expect(await about({ columns: [axis], filters: [{ col: 'town', op: 'IN', val: ['Oslo'] }] })).toBe(200);
    expect(await about({ columns: [axis], extras: { where: `${where} AND (1 = 0)` } })).toBe(200);
    // The words of the chart in other places of the question.
    expect(await about({ columns: ['secret'] })).toBe(403);
    expect(await about({ columns: ['secret'], metrics: undefined })).toBe(403);
    expect(await about({ columns: [axis], metrics: undefined })).toBe(403);
    expect(await about({ columns: [], groupby: ['secret'] })).toBe(403);
    expect(await about({ columns: [axis], metrics: ['secret'] })).toBe(403);
    expect(await about({ columns: [axis], extras: { having: 'secret' } })).toBe(403);
    expect(await about({ columns: [axis], is_timeseries: true, granularity: 'secret' })).toBe(403);
    expect(await about({ columns: [axis], row_limit: 0 })).toBe(403);
    expect(await about({ columns: [{ label: 'x', sqlExpression: 'secret', expressionType: 'SQL' }] })).toBe(
      403,
    );
  });

  test('F7: filters narrow by what the dashboard filters by; nobody finds out values of other columns by trying', async () => {
    const token = await tokenFor();
    const by = async (col: string) =>
      (await ask(token, { ...question, filters: [{ col, op: '>=', val: 3 }] })).status;
    const ofOthers = await house.as('admin', 'POST', '/api/v1/dataset/', {
      body: { database: house.uploads, table_name: 'plain towns', sql: "select 'Oslo' as town, 1 as hidden" },
    });
    const kept = { datasource: { id: memberId(ofOthers.body), type: 'table' }, queries: [question] };
    const body = {
      slice_name: 'Plain',
      viz_type: 'table',
      datasource_id: memberId(ofOthers.body),
      datasource_type: 'table',
      params: '{}',
    };
    const plain = memberId(
      (
        await house.as('admin', 'POST', '/api/v1/chart/', {
          body: { ...body, query_context: JSON.stringify(kept) },
        })
      ).body,
    );
    await house.services.db
      .insertInto('dashboard_charts')
      .values({ dashboard_id: board, chart_id: plain })
      .execute();
    const about = (col: string) =>
      as(token, 'POST', '/api/v1/chart/data', {
        ...kept,
        queries: [{ ...question, filters: [{ col, op: '==', val: 1 }] }],
        form_data: { dashboardId: board, slice_id: plain },
      });
    expect((await about('hidden')).status).toBe(403);
    expect(await by('town')).toBe(200);
  });

  test('a guest may drill into what the dashboard of the token shows, and learns nothing of people', async () => {
    await openToPublic('can_get_drill_info', 'Dataset');
    const token = await tokenFor();
    const path = `/api/v1/dataset/${dataset}/drill_info/`;
    expect((await as(token, 'GET', path)).status).toBe(404);
    expect((await as(token, 'GET', `${path}?q=(dashboard_id:${other})`)).status).toBe(404);
    const told = await as(token, 'GET', `${path}?q=(dashboard_id:${board})`);
    expect(told).toMatchObject({
      status: 200,
      body: { result: { id: dataset, columns: [{ column_name: 'town' }, { column_name: 'secret' }] } },
    });
    expect(Object.keys(Object(member(told.body, 'result')))).toEqual(['id', 'table_name', 'columns']);
    const elsewhere = memberId(
      (
        await house.as('admin', 'POST', '/api/v1/dataset/', {
          body: { database: house.uploads, table_name: 'apart', sql: 'select 1 as a' },
        })
      ).body,
    );
    expect(
      (await as(token, 'GET', `/api/v1/dataset/${elsewhere}/drill_info/?q=(dashboard_id:${board})`)).status,
    ).toBe(404);
  });

  test('a grant of the role of guests opens no other question', async () => {
    const view = await house.services.db
      .selectFrom('views')
      .select('name')
      .where('name', 'like', `%(id:${dataset})`)
      .executeTakeFirstOrThrow();
    await openToPublic('datasource_access', view.name);
    house.services.sources.forget();
    const token = await tokenFor();
    expect((await ask(token)).status).toBe(200);
    expect((await ask(token, { columns: ['secret'], metrics: [], row_limit: 5 })).status).toBe(403);
    expect((await ask(token, question, { dashboardId: other })).status).toBe(403);
    const granted = await ensurePair(house.services.db, 'datasource_access', view.name);
    await house.services.db
      .deleteFrom('role_permissions')
      .where('permission_view_id', '=', granted)
      .execute();
    house.services.callers.forget();
  });

  test('a guest is told who they are, and nothing that belongs to accounts', async () => {
    const body = {
      user: { username: 'visitor', first_name: 'Vera' },
      resources: [{ type: 'dashboard', id: uuid }],
      rls: [],
    };
    const made = await house.as('admin', 'POST', '/api/v1/security/guest_token/', { body });
    const token = String(member(made.body, 'token'));
    const me = { username: 'visitor', first_name: 'Vera', is_active: true, is_anonymous: false };
    expect((await as(token, 'GET', '/api/v1/me/')).body).toEqual({ result: me });
    expect((await as(token, 'GET', '/api/v1/me/roles/')).body).toEqual({
      result: {
        username: 'visitor',
        firstName: 'Vera',
        isActive: true,
        isAnonymous: false,
        roles: { Public: expect.arrayContaining([['can_read', 'Dashboard']]) },
        permissions: { database_access: [], datasource_access: [] },
      },
    });
    expect((await as(token, 'PUT', '/api/v1/me/', { first_name: 'Eve' })).status).toBe(403);
    expect((await house.as('nobody', 'GET', '/api/v1/me/')).status).toBe(401);
  });

  test('filters of the dashboard ask for their own values, and narrow its charts', async () => {
    const token = await tokenFor();
    const form = { type: 'NATIVE_FILTER', native_filter_id: 'NATIVE_FILTER-1', slice_id: undefined };
    expect(rows(await ask(token, { columns: ['town'], metrics: [], row_limit: 100 }, form))).toHaveLength(2);
    expect((await ask(token, { columns: ['secret'], metrics: [], row_limit: 100 }, form)).status).toBe(403);
    const byLayer = {
      columns: ['town'],
      metrics: [],
      row_limit: 100,
      annotation_layers: [{ name: 'n', sourceType: 'NATIVE', value: 1 }],
    };
    expect((await ask(token, byLayer, form)).status).toBe(403);
    expect(
      (await ask(token, { columns: ['town'], metrics: [], row_limit: 100, series_columns: ['secret'] }, form))
        .status,
    ).toBe(403);
    const narrowed = await ask(token, { ...question, filters: [{ col: 'town', op: 'IN', val: ['Rome'] }] });
    expect(rows(narrowed)).toEqual([{ town: 'Rome', count: 1 }]);
    expect((await ask(token, question, { dashboardId: other })).status).toBe(403);
    expect((await ask(token, question, {}, { result_type: 'query' })).status).toBe(403);
  });

  test('S83: tokens that are none, over, for others, or of dashboards no longer embedded open nothing', async () => {
    const token = await tokenFor();
    const key = purposeKey(house.services.config.SECRET_KEY, 'guest tokens');
    const made = (claims: object, audience: string, end: string, secret = key) =>
      new SignJWT({
        user: {},
        resources: [{ type: 'dashboard', id: uuid }],
        rls_rules: [],
        type: 'guest',
        ...claims,
      })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(end)
        .sign(secret);
    const open = async (given: string) => (await as(given, 'GET', `/api/v1/dashboard/${board}`)).status;
    expect(await open(await made({}, 'chartroom', '5m'))).toBe(200);
    const bad = [
      await made({}, 'another', '5m'),
      await made({}, 'chartroom', '-1m'),
      await made({ rls_rules: undefined }, 'chartroom', '5m'),
      await made({ type: 'access' }, 'chartroom', '5m'),
      await made({}, 'chartroom', '5m', Buffer.alloc(32, 1)),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
      'junk',
    ];
    for (const given of bad) expect(await open(given)).toBe(404);
    await house.as('admin', 'DELETE', `/api/v1/dashboard/${board}/embedded`);
    expect(await open(token)).toBe(404);
  });
});
