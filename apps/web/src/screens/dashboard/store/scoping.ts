import {
  type CrossFilterScoping,
  chartsIn,
  extraFormDataFor,
  scopesOf,
  scopingSettings,
  visibleCharts,
} from '@chartroom/model';
import type { DashboardStore } from './dashboard-store.ts';
import { saveSettings } from './settings.ts';

/**
 * Saves how far the marks of charts reach, for everybody; charts that are filtered otherwise than before ask again.
 * `filtering` are those whose marks filter. Rejects with 412 when somebody else has saved meanwhile.
 */
export async function saveScoping(
  store: DashboardStore,
  scoping: CrossFilterScoping,
  filtering: readonly number[],
): Promise<void> {
  const { dashboard, layout } = store.getState();
  await saveSettings(store, scopingSettings(scoping, dashboard.metadata, layout, filtering));
  rescope(store);
}

/** Finds anew what reaches which charts, and asks those that are filtered otherwise: in view now, the others when their tab opens. */
function rescope(store: DashboardStore): void {
  const { dashboard, layout, scopes: before, applied, activeTabs, refresh } = store.getState();
  const charts = dashboard.charts.map(({ id }) => id);
  const scopes = scopesOf(dashboard.metadata, layout, charts);
  const filters = (chart: number, by: typeof scopes) => JSON.stringify(extraFormDataFor(chart, applied, by));
  const changed = chartsIn(layout).filter((id) => filters(id, new Map(before)) !== filters(id, scopes));
  const visible = new Set(visibleCharts(layout, activeTabs));
  store.setState(({ tiles }) => ({
    scopes,
    tiles: Object.fromEntries(
      Object.entries(tiles).map(([id, tile]) => [
        id,
        changed.includes(Number(id)) && !visible.has(Number(id)) ? { ...tile, status: 'waiting' } : tile,
      ]),
    ),
  }));
  const now = changed.filter((id) => visible.has(id));
  if (now.length > 0) void refresh(now, false);
}
