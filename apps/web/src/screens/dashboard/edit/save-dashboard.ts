import { ApiError, errorText } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { isStale, saveVersion } from '../../../api/versions.ts';
import { bootstrap } from '../../../base/bootstrap.ts';
import { toast } from '../../../base/toasts.tsx';
import { rememberSaved } from '../open-dashboard.ts';
import type { DashboardState, DashboardStore } from '../store/dashboard-store.ts';
import { endEditing, titleIn } from '../store/editing.ts';
import { sentSettings } from '../store/settings.ts';
import { storedLayout } from '../store/stored-layout.ts';

/** The part of the characters a layout may have from which on there is a warning (contract/ui.md B2). */
const NEARLY = 0.9;

/** Saves what was done to a dashboard; says what went wrong, and then keeps everything. */
export async function saveDashboard(store: DashboardStore): Promise<boolean> {
  const state = store.getState();
  const positions = storedLayout(state.layout);
  if (!fits(positions)) return false;
  try {
    const body = bodyOf(state, positions);
    const version = await saveVersion('dashboard', state.dashboard.info.id, body, state.version);
    endEditing(store, version);
    rememberSaved(store);
    toast.success('This dashboard was saved successfully.');
    // Lists and cards show it as it was.
    void queryClient.invalidateQueries({ queryKey: ['dashboard', 'list'] });
    return true;
  } catch (error) {
    toast.error(reasonOf(error));
    return false;
  }
}

function fits(positions: Record<string, unknown>): boolean {
  const limit = Number(bootstrap.conf.SUPERSET_DASHBOARD_POSITION_DATA_LIMIT ?? Number.POSITIVE_INFINITY);
  const { length } = JSON.stringify(positions);
  if (length >= limit) {
    toast.error(
      `The layout of this dashboard is too large to be saved: ${length} characters of ${limit}. Take some components away, or spread them over two dashboards.`,
    );
    return false;
  }
  if (length >= limit * NEARLY)
    toast.warning(`The layout of this dashboard is nearly too large: ${length} characters of ${limit}.`);
  return true;
}

function bodyOf({ dashboard, layout, editing }: DashboardState, positions: Record<string, unknown>): object {
  return {
    ...editing?.held,
    dashboard_title: titleIn(layout),
    json_metadata: JSON.stringify({ ...sentSettings(dashboard.info.json_metadata), positions }),
  };
}

function reasonOf(error: unknown): string {
  if (isStale(error))
    return 'This dashboard was changed by somebody else meanwhile. Nothing was saved, and nothing of yours is lost.';
  if (error instanceof ApiError && error.status === 403)
    return 'You do not have permission to edit this dashboard';
  return `Sorry, there was an error saving this dashboard: ${errorText(error)}`;
}
