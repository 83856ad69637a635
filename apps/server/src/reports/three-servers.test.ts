import { nextRuns, parseCron } from '@chartroom/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobSpace, RedisJobs } from '../jobs/redis-jobs.ts';
import { scheduleRows, ZONES } from '../testing/many-schedules.ts';
import { REDIS, redisAnswers, removeRedisKeys } from '../testing/redis-server.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { Outbox } from './outbox.ts';
import { REPORT_JOBS, ReportScheduler } from './scheduler.ts';

const DAYS = 30;
const DAY = 86_400_000;
/** Both clocks go back in these days: Europe's on the 27th, America's on the 3rd, and southern ones go on on the 6th. */
const START = Date.parse('2024-10-05T12:00:00.000Z');
const CRONTABS = ['30 2 * * 0', '30 1 27 10 *', '30 2 3 11 *', '30 2 6 10 *', '0 0 L * *', '0 3 * * SUN#1'];
const MANY = 1_000;
/** Where in a run its server is killed. */
const PLACES = ['before', 'while', 'after'] as const;
type Place = (typeof PLACES)[number];

let house: TestApp;
let space: string;
beforeAll(async () => {
  house = await openTestApp('postgres');
  space = jobSpace(house.services.config.SECRET_KEY);
});
afterAll(async () => {
  await house.close();
  await removeRedisKeys(space);
});

/** What arrived, by schedule and moment. */
const arrived: string[] = [];
let clock = new Date(START);

/** One of the servers: looks for what is due, and does runs that it takes from Redis. */
class Server {
  readonly jobs: RedisJobs;
  readonly #scheduler: ReportScheduler;
  /** Where the next run of it stops for ever. */
  diesAt: Place | undefined;
  isDead = false;
  #heldFor = Promise.withResolvers<void>();

  constructor() {
    this.jobs = new RedisJobs({
      url: REDIS,
      space,
      sealKey: Buffer.alloc(32, 7),
      atOnce: 4,
      patience: 500,
      report: () => undefined,
    });
    this.jobs.handle({
      name: REPORT_JOBS,
      run: (job) => this.#run(job.id),
      dropped: async (job) => {
        throw new Error(`Run ${job.id} was given up.`);
      },
    });
    const services = { ...house.services, jobs: this.jobs, now: () => clock };
    this.#scheduler = new ReportScheduler(services, () => undefined);
  }

  async look(): Promise<void> {
    if (!this.isDead) await this.#scheduler.look();
  }

  /** Dies, in the middle of a run where `diesAt` says so; what it was at is never answered. */
  async die(): Promise<void> {
    if (this.diesAt) await this.#heldFor.promise;
    this.isDead = true;
    void this.jobs.close();
  }

  async #run(uuid: string): Promise<void> {
    const { db } = house.services;
    const { report_id, scheduled_dttm, state } = await db
      .selectFrom('report_runs')
      .select(['report_id', 'scheduled_dttm', 'state'])
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    if (state === 'ended') return;
    const outbox = new Outbox(db, () => clock);
    const delivery = { reportId: report_id, scheduled: scheduled_dttm, recipient: 'ada@partner.org' };
    await this.#perhapsDie('before');
    if ((await outbox.take(delivery)) === 'sending') {
      await this.#perhapsDie('while');
      arrived.push(`${report_id} ${scheduled_dttm}`);
      await this.#perhapsDie('after');
      await outbox.mark(delivery, 'sent', null);
    }
    await db.updateTable('report_runs').set({ state: 'ended' }).where('uuid', '=', uuid).execute();
  }

  async #perhapsDie(place: Place): Promise<void> {
    if (!this.isDead && this.diesAt !== place) return;
    this.diesAt = undefined;
    this.isDead = true;
    this.#heldFor.resolve();
    await new Promise<never>(() => undefined);
  }
}

async function makeSchedules(): Promise<Map<number, string[]>> {
  const rows = scheduleRows(
    Array.from({ length: MANY }, (_, at) => ({
      crontab: at % 100 === 0 ? '30 2 * * *' : (CRONTABS[at % CRONTABS.length] ?? ''),
      timezone: ZONES[at % ZONES.length] ?? '',
    })),
  );
  const made = await house.services.db
    .insertInto('report_schedules')
    .values(rows)
    .returning(['id', 'name'])
    .execute();
  const end = new Date(START + DAYS * DAY).toISOString();
  const wanted = new Map<number, string[]>();
  for (const { id, name } of made) {
    const { crontab = '', timezone = '' } = rows[Number(name)] ?? {};
    const cron = parseCron(crontab);
    const all = cron ? nextRuns(cron, new Date(START), timezone, 40) : [];
    const due = all.map((run) => run.toISOString()).filter((moment) => moment <= end);
    wanted.set(id, due);
  }
  return wanted;
}

/** When something is due next. */
async function nextDue(): Promise<number> {
  const { next } = await house.services.db
    .selectFrom('report_schedules')
    .select((on) => on.fn.min('next_dttm').as('next'))
    .executeTakeFirstOrThrow();
  return Date.parse(next ?? '9999-12-31T00:00:00.000Z');
}

async function waiting(): Promise<number> {
  const { count } = await house.services.db
    .selectFrom('report_runs')
    .select((on) => on.fn.countAll<string>().as('count'))
    .where('state', '=', 'due')
    .executeTakeFirstOrThrow();
  return Number(count);
}

test.runIf(await redisAnswers())(
  'three on Redis, one of them killed each day, fire what 1,000 schedules demand in 30 days of autumn: nothing twice, nothing lost',
  async () => {
    const wanted = await makeSchedules();
    const servers = [new Server(), new Server(), new Server()];
    await Promise.all(servers.map(({ jobs }) => jobs.start()));
    let held = 0;
    for (let day = 0; day < DAYS; day += 1) {
      const end = START + (day + 1) * DAY;
      const victim = servers[day % 3];
      if (!victim) throw new Error('there are three');
      // On some days in the middle of a run, else between two.
      const place = day % 7 === 1 ? PLACES[held % 3] : undefined;
      victim.diesAt = place;
      for (let look = 0; ; look += 1) {
        // Mostly one sees it first, and sometimes all do at once.
        const lookers = servers.filter((_, at) => look % 10 === 0 || at === look % 3);
        await Promise.all(lookers.map((server) => server.look()));
        const due = await nextDue();
        clock = new Date(Math.min(end, due + ((due / 60_000) % 50) * 1_000));
        if (due > end) break;
      }
      // Of a day on which nothing was due nobody dies in the middle.
      if (place && !victim.isDead) victim.diesAt = undefined;
      else if (place) held += 1;
      await victim.die();
      const another = new Server();
      await another.jobs.start();
      servers[day % 3] = another;
      if (place) await expect.poll(waiting, { timeout: 30_000, interval: 50 }).toBe(0);
    }
    await Promise.all(servers.map((server) => server.look()));
    await expect.poll(waiting, { timeout: 60_000, interval: 100 }).toBe(0);
    const { db } = house.services;
    const runs = await db
      .selectFrom('report_runs')
      .select(['report_id', 'scheduled_dttm', 'missed'])
      .orderBy('scheduled_dttm')
      .execute();
    const found = new Map([...wanted.keys()].map((id) => [id, [] as string[]]));
    for (const { report_id, scheduled_dttm } of runs) found.get(report_id)?.push(scheduled_dttm);
    expect(found).toEqual(wanted);
    expect(runs.filter(({ missed }) => missed > 0)).toEqual([]);
    // Nothing twice; and what did not arrive is known to be in doubt.
    expect(new Set(arrived).size).toBe(arrived.length);
    const deliveries = await db
      .selectFrom('report_deliveries')
      .select(['report_id', 'scheduled_dttm', 'state'])
      .execute();
    expect(deliveries).toHaveLength(runs.length);
    const unsure = deliveries.filter(({ state }) => state !== 'sent');
    expect(held).toBeGreaterThanOrEqual(3);
    expect(unsure.length).toBeGreaterThan(0);
    expect(unsure.every(({ state }) => state === 'unknown')).toBe(true);
    const lost = deliveries.filter(
      ({ report_id, scheduled_dttm }) => !arrived.includes(`${report_id} ${scheduled_dttm}`),
    );
    expect(lost.every((each) => unsure.includes(each))).toBe(true);
    await Promise.all(servers.map(({ jobs }) => jobs.close()));
  },
  240_000,
);
