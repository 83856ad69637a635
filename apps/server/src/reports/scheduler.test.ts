import { nextRuns, parseCron } from '@chartroom/model';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Jobs } from '../jobs/jobs.ts';
import type { Db } from '../records/records.ts';
import { scheduleRows, ZONES } from '../testing/many-schedules.ts';
import { openTestApp, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { pruneReports } from './prune.ts';
import { REPORT_JOBS, ReportScheduler } from './scheduler.ts';

/** Most of them seldom, and many on the Sundays on which clocks change. */
const CRONTABS = [
  '30 2 * * 0',
  '30 1 * * 0',
  '0 0 * * 2',
  '15 3 * * 0',
  '0 8 * * MON',
  '0 0 L * *',
  '0 12 1,15 * *',
  '0 9 * * 1#2',
  '59 23 31 * *',
  '0 3 * * SUN#L',
];
/** Some are due each day. */
const DAILY = '30 2 * * *';
const MANY = 1_000;

/** Jobs that are only written down. */
function notedJobs(): Jobs & { begun: string[] } {
  const begun: string[] = [];
  return {
    begun,
    handle: () => undefined,
    start: async () => undefined,
    enqueue: async ({ kind, id }) => void begun.push(`${kind} ${id}`),
    cancel: async () => false,
    status: async (kind, id) => (begun.includes(`${kind} ${id}`) ? 'queued' : undefined),
    close: async () => undefined,
  };
}

/** Jobs whose runs end as soon as they are begun. */
function endingJobs(db: Db): Jobs & { begun: string[] } {
  const noted = notedJobs();
  return {
    ...noted,
    enqueue: async (job) => {
      await noted.enqueue(job);
      await db.updateTable('report_runs').set({ state: 'ended' }).where('uuid', '=', job.id).execute();
    },
  };
}

describe.each(RECORD_KINDS)('the scheduler on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());
  const fail = (error: unknown) => {
    throw error;
  };

  async function schedules(made: { crontab: string; timezone: string }[]): Promise<number[]> {
    const { db } = house.services;
    await db.deleteFrom('report_schedules').execute();
    const rows = scheduleRows(made);
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto('report_schedules')
        .values(rows.slice(at, at + 500))
        .execute();
    const found = await db.selectFrom('report_schedules').select('id').orderBy('id').execute();
    return found.map(({ id }) => id);
  }

  /** What was written down to be run, by the id of what runs. */
  async function runs(): Promise<Map<number, string[]>> {
    const rows = await house.services.db
      .selectFrom('report_runs')
      .select(['report_id', 'scheduled_dttm', 'missed'])
      .orderBy('scheduled_dttm')
      .execute();
    const found = new Map<number, string[]>();
    for (const { report_id, scheduled_dttm, missed } of rows) {
      expect(missed).toBe(0);
      found.set(report_id, [...(found.get(report_id) ?? []), scheduled_dttm]);
    }
    return found;
  }

  const many = () =>
    schedules(
      Array.from({ length: MANY }, (_, at) => ({
        crontab: at % 100 === 0 ? DAILY : (CRONTABS[at % CRONTABS.length] ?? ''),
        timezone: ZONES[at % ZONES.length] ?? '',
      })),
    );

  /** Lets 30 days pass, with a look at each moment at which something is due; answers what is there afterwards. */
  async function month(start: string, pass: (clock: Date) => Promise<void>): Promise<Map<number, string[]>> {
    const end = Date.parse(start) + 30 * 86_400_000;
    for (let clock = Date.parse(start); clock <= end; ) {
      await pass(new Date(clock));
      const { next } = await house.services.db
        .selectFrom('report_schedules')
        .select((on) => on.fn.min('next_dttm').as('next'))
        .executeTakeFirstOrThrow();
      const due = Date.parse(next ?? '9999-12-31T00:00:00.000Z');
      // A look comes up to a minute late.
      clock = due > end ? Number.POSITIVE_INFINITY : due + ((due / 60_000) % 50) * 1_000;
    }
    return runs();
  }

  /** What the tables of crons demand, by the id of what runs. */
  async function demanded(start: string): Promise<Map<number, string[]>> {
    const end = new Date(Date.parse(start) + 30 * 86_400_000);
    const rows = await house.services.db
      .selectFrom('report_schedules')
      .select(['id', 'crontab', 'timezone'])
      .execute();
    const known = new Map<string, string[]>();
    const wanted = new Map<number, string[]>();
    for (const { id, crontab, timezone } of rows) {
      const key = `${crontab} ${timezone}`;
      const cron = parseCron(crontab);
      const all = known.get(key) ?? (cron ? nextRuns(cron, new Date(start), timezone, 40) : []);
      const moments = all.map((run) => (typeof run === 'string' ? run : run.toISOString()));
      known.set(key, moments);
      const due = moments.filter((moment) => moment <= end.toISOString());
      if (due.length > 0) wanted.set(id, due);
    }
    return wanted;
  }

  /** Times of many schedules, which the other store keeps in `three-servers.test.ts`. */
  function testMany(): void {
    test('one fires what 1,000 schedules in 12 zones demand in 30 days of spring, once each', async () => {
      // What the test writes need not outlive the machine.
      await sql`pragma synchronous = off`.execute(house.services.db);
      await many();
      const jobs = endingJobs(house.services.db);
      let clock = new Date();
      const scheduler = new ReportScheduler({ ...house.services, jobs, now: () => clock }, fail);
      const start = '2024-03-08T00:00:00.000Z';
      const found = await month(start, async (now) => {
        clock = now;
        await scheduler.look();
      });
      expect(found).toEqual(await demanded(start));
      expect(jobs.begun).toHaveLength([...found.values()].flat().length);
    }, 120_000);

    test('10,000 that are due at once all fire, once each', async () => {
      await schedules(Array.from({ length: 10_000 }, () => ({ crontab: '0 9 * * *', timezone: 'UTC' })));
      const jobs = endingJobs(house.services.db);
      let clock = new Date('2024-05-01T08:30:00.000Z');
      const services = { ...house.services, jobs, now: () => clock };
      const scheduler = new ReportScheduler(services, fail);
      expect(await scheduler.look()).toBe(0);
      clock = new Date('2024-05-01T09:00:20.000Z');
      expect(await scheduler.look()).toBe(10_000);
      expect(new Set(jobs.begun).size).toBe(10_000);
      expect((await runs()).size).toBe(10_000);
      expect(await scheduler.look()).toBe(0);
    }, 120_000);
  }
  if (kind === 'sqlite') testMany();

  test('what was missed is caught up once, and a run that nobody began is begun later', async () => {
    const [id = 0] = await schedules([{ crontab: '0 * * * *', timezone: 'UTC' }]);
    let clock = new Date('2024-05-01T08:30:00.000Z');
    const jobs = notedJobs();
    const refusing = {
      ...jobs,
      enqueue: async () => {
        throw new Error('No work can be taken.');
      },
    };
    const errors: unknown[] = [];
    const scheduler = new ReportScheduler({ ...house.services, jobs: refusing, now: () => clock }, (error) =>
      errors.push(error),
    );
    expect(await scheduler.look()).toBe(0);
    clock = new Date('2024-05-02T10:10:00.000Z');
    expect(await scheduler.look()).toBe(1);
    expect(await scheduler.look()).toBe(0);
    const rows = await house.services.db
      .selectFrom('report_runs')
      .select(['uuid', 'scheduled_dttm', 'missed', 'state'])
      .where('report_id', '=', id)
      .execute();
    expect(rows).toEqual([
      { uuid: expect.any(String), scheduled_dttm: '2024-05-02T10:00:00.000Z', missed: 25, state: 'due' },
    ]);
    expect(errors).toHaveLength(1);
    clock = new Date('2024-05-02T10:13:00.000Z');
    await new ReportScheduler({ ...house.services, jobs, now: () => clock }, fail).look();
    expect(jobs.begun).toEqual([`${REPORT_JOBS} ${rows[0]?.uuid}`]);
  });

  test('one that is switched off does not fire, and catches nothing up when it is switched on', async () => {
    const [id = 0] = await schedules([{ crontab: '0 * * * *', timezone: 'UTC' }]);
    let clock = new Date();
    const jobs = notedJobs();
    const scheduler = new ReportScheduler({ ...house.services, jobs, now: () => clock }, fail);
    await scheduler.look();
    const change = (active: boolean) =>
      house.services.db
        .updateTable('report_schedules')
        .set({ active: active ? 1 : 0, ...(active && { next_dttm: null }) })
        .where('id', '=', id)
        .execute();
    await change(false);
    clock = new Date(clock.getTime() + 86_400_000);
    expect(await scheduler.look()).toBe(0);
    await change(true);
    expect(await scheduler.look()).toBe(0);
    clock = new Date(clock.getTime() + 3_600_000);
    expect(await scheduler.look()).toBe(1);
  });

  test('the log goes when its days are over', async () => {
    const ids = await schedules([
      { crontab: '@daily', timezone: 'UTC' },
      { crontab: '@daily', timezone: 'UTC' },
    ]);
    const { db } = house.services;
    await db
      .updateTable('report_schedules')
      .set({ log_retention: null })
      .where('id', '=', ids[1] ?? 0)
      .execute();
    for (const report_id of ids)
      for (const day of ['2024-01-01', '2024-03-30'])
        await db
          .insertInto('report_logs')
          .values({
            report_id,
            uuid: house.services.uuid(),
            scheduled_dttm: `${day}T00:00:00.000Z`,
            state: 'Success',
          })
          .execute();
    await pruneReports({ db, now: () => new Date('2024-04-01T00:00:00.000Z') });
    const left = await db
      .selectFrom('report_logs')
      .select(['report_id', 'scheduled_dttm'])
      .orderBy('id')
      .execute();
    expect(
      left.map(({ report_id, scheduled_dttm }) => [ids.indexOf(report_id), scheduled_dttm.slice(0, 10)]),
    ).toEqual([
      [0, '2024-03-30'],
      [1, '2024-01-01'],
      [1, '2024-03-30'],
    ]);
  });
});
