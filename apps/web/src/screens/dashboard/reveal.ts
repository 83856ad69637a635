import { chartPaths } from '@chartroom/model';
import type { DashboardStore } from './store/dashboard-store.ts';

/** Milliseconds for which a component that was looked for is outlined (contract/ui.md B5). */
const OUTLINED = 2_000;
/** Frames within which a tab that was opened is drawn. */
const FRAMES = 30;

/** Opens the tabs in which a component stands, brings it into view and outlines it for a moment. */
export function reveal(store: DashboardStore, id: string): void {
  const { layout, activeTabs, openTab } = store.getState();
  const item = layout[id];
  if (!item) return;
  for (const above of [...(item.parents ?? []), id])
    if (layout[above]?.type === 'TAB' && !activeTabs.has(above)) openTab(above);
  requestAnimationFrame(() => outline(id, FRAMES));
}

/** The same of a chart. */
export function revealChart(store: DashboardStore, chart: number): void {
  const place = chartPaths(store.getState().layout).get(chart)?.at(-1);
  if (place !== undefined) reveal(store, place);
}

function outline(id: string, frames: number): void {
  const element = document.getElementById(id);
  if (!element) {
    if (frames > 0) requestAnimationFrame(() => outline(id, frames - 1));
    return;
  }
  element.scrollIntoView({ block: 'center' });
  element.dataset.located = 'true';
  setTimeout(() => delete element.dataset.located, OUTLINED);
}
