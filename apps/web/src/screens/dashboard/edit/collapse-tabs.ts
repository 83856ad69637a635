import { collapseTopTabs } from '@chartroom/model';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { editLayout } from '../store/editing.ts';

/** Puts what stands in the dashboard's own tabs below each other. */
export function collapseTabs(store: DashboardStore): void {
  editLayout(store, (layout) => ({ layout: collapseTopTabs(layout) }));
}
