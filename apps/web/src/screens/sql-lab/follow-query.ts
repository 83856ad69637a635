import type { LabQuery, SqlAnswer } from '@chartroom/model';
import { ApiError } from '../../api/client.ts';
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
  if (now - (query.endDttm ?? 0) > OLDEST) return false;
  return query.state !== 'success' || query.resultsKey !== null;
}

/** Somebody stopped the query, here or elsewhere. */
export class QueryStopped extends Error {}

/**
 * Follows a query in the background to its end, telling its state whenever it is looked at, and fetches its rows;
 * undefined when none are kept. Rejects with ApiError when it failed, QueryStopped when it was stopped.
 */
export async function followQuery(
  query: LabQuery,
  signal: AbortSignal,
  onState: (query: LabQuery) => void,
): Promise<SqlAnswer | undefined> {
  let latest = query;
  for (let wait = FIRST_LOOK; isActive(latest); wait = Math.min(LOOKS_EVERY, wait * 1.5)) {
    await pause(wait, signal);
    const changed = await fetchChangedQueries((query.startDttm ?? 0) - EARLIER, signal);
    latest = changed.find((each) => each.queryId === query.queryId) ?? gone(latest);
    onState(latest);
  }
  return answerOf(latest, signal);
}

/** What a query that has ended brought; as `followQuery`. */
export async function answerOf(query: LabQuery, signal: AbortSignal): Promise<SqlAnswer | undefined> {
  if (query.state === 'success')
    return query.resultsKey === null ? undefined : fetchResults(query.resultsKey, signal);
  if (query.state === 'stopped') throw new QueryStopped();
  const message = query.errorMessage ?? 'The query failed.';
  const errors = query.extra.errors ?? [
    { message, error_type: 'GENERIC_DB_ENGINE_ERROR', level: 'error', extra: null },
  ];
  throw new ApiError(400, errors, query);
}

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
