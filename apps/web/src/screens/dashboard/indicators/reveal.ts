import { chartPaths } from '@chartroom/model';
import type { DashboardStore } from '../store/dashboard-store.ts';

/** Milliseconds that a chart stands out which somebody has asked for. */
const SHOWN = 2_500;
/** Tabs draw what is in them first. */
const DRAWN = 100;

/** Brings a chart into view, whatever tab it stands on, and outlines it for a while. */
export function revealChart(store: DashboardStore, id: number): void {
  const { layout, activeTabs, openTab } = store.getState();
  for (const part of chartPaths(layout).get(id) ?? [])
    if (layout[part]?.type === 'TAB' && !activeTabs.has(part)) openTab(part);
  store.setState({ outlinedChart: id });
  setTimeout(
    () =>
      document
        .querySelector(`.dashboard-chart-id-${id}`)
        ?.scrollIntoView({ block: 'center', behavior: 'smooth' }),
    DRAWN,
  );
  setTimeout(() => {
    if (store.getState().outlinedChart === id) store.setState({ outlinedChart: undefined });
  }, SHOWN);
}
