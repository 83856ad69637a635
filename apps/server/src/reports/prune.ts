import type { Ground } from '../records/ground.ts';

const DAY = 86_400_000;
/** Days for which it is kept what was sent to whom: no moment of a schedule is asked for so late. */
const DELIVERIES = 90;

/** Removes what is older than each alert or report keeps its log; null keeps all, 0 nothing (contract/query.md §7.2). */
export async function pruneReports({ db, now }: Pick<Ground, 'db' | 'now'>): Promise<void> {
  const kept = await db
    .selectFrom('report_schedules')
    .select('log_retention')
    .distinct()
    .where('log_retention', 'is not', null)
    .execute();
  const before = (days: number) => new Date(now().getTime() - days * DAY).toISOString();
  for (const { log_retention } of kept) {
    if (log_retention === null) continue;
    await db
      .deleteFrom('report_logs')
      .where('scheduled_dttm', '<', before(log_retention))
      .where('report_id', 'in', (on) =>
        on.selectFrom('report_schedules').select('id').where('log_retention', '=', log_retention),
      )
      // The beginning of a run that is under way is still asked for.
      .where('report_id', 'not in', (on) =>
        on.selectFrom('report_schedules').select('id').where('last_state', '=', 'Working'),
      )
      .execute();
  }
  // What a run sent stands in its log.
  await db
    .deleteFrom('report_messages')
    .where('created_on', '<', before(1))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('report_logs')
            .select('report_logs.id')
            .whereRef('report_logs.report_id', '=', 'report_messages.report_id')
            .whereRef('report_logs.uuid', '=', 'report_messages.uuid'),
        ),
      ),
    )
    .execute();
  await db.deleteFrom('report_deliveries').where('changed_on', '<', before(DELIVERIES)).execute();
  await db
    .deleteFrom('report_runs')
    .where('state', '=', 'ended')
    .where('created_on', '<', before(DELIVERIES))
    .execute();
}
