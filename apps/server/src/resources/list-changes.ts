import { sql } from 'kysely';
import { storageProblem } from '../http/storage-problem.ts';
import type { Db } from '../records/records.ts';

/** How many rows the tables behind lists have, and how many changes had been noted. */
export interface Moment {
  totals: ReadonlyMap<string, number>;
  at: number;
}

/** A change: `table.column` and the id that stood or stands in that column; without an id it is about the whole table. */
export interface Change {
  name: string;
  id: number | null;
}

/** Rows of `list_changes` that are added up on every reading before they become one again. */
const MOST_PARTS = 500;
/** Changes that are remembered; who has slept longer begins anew. */
const MOST_CHANGES = 5_000;
/** Notes that stay in the records for other servers, and how many are read before the older ones go. */
const STAYING = 1_000;
/** The name under which it is noted that older notes are gone. */
const GONE = '*';

/** Follows what is noted in the records about rows that change, whoever changes them. */
export class ListChanges {
  readonly #db: Db;
  #horizon = Number.MAX_SAFE_INTEGER;
  #seen: ReadonlySet<string> = new Set();
  #changes: Change[] = [];
  /** Changes that are no longer remembered. */
  #forgotten = 0;
  #sinceTidied = STAYING;
  #reading: Promise<Moment> | undefined;
  #waiting: Promise<Moment> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Changes that were noted so far. */
  get at(): number {
    return this.#forgotten + this.#changes.length;
  }

  /** What the tables are like now; everything that is read afterwards is at least as new. Who asks together is told together. */
  now(): Promise<Moment> {
    if (!this.#reading) {
      this.#reading = this.#read().finally(() => {
        this.#reading = undefined;
      });
      return this.#reading;
    }
    // What is being read may have begun before the change that this one has to know of.
    this.#waiting ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#waiting = undefined;
        return this.now();
      });
    return this.#waiting;
  }

  /** What has changed since then; undefined when that is no longer known. */
  since(at: number): Change[] | undefined {
    return at < this.#forgotten ? undefined : this.#changes.slice(at - this.#forgotten);
  }

  async #read(): Promise<Moment> {
    const { rows } = await sql<{
      name: string;
      total: number;
      parts: number;
      at: number | null;
      id: number | null;
    }>`
      select name, sum(total) as total, count(*) as parts, cast(null as bigint) as at, cast(null as bigint) as id
        from list_changes group by name
      union all select '', 0, 0, at, null from list_horizon
      union all select name, 0, 0, at, id from list_changed_rows where at >= ${this.#horizon}`.execute(
      this.#db,
    );
    const totals = new Map<string, number>();
    const notes: { at: number; name: string; id: number | null }[] = [];
    let [horizon, parts] = [0, 0];
    for (const row of rows) {
      parts += Number(row.parts);
      if (row.at === null) totals.set(row.name, Number(row.total));
      else if (row.name === '') horizon = Number(row.at);
      else notes.push({ at: Number(row.at), name: row.name, id: row.id });
    }
    this.#takeIn(notes, horizon);
    const moment = { totals, at: this.at };
    await this.#keepShort(parts, horizon);
    return moment;
  }

  /** What is read is right either way: records that cannot be written at the moment are tidied after another look. */
  async #keepShort(parts: number, horizon: number): Promise<void> {
    try {
      if (parts > MOST_PARTS) await this.#addUp();
      if (this.#sinceTidied >= STAYING) await this.#tidy(horizon);
    } catch (error) {
      if (!(error instanceof Error) || !storageProblem(error)) throw error;
      this.#sinceTidied = 0;
    }
  }

  #takeIn(notes: { at: number; name: string; id: number | null }[], horizon: number): void {
    const seen = new Set<string>();
    for (const { at, name, id } of notes) {
      const key = `${at} ${name} ${id}`;
      if (at >= horizon) seen.add(key);
      if (this.#seen.has(key)) continue;
      if (name === GONE) this.#forget();
      else this.#changes.push({ name, id });
      this.#sinceTidied += 1;
    }
    this.#seen = seen;
    this.#horizon = horizon;
    if (this.#changes.length > MOST_CHANGES) this.#forget();
  }

  #forget(): void {
    this.#forgotten += this.#changes.length + 1;
    this.#changes = [];
  }

  /** Makes many rows one for each table, which only PostgreSQL has; two who do so at once count nothing twice. */
  async #addUp(): Promise<void> {
    await sql`with gone as (delete from list_changes returning name, changes, total)
      insert into list_changes select name, sum(changes), sum(total) from gone group by name`.execute(
      this.#db,
    );
  }

  /** Takes away old notes, and notes that they are gone. */
  async #tidy(horizon: number): Promise<void> {
    this.#sinceTidied = 0;
    const { rows } = await sql<{ at: number }>`select at from list_changed_rows where at < ${horizon}
      order by at desc limit 1 offset ${STAYING}`.execute(this.#db);
    const last = rows[0]?.at;
    if (last === undefined) return;
    await this.#db.transaction().execute(async (records) => {
      await sql`delete from list_changed_rows where at <= ${last}`.execute(records);
      await sql`insert into list_changed_rows (at, name) values (${last}, ${GONE})`.execute(records);
    });
  }
}
