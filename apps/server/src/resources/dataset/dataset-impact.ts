import type { DatasetImpact, DatasetName } from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import { newNamesOf } from './dataset-new-names.ts';
import { usesOf } from './dataset-uses.ts';

/**
 * The charts of a dataset and the filters of dashboards on it that use some of its columns and metrics, as far as the
 * caller sees them; how many more there are that use them is told, too.
 */
export async function impactOf(id: number, names: readonly DatasetName[], act: Act): Promise<DatasetImpact> {
  const given = names.map((each) => ({ ...each, to: each.from }));
  const uses = await usesOf(id, await newNamesOf(id, given, act), act);
  const { chartRights, dashboardRights } = uses;
  const charts = uses.charts.map(({ id: chart, slice_name, renamed, byHand }) => ({
    id: chart,
    slice_name,
    uses: renamed,
    by_hand: byHand,
    may_change: chartRights.changeable.has(chart),
  }));
  const filters = uses.dashboards.flatMap(({ id: dashboard_id, dashboard_title, parts }) =>
    parts.map(({ kind, name, renamed, byHand }) => ({
      dashboard_id,
      dashboard_title,
      kind,
      name,
      uses: renamed,
      by_hand: byHand,
      may_change: dashboardRights.changeable.has(dashboard_id),
    })),
  );
  const shown = {
    charts: charts.filter((chart) => chartRights.seen.has(chart.id)),
    filters: filters.filter((filter) => dashboardRights.seen.has(filter.dashboard_id)),
  };
  const others = charts.length - shown.charts.length + (filters.length - shown.filters.length);
  return { ...shown, others };
}
