import { once } from 'node:events';
import type { ToldEvent } from '@chartroom/model';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { jobSpace } from '../jobs/redis-jobs.ts';
import { openLine, REDIS, redisAnswers, removeRedisKeys } from '../testing/redis-server.ts';
import { type Answer, openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeChart, makeDataset, member } from '../testing/things.ts';
import { ASYNC, fresh, READY, Visitor } from '../testing/visitor.ts';

describe('charts that are answered by events', () => {
  let house: TestApp;
  let dataset: number;
  let admin: Visitor;
  beforeAll(async () => {
    house = await openTestApp('sqlite', { settings: ASYNC });
    dataset = await makeDataset(house, 'told');
    admin = await Visitor.of(house, 'admin');
  });
  afterAll(() => house.close());
  const post = (visitor: Visitor, body: unknown) => visitor.ask('POST', '/api/v1/chart/data', body);

  test('a chart that the server shapes is told of, and shaped when it is fetched', async () => {
    const metric = { expressionType: 'SQL', sqlExpression: 'COUNT(*) * 2', label: 'n' };
    const body = {
      form_data: JSON.stringify({ datasource: `${dataset}__table`, viz_type: 'bullet', metric }),
    };
    const begun = await admin.ask('POST', '/superset/explore_json/', body);
    expect(begun).toMatchObject({ status: 202, body: { status: 'pending' } });
    const { status, result_url } = await admin.eventOf(begun);
    expect([status, result_url]).toEqual([
      'done',
      expect.stringMatching(/^\/superset\/explore_json\/data\/qc-/),
    ]);
    const shaped = { data: { measures: [expect.any(Number)] }, status: 'success' };
    expect(await admin.ask('GET', String(result_url))).toMatchObject({ status: 200, body: shaped });
    expect(await admin.ask('POST', '/superset/explore_json/', body)).toMatchObject({
      status: 200,
      body: { ...shaped, is_cached: true },
    });
    const other = await Visitor.of(house, 'alpha');
    expect((await other.ask('GET', String(result_url))).status).toBe(404);
  });

  test('an answer that is not kept is told of, fetched, and then answered at once', async () => {
    const question = fresh(dataset);
    const begun = await post(admin, question);
    expect(begun).toMatchObject({ status: 202 });
    expect(begun.body).toEqual({
      channel_id: decodeJwt(admin.token).channel,
      job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: house.ids.admin,
      status: 'pending',
      errors: [],
      result_url: null,
    });
    const event = await admin.eventOf(begun);
    expect(event).toEqual({
      ...Object(begun.body),
      id: expect.stringMatching(/^\d+-\d+$/),
      status: 'done',
      result_url: expect.stringMatching(/^\/api\/v1\/chart\/data\/qc-[0-9a-f]{32}$/),
    });
    const fetched = await admin.ask('GET', event.result_url ?? '');
    expect(fetched).toMatchObject({ status: 200, body: { result: [{ data: [{ a: 1 }], is_cached: true }] } });
    expect(await post(admin, question)).toMatchObject({
      status: 200,
      body: { result: [{ data: [{ a: 1 }] }] },
    });
    expect(await post(admin, { ...question, force: true })).toMatchObject({ status: 202 });
    expect(await admin.events(event.id)).not.toContainEqual(event);
  });

  test('the stored question of a chart is asked so too', async () => {
    const chart = await makeChart(house, await makeDataset(house, 'stored'), 'stored');
    const begun = await admin.ask('GET', `/api/v1/chart/${chart}/data/`);
    expect(begun.status).toBe(202);
    const { result_url } = await admin.eventOf(begun);
    expect((await admin.ask('GET', result_url ?? '')).body).toMatchObject({
      result: [{ data: [{ a: 1, count: 1 }] }],
    });
  });

  test('and so are the charts of a dashboard, line by line', async () => {
    const made = await house.as('admin', 'POST', '/api/v1/dashboard/', { body: { dashboard_title: 'told' } });
    const ask = (context: object) =>
      admin.ask('POST', `/api/v1/dashboard/${member(made.body, 'id')}/data`, {
        charts: [{ id: 1, query_context: context }],
      });
    const question = fresh(dataset);
    const begun: { status: number; body: Answer['body'] } = JSON.parse((await ask(question)).text);
    expect(begun).toMatchObject({ status: 202, body: { status: 'pending' } });
    const event = await admin.eventOf({ ...begun, text: '', headers: {} });
    expect((await admin.ask('GET', event.result_url ?? '')).status).toBe(200);
    expect(JSON.parse((await ask(question)).text)).toMatchObject({
      status: 200,
      body: { result: [{ data: [{ a: 1 }] }] },
    });
  });

  test('what is wrong is said at once where it can be, and by the event where the engine finds it', async () => {
    expect((await post(admin, { datasource: { id: dataset, type: 'table' } })).status).toBe(400);
    expect((await post(admin, fresh(99_999))).status).toBe(404);
    const broken = { column: null, expressionType: 'SQL', sqlExpression: 'sum(nothing)', label: 'x' };
    const begun = await post(admin, {
      datasource: { id: dataset, type: 'table' },
      queries: [{ metrics: [broken] }],
    });
    expect(begun.status).toBe(202);
    const event = await admin.eventOf(begun);
    expect(event).toMatchObject({
      status: 'error',
      result_url: null,
      errors: [{ message: expect.stringContaining('nothing') }],
    });
  });

  test('files, parts of answers, and people without an account are answered at once', async () => {
    expect((await post(admin, fresh(dataset, { result_format: 'csv' }))).text).toContain('a\n1\n');
    expect((await post(admin, fresh(dataset, { result_type: 'query' }))).status).toBe(200);
    expect((await post(admin, fresh(dataset, { custom_cache_timeout: -1 }))).status).toBe(200);
  });

  test('a result belongs to who asked for it, while they may read it', async () => {
    const alpha = await Visitor.of(house, 'alpha');
    const { result_url } = await alpha.eventOf(await post(alpha, fresh(dataset)));
    const missing = await alpha.ask('GET', '/api/v1/chart/data/qc-unheard-of');
    expect(missing.status).toBe(404);
    const foreign = await admin.ask('GET', result_url ?? '');
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body]);
    expect((await alpha.ask('GET', result_url ?? '')).status).toBe(200);
    const { db, callers, sources } = house.services;
    const forget = () => {
      callers.forget();
      sources.forget();
    };
    const roles = await db
      .selectFrom('user_roles')
      .selectAll()
      .where('user_id', '=', house.ids.alpha)
      .execute();
    const gamma = await db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Gamma')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('user_roles')
      .set({ role_id: gamma.id })
      .where('user_id', '=', house.ids.alpha)
      .execute();
    forget();
    expect((await alpha.ask('GET', result_url ?? '')).status).toBe(403);
    await db
      .updateTable('user_roles')
      .set({ role_id: roles[0]?.role_id ?? 0 })
      .where('user_id', '=', house.ids.alpha)
      .execute();
    forget();
  });

  test('a result shows the rows that its reader may see now', async () => {
    const ruled = await makeDataset(house, 'ruled');
    const alpha = await Visitor.of(house, 'alpha');
    const { result_url } = await alpha.eventOf(await post(alpha, fresh(ruled)));
    const rows = async () => member((await alpha.ask('GET', result_url ?? '')).body, 'result', 0, 'data');
    expect(await rows()).toEqual([{ a: 1 }]);
    const role = await house.services.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Alpha')
      .executeTakeFirstOrThrow();
    const body = { name: 'none', filter_type: 'Regular', clause: 'a = 2', roles: [role.id], tables: [ruled] };
    expect((await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body })).status).toBe(201);
    expect(await rows()).toEqual([]);
  });

  test('a job is done with the rights that its owner has then', async () => {
    const { db, callers, sources, jobs, uuid } = house.services;
    const alpha = await Visitor.of(house, 'alpha');
    const event = await alpha.eventOf(await post(alpha, fresh(dataset)));
    const roles = await db
      .selectFrom('user_roles')
      .selectAll()
      .where('user_id', '=', house.ids.alpha)
      .execute();
    await db.deleteFrom('user_roles').where('user_id', '=', house.ids.alpha).execute();
    callers.forget();
    sources.forget();
    const job = uuid();
    const payload = {
      channel: event.channel_id,
      user: house.ids.alpha,
      job,
      key: (event.result_url ?? '').split('/').at(-1) ?? '',
      force: true,
    };
    await jobs.enqueue({ kind: 'chart', id: `${house.ids.alpha}-${job}`, payload, repeatable: true });
    const told = async () =>
      (await house.services.events.after(event.channel_id, event.id)).find(({ job_id }) => job_id === job);
    await expect
      .poll(told, READY)
      .toMatchObject({ status: 'error', result_url: null, errors: [{ message: 'Not found' }] });
    await db.insertInto('user_roles').values(roles).execute();
    callers.forget();
    sources.forget();
  });

  test('a result that had to make room is asked again', async () => {
    const { result_url } = await admin.eventOf(await post(admin, fresh(dataset)));
    await (await house.services.data()).forgetDataset(dataset);
    expect((await admin.ask('GET', result_url ?? '')).body).toMatchObject({
      result: [{ data: [{ a: 1 }], is_cached: null }],
    });
  });

  test('the cookie names the session’s channel; one that is missing, changed or another’s is refused', async () => {
    const claims = decodeJwt(admin.token);
    expect(claims).toEqual({
      channel: expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/),
      sub: String(house.ids.admin),
    });
    const { headers } = await admin.ask('GET', '/api/v1/me/');
    expect(headers['set-cookie']).toBeUndefined();
    const other = await Visitor.of(house, 'admin');
    expect(decodeJwt(other.token).channel).not.toBe(claims.channel);
    const gamma = await Visitor.of(house, 'gamma');
    const refused = async (token: string) => {
      const visitor = await Visitor.of(house, 'admin');
      visitor.token = token;
      const statuses = [
        (await visitor.ask('GET', '/api/v1/async_event/')).status,
        (await post(visitor, fresh(dataset))).status,
      ];
      expect(statuses).toEqual([401, 401]);
    };
    await refused('');
    await refused('junk');
    await refused(`${admin.token.slice(0, -4)}AAAA`);
    await refused(gamma.token);
    expect((await admin.ask('GET', '/api/v1/async_event/?last_id=junk')).status).toBe(400);
    expect((await house.as('nobody', 'GET', '/api/v1/async_event/')).status).toBe(401);
  });

  test('clients with a token have a channel of their account', async () => {
    const first = await house.as('admin', 'GET', '/api/v1/chart/');
    const token = /async-token=([^;]+); .*HttpOnly/.exec(String(first.headers['set-cookie']))?.[1] ?? '';
    const headers = { cookie: `async-token=${token}` };
    expect(
      (await house.as('admin', 'POST', '/api/v1/chart/data', { headers, body: fresh(dataset) })).status,
    ).toBe(202);
    expect((await house.as('gamma', 'GET', '/api/v1/async_event/', { headers })).status).toBe(401);
    expect((await house.as('admin', 'GET', '/api/v1/async_event/', { headers })).status).toBe(200);
  });

  test('a job is stopped by who began it', async () => {
    const sql =
      'select count(*) as a from range(40000000) as x, range(100000) as y where x.range % 7 = y.range % 11';
    const body = { database: house.uploads, table_name: 'endless', sql: `select * from (${sql}) t` };
    const made = await house.as('admin', 'POST', '/api/v1/dataset/', {
      body: { ...body, sql: 'select 1 as a' },
    });
    const id = Number(member(made.body, 'id'));
    await house.services.db.updateTable('datasets').set({ sql: body.sql }).where('id', '=', id).execute();
    const begun = await post(admin, fresh(id));
    const job = member(begun.body, 'job_id');
    const name = `${house.ids.admin}-${job}`;
    await expect.poll(() => house.services.jobs.status('chart', name), READY).toBe('running');
    const stop = (visitor: Visitor) => visitor.ask('DELETE', `/api/v1/async_event/${job}`);
    expect((await stop(await Visitor.of(house, 'alpha'))).status).toBe(404);
    expect((await stop(admin)).status).toBe(200);
    expect(await admin.eventOf(begun)).toMatchObject({
      status: 'error',
      errors: [{ message: 'The query was stopped.' }],
    });
    expect((await stop(admin)).status).toBe(404);
  });
});

describe('an address of the socket that is another one', () => {
  test('is one that pages may open', async () => {
    const url = 'wss://events.example.org:8443/there';
    const house = await openTestApp('sqlite', {
      settings: { ...ASYNC, CHARTROOM_GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL: url },
    });
    const { headers } = await house.as('nobody', 'GET', '/login/');
    expect(headers['content-security-policy']).toContain("connect-src 'self' wss://events.example.org:8443;");
    await house.close();
  });
});

describe('without the setting', () => {
  test('there are no events, and charts are answered at once', async () => {
    const house = await openTestApp('sqlite');
    const dataset = await makeDataset(house, 'plain');
    const answer = await house.as('admin', 'POST', '/api/v1/chart/data', { body: fresh(dataset) });
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await house.as('admin', 'GET', '/api/v1/async_event/')).status).toBe(404);
    await house.close();
  });
});

describe.runIf(await redisAnswers())('charts that are answered by events in Redis', () => {
  test('are asked of one process, and told and fetched at another', async () => {
    const prefix = `chartroom-test-${process.pid}-two-`;
    const settings = {
      ...ASYNC,
      CHARTROOM_REDIS_URL: REDIS,
      CHARTROOM_GLOBAL_ASYNC_QUERIES_REDIS_STREAM_PREFIX: prefix,
    };
    const one = await openTestApp('sqlite', { settings });
    const { SECRET_KEY, RECORDS_URL } = one.services.config;
    const shared = { ...settings, CHARTROOM_SECRET_KEY: SECRET_KEY, CHARTROOM_RECORDS_URL: RECORDS_URL };
    const other = await openTestApp('sqlite', { settings: shared, firstRunToken: 'none' });
    const origin = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const here = await Visitor.of(one, 'admin');
    const there = here.at(other);
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws?last_id=0-0`, {
      headers: { cookie: here.cookie },
    });
    const heard: ToldEvent[] = [];
    socket.on('message', (frame) => heard.push(JSON.parse(String(frame))));
    await once(socket, 'open');
    const begun = await here.ask('POST', '/api/v1/chart/data', fresh(await makeDataset(one, 'told')));
    const event = await there.eventOf(begun);
    await expect.poll(() => heard, READY).toEqual([event]);
    expect((await there.ask('GET', event.result_url ?? '')).body).toMatchObject({
      result: [{ data: [{ a: 1 }], is_cached: true }],
    });
    socket.close();
    await other.close();
    await one.close();
    await removeRedisKeys(prefix);
    await removeRedisKeys(jobSpace(one.services.config.SECRET_KEY));
  });

  test('without the server they are answered at once, and events are refused in words', async () => {
    const line = await openLine();
    const prefix = `chartroom-test-${process.pid}-`;
    const settings = {
      ...ASYNC,
      CHARTROOM_REDIS_URL: line.url,
      CHARTROOM_GLOBAL_ASYNC_QUERIES_REDIS_STREAM_PREFIX: prefix,
    };
    const house = await openTestApp('sqlite', { settings });
    const dataset = await makeDataset(house, 'told');
    const admin = await Visitor.of(house, 'admin');
    const question = fresh(dataset);
    const event = await admin.eventOf(await admin.ask('POST', '/api/v1/chart/data', question));
    expect((await admin.ask('GET', event.result_url ?? '')).body).toMatchObject({
      result: [{ data: [{ a: 1 }] }],
    });
    line.become('cut');
    const refused = await admin.ask('POST', '/api/v1/chart/data', fresh(dataset));
    // Where answers cannot be kept, they are given at once.
    expect(refused).toMatchObject({ status: 200, body: { result: [{ data: [{ a: 1 }] }] } });
    const silent = await admin.ask('GET', '/api/v1/async_event/');
    expect(silent).toMatchObject({ status: 503, body: { errors: [{ error_type: 'ASYNC_WORKERS_ERROR' }] } });
    line.become('through');
    await expect
      .poll(async () => (await admin.ask('POST', '/api/v1/chart/data', fresh(dataset))).status, READY)
      .toBe(202);
    await house.close();
    await line.close();
    await removeRedisKeys(prefix);
    await removeRedisKeys(jobSpace(house.services.config.SECRET_KEY));
  });
});
