import type { Db } from '../records/records.ts';
import type { Wire } from './columns.ts';

/** Charts that stand on some datasets and the dashboards that show them (contract §2.1, §2.2), newest first. */
export async function objectsOnDatasets(db: Db, datasetIds: number[]): Promise<{ charts: Wire; dashboards: Wire }> {
  if (datasetIds.length === 0) return { charts: counted([]), dashboards: counted([]) };
  const charts = await db
    .selectFrom('charts')
    .select(['id', 'slice_name', 'viz_type'])
    .where('datasource_type', '=', 'table')
    .where('datasource_id', 'in', datasetIds)
    .orderBy('id')
    .execute();
  const dashboards = await db
    .selectFrom('dashboards')
    .select(['dashboards.id', 'json_metadata', 'slug', 'dashboard_title'])
    .where('dashboards.id', 'in', (on) =>
      on
        .selectFrom('dashboard_charts')
        .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
        .select('dashboard_charts.dashboard_id')
        .where('charts.datasource_type', '=', 'table')
        .where('charts.datasource_id', 'in', datasetIds),
    )
    .orderBy('id')
    .execute();
  return {
    charts: counted(charts),
    dashboards: counted(dashboards.map(({ dashboard_title, ...rest }) => ({ ...rest, title: dashboard_title }))),
  };
}

/** A list with its length. */
export function counted(result: Wire[]): Wire {
  return { count: result.length, result };
}
