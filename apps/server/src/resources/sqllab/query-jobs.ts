import { ChartroomError } from '@chartroom/model';
import type { WithData } from '../../data/ports.ts';
import { interrupted, type Job, type JobKind } from '../../jobs/jobs.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import type { WithCallers } from '../../security/caller.ts';
import { type Caller, may } from '../../security/caller.ts';
import type { KeptResults } from './kept-results.ts';
import {
  ACTIVE,
  ProgressNotes,
  recordEnd,
  recordFailure,
  recordSuccess,
  SERVER_STOPPED,
} from './query-record.ts';
import { labRowsOf } from './result-json.ts';
import { type QueryRun, runQuery } from './run-query.ts';

/** The kind of jobs that are runs of SQL Lab. */
export const QUERY_JOBS = 'sql';

/** The job that carries out a recorded query; `reads`: it writes nothing and may be begun again. */
export function queryJob(
  row: Row<'queries'>,
  templateParams: string | null | undefined,
  reads: boolean,
): Job {
  const payload = { query: row.id, user: row.user_id, templateParams: templateParams ?? null };
  return { kind: QUERY_JOBS, id: row.uuid, payload, repeatable: reads };
}

/**
 * Runs that nobody waits for: how they end stands in their record, and their rows wait under its results key. Who began
 * one must still be there, with the same rights, when it is carried out.
 */
export function queryJobs(services: Ground & WithCallers & WithData, kept: KeptResults): JobKind {
  return {
    name: QUERY_JOBS,
    run: async (job, signal) => {
      const row = await begun(job, services);
      if (!row) return;
      try {
        const { templateParams } = job.payload;
        const caller = await requireCaller(row, services);
        await carryOut(
          { row, caller, signal, templateParams: typeof templateParams === 'string' ? templateParams : null },
          services,
          kept,
        );
      } catch (error) {
        if (interrupted(job, signal)) throw error;
        await recordFailure(row, inTheBackground(error), signal, services);
      }
    },
    dropped: async (job, why) => {
      const row = await recordOf(job, services);
      if (!row) return;
      if (why === 'stopped')
        await recordEnd(row, { status: 'stopped', error_message: 'The query was stopped.' }, services);
      else await recordEnd(row, { status: 'failed', error_message: SERVER_STOPPED }, services);
    },
  };
}

/** Notes that a job's query runs, and gives its record; undefined when it has ended already: it may be stopped up to this moment. */
async function begun(
  { payload }: Job,
  { db, now }: Pick<Ground, 'db' | 'now'>,
): Promise<Row<'queries'> | undefined> {
  return db
    .updateTable('queries')
    .set({ status: 'running', start_running_time: now().getTime(), changed_on: now().toISOString() })
    .where('id', '=', Number(payload.query))
    .where('status', 'in', ACTIVE)
    .returningAll()
    .executeTakeFirst();
}

/** The record of a job's query, unless it has ended already. */
async function recordOf({ payload }: Job, { db }: Pick<Ground, 'db'>): Promise<Row<'queries'> | undefined> {
  const rows = db.selectFrom('queries').selectAll().where('id', '=', Number(payload.query));
  return rows.where('status', 'in', ACTIVE).executeTakeFirst();
}

async function requireCaller(row: Row<'queries'>, { callers }: WithCallers): Promise<Caller> {
  const caller = row.user_id === null ? undefined : await callers.byId(row.user_id);
  if (caller && may(caller, 'can_execute_sql_query', 'SQLLab')) return caller;
  throw new ChartroomError('Who began this query may not run queries any more.', {
    status: 403,
    error_type: 'QUERY_SECURITY_ACCESS_ERROR',
    level: 'error',
  });
}

async function carryOut(run: QueryRun, services: Ground & WithData, kept: KeptResults): Promise<void> {
  const { row } = run;
  const { db, config } = services;
  const database = await db
    .selectFrom('databases')
    .select(['id', 'database_name', 'backend', 'force_ctas_schema', 'allow_run_async'])
    .where('id', '=', row.database_id)
    .executeTakeFirstOrThrow();
  const notes = new ProgressNotes(row, services);
  const result = await runQuery(
    {
      ...run,
      timeout: config.SQLLAB_ASYNC_TIME_LIMIT_SEC,
      onProgress: notes.tell,
      onTracked: notes.track,
    },
    services,
  );
  await notes.ended();
  // Of a table that was made, the rows are in it.
  const key = row.select_as_cta === 1 ? null : services.uuid();
  if (key !== null) await kept.keep(key, labRowsOf(result), config.SQLLAB_PAYLOAD_MAX_MB);
  await recordSuccess(row, database, result, key, services);
}

/** The limit of time is another one than that of runs that somebody waits for, and so is its name (contract/query.md §5.1). */
function inTheBackground(error: unknown): unknown {
  if (!(error instanceof ChartroomError) || error.error_type !== 'BACKEND_TIMEOUT_ERROR') return error;
  return new ChartroomError(error.message, {
    status: 408,
    error_type: 'SQLLAB_TIMEOUT_ERROR',
    level: 'error',
    cause: error,
  });
}
