import { columnsOf, type ReportItem, type ReportRow, reportApi } from '@chartroom/model';
import { sql } from 'kysely';
import { SIGNED_FILTERS, textIn } from '../../lists/common-filters.ts';
import { matches } from '../../lists/filters.ts';
import { EVERYTHING } from '../../records/everything.ts';
import { chartResource } from '../chart/chart-resource.ts';
import { dashboardResource } from '../dashboard/dashboard-resource.ts';
import { oneOf } from '../plain-rows.ts';
import { DATABASES, OWNERS, PEOPLE, type RelatedSource } from '../related.ts';
import { type Resource, writing } from '../resource.ts';
import { REPORT_OWNERS, reportRows } from './report-rows.ts';
import { changeReport, createReport } from './report-writes.ts';

/** Things of another resource, named by a column that may be empty: those that the caller sees there. */
function choicesOf(resource: Resource, column: string): RelatedSource {
  const title = sql<string>`coalesce(${sql.ref(`r.${column}`)}, '')`;
  return {
    table: resource.table,
    text: title,
    match: (filter) => matches(title, filter, 'sw'),
    visible: (act) =>
      sql<boolean>`r.id in (select t.id from ${sql.table(resource.table)} as t where ${resource.visible?.(act) ?? sql`1 = 1`})`,
  };
}

/** `/report/` (contract/api.md §2.9): alerts and reports as records; owners see theirs, whoever reads all data sees all. */
export const reportResource: Resource<ReportRow, ReportItem> = {
  api: reportApi,
  path: 'report',
  view: 'ReportSchedule',
  model: 'Report Schedule',
  noun: ['report schedule', 'report schedules'],
  table: 'report_schedules',
  permissions: ['can_read', 'can_write'],
  listColumns: columnsOf(reportApi.row),
  showColumns: columnsOf(reportApi.item),
  orderColumns: [
    'active',
    'description',
    'created_by.first_name',
    'changed_by.first_name',
    'changed_on',
    'changed_on_delta_humanized',
    'created_on',
    'crontab',
    'last_eval_dttm',
    'name',
    'type',
    'crontab_humanized',
  ],
  orderBy: { crontab_humanized: sql`t.crontab` },
  filters: {
    columns: {
      name: { kind: 'text' },
      type: { kind: 'text' },
      active: { kind: 'flag' },
      last_state: { kind: 'text' },
      creation_method: { kind: 'text' },
      dashboard_id: { kind: 'number' },
      chart_id: { kind: 'number' },
      owners: { kind: 'many', link: 'report_owners', own: 'report_id', other: 'user_id' },
      ...SIGNED_FILTERS,
    },
    custom: {
      name: {
        report_all_text: textIn('name', 'description', 'sql'),
      },
    },
  },
  visible: ({ caller }) =>
    caller.grants.allDatasources
      ? EVERYTHING
      : sql<boolean>`exists (select 1 from report_owners as ro where ro.report_id = t.id and ro.user_id = ${caller.user?.id ?? -1})`,
  ownership: REPORT_OWNERS,
  related: {
    owners: OWNERS,
    chart: choicesOf(chartResource, 'slice_name'),
    dashboard: choicesOf(dashboardResource, 'dashboard_title'),
    database: DATABASES,
    created_by: PEOPLE,
    changed_by: PEOPLE,
  },
  list: reportRows,
  show: oneOf(reportRows),
  create: writing(reportApi.create.body, createReport),
  update: writing(reportApi.update.body, changeReport),
  remove: async (ids, { services }) => {
    await services.db.deleteFrom('report_schedules').where('id', 'in', ids).execute();
  },
};
