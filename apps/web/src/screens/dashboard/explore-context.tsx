import { dashboardTitle } from '@chartroom/model';
import { useEffect } from 'react';
import { endExploreContext, keepExploreContext } from '../../shared/explore-context.ts';
import { useDashboardStore } from './store/dashboard-context.ts';
import type { DashboardState } from './store/dashboard-store.ts';

/** Keeps the filters in force in the browser, for charts of the dashboard that are opened in Explore (contract/ui.md B7). */
export function KeptContext() {
  const store = useDashboardStore();
  useEffect(() => {
    const { pageId } = store.getState();
    const keep = (state: DashboardState) => keepExploreContext(pageId, contextOf(state));
    const end = () => endExploreContext(pageId);
    keep(store.getState());
    const stop = store.subscribe((state, before) => {
      const isSame =
        state.applied === before.applied &&
        state.scopes === before.scopes &&
        state.dashboard === before.dashboard;
      if (!isSame) keep(state);
    });
    window.addEventListener('pagehide', end);
    return () => {
      stop();
      window.removeEventListener('pagehide', end);
      end();
    };
  }, [store]);
  return null;
}

function contextOf({ dashboard, applied, scopes }: DashboardState) {
  const { info, metadata, charts } = dashboard;
  const filters = metadata.native_filter_configuration ?? [];
  const reached = (id: string) => ({ chartsInScope: scopes.get(id) ?? [] });
  return {
    dashboardId: info.id,
    dashboardTitle: dashboardTitle(info),
    colorScheme: metadata.color_scheme,
    labelsColor: metadata.label_colors,
    labelsColorMap: metadata.map_label_colors,
    sharedLabelsColors: metadata.shared_label_colors,
    chartConfiguration: Object.fromEntries(
      charts.flatMap(({ id }) =>
        applied[id] ? [[String(id), { id, crossFilters: reached(String(id)) }]] : [],
      ),
    ),
    nativeFilters: Object.fromEntries(filters.map(({ id }) => [id, reached(id)])),
    dataMask: applied,
    filterBoxFilters: {},
    activeFilters: {},
  };
}
