import { chartPaths } from '@chartroom/model';
import { type RefObject, useEffect } from 'react';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';

/** Milliseconds for which a chart that was looked for is outlined. */
const OUTLINED = 2_000;

/** Shows where a chart is: its tabs are opened, it comes into view and is outlined for a moment. */
export function locateChart(store: DashboardStore, chart: number): void {
  const { layout, activeTabs, openTab } = store.getState();
  for (const part of chartPaths(layout).get(chart) ?? [])
    if (layout[part]?.type === 'TAB' && !activeTabs.has(part)) openTab(part);
  store.setState({ located: chart });
}

/** Whether a chart was looked for just now; its tile comes into view. */
export function useLocated(chart: number, tile: RefObject<HTMLElement | null>): boolean {
  const store = useDashboardStore();
  const isLocated = useDashboard((state) => state.located === chart);
  useEffect(() => {
    if (!isLocated) return;
    // Not before its tab is there.
    const frame = requestAnimationFrame(() => tile.current?.scrollIntoView({ block: 'center' }));
    const timer = setTimeout(() => store.setState({ located: undefined }), OUTLINED);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isLocated, store, tile]);
  return isLocated;
}
