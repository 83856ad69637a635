import type { DashboardStore } from './store/dashboard-store.ts';

/** Milliseconds for which a component that was looked for is outlined (contract/ui.md B5). */
const OUTLINED = 2_000;

/** Opens the tabs in which a component stands, brings it into view and outlines it for a moment. */
export function reveal(store: DashboardStore, id: string): void {
  const { layout, openTab } = store.getState();
  const item = layout[id];
  if (!item) return;
  for (const above of [...(item.parents ?? []), id]) if (layout[above]?.type === 'TAB') openTab(above);
  // Once the tab is drawn.
  requestAnimationFrame(() => {
    const element = document.getElementById(id);
    if (!element) return;
    element.scrollIntoView({ block: 'center' });
    element.dataset.located = 'true';
    setTimeout(() => delete element.dataset.located, OUTLINED);
  });
}
