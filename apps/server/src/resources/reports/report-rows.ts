import { cronInWords, type ReportItem, type ReportRow } from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import { zoneless } from '../../http/humanized.ts';
import { storedObject } from '../../records/stored-json.ts';
import { auditOf, groupBy, inOrder, ownersOf } from '../people.ts';
import type { Ownership } from '../resource.ts';

export const REPORT_OWNERS: Ownership = { link: 'report_owners', own: 'report_id' };

/** Alerts and reports with every column that lists and items may show. */
export async function reportRows(ids: number[], act: Act): Promise<(ReportRow & ReportItem)[]> {
  const { db } = act.services;
  const rows = await db
    .selectFrom('report_schedules as t')
    .leftJoin('charts', 'charts.id', 't.chart_id')
    .leftJoin('dashboards', 'dashboards.id', 't.dashboard_id')
    .leftJoin('databases', 'databases.id', 't.database_id')
    .selectAll('t')
    .select(['slice_name', 'viz_type', 'dashboard_title', 'database_name'])
    .where('t.id', 'in', ids)
    .execute();
  const recipients = groupBy(
    await db
      .selectFrom('report_recipients')
      .selectAll()
      .where('report_id', 'in', ids)
      .orderBy('id')
      .execute(),
    (row) => row.report_id,
    ({ id, type, recipient_config_json }) => ({ id, type, recipient_config_json }),
  );
  const [audit, owners] = await Promise.all([auditOf(rows, act), ownersOf(db, REPORT_OWNERS, ids)]);
  const shown = rows.map(({ slice_name, viz_type, dashboard_title, database_name, ...row }) => ({
    ...row,
    ...audit(row),
    id: row.id,
    active: row.active === 1,
    force_screenshot: row.force_screenshot === 1,
    crontab_humanized: cronInWords(row.crontab),
    chart: row.chart_id === null ? null : { id: row.chart_id, slice_name, viz_type },
    dashboard: row.dashboard_id === null ? null : { id: row.dashboard_id, dashboard_title },
    database: row.database_id === null ? null : { id: row.database_id, database_name },
    extra: storedObject(row.extra),
    last_eval_dttm: row.last_eval_dttm === null ? null : zoneless(row.last_eval_dttm),
    owners: owners.get(row.id) ?? [],
    recipients: recipients.get(row.id) ?? [],
  }));
  return inOrder(ids, shown);
}
