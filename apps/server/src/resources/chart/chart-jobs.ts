import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ChartroomError,
  type ErrorBody,
  errorBody,
  isJsonObject,
  type JobEvent,
  type QueryContext,
} from '@chartroom/model';
import type { FastifyRequest } from 'fastify';
import type { EncodedAnswer, WithData } from '../../data/ports.ts';
import { wholeBody } from '../../data/writing/answer-body.ts';
import type { WithChannels } from '../../events/channels.ts';
import type { WithEvents } from '../../events/event-log.ts';
import type { Act } from '../../http/act.ts';
import { notFound } from '../../http/errors.ts';
import type { WithJobs } from '../../jobs/jobs.ts';
import { interrupted, type Job, type JobKind } from '../../jobs/jobs.ts';
import type { Ground } from '../../records/ground.ts';
import type { WithCallers } from '../../security/caller.ts';
import { type Caller, may } from '../../security/caller.ts';
import { keepUnder, readOwn } from '../permalinks/kept-values.ts';

/** What charts are answered with: now, or by a job and an event that tells of it. */
export type ChartAnswering = Ground & WithChannels & WithData & WithJobs;

/** The kind of jobs that answer charts. */
const CHART_JOBS = 'chart';
/** Where the answer of a job is asked for by its key, unless it is to be shaped elsewhere. */
const REPLAY = '/api/v1/chart/data/';
/** Questions of charts that were left to a job, as `GET /chart/data/{cache_key}` asks them again. */
const QUESTION = { name: 'chart_question', days: 1 };

/**
 * Answers a chart's question, or leaves it to a job and answers 202 with what events will say of it (contract/api.md §4): a
 * whole answer in JSON that is not kept, asked by somebody with an account, where the operator wants it so.
 * `replay` is where the answer will be asked for. Rejects with 401 when the request's cookie names no channel for the event.
 */
export async function answerOrJob(
  context: QueryContext,
  act: Act<ChartAnswering>,
  request: FastifyRequest,
  replay = REPLAY,
): Promise<EncodedAnswer> {
  const { config, channels, jobs, uuid } = act.services;
  const data = await act.services.data();
  const { principal, user } = act.caller;
  if (!config.GLOBAL_ASYNC_QUERIES || !user || !isWhole(context))
    return data.chartData(context, principal, act.signal);
  const known = await data.readyChartData(context, principal, act.signal);
  if (known) return known;
  const channel = await channels.require(request);
  const { force = false, ...question } = context;
  const key = keyOf(question, user.id);
  await keepUnder(QUESTION, key, JSON.stringify(question), act);
  const jobId = uuid();
  const payload = { channel: channel.id, user: user.id, job: jobId, key, force, replay };
  await jobs.enqueue({ kind: CHART_JOBS, id: nameOf(user.id, jobId), payload, repeatable: true });
  const told: JobEvent = {
    channel_id: channel.id,
    job_id: jobId,
    user_id: user.id,
    status: 'pending',
    errors: [],
    result_url: null,
  };
  return {
    status: 202,
    contentType: 'application/json; charset=utf-8',
    headers: {},
    body: Buffer.from(JSON.stringify(told)),
  };
}

/** What a job has answered, to who asked and may still read it. Rejects with 404 when nothing was asked under this key. */
export async function replayed(key: string, act: Act<Ground & WithData>): Promise<EncodedAnswer> {
  const context = await questionOf(key, act);
  const data = await act.services.data();
  // What was too large to be kept, or had to make room, is asked again.
  return data.chartData(context, act.caller.principal, act.signal);
}

/** Stops a chart's job of the caller's own; false when there is none (any more). */
export async function stopJob(jobId: string, { services, caller }: Act<Ground & WithJobs>): Promise<boolean> {
  return caller.user !== undefined && services.jobs.cancel(CHART_JOBS, nameOf(caller.user.id, jobId));
}

/** Jobs that answer charts: the answer is kept as every other one, and an event says that it is there. */
export function chartJobs(services: Ground & WithCallers & WithData & WithEvents): JobKind {
  return {
    name: CHART_JOBS,
    run: async (job, signal) => {
      try {
        await answer(job, signal, services);
        await tell(job, { status: 'done', result_url: `${job.payload.replay}${job.payload.key}` }, services);
      } catch (error) {
        if (interrupted(job, signal)) throw error;
        const reason = signal.aborted ? new AnswerError([{ message: STOPPED }]) : error;
        await tell(job, { status: 'error', errors: errorsOf(reason) }, services);
        if (!signal.aborted && !(error instanceof ChartroomError || error instanceof AnswerError))
          throw error;
      }
    },
    dropped: (job, why) => {
      const message =
        why === 'stopped' ? STOPPED : 'The server stopped while this query ran. Please run it again.';
      return tell(job, { status: 'error', errors: [{ message }] }, services);
    },
  };
}

/** An answer that says what is wrong with the question. */
class AnswerError extends Error {
  readonly errors: JobEvent['errors'];
  constructor(errors: JobEvent['errors']) {
    super(errors[0]?.message);
    this.errors = errors;
  }
}

async function answer(
  { payload }: Job,
  signal: AbortSignal,
  services: Ground & WithCallers & WithData,
): Promise<void> {
  const caller = await services.callers.byId(Number(payload.user));
  if (!caller || !may(caller, 'can_read', 'Chart')) throw notFound();
  const context = await questionOf(String(payload.key), { services, caller, signal });
  const data = await services.data();
  const answer = await data.chartData(
    { ...context, force: payload.force === true },
    caller.principal,
    signal,
  );
  if (answer.status >= 400) throw new AnswerError(await errorsIn(answer));
}

/** What was asked under a key, for who asked it. Rejects with 404 when that is nothing. */
export async function questionOf(
  key: string,
  act: { services: Ground; caller: Caller; signal: AbortSignal },
): Promise<QueryContext> {
  const question: QueryContext = JSON.parse(await readOwn(QUESTION, key, act));
  return question;
}

/** Attempts to tell an event, and milliseconds before the second; each further one waits twice as long. */
const ATTEMPTS = 8;
const FIRST_PAUSE = 100;

/** Tells what became of a job. Somebody waits for it: a place that is gone for a moment is asked again. */
async function tell(
  { payload }: Job,
  outcome: Partial<JobEvent> & Pick<JobEvent, 'status'>,
  services: WithEvents,
): Promise<void> {
  const facts = {
    channel_id: String(payload.channel),
    job_id: String(payload.job),
    user_id: Number(payload.user),
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await services.events.tell({ ...facts, errors: [], result_url: null, ...outcome });
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await pause(FIRST_PAUSE * 2 ** (attempt - 1));
    }
  }
}

function errorsOf(error: unknown): JobEvent['errors'] {
  if (error instanceof AnswerError) return error.errors;
  if (error instanceof ChartroomError) return [errorBody(error)];
  return [{ message: UNEXPECTED }];
}

const STOPPED = 'The query was stopped.';
const UNEXPECTED = 'Something went wrong in the server. Its log tells more.';

async function errorsIn(answer: EncodedAnswer): Promise<JobEvent['errors']> {
  const value: unknown = JSON.parse((await wholeBody(answer)).toString());
  if (!isJsonObject(value)) return [{ message: UNEXPECTED }];
  const errors: ErrorBody[] = Array.isArray(value.errors) ? JSON.parse(JSON.stringify(value.errors)) : [];
  return errors.length > 0
    ? errors
    : [{ message: typeof value.message === 'string' ? value.message : UNEXPECTED }];
}

/** Whether a whole answer in JSON is asked for: other ones are files, or small. */
function isWhole({ result_format, result_type, queries }: QueryContext): boolean {
  const whole = (type: string | null | undefined) => (type ?? 'full') === 'full';
  return (
    (result_format ?? 'json') === 'json' &&
    whole(result_type) &&
    queries.every((query) => whole(query.result_type))
  );
}

function keyOf(question: Omit<QueryContext, 'force'>, userId: number): string {
  return `qc-${createHash('md5')
    .update(JSON.stringify([userId, question]))
    .digest('hex')}`;
}

/** Whose job it is stands in its name: nobody names another one's. */
function nameOf(userId: number, jobId: string): string {
  return `${userId}-${jobId}`;
}
