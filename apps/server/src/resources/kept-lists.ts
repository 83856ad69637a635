import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../records/records.ts';

/** How often the tables behind long lists have changed, and how many rows they have. */
export type TableStates = ReadonlyMap<string, { changes: number; total: number }>;

/** What statements of lists read: ids, counts and names. */
export type ListRow = Readonly<Record<string, number | string | null>>;

/** Rows of `list_changes` that are added up on every reading before they become one again. */
const MOST_CHANGES = 500;
/** Rows of kept answers together; an answer counts as one row more than it has. */
const MOST_ROWS = 200_000;
/** Texts tables stand for the tables whose texts they find. */
const STANDS_FOR: Record<string, string> = { chart_texts: 'charts', dashboard_texts: 'dashboards' };

/**
 * Answers of statements that lists are made of, kept as long as no table they read has changed: a count is found once
 * for all pages and all people who see the same. Statements that read anything uncounted are never kept.
 */
export class KeptLists {
  readonly #db: Db;
  readonly #kept = new Map<string, { state: string; rows: Promise<ListRow[]>; size: number }>();
  #size = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /** What the tables are like now; everything that is asked with it is at least as new. */
  async states(): Promise<TableStates> {
    const { rows } = await sql<{ name: string; changes: number; total: number; parts: number }>`
      select name, sum(changes) as changes, sum(total) as total, count(*) as parts from list_changes group by name`.execute(this.#db);
    if (rows.reduce((sum, { parts }) => sum + Number(parts), 0) > MOST_CHANGES) await this.#addUp();
    return new Map(rows.map(({ name, changes, total }) => [name, { changes: Number(changes), total: Number(total) }]));
  }

  /** The rows of a statement; others are given the same ones. */
  async rows(statement: RawBuilder<ListRow>, states: TableStates): Promise<readonly ListRow[]> {
    const compiled = statement.compile(this.#db);
    const run = async () => (await this.#db.executeQuery<ListRow>(compiled)).rows;
    const state = stateOf(compiled.sql, states);
    if (state === undefined) return run();
    // Statements that name thousands of ids are long.
    const key = createHash('sha256')
      .update(`${compiled.sql} ${JSON.stringify(compiled.parameters)}`)
      .digest('base64');
    const known = this.#kept.get(key);
    if (known?.state === state) return known.rows;
    const rows = run();
    this.#forget(key);
    this.#kept.set(key, { state, rows, size: 1 });
    this.#size += 1;
    rows.then(
      ({ length }) => this.#grown(key, rows, length),
      () => this.#forget(key),
    );
    return rows;
  }

  #grown(key: string, rows: Promise<ListRow[]>, length: number): void {
    const entry = this.#kept.get(key);
    if (entry?.rows !== rows) return;
    entry.size += length;
    this.#size += length;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= MOST_ROWS) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#size -= this.#kept.get(key)?.size ?? 0;
    this.#kept.delete(key);
  }

  /** Makes many rows one for each table, which only PostgreSQL has; two who do so at once count nothing twice. */
  async #addUp(): Promise<void> {
    await sql`with gone as (delete from list_changes returning name, changes, total)
      insert into list_changes select name, sum(changes), sum(total) from gone group by name`.execute(this.#db);
  }
}

/** The state of all tables that a statement reads; undefined when one of them is not counted. */
function stateOf(text: string, states: TableStates): string | undefined {
  const parts: string[] = [];
  for (const [, name = ''] of text.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)) {
    if (name === 'words') continue;
    const state = states.get(STANDS_FOR[name] ?? name);
    if (!state) return undefined;
    parts.push(`${name} ${state.changes}`);
  }
  return parts.length === 0 ? undefined : parts.join(',');
}
