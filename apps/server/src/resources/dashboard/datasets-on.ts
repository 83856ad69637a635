import type { DatasourceData } from '@chartroom/model';
import { sql } from 'kysely';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { EVERYTHING } from '../../records/everything.ts';
import type { Ground } from '../../records/ground.ts';
import type { Caller } from '../../security/caller.ts';
import { datasetReadable } from '../../security/data-grants.ts';
import { chartFormData } from '../chart/chart-rows.ts';
import { datasourceData } from '../explore/datasource-data.ts';
import { type UsedParts, usedParts } from './used-parts.ts';

/** Of a dataset guests are told its columns and metrics, not where they come from. */
const HIDDEN_FROM_GUESTS = {
  owners: [],
  database: null,
  catalog: null,
  schema: null,
  sql: null,
  select_star: null,
  perm: null,
  params: null,
  template_params: null,
  fetch_values_predicate: null,
};

/** Whether a dashboard hands on its data: to guests always, to others where it names roles and these count. */
function handsOn({ guest, opensByRoles }: Caller) {
  if (guest) return EVERYTHING;
  if (!opensByRoles) return sql<boolean>`1 = 0`;
  return sql<boolean>`exists (select 1 from dashboard_roles as dr where dr.dashboard_id = dc.dashboard_id)`;
}

/** Datasets of the charts on a dashboard: those the caller may read, and all where the dashboard itself opens them to roles. */
export async function datasetsOn(
  dashboardId: number,
  act: Act<Ground & WithData>,
): Promise<DatasetOnBoard[]> {
  const { rows } = await sql<{ id: number }>`select distinct t.id from datasets as t
    join charts as c on c.datasource_id = t.id and c.datasource_type = 'table'
    join dashboard_charts as dc on dc.chart_id = c.id
    where dc.dashboard_id = ${dashboardId} and (${datasetReadable(act.caller.grants, act.caller.user?.id, 't')}
      or ${handsOn(act.caller)})
    order by t.id`.execute(act.services.db);
  const data = await datasourceData(
    rows.map((row) => row.id),
    act,
  );
  const charts = await act.services.db
    .selectFrom('charts')
    .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
    .select(['charts.id', 'params', 'query_context', 'viz_type', 'datasource_id', 'datasource_type'])
    .where('dashboard_id', '=', dashboardId)
    .execute();
  return rows.flatMap(({ id }) => {
    const dataset = data.get(id);
    if (!dataset) return [];
    const asking = charts.filter((chart) => chart.datasource_id === id && chart.datasource_type === 'table');
    const shown = {
      ...dataset,
      column_names: dataset.columns.map((column) => column.column_name),
      column_types: [...new Set(dataset.columns.map((column) => column.type_generic))],
      ...(act.caller.guest && HIDDEN_FROM_GUESTS),
    };
    return [
      {
        dataset: shown,
        used: usedParts(
          asking.map((chart) => ({ form: chartFormData(chart), query_context: chart.query_context })),
        ),
      },
    ];
  });
}

/** A dataset with what the charts of a dashboard use of it. */
export interface DatasetOnBoard {
  dataset: object &
    Pick<
      DatasourceData,
      | 'id'
      | 'uid'
      | 'columns'
      | 'metrics'
      | 'description'
      | 'verbose_map'
      | 'column_formats'
      | 'main_dttm_col'
    >;
  used: UsedParts;
}
