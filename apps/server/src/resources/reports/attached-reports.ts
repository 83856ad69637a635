import type { Act } from '../../http/act.ts';
import { unprocessable } from '../../http/errors.ts';

/** Throws 422 naming the alerts and reports that stand on things which are to be deleted (contract §2.1, §2.3, §2.4). */
export async function refuseReported(column: 'chart_id' | 'dashboard_id' | 'database_id', ids: number[], act: Act): Promise<void> {
  const rows = await act.services.db.selectFrom('report_schedules').select('name').where(column, 'in', ids).orderBy('name').execute();
  if (rows.length > 0) throw unprocessable(`There are associated alerts or reports: ${rows.map(({ name }) => name).join(', ')}`);
}
