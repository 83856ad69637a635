import { type ChartItem, type ChartRow, chartApi, columnsOf } from '@chartroom/model';
import { sql } from 'kysely';
import { EVERYTHING } from '../../records/everything.ts';
import { datasetReadable } from '../../security/data-grants.ts';
import { forgetObjects } from '../object-tags.ts';
import { OWNERS, SIGNERS } from '../related.ts';
import { refuseReported } from '../reports/attached-reports.ts';
import { NEWEST_FIRST, type Resource, writing } from '../resource.ts';
import { moveToTrash } from '../trash/trash.ts';
import { CHART_FILTERS } from './chart-filters.ts';
import { CHART_OWNERS, chartRow, chartRows } from './chart-rows.ts';
import { changeChart, createChart } from './chart-writes.ts';

/** `/chart/` (contract/api.md §2.3). */
export const chartResource: Resource<ChartRow, ChartItem> = {
  api: chartApi,
  path: 'chart',
  view: 'Chart',
  model: 'Slice',
  noun: ['chart', 'charts'],
  table: 'charts',
  permissions: ['can_read', 'can_write', 'can_export', 'can_warm_up_cache'],
  listColumns: columnsOf(chartApi.row),
  showColumns: columnsOf(chartApi.item),
  orderColumns: [
    'changed_by.first_name',
    'changed_on_delta_humanized',
    'datasource_id',
    'datasource_name',
    'last_saved_at',
    'last_saved_by.id',
    'last_saved_by.first_name',
    'last_saved_by.last_name',
    'slice_name',
    'viz_type',
  ],
  orderBy: {
    'last_saved_by.id': sql`t.last_saved_by_id`,
  },
  orderByName: {
    'last_saved_by.first_name': { column: 'last_saved_by_id', table: 'users', name: 'first_name' },
    'last_saved_by.last_name': { column: 'last_saved_by_id', table: 'users', name: 'last_name' },
  },
  defaultOrder: NEWEST_FIRST,
  filters: CHART_FILTERS,
  visible: ({ caller }) =>
    caller.grants.allDatasources
      ? EVERYTHING
      : sql<boolean>`t.datasource_type = 'table' and t.datasource_id in (select cds.id from datasets as cds where ${datasetReadable(caller.grants, caller.user?.id, 'cds')})`,
  ownership: CHART_OWNERS,
  related: { owners: OWNERS, ...SIGNERS },
  versioned: true,
  favorites: 'slice',
  bareItem: true,
  locate: async (key, { services }) => {
    if (/^\d{1,15}$/.test(key)) return Number(key);
    return (
      await services.db
        .selectFrom('charts')
        .select('id')
        .where('uuid', '=', key.toLowerCase())
        .executeTakeFirst()
    )?.id;
  },
  list: chartRows,
  show: chartRow,
  create: writing(chartApi.create.body, createChart),
  update: writing(chartApi.update.body, changeChart),
  remove: async (ids, act) => {
    await refuseReported('chart_id', ids, act);
    await act.services.db.transaction().execute(async (records) => {
      await moveToTrash(records, 'chart', ids, act);
      await forgetObjects(records, { type: 'chart', favorites: 'slice', ids });
      await records.deleteFrom('charts').where('id', 'in', ids).execute();
    });
  },
};
