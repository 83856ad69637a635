import { readLayout } from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import { unprocessable } from '../../http/errors.ts';
import type { Db } from '../../records/records.ts';
import { storedObject } from '../../records/stored-json.ts';
import { tabsIn } from './report-tabs.ts';

/** Throws 422 naming the alerts and reports that stand on things which are to be deleted (contract/api.md §2.1, §2.3, §2.4). */
export async function refuseReported(
  column: 'chart_id' | 'dashboard_id' | 'database_id',
  ids: number[],
  act: Act,
): Promise<void> {
  const rows = await act.services.db
    .selectFrom('report_schedules')
    .select('name')
    .where(column, 'in', ids)
    .orderBy('name')
    .execute();
  if (rows.length > 0)
    throw unprocessable(`There are associated alerts or reports: ${rows.map(({ name }) => name).join(', ')}`);
}

/** Switches off the reports that open tabs which a dashboard's new layout no longer has (contract/api.md §2.4). */
export async function pauseReportsWithoutTabs(
  records: Db,
  dashboardId: number,
  layout: string | null,
): Promise<void> {
  const rows = await records
    .selectFrom('report_schedules')
    .select(['id', 'extra'])
    .where('dashboard_id', '=', dashboardId)
    .where('active', '=', 1)
    .execute();
  const pieces = readLayout(storedObject(layout));
  const lost = rows.filter(({ extra }) =>
    tabsIn(storedObject(extra)).some((tab) => !Object.hasOwn(pieces, tab)),
  );
  if (lost.length === 0) return;
  await records
    .updateTable('report_schedules')
    .set({ active: 0 })
    .where(
      'id',
      'in',
      lost.map(({ id }) => id),
    )
    .execute();
}
