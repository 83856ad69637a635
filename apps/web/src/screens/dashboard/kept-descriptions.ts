import { bootstrap } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { mayEdit } from './may-edit.ts';
import { rememberSaved } from './open-dashboard.ts';
import type { DashboardStore } from './store/dashboard-store.ts';
import { holdSettings } from './store/held-properties.ts';
import { saveSettings, settingsProblem } from './store/settings.ts';

/** Keeps for everybody whether a chart's description is shown, where an editor says so; with Save where it is being built. */
export async function keepDescribed(store: DashboardStore, chart: number, isShown: boolean): Promise<void> {
  const { dashboard, editing } = store.getState();
  if (bootstrap.embedded || !mayEdit(dashboard.info)) return;
  const { [chart]: _, ...others } = dashboard.metadata.expanded_slices ?? {};
  const change = { expanded_slices: isShown ? { ...others, [chart]: true } : others };
  if (editing) return holdSettings(store, change);
  try {
    await saveSettings(store, change);
    rememberSaved(store);
  } catch (error) {
    toast.error(settingsProblem(error));
  }
}
