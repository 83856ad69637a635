import { setTimeout as pause } from 'node:timers/promises';
import type { Outbound } from '@chartroom/engines';
import type { JsonObject } from '@chartroom/model';
import { DeliveryProblem } from '../mail/delivery-problem.ts';
import type { Row } from '../records/tables.ts';
import { isEmail, nameOf } from '../resources/reports/recipients.ts';
import { Outbox } from './outbox.ts';
import { deliveryId, type Planned } from './plan.ts';
import type { RunServices } from './run-services.ts';
import type { Slack } from './slack.ts';
import { teamsMessage } from './teams.ts';
import { callWebhook } from './webhook.ts';

/** What became of what one recipient was to get; `skipped`: they have asked not to get it. */
export interface Outcome {
  recipient: string;
  state: 'sent' | 'failed' | 'unknown' | 'skipped';
  message: string | null;
}

/** What is delivered, and how. */
export interface Delivering {
  schedule: Row<'report_schedules'>;
  scheduled: string;
  value: string | null;
  trend: readonly number[];
  services: RunServices;
  /** Guards webhooks. */
  outbound: Outbound;
  /** Undefined where it is not set up. */
  slack: Slack | undefined;
  /** Milliseconds before each further round for those that may be tried again. */
  pauses: readonly number[];
  signal: AbortSignal;
}

/** Milliseconds between rounds: ever longer. */
export const PAUSES: readonly number[] = [5_000, 30_000, 120_000];
/** Milliseconds that anybody may ask to wait for. */
const LONGEST_WAIT = 600_000;

/**
 * Sends what is planned. A recipient that fails keeps nobody else waiting: those that another try may help have it in the
 * next round.
 */
export async function deliverAll(plans: readonly Planned[], how: Delivering): Promise<Outcome[]> {
  const outcomes = new Map<Planned, Outcome>();
  const unsubscribed = await unsubscribedOf(how);
  for (const plan of plans) {
    const recipient = nameOf(plan.recipient);
    if (unsubscribed.has(plan.recipient.address.toLowerCase()))
      outcomes.set(plan, { recipient, state: 'skipped', message: 'They have unsubscribed.' });
  }
  let left = plans.filter((plan) => !outcomes.has(plan));
  for (let round = 0; left.length > 0; round += 1) {
    const isLast = round >= how.pauses.length;
    const again: Planned[] = [];
    let wait = how.pauses[round] ?? 0;
    for (const plan of left) {
      how.signal.throwIfAborted();
      const outcome = await deliverOne(plan, how, isLast);
      if ('state' in outcome) outcomes.set(plan, outcome);
      else {
        again.push(plan);
        wait = Math.max(wait, Math.min(outcome.wait, LONGEST_WAIT));
      }
    }
    left = again;
    if (left.length > 0) await pause(wait, undefined, { signal: how.signal });
  }
  return plans.flatMap((plan) => outcomes.get(plan) ?? []);
}

/** What became of it, or milliseconds before it is tried again. */
async function deliverOne(
  plan: Planned,
  how: Delivering,
  isLast: boolean,
): Promise<Outcome | { wait: number }> {
  const { db, now } = how.services;
  const recipient = nameOf(plan.recipient);
  const outbox = new Outbox(db, now);
  const delivery = { reportId: how.schedule.id, scheduled: how.scheduled, recipient };
  const before = await outbox.take(delivery);
  if (before === 'unknown') return { recipient, state: 'unknown', message: CUT_OFF };
  if (before === 'sent') return { recipient, state: 'sent', message: null };
  if (before !== 'sending') return { recipient, state: 'failed', message: 'It failed before.' };
  const end = async (state: 'sent' | 'failed' | 'unknown', message: string | null): Promise<Outcome> => {
    await outbox.mark(delivery, state, message);
    return { recipient, state, message };
  };
  if (plan.problem !== undefined) return end('failed', plan.problem);
  try {
    await send(plan, how);
    return await end('sent', null);
  } catch (error) {
    if (!(error instanceof DeliveryProblem)) throw error;
    if (error.kind !== 'later') return end(error.kind === 'unknown' ? 'unknown' : 'failed', error.message);
    if (isLast) return end('failed', `${error.message} (tried ${how.pauses.length + 1} times)`);
    await outbox.mark(delivery, 'waiting', error.message);
    return { wait: error.wait ?? 0 };
  }
}

const CUT_OFF = 'the server stopped while it was being sent';

async function send({ recipient, made }: Planned, how: Delivering): Promise<void> {
  const { config, mail, now, say } = how.services;
  if (!made) throw new DeliveryProblem('never', 'There is nothing to be sent.');
  const { letter, rendering, unsubscribe } = made;
  const id = deliveryId(how.schedule.id, how.scheduled, recipient);
  if (config.ALERT_REPORTS_NOTIFICATION_DRY_RUN) {
    say(`Dry run: "${letter.subject}" would go to ${nameOf(recipient)}.`);
    return;
  }
  if (recipient.type === 'Email') {
    if (!isEmail(recipient.address)) throw new DeliveryProblem('never', 'This is not a mail address.');
    if (!mail) throw new DeliveryProblem('never', 'No mail server is set up (SMTP_HOST).');
    return mail.deliver({ ...letter, to: recipient.address, shown: recipient.shown, id, unsubscribe });
  }
  if (recipient.type === 'Slack' || recipient.type === 'SlackV2') {
    if (!how.slack) throw new DeliveryProblem('never', 'Slack is not set up (SLACK_API_TOKEN).');
    return how.slack.send({ channel: recipient.address, text: letter.text, files: letter.files });
  }
  const { outbound, signal } = how;
  if (recipient.type === 'Teams') {
    const payload = teamsMessage(made.facts, rendering, config);
    const call = { url: recipient.address, id, payload, files: [], now: now() };
    return callWebhook(call, { outbound, signal });
  }
  const secret = config.ALERT_REPORTS_WEBHOOK_SECRET;
  if (secret === undefined)
    throw new DeliveryProblem('never', 'Webhooks are not set up (ALERT_REPORTS_WEBHOOK_SECRET).');
  const payload = payloadOf(made, id, how);
  const call = { url: recipient.address, id, payload, files: rendering.files, now: now() };
  await callWebhook(call, { secret, outbound, signal });
}

function payloadOf(
  { letter, rendering }: NonNullable<Planned['made']>,
  id: string,
  { schedule, scheduled, value, trend, services: { config } }: Delivering,
): JsonObject {
  return {
    id,
    type: schedule.type,
    name: schedule.name,
    subject: letter.subject,
    text: letter.text,
    url: `${config.BASE_URL ?? ''}${rendering.url}`,
    scheduled,
    value,
    ...(trend.length > 0 && { trend: [...trend] }),
    charts: rendering.pieces.map(({ title, table, problem }) => ({
      title,
      ...(table && { columns: table.columns, rows: table.rows, row_count: table.total }),
      ...(problem !== undefined && { problem }),
    })),
    files: rendering.files.map(({ name, type }) => ({ name, type })),
  };
}

/** Addresses, in small letters, that do not want this any more. */
async function unsubscribedOf({ schedule, services: { db } }: Delivering): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('report_unsubscribed')
    .select('address')
    .where('report_id', '=', schedule.id)
    .execute();
  return new Set(rows.map(({ address }) => address));
}
