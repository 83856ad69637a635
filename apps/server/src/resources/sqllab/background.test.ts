import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tidyAfterCrash } from '../../after-a-crash.ts';
import { jobSpace } from '../../jobs/redis-jobs.ts';
import { openLine, redisAnswers, removeRedisKeys } from '../../testing/redis-server.ts';
import {
  type Answer,
  openTestApp,
  type PersonName,
  RECORD_KINDS,
  type TestApp,
} from '../../testing/test-app.ts';
import { member, memberId } from '../../testing/things.ts';

const WAREHOUSE =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';
const LONG =
  'select count(*) as n from range(40000000) as a, range(100000) as b where a.range % 7 = b.range % 11';
const READY = { timeout: 20_000 };

function driver(house: TestApp) {
  const begin = (sql: string, client_id: string, more: object = {}, who: PersonName = 'admin') =>
    house.as(who, 'POST', '/api/v1/sqllab/execute/', {
      body: { database_id: house.uploads, sql, client_id, runAsync: true, ...more },
    });
  const record = async (id: string) =>
    house.services.db.selectFrom('queries').selectAll().where('client_id', '=', id).executeTakeFirstOrThrow();
  const ended = (id: string) => expect.poll(async () => (await record(id)).status, READY);
  const results = async (id: string, who: PersonName = 'admin') =>
    house.as(who, 'GET', `/api/v1/sqllab/results/?q=(key:'${(await record(id)).results_key}')`);
  return { begin, record, ended, results };
}
const errorOf = (answer: Answer) => ({
  status: answer.status,
  type: member(answer.body, 'errors', 0, 'error_type'),
});

describe.each(RECORD_KINDS)('runs of SQL Lab that nobody waits for, on %s', (kind) => {
  let house: TestApp;
  let lab: ReturnType<typeof driver>;
  /** Progress as it was written to the records. */
  const noted: unknown[] = [];
  beforeAll(async () => {
    house = await openTestApp(kind, {
      settings: { CHARTROOM_JOBS_AT_ONCE: '1', CHARTROOM_SQLLAB_ASYNC_TIME_LIMIT_SEC: '2' },
      log: ({ query }) => {
        if (query.sql.startsWith('update "queries" set "progress"')) noted.push(query.parameters[0]);
      },
    });
    lab = driver(house);
    const body = { allow_ctas: true, allow_cvas: true, allow_dml: true };
    expect((await house.as('admin', 'PUT', `/api/v1/database/${house.uploads}`, { body })).status).toBe(200);
  });
  afterAll(() => house.close());

  test('are pending first, and one waits until the other has ended', async () => {
    const first = await lab.begin(LONG, 'first');
    expect(first).toMatchObject({
      status: 202,
      body: { query: { id: 'first', state: 'pending', progress: 0, resultsKey: null } },
    });
    await lab.ended('first').toBe('running');
    expect((await lab.begin('select 1 as n', 'second')).status).toBe(202);
    expect((await lab.record('second')).status).toBe('pending');
    expect(
      (await house.as('admin', 'POST', '/api/v1/query/stop', { body: { client_id: 'second' } })).status,
    ).toBe(200);
    expect((await lab.record('second')).status).toBe('stopped');
    await lab.ended('first').toBe('timed_out');
    expect(await lab.record('first')).toMatchObject({ error_message: expect.stringContaining('2 seconds') });
    expect(JSON.parse((await lab.record('first')).extra ?? '')).toMatchObject({
      errors: [{ error_type: 'SQLLAB_TIMEOUT_ERROR' }],
    });
    expect((await lab.begin('select 2 as n', 'second')).status).toBe(202);
    await lab.ended('second').toBe('success');
    expect((await lab.results('second')).body).toMatchObject({ data: [{ n: 2 }] });
  });

  test('make tables and views, whose rows are then in them', async () => {
    const keep = { select_as_cta: true, tmp_table_name: 'made later' };
    expect((await lab.begin('select range as n from range(5)', 'table', keep)).status).toBe(202);
    await lab.ended('table').toBe('success');
    expect(await lab.record('table')).toMatchObject({
      results_key: null,
      select_as_cta_used: 1,
      tmp_table_name: 'made later',
    });
    await lab.begin('select 7 as n', 'view', { ...keep, ctas_method: 'VIEW', tmp_table_name: 'seen_later' });
    await lab.ended('view').toBe('success');
    await lab.begin('select (select sum(n) from "made later") as t, n from seen_later', 'both');
    await lab.ended('both').toBe('success');
    expect((await lab.results('both')).body).toMatchObject({ data: [{ t: 10, n: 7 }] });
  });

  test('are refused at once when they may not be run, and tell later what only the engine finds', async () => {
    expect(errorOf(await lab.begin('select from', 'unread'))).toEqual({
      status: 422,
      type: 'INVALID_SQL_ERROR',
    });
    expect((await lab.record('unread')).status).toBe('failed');
    expect((await lab.begin('select 1', 'foreign', {}, 'analyst')).status).toBe(403);
    expect((await lab.begin('select nothing', 'fails')).status).toBe(202);
    await lab.ended('fails').toBe('failed');
    expect(JSON.parse((await lab.record('fails')).extra ?? '')).toMatchObject({
      errors: [{ error_type: expect.any(String) }],
    });
  });

  test('are refused where they would write and are asked to read only, as those that somebody waits for', async () => {
    const now = (sql: string, more: object = {}) => lab.begin(sql, 'only', { runAsync: false, ...more });
    const count = () => now('select count(*) as n from counted', { onlyReads: true });
    await now('create table counted as select 1 as n');
    const writing = "insert into counted select 2; select 'done' as said";
    for (const runAsync of [false, true])
      expect(errorOf(await now(writing, { onlyReads: true, runAsync }))).toEqual({
        status: 403,
        type: 'DML_NOT_ALLOWED_ERROR',
      });
    expect((await count()).body).toMatchObject({ data: [{ n: 1 }] });
    expect((await now(writing)).status).toBe(200);
    expect((await count()).body).toMatchObject({ data: [{ n: 2 }] });
  });

  test('say how far they are, and keep their rows to those who may read them', async () => {
    noted.length = 0;
    await lab.begin('select 1; select 2; select 3 as n', 'steps');
    await lab.ended('steps').toBe('success');
    expect(noted).toEqual([33, 67]);
    const { db } = house.services;
    await db
      .updateTable('queries')
      .set({ user_id: house.ids.analyst })
      .where('client_id', '=', 'steps')
      .execute();
    // It is theirs, but what it was made of is not open to them.
    expect((await lab.results('steps', 'analyst')).status).toBe(403);
    expect((await lab.results('steps', 'other')).status).toBe(403);
    expect((await lab.results('steps', 'admin')).status).toBe(200);
  });

  test('do not run for somebody who has lost the right meanwhile', async () => {
    const { db, jobs, callers } = house.services;
    await lab.begin(LONG, 'blocks');
    await lab.begin('select 1 as n', 'later');
    await db
      .updateTable('queries')
      .set({ user_id: house.ids.gamma })
      .where('client_id', '=', 'later')
      .execute();
    callers.forget();
    await jobs.cancel('sql', (await lab.record('blocks')).uuid);
    await lab.ended('later').toBe('failed');
    expect((await lab.record('later')).error_message).toContain('may not run queries');
  });

  test('that were stopped while their turn came are not begun', async () => {
    const { db, jobs } = house.services;
    await lab.begin(LONG, 'before');
    await lab.begin('select 1 as n', 'over');
    await db.updateTable('queries').set({ status: 'stopped' }).where('client_id', '=', 'over').execute();
    await jobs.cancel('sql', (await lab.record('before')).uuid);
    const { uuid } = await lab.record('over');
    await expect.poll(() => jobs.status('sql', uuid), READY).toBe(undefined);
    expect(await lab.record('over')).toMatchObject({
      status: 'stopped',
      start_running_time: null,
      rows: null,
    });
  });

  test('are left to the jobs after a crash, but for those of which no job is known', async () => {
    await lab.begin(LONG, 'known');
    await lab.ended('known').toBe('running');
    await lab.begin('select 1 as n', 'unknown');
    const { db } = house.services;
    const { uuid } = await lab.record('unknown');
    await db.deleteFrom('jobs').where('name', '=', uuid).execute();
    await tidyAfterCrash(house.services);
    expect([(await lab.record('known')).status, (await lab.record('unknown')).status]).toEqual([
      'running',
      'failed',
    ]);
    await lab.ended('known').toBe('timed_out');
  });

  test('are stopped in the engine', async () => {
    const watcher = new pg.Client({ connectionString: WAREHOUSE });
    await watcher.connect();
    const made = await house.as('admin', 'POST', '/api/v1/database/', {
      body: { database_name: 'stopping', sqlalchemy_uri: WAREHOUSE, expose_in_sqllab: true },
    });
    const mark = `stop_me_${kind}`;
    const active = async () => {
      const text =
        "select count(*)::int as n from pg_stat_activity where query like $1 and state = 'active' and pid <> pg_backend_pid()";
      return (await watcher.query<{ n: number }>(text, [`%${mark}%`])).rows[0]?.n;
    };
    const series = 'generate_series(1, 30000)';
    const sql = `select count(*) as ${mark} from ${series} a, ${series} b, ${series} c`;
    expect((await lab.begin(sql, 'engine', { database_id: memberId(made.body) })).status).toBe(202);
    await expect.poll(active, READY).toBe(1);
    expect(
      (await house.as('admin', 'POST', '/api/v1/query/stop', { body: { client_id: 'engine' } })).status,
    ).toBe(200);
    await expect.poll(active, { timeout: 2_000 }).toBe(0);
    await lab.ended('engine').toBe('stopped');
    await watcher.end();
  });
});

describe('where the operator keeps no results', () => {
  test('nothing runs without somebody who waits', async () => {
    const house = await openTestApp('sqlite', { settings: { CHARTROOM_RESULTS_BACKEND: 'none' } });
    const { begin } = driver(house);
    const missing = { status: 500, type: 'RESULTS_BACKEND_NOT_CONFIGURED_ERROR' };
    expect(errorOf(await begin('select 1 as n', 'later'))).toEqual(missing);
    expect((await begin('select 1 as n', 'now', { runAsync: false })).status).toBe(200);
    expect(errorOf(await house.as('admin', 'GET', "/api/v1/sqllab/results/?q=(key:'x')"))).toEqual(missing);
    await house.as('admin', 'PUT', `/api/v1/database/${house.uploads}`, { body: { allow_run_async: true } });
    expect(errorOf(await begin('select 1 as n', 'now', { runAsync: false }))).toEqual(missing);
    await house.close();
  });
});

describe('where the operator wants nobody to wait', () => {
  test('every run is one that nobody waits for', async () => {
    const house = await openTestApp('sqlite', { settings: { CHARTROOM_SQLLAB_FORCE_RUN_ASYNC: 'true' } });
    expect((await driver(house).begin('select 1 as n', 'forced', { runAsync: false })).status).toBe(202);
    await driver(house).ended('forced').toBe('success');
    await house.close();
  });
});

describe.runIf(await redisAnswers())('with the jobs in Redis', () => {
  test('a server that goes in the middle leaves what runs alone, and refuses in words what is new', async () => {
    const line = await openLine();
    const house = await openTestApp('sqlite', { settings: { CHARTROOM_REDIS_URL: line.url } });
    const lab = driver(house);
    await lab.begin(LONG, 'middle');
    await lab.ended('middle').toBe('running');
    line.become('cut');
    expect(errorOf(await lab.begin('select 1 as n', 'refused'))).toEqual({
      status: 503,
      type: 'ASYNC_WORKERS_ERROR',
    });
    expect((await lab.record('refused')).status).toBe('failed');
    expect((await lab.begin('select 1 as n', 'now', { runAsync: false })).body).toMatchObject({
      data: [{ n: 1 }],
    });
    expect(
      (await house.as('admin', 'POST', '/api/v1/query/stop', { body: { client_id: 'middle' } })).status,
    ).toBe(200);
    await lab.ended('middle').toBe('stopped');
    line.become('through');
    await expect.poll(async () => (await lab.begin('select 2 as n', 'again')).status, READY).toBe(202);
    await lab.ended('again').toBe('success');
    expect((await lab.results('again')).body).toMatchObject({ data: [{ n: 2 }] });
    await house.close();
    await line.close();
    await removeRedisKeys(jobSpace(house.services.config.SECRET_KEY));
  });
});
