import { ChartroomError, type Execution, errorBody, type JsonObject } from '@chartroom/model';
import { databaseGone } from '../../data/database-gone.ts';
import type { SqlRunResult } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { ServerEnds } from '../../jobs/jobs.ts';
import type { Ground } from '../../records/ground.ts';
import type { NewRow, Row } from '../../records/tables.ts';
import { callerId } from '../../security/caller.ts';
import { selectStar } from '../database/select-star.ts';
import { keptTables } from '../sql-tables.ts';
import type { QueryExtra } from './query-extra.ts';

/** What of a database decides how a query is carried out. */
export type LabDatabase = Pick<
  Row<'databases'>,
  'id' | 'database_name' | 'backend' | 'force_ctas_schema' | 'allow_run_async'
>;

/** What is said of a query that ended with its server. */
export const SERVER_STOPPED = 'The server stopped while this query ran. Please run it again.';

/** Statuses of a query that has not ended. */
export const ACTIVE = ['pending', 'running'];

/** Notes that a query begins: `pending` until somebody carries it out. */
export async function recordStart(
  body: Execution,
  status: 'pending' | 'running',
  database: LabDatabase,
  act: Act,
): Promise<Row<'queries'>> {
  const { db } = act.services;
  const userId = callerId(act.caller);
  const values = {
    ...startValues(body, status, database, act),
    sql_tables: await keptTables(body.sql, database.backend, act.services.config),
  };
  return db.transaction().execute(async (records) => {
    // The same client id runs again: the newer run takes the place of the finished one.
    await records
      .deleteFrom('queries')
      .where('client_id', '=', values.client_id)
      .where('user_id', '=', userId)
      .execute();
    const row = await records.insertInto('queries').values(values).returningAll().executeTakeFirstOrThrow();
    const tab = Number(body.sql_editor_id);
    if (Number.isSafeInteger(tab))
      await records
        .updateTable('tab_states')
        .set({ latest_query_id: row.client_id })
        .where('id', '=', tab)
        .where('user_id', '=', userId)
        .execute();
    return row;
  });
}

function startValues(
  body: Execution,
  status: 'pending' | 'running',
  database: LabDatabase,
  act: Act,
): NewRow<'queries'> {
  const { now, uuid, key, serverId } = act.services;
  const at = now();
  return {
    uuid: uuid(),
    client_id: body.client_id || key().slice(0, 11),
    user_id: callerId(act.caller),
    database_id: body.database_id,
    catalog: body.catalog ?? null,
    schema: body.schema ?? null,
    tab_name: body.tab ?? null,
    sql_editor_id: body.sql_editor_id ?? null,
    sql: body.sql,
    select_sql: null,
    executed_sql: null,
    sql_tables: null,
    limit: body.queryLimit ?? null,
    limiting_factor: 'UNKNOWN',
    select_as_cta: body.select_as_cta ? 1 : 0,
    select_as_cta_used: 0,
    ctas_method: body.select_as_cta ? (body.ctas_method ?? 'TABLE') : null,
    tmp_table_name: body.tmp_table_name || (body.select_as_cta ? nameAt(at, callerId(act.caller)) : null),
    tmp_schema_name: body.select_as_cta ? database.force_ctas_schema || null : null,
    status,
    progress: 0,
    rows: null,
    error_message: null,
    results_key: null,
    tracking_url: null,
    extra: null,
    start_time: at.getTime(),
    start_running_time: status === 'running' ? at.getTime() : null,
    end_time: null,
    end_result_backend_time: null,
    changed_on: at.toISOString(),
    server_id: serverId ?? null,
  };
}

/** Name of a table that nobody named (contract/query.md §5.4). */
function nameAt(at: Date, userId: number): string {
  return `tmp_${userId}_table_${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '_')}`;
}

/**
 * Notes what a query has brought; `resultsKey`: where its rows wait.
 * @throws ChartroomError 404 when its record is gone: it goes with its database
 */
export async function recordSuccess(
  row: Row<'queries'>,
  database: LabDatabase,
  result: SqlRunResult,
  resultsKey: string | null,
  services: Ground,
): Promise<Row<'queries'>> {
  const changes: Partial<NewRow<'queries'>> = {
    status: 'success',
    progress: 100,
    rows: result.frame.length,
    executed_sql: result.executedSql,
    limit: result.limit,
    sql_tables: JSON.stringify(result.tables),
    limiting_factor: result.limitingFactor,
    results_key: resultsKey,
    extra: result.limitingFactor === 'DROPDOWN' ? wholeNoted(result) : null,
    ...(row.select_as_cta === 1 && {
      select_as_cta_used: 1,
      select_sql: await rowsOfMade(row, database, result.limit),
    }),
  };
  const ended = await recordEnd(row, changes, services);
  if (!ended) throw databaseGone();
  return ended;
}

function wholeNoted({ wholeSql }: SqlRunResult): string {
  const extra: QueryExtra = { wholeSql };
  return JSON.stringify(extra);
}

/** SQL that shows what a run has made. */
async function rowsOfMade(row: Row<'queries'>, database: LabDatabase, limit: number): Promise<string | null> {
  const { engineById } = await import('@chartroom/engines');
  const engine = engineById(database.backend);
  if (!engine || !row.tmp_table_name) return null;
  return selectStar(engine.dialect, { schema: row.tmp_schema_name, table: row.tmp_table_name }, limit);
}

/** Notes why a query has failed, or that it was stopped: `signal` is the one it ran under. */
export async function recordFailure(
  row: Row<'queries'>,
  error: unknown,
  signal: AbortSignal,
  services: Ground,
): Promise<void> {
  if (signal.aborted && signal.reason instanceof ServerEnds) {
    await recordEnd(row, { status: 'failed', error_message: SERVER_STOPPED }, services);
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  const failure = error instanceof ChartroomError && error.status === 408 ? 'timed_out' : 'failed';
  const status = signal.aborted ? 'stopped' : failure;
  const extra: JsonObject | undefined =
    error instanceof ChartroomError ? { errors: JSON.parse(JSON.stringify([errorBody(error)])) } : undefined;
  await recordEnd(
    row,
    { status, error_message: message, extra: extra ? JSON.stringify(extra) : null },
    services,
  );
}

/** How far queries are, and where their engines tell of them: each report is noted behind the one before. */
export class ProgressNotes {
  readonly #row: Row<'queries'>;
  readonly #services: Pick<Ground, 'db' | 'now'>;
  #noted: Promise<unknown> = Promise.resolve();

  constructor(row: Row<'queries'>, services: Pick<Ground, 'db' | 'now'>) {
    this.#row = row;
    this.#services = services;
  }

  /** Notes a part of a hundred, and in words what is done. */
  readonly tell = (progress: number, told?: string): void => {
    if (progress >= 100) return;
    const extra: QueryExtra = { progress: told ?? '' };
    this.#note({ progress, ...(told !== undefined && { extra: JSON.stringify(extra) }) });
  };

  /** Notes the address of a page of the engine about what runs. */
  readonly track = (url: string): void => this.#note({ tracking_url: url });

  /** Waits until all is noted. */
  async ended(): Promise<void> {
    await this.#noted;
  }

  #note(changes: Partial<NewRow<'queries'>>): void {
    // One after the other: the store may work on two at once, and the earlier one would stand.
    this.#noted = this.#noted.then(() => this.#write(changes));
    // What goes wrong is thrown where it is waited for.
    this.#noted.catch(() => undefined);
  }

  #write(changes: Partial<NewRow<'queries'>>): Promise<unknown> {
    const { db, now } = this.#services;
    return db
      .updateTable('queries')
      .set({ ...changes, changed_on: now().toISOString() })
      .where('id', '=', this.#row.id)
      .where('status', 'in', ACTIVE)
      .execute();
  }
}

/** Notes that a query has ended, and how; undefined where its record is gone, as with its database. */
export async function recordEnd(
  row: Row<'queries'>,
  changes: Partial<NewRow<'queries'>>,
  services: Pick<Ground, 'db' | 'now'>,
): Promise<Row<'queries'> | undefined> {
  const at = services.now();
  return services.db
    .updateTable('queries')
    .set({ ...changes, end_time: at.getTime(), changed_on: at.toISOString() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirst();
}
