import { dashboardViewsApi } from '@chartroom/model';
import { useEffect } from 'react';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/client.ts';
import { toast } from '../../../base/toasts.tsx';
import { useDashboardStore } from '../store/dashboard-context.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { isRemembered, viewStateOf } from './viewer-state.ts';

/** Milliseconds after a change until it is kept. */
const PAUSE = 1_500;

/** Keeps the filters and tabs of the person looking, so that they are there again next time. */
export function useLastState(): void {
  const store = useDashboardStore();
  useEffect(() => (isRemembered() ? keepLastState(store) : undefined), [store]);
}

function keepLastState(store: DashboardStore): () => void {
  let timer: number | undefined;
  let hasFailed = false;
  const keep = async () => {
    timer = undefined;
    const { dashboard } = store.getState();
    try {
      await api(dashboardViewsApi.keepLast, {
        params: { pk: dashboard.info.id },
        body: { state: viewStateOf(store.getState()) },
      });
    } catch (error) {
      if (!hasFailed) toast.warning(`Your filters could not be kept for the next time: ${errorText(error)}`);
      hasFailed = true;
    }
  };
  const unsubscribe = store.subscribe((state, before) => {
    if (state.applied === before.applied && state.activeTabs === before.activeTabs) return;
    if (state.editing || state.dashboard.metadata.remember_viewer_state === false) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void keep(), PAUSE);
  });
  return () => {
    unsubscribe();
    if (timer === undefined) return;
    window.clearTimeout(timer);
    void keep();
  };
}
