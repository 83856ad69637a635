import { chartsIn } from '@chartroom/model';
import { useEffect } from 'react';
import { leaveContext, tellContext } from '../../shared/explore-context.ts';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';
import { extraFormDataFor } from './store/masks.ts';

/** Tells Explore the filters in force, so that a chart opens there as it is seen here (contract/ui.md B7). */
export function useToldContext(): void {
  const store = useDashboardStore();
  const applied = useDashboard((state) => state.applied);
  const scopes = useDashboard((state) => state.scopes);
  useEffect(() => {
    const { pageId, dashboard, layout } = store.getState();
    const told = chartsIn(layout).map((id) => [id, extraFormDataFor(id, applied, scopes)] as const);
    const extraFormData = Object.fromEntries(told.filter(([, extra]) => Object.keys(extra).length > 0));
    tellContext(pageId, { dashboardId: dashboard.info.id, extraFormData });
  }, [store, applied, scopes]);
  useEffect(() => {
    const leave = () => leaveContext(store.getState().pageId);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [store]);
}
