import type { ErrorBody, LabQuery, SqlAnswer } from '@chartroom/model';
import { ApiError, isOutOfReach } from '../../api/client.ts';
import { fetchChangedQueries, fetchResults } from '../../api/sql-lab.ts';

/** Milliseconds between two looks at a query that runs (contract/ui.md E6), and before the first ones: most are short. */
const LOOKS_EVERY = 2_000;
const FIRST_LOOK = 250;
/** Milliseconds by which the clocks of two servers may differ. */
export const EARLIER = 5_000;

const ENDED = ['success', 'failed', 'stopped', 'timed_out'];

/** Whether a query has not ended yet. */
export function isActive(query: LabQuery): boolean {
  return !ENDED.includes(query.state);
}

/** Milliseconds after which nothing is shown of a query any more (contract/ui.md E6). */
const OLDEST = 864e5;

/** Whether what a query that has ended has brought is shown when its tab is opened again. */
export function isFound(query: LabQuery, now = Date.now()): boolean {
  return now - (query.endDttm ?? 0) <= OLDEST;
}

/** Somebody stopped the query, here or elsewhere. */
export class QueryStopped extends Error {}

/** The query has ended well, and its rows did not come: they can be fetched again. */
export class RowsNotFetched extends Error {
  readonly query: LabQuery;
  override readonly cause: ApiError;
  constructor(query: LabQuery, cause: ApiError) {
    super(cause.message, { cause });
    this.query = query;
    this.cause = cause;
  }
}

/**
 * Follows a query in the background to its end, telling its state whenever it is looked at, and fetches its rows. While the
 * server is out of reach its state is `offline`: the query goes on without the page. Rejects with ApiError when it failed,
 * QueryStopped when it was stopped, RowsNotFetched.
 */
export async function followQuery(
  query: LabQuery,
  signal: AbortSignal,
  onState: (query: LabQuery) => void,
): Promise<SqlAnswer> {
  let latest = query;
  for (let wait = FIRST_LOOK; isActive(latest); wait = Math.min(LOOKS_EVERY, wait * 1.5)) {
    await pause(wait, signal);
    const changed = await changedSince((query.startDttm ?? 0) - EARLIER, signal);
    latest = changed ? (changed.find((each) => each.queryId === query.queryId) ?? gone(latest)) : latest;
    onState(changed ? latest : { ...latest, state: 'offline' });
  }
  return answerOf(latest, signal);
}

/** Queries that have changed; undefined while nobody answers. */
async function changedSince(since: number, signal: AbortSignal): Promise<LabQuery[] | undefined> {
  try {
    return await fetchChangedQueries(since, signal);
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    return undefined;
  }
}

/** What a query that has ended brought; as `followQuery`. */
export async function answerOf(query: LabQuery, signal: AbortSignal): Promise<SqlAnswer> {
  if (query.state === 'success') return rowsOf(query, signal);
  if (query.state === 'stopped') throw new QueryStopped();
  const message = query.errorMessage ?? 'The query failed.';
  const errors = query.extra.errors ?? [
    { message, error_type: 'GENERIC_DB_ENGINE_ERROR', level: 'error', extra: null },
  ];
  throw new ApiError(400, errors, query);
}

async function rowsOf(query: LabQuery, signal: AbortSignal): Promise<SqlAnswer> {
  const none = { columns: [], selected_columns: [], expanded_columns: [], data: [] };
  // The rows of a table that was made are in it.
  if (query.ctas) return { status: 'success', query_id: query.queryId, query, ...none };
  if (query.resultsKey === null) throw new ApiError(410, [NOT_KEPT], query);
  try {
    return await fetchResults(query.resultsKey, signal);
  } catch (error) {
    if (error instanceof ApiError && isOutOfReach(error)) throw new RowsNotFetched(query, error);
    throw error;
  }
}

const NOT_KEPT: ErrorBody = {
  message: 'The rows are not kept any more: run the query again.',
  error_type: 'RESULTS_BACKEND_ERROR',
  level: 'error',
  extra: null,
};

function gone(query: LabQuery): LabQuery {
  return { ...query, state: 'failed', errorMessage: 'This query is not known any more.' };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', leave, { once: true });
  });
}
