import { reportSubject } from '@chartroom/query';
import { DeliveryProblem } from '../mail/delivery-problem.ts';
import { oneLine } from '../mail/mailer.ts';
import type { Row } from '../records/tables.ts';
import { Outbox } from './outbox.ts';
import { errorsTold, type LoggedRun, TOLD_OWNERS, writeLog } from './run-log.ts';
import type { RunServices } from './run-services.ts';
import { tellsOwners } from './states.ts';

/**
 * Tells the owners of an alert or report by mail what went wrong, unless they were told within its grace period and it has
 * not worked since. The log says that they were told, or why they could not be.
 */
export async function tellOwners(
  schedule: Row<'report_schedules'>,
  run: LoggedRun,
  problem: string,
  services: RunServices,
): Promise<void> {
  const told = await errorsTold(schedule.id, services);
  if (!tellsOwners(told, schedule.grace_period, services.now().getTime())) return;
  const addresses = await addressesOf(schedule.id, services);
  const failures: string[] = [];
  for (const address of addresses) {
    const failure = await tell(address, schedule, run, problem, services);
    if (failure !== undefined) failures.push(`${address}: ${failure}`);
  }
  if (addresses.length === 0) failures.push('No owner has a mail address.');
  const message = failures.length > 0 ? `Owners could not be told. ${failures.join('\n')}` : TOLD_OWNERS;
  await writeLog(run, { state: 'Error', message }, services);
}

async function tell(
  address: string,
  schedule: Row<'report_schedules'>,
  run: LoggedRun,
  problem: string,
  { config, db, mail, now, say }: RunServices,
): Promise<string | undefined> {
  const outbox = new Outbox(db, now);
  const delivery = { reportId: schedule.id, scheduled: run.scheduled, recipient: `owner ${address}` };
  if ((await outbox.take(delivery)) !== 'sending') return undefined;
  if (config.ALERT_REPORTS_NOTIFICATION_DRY_RUN) {
    say(`Dry run: the error of "${schedule.name}" would be told to ${address}.`);
    await outbox.mark(delivery, 'sent', null);
    return undefined;
  }
  const kind = schedule.type === 'Alert' ? 'alert' : 'report';
  const link = `${config.BASE_URL ?? ''}/${kind}/${schedule.id}/log/`;
  const prefix = config.EMAIL_REPORTS_SUBJECT_PREFIX;
  const subject = reportSubject(oneLine(`Error: ${schedule.name}`), {
    dated: false,
    now: now().getTime(),
    prefix,
  });
  const text = `The ${kind} "${schedule.name}" of ${run.scheduled.slice(0, 16).replace('T', ' ')} UTC failed:\n\n${problem}\n\nIts log: ${link}\n`;
  try {
    if (!mail) throw new DeliveryProblem('never', 'No mail server is set up (SMTP_HOST).');
    await mail.send({ to: address, subject, text });
    await outbox.mark(delivery, 'sent', null);
    return undefined;
  } catch (error) {
    if (!(error instanceof DeliveryProblem)) throw error;
    await outbox.mark(delivery, error.kind === 'unknown' ? 'unknown' : 'failed', error.message);
    return error.message;
  }
}

/** Mail addresses of the owners whose accounts are switched on, each once. */
async function addressesOf(reportId: number, { db }: RunServices): Promise<string[]> {
  const rows = await db
    .selectFrom('report_owners')
    .innerJoin('users', 'users.id', 'report_owners.user_id')
    .select('email')
    .where('report_id', '=', reportId)
    .where('users.active', '=', 1)
    .orderBy('users.id')
    .execute();
  return [...new Set(rows.map(({ email }) => email).filter((email) => email !== ''))];
}
