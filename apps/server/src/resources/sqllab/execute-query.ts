import { ChartroomError, type Execution } from '@chartroom/model';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import type { WithJobs } from '../../jobs/jobs.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import { callerId } from '../../security/caller.ts';
import { type KeptResults, requireSize } from './kept-results.ts';
import { queryJob } from './query-jobs.ts';
import { queryObject } from './query-object.ts';
import {
  ACTIVE,
  type LabDatabase,
  ProgressNotes,
  recordFailure,
  recordStart,
  recordSuccess,
} from './query-record.ts';
import { furtherPages, labRowsOf, pageOf, resultJson } from './result-json.ts';
import { checkQuery, runQuery } from './run-query.ts';
import type { RunningQueries } from './running-queries.ts';

/** A run that was begun: what `execute` answers. */
interface Begun {
  status: 200 | 202;
  /** JSON text. */
  body: string | Buffer;
}

/** Where runs are known while they last, and where their rows wait. */
interface RunPlaces {
  running: RunningQueries;
  kept: KeptResults;
}

/**
 * Runs a query and keeps a record of it from its beginning to its end, whatever that is (contract/query.md §5.1). With
 * `runAsync` it is answered at once; the query goes on when the asker leaves, and its rows wait under its results key.
 */
export async function executeQuery(
  body: Execution,
  act: Act<Ground & WithData & WithJobs>,
  { running, kept }: RunPlaces,
): Promise<Begun> {
  const { db, config } = act.services;
  const database = await db
    .selectFrom('databases')
    .select(['id', 'database_name', 'backend', 'force_ctas_schema', 'allow_run_async'])
    .where('id', '=', body.database_id)
    .executeTakeFirst();
  if (!database) throw unknownDatabase(body.database_id);
  const later = body.runAsync === true || config.SQLLAB_FORCE_RUN_ASYNC;
  if (config.RESULTS_BACKEND === 'none' && (later || database.allow_run_async === 1))
    throw noResultsBackend();
  const known = body.client_id ? await activeQuery(body.client_id, act) : undefined;
  if (known) return { status: 200, body: JSON.stringify({ query: await queryObject(known, act) }) };
  const row = await recordStart(body, later ? 'pending' : 'running', database, act);
  return later ? runLater(body, row, act) : runNow(body, { row, database, act, running, kept });
}

/** A recorded run and what it is carried out with. */
interface Run extends RunPlaces {
  row: Row<'queries'>;
  database: LabDatabase;
  act: Act<Ground & WithData>;
}

async function runNow(
  { templateParams, onlyReads }: Execution,
  { row, database, act, running, kept }: Run,
): Promise<Begun> {
  const { services, caller } = act;
  const userId = callerId(caller);
  const signal = running.begin(userId, row.client_id, act.signal);
  try {
    const notes = new ProgressNotes(row, services);
    // Whoever waits sees in another request what it reads of other databases; how many statements have ended nobody asks.
    const onProgress = (percent: number, told?: string) => told !== undefined && notes.tell(percent, told);
    const asked = { row, templateParams, onlyReads: onlyReads === true };
    const result = await runQuery({ ...asked, caller, signal, onProgress, onTracked: notes.track }, services);
    await notes.ended();
    const { config } = services;
    // Of a table that was made, the rows are in it.
    const isKept = config.RESULTS_BACKEND !== 'none' && row.select_as_cta !== 1;
    const key = isKept ? services.uuid() : null;
    const ended = await recordSuccess(row, database, result, key, services);
    const limits = { most: config.DISPLAY_MAX_ROW, hasPages: isKept, backend: database.backend };
    const query = await queryObject(ended, act);
    const rows = labRowsOf(result);
    const told = await resultJson(query, row.id, rows, limits, { services, caller, signal });
    requireSize(told.length, config.SQLLAB_PAYLOAD_MAX_MB);
    // Who asked has the first page; the others are written while it is read, whoever leaves.
    const asker = { services, caller, signal: new AbortController().signal };
    if (key !== null)
      kept.keepWritten(key, told, furtherPages(rows, limits), (page) =>
        resultJson(query, row.id, pageOf(rows, page, limits), limits, asker),
      );
    return { status: 200, body: told };
  } catch (error) {
    await recordFailure(row, error, signal, services);
    if (!signal.aborted || act.signal.aborted) throw error;
    throw new ChartroomError('The query was stopped.', {
      status: 400,
      error_type: 'GENERIC_DB_ENGINE_ERROR',
      level: 'warning',
      extra: { stopped: true },
    });
  } finally {
    running.end(userId, row.client_id);
  }
}

/** Leaves a run to the jobs. What can be said without running it, such as that it may not be run, is said at once. */
async function runLater(
  { templateParams, onlyReads }: Execution,
  row: Row<'queries'>,
  act: Act<Ground & WithData & WithJobs>,
): Promise<Begun> {
  const { services, caller, signal } = act;
  try {
    const query = await queryObject(row, act);
    const asked = { row, templateParams, onlyReads: onlyReads === true };
    const { writes } = await checkQuery({ ...asked, caller, signal }, services);
    await services.jobs.enqueue(queryJob(row, templateParams, !writes));
    return { status: 202, body: JSON.stringify({ query }) };
  } catch (error) {
    await recordFailure(row, error, signal, services);
    throw error;
  }
}

/** 404 in the form of SQL Lab's errors. */
export function unknownDatabase(id: number): ChartroomError {
  return new ChartroomError(`There is no database ${id}.`, {
    status: 404,
    error_type: 'DATABASE_NOT_FOUND_ERROR',
    level: 'error',
  });
}

/** What is said of runs that nobody waits for where the operator keeps no results. */
export function noResultsBackend(): ChartroomError {
  return new ChartroomError('Results backend is not configured.', {
    status: 500,
    error_type: 'RESULTS_BACKEND_NOT_CONFIGURED_ERROR',
    level: 'error',
  });
}

async function activeQuery(clientId: string, act: Act): Promise<Row<'queries'> | undefined> {
  const rows = act.services.db
    .selectFrom('queries')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('user_id', '=', callerId(act.caller));
  return rows.where('status', 'in', ACTIVE).executeTakeFirst();
}
