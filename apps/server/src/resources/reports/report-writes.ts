import { type FieldReasons, nextRuns, parseCron, type ReportPost, type ReportPut } from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import { invalidFields, unprocessable } from '../../http/errors.ts';
import type { Db } from '../../records/records.ts';
import type { NewRow, Row } from '../../records/tables.ts';
import { changedNow, createdNow, resolveOwners } from '../people.ts';
import { givenTexts } from '../plain-rows.ts';
import type { Written } from '../resource.ts';
import { requireOwned } from '../resource-queries.ts';
import { checkRecipients, requireFreeName, requirePlace, type Watched } from './report-checks.ts';
import { REPORT_OWNERS } from './report-rows.ts';

/** Texts and numbers that are stored as they come. */
const PLAIN = [
  'type',
  'name',
  'description',
  'context_markdown',
  'email_subject',
  'crontab',
  'timezone',
  'sql',
  'validator_type',
  'report_format',
  'log_retention',
  'grace_period',
  'working_timeout',
  'custom_width',
] as const;

/** Stores an alert or a report (contract/api.md §2.9). Rejects with 400 or 422 naming the fields, 409 for a second one of the same thing. */
export async function createReport(body: ReportPost, act: Act): Promise<Written & { id: number }> {
  requireWidth(body.custom_width, act);
  const watched: Watched = {
    type: body.type,
    chart: body.chart ?? null,
    dashboard: body.dashboard ?? null,
    database: body.database ?? null,
    method: body.creation_method ?? 'alerts_reports',
    extra: body.extra ?? {},
  };
  const reasons: FieldReasons = {};
  await requireFreeName(body, undefined, act, reasons);
  await requirePlace(watched, { creating: true }, act, reasons);
  checkRecipients(body.recipients, watched.dashboard, reasons);
  checkInterval(body.type, body.crontab, body.timezone ?? 'UTC', act, reasons);
  if (Object.keys(reasons).length > 0) throw unprocessable(reasons);
  const owners = await resolveOwners(body.owners, act, { creating: true });
  const values: NewRow<'report_schedules'> = {
    ...createdNow(act),
    type: body.type,
    name: body.name,
    description: body.description ?? null,
    context_markdown: body.context_markdown ?? null,
    email_subject: body.email_subject ?? null,
    active: body.active === false ? 0 : 1,
    crontab: body.crontab,
    timezone: body.timezone ?? 'UTC',
    sql: body.sql ?? null,
    chart_id: watched.chart,
    dashboard_id: watched.dashboard,
    database_id: watched.database,
    creation_method: watched.method,
    validator_type: body.validator_type ?? null,
    validator_config_json: validatorText(body.validator_config_json),
    report_format: body.report_format ?? 'PNG',
    log_retention: body.log_retention ?? act.services.config.ALERT_REPORTS_DEFAULT_RETENTION,
    grace_period: body.grace_period ?? 14_400,
    working_timeout: body.working_timeout ?? act.services.config.ALERT_REPORTS_DEFAULT_WORKING_TIMEOUT,
    force_screenshot: body.force_screenshot ? 1 : 0,
    custom_width: body.custom_width ?? null,
    extra: JSON.stringify(watched.extra),
    last_eval_dttm: null,
    last_state: 'Not triggered',
    last_value: null,
    last_value_row_json: null,
    next_dttm: null,
    snoozed_until: null,
    acknowledged_dttm: null,
  };
  const id = await act.services.db.transaction().execute(async (records) => {
    const made = await records
      .insertInto('report_schedules')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow();
    await setOwners(records, made.id, owners);
    await setRecipients(records, made.id, body.recipients ?? []);
    return made.id;
  });
  return { id, result: body };
}

/** Changes an alert or a report; owners and administrators only. */
export async function changeReport(body: ReportPut, id: number, act: Act): Promise<Written> {
  await requireOwned({ ownership: REPORT_OWNERS }, [id], act);
  const stored = await act.services.db
    .selectFrom('report_schedules')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  requireWidth(body.custom_width, act);
  const watched = watchedAfter(stored, body);
  const reasons: FieldReasons = {};
  await requireFreeName({ type: watched.type, name: body.name ?? stored.name }, id, act, reasons);
  await requirePlace(watched, { creating: false }, act, reasons);
  checkRecipients(body.recipients, watched.dashboard, reasons);
  checkInterval(watched.type, body.crontab ?? stored.crontab, body.timezone ?? stored.timezone, act, reasons);
  if (Object.keys(reasons).length > 0) throw unprocessable(reasons);
  const owners =
    body.owners === undefined ? undefined : await resolveOwners(body.owners, act, { creating: false });
  await act.services.db.transaction().execute(async (records) => {
    await records
      .updateTable('report_schedules')
      .set({
        ...changedNow(act),
        ...givenTexts(body, PLAIN),
        ...(body.active !== undefined && { active: body.active ? 1 : 0 }),
        ...(body.force_screenshot !== undefined && { force_screenshot: body.force_screenshot ? 1 : 0 }),
        ...(body.extra !== undefined && { extra: JSON.stringify(body.extra) }),
        ...(body.validator_config_json !== undefined && {
          validator_config_json: validatorText(body.validator_config_json),
        }),
        // When it runs next is worked out anew.
        ...(isTimedAnew(stored, body) && { next_dttm: null }),
        // One that is switched off while it works would be found working for ever.
        ...(body.active === false && stored.last_state === 'Working' && { last_state: 'Not triggered' }),
        chart_id: watched.chart,
        dashboard_id: watched.dashboard,
        database_id: watched.database,
        creation_method: watched.method,
      })
      .where('id', '=', id)
      .execute();
    if (owners) await setOwners(records, id, owners);
    if (body.recipients) await setRecipients(records, id, body.recipients);
  });
  return { result: body };
}

/** Whether a change has to do with when it runs; one that is switched on again catches nothing up. */
function isTimedAnew(stored: Row<'report_schedules'>, { crontab, timezone, active }: ReportPut): boolean {
  const differs = (given: string | undefined, kept: string) => given !== undefined && given !== kept;
  const isSwitchedOn = active === true && stored.active === 0;
  return isSwitchedOn || differs(crontab, stored.crontab) || differs(timezone, stored.timezone);
}

/** What a change makes of the thing that is reported: naming a chart takes the dashboard's place, and the other way round. */
function watchedAfter(stored: Row<'report_schedules'>, body: ReportPut): Watched {
  const storedChart = body.dashboard ? null : stored.chart_id;
  const storedDashboard = body.chart ? null : stored.dashboard_id;
  return {
    type: body.type ?? (stored.type === 'Alert' ? 'Alert' : 'Report'),
    chart: body.chart === undefined ? storedChart : body.chart,
    dashboard: body.dashboard === undefined ? storedDashboard : body.dashboard,
    database: body.database === undefined ? stored.database_id : body.database,
    method: body.creation_method ?? stored.creation_method,
    extra: body.extra ?? {},
  };
}

/** Runs that are looked at for the least interval: enough to meet every distance of usual schedules (contract/query.md §7.1). */
function checkInterval(
  type: Watched['type'],
  crontab: string,
  timeZone: string,
  act: Act,
  reasons: FieldReasons,
): void {
  const { ALERT_MINIMUM_INTERVAL, REPORT_MINIMUM_INTERVAL } = act.services.config;
  const least = type === 'Alert' ? ALERT_MINIMUM_INTERVAL : REPORT_MINIMUM_INTERVAL;
  const cron = parseCron(crontab);
  if (least < 120 || !cron) return;
  const runs = nextRuns(cron, act.services.now(), timeZone, least > 3_660 ? 24 : 60).map((run) =>
    run.getTime(),
  );
  const tooClose = runs.some((run, place) => place > 0 && run - (runs[place - 1] ?? run) < least * 1000);
  if (tooClose)
    reasons.crontab = [
      `${type} schedule frequency exceeding limit. Please configure a schedule with a minimum interval of ${Math.ceil(least / 60)} minutes per execution.`,
    ];
}

/** The bounds are settings, so that the schema of the body cannot know them. Throws 400. */
function requireWidth(width: number | null | undefined, act: Act): void {
  if (width === null || width === undefined) return;
  const {
    ALERT_REPORTS_MIN_CUSTOM_SCREENSHOT_WIDTH: least,
    ALERT_REPORTS_MAX_CUSTOM_SCREENSHOT_WIDTH: most,
  } = act.services.config;
  if (width < least || width > most)
    throw invalidFields({ custom_width: [`Screenshot width must be between ${least}px and ${most}px`] });
}

/** A flat document as clients of the contract compare it: with a space after colons and commas. */
function spacedText(document: object): string {
  return `{${Object.entries(document)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(', ')}}`;
}

/** As clients of the contract compare it: a space after colons and commas, thresholds with a decimal point. */
function validatorText(config: ReportPost['validator_config_json']): string {
  if (!config) return '{}';
  const { op, threshold } = config;
  const parts = [
    ...(op === undefined ? [] : [`"op": ${JSON.stringify(op)}`]),
    ...(threshold === undefined
      ? []
      : [
          `"threshold": ${Number.isInteger(threshold) && Math.abs(threshold) < 1e16 ? `${threshold}.0` : threshold}`,
        ]),
  ];
  return `{${parts.join(', ')}}`;
}

async function setOwners(records: Db, report_id: number, owners: number[]): Promise<void> {
  await records.deleteFrom('report_owners').where('report_id', '=', report_id).execute();
  const rows = owners.map((user_id) => ({ report_id, user_id }));
  if (rows.length > 0) await records.insertInto('report_owners').values(rows).execute();
}

async function setRecipients(
  records: Db,
  report_id: number,
  recipients: NonNullable<ReportPost['recipients']>,
): Promise<void> {
  await records.deleteFrom('report_recipients').where('report_id', '=', report_id).execute();
  const rows = recipients.map(({ type, recipient_config_json }) => ({
    report_id,
    type,
    recipient_config_json: spacedText(recipient_config_json ?? {}),
  }));
  if (rows.length > 0) await records.insertInto('report_recipients').values(rows).execute();
}
