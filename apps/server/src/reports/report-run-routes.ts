import { ChartroomError, type ReportPreview, reportApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../http/access.ts';
import type { Act } from '../http/act.ts';
import { type DefineRoute, routesOf } from '../http/define-route.ts';
import { notFound, tooMany, unprocessable } from '../http/errors.ts';
import { interrupted, type JobKind } from '../jobs/jobs.ts';
import { DeliveryProblem } from '../mail/delivery-problem.ts';
import type { MailFile } from '../mail/mailer.ts';
import type { Row } from '../records/tables.ts';
import { reportResource } from '../resources/reports/report-resource.ts';
import { requireOwned, requireSeen } from '../resources/resource-queries.ts';
import { createOutbound } from '../security/outbound.ts';
import { askAlert } from './alert-query.ts';
import { alertQuestion } from './alert-question.ts';
import { PAUSES } from './deliver.ts';
import { executorOf } from './executor.ts';
import { withoutLinks } from './letter.ts';
import { registerReportLinks } from './link-routes.ts';
import { type Planned, planDeliveries } from './plan.ts';
import { trendOf } from './run-log.ts';
import { loseRun, type RunWays, runReport } from './run-report.ts';
import { RunProblem, type RunServices } from './run-services.ts';
import { beginRun, REPORT_JOBS, ReportScheduler } from './scheduler.ts';
import { registerSent } from './sent-routes.ts';
import { Slack } from './slack.ts';

const WRITE: Access = { permission: 'can_write', view: 'ReportSchedule' };
const LOST = 'The server stopped in the middle of this run.';
const STOPPED = 'This run was stopped while it waited.';

/** Runs of alerts and reports: by their schedules, on demand, and as a preview. Without ALERT_REPORTS nothing of it is there. */
export function registerReportRuns(app: FastifyInstance, services: RunServices): void {
  const slack = services.config.SLACK_API_TOKEN === undefined ? undefined : new Slack(services.config);
  if (services.config.ALERT_REPORTS) beginRunning(app, services, slack);
  const defineRoute = routesOf(app, services);
  registerSlackChannels(defineRoute, slack);
  registerReportLinks(defineRoute, services);
  registerSent(defineRoute);
  defineRoute({
    ...reportApi.alertQuestion,
    access: WRITE,
    handle: async ({ body, act }) => ({ result: await alertQuestion(body, act) }),
  });
  registerExecute(defineRoute, services);
  defineRoute({
    ...reportApi.preview,
    access: WRITE,
    handle: async ({ id, act }) => {
      const schedule = await ownReport(id, act);
      return { result: await previewOf(schedule, act) };
    },
  });
}

/** The channels that Slack has (contract/api.md §2.9). */
function registerSlackChannels(defineRoute: DefineRoute<RunServices>, slack: Slack | undefined): void {
  defineRoute({
    ...reportApi.slackChannels,
    access: WRITE,
    handle: async ({ q = {}, act }) => {
      if (!slack) throw unprocessable('Slack is not set up in this installation: there is no token for it.');
      try {
        return { result: await slack.channels(q, act.services.now()) };
      } catch (error) {
        if (error instanceof DeliveryProblem) throw unprocessable(error.message);
        throw error;
      }
    },
  });
}

function beginRunning(app: FastifyInstance, services: RunServices, slack: Slack | undefined): void {
  // Recipients name webhooks: machines of the house are reached where the operator says so, and nowhere else.
  const ways = {
    outbound: createOutbound({ ...services.config, BLOCK_PRIVATE_HOSTS: true }),
    slack,
    pauses: PAUSES,
  };
  services.jobs.handle(reportJobs(services, ways));
  const scheduler = new ReportScheduler(services, (error) => app.log.error({ err: error }, 'unexpected'));
  app.addHook('onReady', async () => scheduler.start());
  app.addHook('onClose', () => scheduler.stop());
}

/** Jobs that run alerts and reports. One that its server did not end goes on elsewhere. */
export function reportJobs(services: RunServices, ways: RunWays): JobKind {
  return {
    name: REPORT_JOBS,
    run: async (job, signal) => {
      try {
        await runReport(String(job.payload.run), services, ways, signal);
      } catch (error) {
        if (!interrupted(job, signal)) await loseRun(String(job.payload.run), LOST, services);
        throw error;
      }
    },
    dropped: (job, why) => loseRun(String(job.payload.run), why === 'lost' ? LOST : STOPPED, services),
  };
}

function registerExecute(defineRoute: DefineRoute<RunServices>, services: RunServices): void {
  const { db, now, uuid } = services;
  defineRoute({
    ...reportApi.execute,
    access: WRITE,
    handle: async ({ id, act }) => {
      const schedule = await ownReport(id, act);
      if (schedule.last_state === 'Working')
        throw tooMany('Report Schedule is still working, refusing to re-compute.');
      const at = now().toISOString();
      const run = {
        report_id: schedule.id,
        uuid: uuid(),
        scheduled_dttm: at,
        missed: 0,
        asked: 1 as const,
        state: 'due' as const,
        created_on: at,
      };
      const made = await db
        .insertInto('report_runs')
        .values(run)
        .onConflict((on) => on.columns(['report_id', 'scheduled_dttm']).doNothing())
        .executeTakeFirst();
      if (made.numInsertedOrUpdatedRows !== 1n) throw tooMany('This has just been begun.');
      await beginRun(run.uuid, services);
      return { result: { uuid: run.uuid } };
    },
  });
}

/** An alert or report of the caller's own. Rejects with 404 for others, and where alerts and reports are not run. */
async function ownReport(id: number | undefined, act: Act): Promise<Row<'report_schedules'>> {
  if (id === undefined || !act.services.config.ALERT_REPORTS) throw notFound();
  await requireSeen(reportResource, [id], act);
  await requireOwned(reportResource, [id], act);
  return act.services.db
    .selectFrom('report_schedules')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** What each recipient would get now. */
async function previewOf(schedule: Row<'report_schedules'>, act: Act<RunServices>) {
  const { services, signal } = act;
  try {
    const executor = await executorOf(schedule, services);
    const asked = schedule.type === 'Alert' ? await alertOf(schedule, executor, act) : undefined;
    const alert = asked?.told ?? null;
    const trend = await trendOf(schedule.id, asked?.number, services);
    const told = { value: alert?.value ?? null, trend, notes: [] };
    const plans = await planDeliveries(schedule, executor, told, services, signal);
    return {
      alert,
      recipients: plans.map((plan) => shownPlan(plan, executor.user?.id, act)),
    };
  } catch (error) {
    if (error instanceof RunProblem) throw unprocessable(error.message);
    throw error;
  }
}

async function alertOf(
  schedule: Row<'report_schedules'>,
  executor: Act['caller'],
  { services, signal }: Act<RunServices>,
) {
  try {
    const { triggered, shown, value } = await askAlert(schedule, executor, services, signal);
    const number = schedule.validator_type === 'not null' ? undefined : value;
    return { told: { triggered, value: shown, error: null }, number };
  } catch (error) {
    if (!(error instanceof RunProblem || error instanceof ChartroomError)) throw error;
    return { told: { triggered: false, value: null, error: error.message } };
  }
}

/** What is made with somebody else's rights is not shown: owners see their own view and the one that they send to anybody. */
function shownPlan(
  { recipient, viewer, problem, made }: Planned,
  executor: number | undefined,
  { caller, services: { config } }: Act<RunServices>,
): ReportPreview {
  const id = viewer?.user?.id;
  const isOpen = caller.isAdmin || id === executor || id === caller.user?.id;
  const notes = [
    ...(problem === undefined ? [] : [problem]),
    ...(made?.rendering.notes ?? []),
    ...(made && !isOpen ? ['What it shows is for its recipient alone.'] : []),
    ...(config.ALERT_REPORTS_NOTIFICATION_DRY_RUN
      ? ['Nothing is sent: ALERT_REPORTS_NOTIFICATION_DRY_RUN.']
      : []),
  ];
  return {
    type: recipient.type,
    recipient: recipient.address,
    rendered_as: viewer?.user?.username ?? null,
    notes,
    content:
      made && isOpen
        ? {
            // Links of others are theirs to follow.
            subject: made.letter.subject,
            text: withoutLinks(made.letter.text),
            html: withPictures(withoutLinks(made.letter.html), made.letter.files),
            files: made.letter.files.map(({ name, type, content }) => ({
              name,
              type,
              bytes: content.length,
            })),
          }
        : null,
  };
}

/** HTML with the pictures in it that a mail brings beside it. */
function withPictures(html: string, files: readonly MailFile[]): string {
  return files.reduce(
    (whole, { cid, type, content }) =>
      cid === undefined
        ? whole
        : whole.replaceAll(`cid:${cid}`, `data:${type};base64,${content.toString('base64')}`),
    html,
  );
}
