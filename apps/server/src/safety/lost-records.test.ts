import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { healthTime, MOST_HEALTH_MS } from '../testing/health-time.ts';
import { holdRecords } from '../testing/held-records.ts';
import { openTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';
import { type Answer, openTestApp, ownSchema, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';

/** Seconds that these houses wait for their records. */
const PATIENCE = 0.6;
/** Milliseconds within which an installation has to have given up: its patience for a connection and for an answer, and a machine that is busy. */
const GIVES_UP = 6_000;

const lists = (house: TestApp) => house.as('admin', 'GET', '/api/v1/dashboard/');
const save = (house: TestApp, dashboard_title: string) =>
  house.as('admin', 'POST', '/api/v1/dashboard/', { body: { dashboard_title } });

function expectTold(answer: Answer): void {
  expect([answer.status, answer.text]).toEqual([503, expect.stringMatching(/records/)]);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

describe.runIf(RECORD_KINDS.includes('postgres'))('records in PostgreSQL that are lost', () => {
  let store: Awaited<ReturnType<typeof ownSchema>>;
  let proxy: TcpProxy;
  let house: TestApp;
  let watcher: pg.Client;

  beforeAll(async () => {
    store = await ownSchema();
    const address = new URL(store.url);
    watcher = new pg.Client({ connectionString: store.url });
    await watcher.connect();
    proxy = await openTcpProxy({ host: address.hostname, port: Number(address.port || 5432) });
    address.hostname = '127.0.0.1';
    address.port = String(proxy.port);
    address.searchParams.set('application_name', store.name);
    const settings = {
      CHARTROOM_RECORDS_URL: address.toString(),
      CHARTROOM_RECORDS_TIMEOUT: String(PATIENCE),
    };
    house = await openTestApp('sqlite', { settings });
  });
  beforeEach(async () => {
    // Whatever the test before has broken is replaced by now.
    await expect.poll(async () => (await lists(house)).status).toBe(200);
  });
  afterAll(async () => {
    await house?.close();
    await proxy?.close();
    await watcher?.end();
    await store?.drop();
  });

  /** Ends connections of this installation alone, as a restart of the server would. */
  const terminate = (which: string) =>
    watcher.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND ${which}`,
      [store.name],
    );
  const healed = () => expect.poll(async () => (await save(house, 'healed')).status).toBe(201);

  test('F6: losing idle connections ends nothing, and the next requests are answered', async () => {
    await Promise.all(Array.from({ length: 10 }, () => lists(house)));
    expect((await terminate('true')).rowCount).toBeGreaterThan(0);
    await pause(50);
    expect((await lists(house)).status).toBe(200);
    await healed();
  });

  test('F6: a statement whose connection is ended is told with 503, and the pool heals', async () => {
    const asked = sql`select pg_sleep(0.5)`.execute(house.services.db).catch((error: unknown) => error);
    await expect.poll(async () => (await terminate("query LIKE '%pg_sleep%'")).rowCount).toBe(1);
    expect(await asked).toMatchObject({
      name: 'RecordsLostError',
      message: expect.stringMatching(/records do not answer/),
    });
    await healed();
  });

  test('F6: a transaction that loses its connection between two statements saves nothing', async () => {
    const lost = house.services.db.transaction().execute(async (records) => {
      await records.insertInto('css_templates').values(template('half')).execute();
      expect((await terminate("state = 'idle in transaction'")).rowCount).toBe(1);
      await pause(50);
      await records.insertInto('css_templates').values(template('other half')).execute();
    });
    await expect(lost).rejects.toMatchObject({
      name: 'RecordsLostError',
      message: expect.stringMatching(/Nothing was saved/),
    });
    expect(await house.services.db.selectFrom('css_templates').select('template_name').execute()).toEqual([]);
    await healed();
  });

  test('F6: requests in flight while every connection is cut get 503 and a time to come again', async () => {
    const stop = performance.now() + 400;
    const answers: Answer[] = [];
    const asking = Array.from({ length: 12 }, async (_each, index) => {
      while (performance.now() < stop)
        answers.push(await (index % 2 ? lists(house) : save(house, `in flight ${index}`)));
    });
    for (let cuts = 0; cuts < 5; cuts += 1) {
      await pause(60);
      proxy.cut();
    }
    await Promise.all(asking);
    for (const answer of answers.filter(({ status }) => status >= 400)) expectTold(answer);
    expect(answers.length).toBeGreaterThan(12);
    await healed();
  });

  test('F14: frozen records get 503 in time, however many ask, and /health never waits', async () => {
    proxy.freeze();
    const begun = performance.now();
    try {
      const asked = Promise.all(
        Array.from({ length: 40 }, (_each, index) => (index % 4 ? lists(house) : save(house, 'frozen'))),
      );
      for (let looks = 0; looks < 5; looks += 1) {
        expect(await healthTime(house)).toBeLessThan(MOST_HEALTH_MS);
        await pause(20);
      }
      const ready = await house.as('nobody', 'GET', '/ready');
      expect(ready.status).toBe(503);
      for (const answer of await asked) expectTold(answer);
      expect(performance.now() - begun).toBeLessThan(GIVES_UP);
    } finally {
      proxy.thaw();
    }
    await healed();
    expect((await house.as('nobody', 'GET', '/ready')).status).toBe(200);
  });

  test('F14: a statement that waits for a lock is ended by the server in time', async () => {
    await watcher.query('BEGIN');
    try {
      await watcher.query('LOCK TABLE dashboards');
      expectTold(await lists(house));
      expect(await healthTime(house)).toBeLessThan(MOST_HEALTH_MS);
    } finally {
      await watcher.query('ROLLBACK');
    }
    await healed();
  });
});

function template(template_name: string) {
  const at = new Date().toISOString();
  return {
    uuid: randomUUID(),
    template_name,
    css: '',
    created_on: at,
    changed_on: at,
    created_by_id: null,
    changed_by_id: null,
  };
}

describe('records in an SQLite file that another process holds', () => {
  const held = holdRecords({ CHARTROOM_RECORDS_TIMEOUT: String(PATIENCE) });

  test('F23: ten saves that wait stop nobody: lists and /health are answered, the loop stands still for no 50 ms, and all get 503', async () => {
    const { house, other } = held();
    other.exec('BEGIN IMMEDIATE');
    const begun = performance.now();
    const watch = longestStandstill();
    const saves = Promise.all(Array.from({ length: 10 }, (_each, index) => save(house, `locked ${index}`)));
    await pause(50);
    for (let looks = 0; looks < 5; looks += 1) {
      expect(await healthTime(house)).toBeLessThan(MOST_HEALTH_MS);
      expect((await lists(house)).status).toBe(200);
    }
    for (const answer of await saves) expectTold(answer);
    // They wait beside each other, not after each other.
    expect(performance.now() - begun).toBeLessThan(PATIENCE * 1_000 * 4);
    expect(watch.end()).toBeLessThan(500);
    other.exec('ROLLBACK');
    const { count } = await house.services.db
      .selectFrom('dashboards')
      .select((on) => on.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  });

  test('F23: saves that wait are done when the file is free, in the order in which they came', async () => {
    const { house, other } = held();
    other.exec('BEGIN IMMEDIATE');
    const saves = [];
    for (let index = 0; index < 5; index += 1) {
      saves.push(
        house.services.db
          .insertInto('css_templates')
          .values(template(`waits ${index}`))
          .execute(),
      );
      await pause(5);
    }
    await pause(100);
    other.exec('ROLLBACK');
    await Promise.all(saves);
    const kept = await house.services.db
      .selectFrom('css_templates')
      .select('template_name')
      .orderBy('id')
      .execute();
    expect(kept.map(({ template_name }) => template_name)).toEqual(
      [0, 1, 2, 3, 4].map((index) => `waits ${index}`),
    );
  });
});

/** Milliseconds for which the loop stood still at most. */
function longestStandstill(): { end(): number } {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 5);
    last = performance.now();
  }, 5);
  return {
    end: () => {
      clearInterval(timer);
      return longest;
    },
  };
}
