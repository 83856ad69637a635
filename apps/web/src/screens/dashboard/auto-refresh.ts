import { refreshDelays, visibleCharts } from '@chartroom/model';
import { useEffect } from 'react';
import { bootstrap } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { intervalWords } from './dialogs/refresh-choices.ts';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';
import type { DashboardStore } from './store/dashboard-store.ts';

/** Asks the charts again from time to time, as long as the dashboard is looked at (contract/ui.md B8). */
export function useAutoRefresh(): void {
  const store = useDashboardStore();
  const seconds = useDashboard((state) => state.refreshEvery);
  const isEditing = useDashboard((state) => state.editing !== undefined);
  useEffect(() => {
    if (seconds <= 0 || isEditing) return;
    let waiting: ReturnType<typeof setTimeout>[] = [];
    const ticks = setInterval(() => {
      // Nobody looks at a page in the background: it is fresh again soon after it is shown.
      if (document.hidden) return;
      for (const timer of waiting) clearTimeout(timer);
      waiting = tick(store, seconds);
    }, seconds * 1_000);
    return () => {
      clearInterval(ticks);
      for (const timer of waiting) clearTimeout(timer);
    };
  }, [store, seconds, isEditing]);
}

/** Asks what is in view, spread over a part of the interval; the timers of what is still to come. */
function tick(store: DashboardStore, seconds: number): ReturnType<typeof setTimeout>[] {
  const { dashboard, layout, activeTabs, refresh } = store.getState();
  const { timed_refresh_immune_slices: immune = [] } = dashboard.metadata;
  const charts = visibleCharts(layout, activeTabs).filter((id) => !immune.includes(id));
  toast.warning(`This dashboard is refreshing now; the next time is in ${intervalWords(seconds)}.`);
  const isForced = bootstrap.conf.DASHBOARD_AUTO_REFRESH_MODE !== 'fetch';
  const delays = refreshDelays(charts.length, seconds * 1_000, dashboard.metadata);
  return charts.map((id, at) => setTimeout(() => void refresh([id], isForced), delays[at]));
}
