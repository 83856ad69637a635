import type { WithJobs } from '../jobs/jobs.ts';
import type { Ground } from '../records/ground.ts';
import type { Row } from '../records/tables.ts';
import { dueOf, nextMoment } from './due.ts';
import { pruneReports } from './prune.ts';

/** The kind of jobs that run alerts and reports. */
export const REPORT_JOBS = 'report';

const MINUTE = 60_000;
/** Milliseconds after which a run that waits is looked after: whoever wrote it down may have died before it was begun. */
const FORGOTTEN = 2 * MINUTE;
/** Milliseconds between two looks for what is too old to be kept. */
const PRUNES = 60 * MINUTE;
/** Schedules that are read at a time. */
const PAGE = 500;

type Timed = Pick<Row<'report_schedules'>, 'id' | 'crontab' | 'timezone' | 'next_dttm'>;

/**
 * Looks every minute for alerts and reports whose time has come. A moment of a schedule belongs to whichever server moves
 * the schedule on to its next moment in the records: of several one does, once.
 */
export class ReportScheduler {
  readonly #services: Ground & WithJobs;
  readonly #report: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isOpen = false;
  #pruned = 0;

  constructor(services: Ground & WithJobs, report: (error: unknown) => void) {
    this.#services = services;
    this.#report = report;
  }

  start(): void {
    this.#isOpen = true;
    this.#wait();
  }

  async stop(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** Begins what is due; answers how many runs that are. */
  async look(): Promise<number> {
    const now = this.#services.now();
    await this.#placeNew(now);
    let begun = 0;
    for (let page = await this.#due(now); page.length > 0; page = await this.#due(now)) {
      for (const row of page) begun += await this.#fire(row, now);
      if (page.length < PAGE) break;
    }
    await this.#beginForgotten(now);
    if (now.getTime() - this.#pruned >= PRUNES) {
      this.#pruned = now.getTime();
      await pruneReports(this.#services);
    }
    return begun;
  }

  /** Waits for the next full minute. */
  #wait(): void {
    this.#timer = setTimeout(
      () => {
        this.#looking = this.look()
          .then(() => undefined, this.#report)
          .finally(() => {
            if (this.#isOpen) this.#wait();
          });
      },
      MINUTE - (Date.now() % MINUTE),
    ).unref();
  }

  /** Schedules that are new or were changed: works out when they run next. */
  async #placeNew(now: Date): Promise<void> {
    const { db } = this.#services;
    const rows = await db
      .selectFrom('report_schedules')
      .select(['id', 'crontab', 'timezone', 'next_dttm'])
      .where('active', '=', 1)
      .where('next_dttm', 'is', null)
      .execute();
    for (const row of rows) {
      await db
        .updateTable('report_schedules')
        .set({ next_dttm: momentText(nextMoment(row, now)) })
        .where('id', '=', row.id)
        .where('next_dttm', 'is', null)
        // Whoever has changed it meanwhile is asked again.
        .where('crontab', '=', row.crontab)
        .where('timezone', '=', row.timezone)
        .execute();
    }
  }

  #due(now: Date): Promise<Timed[]> {
    return this.#services.db
      .selectFrom('report_schedules')
      .select(['id', 'crontab', 'timezone', 'next_dttm'])
      .where('active', '=', 1)
      .where('next_dttm', '<=', now.toISOString())
      .orderBy('next_dttm')
      .limit(PAGE)
      .execute();
  }

  /** Moves a schedule on and writes its run down, in one step; then the run is begun. */
  async #fire(row: Timed, now: Date): Promise<number> {
    const { db, uuid } = this.#services;
    if (row.next_dttm === null) return 0;
    const { scheduled, missed, next } = dueOf(row, new Date(row.next_dttm), now);
    const run = {
      report_id: row.id,
      uuid: uuid(),
      scheduled_dttm: scheduled.toISOString(),
      missed,
      asked: 0 as const,
      state: 'due' as const,
      created_on: now.toISOString(),
    };
    const isOurs = await db.transaction().execute(async (records) => {
      const { numUpdatedRows } = await records
        .updateTable('report_schedules')
        .set({ next_dttm: momentText(next) })
        .where('id', '=', row.id)
        .where('active', '=', 1)
        .where('next_dttm', '=', row.next_dttm)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return false;
      const made = await records
        .insertInto('report_runs')
        .values(run)
        .onConflict((on) => on.columns(['report_id', 'scheduled_dttm']).doNothing())
        .executeTakeFirst();
      return made.numInsertedOrUpdatedRows === 1n;
    });
    if (!isOurs) return 0;
    await beginRun(run.uuid, this.#services).catch(this.#report);
    return 1;
  }

  /** Runs that were written down and that nobody has: their server died, or no work could be taken. */
  async #beginForgotten(now: Date): Promise<void> {
    const { db, jobs } = this.#services;
    const runs = await db
      .selectFrom('report_runs')
      .select('uuid')
      .where('state', '=', 'due')
      .where('created_on', '<', new Date(now.getTime() - FORGOTTEN).toISOString())
      .limit(PAGE)
      .execute();
    for (const { uuid } of runs) {
      if ((await jobs.status(REPORT_JOBS, uuid)) === undefined)
        await beginRun(uuid, this.#services).catch(this.#report);
    }
  }
}

/** Leaves a run that is written down to a job. Rejects with 503 when no work can be taken. */
export async function beginRun(uuid: string, { jobs }: WithJobs): Promise<void> {
  await jobs.enqueue({ kind: REPORT_JOBS, id: uuid, payload: { run: uuid }, repeatable: true });
}

/** Never: a schedule such as 30 February has no next moment. */
const NEVER = '9999-12-31T00:00:00.000Z';

function momentText(moment: Date | undefined): string {
  return moment?.toISOString() ?? NEVER;
}
