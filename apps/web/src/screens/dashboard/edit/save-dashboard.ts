import { storedLayout } from '@chartroom/model';
import { ApiError, errorText } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { isStale, saveVersion } from '../../../api/versions.ts';
import { bootstrap } from '../../../base/bootstrap.ts';
import { toast } from '../../../base/toasts.tsx';
import { rememberSaved } from '../open-dashboard.ts';
import { dropDraft } from '../saving/drafts.ts';
import { saveMerged } from '../saving/save-merged.ts';
import type { DashboardState, DashboardStore } from '../store/dashboard-store.ts';
import { endEditing, titleIn } from '../store/editing.ts';
import { sentSettings } from '../store/settings.ts';

/** The part of the characters a layout may have from which on there is a warning (contract/ui.md B2). */
const NEARLY = 0.9;

/** Saves what was done to a dashboard; says what went wrong, and then keeps everything. */
export async function saveDashboard(store: DashboardStore): Promise<boolean> {
  const state = store.getState();
  const positions = storedLayout(state.layout, state.dashboard.info.position_json);
  if (!fits(positions)) return false;
  try {
    if (!(await saveOwn(store, positions)) && !(await saveMerged(store, fits))) return false;
    dropDraft(state.dashboard.info.id);
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

/** Saves what stands in the browser, unless somebody else has saved meanwhile: then it answers false. */
async function saveOwn(store: DashboardStore, positions: Record<string, unknown>): Promise<boolean> {
  const state = store.getState();
  try {
    const body = bodyOf(state, positions);
    endEditing(store, await saveVersion('dashboard', state.dashboard.info.id, body, state.version));
    return true;
  } catch (error) {
    if (isStale(error)) return false;
    throw error;
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
  if (error instanceof ApiError && error.status === 403)
    return 'You do not have permission to edit this dashboard';
  const kept =
    error instanceof ApiError && error.status === 0 ? ' What you built is kept in this browser.' : '';
  const text = errorText(error);
  if (text.trim() === '') return `Sorry, an unknown error occurred.${kept}`;
  return `Sorry, there was an error saving this dashboard: ${text}${kept}`;
}
