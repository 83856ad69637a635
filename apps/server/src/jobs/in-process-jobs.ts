import type { JsonObject } from '@chartroom/model';
import { askerOf, type Turn, WaitingLine } from '../base/waiting-line.ts';
import { ownWork } from '../records/own-work.ts';
import type { Db } from '../records/records.ts';
import type { Row } from '../records/tables.ts';
import { type Job, type JobKind, type Jobs, MOST_RUNS, noWorkers, ServerEnds, stopped } from './jobs.ts';

export interface InProcessJobsOptions {
  db: Db;
  /** Which of the servers that share the records this one is; absent where there are no others. */
  serverId?: string | undefined;
  /** Jobs of one kind that are done at a time. */
  atOnce: number;
  /** Jobs of one kind that wait at most. */
  mostWaiting?: number;
  now(): Date;
  report(error: unknown): void;
}

const MOST_WAITING = 10_000;
/** Milliseconds after which the records are looked at again when they could not be. */
const LOOKS_AGAIN = 1_000;

interface Running {
  controller: AbortController;
  done: Promise<void>;
}

/** Jobs that this process does itself; the records know of each until it has ended. */
export class InProcessJobs implements Jobs {
  readonly #options: InProcessJobsOptions;
  readonly #kinds = new Map<string, JobKind>();
  readonly #running = new Map<string, Running>();
  /** Jobs of each kind that are being looked for or done. */
  readonly #lanes = new Map<string, number>();
  /** Jobs of each kind that wait, by their ids in the records. */
  readonly #lines = new Map<string, WaitingLine>();
  #isOpen = false;

  constructor(options: InProcessJobsOptions) {
    this.#options = options;
  }

  handle(kind: JobKind): void {
    this.#kinds.set(kind.name, kind);
  }

  async start(): Promise<void> {
    const { db, serverId, report } = this.#options;
    const own = db.selectFrom('jobs').selectAll().where(ownWork(serverId)).orderBy('id');
    const left = await own.where('state', '=', 'running').execute();
    for (const row of left) {
      if (row.repeatable === 1 && row.runs < MOST_RUNS) {
        await db.updateTable('jobs').set({ state: 'queued' }).where('id', '=', row.id).execute();
        continue;
      }
      await this.#kinds.get(row.kind)?.dropped(jobOf(row), 'lost').catch(report);
      await this.#forget(row.id);
    }
    const waiting = await own.where('state', '=', 'queued').execute();
    for (const row of waiting) this.#lineOf(row.kind).add(turnOf(row));
    this.#isOpen = true;
    for (const kind of this.#kinds.keys()) this.#fill(kind);
  }

  async enqueue({ kind, id, payload, repeatable }: Job): Promise<void> {
    const { db, serverId, now, mostWaiting = MOST_WAITING } = this.#options;
    const waiting = await db
      .selectFrom('jobs')
      .select((on) => on.fn.countAll<number>().as('count'))
      .where('kind', '=', kind)
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow();
    if (waiting.count >= mostWaiting)
      throw noWorkers('Too much work is waiting already. Please try again later.');
    const row = await db
      .insertInto('jobs')
      .values({
        kind,
        name: id,
        payload: JSON.stringify(payload),
        repeatable: repeatable ? 1 : 0,
        state: 'queued',
        runs: 0,
        created_on: now().toISOString(),
        server_id: serverId ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    this.#lineOf(kind).add(turnOf(row));
    this.#fill(kind);
  }

  async cancel(kind: string, id: string): Promise<boolean> {
    const running = this.#running.get(keyOf(kind, id));
    if (running) {
      running.controller.abort(stopped());
      return true;
    }
    const { db } = this.#options;
    const taken = await db
      .deleteFrom('jobs')
      .where('kind', '=', kind)
      .where('name', '=', id)
      .where('state', '=', 'queued')
      .returningAll()
      .executeTakeFirst();
    if (taken) {
      this.#lineOf(kind).remove(turnOf(taken));
      await this.#kinds.get(kind)?.dropped(jobOf(taken), 'stopped');
      return true;
    }
    // It may have been begun between the two looks.
    const begun = this.#running.get(keyOf(kind, id));
    begun?.controller.abort(stopped());
    return begun !== undefined;
  }

  async status(kind: string, id: string): Promise<'queued' | 'running' | undefined> {
    const row = await this.#options.db
      .selectFrom('jobs')
      .select('state')
      .where('kind', '=', kind)
      .where('name', '=', id)
      .executeTakeFirst();
    return row?.state;
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort(new ServerEnds());
    await Promise.all(running.map(({ done }) => done));
  }

  /** Sees to it that a lane looks for a job of this kind, if there may be one more at a time. */
  #fill(kind: string): void {
    const { atOnce, report } = this.#options;
    const lanes = this.#lanes.get(kind) ?? 0;
    if (!this.#isOpen || !this.#kinds.has(kind) || lanes >= atOnce) return;
    this.#lanes.set(kind, lanes + 1);
    this.#lane(kind).catch((error: unknown) => {
      report(error);
      // The records were out of reach, perhaps: what waits there is looked for again.
      setTimeout(() => this.#fill(kind), LOOKS_AGAIN).unref();
    });
  }

  async #lane(kind: string): Promise<void> {
    try {
      const line = this.#lineOf(kind);
      const next = () => (this.#isOpen ? line.next() : undefined);
      for (let turn = next(); turn; turn = next()) {
        // There may be another one, and another lane for it.
        this.#fill(kind);
        await this.#take(turn, line);
      }
    } finally {
      this.#lanes.set(kind, (this.#lanes.get(kind) ?? 1) - 1);
    }
  }

  /** Does the job whose turn it is, unless it was stopped meanwhile. One that cannot be read from the records waits on. */
  async #take(turn: Turn, line: WaitingLine): Promise<void> {
    let isClaimed = false;
    try {
      const row = await this.#claim(turn.id);
      isClaimed = true;
      if (row) await this.#carryOut(row);
    } finally {
      line.end(turn);
      if (!isClaimed) line.add(turn);
    }
  }

  #lineOf(kind: string): WaitingLine {
    const line = this.#lines.get(kind) ?? new WaitingLine();
    this.#lines.set(kind, line);
    return line;
  }

  async #claim(id: number): Promise<Row<'jobs'> | undefined> {
    return this.#options.db
      .updateTable('jobs')
      .set((on) => ({ state: 'running', runs: on('runs', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .returningAll()
      .executeTakeFirst();
  }

  async #carryOut(row: Row<'jobs'>): Promise<void> {
    const controller = new AbortController();
    const key = keyOf(row.kind, row.name);
    const done = this.#outcome(row, controller.signal).finally(() => this.#running.delete(key));
    this.#running.set(key, { controller, done });
    if (!this.#isOpen) controller.abort(new ServerEnds());
    await done;
  }

  async #outcome(row: Row<'jobs'>, signal: AbortSignal): Promise<void> {
    const { db, report } = this.#options;
    try {
      await this.#kinds.get(row.kind)?.run(jobOf(row), signal);
    } catch (error) {
      if (row.repeatable === 1 && signal.reason instanceof ServerEnds) {
        await db
          .updateTable('jobs')
          .set({ state: 'queued', runs: row.runs - 1 })
          .where('id', '=', row.id)
          .execute();
        return;
      }
      report(error);
    }
    await this.#forget(row.id);
  }

  async #forget(id: number): Promise<void> {
    await this.#options.db.deleteFrom('jobs').where('id', '=', id).execute();
  }
}

function turnOf(row: Row<'jobs'>): Turn {
  return { asker: askerOf(jobOf(row)), id: row.id };
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}

function jobOf(row: Row<'jobs'>): Job {
  const payload: JsonObject = JSON.parse(row.payload);
  return { kind: row.kind, id: row.name, payload, repeatable: row.repeatable === 1 };
}
