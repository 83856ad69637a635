import { dashboardApi } from '@chartroom/model';
import { useEffect } from 'react';
import { api } from '../../api/api.ts';
import { mayEdit } from './may-edit.ts';
import { useDashboardStore } from './store/dashboard-context.ts';
import type { DashboardStore } from './store/dashboard-store.ts';
import { storedSettings } from './store/settings.ts';

/** What is kept of colours. */
const KEPT = ['map_label_colors', 'shared_label_colors', 'color_scheme_domain'] as const;

/**
 * Keeps the colours that labels were given, once, when an editor leaves the dashboard or the page: whoever opens it later
 * sees the same (contract/ui.md B9, colour sync).
 */
export function useKeptColors(): void {
  const store = useDashboardStore();
  useEffect(() => {
    const leave = () => keepColors(store);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [store]);
}

function keepColors(store: DashboardStore): void {
  const { dashboard, editing, palette } = store.getState();
  const { info, metadata } = dashboard;
  // What is being built is not what is stored; what was not drawn has nothing to say.
  if (editing || !mayEdit(info) || palette.labels.length === 0) return;
  const colors = palette.stored;
  if (KEPT.every((name) => isSame(colors[name], metadata[name]))) return;
  const stored = { ...storedSettings(info.json_metadata), ...colors };
  store.setState({
    dashboard: {
      ...dashboard,
      metadata: { ...metadata, ...colors },
      info: { ...info, json_metadata: JSON.stringify(stored) },
    },
  });
  // Nobody waits for it; the next one to leave tries again.
  api(dashboardApi.changeColors, {
    params: { pk: info.id },
    query: { mark_updated: 'false' },
    body: colors,
    keepalive: true,
  }).catch(() => undefined);
}

function isSame(now: object, before: object | undefined): boolean {
  return JSON.stringify(now) === JSON.stringify(before ?? (Array.isArray(now) ? [] : {}));
}
