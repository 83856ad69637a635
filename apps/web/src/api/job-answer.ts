import { type AnswerOf, chartDataApi, eventApi, type JobEvent, type ToldEvent } from '@chartroom/model';
import { bootstrap } from '../base/bootstrap.ts';
import { browserStorage } from '../base/browser-storage.ts';
import { api } from './api.ts';
import { ApiError } from './client.ts';
import { type EventEffects, JobEvents, PACE } from './job-events.ts';

/** Name under which the browser remembers the last event. */
const LAST_EVENT = 'last_async_event_id';
/** Where answers of jobs are fetched: an event leads nowhere else. */
const [ANSWERS = ''] = chartDataApi.replay.path.split(':');

const { conf } = bootstrap;

const effects: EventEffects = {
  fetch: async (lastId) => (await api(eventApi.after, { query: { last_id: lastId } })).result,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  keep,
  ...(conf.GLOBAL_ASYNC_QUERIES_TRANSPORT === 'ws' && { open: openSocket }),
};

/** Where the browser has no room, the next page hears again what it does not wait for. */
function keep(lastId: string): void {
  try {
    browserStorage()?.setItem(LAST_EVENT, lastId);
  } catch {
    browserStorage()?.removeItem(LAST_EVENT);
  }
}

// What a page waits for begins after it was opened: what was heard before, by whichever page, is none of it.
const lastHeard = bootstrap.user ? (browserStorage()?.getItem(LAST_EVENT) ?? undefined) : undefined;
const events = new JobEvents(
  effects,
  { ...PACE, polling: Number(conf.GLOBAL_ASYNC_QUERIES_POLLING_DELAY) || 500 },
  lastHeard,
);

/**
 * The answer of a question that was left to a job. When the signal fires the job is stopped too. Rejects with ApiError,
 * or with the signal's reason.
 */
export async function jobAnswer(
  job: JobEvent,
  signal?: AbortSignal,
): Promise<AnswerOf<typeof chartDataApi.replay>> {
  const event = await events.ended(job.job_id, signal).catch((error: unknown) => {
    if (signal?.aborted) stopJob(job);
    throw error;
  });
  const url = event.result_url ?? '';
  if (event.status === 'error' || !url.startsWith(ANSWERS)) throw failure(event);
  return api(chartDataApi.replay, { params: { cache_key: url.slice(ANSWERS.length) }, signal });
}

function stopJob({ job_id }: JobEvent): void {
  // Nobody waits for it any more: that it has ended meanwhile is no news.
  api(eventApi.stop, { params: { job_id } }).catch(() => undefined);
}

function failure(event: JobEvent): ApiError {
  const given = event.errors.length > 0 ? event.errors : [{ message: 'The question was not answered.' }];
  const errors = given.map((error) => ({
    error_type: 'GENERIC_BACKEND_ERROR' as const,
    level: 'error' as const,
    extra: null,
    ...error,
  }));
  return new ApiError(400, errors, event);
}

function openSocket(lastId: string, hear: (event: ToldEvent) => void, closed: () => void): void {
  const own = `${window.location.origin.replace(/^http/, 'ws')}/ws`;
  const url = new URL(String(conf.GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL ?? own));
  url.searchParams.set('last_id', lastId);
  const socket = new WebSocket(url);
  socket.addEventListener('message', ({ data }) => {
    const event: ToldEvent = JSON.parse(String(data));
    hear(event);
  });
  socket.addEventListener('close', closed);
}
