import type { Ground } from '../records/ground.ts';
import { type Executed, namedPeople, personBy } from '../resources/executors.ts';
import type { Caller, WithCallers } from '../security/caller.ts';
import { RunProblem } from './run-services.ts';

/**
 * As whom an alert or report is run: the first of ALERT_REPORTS_EXECUTORS that there is and whose account is switched on
 * (contract/query.md §7.6). Rejects with RunProblem when there is nobody.
 */
export async function executorOf(
  report: Executed & { id: number },
  { config, db, callers }: Ground & WithCallers,
): Promise<Caller> {
  const words = config.ALERT_REPORTS_EXECUTORS;
  const owners = await ownersOf(report.id, db);
  const named = await namedPeople(words, db);
  for (const word of words) {
    const id = personBy(word, report, owners, undefined) ?? named.get(word);
    const caller = id === undefined ? undefined : await callers.byId(id);
    if (caller) return caller;
  }
  throw new RunProblem(
    `There is nobody as whom it could be run (ALERT_REPORTS_EXECUTORS: ${words.join(', ')}).`,
  );
}

/** Ids of the owners of an alert or report. */
export async function ownersOf(reportId: number, db: Ground['db']): Promise<number[]> {
  const rows = await db
    .selectFrom('report_owners')
    .select('user_id')
    .where('report_id', '=', reportId)
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}
