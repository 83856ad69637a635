import type { RelatedObjects } from '@chartroom/model';
import type { Act } from '../http/act.ts';
import { chartResource } from './chart/chart-resource.ts';
import { dashboardResource } from './dashboard/dashboard-resource.ts';
import { seenIds } from './resource-queries.ts';

/** Charts that stand on some datasets and the dashboards that show them (contract/api.md §2.1, §2.2), as far as the caller sees them. */
export async function objectsOnDatasets(datasetIds: number[], act: Act): Promise<RelatedObjects> {
  const { charts, dashboards } = await everyObjectOnDatasets(datasetIds, act);
  return { charts, dashboards };
}

/** The same, with how many more of each there are that the caller does not see. */
export async function everyObjectOnDatasets(
  datasetIds: number[],
  act: Act,
): Promise<RelatedObjects & { others: { charts: number; dashboards: number } }> {
  if (datasetIds.length === 0)
    return { charts: counted([]), dashboards: counted([]), others: { charts: 0, dashboards: 0 } };
  const { db } = act.services;
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
  const idsOf = (rows: { id: number }[]) => rows.map((row) => row.id);
  const seenCharts = await seenIds(chartResource, idsOf(charts), act);
  const seenDashboards = await seenIds(dashboardResource, idsOf(dashboards), act);
  return {
    charts: counted(charts.filter((chart) => seenCharts.has(chart.id))),
    dashboards: counted(
      dashboards
        .filter((dashboard) => seenDashboards.has(dashboard.id))
        .map(({ dashboard_title, ...rest }) => ({ ...rest, title: dashboard_title })),
    ),
    others: {
      charts: charts.length - seenCharts.size,
      dashboards: dashboards.length - seenDashboards.size,
    },
  };
}

/** A list with its length. */
export function counted<Thing>(result: Thing[]): { count: number; result: Thing[] } {
  return { count: result.length, result };
}
