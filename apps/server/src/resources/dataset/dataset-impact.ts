import { type DatasetImpact, isJsonObject, namesUsed, readDashboardMetadata } from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import { chartResource } from '../chart/chart-resource.ts';
import { dashboardResource } from '../dashboard/dashboard-resource.ts';
import { seenIds } from '../resource-queries.ts';

/** Charts and dashboards that are looked at at once. */
const PAGE = 200;

/**
 * The charts of a dataset and the filters of dashboards on it that use some of its columns and metrics, as far as the
 * caller sees them; how many more there are that use them is told, too.
 */
export async function impactOf(id: number, names: readonly string[], act: Act): Promise<DatasetImpact> {
  const charts = await usingCharts(id, names, act);
  const filters = await usingFilters(id, names, act);
  const [seenCharts, seenDashboards] = await Promise.all([
    seenIds(
      chartResource,
      charts.map((chart) => chart.id),
      act,
    ),
    seenIds(
      dashboardResource,
      filters.map((filter) => filter.dashboard_id),
      act,
    ),
  ]);
  const shownCharts = charts.filter((chart) => seenCharts.has(chart.id));
  const shownFilters = filters.filter((filter) => seenDashboards.has(filter.dashboard_id));
  const others = charts.length - shownCharts.length + (filters.length - shownFilters.length);
  return { charts: shownCharts, filters: shownFilters, others };
}

async function usingCharts(id: number, names: readonly string[], act: Act): Promise<DatasetImpact['charts']> {
  const found: DatasetImpact['charts'] = [];
  for (let last = 0; ; ) {
    act.signal.throwIfAborted();
    const rows = await act.services.db
      .selectFrom('charts')
      .select(['id', 'slice_name', 'params'])
      .where('datasource_type', '=', 'table')
      .where('datasource_id', '=', id)
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { params, ...chart } of rows) {
      const uses = namesUsed(documentOf(params), names);
      if (uses.length > 0) found.push({ ...chart, uses });
    }
    const next = rows.at(-1)?.id;
    if (next === undefined || rows.length < PAGE) return found;
    last = next;
  }
}

async function usingFilters(
  id: number,
  names: readonly string[],
  act: Act,
): Promise<DatasetImpact['filters']> {
  const rows = await act.services.db
    .selectFrom('dashboards')
    .select(['id', 'dashboard_title', 'json_metadata'])
    .where((on) =>
      on.or([`%"datasetId":${id}%`, `%"datasetId": ${id}%`].map((text) => on('json_metadata', 'like', text))),
    )
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id: dashboard_id, dashboard_title, json_metadata }) =>
    filtersIn(json_metadata).flatMap((filter) => {
      const uses = (filter.targets ?? []).flatMap((target) => {
        const column = target?.datasetId === id ? target.column?.name : undefined;
        return column !== undefined && names.includes(column) ? [column] : [];
      });
      return uses.length > 0 ? [{ dashboard_id, dashboard_title, name: filter.name ?? '', uses }] : [];
    }),
  );
}

function filtersIn(metadata: string | null) {
  return readDashboardMetadata(documentOf(metadata)).native_filter_configuration ?? [];
}

/** A stored document; one that cannot be read uses nothing. */
function documentOf(text: string | null): unknown {
  try {
    const document: unknown = JSON.parse(text ?? 'null');
    return isJsonObject(document) ? document : undefined;
  } catch {
    return undefined;
  }
}
