import type { Ground } from '../records/ground.ts';
import type { Row } from '../records/tables.ts';
import type { Standing } from './states.ts';

/** A state of alerts and reports (contract/query.md §7.1). */
export type ReportState = 'Success' | 'Working' | 'Error' | 'Not triggered' | 'On Grace';

/** Message of the log that says that owners were told of an error. */
export const TOLD_OWNERS = 'Notification sent with error';

/** A run, as far as its log names it. */
export interface LoggedRun {
  reportId: number;
  uuid: string;
  scheduled: string;
  /** When it began. */
  started: Date;
}

/** What a state is written with. */
export interface Transition {
  state: ReportState;
  message?: string | null;
  value?: number | null;
  valueText?: string | null;
}

/** Writes a log row, and nothing else. */
export async function writeLog(
  run: LoggedRun,
  { state, message = null, value = null, valueText = null }: Transition,
  { db, now }: Pick<Ground, 'db' | 'now'>,
): Promise<void> {
  await db
    .insertInto('report_logs')
    .values({
      report_id: run.reportId,
      uuid: run.uuid,
      scheduled_dttm: run.scheduled,
      start_dttm: run.started.toISOString(),
      end_dttm: now().toISOString(),
      value,
      value_row_json: valueText,
      state,
      error_message: message,
    })
    .execute();
}

/** Gives an alert or report its state, and writes it to the log. */
export async function enterState(
  run: LoggedRun,
  transition: Transition,
  services: Pick<Ground, 'db' | 'now'>,
): Promise<void> {
  const { state, value = null, valueText = null } = transition;
  await services.db
    .updateTable('report_schedules')
    .set({
      last_state: state,
      last_eval_dttm: services.now().toISOString(),
      last_value: value,
      last_value_row_json: valueText,
    })
    .where('id', '=', run.reportId)
    .execute();
  await writeLog(run, transition, services);
}

/** What the records say of an alert or report when a run of it begins. */
export async function standingOf(
  schedule: Row<'report_schedules'>,
  { db }: Pick<Ground, 'db'>,
): Promise<Standing> {
  const last = (state: ReportState) =>
    db
      .selectFrom('report_logs')
      .select(['end_dttm', 'start_dttm', 'uuid'])
      .where('report_id', '=', schedule.id)
      .where('state', '=', state)
      .where('error_message', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  // A run that was caught up says so in its log, and has worked all the same.
  const sent = await db
    .selectFrom('report_logs')
    .select('end_dttm')
    .where('report_id', '=', schedule.id)
    .where('state', '=', 'Success')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const working = await last('Working');
  return {
    type: schedule.type,
    state: schedule.last_state,
    gracePeriod: schedule.grace_period,
    workingTimeout: schedule.working_timeout,
    sentAt: momentOf(sent?.end_dttm),
    workingSince: momentOf(working?.start_dttm),
    workingRun: working?.uuid,
    snoozedUntil: momentOf(schedule.snoozed_until),
  };
}

/** When owners were told of an error last, and when a run worked last. */
export async function errorsTold(
  reportId: number,
  { db }: Pick<Ground, 'db'>,
): Promise<{ toldAt: number | undefined; workedAt: number | undefined }> {
  const rows = db.selectFrom('report_logs').select('end_dttm').where('report_id', '=', reportId);
  const told = await rows
    .where('state', '=', 'Error')
    .where('error_message', '=', TOLD_OWNERS)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const worked = await rows
    .where('state', 'in', ['Success', 'Not triggered'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { toldAt: momentOf(told?.end_dttm), workedAt: momentOf(worked?.end_dttm) };
}

/** Runs whose values a message tells, this one with them. */
const TREND = 10;

/** Values that an alert had in its last runs and has now, the earliest first. */
export async function trendOf(
  reportId: number,
  value: number | null | undefined,
  { db }: Pick<Ground, 'db'>,
): Promise<number[]> {
  if (value === null || value === undefined) return [];
  const rows = await db
    .selectFrom('report_logs')
    .select('value')
    .where('report_id', '=', reportId)
    .where('value', 'is not', null)
    .orderBy('id', 'desc')
    .limit(TREND - 1)
    .execute();
  return [...rows.flatMap((row) => row.value ?? []).reverse(), value];
}

function momentOf(text: string | null | undefined): number | undefined {
  return text === null || text === undefined ? undefined : Date.parse(text);
}
