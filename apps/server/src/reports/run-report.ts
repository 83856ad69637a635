import type { Outbound } from '@chartroom/engines';
import { ChartroomError } from '@chartroom/model';
import { ServerEnds } from '../jobs/jobs.ts';
import type { Row } from '../records/tables.ts';
import { type AlertState, askAlert } from './alert-query.ts';
import { deliverAll, type Outcome } from './deliver.ts';
import { MOST_COUNTED } from './due.ts';
import { executorOf } from './executor.ts';
import { planDeliveries } from './plan.ts';
import { enterState, type LoggedRun, standingOf, type Transition, trendOf, writeLog } from './run-log.ts';
import { RunProblem, type RunServices } from './run-services.ts';
import { keepSent } from './sent-messages.ts';
import type { Slack } from './slack.ts';
import { openingOf } from './states.ts';
import { tellOwners } from './tell-owners.ts';

type Schedule = Row<'report_schedules'>;
type Run = Row<'report_runs'>;

/** How runs reach others. */
export interface RunWays {
  outbound: Outbound;
  /** Undefined where it is not set up. */
  slack: Slack | undefined;
  pauses: readonly number[];
}

/** Milliseconds that a timer can count. */
const LONGEST = 2_000_000_000;
/** Milliseconds after which a run is late. */
const LATE = 120_000;

/**
 * Carries a run out, from its opening to its end in the log (contract/query.md §7.3). Rejects only when the server ends in
 * the middle of it: then it goes on where it was, and what was sent is not sent again.
 */
export async function runReport(
  uuid: string,
  services: RunServices,
  ways: RunWays,
  signal: AbortSignal,
): Promise<void> {
  const run = await services.db
    .selectFrom('report_runs')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('state', '=', 'due')
    .executeTakeFirst();
  if (!run) return;
  const schedule = await services.db
    .selectFrom('report_schedules')
    .selectAll()
    .where('id', '=', run.report_id)
    .executeTakeFirst();
  // It was switched off between its moment and now.
  if (schedule && (schedule.active === 1 || run.asked === 1))
    await open({ run, schedule, services, ways, signal });
  await services.db.updateTable('report_runs').set({ state: 'ended' }).where('uuid', '=', uuid).execute();
}

/** A run that its server did not end, and that is not begun again. */
export async function loseRun(uuid: string, message: string, services: RunServices): Promise<void> {
  const { db, now } = services;
  const run = await db.selectFrom('report_runs').selectAll().where('uuid', '=', uuid).executeTakeFirst();
  if (run?.state !== 'due') return;
  const logged = { reportId: run.report_id, uuid, scheduled: run.scheduled_dttm, started: now() };
  await enterState(logged, { state: 'Error', message }, services);
  await db.updateTable('report_runs').set({ state: 'ended' }).where('uuid', '=', uuid).execute();
}

interface Running {
  run: Run;
  schedule: Schedule;
  services: RunServices;
  ways: RunWays;
  signal: AbortSignal;
}

async function open(running: Running): Promise<void> {
  const { run, schedule, services } = running;
  const now = services.now();
  const logged: LoggedRun = {
    reportId: schedule.id,
    uuid: run.uuid,
    scheduled: run.scheduled_dttm,
    started: now,
  };
  const standing = await standingOf(schedule, services);
  const opening = openingOf(standing, { uuid: run.uuid, asked: run.asked === 1 }, now.getTime());
  if (opening.kind === 'grace')
    return enterState(logged, { state: 'On Grace', message: opening.message }, services);
  if (opening.kind === 'timed out')
    return failed(running, logged, new RunProblem('Report Schedule reached a working timeout.'));
  const isOn = standing.workingRun === run.uuid && standing.state === 'Working';
  const isOurs = opening.kind === 'work' && (isOn || (await beginWork(schedule, services)));
  if (!isOurs)
    return writeLog(
      logged,
      { state: 'Working', message: 'Report Schedule is still working, refusing to re-compute.' },
      services,
    );
  if (!isOn) await enterState(logged, { state: 'Working' }, services);
  await work(running, logged);
}

/** Takes the state in which it was found: of two runs that begin at once one works. */
async function beginWork({ id, last_state }: Schedule, { db }: RunServices): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_schedules')
    .set({ last_state: 'Working' })
    .where('id', '=', id)
    .where('last_state', '=', last_state)
    .where('last_state', '<>', 'Working')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function work(running: Running, logged: LoggedRun): Promise<void> {
  const { schedule, signal } = running;
  const patience = AbortSignal.timeout(Math.min(schedule.working_timeout * 1_000, LONGEST));
  const ends = AbortSignal.any([signal, patience]);
  try {
    await enterState(logged, await outcome({ ...running, signal: ends }), running.services);
  } catch (error) {
    if (signal.aborted && signal.reason instanceof ServerEnds) throw error;
    const timedOut = new RunProblem('Report Schedule reached a working timeout.', error);
    await failed(running, logged, patience.aborted ? timedOut : error);
  }
}

/** Asks, makes and sends. Rejects with RunProblem when something of it failed. */
async function outcome({ run, schedule, services, ways, signal }: Running): Promise<Transition> {
  const executor = await executorOf(schedule, services);
  const alert = schedule.type === 'Alert' ? await askAlert(schedule, executor, services, signal) : undefined;
  const values = alert ? valuesOf(alert, schedule) : {};
  if (alert && !alert.triggered) {
    await forgetAcknowledgement(schedule, services);
    return { state: 'Not triggered', ...values };
  }
  if (alert && schedule.acknowledged_dttm !== null && run.asked === 0)
    return { state: 'On Grace', message: ACKNOWLEDGED, ...values };
  const notes = lateness(run);
  const value = alert ? alert.shown : null;
  const trend = await trendOf(schedule.id, values.value, services);
  const plans = await planDeliveries(schedule, executor, { value, trend, notes }, services, signal);
  const how = { schedule, scheduled: run.scheduled_dttm, value, trend, services, signal, ...ways };
  const outcomes = await deliverAll(plans, how);
  const sent = { reportId: schedule.id, uuid: run.uuid, executor: executor.user?.id };
  await keepSent(sent, plans, outcomes, services);
  const problems = outcomes.flatMap(problemOf);
  const renderings = plans.flatMap(({ made }) => (made ? [made.rendering] : []));
  const pieces = [...new Set(renderings)].flatMap((rendering) => rendering.pieces);
  const broken = pieces.filter(({ problem }) => problem !== undefined);
  const missing = [...new Set(broken.map(({ title, problem }) => `"${title}": ${problem}`))];
  if (problems.length > 0) throw new RunProblem([...problems, ...missing].join('\n'));
  if (broken.length > 0 && broken.length === pieces.length) throw new RunProblem(missing.join('\n'));
  const skipped = outcomes.filter(({ state }) => state === 'skipped');
  const said = [...notes, ...missing, ...skipped.map(({ recipient, message }) => `${recipient}: ${message}`)];
  return { state: 'Success', message: said.length > 0 ? said.join('\n') : null, ...values };
}

const ACKNOWLEDGED = 'Acknowledged: nothing is sent until the condition has not held once.';

function problemOf({ recipient, state, message }: Outcome): string[] {
  if (state === 'failed') return [`${recipient}: ${message}`];
  if (state === 'unknown')
    return [`${recipient}: it is not known whether it arrived (${message}); it is not sent again.`];
  return [];
}

/** Operators compare a number, which is told as such; `not null` looks at any value. */
function valuesOf(alert: AlertState, { validator_type }: Schedule): Pick<Transition, 'value' | 'valueText'> {
  return validator_type === 'not null' ? { valueText: alert.shown } : { value: alert.value ?? null };
}

async function forgetAcknowledgement(
  { id, acknowledged_dttm }: Schedule,
  { db }: RunServices,
): Promise<void> {
  if (acknowledged_dttm === null) return;
  await db.updateTable('report_schedules').set({ acknowledged_dttm: null }).where('id', '=', id).execute();
}

/** What is said of a run that comes later than it was to. */
export function lateness({
  scheduled_dttm,
  missed,
  created_on,
}: Pick<Run, 'scheduled_dttm' | 'missed' | 'created_on'>): string[] {
  const late = Date.parse(created_on) - Date.parse(scheduled_dttm);
  if (missed === 0 && late < LATE) return [];
  const due = `This was due at ${scheduled_dttm.slice(0, 16).replace('T', ' ')} UTC and is caught up, for the server did not run then.`;
  if (missed === 0) return [due];
  const count =
    missed >= MOST_COUNTED ? `${MOST_COUNTED} or more runs` : `${missed} ${missed === 1 ? 'run' : 'runs'}`;
  return [`${due} ${count} before it ${missed === 1 ? 'was' : 'were'} left out.`];
}

/** Ends a run with an error, and tells the owners unless they know already. */
async function failed(
  { run, schedule, services }: Running,
  logged: LoggedRun,
  error: unknown,
): Promise<void> {
  const message = wordsOf(error);
  if (!(error instanceof RunProblem || error instanceof ChartroomError))
    services.say(
      `Run ${run.uuid} of "${schedule.name}" failed: ${error instanceof Error ? error.stack : error}`,
    );
  await enterState(logged, { state: 'Error', message }, services);
  await tellOwners(schedule, logged, message, services);
}

function wordsOf(error: unknown): string {
  if (error instanceof RunProblem) return error.message;
  if (error instanceof ChartroomError && error.status < 500) return error.message;
  return 'Something went wrong in the server. Its log tells more.';
}
